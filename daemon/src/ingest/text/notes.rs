//! Plain and Markdown notes: headings, paragraphs, lists and tables, below the facts that stand at their head.

mod block;
mod entry;
mod heading;
mod owner;
mod reader;
mod task;

use super::{
    front_matter, header, meeting,
    remarks::{REMARKS, is_remark, own},
};
use crate::extract::dates::{self, Order, Reference};
use crate::ingest::github::is_program;
use crate::ingest::{self, Document, tables};
use crate::when::When;
pub(in crate::ingest) use entry::is_log;
use jiff::civil::DateTime;
use reader::Reader;
use std::cell::LazyCell;

/// Bytes of the text that are looked at to tell day-first from month-first.
const SAMPLE: usize = 64 * 1024;

/// Bytes of a heading that is a day, at most.
const SHORT: usize = 60;

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

/// Lines that only begin or end a box.
const MARKUP: [&str; 6] = [
    "<aside>",
    "</aside>",
    "<details>",
    "</details>",
    "<div>",
    "</div>",
];

/// Reads plain or Markdown notes.
pub(super) fn read(text: &str, now: DateTime) -> Document {
    let sample = text.floor_char_boundary(SAMPLE);
    let order = dates::order(&text[..sample]).unwrap_or_default();
    let mut reader = Reader::new(text, now, order);
    let front = front_matter::read(text, &mut reader.document, order, now);
    let body = front.span.end;
    let begun = reader.document.written;
    let mut opening = true;
    if reader.document.written.is_none() {
        reader.document.written = header::below_title(&text[body..], order, now);
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
                None => Some(DRAWN.contains(&language.trim()) || is_program(language)),
            };
            continue;
        }
        if fence == Some(true) || MARKUP.contains(&raw.trim()) {
            continue;
        }
        if front.is_clipping
            && fence.is_none()
            && remark.is_none()
            && let Some((said, more)) = own(&all[n - 1..])
        {
            n += more;
            reader.remark(&said, span.start..all[n - 1].span.end);
            opening = false;
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
    let mut document = reader.finish();
    document.written = document.written.filter(|_| {
        let begun = begun.filter(|when| document.written == Some(*when));
        !begun.is_some_and(|begun| is_kept_on(&document, begun, order, now))
    });
    owner::sign(&mut document);
    if let Some(title) = document.title.clone() {
        meeting::met(&title, &mut document);
        document.written = document.written.or(meeting::held(&title, now));
    }
    front.tell(&mut document);
    document
}

/// Whether notes that were begun on a day went on after it: later days stand over several of their entries. What has no
/// day of its own is not of the first then.
fn is_kept_on(document: &Document, begun: When, order: Order, now: DateTime) -> bool {
    /// Later entries that show it.
    const ENTRIES: usize = 2;
    let reference = Reference {
        order,
        ..Reference::at(now)
    };
    let mut later: Vec<&str> = Vec::new();
    for passage in &document.passages {
        let Some(title) = passage.headings.last().filter(|t| t.len() <= SHORT) else {
            continue;
        };
        if later.contains(&title.as_str()) {
            continue;
        }
        let day = dates::heading(title, &reference)
            .filter(|found| found.anchor == dates::Anchor::Absolute)
            .map(|found| found.when.days().0);
        if day.is_some_and(|day| day > begun.days().1 && day <= now.date()) {
            later.push(title);
        }
        if later.len() == ENTRIES {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests;
