//! Visits put together as one remembers them: a search and what came of it, an order on a site, an evening's
//! reading; each told in a sentence.

use super::visit::Visit;
use crate::extract::dates;
use crate::ingest::calendar::event::{Event, State, What};
use crate::ingest::{Kind, Passage, written_date};
use crate::when::MONTHS;
use crate::when::{Point, When};
use jiff::SignedDuration;
use jiff::civil::{DateTime, Time};
use std::ops::Range;

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
    let mut passages = Vec::new();
    for (thread, group) in groups(visits).into_iter().enumerate() {
        let before = passages.len();
        for part in group.chunks(MOST) {
            passages.push(record(part));
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

/// A group's visits in a sentence.
fn record(part: &[Visit]) -> Passage {
    // What was ordered or booked is remembered by when that was.
    let turn = part.iter().find(|v| v.confirms()).or(part.first());
    let at = turn.and_then(|v| v.at);
    let kept = part.first().and_then(|v| v.folders.as_ref());
    let mut text = String::new();
    match (at, kept.is_some()) {
        (Some(at), true) => text.push_str(&format!("On {} I bookmarked", day(at))),
        // A list of days has no hours.
        (Some(at), false) if at.time() == Time::midnight() => {
            text.push_str(&format!("On {} I", day(at)));
        }
        (Some(at), false) => text.push_str(&format!(
            "On {} at {:02}:{:02} I",
            day(at),
            at.hour(),
            at.minute()
        )),
        (None, true) => text.push_str("I bookmarked"),
        (None, false) => text.push('I'),
    }
    match kept {
        Some(folders) => {
            let pages: Vec<_> = part.iter().map(|v| quoted(&v.title)).collect();
            text.push_str(&format!(" {}", and(&pages)));
            if let Some(folder) = folders.last() {
                text.push_str(&format!(" under {}", quoted(folder)));
            }
        }
        None => text.push_str(&visited(part)),
    }
    text.push('.');
    let span = part.iter().map(|v| v.span.start).min().unwrap_or(0)
        ..part.iter().map(|v| v.span.end).max().unwrap_or(0);
    let mut passage = Passage::new(Kind::Record, text, span);
    passage.when = at.map(|at| {
        if kept.is_some() || at.time() == Time::midnight() {
            When::day(at.date())
        } else {
            When::minute(at)
        }
    });
    passage
}

/// " searched Google for “…” and “…”, looked at “…” and “…” on x.example, and got “… confirmed”"
fn visited(part: &[Visit]) -> String {
    let mut done: Vec<String> = Vec::new();
    let searches: Vec<_> = part.iter().filter_map(Visit::search).collect();
    if let Some((engine, _)) = searches.first() {
        let mut words: Vec<_> = searches.iter().map(|(_, w)| quoted(w)).collect();
        words.dedup();
        let with = if engine == "the web" {
            "searched".to_owned()
        } else {
            format!("searched {engine}")
        };
        done.push(format!("{with} for {}", and(&words)));
    }
    let pages: Vec<_> = part
        .iter()
        .filter(|v| v.search().is_none() && !v.confirms())
        .collect();
    for pages in pages.chunk_by(|a, b| a.done().0 == b.done().0) {
        let Some(first) = pages.first() else { continue };
        let titles: Vec<_> = pages.iter().map(|v| quoted(v.done().1)).collect();
        let mut said = format!("{} {}", first.done().0, and(&titles));
        // The site is said where the titles leave it open and all are of one.
        if let Some(host) = Some(first.host()).filter(|h| {
            !h.is_empty()
                && !first.title.starts_with("Directions to ")
                && pages.iter().all(|v| v.host() == *h)
        }) {
            said.push_str(&format!(" on {host}"));
        }
        done.push(said);
    }
    let confirmed: Vec<_> = part
        .iter()
        .filter(|v| v.search().is_none() && v.confirms())
        .map(|v| quoted(&v.title))
        .collect();
    if !confirmed.is_empty() {
        done.push(format!("got the confirmation {}", and(&confirmed)));
    }
    format!(" {}", and(&done))
}

/// What a group's pages say was booked for a day to come: events of the user's.
fn booked(group: &[Visit]) -> Vec<Passage> {
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

/// "17 January 2024"
fn day(at: DateTime) -> String {
    let month = usize::try_from(at.month() - 1)
        .ok()
        .and_then(|m| MONTHS.get(m))
        .unwrap_or(&"");
    format!("{} {month} {}", at.day(), at.year())
}

fn quoted(title: &str) -> String {
    crate::wording::quoted(title)
}

fn and(items: &[String]) -> String {
    crate::wording::list(items)
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
