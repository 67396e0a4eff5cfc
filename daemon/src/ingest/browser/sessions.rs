//! Visits put together as one remembers them: a search and what came of it, an order on a site, an evening's
//! reading; each told in a sentence.

mod booked;
mod record;

use super::visit::Visit;
use crate::extract::dates::order;
use crate::ingest::{Kind, Passage};
use crate::when::{Point, When};
use booked::booked;
use jiff::SignedDuration;
use jiff::civil::DateTime;
use record::record;

/// Minutes without a visit that end what one was doing.
const PAUSE: i64 = 30;

/// Visits of one purpose.
const LONGEST: usize = 48;

/// Pages told in one sentence.
const MOST: usize = 8;

/// The visits as records in the order of time, and what they booked as events.
pub(crate) fn tell(mut visits: Vec<Visit>) -> Vec<Passage> {
    if visits.iter().all(|v| v.at.is_some()) && visits.iter().all(|v| v.folders.is_none()) {
        visits.sort_by_key(|v| v.at);
    }
    let notes: Vec<&str> = visits.iter().filter_map(|v| v.note.as_deref()).collect();
    let order = order(&notes.join("\n")).unwrap_or_default();
    let mut passages = Vec::new();
    for (thread, group) in groups(visits).into_iter().enumerate() {
        let before = passages.len();
        for part in group.chunks(MOST) {
            passages.push(record(part, order));
        }
        passages.extend(booked(&group));
        for passage in &mut passages[before..] {
            passage.thread = u32::try_from(thread).unwrap_or(u32::MAX);
        }
    }
    passages
}

/// Visits of one purpose; the same page twice in a row counts once.
fn groups(visits: Vec<Visit>) -> Vec<Vec<Visit>> {
    let mut groups: Vec<Vec<Visit>> = Vec::new();
    for visit in visits {
        match groups.last_mut() {
            Some(group) if belongs(group, &visit) => {
                // A page reloaded, or come back to, says nothing new.
                if !group
                    .iter()
                    .any(|v| v.title == visit.title && v.domain() == visit.domain())
                {
                    group.push(visit);
                }
            }
            _ => groups.push(vec![visit]),
        }
    }
    groups
}

fn belongs(group: &[Visit], visit: &Visit) -> bool {
    let Some(last) = group.last().filter(|_| group.len() < LONGEST) else {
        return false;
    };
    if let Some(folders) = &visit.folders {
        // a page with a note is remembered by itself
        if last.note.is_some() || visit.note.is_some() {
            return false;
        }
        let same_day = last.at.map(DateTime::date) == visit.at.map(DateTime::date);
        return last.folders.as_ref() == Some(folders) && same_day;
    }
    let pause = match (last.at, visit.at) {
        (Some(a), Some(b)) => b.duration_since(a) > SignedDuration::from_mins(PAUSE),
        (a, b) => a.is_some() != b.is_some(),
    };
    if pause || last.folders.is_some() {
        return false;
    }
    let searched = group.first().is_some_and(|v| v.search().is_some());
    match visit.search() {
        // The next search is the next purpose, unless it says the last one in other words.
        Some((_, words)) => group
            .iter()
            .any(|v| v.search().is_some_and(|(_, w)| shares(&w, &words))),
        None => {
            searched && !group.iter().any(Visit::confirms)
                || group.iter().any(|v| v.domain() == visit.domain())
                || shares(&last.title, &visit.title)
        }
    }
}

/// Whether two titles share two words of some length.
fn shares(a: &str, b: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.to_lowercase()
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| w.chars().count() > 3)
            .map(str::to_owned)
            .collect()
    };
    let (a, b) = (words(a), words(b));
    a.iter().filter(|w| b.contains(w)).take(2).count() >= 2
}

/// The day of the last visit: when the export was written, as far as it says.
pub(crate) fn last_day(passages: &[Passage]) -> Option<When> {
    let day = |p: &Passage| match (&p.kind, p.when?.start) {
        (Kind::Record, Point::Minute(at)) => Some(at.date()),
        (Kind::Record, Point::Day(date)) => Some(date),
        _ => None,
    };
    passages.iter().filter_map(day).max().map(When::day)
}
