//! Memories that contradict each other: the newest stands, and the answer says that it changed.

use super::{Asked, passage::Sentence, say::Found, times, words::words};
use crate::when::When;
use jiff::civil::Date;
use std::collections::BTreeSet;

/// A sentence with at least this share of what the question says is about the same matter.
const SAME_MATTER: f32 = 0.6;

/// Words that ask for how it was, not for how it is now; folded.
const BACK_THEN: &[&str] = &[
    "first",
    "original",
    "originally",
    "initially",
    "before",
    "was",
    "were",
    "did",
    "used",
    "old",
    "former",
    "earlier",
    "previous",
];

/// What a fact became, where a newer memory tells another value of the same matter: `read` gives a sentence's value.
pub(super) fn newest(asked: &Asked, found: Found, read: impl Fn(usize) -> Option<String>) -> Found {
    let Asked {
        question,
        scored,
        sources,
        order,
        ..
    } = *asked;
    let past = question
        .words
        .iter()
        .any(|w| BACK_THEN.contains(&w.folded.as_str()));
    if past {
        return found;
    }
    let day = |source: usize| -> Option<Date> {
        let own = || sources[source].content.when.parse::<When>().ok();
        times::said(&sources[source]).or_else(|| Some(own()?.days().0))
    };
    let mut values: Vec<(Date, String, usize)> = Vec::new();
    let mut matter: Option<BTreeSet<String>> = None;
    for &at in order {
        let sentence = &scored.sentences[at];
        let known = values.iter().any(|v| v.2 == sentence.source);
        // Talk gives round numbers, and numbers of what is in a picture.
        let told = !sentence.asks && !sentence.spoken && !sentence.shown;
        if known || !told || scored.has_of_question(at) < SAME_MATTER {
            continue;
        }
        if let (Some(value), Some(day)) = (read(at), day(sentence.source))
            && values.first().is_none_or(|v| unit(&v.1) == unit(&value))
            && matter.as_ref().is_none_or(|m| is_of(m, sentence, &value))
        {
            matter.get_or_insert_with(|| matter_of(sentence, &value));
            values.push((day, value, sentence.source));
        }
    }
    let alike = |a: &str, b: &str| {
        let folded = |t: &str| -> Vec<String> { words(t).into_iter().map(|w| w.folded).collect() };
        folded(a) == folded(b)
    };
    values.sort();
    let Some((last, value, source)) = values.pop() else {
        return found;
    };
    let before = values
        .iter()
        .rev()
        .find(|v| v.0 < last && !alike(&v.1, &value));
    match before {
        Some((day, old, from)) => {
            let day = When::day(*day).in_words();
            let words = format!("{value}; it changed, and was {old} on {day}");
            Found::of(words, source).and(*from)
        }
        None => found,
    }
}

/// Words that two sentences about one matter share at least; one of them alone ("boat") is met in many.
const SHARED: usize = 2;

/// Whether a sentence tells of the matter of which these are the words, its value's own left out.
fn is_of(matter: &BTreeSet<String>, sentence: &Sentence, value: &str) -> bool {
    let own = matter_of(sentence, value);
    let least = SHARED.min(own.len()).min(matter.len()).max(1);
    matter.intersection(&own).count() >= least
}

/// The words of a sentence that are no numbers, without those of its value.
fn matter_of(sentence: &Sentence, value: &str) -> BTreeSet<String> {
    let value = words(value);
    let content = sentence.said().filter(|w| !w.stop && !w.is_number());
    let content = content.filter(|w| !value.iter().any(|v| v.stem == w.stem));
    content.map(|w| w.stem.clone()).collect()
}

/// What a value is counted in: its words without numbers.
fn unit(value: &str) -> String {
    let letters = |c: &char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | ' ');
    value.chars().filter(letters).collect()
}
