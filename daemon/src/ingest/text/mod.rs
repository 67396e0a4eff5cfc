//! Journals, Markdown, meeting notes and lists.
//!
//! - `lines`: what one line is
//! - `header`: front matter and the lines of facts above a text (date, place, attendees)
//! - `names`: lists of people, as notes write them

mod header;
mod lines;
mod names;

use super::{Document, Kind, Passage};
use jiff::civil::DateTime;
use lines::Line;
use memo_common::api::SourceType;
use std::ops::Range;

/// A line shorter than this (characters) was ended on purpose; a longer one was wrapped.
const WRAPPED: usize = 58;

/// Whether a word is a month's name, as far as it parts "12. May" from a list's item.
fn is_month(word: &str) -> bool {
    const MONTHS: &[&str] = &[
        "jan", "feb", "mar", "mär", "mai", "may", "apr", "jun", "jul", "aug", "sep", "oct", "okt",
        "nov", "dec", "dez",
    ];
    let word = word.to_lowercase();
    MONTHS.iter().any(|m| word.starts_with(m))
}

/// Reads notes. `now` is what a date without a year in the header is read against.
pub(crate) fn read(text: &str, now: DateTime) -> Document {
    let mut reader = Reader {
        text,
        document: Document::new(SourceType::Text),
        headings: Vec::new(),
        block: None,
        thread: 0,
        roll: None,
    };
    let body = header::front_matter(text, &mut reader.document, now);
    let mut at = body;
    let mut opening = true;
    for raw in text[body..].split_inclusive('\n') {
        let span = at..at + raw.trim_end().len();
        at += raw.len();
        if opening || reader.roll.is_some() {
            match header::fact(raw, &mut reader.document, now) {
                header::Fact::Taken => continue,
                header::Fact::Roll(roll) => {
                    reader.close();
                    reader.roll = Some(roll);
                    continue;
                }
                header::Fact::None => {}
            }
        }
        let next = text[at..].lines().next().unwrap_or_default();
        opening &= !reader.line(raw, span, next);
    }
    reader.close();
    reader.document
}

/// A paragraph that is being gathered.
struct Block {
    kind: Kind,
    text: String,
    span: Range<usize>,
    /// Characters of the last line: a short one was ended on purpose.
    width: usize,
}

struct Reader<'a> {
    text: &'a str,
    document: Document,
    /// Open headings with their depth.
    headings: Vec<(usize, String)>,
    block: Option<Block>,
    thread: u32,
    /// A list of people that the next lines go on with.
    roll: Option<header::Roll>,
}

impl Reader<'_> {
    /// Takes a line; true where it was content (so that the header is over).
    fn line(&mut self, raw: &str, span: Range<usize>, next: &str) -> bool {
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
                self.heading(depth, title);
                false
            }
            Line::Plain(text) if self.block.is_none() && underlined(next) && !text.is_empty() => {
                self.heading(if next.trim().starts_with('=') { 1 } else { 2 }, text);
                false
            }
            Line::Plain(text)
                if self.block.is_none() && next.trim().is_empty() && lines::is_heading(text) =>
            {
                self.heading(if self.document.title.is_none() { 1 } else { 2 }, text);
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
                self.go_on(text, span, false);
                true
            }
        }
    }

    fn go_on(&mut self, text: &str, span: Range<usize>, own_line: bool) {
        match &mut self.block {
            Some(block) => {
                let wrapped = block.width >= WRAPPED && !own_line;
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

    fn heading(&mut self, depth: usize, title: &str) {
        self.close();
        let title = lines::plain(title);
        if self.document.title.is_none() && self.document.passages.is_empty() {
            self.document.title = Some(title);
            return;
        }
        self.headings.retain(|(d, _)| *d < depth);
        if let Some(roll) = header::Roll::of(&title) {
            self.roll = Some(roll);
        }
        self.headings.push((depth, title));
        self.thread += 1;
    }

    fn close(&mut self) {
        let Some(block) = self.block.take() else {
            return;
        };
        if block.text.trim().is_empty() {
            return;
        }
        let mut passage = Passage::new(block.kind, block.text, block.span);
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

/// Whether the next line makes this one a heading.
fn underlined(next: &str) -> bool {
    let next = next.trim();
    next.len() >= 3 && next.starts_with(['=', '-']) && lines::is_rule(next) && !next.contains(' ')
}
