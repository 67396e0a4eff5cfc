//! Logs that go on past midnight: what stands below an hour before that of the entry above it is of the next day.

use super::Document;
use crate::ingest::Kind;
use crate::ingest::pattern::pattern;
use crate::when::When;
use jiff::civil::{Date, Time};

// "23:50 ED", "**01:52** Mrs Roe", "- 02:20 all in"
pattern!(
    HOUR,
    r"^[\s>*_-]*(\d{1,2})[:.](\d{2})(?:\s?h)?\b(?:\*\*|__)?[\s:–—-]+\S"
);

/// From which hour an evening goes on into the night, and until when a night's log lasts.
const EVENING: i8 = 20;
const MORNING: i8 = 10;

/// An entry with an hour.
struct Entry {
    passage: usize,
    /// The day, or two, that its log is of.
    days: (Date, Date),
    hour: Time,
    /// The hour stands in the heading above it.
    headed: bool,
}

/// Moves the entries behind midnight of each night to their day, and gives what stands below a heading's hour that hour.
pub(super) fn turn(document: &mut Document) {
    let entries: Vec<Entry> = (0..document.passages.len())
        .filter_map(|n| entry(document, n))
        .collect();
    for log in entries.chunk_by(|a, b| a.days == b.days) {
        let (first, last) = log[0].days;
        let falls = |two: &[Entry]| two[1].hour < two[0].hour;
        let mut drops = log.windows(2).enumerate().filter(|(_, two)| falls(two));
        let drop = drops.next();
        // what goes down more than once is in no order, or the newest stands first
        let night = drop.filter(|(_, two)| {
            two[0].hour.hour() >= EVENING && two[1].hour.hour() < MORNING && drops.next().is_none()
        });
        // "Night Tue 18 / Wed 19 Jan"
        let of_two = first.tomorrow().ok() == Some(last);
        for (n, entry) in log.iter().enumerate() {
            let behind = match night {
                Some((at, _)) => n > at,
                None => of_two && entry.hour.hour() < MORNING,
            };
            let Ok(day) = (if behind { first.tomorrow() } else { Ok(first) }) else {
                continue;
            };
            let passage = &mut document.passages[entry.passage];
            if entry.headed || behind || of_two {
                passage.when = Some(When::minute(day.to_datetime(entry.hour)));
            }
        }
    }
}

/// The entry that a passage is, where it or the heading above it opens with an hour.
fn entry(document: &Document, n: usize) -> Option<Entry> {
    let passage = &document.passages[n];
    if matches!(passage.kind, Kind::Item { task: Some(_) }) {
        return None;
    }
    let days = passage.when.or(document.written)?.days();
    let own = hour(&passage.text);
    // what stands first below the heading is of its hour
    let before = n.checked_sub(1).map(|n| &document.passages[n].headings);
    let first = before.is_none_or(|headings| *headings != passage.headings);
    let headed = || {
        let heading = passage.headings.last().filter(|_| first);
        heading.and_then(|h| hour(h))
    };
    Some(Entry {
        passage: n,
        days,
        hour: own.or_else(headed)?,
        headed: own.is_none(),
    })
}

/// The hour with which a line opens.
fn hour(line: &str) -> Option<Time> {
    let found = HOUR.captures(line)?;
    Time::new(found[1].parse().ok()?, found[2].parse().ok()?, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use crate::ingest::read;
    use memo_common::api::SourceType;

    /// When the passages of a text were, in order.
    fn whens(text: &str) -> Vec<String> {
        let reference: jiff::Zoned = "2026-11-17T12:30:00[UTC]".parse().expect("a time");
        let document = read(text, Some(SourceType::Text), None, &reference);
        let passages = document.passages.iter();
        let when = passages.map(|p| p.when.or(document.written));
        when.map(|w| w.map(|w| w.to_string()).unwrap_or_default())
            .collect()
    }

    #[test]
    fn entries_behind_midnight_are_of_the_next_day() {
        let log = "# Tue 18 Jan 2022\n\n- 23:10 Bed 4 needs water.\n- 02:20 The light went out.\n- 06:50 Kelechi rang.\n";
        assert_eq!(
            whens(log),
            ["2022-01-18 23:10", "2022-01-19 02:20", "2022-01-19 06:50"]
        );
        let headed = "---\ntitle: On call\ndate: 2024-12-27\n---\n\nQuiet till tea.\n\n## 23:50 Resus\nMuireann rang me.\n\n- 00:05 rang Bo\n\nTo be told to Ida.\n\n## 03:50 Fridge\nThe alarm went.\n";
        assert_eq!(
            whens(headed)[1..],
            [
                "2024-12-27 23:50",
                "2024-12-28 00:05",
                "2024-12-27",
                "2024-12-28 03:50"
            ]
        );
    }

    #[test]
    fn a_plan_that_goes_back_to_the_morning_is_of_its_day() {
        let plan = "# Tue 18 Jan 2022\n\n- 14:00 Choir in the hall.\n- 09:00 The plumber comes.\n";
        assert_eq!(whens(plan), ["2022-01-18 14:00", "2022-01-18 09:00"]);
        let newest_first =
            "# Tue 18 Jan 2022\n\n- 22:30 Slept.\n- 21:00 Read.\n- 08:15 Rose.\n- 06:00 Rain.\n";
        let told = whens(newest_first);
        assert!(told.iter().all(|w| w.starts_with("2022-01-18")), "{told:?}");
    }
}
