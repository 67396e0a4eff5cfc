//! Journals, Markdown, meeting notes and lists.
//!
//! - `lines`: what one line is
//! - `header`: front matter and the lines of facts above a text (date, place, attendees)
//! - `journal`: exports of journal and note programs
//! - `names`: lists of people, as notes write them
//! - `notes`: plain and Markdown notes
//! - `org`: outlines of Org-mode

mod header;
mod journal;
mod lines;
mod names;
mod notes;
mod org;

use super::{Document, letters, stream};
use jiff::{civil::DateTime, tz::TimeZone};
use memo_common::api::SourceType;

/// Whether a word is a month's name, as far as it parts "12. May" from a list's item.
fn is_month(word: &str) -> bool {
    const MONTHS: &[&str] = &[
        "jan", "feb", "mar", "mär", "mai", "may", "apr", "jun", "jul", "aug", "sep", "oct", "okt",
        "nov", "dec", "dez",
    ];
    let word = word.to_lowercase();
    MONTHS.iter().any(|m| word.starts_with(m))
}

/// Reads notes in any of their forms; instants are told in `zone`. `now` is what a date without a year in the header is
/// read against.
pub(crate) fn read(text: &str, now: DateTime, zone: &TimeZone) -> Document {
    if let Some(document) = journal::read(text, zone) {
        return document;
    }
    if let Some(document) = stream::read_export(text) {
        return document;
    }
    if org::is(text) {
        return org::read(text);
    }
    let mut letter = Document::new(SourceType::Text);
    if letters::read_text(&mut letter, &super::lines::of(text, 0)) {
        return letter;
    }
    notes::read(text, now)
}
