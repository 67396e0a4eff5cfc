//! Who there is in a document: the user, everybody whom its structure names, and everybody found by name in its text,
//! merged into one entry each.

use super::found::found;
use super::merge::fullness;
use super::written::{clean, parts, title};
use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::lexicon::{fold, look_up};
use crate::extract::entities::things::Things;
use crate::extract::entities::token::{Token, tokens};
use crate::ingest::document::{Document, Kind, PersonId};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Beyond so many people names are compared letter by letter alone, so that time stays linear.
pub(super) const CROWD: usize = 2_000;

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
pub(super) struct Known {
    /// Fullest name, as it is shown.
    pub(super) name: String,
    /// Folded words of the name without its title.
    pub(super) parts: Vec<String>,
    /// Further folded names: nicknames, handles, addresses.
    pub(super) others: Vec<String>,
    /// The name is an address or a user name, as nothing better is known.
    pub(super) unnamed: bool,
    /// A firm or a robot that writes like a person does.
    pub(super) organization: bool,
}

/// Everybody in one document.
#[derive(Clone, Debug)]
pub struct People {
    pub(super) known: Vec<Known>,
    /// By [`PersonId`] of the document.
    pub(super) by_id: Vec<usize>,
    /// Folded form, words parted by one space → who it is.
    pub(super) forms: HashMap<String, usize>,
    /// First word of a form → the most words of a form that begins so.
    pub(super) starts: HashMap<String, usize>,
    /// Forms that are somebody's initials.
    pub(super) initials: HashSet<String>,
    /// Those who talk.
    talkers: Vec<PersonRef>,
    /// How the forms of the user's names begin, up to their first sign that is no letter or digit.
    pub(super) user_words: HashSet<String>,
    /// What the document names besides.
    things: Things,
}

impl People {
    /// Gathers everybody whom the document's structure and text name. Linear in the text.
    pub fn new(document: &Document, user_name: &str) -> Self {
        let mut people = Self {
            known: Vec::new(),
            by_id: Vec::new(),
            forms: HashMap::new(),
            starts: HashMap::new(),
            initials: HashSet::new(),
            talkers: Vec::new(),
            user_words: HashSet::new(),
            things: Things::default(),
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
        let found = found(document);
        for name in found.people.iter().take(CROWD) {
            people.add_name(name);
        }
        people.things = found.things;
        people.settle_unnamed();
        let aliases = super::aliases::of_user(document, user_name);
        people.known[0].others.extend(aliases);
        people.index();
        let turns = document.passages.iter().filter(|p| p.kind == Kind::Turn);
        let mut talkers: Vec<PersonRef> = turns
            .filter_map(|p| p.speaker)
            .map(|id| people.of(id))
            .collect();
        talkers.sort();
        talkers.dedup();
        people.talkers = talkers;
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

    /// What the document names besides its people.
    pub(crate) fn things(&self) -> &Things {
        &self.things
    }

    /// Whether it is a firm or a robot that writes, and nobody.
    pub(crate) fn is_organization(&self, person: PersonRef) -> bool {
        self.known.get(person.0).is_some_and(|k| k.organization)
    }

    /// Those who talk in the document.
    pub(crate) fn talkers(&self) -> &[PersonRef] {
        &self.talkers
    }

    /// Whether their name begins with a listed given name.
    pub(crate) fn is_given(&self, person: PersonRef) -> bool {
        let first = self.known.get(person.0).and_then(|k| k.parts.first());
        first.is_some_and(|p| look_up(p).given())
    }

    /// Whether their name begins with a title.
    pub(crate) fn is_titled(&self, person: PersonRef) -> bool {
        let first = self.name(person).split_once(' ');
        first.is_some_and(|(first, _)| title(first))
    }

    /// Whether only an address or a user name is known.
    pub(crate) fn is_unnamed(&self, person: PersonRef) -> bool {
        self.known.get(person.0).is_some_and(|k| k.unnamed)
    }

    /// Whether their name may be none: it holds a word of firms', places' or events' names, or ends in an everyday word
    /// or a letter or two.
    pub(crate) fn is_doubtful(&self, person: PersonRef) -> bool {
        const HEADS: [Cue; 5] = [
            Cue::OrgHead,
            Cue::PlaceHead,
            Cue::EventHead,
            Cue::Function,
            Cue::Calendar,
        ];
        let parts = self.known.get(person.0).map_or(&[][..], |k| &k.parts);
        let behind = &parts[usize::from(parts.len() > 1)..];
        behind.iter().any(|p| Cues::of(p).any(&HEADS))
            || parts.last().is_some_and(|p| {
                let e = look_up(p);
                p.chars().count() < 3 || e.everyday() && !e.given()
            })
    }

    /// Everybody named in a text of this document, in order. Linear in the text.
    pub fn mentions(&self, text: &str) -> Vec<Mention> {
        self.mentions_in(&tokens(text))
    }

    /// Whether a text may name the user; `false` only where it does not. Much cheaper than to look for names.
    pub(crate) fn may_name_user(&self, text: &str) -> bool {
        text.split(|c: char| !c.is_alphanumeric()).any(|word| {
            !word.is_ascii()
                || self
                    .user_words
                    .iter()
                    .any(|known| word.eq_ignore_ascii_case(known))
        })
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
        if first.capital && title(&first.folded) {
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
        if self.initials.contains(&token.folded) {
            // Sizes, units and codes stand behind numbers.
            let counted = at
                .checked_sub(1)
                .is_some_and(|n| tokens[n].folded.starts_with(|c: char| c.is_ascii_digit()));
            return token.capital
                && !counted
                && !token
                    .cues
                    .any(&[Cue::Function, Cue::Calendar, Cue::Product]);
        }
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
}

/// Whether nothing but one space stands between this token and the next.
fn touches(tokens: &[Token], at: usize) -> bool {
    tokens
        .get(at + 1)
        .is_some_and(|t| t.span.start == tokens[at].span.end + 1 && !t.line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::document::Passage;
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
        let text = "called mrs brzoza about it. mrs brzoza has a jar.\nthe will was good";
        let people = People::new(&document(&[], text), "Ada Quist");
        assert_eq!(names(&people, text), ["mrs brzoza", "mrs brzoza"]);
    }

    #[test]
    fn names_of_no_list_are_known_by_where_they_stand() {
        let text = "I sold the boat to Qevvin Drostan. Walked with Zuqiri, past Brolmont.";
        let people = People::new(&document(&[], text), "Ada Quist");
        assert_eq!(names(&people, text), ["Qevvin Drostan", "Zuqiri"]);
    }

    #[test]
    fn a_second_family_name_may_be_left_out() {
        let text = "Marta Roca Vidal came, then D. Pedro Solans. Dña. Marta Roca spoke.";
        let people = People::new(&document(&[], text), "Marta Roca Vidal");
        assert_eq!(
            names(&people, text),
            ["Marta Roca Vidal", "Pedro Solans", "Marta Roca Vidal"]
        );
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
