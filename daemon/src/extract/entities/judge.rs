//! What a run of proper words is: cue words, the embedded lists and the tagger weighed against each other.

use super::cues::{Cue, Cues};
use super::lexicon;
use super::made::thing;
use super::single::single;
use super::token::Token;
use super::whereabouts::is_place_word;
use memo_common::api::EntityType;
use std::ops::Range;

/// What a run of proper words is; none where it is no name.
pub(super) fn judge(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    tagged: Option<EntityType>,
) -> Option<EntityType> {
    // "40 mA"
    if range.len() == 1 && !tokens[range.start].capital && tokens[range.start].camel_case(text) {
        return None;
    }
    let kind = by_words(text, tokens, range.clone(), tagged)?;
    let shown = match kind {
        EntityType::Person => thing(text, &tokens[range]),
        EntityType::Other => {
            thing(text, &tokens[range]).filter(|kind| *kind == EntityType::Product)
        }
        _ => None,
    };
    shown.or(Some(kind))
}

/// As [`judge`]. Cue words outweigh the tagger, the tagger the bare lists.
fn by_words(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    tagged: Option<EntityType>,
) -> Option<EntityType> {
    let parts: Vec<&Token> = tokens[range.clone()].iter().filter(|t| t.word).collect();
    let (&first, &last) = (parts.first()?, parts.last()?);
    if first.cues.has(Cue::Kin)
        && (parts.len() == 1 || first.entry.everyday() || !first.entry.given())
    {
        let called = parts.len() > 1 || !first.cues.has(Cue::KinBefore);
        return called.then_some(EntityType::Person);
    }
    // "Calder Pipes have quoted": no one person
    let mine = tokens[range.clone()]
        .iter()
        .all(|t| t.cues == Cues::default());
    let listed = first.entry.given() || parts.len() == 1 && first.entry.everyday();
    if mine && is_plural(tokens, &range) && !listed {
        return Some(EntityType::Organization);
    }
    if parts.len() == 1 {
        return single(text, tokens, range, first, tagged);
    }
    let name = Name {
        text,
        tokens,
        start: range.start,
        first,
        last,
        parts,
        tagged,
    };
    name.by_opening()
        .or_else(|| name.by_heads())
        .or_else(|| name.by_lists())
}

/// How words end that name a firm or a club in one word, folded.
const COMPOUNDS: [&str; 8] = [
    "versicherung",
    "gesellschaft",
    "stiftung",
    "verein",
    "verband",
    "genossenschaft",
    "sparkasse",
    "werke",
];

/// Words of buildings that hardly anybody is called by.
const BUILDINGS: [&str; 8] = [
    "house", "court", "lodge", "cottage", "farm", "street", "church", "school",
];

/// Whether a name that opens its sentence has a verb of several behind it: "Sidrolift are sending", but not "Ann have you".
fn is_plural(tokens: &[Token], range: &Range<usize>) -> bool {
    let word = |n: usize| tokens.get(n).map_or("", |t| t.folded.as_str());
    matches!(word(range.end), "are" | "have" | "were")
        && !matches!(word(range.end + 1), "you" | "u" | "we" | "they" | "i")
        && tokens[range.start].first
}

/// A name of several words.
struct Name<'t> {
    text: &'t str,
    tokens: &'t [Token],
    /// Its first token.
    start: usize,
    /// Its words; more than one.
    parts: Vec<&'t Token>,
    first: &'t Token,
    last: &'t Token,
    /// What the tagger takes it for.
    tagged: Option<EntityType>,
}

impl Name<'_> {
    /// What it is where the lists know all of it, or it begins or ends as only one kind of name does: a title, an initial,
    /// a town's code.
    fn by_opening(&self) -> Option<EntityType> {
        let joined: Vec<&str> = self.parts.iter().map(|p| p.folded.as_str()).collect();
        let entry = lexicon::look_up(&joined.join(" "));
        if entry.town() || entry.country() {
            return Some(EntityType::Location);
        }
        let (first, last) = (self.first, self.last);
        // "coach B" is no coach's name
        let letter = self.parts.len() == 2 && last.folded.chars().count() == 1;
        let titled = first.cues.has(Cue::Title)
            && !letter
            && !last.cues.any(&[Cue::OrgHead, Cue::PlaceHead]);
        if titled || self.has_initial() {
            return Some(EntityType::Person);
        }
        // a town and its code: "Akureyri AEY", "Portland OR"
        let code = self.parts.len() == 2 && last.all_capitals(self.text) && last.folded.len() <= 3;
        (code && first.entry.town()).then_some(EntityType::Location)
    }

    /// Whether it begins with an initial: "J. Addo", but not "cinema B. Rui".
    fn has_initial(&self) -> bool {
        let noun = self.start.checked_sub(1).is_some_and(|n| {
            let t = &self.tokens[n];
            t.word
                && !t.capital
                && t.cues == Cues::default()
                && self.text[t.span.end..].starts_with(' ')
        });
        !noun
            && self.first.folded.chars().count() == 1
            && self.tokens[self.start + 1].folded == "."
            && !self.last.entry.everyday()
            && !self.last.all_capitals(self.text)
    }

    /// What the word says that names a kind of thing ("Alder Street", "École des Lilas"), else that it is somebody.
    fn by_heads(&self) -> Option<EntityType> {
        let (first, last) = (self.first, self.last);
        let (digits, listed, person) = (self.ends_in_number(), self.is_listed(), self.is_person());
        if digits && self.is_address() {
            return Some(EntityType::Location);
        }
        // "Alder Street", "Harlow Pike LLP"; a surname may be such a word, too: "Ada Bridge"
        let met = self
            .start
            .checked_sub(1)
            .is_some_and(|n| self.tokens[n].cues.any(&[Cue::With, Cue::Contact]));
        let sure = !(listed
            && (met || !BUILDINGS.contains(&last.folded.as_str()))
            && last.entry.surname()
            && (met || self.tagged == Some(EntityType::Person) || !last.entry.everyday()));
        if self.is_turned() {
            return Some(EntityType::Person);
        }
        let head = [
            (Cue::OrgHead, EntityType::Organization),
            (Cue::PlaceHead, EntityType::Location),
            (Cue::EventHead, EntityType::Event),
        ];
        if let Some((_, kind)) = head.iter().find(|(cue, _)| sure && last.cues.has(*cue)) {
            return Some(*kind);
        }
        // "Alder Kunstversicherung"
        let compound = COMPOUNDS.iter().any(|end| last.folded.ends_with(end));
        // "École des Lilas", "Clínica Sol": the head comes first
        if compound || first.cues.has(Cue::OrgHead) && !digits && !listed {
            return Some(EntityType::Organization);
        }
        if first.cues.has(Cue::PlaceStart) && !person {
            return Some(EntityType::Location);
        }
        person.then_some(EntityType::Person)
    }

    /// Whether the lists know its first word for somebody's.
    fn is_listed(&self) -> bool {
        let (first, last) = (self.first.entry, self.last.entry);
        let given = first.given() && (!first.everyday() || !self.first.first || last.surname());
        // a town or a country that is a given name as well, or a given name with no family name behind it, gives way to
        // the tagger: "Houston Public Works", "Del Frisco"
        let doubtful = first.town() || first.country() || !last.surname();
        let outvoted = doubtful && self.tagged.is_some_and(|kind| kind != EntityType::Person);
        given && !outvoted
    }

    /// Whether it is a family name in capitals before a given name: "LEMMENS Saskia".
    fn is_turned(&self) -> bool {
        let (first, last) = (self.first, self.last);
        // "HMS Victoria", "MIT Austin"
        let family = first.all_capitals(self.text) && first.folded.chars().count() > 3;
        let plain =
            !first.entry.everyday() && !first.entry.given() && first.cues == Cues::default();
        let given = last.entry.given() && !last.entry.everyday() && !last.all_capitals(self.text);
        // "the HMS Victoria"
        let before = self.start.checked_sub(1).map(|n| &self.tokens[n]);
        let listed =
            first.first || before.is_none_or(|t| matches!(t.folded.as_str(), "," | ":" | ";"));
        self.parts.len() == 2 && family && plain && given && listed
    }

    /// Whether the lists or the tagger know somebody in it.
    fn is_person(&self) -> bool {
        let first = self.first;
        self.is_listed()
            || self.tagged == Some(EntityType::Person)
                && first.folded.chars().count() > 1
                && !first.entry.word()
                && !first.cues.any(&[Cue::PlaceStart, Cue::OrgHead])
    }

    /// Whether its last word is a number, or begins with one.
    fn ends_in_number(&self) -> bool {
        self.last.folded.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether its number is a house's.
    fn is_address(&self) -> bool {
        let before = self
            .start
            .checked_sub(1)
            .map_or("", |n| self.tokens[n].folded.as_str());
        // "on Fedora 40" is no address
        let listed_place = is_place_word(before) && before != "on" || matches!(before, "," | "(");
        // a house in a street of another language: "Skipholt 9", "Oude Houtlei 41"
        let number = &self.last.folded;
        let short = number.len() <= 3 && number.chars().all(|c| c.is_ascii_digit());
        let words = &self.parts[..self.parts.len() - 1];
        let plain =
            |p: &&Token| !p.entry.word() && !p.all_capitals(self.text) && !p.cues.has(Cue::Product);
        let street = short
            && words.iter().all(plain)
            && words.last().is_some_and(|p| p.folded.chars().count() >= 7);
        !self.first.entry.word() && listed_place || self.first.cues.has(Cue::PlaceStart) || street
    }

    /// What the tagger and the lists take it for, where nothing in it names a kind of thing; none for headings.
    fn by_lists(&self) -> Option<EntityType> {
        let (first, last) = (self.first, self.last);
        // a heading in capitals
        if self
            .parts
            .iter()
            .all(|p| p.entry.everyday() && p.all_capitals(self.text))
        {
            return None;
        }
        if let Some(kind) = self.tagged.filter(|kind| *kind != EntityType::Person) {
            return Some(kind);
        }
        if first.entry.town() || first.entry.country() {
            return Some(EntityType::Location);
        }
        // "Korg MS-20"
        let model = last.folded.contains('-')
            && last.folded.ends_with(|c: char| c.is_ascii_digit())
            && last.all_capitals(self.text);
        if model || self.parts.iter().any(|p| p.cues.has(Cue::Product)) {
            return Some(EntityType::Product);
        }
        if self.ends_in_number() {
            return (!first.first || !first.entry.everyday()).then_some(EntityType::Product);
        }
        if self.parts.len() == 2 && last.entry.surname() && !first.entry.everyday() {
            return Some(EntityType::Person);
        }
        // a capitalised heading is no name
        let unusual = self.parts.iter().filter(|p| !p.entry.everyday()).count();
        (unusual * 2 >= self.parts.len()).then_some(EntityType::Other)
    }
}
