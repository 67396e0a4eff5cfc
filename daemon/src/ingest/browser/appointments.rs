//! A page of one's own appointments: under a day and an hour each, with whom, what for and where.

use crate::ingest::pattern::pattern;
use crate::ingest::{About, Document, Kind, agenda, calendar};
use crate::when::Point;
use memo_common::api::SourceType;

pattern!(
    TITLED,
    r"(?i)^(?:my|your|upcoming|past|next|meine|ihre|deine|bevorstehende|vergangene|kommende|nächste|mes|vos|prochains?|mis|tus|sus|próximas?)\s+(?:appointments?|termine?|rendez-vous|citas?)$"
);

/// Lines in which such a page says what it shows.
const HEAD: usize = 60;

/// Reads such a page; `None` where it is none.
pub(super) fn read(text: &str, about: &About<'_>) -> Option<Document> {
    let mut head = text.lines().take(HEAD);
    if !head.any(|l| TITLED.is_match(l.trim())) {
        return None;
    }
    let list = agenda::read(text, about.reference.datetime(), None)?;
    // each under its hour
    let stamped = list
        .entries
        .iter()
        .all(|e| matches!(e.when.start, Point::Minute(_)) && !e.opened);
    if !stamped {
        return None;
    }
    let mut document = calendar::read(text, about);
    document.source_type = SourceType::Browser;
    document.title = None;
    document
        .passages
        .retain(|p| matches!(p.kind, Kind::Event(_)));
    (!document.passages.is_empty()).then_some(document)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_appointment_is_one() {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        let about = About {
            filename: None,
            reference: &reference,
        };
        let page = "Pots & Doctors\nIda Ek\nUpcoming appointments\nMon, June 3, 2024\n9:40 AM\nDr Bo Alm\nEyes\n7 Soup Street\n\
            Past appointments\nTue, May 7, 2024\n2:10 PM\nDr Lea Roth\nTeeth\n";
        let document = read(page, &about).expect("a page");
        let days: Vec<String> = document
            .passages
            .iter()
            .filter_map(|p| Some(p.when?.to_string()))
            .collect();
        assert_eq!(days, ["2024-06-03 09:40", "2024-05-07 14:10"]);
        assert!(read("We met on Mon, June 3, 2024.\n", &about).is_none());
    }
}
