//! Memories that contradict each other: the newest stands, and the answer says that it changed.

use super::{
    Asked, LEAST, numbers,
    passage::Sentence,
    say::Found,
    times, told,
    words::{Word, words},
};
use crate::when::When;
use jiff::civil::Date;
use std::collections::BTreeSet;

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

/// What a number that a memory tells became, where a newer one that is as likely to answer tells another of the same matter.
pub(super) fn newest(asked: &Asked, found: Found, best: usize) -> Found {
    let past = |w: &Word| BACK_THEN.contains(&w.folded.as_str());
    if asked.question.words.iter().any(past) {
        return found;
    }
    let value = |at: usize| {
        let source = &asked.sources[at];
        let (sentence, value) = told::held(asked, at)?;
        // Talk gives round numbers, and numbers of what is in a picture.
        let told = !sentence.asks && !sentence.spoken && !sentence.shown;
        let likely = source.likely().is_some_and(|likely| likely >= LEAST);
        let own = || source.content.when.parse::<When>().ok();
        let day = times::said(source).or_else(|| Some(own()?.days().0))?;
        (told && likely && numbers::tells(&value)).then_some((day, value, sentence))
    };
    let Some(first) = value(best) else {
        return found;
    };
    let matter = matter_of(first.2, &first.1);
    let mut values: Vec<(Date, String, usize)> = Vec::new();
    for (at, (day, value, sentence)) in
        (0..asked.sources.len()).filter_map(|at| Some((at, value(at)?)))
    {
        if unit(&value) == unit(&first.1) && (at == best || is_of(&matter, sentence, &value)) {
            values.push((day, value, at));
        }
    }
    values.sort();
    let Some((last, value, source)) = values.pop() else {
        return found;
    };
    let alike = |a: &str, b: &str| {
        let folded = |t: &str| -> Vec<String> { words(t).into_iter().map(|w| w.folded).collect() };
        folded(a) == folded(b)
    };
    let before = values.iter().rev();
    let mut before = before.filter(|v| v.0 < last && !alike(&v.1, &value));
    match before.next() {
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
