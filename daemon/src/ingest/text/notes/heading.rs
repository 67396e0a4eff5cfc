//! Which lines of notes stand over others.

use super::super::{
    header, is_month,
    lines::{self, Line},
};
use super::block::Block;
use super::entry;
use super::reader::Reader;
use crate::extract::dates::{self, Reference};
use crate::ingest::{Kind, Title};
use jiff::civil::DateTime;
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
            let opens = |line| entry::opens(line, reference).is_some();
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
        self.block.is_none() && is_whole_day(text, &self.written())
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
