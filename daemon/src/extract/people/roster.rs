//! Who there is in a document: the user, everybody whom its structure names, and everybody found by name in its text,
//! merged into one entry each.

use super::found::found;
use super::merge::fullness;
use super::written::{clean, parts, title};
use crate::extract::entities::cues::{Cue, Cues};
use crate::extract::entities::lexicon::{fold, look_up};
use crate::extract::entities::names::Named;
use crate::extract::entities::things::Things;
use crate::ingest::document::{Document, Kind, PersonId};
use crate::ingest::is_nameless;
use foldhash::{HashMap, HashMapExt};
use std::collections::HashSet;
use std::ops::Range;

/// Beyond so many people names are compared letter by letter alone, so that time stays linear.
pub(super) const CROWD: usize = 2_000;

/// Somebody in [`People`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonRef(pub(super) usize);

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
    pub(super) starts: HashMap<u32, usize>,
    /// Forms that are somebody's initials.
    pub(super) initials: HashSet<String>,
    /// Those who talk.
    talkers: Vec<PersonRef>,
    /// Whom a printed paper is about.
    subject: Option<PersonRef>,
    /// How the forms of the user's names begin, up to their first sign that is no letter or digit.
    pub(super) user_words: HashSet<String>,
    /// What the document names besides.
    things: Things,
    /// All names of each of its passages, in order.
    names: Vec<Vec<Named>>,
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
            subject: None,
            user_words: HashSet::new(),
            things: Things::default(),
            names: Vec::new(),
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
            // "JA" is Jean Ashworth, and nobody else
            if !people.has_initials(name) {
                people.add_name(name);
            }
        }
        people.things = found.things;
        people.names = found.names;
        people.settle_unnamed();
        people.settle_user(document);
        people.settle_mailbox(document);
        let aliases = super::aliases::of_user(document, user_name);
        people.known[0].others.extend(aliases);
        let logins = super::login::of_user(document, user_name, &people);
        people.known[0].others.extend(logins);
        people.index();
        let turns = document.passages.iter().filter(|p| p.kind == Kind::Turn);
        let mut talkers: Vec<PersonRef> = turns
            .filter_map(|p| p.speaker)
            .map(|id| people.of(id))
            .collect();
        talkers.sort();
        talkers.dedup();
        people.talkers = talkers;
        people.subject = super::subject::subject(document, &people);
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
            // "Speaker 1" and "Speaker 2" share their first word
            _ if is_nameless(name) => name,
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

    /// The names that lie in these bytes of a passage, in order, each judged by all of the passage.
    pub(crate) fn names_of(&self, passage: usize, part: &Range<usize>) -> &[Named] {
        let names = self.names.get(passage).map_or(&[][..], Vec::as_slice);
        let first = names.partition_point(|n| n.span.start < part.start);
        let last = names.partition_point(|n| n.span.end <= part.end);
        &names[first..last.max(first)]
    }

    /// Whether it is a firm or a robot that writes, and nobody.
    pub(crate) fn is_organization(&self, person: PersonRef) -> bool {
        self.known.get(person.0).is_some_and(|k| k.organization)
    }

    /// Those who talk in the document.
    pub(crate) fn talkers(&self) -> &[PersonRef] {
        &self.talkers
    }

    /// Whom a printed paper is about: a patient, a pupil.
    pub(crate) fn subject(&self) -> Option<PersonRef> {
        self.subject
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

    /// Whether a text may name the user; `false` only where it does not. Much cheaper than to look for names.
    pub(crate) fn may_name_user(&self, text: &str) -> bool {
        if !text.is_ascii() && text.chars().any(|c| !c.is_ascii() && c.is_alphanumeric()) {
            return true;
        }
        let is_known = |word: &[u8]| {
            let mut known = self.user_words.iter();
            known.any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
        };
        let mut words = text.as_bytes().split(|b| !b.is_ascii_alphanumeric());
        words.any(is_known)
    }
}
