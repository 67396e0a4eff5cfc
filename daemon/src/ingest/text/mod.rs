//! Journals, Markdown, meeting notes and lists.
//!
//! - `lines`: what one line is
//! - `dayone`: journals that Day One exports as plain text
//! - `front_matter`: the fields that a program keeps above a note
//! - `header`: the lines of facts above a text (date, place, attendees)
//! - `journal`: exports of journal and note programs
//! - `meeting`: the titles of meetings' notes, and where they met
//! - `names`: lists of people, as notes write them
//! - `notes`: plain and Markdown notes
//! - `remarks`: what a note hides, and what one has remarked on a page that it was clipped from
//! - `org`: outlines of Org-mode
//! - `vcard`: address books

mod dayone;
mod front_matter;
mod header;
mod journal;
mod lines;
mod meeting;
mod names;
mod notes;
mod org;
mod remarks;
mod vcard;

use super::{Document, letters, stream};
use jiff::{civil::DateTime, tz::TimeZone};
pub(super) use meeting::place_below;
use memo_common::api::SourceType;
pub(super) use names::list as list_of_names;
pub(super) use notes::is_log;
pub(super) use remarks::{own as own_remark, tell as tell_remark};

/// Whether a word is a month's name or its beginning, as far as it parts "12. May" from a list's item.
fn is_month(word: &str) -> bool {
    const MONTHS: &[&str] = &[
        "january",
        "januar",
        "jänner",
        "february",
        "februar",
        "march",
        "märz",
        "april",
        "may",
        "mai",
        "june",
        "juni",
        "july",
        "juli",
        "august",
        "september",
        "october",
        "oktober",
        "november",
        "december",
        "dezember",
    ];
    let word = word.to_lowercase();
    let word = word.trim_end_matches(|c: char| !c.is_alphabetic());
    word.chars().count() >= 3 && MONTHS.iter().any(|m| m.starts_with(word))
}

/// Lines below a sign of the end, where it ends a text.
const TAIL: usize = 4;

/// The text up to the line `--` that parts it, as it does a mail, from what is no part of it any more: a line or two of
/// who typed it, and with what.
fn without_tail(text: &str) -> &str {
    let Some(at) = text.rfind("\n--").map(|at| at + 1) else {
        return text;
    };
    let (sign, below) = text[at..].split_once('\n').unwrap_or((&text[at..], ""));
    let lines = || below.lines().map(str::trim).filter(|l| !l.is_empty());
    let short = (1..=TAIL).contains(&lines().count()) && lines().all(|l| l.len() <= 160);
    let more = lines().any(|l| l.to_lowercase().starts_with("p.s") || l.starts_with("PS"));
    if matches!(sign.trim_end(), "--") && short && !more {
        text[..at].trim_end()
    } else {
        text
    }
}

/// Reads notes in any of their forms; instants are told in `zone`. `now` is what a date without a year in the header is
/// read against.
pub(crate) fn read(text: &str, now: DateTime, zone: &TimeZone) -> Document {
    let text = without_tail(text);
    if let Some(document) = recognize(text, zone) {
        return document;
    }
    if let Some(document) = stream::read_export(text, now.date()) {
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

/// Reads what shows by its form that a program for notes, a journal or an address book has exported it; `None` for all
/// else.
pub(super) fn recognize(text: &str, zone: &TimeZone) -> Option<Document> {
    vcard::read(text)
        .or_else(|| journal::read(text, zone))
        .or_else(|| dayone::read(text, zone))
}

#[cfg(test)]
mod tests {
    use super::without_tail;

    #[test]
    fn a_text_ends_at_the_sign_that_parts_its_tail() {
        assert_eq!(
            without_tail("Rain.\n\n--\ntyped by Bo on the tablet\n"),
            "Rain."
        );
        for whole in [
            "Rain.\n--\nP.S. Sun.\n",
            "Rain.\n---\nSun.\n",
            "Rain.\n--\n",
        ] {
            assert_eq!(without_tail(whole), whole);
        }
    }
}
