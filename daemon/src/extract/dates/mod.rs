//! Times in running text: finds them, and resolves them against a reference.
//!
//! `text → tokens → grammar → resolve`:
//! - [`tokens`]: words, numbers and marks, each word with its sense from the [`lexicon`]
//! - [`number`], [`absolute`], [`relative`], [`period`], [`holidays`]: a date, read from a token on
//! - [`clock`]: a time of day
//! - [`moment`]: date and time of day together, and ranges of them
//! - [`resolve`]: what is missing (the year, which Friday), from the reference and the [`lean`] of the sentence
//! - [`order`]: whether `05/03` is 5 March; [`best`]: the time of an event told in several sentences
//!
//! English is covered fully; German, Spanish and French in the common forms; month names in a few more.

mod absolute;
mod best;
mod clock;
mod durations;
mod holidays;
mod lean;
mod lexicon;
mod moment;
mod number;
mod order;
mod parser;
mod period;
mod relative;
mod resolve;
mod tokens;
mod units;

pub use best::best;
pub use durations::{Duration, durations};
pub use lean::lean;
pub use order::order;

use crate::when::When;
use jiff::civil::DateTime;
use std::ops::Range;

/// How `05/03` is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// 5 March.
    DayFirst,
    /// May 3rd.
    #[default]
    MonthFirst,
}

/// Whether a sentence looks back or ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lean {
    /// It tells what has happened: a bare "Friday" is the one before.
    Past,
    /// It plans: a bare "Friday" is the one to come.
    Future,
}

/// What relative and ambiguous words are read against.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// "Now" for "yesterday", "at 5", "next Friday".
    pub now: DateTime,
    /// How ambiguous number dates are meant.
    pub order: Order,
    /// Whether the text looks back or ahead, where the caller knows; else each sentence's own words decide,
    /// and in doubt the most recent weekday is meant.
    pub lean: Option<Lean>,
}

impl Reference {
    /// A reference with nothing known but the time.
    pub fn at(now: DateTime) -> Self {
        Self {
            now,
            order: Order::default(),
            lean: None,
        }
    }
}

/// What a time rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// "Now", "at the moment": the reference itself.
    Now,
    /// A time of day alone: the day is the reference's.
    Clock,
    /// A weekday alone.
    Weekday,
    /// Counted from the reference: "yesterday", "next week", "two days ago".
    Relative,
    /// A calendar date whose year is the nearest that fits: "3 May", "in March", "at Christmas".
    Yearless,
    /// A calendar date with its year.
    Absolute,
}

/// A time found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Bytes of the text that say it.
    pub span: Range<usize>,
    /// What they mean.
    pub when: When,
    /// What it rests on.
    pub anchor: Anchor,
    /// Whether the words themselves look back ("last", "ago") or ahead ("next", "in two days").
    pub lean: Option<Lean>,
}

/// Texts are read in pieces of about this many bytes, so that memory stays bounded.
const PIECE: usize = 32 * 1024;

/// Every time in `text`, in order, not overlapping. A length of time alone ("two hours") is none: see [`durations`].
pub fn find(text: &str, reference: &Reference) -> Vec<Found> {
    let language = lexicon::language(text);
    let mut found = Vec::new();
    let mut from = 0;
    while from < text.len() {
        let to = piece_end(text, from);
        let tokens = tokens::tokens(&text[from..to], language);
        let parser = parser::Parser::new(&tokens, reference);
        for mut one in moment::all(&parser) {
            one.span = one.span.start + from..one.span.end + from;
            found.push(one);
        }
        from = to;
    }
    found
}

/// Where the piece that begins at `from` ends: at a line's end where there is one, else after any white space.
fn piece_end(text: &str, from: usize) -> usize {
    if text.len() - from <= PIECE {
        return text.len();
    }
    let limit = text.floor_char_boundary(from + PIECE);
    let piece = &text[from..limit];
    piece
        .rfind('\n')
        .or_else(|| piece.rfind(' '))
        .map_or(limit, |at| from + at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reference() -> Reference {
        // a Wednesday
        Reference::at(jiff::civil::date(2024, 5, 8).at(10, 30, 0, 0))
    }

    fn check(cases: &[(&str, &[&str])]) {
        for (text, expected) in cases {
            let found: Vec<String> = find(text, &reference())
                .iter()
                .map(|f| f.when.to_string())
                .collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    #[test]
    fn leaves_alone_what_is_no_date() {
        check(&[
            ("You may march in the sun for a second.", &[]),
            ("Release 2024.19.3 runs on 10.0.12.5.", &[]),
            ("It cost $2019 or 12.50 a head.", &[]),
            ("Call 555-0134 or +44 20 7946 0018.", &[]),
            ("The first thing I did was sit.", &[]),
            ("Room 12, page 4 of 20, 3/4 cup", &[]),
            ("It took two hours.", &[]),
        ]);
    }

    #[test]
    fn finds_several_in_order() {
        check(&[(
            "Yesterday I wrote; on 3 June 2024 at 9.30am we meet, until next week.",
            &["2024-05-07", "2024-06-03 09:30", "2024-05-13/2024-05-19"],
        )]);
    }

    #[test]
    fn speaks_other_languages() {
        check(&[
            (
                "Wir treffen uns am 3. Juni um 17 Uhr.",
                &["2024-06-03 17:00"],
            ),
            (
                "Das war vor drei Tagen und nicht gestern Abend.",
                &["2024-05-05", "2024-05-07"],
            ),
            (
                "Nos vemos el 3 de junio de 2024 a las 5 de la tarde.",
                &["2024-06-03 17:00"],
            ),
            (
                "Nous nous sommes vus il y a trois jours, le lundi 6 mai.",
                &["2024-05-05", "2024-05-06"],
            ),
            (
                "Rendez-vous demain à 14h30 avec le groupe.",
                &["2024-05-09 14:30"],
            ),
        ]);
    }

    proptest! {
        #[test]
        fn never_panics_and_stays_in_bounds(text in ".{0,200}") {
            bounds(&text);
        }

        #[test]
        fn survives_any_order_of_its_words(words in prop::collection::vec(
            prop::sample::select(vec![
                "next", "last", "Friday", "3", "31", "2024", "May", "the", "of", "to", "-", "/", ".", ":", "30", "half",
                "past", "in", "weeks", "99999999", "ago", "from", "between", "and", "Easter", "Q1", "first", "end", "99",
                "century", "for", "hours", "since", "12", "am", "h", "'90s", "\n", "weekend", "after", "before", "0",
            ]), 0..40), spaced in any::<bool>()) {
            bounds(&words.join(if spaced { " " } else { "" }));
        }
    }

    fn bounds(text: &str) {
        let mut after = 0;
        for found in find(text, &reference()) {
            assert!(found.span.start >= after && found.span.end > found.span.start);
            assert!(text.get(found.span.clone()).is_some(), "{text:?} {found:?}");
            after = found.span.end;
        }
        for found in durations(text) {
            assert!(text.get(found.span).is_some());
        }
        order(text);
        lean(text);
    }
}
