//! Who there is in a document: the user, everybody whom its structure names, and everybody found by name in its text,
//! merged into one entry each.

use super::lower::{Careless, lower_case_names};
use super::written::{
    clean, compatible, impersonal, initial, letters_of, name_of_address, parts, title,
};
use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::lexicon::{fold, look_up};
use crate::extract::entities::names::names_in;
use crate::extract::entities::token::{Token, tokens};
use crate::ingest::document::{Document, Person, PersonId};
use memo_common::api::EntityType;
use std::collections::HashMap;
use std::ops::Range;

/// Beyond so many people names are compared letter by letter alone, so that time stays linear.
const CROWD: usize = 2_000;

/// Somebody in [`People`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonRef(usize);

/// A person named at a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Bytes in the text; a possessive `'s` is outside.
    pub span: Range<usize>,
    /// Who it is.
    pub person: PersonRef,
}

#[derive(Clone, Debug, Default)]
struct Known {
    /// Fullest name, as it is shown.
    name: String,
    /// Folded words of the name without its title.
    parts: Vec<String>,
    /// Further folded names: nicknames, handles, addresses.
    others: Vec<String>,
    /// The name is an address or a user name, as nothing better is known.
    unnamed: bool,
    /// A firm or a robot that writes like a person does.
    organization: bool,
}

/// Everybody in one document.
#[derive(Clone, Debug)]
pub struct People {
    known: Vec<Known>,
    /// By [`PersonId`] of the document.
    by_id: Vec<usize>,
    /// Folded form, words parted by one space → who it is.
    forms: HashMap<String, usize>,
    /// First word of a form → the most words of a form that begins so.
    starts: HashMap<String, usize>,
}

impl People {
    /// Gathers everybody whom the document's structure and text name. Linear in the text.
    pub fn new(document: &Document, user_name: &str) -> Self {
        let mut people = Self {
            known: Vec::new(),
            by_id: Vec::new(),
            forms: HashMap::new(),
            starts: HashMap::new(),
        };
        people.add_name(user_name);
        if people.known.is_empty() {
            people.known.push(Known {
                name: user_name.trim().to_owned(),
                ..Known::default()
            });
        }
        // those with a full name first, so that "Ann" meets "Ann Lee" wherever the two stand
        let mut order: Vec<PersonId> = (0..document.people.len()).collect();
        order.sort_by_key(|&id| std::cmp::Reverse(fullness(&document.people[id])));
        people.by_id = vec![0; document.people.len()];
        for id in order {
            people.by_id[id] = people.add_person(&document.people[id]);
        }
        let mut found: Vec<String> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut careless = Careless::default();
        // given names that the document also writes in lower case: words of its language, unless it is careless
        let mut common = std::collections::HashSet::new();
        for text in document
            .title
            .iter()
            .chain(document.passages.iter().map(|p| &p.text))
        {
            let tokens = tokens(text);
            careless.count(&tokens);
            let lower = tokens
                .iter()
                .filter(|t| t.word && !t.capital && t.entry.given());
            common.extend(lower.map(|t| t.folded.clone()));
            for named in names_in(text, &tokens) {
                let name = surely(&text[named.span]);
                if named.kind == EntityType::Person && seen.insert(name.to_owned()) {
                    found.push(name.to_owned());
                }
            }
        }
        if !careless.is_so() {
            found.retain(|name| {
                name.contains(' ')
                    || name.starts_with(char::is_lowercase)
                    || !common.contains(&fold(name))
            });
        }
        if careless.is_so() {
            for passage in &document.passages {
                for name in lower_case_names(&passage.text) {
                    if seen.insert(name.clone()) {
                        found.push(name);
                    }
                }
            }
        }
        found.sort_by_key(|name| std::cmp::Reverse(name.split_whitespace().count().min(3)));
        for name in found.iter().take(CROWD) {
            people.add_name(name);
        }
        people.settle_unnamed();
        people.index();
        people
    }

    /// The user.
    pub fn user(&self) -> PersonRef {
        PersonRef(0)
    }

    /// The person whom the document's structure numbers so.
    pub fn of(&self, id: PersonId) -> PersonRef {
        PersonRef(self.by_id.get(id).copied().unwrap_or(0))
    }

    /// Fullest known name.
    pub fn name(&self, person: PersonRef) -> &str {
        self.known.get(person.0).map_or("", |k| &k.name)
    }

    /// The word one calls them by in running text: the given name, or "Mrs Lee" where no given name is known.
    pub fn short_name(&self, person: PersonRef) -> &str {
        let name = self.name(person);
        match name.split_once(' ') {
            Some((first, _)) if !title(first) && !Cues::of(&fold(first)).has(Cue::Kin) => first,
            _ => name,
        }
    }

    /// Who goes by this name, address or handle.
    pub fn resolve(&self, name: &str) -> Option<PersonRef> {
        let written = fold(name.trim().trim_start_matches('@'));
        if let Some(&n) = self.forms.get(&written) {
            return Some(PersonRef(n));
        }
        let (name, _) = clean(name);
        let parts = parts(&name);
        let joined = parts.join(" ");
        self.forms
            .get(&joined)
            .copied()
            .or_else(|| self.same(&parts))
            .map(PersonRef)
    }

    /// Whether the user goes by this name, address or handle.
    pub fn is_user(&self, name: &str) -> bool {
        self.resolve(name) == Some(self.user())
    }

    /// Whether it is a firm or a robot that writes, and nobody.
    pub(crate) fn is_organization(&self, person: PersonRef) -> bool {
        self.known.get(person.0).is_some_and(|k| k.organization)
    }

    /// Everybody named in a text of this document, in order. Linear in the text.
    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        self.mentions_in(&tokens(text))
    }

    /// As [`mentions`](Self::mentions), over the text's tokens.
    pub(crate) fn mentions_in(&self, tokens: &[Token]) -> Vec<Mention> {
        let mut out = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            match self.mention_at(tokens, at) {
                Some((end, n)) => {
                    out.push(Mention {
                        span: tokens[at].span.start..tokens[end - 1].span.end,
                        person: PersonRef(n),
                    });
                    at = end;
                }
                None => at += 1,
            }
        }
        out
    }

    /// The longest form that begins at this token: where it ends and who it is.
    fn mention_at(&self, tokens: &[Token], at: usize) -> Option<(usize, usize)> {
        let first = &tokens[at];
        // "Dr. Lee": the title is part of the mention
        if title(&first.folded) && first.capital {
            let next = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|t| t.folded == "."));
            if let Some((end, n)) = tokens
                .get(next)
                .filter(|t| t.capital)
                .and_then(|_| self.mention_at(tokens, next))
            {
                return Some((end, n));
            }
        }
        let most = *self.starts.get(&first.folded)?;
        let mut form = String::new();
        let mut best = None;
        let mut words = 0;
        for (n, token) in tokens.iter().enumerate().skip(at) {
            if token.word {
                if !form.is_empty() {
                    form.push(' ');
                }
                form.push_str(&token.folded);
                words += 1;
                if let Some(&who) = self.forms.get(&form)
                    && (words > 1 || self.stands_alone(tokens, at))
                {
                    best = Some((n + 1, who));
                }
            } else if !matches!(token.folded.as_str(), "." | "\"" | "“" | "”") {
                break;
            }
            if words >= most || n > at + 8 {
                break;
            }
        }
        best
    }

    /// Whether a single word that somebody goes by means that person here.
    fn stands_alone(&self, tokens: &[Token], at: usize) -> bool {
        let token = &tokens[at];
        let before = at.checked_sub(1).map_or("", |n| tokens[n].folded.as_str());
        let after = tokens.get(at + 1).map_or("", |t| t.folded.as_str());
        // "Ann Street", "Ada Bakery Ltd"
        let part = tokens.get(at + 1).is_some_and(|t| {
            t.capital && t.cues.any(&[Cue::PlaceHead, Cue::OrgHead]) && !t.entry.surname()
                || t.capital && t.cues.any(&[Cue::PlaceHead, Cue::OrgHead]) && !token.entry.given()
        });
        if part && touches(tokens, at) {
            return false;
        }
        if !token.entry.word() || token.cues.has(Cue::Kin) {
            return true;
        }
        if !token.capital {
            return before == "@";
        }
        let opens_question = token.first
            && matches!(
                after,
                "i" | "you" | "he" | "she" | "it" | "we" | "they" | "the" | "this" | "that" | "a"
            );
        let month = matches!(before, "in" | "since" | "until" | "by")
            && matches!(token.folded.as_str(), "may" | "june" | "april" | "august");
        !opens_question && !month
    }

    fn add_person(&mut self, person: &Person) -> usize {
        let named = person
            .name
            .as_deref()
            .filter(|n| !n.contains('@') && n.chars().any(char::is_alphabetic));
        let from_mail = || person.email.as_deref().and_then(name_of_address);
        let at = match named.map(str::to_owned).or_else(from_mail) {
            Some(name) => self.add_name(&name),
            None => None,
        };
        let local = person.email.as_deref().and_then(|e| e.split('@').next());
        let handles: Vec<String> = person
            .handles
            .iter()
            .map(String::as_str)
            .chain(person.email.as_deref())
            .chain(local)
            .map(fold)
            .collect();
        let at = at
            .or_else(|| {
                handles
                    .iter()
                    .find_map(|h| self.known.iter().position(|k| k.others.contains(h)))
            })
            .unwrap_or_else(|| {
                let name = person
                    .handles
                    .first()
                    .cloned()
                    .or_else(|| local.map(str::to_owned))
                    .unwrap_or_default();
                self.known.push(Known {
                    parts: Vec::new(),
                    others: Vec::new(),
                    unnamed: true,
                    name,
                    organization: false,
                });
                self.known.len() - 1
            });
        let listed = self.known[at]
            .parts
            .first()
            .is_some_and(|p| look_up(p).given());
        self.known[at].organization |=
            at != 0 && (person.organization || !listed && impersonal(&self.known[at].name, local));
        for handle in handles {
            if !self.known[at].others.contains(&handle) {
                self.known[at].others.push(handle);
            }
        }
        at
    }

    /// Adds a name as written, or finds who bears it already; the fuller of the two names stays.
    fn add_name(&mut self, written: &str) -> Option<usize> {
        let (name, nickname) = clean(written);
        let parts = parts(&name);
        if parts.is_empty() {
            return None;
        }
        let at = match self.same(&parts) {
            Some(at) => {
                let known = &mut self.known[at];
                let spelled =
                    initial(&known.parts) && !initial(&parts) && parts.len() >= known.parts.len();
                let fuller = parts.len() > known.parts.len() && likely(&parts);
                if at != 0 && (fuller || spelled) {
                    let former = std::mem::replace(&mut known.parts, parts);
                    known.others.push(former.join(" "));
                    known.name = name;
                } else if parts != known.parts && parts.len() <= known.parts.len() {
                    known.others.push(parts.join(" "));
                }
                at
            }
            None => {
                self.known.push(Known {
                    name,
                    parts,
                    ..Known::default()
                });
                self.known.len() - 1
            }
        };
        if let Some(nickname) = nickname {
            self.known[at].others.push(fold(&nickname));
        }
        Some(at)
    }

    /// The one person whose name these words can be; none where nobody or more than one is.
    fn same(&self, parts: &[String]) -> Option<usize> {
        let joined = parts.join(" ");
        if let Some(at) = self
            .known
            .iter()
            .position(|k| k.parts == parts || k.others.contains(&joined))
        {
            return Some(at);
        }
        if self.known.len() > CROWD {
            return None;
        }
        let mut alike = (0..self.known.len()).filter(|&n| compatible(&self.known[n].parts, parts));
        let first = alike.next()?;
        alike.next().is_none().then_some(first)
    }

    /// Gives addresses and user names the name whose letters they are made of, where exactly one fits.
    fn settle_unnamed(&mut self) {
        for n in 0..self.known.len().min(CROWD) {
            if !self.known[n].unnamed {
                continue;
            }
            let handles = self.known[n].others.clone();
            let mut fits = (0..self.known.len()).filter(|&k| {
                !self.known[k].unnamed
                    && handles
                        .iter()
                        .any(|h| letters_of(h.split('@').next().unwrap_or(h), &self.known[k].parts))
            });
            if let (Some(k), None) = (fits.next(), fits.next()) {
                self.known[k].others.extend(handles);
                for id in &mut self.by_id {
                    if *id == n {
                        *id = k;
                    }
                }
                self.known[n].others.clear();
                self.known[n].name.clear();
            }
        }
    }

    fn index(&mut self) {
        let mut shared: Vec<(String, usize)> = Vec::new();
        for (n, known) in self.known.iter().enumerate() {
            if known.name.is_empty() {
                continue;
            }
            for form in known
                .others
                .iter()
                .cloned()
                .chain([known.parts.join(" "), fold(&known.name)])
            {
                if !form.is_empty() {
                    self.forms.entry(form).or_insert(n);
                }
            }
            if let [first, .., last] = known.parts.as_slice() {
                shared.push((format!("{first} {last}"), n));
                if first.chars().count() > 1 {
                    shared.push((first.clone(), n));
                }
            }
        }
        let surnames = self
            .known
            .iter()
            .enumerate()
            .filter(|(_, k)| k.parts.len() > 1 && !k.name.is_empty());
        let surnames: Vec<(String, usize)> = surnames
            .filter_map(|(n, k)| Some((k.parts.last()?.clone(), n)))
            .collect();
        self.share(shared);
        // a family name of two people, or that is also somebody's given name, means neither by itself
        let taken: Vec<_> = surnames
            .into_iter()
            .filter(|(form, _)| !self.forms.contains_key(form))
            .collect();
        self.share(taken);
        for form in self.forms.keys() {
            let words = form.split([' ']).count();
            let first = form.split(' ').next().unwrap_or(form).to_owned();
            let most = self.starts.entry(first).or_insert(0);
            *most = (*most).max(words);
        }
    }

    /// Registers forms that several people may share; those that are shared lead to a person known by no more than the
    /// form, so that it stays as written.
    fn share(&mut self, forms: Vec<(String, usize)>) {
        let mut owners: HashMap<String, Vec<usize>> = HashMap::new();
        for (form, n) in forms {
            let who = owners.entry(form).or_default();
            if !who.contains(&n) {
                who.push(n);
            }
        }
        let mut owners: Vec<_> = owners.into_iter().collect();
        owners.sort();
        for (form, who) in owners {
            if self.forms.contains_key(&form) {
                continue;
            }
            let n = match who.as_slice() {
                [one] => *one,
                [first, ..] => {
                    let written = self.known[*first]
                        .name
                        .split_whitespace()
                        .find(|w| fold(w) == form);
                    let name = written.map_or_else(|| form.clone(), str::to_owned);
                    self.known.push(Known {
                        name,
                        parts: vec![form.clone()],
                        ..Known::default()
                    });
                    self.known.len() - 1
                }
                [] => continue,
            };
            self.forms.insert(form, n);
        }
    }
}

/// A found name up to its first word that is no name: of "Ann Proposed" only "Ann".
fn surely(name: &str) -> &str {
    let mut end = 0;
    for (n, word) in name.split(' ').enumerate() {
        let e = look_up(&fold(word));
        if n > 0 && e.everyday() && !e.surname() && !e.given() {
            break;
        }
        end += word.len() + usize::from(n > 0);
    }
    &name[..end]
}

/// Whether nothing but one space stands between this token and the next.
fn touches(tokens: &[Token], at: usize) -> bool {
    tokens
        .get(at + 1)
        .is_some_and(|t| t.span.start == tokens[at].span.end + 1 && !t.line)
}

/// Whether the words behind a given name are a family name rather than "Ann Proposed".
fn likely(parts: &[String]) -> bool {
    parts.iter().skip(1).all(|p| {
        let e = look_up(p);
        !e.everyday() || e.surname()
    })
}

/// How much of a name a person of the structure has.
fn fullness(person: &Person) -> usize {
    person
        .name
        .as_deref()
        .map_or(0, |n| 1 + n.split_whitespace().count().min(4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::document::{Kind, Passage};
    use memo_common::api::SourceType;
    use proptest::prelude::*;

    fn document(people: &[(&str, &str, &str)], text: &str) -> Document {
        let mut document = Document::new(SourceType::Text);
        let given = |s: &'static str| (!s.is_empty()).then_some(s);
        for (name, email, handle) in people {
            let leak = |s: &str| -> &'static str { String::from(s).leak() };
            document.person(given(leak(name)), given(leak(email)), given(leak(handle)));
        }
        document
            .passages
            .push(Passage::new(Kind::Prose, text, 0..text.len()));
        document
    }

    fn names(people: &People, text: &str) -> Vec<String> {
        people
            .mentions(text)
            .into_iter()
            .map(|m| people.name(m.person).to_owned())
            .collect()
    }

    #[test]
    fn first_names_lead_to_full_names() {
        let text =
            "I met Zanele Dube and Bob Ortega. Zanele laughed; Ortega did not, and robert left.";
        let people = People::new(&document(&[], text), "Ada Quist");
        assert_eq!(
            names(&people, text),
            [
                "Zanele Dube",
                "Bob Ortega",
                "Zanele Dube",
                "Bob Ortega",
                "Bob Ortega"
            ]
        );
        assert_eq!(
            people.name(people.resolve("Robert Ortega").expect("is there")),
            "Bob Ortega"
        );
    }

    #[test]
    fn structure_gives_the_fullest_name() {
        let people = People::new(
            &document(
                &[
                    ("Lindqvist, Tove", "t.lindqvist@x.example", ""),
                    ("", "", "adaq"),
                    ("Sam Roe (he/him)", "", "sroe"),
                ],
                "Thanks Tove! @sroe and Piotr \"Pio\" Nowak agree. Pio signs.",
            ),
            "Ada Quist",
        );
        assert_eq!(people.name(people.of(0)), "Tove Lindqvist");
        assert_eq!(people.of(1), people.user());
        assert_eq!(people.name(people.of(2)), "Sam Roe");
        assert!(people.is_user("@adaq") && people.is_user("ada"));
        assert_eq!(
            names(&people, "@sroe told Tove and Pio"),
            ["Sam Roe", "Tove Lindqvist", "Piotr Nowak"]
        );
    }

    #[test]
    fn two_of_one_name_stay_as_written() {
        let text = "Anna Berg and Anna Holm came. Then Anna left.";
        let people = People::new(&document(&[], text), "Ada Quist");
        assert_eq!(names(&people, text), ["Anna Berg", "Anna Holm", "Anna"]);
    }

    #[test]
    fn lower_case_notes_name_people_too() {
        let text = "walked the loop with mikkel. mikkel was slow.\nthe will was good";
        let people = People::new(&document(&[], text), "Ada Quist");
        assert_eq!(names(&people, text), ["mikkel", "mikkel"]);
    }

    proptest! {
        #[test]
        fn never_panics(name in "\\PC{0,30}", text in "\\PC{0,200}") {
            let people = People::new(&document(&[(&name, "", ""), ("", &name, "")], &text), "Ada Quist");
            for m in people.mentions(&text) {
                prop_assert!(text.get(m.span).is_some());
            }
            let _ = people.resolve(&name);
        }
    }
}
