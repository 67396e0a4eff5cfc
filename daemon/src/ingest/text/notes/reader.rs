//! Lines → passages: headings are kept open, lines that go on are joined, items stand alone.

use super::super::{
    header, is_month,
    lines::{self, Line},
};
use super::entry;
use crate::extract::dates::{self, Order, Reference};
use crate::ingest::furniture::{self, Medium};
use crate::ingest::{Document, Kind, Passage, tables};
use crate::when::When;
use jiff::civil::{Date, DateTime};
use memo_common::api::SourceType;
use std::ops::Range;

/// A line shorter than this (characters) was ended on purpose; a longer one was wrapped.
const WRAPPED: usize = 58;

/// Longest line (characters) of a text whose lines are wrapped; where one is longer, every line was ended on purpose.
const COLUMNS: usize = 120;

/// The depth of a numbered line over what is told of it: below every other heading,
const POINT: usize = 8;

/// and that of a line over a list or a paragraph: what it heads ends with these.
const LIST: usize = 9;

/// Headings of lists that a template puts into every day's note.
const TEMPLATE: [&str; 6] = [
    "habits",
    "habit tracker",
    "daily habits",
    "daily checklist",
    "trackers",
    "navigation",
];

/// A paragraph that is being gathered.
struct Block {
    kind: Kind,
    text: String,
    span: Range<usize>,
    /// Characters of the last line: a short one was ended on purpose.
    width: usize,
}

pub(super) struct Reader<'a> {
    text: &'a str,
    pub(super) document: Document,
    /// Open headings with their depth.
    headings: Vec<(usize, String)>,
    block: Option<Block>,
    thread: u32,
    /// A list of people that the next lines go on with.
    pub(super) roll: Option<header::Roll>,
    /// The last heading, with its depth, while nothing stands under it.
    bare: Option<(usize, String, Range<usize>)>,
    /// Whether long lines go on in the next.
    wraps: bool,
    /// What a day without a year is read against, and in which order its numbers stand.
    now: DateTime,
    order: Order,
    /// Whether lines open with their hours.
    hours: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, now: DateTime, order: Order) -> Self {
        Self {
            text,
            document: Document::new(SourceType::Text),
            headings: Vec::new(),
            block: None,
            thread: 0,
            roll: None,
            bare: None,
            wraps: text.lines().all(|line| line.chars().nth(COLUMNS).is_none()),
            now,
            order,
            hours: text
                .lines()
                .filter(|l| hour_of(l).is_some())
                .take(LOG)
                .count()
                == LOG,
        }
    }

    /// All that was read.
    pub(super) fn finish(mut self) -> Document {
        self.close();
        self.tell_bare(0);
        self.document
    }

    /// Takes a line; true where it was content (so that the header is over).
    pub(super) fn line(&mut self, raw: &str, span: Range<usize>, next: &str) -> bool {
        let line = lines::line(raw);
        if self.roll_call(line) {
            return false;
        }
        match line {
            Line::Blank => {
                self.close();
                false
            }
            Line::Heading(depth, title) => {
                self.heading(depth, title, span);
                false
            }
            Line::Plain(text) if self.block.is_none() && underlined(next) && !text.is_empty() => {
                self.heading(if next.trim().starts_with('=') { 1 } else { 2 }, text, span);
                false
            }
            Line::Plain(text)
                if self.block.is_none()
                    && next.trim().is_empty()
                    && (lines::is_heading(text)
                        || self.document.title.is_none()
                            && self.document.passages.is_empty()
                            && lines::is_title(text)) =>
            {
                self.heading(
                    if self.document.title.is_none() { 1 } else { 2 },
                    text,
                    span,
                );
                false
            }
            Line::Plain(text) if self.block.is_none() && self.heads_text(text, next) => {
                self.end(LIST);
                self.heading(
                    if self.document.title.is_none() {
                        1
                    } else {
                        LIST
                    },
                    text,
                    span,
                );
                false
            }
            Line::Plain(text) if self.block.is_none() && heads_list(text, next) => {
                self.end(LIST);
                self.heading(LIST, text.trim_end_matches(':'), span);
                false
            }
            Line::Plain(text) if self.block.is_none() && section(text, next).is_some() => {
                self.end(LIST);
                self.heading(POINT, section(text, next).unwrap_or(text), span);
                false
            }
            Line::Item {
                task: None, text, ..
            } if heads_point(raw, text, next) => {
                self.end(LIST);
                self.heading(POINT, text, span);
                false
            }
            Line::Item { task, indent, text } => {
                // An item that goes deeper belongs to the one above it.
                if indent >= 2
                    && let Some(block) = &mut self.block
                    && matches!(block.kind, Kind::Item { .. })
                    && task.is_none()
                {
                    block.text.push_str("; ");
                    block.text.push_str(&lines::plain(text));
                    block.span.end = span.end;
                    return true;
                }
                self.close();
                self.open(Kind::Item { task }, text, span);
                true
            }
            Line::Row(text) => {
                let cells: Vec<String> = text
                    .trim_matches('|')
                    .split('|')
                    .map(|c| lines::plain(c.trim()))
                    .filter(|c| !c.is_empty() && !c.chars().all(|c| matches!(c, '-' | ':' | ' ')))
                    .collect();
                if !cells.is_empty() {
                    let line = cells.join(", ");
                    self.go_on(&line, span, true);
                }
                true
            }
            Line::Plain(text) => {
                if self.block.is_none() && self.bare.is_none() {
                    self.end(LIST);
                    // "Next meeting: …" is no part of the last point
                    if lines::field(text).is_some() {
                        self.end(POINT);
                    }
                }
                // the next line of a log
                let hour = self.hours && entry::hour(text).is_some();
                if hour || entry::opens(text, self.written()).is_some() {
                    self.close();
                }
                self.go_on(text, span, false);
                true
            }
        }
    }

    /// What the last heading heads is over, where that is of this depth.
    fn end(&mut self, depth: usize) {
        if self.headings.pop_if(|(d, _)| *d == depth).is_some() {
            self.thread += 1;
        }
    }

    /// Whether a line stands over what the next tells: the first over a log, any short one over a long sentence.
    fn heads_text(&self, text: &str, next: &str) -> bool {
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
            entry::opens(item, reference).is_some() && entry::opens(text, reference).is_none()
        };
        let sentence = || {
            text.split(' ').count() <= SHORT
                && next.chars().count() >= LONG
                && next.starts_with(char::is_uppercase)
                && matches!(lines::line(next), Line::Plain(_))
        };
        lines::is_heading(text) && (first && log() || sentence())
    }

    /// The day that the nearest heading is, or the title, or on which the notes were written.
    fn day(&self) -> Option<Date> {
        let headings = self.headings.iter().rev().map(|(_, title)| title);
        let day = |title: &String| {
            let found = dates::heading(title, &self.written())?;
            Some(found.when.start.first_day())
        };
        let headed = headings.chain(&self.document.title).find_map(day);
        headed.or_else(|| self.document.written.map(|w| w.start.first_day()))
    }

    /// What days of entries are read against.
    fn written(&self) -> Reference {
        let written = self.document.written.map(|w| w.days().1);
        Reference {
            order: self.order,
            ..Reference::at(written.map_or(self.now, |day| day.to_datetime(self.now.time())))
        }
    }

    /// Takes a table: each row is a thing by itself.
    pub(super) fn table(&mut self, table: tables::Table) {
        self.close();
        for row in table.rows {
            self.open(Kind::Item { task: None }, &row.text, row.span.clone());
            self.close();
            if let Some(passage) = self.document.passages.last_mut()
                && passage.span.end == row.span.end
            {
                passage.place = row.place;
            }
        }
    }

    fn go_on(&mut self, text: &str, span: Range<usize>, own_line: bool) {
        match &mut self.block {
            Some(block) => {
                let wrapped = self.wraps && block.width >= WRAPPED && !own_line;
                block.text.push(if wrapped { ' ' } else { '\n' });
                block.text.push_str(&lines::plain(text));
                block.span.end = span.end;
                block.width = if own_line { 0 } else { text.chars().count() };
            }
            None => self.open(Kind::Prose, text, span),
        }
    }

    fn open(&mut self, kind: Kind, text: &str, span: Range<usize>) {
        // The text's own bytes, without list marks, where nothing else was taken off.
        let plain = lines::plain(text);
        let start = self.text[span.clone()]
            .find(text)
            .map_or(span.start, |i| span.start + i);
        self.block = Some(Block {
            kind,
            width: text.chars().count(),
            text: plain,
            span: start..span.end,
        });
    }

    fn heading(&mut self, depth: usize, title: &str, span: Range<usize>) {
        self.close();
        self.tell_bare(depth);
        let title = lines::plain(title);
        if self.document.title.is_none() && self.document.passages.is_empty() {
            self.bare = Some((depth, title.clone(), span));
            self.document.title = Some(title);
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
            self.headings.push((depth, unnumbered(&title).to_owned()));
        }
    }

    /// A heading that nothing came under, neither text nor a heading of its own, was a note itself.
    fn tell_bare(&mut self, next: usize) {
        let Some((depth, text, span)) = self.bare.take() else {
            return;
        };
        if next > depth {
            return;
        }
        self.headings.retain(|(_, t)| *t != unnumbered(&text));
        if self.document.title.as_ref() == Some(&text) {
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

    pub(super) fn close(&mut self) {
        let Some(block) = self.block.take() else {
            return;
        };
        let template =
            |(_, title): &(usize, String)| TEMPLATE.contains(&title.to_lowercase().as_str());
        if self.headings.iter().any(template) {
            return;
        }
        if furniture::without(&block.text, Medium::of(SourceType::Text)).is_empty() {
            return;
        }
        self.bare = None;
        let mut passage = Passage::new(block.kind, block.text, block.span);
        let entry = !matches!(passage.kind, Kind::Item { task: Some(_) });
        if let Some((day, rest)) = entry::opens(&passage.text, self.written()).filter(|_| entry) {
            passage.when = Some(day);
            passage.text.drain(..rest);
        } else if let Some(time) = entry::hour(&passage.text).filter(|_| entry && self.hours) {
            passage.when = self.day().map(|day| When::minute(day.to_datetime(time)));
        }
        passage.headings = self.headings.iter().map(|(_, t)| t.clone()).collect();
        passage.thread = self.thread;
        self.document.passages.push(passage);
    }

    /// Goes on with a list of people; true where the line belonged to it.
    fn roll_call(&mut self, line: Line<'_>) -> bool {
        let Some(roll) = self.roll else { return false };
        match line {
            Line::Item { text, .. } | Line::Plain(text)
                if roll.people(text, &mut self.document) =>
            {
                true
            }
            Line::Blank => true,
            _ => {
                self.roll = None;
                false
            }
        }
    }
}

/// Lines that open with an hour, from which on these part the entries of a day.
const LOG: usize = 2;

/// The hour with which a line opens, plain or as an item.
fn hour_of(raw: &str) -> Option<jiff::civil::Time> {
    match lines::line(raw) {
        Line::Plain(text)
        | Line::Item {
            task: None, text, ..
        } => entry::hour(text),
        _ => None,
    }
}

/// Whether a plain line stands over the list that the next one begins: "Actions", "Still to buy:".
fn heads_list(text: &str, next: &str) -> bool {
    lines::is_heading(text.trim_end_matches(':')) && matches!(lines::line(next), Line::Item { .. })
}

/// The heading that stands behind a section's number, over the next line: "3.2 Roof", "25/14  RATS".
fn section<'t>(text: &'t str, next: &str) -> Option<&'t str> {
    let heading = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '/'));
    let number = &text[..text.len() - heading.len()];
    let title = heading.trim_start();
    // "3/7 Beans" is a day
    let capitals = !title.contains(char::is_lowercase);
    let parts = number.contains('.') && number.len() > 2 || number.contains('/') && capitals;
    let heads = parts && heading.starts_with(' ') && lines::is_heading(title);
    let told = !next.trim().is_empty() && !next.starts_with(|c: char| c.is_ascii_digit());
    (heads && number.starts_with(|c: char| c.is_ascii_digit()) && told).then_some(title)
}

/// Whether a numbered line stands over what the next one tells of it: "2. Autumn fair", above "Raised £2,340."
fn heads_point(raw: &str, text: &str, next: &str) -> bool {
    let numbered = raw.starts_with("TOP ") || raw.starts_with(|c: char| c.is_ascii_digit());
    let begins = |line: &str| line.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    numbered
        && raw.chars().count() < WRAPPED
        && lines::is_heading(text)
        && matches!(lines::line(next), Line::Plain(next) if begins(next))
}

/// Whether a heading is a day and little else: "Sunday, 4 October 2026".
fn is_day(heading: &str, now: DateTime) -> bool {
    dates::heading(heading, &Reference::at(now)).is_some_and(|f| {
        let (first, last) = f.when.days();
        first == last
    })
}

/// "1. Lease" → "Lease", but "5 October" is a day.
fn unnumbered(title: &str) -> &str {
    let rest = title.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ')');
    let numbered = rest.starts_with(' ') && rest.len() < title.len();
    match rest.split_whitespace().next() {
        Some(word) if numbered && !is_month(word) => rest.trim_start(),
        _ => title,
    }
}

/// Whether the next line makes this one a heading.
fn underlined(next: &str) -> bool {
    let next = next.trim();
    next.len() >= 3 && next.starts_with(['=', '-']) && lines::is_rule(next) && !next.contains(' ')
}
