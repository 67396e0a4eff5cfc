//! What a run of proper words is: cue words, the embedded lists and the tagger weighed against each other.

use super::cues::{Cue, Cues};
use super::lexicon;
use super::token::Token;
use memo_common::api::EntityType;
use std::ops::Range;

/// What somebody is to another: an unlisted name behind it is theirs.
const RELATIONS: [&str; 24] = [
    "cousin",
    "brother",
    "sister",
    "husband",
    "wife",
    "partner",
    "boyfriend",
    "girlfriend",
    "fiance",
    "fiancee",
    "son",
    "daughter",
    "nephew",
    "niece",
    "friend",
    "neighbour",
    "neighbor",
    "flatmate",
    "roommate",
    "classmate",
    "teammate",
    "colleague",
    "boss",
    "mate",
];

/// What only people do, as a rule.
const HUMAN: [&str; 44] = [
    "drove",
    "told",
    "brought",
    "cooked",
    "laughed",
    "cried",
    "phoned",
    "rang",
    "wrote",
    "gave",
    "took",
    "met",
    "sat",
    "slept",
    "ate",
    "sang",
    "danced",
    "swam",
    "drank",
    "rode",
    "wept",
    "woke",
    "spoke",
    "taught",
    "stood",
    "came",
    "said",
    "says",
    "asked",
    "thinks",
    "thought",
    "wants",
    "forgot",
    "reckons",
    "smiled",
    "waved",
    "texted",
    "whispered",
    "shouted",
    "quoted",
    "fetched",
    "walked",
    "hugged",
    "joked",
];

/// What a run of proper words is; none where it is no name. Cue words outweigh the tagger, the tagger the bare lists.
pub(super) fn judge(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    tagged: Option<EntityType>,
) -> Option<EntityType> {
    let parts: Vec<&Token> = tokens[range.clone()].iter().filter(|t| t.word).collect();
    let (first, last) = (parts.first()?, parts.last()?);
    if first.cues.has(Cue::Kin)
        && (parts.len() == 1 || first.entry.everyday() || !first.entry.given())
    {
        let called = parts.len() > 1 || !first.cues.has(Cue::KinBefore);
        return called.then_some(EntityType::Person);
    }
    let before = range
        .start
        .checked_sub(1)
        .map_or("", |n| tokens[n].folded.as_str());
    if parts.len() == 1 {
        let moved = before == "to" && moves(tokens, range.start - 1);
        let before = if moved || there(tokens, range.start) {
            "in"
        } else {
            before
        };
        // "Makoa drove us home": an unlisted name of who does what only people do
        let e = first.entry;
        let unlisted = !(e.word() || e.town() || e.country() || first.all_capitals(text))
            && first.cues == Cues::default();
        let acts = tokens
            .get(range.end)
            .is_some_and(|t| HUMAN.contains(&t.folded.as_str()));
        let related = RELATIONS.contains(&before);
        if unlisted && (acts || related) && first.folded.chars().count() > 2 && before != "the" {
            return Some(EntityType::Person);
        }
        return single(text, first, before, tagged);
    }
    let joined: Vec<&str> = parts.iter().map(|p| p.folded.as_str()).collect();
    let entry = lexicon::look_up(&joined.join(" "));
    if entry.town() || entry.country() {
        return Some(EntityType::Location);
    }
    if first.cues.has(Cue::Title) && !last.cues.any(&[Cue::OrgHead, Cue::PlaceHead]) {
        return Some(EntityType::Person);
    }
    // "J. Addo", but not "cinema B. Rui"
    let noun = range.start.checked_sub(1).is_some_and(|n| {
        let t = &tokens[n];
        t.word && !t.capital && t.cues == Cues::default() && text[t.span.end..].starts_with(' ')
    });
    let initial = !noun
        && first.folded.chars().count() == 1
        && tokens[range.start + 1].folded == "."
        && !last.entry.everyday()
        && !last.all_capitals(text);
    if initial {
        return Some(EntityType::Person);
    }
    // a town and its code: "Akureyri AEY", "Portland OR"
    let code = parts.len() == 2 && last.all_capitals(text) && last.folded.len() <= 3;
    if code && first.entry.town() {
        return Some(EntityType::Location);
    }
    let listed =
        first.entry.given() && (!first.entry.everyday() || !first.first || last.entry.surname());
    // a town or a country that is a given name as well, or a given name with no family name behind it, gives way to the
    // tagger: "Houston Public Works", "Del Frisco"
    let doubtful = first.entry.town() || first.entry.country() || !last.entry.surname();
    let outvoted = doubtful && tagged.is_some_and(|kind| kind != EntityType::Person);
    let listed = listed && !outvoted;
    let person = listed
        || tagged == Some(EntityType::Person)
            && first.folded.chars().count() > 1
            && !first.entry.word()
            && !first.cues.any(&[Cue::PlaceStart, Cue::OrgHead]);
    let digits = last.folded.starts_with(|c: char| c.is_ascii_digit());
    let listed_place = place_word(before) || matches!(before, "," | "(");
    // a house in a street of another language: "Skipholt 9", "Oude Houtlei 41"
    let short = last.folded.len() <= 3 && last.folded.chars().all(|c| c.is_ascii_digit());
    let street = short
        && parts[..parts.len() - 1]
            .iter()
            .all(|p| !p.entry.word() && !p.all_capitals(text) && !p.cues.has(Cue::Product))
        && parts[parts.len() - 2].folded.chars().count() >= 7;
    let house = !first.entry.word() && listed_place || first.cues.has(Cue::PlaceStart) || street;
    if digits && house {
        return Some(EntityType::Location);
    }
    // "Alder Street", "Harlow Pike LLP"; a surname may be such a word, too: "Ada Bridge"
    let sure = !(listed
        && last.entry.surname()
        && (tagged == Some(EntityType::Person) || !last.entry.everyday()));
    let head = [
        (Cue::OrgHead, EntityType::Organization),
        (Cue::PlaceHead, EntityType::Location),
        (Cue::EventHead, EntityType::Event),
    ];
    if let Some((_, kind)) = head.iter().find(|(cue, _)| sure && last.cues.has(*cue)) {
        return Some(*kind);
    }
    // "École des Lilas", "Clínica Sol": the head comes first
    if first.cues.has(Cue::OrgHead) && !digits && !listed {
        return Some(EntityType::Organization);
    }
    if first.cues.has(Cue::PlaceStart) && !person {
        return Some(EntityType::Location);
    }
    if person {
        return Some(EntityType::Person);
    }
    // a heading in capitals
    if parts
        .iter()
        .all(|p| p.entry.everyday() && p.all_capitals(text))
    {
        return None;
    }
    if let Some(kind) = tagged.filter(|kind| *kind != EntityType::Person) {
        return Some(kind);
    }
    if first.entry.town() || first.entry.country() {
        return Some(EntityType::Location);
    }
    if parts.iter().any(|p| p.cues.has(Cue::Product)) {
        return Some(EntityType::Product);
    }
    // "Korg MS-20"
    let model = last.folded.contains('-')
        && last.folded.ends_with(|c: char| c.is_ascii_digit())
        && last.all_capitals(text);
    if model {
        return Some(EntityType::Product);
    }
    if digits {
        return (!first.first || !first.entry.everyday()).then_some(EntityType::Product);
    }
    if parts.len() == 2 && last.entry.surname() && !first.entry.everyday() {
        return Some(EntityType::Person);
    }
    // a capitalised heading is no name
    let unusual = parts.iter().filter(|p| !p.entry.everyday()).count();
    (unusual * 2 >= parts.len()).then_some(EntityType::Other)
}

/// Whether a place can stand here though no preposition leads to it: "in the Tejo", "the harbour, Lønvik", "Aberwen →
/// Lønvik".
fn there(tokens: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|n| &tokens[n]) else {
        return false;
    };
    let earlier = at.checked_sub(2).map(|n| &tokens[n]);
    let after = tokens.get(at + 1);
    match before.folded.as_str() {
        "→" => true,
        "the" => earlier.is_some_and(|t| matches!(t.folded.as_str(), "in" | "near" | "on")),
        "," => {
            let venue = earlier.is_some_and(|t| {
                t.cues.any(&[Cue::PlaceHead, Cue::Venue, Cue::EventHead])
                    || t.entry.town() && !t.entry.given() && t.capital
                    || t.folded.starts_with(|c: char| c.is_ascii_digit())
            });
            venue
                && after
                    .is_none_or(|t| t.line || matches!(t.folded.as_str(), "." | "," | ";" | ")"))
        }
        _ => after.is_some_and(|t| t.folded == "→"),
    }
}

/// Whether somebody moves: "train to", "drove to", "back to".
pub(crate) fn moves(tokens: &[Token], at: usize) -> bool {
    tokens[at.saturating_sub(4)..at].iter().any(|t| {
        matches!(
            t.folded.as_str(),
            "went"
                | "go"
                | "going"
                | "drove"
                | "walked"
                | "hiked"
                | "flew"
                | "cycled"
                | "ran"
                | "climbed"
                | "moved"
                | "travelled"
                | "traveled"
                | "trip"
                | "up"
                | "back"
                | "down"
                | "came"
                | "hike"
                | "walk"
                | "drive"
                | "sailed"
                | "biked"
                | "headed"
                | "us"
                | "train"
                | "bus"
                | "flight"
                | "ferry"
                | "fly"
                | "travel"
                | "ride"
                | "ticket"
                | "come"
                | "coming"
                | "bring"
                | "brought"
                | "take"
                | "took"
                | "taking"
                | "arrived"
        )
    })
}

/// Words behind which a place stands.
fn place_word(before: &str) -> bool {
    matches!(
        before,
        "in" | "at"
            | "near"
            | "to"
            | "towards"
            | "around"
            | "through"
            | "on"
            | "en"
            | "nach"
            | "aus"
            | "from"
    )
}

/// What one capitalised word is.
fn single(
    text: &str,
    word: &Token,
    before: &str,
    tagged: Option<EntityType>,
) -> Option<EntityType> {
    let e = word.entry;
    if word.cues.has(Cue::Title) || word.folded.chars().count() < 2 {
        return None;
    }
    if word.cues.has(Cue::Product) && (!e.word() || !word.first) {
        return Some(EntityType::Product);
    }
    // an everyday word that opens a sentence is that word, unless the tagger knows a name of people in it
    let name = tagged == Some(EntityType::Person) && e.given() && e.surname();
    if e.everyday() && word.first && !name
        || e.word() && word.first && !e.given() && tagged.is_none()
    {
        return None;
    }
    if e.country() || e.town() && !e.given() && !e.surname() && !e.word() {
        return Some(EntityType::Location);
    }
    if e.town() && !e.everyday() && matches!(before, "in" | "en" | "near" | "nach") {
        return Some(EntityType::Location);
    }
    // where the lists say two things the tagger decides: "Houston", "Valencia"
    if let Some(kind) = tagged.filter(|_| e.given() && (e.town() || e.country())) {
        return Some(kind);
    }
    if e.given() && !e.word() && !(e.town() && place_word(before)) {
        return Some(EntityType::Person);
    }
    match tagged {
        // an unlisted word that opens a sentence is more often a word than a person
        Some(EntityType::Person) if word.first && !e.given() && !e.surname() => return None,
        Some(kind) => return Some(kind),
        None => {}
    }
    let place = place_word(before) && !matches!(before, "from" | "on" | "to");
    if place && (e.town() || !e.word() && !word.all_capitals(text)) {
        return Some(EntityType::Location);
    }
    if e.given() {
        return Some(EntityType::Person);
    }
    if e.town() && !e.everyday() {
        return Some(EntityType::Location);
    }
    if e.word() {
        return None;
    }
    if word.all_capitals(text) {
        let digits = word.folded.contains(|c: char| c.is_ascii_digit());
        return Some(if digits {
            EntityType::Product
        } else {
            EntityType::Organization
        });
    }
    (!word.first).then_some(if e.surname() {
        EntityType::Person
    } else {
        EntityType::Other
    })
}
