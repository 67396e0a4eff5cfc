//! What a name of one word is.

use super::cues::{Cue, Cues};
use super::namesake;
use super::token::Token;
use super::whereabouts::{is_place_word, leads_to_place, moves};
use memo_common::api::EntityType;
use std::ops::Range;

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

/// What the one proper `word` in `range` is, by the words beside it and by itself; none where it is no name.
pub(super) fn single(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    word: &Token,
    tagged: Option<EntityType>,
) -> Option<EntityType> {
    let before = range
        .start
        .checked_sub(1)
        .map_or("", |n| tokens[n].folded.as_str());
    // "im Keller": no name has an article in German
    let article = matches!(before, "im" | "am" | "zum" | "zur" | "vom" | "beim" | "ins");
    let e = word.entry;
    let noun = word.cues.has(Cue::Venue) || e.surname() && !e.given() && !e.town();
    if article && noun {
        return None;
    }
    // "mit Kontrolle", "das Bild": a noun like any other
    let led = matches!(
        before,
        "mit" | "das" | "dem" | "des" | "ein" | "eine" | "einen" | "einem"
    );
    let unknown = (article || led) && !e.given() && !e.surname();
    let moved = before == "to" && moves(tokens, range.start - 1);
    let placed = moved || leads_to_place(tokens, range.start);
    let related = !placed && (Cues::of(before).has(Cue::Relation) || is_apposed(tokens, &range));
    let before = if placed { "in" } else { before };
    // "Makoa drove us home": an unlisted name of who does what only people do
    let unlisted = !(e.word() || e.town() || e.country() || word.all_capitals(text))
        && word.cues == Cues::default();
    let acts = tokens
        .get(range.end)
        .is_some_and(|t| HUMAN.contains(&t.folded.as_str()));
    // "Tiler came": whose trade it is
    let trade = word.first && !e.given() && !e.surname() && word.folded.ends_with("er");
    let acts = acts && !trade;
    if unlisted && (acts || related) && word.folded.chars().count() > 2 && before != "the" {
        return Some(EntityType::Person);
    }
    // "Valencia covers for me": a town does nothing to anybody
    let open = tokens[range.start].first || before == ",";
    if e.given() && !e.everyday() && open && (acts || acts_on_somebody(tokens, range.end)) {
        return Some(EntityType::Person);
    }
    let at = range.start;
    let namesake = namesake::is_name(tokens, at) || namesake::is_listed(tokens, at);
    if e.given() && (namesake || open && !trade && namesake::acts(tokens, at)) {
        return Some(EntityType::Person);
    }
    let kind = of_word(text, word, before, tagged)
        .filter(|kind| !unknown || *kind != EntityType::Person)?;
    // "up to the Dell": people have no article, but families do, and who is told of by more words
    let article = range.start > 0 && tokens[range.start - 1].folded == "the";
    let alone = tokens
        .get(range.end)
        .is_none_or(|t| !t.capital && t.folded != "'s" && !t.cues.any(&[Cue::Kin, Cue::Relation]));
    let led = range
        .start
        .checked_sub(2)
        .is_some_and(|n| is_place_word(&tokens[n].folded));
    Some(match kind {
        EntityType::Person if article && alone && !word.folded.ends_with('s') && led => {
            EntityType::Location
        }
        kind => kind,
    })
}

/// Whether a name stands in brackets behind what its bearer is: "our agent (Femi) met me", "my cousin there (Femi)".
fn is_apposed(tokens: &[Token], range: &Range<usize>) -> bool {
    let back = |k: usize| range.start.checked_sub(k).map(|n| &tokens[n]);
    let is = |t: Option<&Token>, sign: &str| t.is_some_and(|t| t.folded == sign);
    let what = |k: usize| {
        back(k).is_some_and(|t| t.cues.any(&[Cue::Host, Cue::Relation, Cue::Kin]) && !t.capital)
    };
    is(back(1), "(") && is(tokens.get(range.end), ")") && (what(2) || what(3))
}

/// Whether a verb of the present stands here whose object is somebody: "covers for me", "helps us".
fn acts_on_somebody(tokens: &[Token], at: usize) -> bool {
    let verb = |t: &Token| {
        t.word && !t.capital && t.folded.ends_with('s') && !t.cues.any(&[Cue::Function, Cue::Be])
    };
    let object = |t: &Token| matches!(t.folded.as_str(), "me" | "us" | "you" | "him" | "her");
    let rest = tokens.get(at..).unwrap_or_default();
    rest.first().is_some_and(verb) && rest[1..].iter().take(2).any(object)
}

/// How streets' names end where they are one word, folded.
const STREETS: [&str; 6] = ["strasse", "straße", "gasse", "allee", "straat", "gatan"];

/// What one capitalised word is behind the word `before`.
fn of_word(
    text: &str,
    word: &Token,
    before: &str,
    tagged: Option<EntityType>,
) -> Option<EntityType> {
    let e = word.entry;
    // "X-ray", "T-shirt", "S-Bahn"
    let lettered = word
        .folded
        .chars()
        .nth(1)
        .is_some_and(|c| matches!(c, '-' | '‑'));
    // "Oh, Christ."
    let oath = matches!(word.folded.as_str(), "christ" | "god" | "gosh" | "jeez");
    if word.cues.has(Cue::Title) || word.folded.chars().count() < 2 || lettered || oath {
        return None;
    }
    // "Lindenstraße"
    let street = |s: &str| word.folded.len() > s.len() + 2 && word.folded.ends_with(s);
    if STREETS.iter().any(|s| street(s)) {
        return Some(EntityType::Location);
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
    // nobody's name holds a number: "permit WX-2207"
    let numbered = word.folded.contains(|c: char| c.is_ascii_digit());
    let tagged = tagged.filter(|kind| !(numbered && *kind == EntityType::Person));
    // "la recojo en Atocha"
    if matches!(before, "en" | "in")
        && e.given()
        && !e.everyday()
        && tagged != Some(EntityType::Person)
    {
        return Some(EntityType::Location);
    }
    // where the lists say two things the tagger decides: "Houston", "Valencia"
    if let Some(kind) = tagged.filter(|_| e.given() && (e.town() || e.country())) {
        return Some(kind);
    }
    if e.given() && !e.word() && !(e.town() && is_place_word(before)) {
        return Some(EntityType::Person);
    }
    match tagged {
        // an unlisted word that opens a sentence is more often a word than a person
        Some(EntityType::Person) if word.first && !e.given() && !e.surname() => return None,
        Some(kind) => return Some(kind),
        None => {}
    }
    let place = is_place_word(before) && !matches!(before, "from" | "on" | "to");
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
