//! Lines → passages: headings are kept open, lines that go on are joined, items stand alone.

use super::super::{
    header,
    lines::{self, Line},
    remarks,
};
use super::block::Block;
use super::entry;
use super::heading::{LOG, heads_list, heads_point, hour_of, underlined};
use super::task;
use crate::extract::dates::Order;
use crate::ingest::Title;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::{Document, Kind};
use jiff::civil::DateTime;
use memo_common::api::SourceType;
use std::ops::Range;

/// Longest line (characters) of a text whose lines are wrapped; where one is longer, every line was ended on purpose.
const COLUMNS: usize = 120;

/// The depth of a numbered line over what is told of it: below every other heading,
const POINT: usize = 8;

/// that of a day in a line of its own,
const DAYS: usize = 7;

/// and that of a line over a list or a paragraph: what it heads ends with these.
const LIST: usize = 9;

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) document: Document,
    /// Open headings with their depth.
    pub(super) headings: Vec<(usize, Title)>,
    pub(super) block: Option<Block>,
    pub(super) thread: u32,
    /// A list of people that the next lines go on with.
    pub(super) roll: Option<header::Roll>,
    /// The last heading, with its depth, while nothing stands under it.
    pub(super) bare: Option<(usize, String, Range<usize>)>,
    /// Whether long lines go on in the next.
    pub(super) wraps: bool,
    /// What a day without a year is read against, and in which order its numbers stand.
    pub(super) now: DateTime,
    pub(super) order: Order,
    /// Whether lines open with their hours.
    pub(super) hours: bool,
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

    /// Whether nothing has been read yet, and no title.
    fn is_at_top(&self) -> bool {
        self.document.title.is_none() && self.document.passages.is_empty() && self.block.is_none()
    }

    /// Takes a line; true where it was content (so that the header is over).
    pub(super) fn line(&mut self, raw: &str, span: Range<usize>, next: &str) -> bool {
        let line = lines::line(raw);
        // what a program says of the file above the title
        if self.is_at_top() && furniture::is_line(raw, Medium::of(SourceType::Text)) {
            return false;
        }
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
            Line::Plain(text) if callout(text).is_some() => {
                self.end(LIST);
                if let Some(title) = callout(text).filter(|title| !title.is_empty()) {
                    self.heading(LIST, title, span);
                }
                false
            }
            Line::Plain(text) if self.is_days(text) => {
                self.heading(DAYS, text, span);
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
                let words = match (task, text.strip_prefix("[-] ")) {
                    (Some(_), _) => task::plain(text),
                    (None, Some(rest)) => format!("cancelled: {}", task::plain(rest)),
                    (None, None) => text.to_owned(),
                };
                self.open(Kind::Item { task }, &words, span);
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

    /// Takes what one has remarked on what the note holds.
    pub(super) fn remark(&mut self, said: &str, span: Range<usize>) {
        self.close();
        remarks::tell(said, span, &mut self.document);
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

/// The title of a box that Obsidian draws: "[!note] Idea", "[!tip]- Where the key is".
fn callout(text: &str) -> Option<&str> {
    let (kind, title) = text.strip_prefix("[!")?.split_once(']')?;
    let named = |c: char| c.is_alphanumeric() || c == '-';
    (!kind.is_empty() && kind.chars().all(named))
        .then(|| title.trim_start_matches(['+', '-']).trim())
}
