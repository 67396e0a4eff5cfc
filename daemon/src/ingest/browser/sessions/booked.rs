//! What visits have booked: the day to come that a title tells, and where it is to be.

use crate::extract::dates;
use crate::ingest::browser::visit::Visit;
use crate::ingest::calendar::event::{Event, State, What};
use crate::ingest::{Kind, Passage, written_date};
use crate::when::{Point, When};
use jiff::civil::DateTime;
use std::ops::Range;

/// What a group's pages say was booked for a day to come: events of the user's.
pub(super) fn booked(group: &[Visit]) -> Vec<Passage> {
    if !group.iter().any(|v| v.confirms()) {
        return Vec::new();
    }
    let mut passages: Vec<Passage> = Vec::new();
    for visit in group {
        let visited = visit.at.map(DateTime::date);
        let Some((said, when)) = dated(visit) else {
            continue;
        };
        let known = passages.iter().any(|p| p.when == Some(when));
        if known || visited.is_some_and(|v| when.days().1 < v) || visit.search().is_some() {
            continue;
        }
        let event = Event {
            summary: visit.title.clone(),
            what: What::Event,
            state: State::Planned,
            repeats: None,
            instead_of: None,
            stamped: None,
            organizer: None,
            attendees: Vec::new(),
        };
        let mut passage = Passage::new(Kind::Event(Box::new(event)), "", visit.span.clone());
        passage.when = Some(when);
        passage.place = place(&visit.title, said, group);
        passages.push(passage);
    }
    passages
}

/// The bytes of a title that say a date, and the date: as written, or without its year, which is then the visit's or
/// the one to come.
fn dated(visit: &Visit) -> Option<(Range<usize>, When)> {
    let reference = dates::Reference {
        lean: Some(dates::Lean::Future),
        ..dates::Reference::at(visit.at.unwrap_or(DateTime::ZERO))
    };
    let found = dates::find(&visit.title, &reference);
    if let Some((at, when)) = written_date::find_at(&visit.title) {
        // The weekday belongs to the date.
        let span = found.into_iter().map(|f| f.span).find(|s| s.contains(&at));
        return Some((span.unwrap_or(at..visit.title.len()), when));
    }
    visit.at?;
    found
        .into_iter()
        .find(|f| {
            f.anchor >= dates::Anchor::Yearless
                && (f.when.start.time().is_some() || visit.confirms())
                && matches!(f.when.start, Point::Minute(_) | Point::Day(_))
        })
        .map(|f| (f.span, f.when))
}

/// Where it is that a dated title speaks of: where a route begins, the words behind or before the date, the site's own
/// name.
fn place(title: &str, date: Range<usize>, group: &[Visit]) -> Option<String> {
    let before = title[..date.start].trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')');
    for route in [" > ", " → ", " » ", " ➔ "] {
        if let Some((from, _)) = before.split_once(route) {
            return named(from.rsplit([':', '|']).next()?);
        }
    }
    let behind: Vec<&str> = title[date.end..]
        .split(" | ")
        .next()
        .into_iter()
        .flat_map(|s| s.split([',', '–', '—', '·']))
        .flat_map(|s| s.split(" - "))
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .collect();
    if let Some(place) = behind.iter().find(|s| is_place(s)) {
        return named(place);
    }
    let segments: Vec<&str> = before
        .split([':', '|', '–', '—'])
        .flat_map(|s| s.split(" - "))
        .map(str::trim)
        .filter(|s| !s.is_empty())
        .collect();
    let last = segments.last()?.split(", party of ").next()?.trim();
    let alone = segments.len() == 1;
    let person = names_person(last);
    if !person && !alone && !last.contains(['#', '!', '?']) {
        return named(last);
    }
    site_name(group)
}

/// Whether a part of a title is of a person by a title before the name.
fn names_person(text: &str) -> bool {
    let titled = [
        "Dr", "Dra", "Dre", "Prof", "Mr", "Mrs", "Ms", "Mme", "Herr", "Frau", "Sr", "Sra",
    ];
    text.split([' ', ','])
        .any(|w| titled.contains(&w.trim_end_matches('.')))
}

/// Whether a part of a title behind its date says where: a name of some words, no person's, no price and no count.
fn is_place(text: &str) -> bool {
    text.starts_with(char::is_uppercase)
        && (2..=8).contains(&text.split_whitespace().count())
        && !names_person(text)
        && !text.contains(['€', '$', '£', '#', '!', '?'])
        && (!text.contains('.') || text.contains(". "))
}

fn named(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches(',');
    (text.starts_with(char::is_uppercase) && text.split_whitespace().count() <= 8)
        .then(|| text.to_owned())
}

/// The name that a site puts after its titles.
fn site_name(group: &[Visit]) -> Option<String> {
    group
        .iter()
        .filter(|v| v.search().is_none() && written_date::find(&v.title).is_none())
        .find_map(|v| {
            let (_, name) = v
                .title
                .rsplit_once(" - ")
                .or_else(|| v.title.rsplit_once(" | "))?;
            named(name)
        })
}
