//! Stretches of a sentence that could be an answer, by what is asked for.

use super::{Source, passage::Sentence, question::Kind, times};
use crate::extract::dates::{self, Anchor};
use memo_common::api::EntityType;

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
    let number = || {
        sentence
            .words
            .iter()
            .any(|w| w.is_number() || NUMBERS.contains(&w.folded.as_str()))
    };
    match kind {
        Kind::Date => times::times(sentence, source)
            .iter()
            .any(|t| t.anchor != Anchor::Clock),
        Kind::Clock => times::times(sentence, source)
            .iter()
            .any(|t| t.when.start.time().is_some()),
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

/// Whether a text names a sum: a number beside a currency.
fn money(text: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let sign = text.char_indices().any(|(at, c)| {
        matches!(c, '$' | '€' | '£' | '¥')
            && (text[at + c.len_utf8()..].trim_start().starts_with(digit)
                || text[..at].trim_end().ends_with(digit))
    });
    let lower = text.to_lowercase();
    sign || lower
        .split(|c: char| !c.is_alphanumeric())
        .any(|w| CURRENCIES.contains(&w) || CURRENCIES.contains(&w.trim_start_matches(digit)))
}

/// Currencies in words and codes, folded to lower case.
const CURRENCIES: &[&str] = &[
    "dollars", "dollar", "euro", "euros", "pounds", "quid", "francs", "kr", "kronor", "kroner",
    "usd", "eur", "gbp", "chf", "dkk", "sek", "nok", "zar", "jpy", "yen", "kč", "czk", "pln",
    "bucks", "cents", "grand", "k", "million", "dólares", "pesos", "gel", "inr", "rupees", "cad",
    "aud",
];

/// Small numbers in words.
pub(super) const NUMBERS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "fifteen", "twenty", "thirty", "forty", "fifty", "sixty", "hundred", "dozen",
];
