//! Times in running text: finds them, and resolves them against a reference.
//!
//! `text → tokens → grammar → resolve`:
//! - [`tokens`]: words, numbers and marks, each word with its sense from the [`lexicon`]
//! - [`number`], [`absolute`], [`named`], [`bare`]: calendar dates; [`relative`], [`turned`], [`counted`], [`beside`]:
//!   from today or from another date; [`anaphora`]: from the day told last; [`period`], [`parts`], [`feasts`],
//!   [`holidays`]: the calendar's larger parts and named days
//! - [`clock`], [`clock_forms`], [`clock_spoken`]: a time of day; [`occasion`]: what implies its half; [`hours_meant`]:
//!   what makes a bare number one
//! - [`moment`], [`pieces`]: date and time of day together; [`ranges`], [`day_ranges`]: from one to another; [`moved`]:
//!   where that is no length of time
//! - [`resolve`], [`units`]: what is missing (the year, which Friday), from the reference and the [`mod@lean`] of the words
//!   around, by their [`tense`]
//! - [`version`]: what only looks like a date
//! - [`order`](mod@order): whether `05/03` is 5 March; [`best`](mod@best): the time of an event told in several sentences
//!
//! English is covered fully; German, Spanish and French in the common forms; month names in a few more.

mod absolute;
mod anaphora;
mod bare;
mod beside;
mod best;
mod clock;
mod clock_forms;
mod clock_spoken;
mod counted;
mod day_ranges;
mod durations;
mod feasts;
mod holidays;
mod hours_meant;
mod lean;
mod lexicon;
mod moment;
mod moved;
mod named;
mod number;
mod occasion;
mod order;
mod parser;
mod parts;
mod period;
mod pieces;
mod ranges;
mod relative;
mod resolve;
mod tense;
mod tokens;
mod turned;
mod units;
mod version;

pub(crate) use best::at_hour;
pub use best::best;
pub use durations::{Duration, durations};
pub(crate) use lexicon::fold as lower;
pub use order::order;
pub use tense::lean;
pub(crate) use tense::looks_back;

use crate::when::When;
use jiff::civil::{Date, DateTime};
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
    /// What was told of last: what "the day before" and "that evening" count from.
    pub told: Told,
}

/// The days that a text told of last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// First and last of the day, or few days, that were told last.
    pub days: Option<(Date, Date)>,
    /// The few days that were told last: a weekday alone is the one among them.
    pub stay: Option<(Date, Date)>,
}

/// Days that a stay has at most for its weekdays to be known by name.
const STAY: i32 = 7;

impl Told {
    /// What is told of last after this time was.
    #[must_use]
    pub fn after(self, found: &Found) -> Self {
        let days = found.when.days();
        let length = (days.1 - days.0).get_days();
        if found.anchor < Anchor::Weekday || length >= STAY {
            return self;
        }
        Self {
            days: Some(days),
            stay: if length > 0 { Some(days) } else { self.stay },
        }
    }
}

impl Reference {
    /// A reference with nothing known but the time.
    pub fn at(now: DateTime) -> Self {
        Self {
            now,
            order: Order::default(),
            lean: None,
            told: Told::default(),
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
    /// A calendar date whose year is the nearest that fits: "3 May", "in March".
    Yearless,
    /// A feast whose year is the nearest that fits: "at Christmas".
    Feast,
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

/// Whether a text is in English, by its small words; in doubt it is.
pub(crate) fn is_english(text: &str) -> bool {
    lexicon::is_english(text)
}

/// Whether a text's small words are German ones, so that a capital says nothing of a noun.
pub(crate) fn is_german(text: &str) -> bool {
    lexicon::language(text) == lexicon::Language::German
}

/// Whether a text's small words are French or Spanish ones: a noun stands behind an article, before its adjective.
pub(crate) fn is_french_or_spanish(text: &str) -> bool {
    use lexicon::Language::{French, Spanish};
    matches!(lexicon::language(text), French | Spanish)
}

/// Texts are read in pieces of about this many bytes, so that memory stays bounded.
const PIECE: usize = 32 * 1024;

/// Every time in `text`, in order, not overlapping. A length of time alone ("two hours") is none: see [`durations`](fn@durations).
pub fn find(text: &str, reference: &Reference) -> Vec<Found> {
    let mut found = Vec::new();
    // most sentences say no time
    let Some(language) = lexicon::language_of_times(text) else {
        return found;
    };
    let mut reference = *reference;
    let mut from = 0;
    while from < text.len() {
        let to = piece_end(text, from);
        let tokens = tokens::tokens(&text[from..to], language);
        let parser = parser::Parser::new(&tokens, &reference, language);
        // "5,000 years ago" is no time that a memory could have.
        let all = moment::all(&parser).into_iter();
        for mut one in all.filter(|one| one.when.is_written()) {
            if let Some(end) = one.when.end
                && moved::is_moved(&text[from..to], &one.span)
            {
                one.when = When::at(end);
            }
            reference.told = reference.told.after(&one);
            one.span = one.span.start + from..one.span.end + from;
            found.push(one);
        }
        from = to;
    }
    found
}

/// The time that a heading is and little else: "Sunday 4 October 2026", but not "Notes from the fair on 4 October".
pub fn heading(text: &str, reference: &Reference) -> Option<Found> {
    /// Letters beside the day: a weekday of another language, a place, no title.
    const BESIDE: usize = 12;
    let mut found = find(text, reference).into_iter();
    let beside = |f: &Found| {
        let others = [&text[..f.span.start], &text[f.span.end..]];
        let letters = others.iter().flat_map(|o| o.chars());
        letters.filter(|c| c.is_alphabetic()).count()
    };
    found.find(|f| {
        let most = f.span.len() * 2 > text.len();
        f.anchor >= Anchor::Yearless && most && beside(f) <= BESIDE
    })
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
mod tests;
