//! Which lines of notes stand over others.

use super::super::{
    header, is_month,
    lines::{self, Line},
};
use super::block::Block;
use super::reader::Reader;
use super::{entry, numbered};
use crate::extract::dates::{self, Reference};
use crate::ingest::{Kind, Title};
use jiff::civil::{Date, DateTime};
use std::ops::Range;

/// A line shorter than this (characters) was ended on purpose; a longer one was wrapped.
pub(super) const WRAPPED: usize = 58;

/// Bytes of a day with its weekday, at most.
const DAY: usize = 40;

/// Lines that open with an hour, from which on these part the entries of a day.
pub(super) const LOG: usize = 2;

/// The hour with which a line opens, plain or as an item.
pub(super) fn hour_of(raw: &str) -> Option<jiff::civil::Time> {
    match lines::line(raw) {
        Line::Plain(text)
        | Line::Item {
            task: None, text, ..
        } => entry::hour(text),
        _ => None,
    }
}

/// Whether a plain line stands over the list that the next one begins: "Actions", "Still to buy:".
pub(super) fn heads_list(text: &str, next: &str) -> bool {
    lines::is_heading(text.trim_end_matches(':')) && matches!(lines::line(next), Line::Item { .. })
}

/// The heading that a section's number and name make, over the next line: "3.2.1 Roof"; of "25/14  RATS" the name.
pub(super) fn section<'t>(text: &'t str, next: &str) -> Option<&'t str> {
    let heading = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '/'));
    let number = &text[..text.len() - heading.len()];
    let title = heading.trim_start();
    // "3/7 Beans" and "3.5. Rain" are days, "4.5 hours of sleep" an amount
    let capitals = !title.contains(char::is_lowercase);
    let slashed = number.contains('/') && capitals;
    let dots = number.matches('.').count();
    let dotted = (dots >= 2 || dots == 1 && capitals) && !number.ends_with('.');
    // "6.0 A.O.B."
    let bare = if capitals {
        title.trim_end_matches('.')
    } else {
        title
    };
    let heads = (slashed || dotted) && heading.starts_with(' ') && lines::is_heading(bare);
    // "2.0 MATTERS ARISING" over "2.1 Robes."
    let whole = number.split_inclusive('.').next().unwrap_or_default();
    let below = dotted && whole.ends_with('.') && next.trim_start().starts_with(whole);
    let told = below || !next.trim().is_empty() && !next.starts_with(|c: char| c.is_ascii_digit());
    let begins = number.starts_with(|c: char| c.is_ascii_digit());
    (heads && begins && told).then_some(if slashed { title } else { text })
}

/// Whether a numbered line stands over what the next one tells of it: "2. Autumn fair", above "Raised £2,340."
pub(super) fn heads_point(raw: &str, text: &str, next: &str) -> bool {
    let numbered = raw.starts_with("TOP ") || raw.starts_with(|c: char| c.is_ascii_digit());
    let begins = |line: &str| line.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    numbered
        && raw.chars().count() < WRAPPED
        && lines::is_heading(text)
        && matches!(lines::line(next), Line::Plain(next) if begins(next))
}

/// Whether a heading is a day and little else: "Sunday, 4 October 2026".
pub(super) fn is_day(heading: &str, now: DateTime) -> bool {
    dates::heading(heading, &Reference::at(now)).is_some_and(|f| {
        let (first, last) = f.when.days();
        first == last
    })
}

/// Whether a line is a day with its year, and nothing else: "Jul 30, 2025".
fn is_whole_day(line: &str, reference: &Reference) -> bool {
    if line.len() > DAY || !line.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    dates::heading(line, reference).is_some_and(|f| {
        let (first, last) = f.when.days();
        first == last
            && f.anchor == dates::Anchor::Absolute
            && f.span.start == 0
            && f.span.end >= line.trim_end_matches(['.', ':']).len()
    })
}

/// Whether a line is the title of a note, with the day below on which it was made, as programs for notes export them.
pub(super) fn is_note(text: &str, next: &str, reference: &Reference) -> bool {
    let next = next.trim();
    !text.is_empty()
        && text.len() <= DAY
        && is_whole_day(next, reference)
        && !is_whole_day(text, reference)
}

/// Whether a text has several such.
pub(super) fn are_notes(text: &str, reference: &Reference) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let notes = (0..lines.len().saturating_sub(1)).filter(|n| {
        let above = n.checked_sub(1).map_or("", |n| lines[n]);
        let below = lines.get(n + 2).copied().unwrap_or_default();
        above.is_empty() && below.is_empty() && is_note(lines[*n], lines[n + 1], reference)
    });
    notes.take(2).count() == 2
}

/// "1. Lease" → "Lease", but "5 October" is a day.
pub(super) fn unnumbered(title: &str) -> &str {
    let rest = title.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ')');
    let numbered = rest.starts_with(' ') && rest.len() < title.len();
    match rest.split_whitespace().next() {
        Some(word) if numbered && !is_month(word) => rest.trim_start(),
        _ => title,
    }
}

/// Whether the next line makes this one a heading.
pub(super) fn underlined(next: &str) -> bool {
    let next = next.trim();
    next.len() >= 3 && next.starts_with(['=', '-']) && lines::is_rule(next) && !next.contains(' ')
}

/// The depth of a note's title, above the day on which it was made.
const NOTE: usize = 6;

impl Reader<'_> {
    /// Whether a line stands over what the next tells: the first over a log, any short one over a long sentence.
    pub(super) fn heads_text(&self, text: &str, next: &str) -> bool {
        /// Words of a heading right above its text, and characters of that text's first line.
        const SHORT: usize = 4;
        const LONG: usize = 60;
        let next = next.trim();
        let first = self.document.title.is_none() && self.document.passages.is_empty();
        let log = || {
            let item = match lines::line(next) {
                Line::Plain(text) | Line::Item { text, .. } => text,
                _ => return false,
            };
            let reference = self.written();
            let opens = |line| entry::opens(line, reference, self.series).is_some();
            opens(item) && !opens(text)
        };
        let sentence = || {
            text.split(' ').count() <= SHORT
                && next.chars().count() >= LONG
                && next.starts_with(char::is_uppercase)
                && matches!(lines::line(next), Line::Plain(_))
        };
        lines::is_heading(text) && (first && log() || sentence())
    }

    /// Whether a line is a day alone, over all that stands below it.
    pub(super) fn is_days(&self, text: &str) -> bool {
        self.series && entry::is_bare(text)
            || self.counted_day(text).is_some()
            || self.block.is_none() && is_whole_day(text, &self.written())
    }

    /// The day that a line counts, where another tells which day that is.
    pub(super) fn counted_day(&self, line: &str) -> Option<Date> {
        numbered::day(self.origin?, numbered::number(line)?)
    }

    /// What the last heading heads is over, where that is of this depth.
    pub(super) fn end(&mut self, depth: usize) {
        if self.headings.pop_if(|(d, _)| *d == depth).is_some() {
            self.thread += 1;
        }
    }

    pub(super) fn heading(&mut self, depth: usize, title: &str, span: Range<usize>) {
        self.close();
        self.tell_bare(depth);
        if let Some(day) = self.counted_day(title) {
            self.counted = Some(day);
        }
        let title = lines::plain(title);
        if self.document.title.is_none() && self.document.passages.is_empty() {
            self.bare = Some((depth, title.clone(), span));
            self.document.title = Some(title.into());
            return;
        }
        // A diary has no title: its first day stands over that day alone.
        if let Some(first) = self
            .document
            .title
            .take_if(|first| is_day(first, self.now) && is_day(&title, self.now))
        {
            for passage in &mut self.document.passages {
                passage.headings.insert(0, first.clone());
            }
        }
        self.headings.retain(|(d, _)| *d < depth);
        self.thread += 1;
        self.roll = header::Roll::of(&title);
        if self.roll.is_none() {
            self.bare = Some((depth, title.clone(), span));
            self.headings.push((depth, unnumbered(&title).into()));
        }
    }

    /// A note's title, below which no other's headings hold.
    pub(super) fn note(&mut self, title: &str, span: Range<usize>) {
        self.close();
        self.tell_bare(NOTE);
        self.headings.clear();
        self.thread += 1;
        let title = lines::plain(title);
        self.bare = Some((NOTE, title.clone(), span));
        self.headings.push((NOTE, title.into()));
    }

    /// A heading that nothing came under, neither text nor a heading of its own, was a note itself.
    pub(super) fn tell_bare(&mut self, next: usize) {
        let Some((depth, text, span)) = self.bare.take() else {
            return;
        };
        if next > depth {
            return;
        }
        let heading = Title::from(unnumbered(&text));
        self.headings.retain(|(_, t)| *t != heading);
        if self.document.title == Some(Title::from(&text)) {
            self.document.title = None;
        }
        let kind = Kind::Prose;
        let width = text.chars().count();
        self.block = Some(Block {
            kind,
            text,
            span,
            width,
        });
        self.close();
    }
}
