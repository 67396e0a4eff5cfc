//! Tables of one's own things in a file (CSV, TSV): one row is one thing. The row that names the columns may stand below a
//! few lines that the program says of itself.

use super::names::{self, Part};
use super::sentence::is_episode;
use super::{Telling, Thing, Turn};
use crate::extract::dates::{self, Lean, Reference};
use crate::ingest::posts::Posts;
use crate::ingest::records::Records;
use crate::ingest::stamp::column::Days;
use crate::ingest::title::short;
use crate::ingest::{About, Document, browser};
use crate::when::When;
use csv::StringRecord;
use memo_common::api::SourceType;
use std::ops::Range;

/// Records among which the one that names the columns is.
const HEAD: usize = 6;

/// Characters of a column's name.
const NAME: usize = 60;

/// Bytes in which a list of films shows one that is part of a series.
const BEGINNING: usize = 4096;

/// Cells of a row that names what the rows below it are of.
const HEADINGS: [&str; 4] = ["section", "heading", "group", "header"];

/// Signs between the columns.
const SIGNS: [u8; 3] = [b',', b';', b'\t'];

/// A table's columns: their names as written, in words, and what they hold.
struct Columns {
    names: Vec<String>,
    labels: Vec<String>,
    parts: Vec<Part>,
}

/// Whether a text is such a table by what only tables of things have: when they are due, how they were liked, whose they
/// are; other tables of titles and times may be a calendar's.
pub(crate) fn is(text: &str) -> bool {
    is_text(text)
        && SIGNS.into_iter().any(|sign| {
            head(text, sign).is_some_and(|(Columns { labels, parts, .. }, _)| {
                let of_own = |p: &Part| {
                    matches!(
                        p,
                        Part::At(Turn::Due | Turn::Done | Turn::Act)
                            | Part::Length
                            | Part::Rating
                            | Part::Maker
                            | Part::First
                    )
                };
                let dated = parts
                    .iter()
                    .any(|p| matches!(p, Part::At(Turn::Day | Turn::Made)));
                let written = dated
                    && parts.contains(&Part::Text)
                    && !parts.contains(&Part::Author)
                    && !parts.contains(&Part::Whose);
                // a list of what was watched has titles and days alone
                let beginning = &text[..text.floor_char_boundary(BEGINNING)];
                let films = parts.len() == 2 && is_episode(beginning);
                of_things(&parts)
                    && !of_pages(&labels, &parts)
                    && (films
                        || parts.iter().any(of_own)
                        || written && !parts.contains(&Part::Title))
            })
        })
}

/// Whether a text is not in a notation of its own.
fn is_text(text: &str) -> bool {
    !text.trim_start().starts_with(['{', '[', '<'])
}

/// Whether the columns are of pages that were visited or kept, not of what one has written oneself.
fn of_pages(labels: &[String], parts: &[Part]) -> bool {
    let own = [
        "body",
        "comment",
        "comments",
        "review",
        "my review",
        "message",
        "post",
    ];
    let address = labels.iter().any(|l| browser::is_address(l));
    let kept = |(label, part): (&String, &Part)| match part {
        Part::First | Part::Rating | Part::Length | Part::At(Turn::Due) => true,
        Part::At(Turn::Act) => !label.contains("visit"),
        _ => false,
    };
    address
        && !labels.iter().zip(parts).any(kept)
        && !labels.iter().any(|l| own.contains(&l.as_str()))
}

/// Reads a table; `None` where the text is none whose columns tell of things.
pub(crate) fn read(text: &str, source: SourceType, about: &About<'_>) -> Option<Document> {
    if !is_text(text) {
        return None;
    }
    let (columns, records) = SIGNS.into_iter().find_map(|sign| head(text, sign))?;
    let Columns {
        names,
        labels,
        parts,
    } = columns;
    if !of_things(&parts) || source == SourceType::Browser && of_pages(&labels, &parts) {
        return None;
    }
    let rows = rows(records, names.len())?;
    let is_task = parts
        .iter()
        .any(|p| matches!(p, Part::At(Turn::Due | Turn::Done)))
        || parts.contains(&Part::Whose)
            && (parts.contains(&Part::State) || labels.iter().any(|l| is_given(l)));
    let is_task = is_task && !parts.contains(&Part::At(Turn::Act));
    let things: Vec<Thing> = rows
        .iter()
        .map(|(row, span)| {
            let mut thing = Thing {
                span: span.clone(),
                is_task,
                ..Thing::default()
            };
            for ((cell, part), (label, name)) in
                row.iter().zip(&parts).zip(labels.iter().zip(&names))
            {
                thing.take(part, label, name, cell);
            }
            thing
        })
        .collect();
    let mut posts = Posts::new(source, about.reference.time_zone().clone());
    say(things, about, &mut posts);
    (!posts.document.passages.is_empty()).then_some(posts.document)
}

/// The names of the columns, where one of the first records has them, and the records below.
fn head(text: &str, sign: u8) -> Option<(Columns, Records<'_>)> {
    let mut records = Records::of(text, sign);
    for _ in 0..HEAD {
        let (record, _) = records.next()?;
        let names: Vec<String> = record
            .iter()
            .map(|f| f.trim_start_matches('\u{feff}').trim().to_owned())
            .collect();
        let is_name = |n: &String| {
            n.chars().count() <= NAME
                && !n.contains(['\n', '@'])
                && !n.starts_with(|c: char| c.is_ascii_digit())
        };
        let filled = names.iter().filter(|n| !n.is_empty()).count();
        if names.len() >= 2
            && filled * 5 >= names.len() * 4
            && names.iter().all(is_name)
            && is_named(&names)
        {
            let labels: Vec<String> = names.iter().map(|n| names::words(n)).collect();
            let columns = Columns {
                parts: names::parts(&labels),
                labels,
                names,
            };
            return Some((columns, records));
        }
    }
    None
}

/// Whether at least two of these name columns of things, and most say so.
fn is_named(names: &[String]) -> bool {
    let known = names
        .iter()
        .filter(|n| names::part(&names::words(n)) != Part::Other)
        .count();
    known >= 2 && known * 3 >= names.len()
}

/// Whether columns tell of things: what, and something of it besides.
fn of_things(parts: &[Part]) -> bool {
    let has = |p: &Part| parts.contains(p);
    let what = has(&Part::Title) || has(&Part::Text) || has(&Part::Kind) || has(&Part::First);
    let dated = parts.iter().any(|p| matches!(p, Part::At(_)));
    what && (dated
        || has(&Part::State)
        || has(&Part::Rating)
        || has(&Part::Title) && has(&Part::Text))
}

/// The rows that have something in them; `None` where they are not of this many columns.
fn rows(mut records: Records<'_>, columns: usize) -> Option<Vec<(StringRecord, Range<usize>)>> {
    let mut rows = Vec::new();
    let mut short = 0;
    while let Some((record, span)) = records.next() {
        if record.iter().all(|f| f.trim().is_empty()) {
            continue;
        }
        short += usize::from(record.len() * 2 < columns || record.len() > columns + 2);
        rows.push((record.clone(), span));
    }
    (!rows.is_empty() && short * 5 <= rows.len()).then_some(rows)
}

/// Whether a column of this name says who has something to do.
fn is_given(label: &str) -> bool {
    ["assignee", "assigned to", "responsible", "assign"].contains(&label)
}

/// Tells the things in order.
fn say(things: Vec<Thing>, about: &About<'_>, posts: &mut Posts) {
    let zone = about.reference.time_zone();
    let raws = things
        .iter()
        .flat_map(|t| t.times.iter().map(|(_, raw)| raw.as_str()));
    let days = Days::of(raws, about.reference.date());
    let reference = Reference {
        lean: Some(Lean::Future),
        ..Reference::at(about.reference.datetime())
    };
    // "Aug 31" names no year
    let of = |raw: &str| -> Option<When> {
        days.moment(raw, zone).or_else(|| {
            let found = dates::find(raw, &reference);
            dates::best(&found)
                .filter(|_| found.iter().any(|f| f.anchor >= dates::Anchor::Yearless))
        })
    };
    // a list of titles and days, some of which are parts of series
    let films = things
        .iter()
        .any(|t| t.titles.first().is_some_and(|t| is_episode(t)))
        && things
            .iter()
            .all(|t| t.texts.is_empty() && t.others.is_empty() && !t.is_task);
    let mut telling = Telling::default();
    let (mut under, mut last): (Option<String>, Option<String>) = (None, None);
    for mut thing in things {
        let kind = thing.kind.as_deref().unwrap_or_default().to_lowercase();
        if HEADINGS.contains(&kind.as_str()) {
            under = thing.titles.first().map(|t| short(t).to_owned());
            last = None;
            continue;
        }
        if films {
            thing.did = thing.did.take().or_else(|| Some("watched".to_owned()));
        }
        let is_remark = matches!(kind.as_str(), "note" | "comment")
            && last.is_some()
            && !thing.titles.is_empty();
        if is_remark {
            thing.texts = std::mem::take(&mut thing.titles);
            thing.on.clone_from(&last);
        } else {
            last = thing.titles.first().map(|t| short(t).to_owned());
            thing.under.extend(under.clone());
        }
        if matches!(
            kind.as_str(),
            "task" | "text" | "todo" | "checklist" | "note"
        ) && !thing.titles.is_empty()
        {
            thing.kind = None;
        }
        // whoever wrote a task down has it to do, where nobody else has
        if thing.is_task && thing.whose.is_empty() && thing.on.is_none() {
            thing.whose.extend(thing.author.take());
        }
        telling.add(&thing, &of, posts);
    }
    telling.end(posts);
}

#[cfg(test)]
mod tests;
