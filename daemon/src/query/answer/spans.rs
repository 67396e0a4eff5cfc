//! Stretches of a sentence that could be an answer, by what is asked for.

use super::{
    Source,
    currencies::{CURRENCIES, SIGNS, leads, money},
    passage::Sentence,
    question::Kind,
    times,
    words::Word,
};
use crate::extract::dates::{self, Anchor};
use memo_common::api::EntityType;
use std::ops::Range;

/// Whether a sentence holds something of the kind asked for.
pub(super) fn fits(kind: Kind, sentence: &Sentence, source: &Source) -> bool {
    let entity = |wanted: &[EntityType]| {
        source
            .content
            .entities
            .iter()
            .any(|e| wanted.contains(&e.kind) && sentence.text.contains(e.name.as_str()))
    };
    let has = |list: &[&str]| {
        sentence
            .words
            .iter()
            .any(|w| list.contains(&w.folded.as_str()))
    };
    let number = || sentence.words.iter().any(is_number);
    match kind {
        Kind::Date => times::times(sentence, source)
            .iter()
            .any(|t| t.anchor != Anchor::Clock),
        Kind::Clock => times::times(sentence, source)
            .iter()
            .any(|t| t.when.start.time().is_some()),
        Kind::Age => {
            number() && has(&["old", "turned", "turns", "age", "aged", "birthday"])
                || has(&["born", "birthday", "built", "founded"])
        }
        Kind::Between => !times::times(sentence, source).is_empty(),
        Kind::Duration | Kind::Ago => !dates::durations(sentence.text).is_empty(),
        Kind::Person => {
            entity(&[EntityType::Person])
                || source
                    .content
                    .participants
                    .iter()
                    .any(|p| sentence.text.contains(p.as_str()))
        }
        Kind::Place => {
            entity(&[EntityType::Location, EntityType::Organization])
                || source
                    .content
                    .place
                    .as_ref()
                    .is_some_and(|p| sentence.text.contains(p.as_str()))
                || has(&["in", "at", "from", "near"])
        }
        Kind::Count | Kind::Times => {
            number() || has(&["once", "twice", "couple", "first", "second", "third"])
        }
        Kind::Amount => number(),
        Kind::Money => money(sentence.text) || entity(&[EntityType::Money]),
        Kind::Reason => has(&[
            "because", "cause", "cos", "since", "so", "to", "due", "reason", "wanted", "want",
            "inspired", "reminds", "as",
        ]),
        Kind::Feeling => has(&[
            "feel",
            "felt",
            "feeling",
            "feels",
            "happy",
            "sad",
            "proud",
            "excited",
            "grateful",
            "thankful",
            "amazing",
            "awesome",
            "scared",
            "relieved",
            "nervous",
            "glad",
            "love",
            "loved",
            "great",
            "incredible",
            "tough",
            "stressed",
        ]),
        _ => true,
    }
}

/// Whether a word is a number, in digits or in words.
pub(super) fn is_number(word: &Word) -> bool {
    word.is_number() || NUMBERS.contains(&word.folded.as_str())
}

/// The numbers of a sentence, each with its sign or unit: sums of money where those are asked for.
pub(super) fn numbers(kind: Kind, sentence: &Sentence) -> Vec<Range<usize>> {
    let text = sentence.text;
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, word) in sentence.words.iter().enumerate() {
        // Digits grouped by spaces, and "320 mil", are one number.
        if !is_number(word) || is_name_part(text, word.span.start) {
            continue;
        }
        let mut span = word.span.clone();
        let before = text[..span.start].trim_end();
        let sign = before.chars().next_back().filter(|c| SIGNS.contains(c));
        for next in &sentence.words[at + 1..(at + 3).min(sentence.words.len())] {
            let beside = text[span.end..next.span.start].trim().is_empty();
            // A sum with its sign has its unit.
            let unit = !is_number(next) && !MAGNITUDES.contains(&next.folded.as_str());
            if !beside || next.stop || sign.is_some() && unit {
                break;
            }
            span.end = next.span.end;
            if !is_number(next) {
                break;
            }
        }
        if let Some(sign) = sign {
            // "NZ$12"
            let country = |c: char| c.is_ascii_uppercase();
            let bare = &before[..before.len() - sign.len_utf8()];
            span.start = bare.trim_end_matches(country).len();
        }
        // "EUR 14,400"
        let code = at.checked_sub(1).map(|n| &sentence.words[n]).filter(|w| {
            let beside = text[w.span.end..word.span.start].trim().is_empty();
            let own = &text[w.span.clone()];
            let capitals = own.bytes().all(|b| b.is_ascii_uppercase());
            let named = CURRENCIES.contains(&w.folded.as_str()) && capitals;
            beside && sign.is_none() && (named || leads(own))
        });
        if let Some(code) = code {
            span.start = code.span.start;
        }
        let after = text[span.end..].trim_start();
        let behind = |c: &char| SIGNS.contains(c) || matches!(c, '%' | '‰' | '°');
        if let Some(sign) = after.chars().next().filter(behind) {
            span.end = text.len() - after.len() + sign.len_utf8();
        }
        let inside = found.last().is_some_and(|f| f.end > span.start);
        if !inside && (kind != Kind::Money || money(&text[span.clone()])) {
            found.push(span);
        }
    }
    found
}

/// Whether the number at `at` is part of a name: "TR-311", "#41".
fn is_name_part(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let hyphened = before.strip_suffix('-');
    before.ends_with('#') || hyphened.is_some_and(|name| name.ends_with(char::is_alphabetic))
}

/// Words behind a number that are part of it.
const MAGNITUDES: [&str; 8] = [
    "hundred", "thousand", "million", "billion", "k", "m", "bn", "mil",
];

/// Small numbers in words, from one on in their order up to twenty; those of other languages that English has no word like.
pub(super) const NUMBERS: &[&str] = &[
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "dozen",
    "zwei",
    "drei",
    "vier",
    "funf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "zwolf",
    "zwanzig",
    "dreissig",
    "vierzig",
    "hundert",
    "dutzend",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "huit",
    "neuf",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "vingt",
    "trente",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "doce",
    "trece",
    "catorce",
    "veinte",
    "treinta",
    "docena",
    "quattro",
    "cinque",
    "sette",
    "otto",
    "nove",
    "dieci",
    "undici",
    "dodici",
    "tredici",
    "quindici",
    "venti",
    "trenta",
    "dozzina",
];
