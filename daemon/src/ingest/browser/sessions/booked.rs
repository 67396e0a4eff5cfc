//! What visits have booked: the day to come that a title tells, and where it is to be (`place`).

mod place;

use crate::extract::dates;
use crate::ingest::Title;
use crate::ingest::browser::visit::Visit;
use crate::ingest::calendar::event::{Event, State, What};
use crate::ingest::{Kind, Passage, written_date};
use crate::when::{Point, When};
use jiff::civil::DateTime;
use place::place;
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
            summary: Title::from(&visit.title),
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
        passage.place = place(visit, said, group);
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
        return Some(match found.into_iter().find(|f| f.span.contains(&at)) {
            // "Fri 5 Sep - Sun 7 Sep 2025"
            Some(f) if f.when.days().0 < when.days().0 && f.when.days().1 >= when.days().0 => {
                (f.span, f.when)
            }
            Some(f) => (f.span, when),
            None => (at..visit.title.len(), when),
        });
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
