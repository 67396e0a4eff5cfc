//! Calendars: events and tasks, each a passage; journal entries as prose.
//!
//! iCalendar (RFC 5545):
//! - `icalendar`: components → passages
//! - `component`: one component, with calcard's help
//! - [`event`]: what it says
//! - `layout`: where components begin and end
//! - `notes`: descriptions without join instructions
//! - `people`: who invites and who is invited
//! - `place`: where it is; `title`: what it is called
//! - `recurrence`: rules in words
//! - `series`: the last day of a series
//! - `zone`: time zones under all their names
//!
//! All else that calendars write:
//! - `draft`: an event before it becomes a passage
//! - `fields`: invitations and bookings in labelled lines
//! - `guests`: the people of a written field
//! - `json`: what calendars' interfaces answer
//! - `table`: tables

mod component;
mod draft;
pub mod event;
mod fields;
mod guests;
pub(crate) mod icalendar;
mod json;
mod layout;
pub(crate) mod notes;
mod people;
mod place;
mod recurrence;
mod series;
mod table;
mod title;
mod zone;

use super::{About, Document, Passage, text};
use crate::when::Point;
use jiff::tz::TimeZone;
use memo_common::api::SourceType;
use std::ops::Range;

/// Reads a calendar in any of its forms; what is none of them is notes.
pub(crate) fn read(source: &str, about: &About<'_>) -> Document {
    if let Some(document) = recognize(source, about) {
        return document;
    }
    let mut document = Document::new(SourceType::Calendar);
    if fields::read(source, about, &mut document) {
        return document;
    }
    let now = about.reference.datetime();
    let mut document = text::read(source, now, about.reference.time_zone());
    document.source_type = SourceType::Calendar;
    document
}

/// Reads what shows by its form that a calendar has exported it; `None` for all else.
pub(super) fn recognize(source: &str, about: &About<'_>) -> Option<Document> {
    let zone = about.reference.time_zone();
    let start = source.trim_start().get(..6).unwrap_or_default();
    let has_component = || {
        source.lines().any(|l| {
            l.get(..7)
                .is_some_and(|s| s.eq_ignore_ascii_case("BEGIN:V"))
        })
    };
    if start.eq_ignore_ascii_case("BEGIN:") || has_component() {
        return Some(icalendar::read(source, zone));
    }
    let components = json::components(source, about);
    if !components.is_empty() {
        return Some(translated(&components, zone));
    }
    let mut document = Document::new(SourceType::Calendar);
    table::read(source, about, &mut document).then_some(document)
}

/// Whether a text is the JSON that a calendar's interface answers with.
pub(super) fn is_answer(source: &str, about: &About<'_>) -> bool {
    !json::components(source, about).is_empty()
}

/// Whether a text is an invitation: labelled lines that say from when to when an event lasts, and little else.
pub(super) fn is_invitation(source: &str, about: &About<'_>) -> bool {
    /// Words of such a text at most.
    const MOST: usize = 200;
    let mut document = Document::new(SourceType::Calendar);
    let lasts = |p: &Passage| {
        p.when.is_some_and(|w| {
            matches!(w.start, Point::Minute(_)) && matches!(w.end, Some(Point::Minute(_)))
        })
    };
    // who was there stands in what was noted afterwards
    let past = |line: &str| {
        let label = line.split_once(':').map(|(label, _)| label.to_lowercase());
        label.is_some_and(|l| {
            matches!(
                l.trim(),
                "present"
                    | "apologies"
                    | "anwesend"
                    | "entschuldigt"
                    | "présents"
                    | "absents"
                    | "asistieron"
                    | "presenti"
            )
        })
    };
    // what was noted at a meeting has sections and tasks of its own below its head
    let noted = |line: &str| {
        let line = line.trim_start();
        let box_of = line.trim_start_matches(['-', '*', '+', ' ']);
        line.starts_with("## ")
            || line.starts_with("### ")
            || ["[ ] ", "[x] ", "[X] "]
                .iter()
                .any(|b| box_of.starts_with(b))
    };
    source.split_whitespace().nth(MOST).is_none()
        && !source.lines().any(|line| past(line) || noted(line))
        && fields::read(source, about, &mut document)
        && document.passages.iter().any(lasts)
}

/// Components put into iCalendar's words, with the bytes of the upload they came from.
fn translated(components: &[(String, Range<usize>)], zone: &TimeZone) -> Document {
    let mut source = String::new();
    let mut starts = Vec::with_capacity(components.len());
    for (component, _) in components {
        starts.push(source.len());
        source.push_str(component);
    }
    let mut document = icalendar::read(&source, zone);
    for passage in &mut document.passages {
        let n = starts.partition_point(|s| *s <= passage.span.start);
        if let Some((_, span)) = n.checked_sub(1).and_then(|n| components.get(n)) {
            passage.span = span.clone();
        }
    }
    document
}

#[cfg(test)]
mod tests;
