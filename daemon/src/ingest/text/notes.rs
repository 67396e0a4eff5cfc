//! Plain and Markdown notes: headings, paragraphs, lists and tables, below the facts that stand at their head.

use super::is_month;
use super::lines::{self, Line};
use super::{
    contents, header,
    remarks::{REMARKS, is_remark},
};
use crate::extract::dates;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::{self, Document, Kind, Passage, tables};
use jiff::civil::DateTime;
use memo_common::api::SourceType;
use std::{cell::LazyCell, ops::Range};

/// A line shorter than this (characters) was ended on purpose; a longer one was wrapped.
const WRAPPED: usize = 58;

/// Longest line (characters) of a text whose lines are wrapped; where one is longer, every line was ended on purpose.
const COLUMNS: usize = 120;

/// Bytes of the text that are looked at to tell day-first from month-first.
const SAMPLE: usize = 64 * 1024;

/// Fenced blocks that hold no words but what a program is to draw there.
const DRAWN: [&str; 8] = [
    "dataview",
    "dataviewjs",
    "tasks",
    "query",
    "button",
    "mermaid",
    "tracker",
    "calendar",
];

/// Headings of lists that a template puts into every day's note.
const TEMPLATE: [&str; 6] = [
    "habits",
    "habit tracker",
    "daily habits",
    "daily checklist",
    "trackers",
    "navigation",
];

/// Reads plain or Markdown notes.
pub(super) fn read(text: &str, now: DateTime) -> Document {
    let mut reader = Reader {
        text,
        document: Document::new(SourceType::Text),
        headings: Vec::new(),
        block: None,
        thread: 0,
        roll: None,
        bare: None,
        wraps: text.lines().all(|line| line.chars().nth(COLUMNS).is_none()),
        now,
    };
    let sample = text.floor_char_boundary(SAMPLE);
    let order = dates::order(&text[..sample]).unwrap_or_default();
    let body = header::front_matter(text, &mut reader.document, order, now);
    let mut opening = true;
    // lines of a meeting's head without labels, below its title
    let mut head = 0;
    if let Some((title, lines)) =
        header::meeting(text[body..].lines(), &mut reader.document, order, now)
    {
        reader
            .document
            .title
            .get_or_insert_with(|| title.to_owned());
        head = lines;
    }
    // within a fenced block, and whether a program draws something there
    let mut fence: Option<bool> = None;
    // the sign that ends a remark of several lines
    let mut remark: Option<&'static str> = None;
    let all = ingest::lines::of(&text[body..], body);
    // the last line that ends a remark, by its kind; looked for once, as any number may be begun and not ended
    let ends = LazyCell::new(|| {
        let last = |end| all.iter().rposition(|l| l.text.trim_end().ends_with(end));
        REMARKS.map(|(_, end)| last(end))
    });
    let mut n = 0;
    while let Some(line) = all.get(n) {
        if fence.is_none()
            && head == 0
            && let Some(table) = tables::at(&all[n..])
        {
            n += table.lines;
            reader.table(table);
            opening = false;
            continue;
        }
        n += 1;
        let raw = line.text.as_ref();
        let span = line.span.start..line.span.start + raw.trim_end().len();
        if let Some(language) = raw.trim().strip_prefix("```") {
            fence = match fence {
                Some(_) => None,
                None => Some(DRAWN.contains(&language.trim())),
            };
            continue;
        }
        if fence == Some(true) {
            continue;
        }
        // a remark that is not shown: "%% for later %%", "<!-- for later -->"
        if fence.is_none()
            && is_remark(raw.trim(), &mut remark, |kind| {
                ends[kind].is_some_and(|last| last >= n)
            })
        {
            continue;
        }
        if head > 0 {
            head -= 1;
            continue;
        }
        if opening || reader.roll.is_some() {
            match header::fact(raw, &mut reader.document, order, now) {
                header::Fact::Taken => continue,
                header::Fact::Roll(roll) => {
                    reader.close();
                    reader.roll = Some(roll);
                    continue;
                }
                header::Fact::None => {}
            }
        }
        let next = all.get(n).map_or("", |l| l.text.as_ref());
        opening &= !reader.line(raw, span, next);
    }
    reader.close();
    reader.tell_bare(0);
    contents::drop(&mut reader.document);
    if let Some(title) = reader.document.title.clone() {
        header::met(&title, &mut reader.document);
    }
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
    /// The last heading, with its depth, while nothing stands under it.
    bare: Option<(usize, String, Range<usize>)>,
    /// Whether long lines go on in the next.
    wraps: bool,
    /// What a day without a year is read against.
    now: DateTime,
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

    /// Takes a table: each row is a thing by itself.
    fn table(&mut self, table: tables::Table) {
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

    fn close(&mut self) {
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

/// Whether a heading is a day and little else: "Sunday, 4 October 2026".
fn is_day(heading: &str, now: DateTime) -> bool {
    dates::heading(heading, &dates::Reference::at(now)).is_some_and(|f| {
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

#[cfg(test)]
mod tests;
