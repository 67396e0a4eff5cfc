//! Journals that Day One exports as plain text: entries below heads of facts, each behind a tab.
//!
//! ```text
//!     Date:    3 August 2025 at 21:12:00 CEST
//!     Weather:    24°C Sunny
//!     Location:    Old Mill, Elm
//!
//! Rain.
//! ```

use super::lines;
use crate::ingest::{self, Document, Kind, Passage, instant, labels};
use crate::when::When;
use jiff::tz::TimeZone;
use memo_common::api::SourceType;
use std::ops::Range;

/// What the first line of a head is called.
const DATE: [&str; 8] = [
    "date",
    "datum",
    "fecha",
    "data",
    "dato",
    "päivämäärä",
    "дата",
    "日付",
];

/// An entry as its head begins it.
#[derive(Default)]
struct Entry {
    when: Option<When>,
    place: Option<String>,
    thread: u32,
}

impl Entry {
    /// Adds the paragraph that has been read so far.
    fn add(&self, paragraph: &mut Option<(String, Range<usize>)>, document: &mut Document) {
        let Some((text, span)) = paragraph.take() else {
            return;
        };
        let text = lines::plain(text.trim_start_matches(['#', ' ']));
        if text.trim().is_empty() {
            return;
        }
        let mut passage = Passage::new(Kind::Prose, text, span);
        passage.when = self.when;
        passage.place.clone_from(&self.place);
        passage.thread = self.thread;
        document.passages.push(passage);
    }
}

/// Reads such a journal; `None` where the text does not begin with an entry's head.
pub(super) fn read(text: &str, zone: &TimeZone) -> Option<Document> {
    let first = text.lines().find(|l| !l.trim().is_empty())?;
    dated(first, zone)?;
    let mut document = Document::new(SourceType::Text);
    let mut entry = Entry::default();
    let mut paragraph: Option<(String, Range<usize>)> = None;
    let mut in_head = false;
    for line in ingest::lines::of(text, 0) {
        if let Some(when) = dated(&line.text, zone) {
            entry.add(&mut paragraph, &mut document);
            entry = Entry {
                when: Some(when),
                place: None,
                thread: entry.thread + 1,
            };
            in_head = true;
            continue;
        }
        if line.is_empty() {
            entry.add(&mut paragraph, &mut document);
            in_head = false;
            continue;
        }
        if in_head && let Some((label, value)) = fact(&line.text) {
            // weather, tags, a device: facts that are nobody's memory
            if labels::is_place(&label) && !value.is_empty() {
                entry.place = Some(value.to_owned());
            }
            continue;
        }
        let said = line.text.trim();
        match &mut paragraph {
            Some((text, span)) => {
                text.push('\n');
                text.push_str(said);
                span.end = line.span.end;
            }
            None => paragraph = Some((said.to_owned(), line.span.clone())),
        }
    }
    entry.add(&mut paragraph, &mut document);
    (!document.passages.is_empty()).then_some(document)
}

/// A line of a head, its label in lower case: a tab (or the spaces that a paste makes of it) before the label, white
/// space behind it.
fn fact(line: &str) -> Option<(String, &str)> {
    if !line.starts_with(['\t', ' ']) {
        return None;
    }
    let (label, value) = line.split_once(':')?;
    let label = label.trim();
    let few = label.chars().count() <= 24 && label.split_whitespace().count() <= 2;
    let apart = value.is_empty() || value.starts_with(['\t', ' ']);
    (few && apart && !label.is_empty()).then(|| (label.to_lowercase(), value.trim()))
}

/// The day of the entry whose head begins at this line.
fn dated(line: &str, zone: &TimeZone) -> Option<When> {
    let (label, value) = fact(line)?;
    let when = instant::written(value, zone).filter(|_| DATE.contains(&label.as_str()))?;
    // the moment of a head has its hour; the day alone is when an entry is of
    when.start.time()?;
    Some(When::day(when.start.first_day()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn told(text: &str) -> Vec<String> {
        let document =
            read(text, &TimeZone::UTC).unwrap_or_else(|| Document::new(SourceType::Text));
        let told = document.passages.into_iter().map(|p| {
            assert!(text.get(p.span).is_some(), "span in bounds");
            let when = p.when.map(|w| w.to_string()).unwrap_or_default();
            let place = p.place.unwrap_or_default();
            format!("{when}|{place}|{}|{}", p.text, p.thread)
        });
        told.collect()
    }

    #[test]
    fn reads_entries_below_their_heads() {
        assert_eq!(
            told(
                "\tDate:\t3 May 2024 at 21:12:00 CEST\n\tWeather:\t9°C Rain\n\tLocation:\tOld Mill, Elm\n\n# Rain\n\nWe stayed in,\nall of us.\n\n\n\
                 \tDate:\t4 May 2024 at 08:00:00 CEST\n\tTags:\tboat\n\nSun.\n"
            ),
            [
                "2024-05-03|Old Mill, Elm|Rain|1",
                "2024-05-03|Old Mill, Elm|We stayed in,\nall of us.|1",
                "2024-05-04||Sun.|2",
            ]
        );
        assert_eq!(
            told(
                "\tDatum:\t3. Mai 2024 um 21:12:00 MESZ\n\tWetter:\t9°C\n\tOrt:\tAlte Mühle\n\nRegen.\n"
            ),
            ["2024-05-03|Alte Mühle|Regen.|1"]
        );
        assert!(told("Date: 3 May 2024 at 21:12\n\nRain.\n").is_empty());
        assert!(told("\tDate:\tsoon\n\nRain.\n").is_empty());
    }

    proptest! {
        #[test]
        fn any_text(text in "(\tDate:\t3 May 2024 at 21:12|\tDate:|\tLocation:\t|\n|\t|:|é|\\PC){0,30}") {
            told(&text);
        }
    }
}
