//! Who is who: which names are one person's, and by which name that person is shown. What memories hold stays as it was
//! read; the table is applied when they are read, and to what is asked. `alike`: who may be one.

mod alike;

pub(crate) use alike::alike;

use crate::index::{document::words as words_of, terms::fold};
use memo_common::api::{Content, EntityType};
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a user said of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The name, as memories write it.
    pub name: String,
    /// The name that it was merged into.
    pub into: Option<String>,
    /// The name to show, of a person that is called by this one.
    pub shown: Option<String>,
    /// Names that are somebody else's, however alike.
    pub apart: Vec<String>,
}

impl Said {
    /// Whether it says nothing any more.
    pub(crate) fn is_nothing(&self) -> bool {
        self.names_nobody() && self.apart.is_empty()
    }

    /// Whether it says neither whose name it is, nor which name to show.
    fn names_nobody(&self) -> bool {
        self.into.is_none() && self.shown.is_none()
    }
}

/// A person of several names, or with a name to show.
#[derive(Clone, Debug, Default)]
struct Person {
    shown: String,
    /// Names as memories write them.
    names: Vec<String>,
    /// Words of all the names, the shown one's too.
    words: BTreeSet<String>,
}

/// A user's table of names.
#[derive(Clone, Debug, Default)]
pub struct People {
    said: HashMap<String, Said>,
    persons: Vec<Person>,
    /// The key of a name → its person.
    of: HashMap<String, usize>,
    /// A word of a name → the persons who have it.
    having: HashMap<String, Vec<usize>>,
}

/// What is the same of two spellings of a name: case, accents and spacing left out.
pub fn key(name: &str) -> String {
    let words: Vec<String> = name.split_whitespace().map(fold).collect();
    words.join(" ")
}

impl People {
    /// The table of what a user said.
    pub fn new(said: impl IntoIterator<Item = Said>) -> Self {
        let mut people = Self {
            said: said.into_iter().map(|s| (key(&s.name), s)).collect(),
            ..Self::default()
        };
        let mut named: Vec<&Said> = people.said().collect();
        // A table of hashes has no order of its own.
        named.sort_by(|a, b| a.name.cmp(&b.name));
        let mut groups: HashMap<String, BTreeSet<String>> = HashMap::new();
        for said in named {
            let root = people.root(&said.name);
            let group = groups.entry(key(&root)).or_default();
            group.extend([said.name.clone(), root]);
            group.extend(said.into.clone());
        }
        for (root, names) in groups {
            let mut person = Person::default();
            let mut met = HashSet::new();
            person.names = names.into_iter().filter(|n| met.insert(key(n))).collect();
            let own = person.names.iter().find(|name| key(name) == root);
            let shown = people.said.get(&root).and_then(|said| said.shown.clone());
            person.shown = shown.or_else(|| own.cloned()).unwrap_or_default();
            let all = person.names.iter().chain([&person.shown]);
            person.words = all
                .flat_map(|name| name.split_whitespace().map(fold))
                .collect();
            let at = people.persons.len();
            for name in person.names.iter().chain([&person.shown]) {
                people.of.entry(key(name)).or_insert(at);
            }
            for word in &person.words {
                people.having.entry(word.clone()).or_default().push(at);
            }
            people.persons.push(person);
        }
        people
    }

    /// Whether nothing was said of any name.
    pub fn is_empty(&self) -> bool {
        self.persons.is_empty()
    }

    /// All that was said of whose name it is, and of which to show.
    pub(crate) fn said(&self) -> impl Iterator<Item = &Said> {
        self.said.values().filter(|said| !said.names_nobody())
    }

    /// What was said of this name.
    pub(crate) fn said_of(&self, name: &str) -> Option<&Said> {
        self.said.get(&key(name))
    }

    /// The name that stands for all names of this one's person; a person's own where nothing was said of it.
    pub(crate) fn root(&self, name: &str) -> String {
        let mut at = match self.person(name) {
            // By the name that is shown, which nothing may be said of.
            Some(person) => person.names.first().cloned().unwrap_or_default(),
            None => name.to_owned(),
        };
        let mut met = HashSet::new();
        while met.insert(key(&at)) {
            match self.said_of(&at) {
                Some(Said {
                    into: Some(into), ..
                }) => at.clone_from(into),
                Some(said) => return said.name.clone(),
                None => return at,
            }
        }
        // Names that were merged in a circle, by two at once: the least of them stands for all.
        met.into_iter()
            .min()
            .and_then(|least| self.said.get(&least))
            .map_or(at, |said| said.name.clone())
    }

    /// The name to show for a name that a memory holds.
    pub fn shown<'a>(&'a self, name: &'a str) -> &'a str {
        self.person(name).map_or(name, |person| &person.shown)
    }

    /// The number of the person whom a name is of, where something was said of it.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        if self.of.is_empty() {
            return None;
        }
        self.of.get(&key(name)).copied()
    }

    /// The name to show of the person of this number.
    pub(crate) fn shown_of(&self, number: usize) -> &str {
        &self.persons[number].shown
    }

    fn person(&self, name: &str) -> Option<&Person> {
        self.number(name).map(|at| &self.persons[at])
    }

    /// Shows a memory's people by the names to show, each once.
    pub fn apply(&self, content: &mut Content) {
        if self.is_empty() {
            return;
        }
        let mut met = HashSet::new();
        for name in &mut content.participants {
            *name = self.shown(name).to_owned();
        }
        content.participants.retain(|name| met.insert(name.clone()));
        for entity in &mut content.entities {
            if entity.kind == EntityType::Person {
                entity.name = self.shown(&entity.name).to_owned();
            }
        }
        let mut met = HashSet::new();
        content.entities.retain(|entity| met.insert(entity.clone()));
    }

    /// For a word of a name that is asked for: the keys of all names whose person has it in another of theirs.
    pub(crate) fn names_by(&self, word: &str) -> Vec<String> {
        let word = fold(word);
        let mut names: Vec<String> = self
            .persons_by(&word)
            .flat_map(|person| person.names.iter().map(|name| key(name)))
            .filter(|name| !name.split(' ').any(|w| w == word))
            .collect();
        names.sort_unstable();
        names
    }

    /// For a word of a question: the other words by which memories may name the same person, without those names that
    /// have the word itself.
    pub(crate) fn words_by(&self, word: &str) -> Vec<String> {
        let names = self.names_by(word).into_iter();
        let words = names.flat_map(|name| name.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let words: BTreeSet<String> = words.collect();
        words.into_iter().collect()
    }

    fn persons_by(&self, word: &str) -> impl Iterator<Item = &Person> {
        let at = self.having.get(word).into_iter().flatten();
        at.map(|at| &self.persons[*at])
    }

    /// A question with people named as a memory names them, where that has them by another name: whether it answers is seen
    /// by its words.
    pub(crate) fn as_told(&self, question: &str, narrative: &str) -> String {
        let mut told = question.to_owned();
        if self.is_empty() {
            return told;
        }
        let mut met = HashSet::new();
        let folded: Vec<String> = words_of(question).map(fold).collect();
        for at in folded
            .iter()
            .filter_map(|word| self.having.get(word))
            .flatten()
        {
            if !met.insert(*at) {
                continue;
            }
            let person = &self.persons[*at];
            let mut names: Vec<&String> = person.names.iter().chain([&person.shown]).collect();
            names.sort_by_key(|name| std::cmp::Reverse(name.len()));
            let Some(asked) = mention(&told, person, &names) else {
                continue;
            };
            let held = names.iter().find(|name| find(narrative, name).is_some());
            if find(narrative, &told[asked.clone()]).is_none()
                && let Some(name) = held
            {
                told.replace_range(asked, name);
            }
        }
        told
    }
}

/// Where a question names a person: by a whole name, else by one word of it.
fn mention(text: &str, person: &Person, names: &[&String]) -> Option<std::ops::Range<usize>> {
    let whole = names.iter().find_map(|name| find(text, name));
    whole.or_else(|| {
        let words = spans(text).into_iter();
        let mut words = words.filter(|span| text[span.clone()].starts_with(char::is_uppercase));
        words.find(|span| person.words.contains(&fold(&text[span.clone()])))
    })
}

/// Where a name stands in a text, word by word.
fn find(text: &str, name: &str) -> Option<std::ops::Range<usize>> {
    let name: Vec<String> = words_of(name).map(fold).collect();
    let spans = spans(text);
    let at = spans.windows(name.len().max(1)).position(|window| {
        let words = window.iter().map(|span| fold(&text[span.clone()]));
        words.eq(name.iter().cloned())
    })?;
    Some(spans[at].start..spans[at + name.len() - 1].end)
}

/// The words of a text, by their bytes.
fn spans(text: &str) -> Vec<std::ops::Range<usize>> {
    words_of(text)
        .map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            start..start + word.len()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(name: &str, into: &str) -> Said {
        Said {
            name: name.into(),
            into: Some(into.into()),
            ..Said::default()
        }
    }

    fn shown(name: &str, shown: &str) -> Said {
        Said {
            name: name.into(),
            shown: Some(shown.into()),
            ..Said::default()
        }
    }

    #[test]
    fn merged_names_are_shown_as_one() {
        let people = People::new([
            merged("Mom", "Helen Halloran"),
            merged("h.halloran@example.org", "Mom"),
            shown("Helen Halloran", "Helen"),
        ]);
        for name in ["mom", "Helen  HALLORAN", "h.halloran@example.org", "Helen"] {
            assert_eq!(people.shown(name), "Helen", "{name}");
        }
        assert_eq!(people.shown("Helen Smith"), "Helen Smith");
        assert_eq!(people.root("h.halloran@example.org"), "Helen Halloran");
        assert_eq!(
            people.names_by("Halloran"),
            ["h.halloran@example.org", "mom"]
        );
        assert_eq!(
            people.words_by("mom"),
            ["h.halloran@example.org", "halloran", "helen"]
        );
        assert!(people.names_by("smith").is_empty());
    }

    #[test]
    fn names_in_a_circle_are_one() {
        let people = People::new([
            merged("A", "B"),
            merged("B", "C"),
            merged("C", "A"),
            merged("D", "B"),
        ]);
        for name in ["A", "B", "C", "D"] {
            assert_eq!(people.shown(name), "A", "{name}");
        }
    }

    #[test]
    fn a_question_is_put_in_the_words_of_the_memory() {
        let people = People::new([merged("Mom", "Helen Halloran")]);
        let told = |question: &str, narrative: &str| people.as_told(question, narrative);
        let met = "I met Mom at the station.";
        assert_eq!(
            told("When did I meet Helen Halloran?", met),
            "When did I meet Mom?"
        );
        assert_eq!(told("When did I meet Helen?", met), "When did I meet Mom?");
        assert_eq!(told("When did I meet Mom?", met), "When did I meet Mom?");
        assert_eq!(
            told("When did I meet Helen?", "I met Helen."),
            "When did I meet Helen?"
        );
        assert_eq!(told("Wo traf ich Élan?", met), "Wo traf ich Élan?");
        assert_eq!(told("", ""), "");
    }

    #[test]
    fn a_memory_names_nobody_twice() {
        let people = People::new([merged("Mom", "Helen")]);
        let mut content = Content {
            narrative: "I met Mom.".into(),
            participants: vec!["Mira".into(), "Mom".into(), "Helen".into()],
            when: String::new(),
            place: None,
            entities: Vec::new(),
            tags: Vec::new(),
        };
        people.apply(&mut content);
        assert_eq!(content.participants, ["Mira", "Helen"]);
        assert_eq!(content.narrative, "I met Mom.");
    }
}
