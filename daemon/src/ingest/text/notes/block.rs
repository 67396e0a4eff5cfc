//! Paragraphs, items and rows of notes: gathered line by line, and made passages with their days.

use super::super::lines;
use super::entry;
use super::heading::WRAPPED;
use super::reader::Reader;
use crate::extract::dates::{self, Reference};
use crate::ingest::furniture::{self, Medium};
use crate::ingest::{Kind, Passage, Title, tables};
use crate::when::When;
use jiff::civil::Date;
use memo_common::api::SourceType;
use std::ops::Range;

/// Headings of lists that a template puts into every day's note.
const TEMPLATE: [&str; 6] = [
    "habits",
    "habit tracker",
    "daily habits",
    "daily checklist",
    "trackers",
    "navigation",
];

/// Bytes up to which a paragraph may well be furniture as a whole.
const LITTLE: usize = 240;

/// Bytes of a heading that is a day, at most.
const DAY: usize = 100;

/// A paragraph that is being gathered.
pub(super) struct Block {
    pub(super) kind: Kind,
    pub(super) text: String,
    pub(super) span: Range<usize>,
    /// Characters of the last line: a short one was ended on purpose.
    pub(super) width: usize,
}

impl Reader<'_> {
    /// The day that the nearest heading is, or the title, or on which the notes were written.
    pub(super) fn day(&self) -> Option<Date> {
        let headings = self.headings.iter().rev().map(|(_, title)| title);
        let day = |title: &Title| {
            // what is longer is no day, and this is asked for each line of a log
            if title.len() > DAY {
                return None;
            }
            let found = dates::heading(title, &self.written())?;
            Some(found.when.start.first_day())
        };
        let headed = headings.chain(&self.document.title).find_map(day);
        headed.or_else(|| self.document.written.map(|w| w.start.first_day()))
    }

    /// What days of entries are read against.
    pub(super) fn written(&self) -> Reference {
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

    pub(super) fn go_on(&mut self, text: &str, span: Range<usize>, own_line: bool) {
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

    pub(super) fn open(&mut self, kind: Kind, text: &str, span: Range<usize>) {
        // The text's own bytes, without list marks, where nothing else was taken off.
        let plain = lines::plain(text);
        let line = &self.text[span.clone()];
        let start = match line.trim_start() {
            own if own.starts_with(text) => span.end - own.len(),
            _ => line.find(text).map_or(span.start, |at| span.start + at),
        };
        self.block = Some(Block {
            kind,
            width: text.chars().count(),
            text: plain,
            span: start..span.end,
        });
    }

    pub(super) fn close(&mut self) {
        let Some(block) = self.block.take() else {
            return;
        };
        let template =
            |(_, title): &(usize, Title)| TEMPLATE.contains(&title.to_lowercase().as_str());
        if self.headings.iter().any(template) {
            return;
        }
        // What is long is looked at once, with all the rest, unless a heading may turn out to have nothing under it.
        let soon = self.bare.is_some() || block.text.len() <= LITTLE;
        if soon && furniture::without(&block.text, Medium::of(SourceType::Text)).is_empty() {
            return;
        }
        self.bare = None;
        // a template's list that nobody has filled in: "1.", "2.", "3."
        let number = |w: &str| {
            w.len() <= 3 && w.ends_with('.') && w.starts_with(|c: char| c.is_ascii_digit())
        };
        if block.text.split_whitespace().all(number) {
            return;
        }
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
}
