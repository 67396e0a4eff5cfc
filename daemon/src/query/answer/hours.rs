//! The hour of a day that a question names: "on the morning of 3 May", "at noon on Monday".

use super::{Asked, Source, listing, words::Word};
use crate::when::When;
use jiff::civil::Time;

/// Parts of the day with the hours that they begin and end at; folded.
const PARTS: &[(&str, i8, i8)] = &[
    ("morning", 5, 12),
    ("breakfast", 6, 11),
    ("midday", 11, 14),
    ("noon", 11, 14),
    ("lunch", 11, 15),
    ("lunchtime", 11, 15),
    ("afternoon", 12, 18),
    ("evening", 17, 24),
    ("dinner", 17, 22),
    ("tonight", 17, 24),
    ("night", 20, 24),
];

/// Puts sentences first whose memories are of the hour that a question names together with its day: of several of one
/// day, one is asked about.
pub(super) fn order(asked: &Asked, text: &str) -> Vec<usize> {
    let mut order = asked.order.to_vec();
    let part = asked.question.words.iter().find_map(part);
    let period = listing::period(text, asked.today, None);
    let (Some((from, to)), Some(period)) = (part, period) else {
        return order;
    };
    let of_hour = |source: &Source| {
        let when: Option<When> = source.content.when.parse().ok();
        when.is_some_and(|when| {
            let (first, last) = when.days();
            first == last && period.holds(first) && overlaps(&when, from, to)
        })
    };
    order.sort_by_key(|&at| !of_hour(&asked.sources[asked.sentences[at].source]));
    order
}

fn part(word: &Word) -> Option<(i8, i8)> {
    let part = PARTS.iter().find(|(name, _, _)| *name == word.folded)?;
    Some((part.1, part.2))
}

/// Whether a time that has hours meets those of a part of the day.
fn overlaps(when: &When, from: i8, to: i8) -> bool {
    let Some(start) = when.start.time() else {
        return false;
    };
    let end = when.end.and_then(|end| end.time()).unwrap_or(start);
    let minutes = |time: Time| i32::from(time.hour()) * 60 + i32::from(time.minute());
    minutes(start) < i32::from(to) * 60 && minutes(end) >= i32::from(from) * 60
}
