//! Calendars as lists: a view copied from the web or an app, a printed agenda, a planner, a program's output, a
//! timetable; and an event's own page.

mod entry;
mod title;

use super::draft::Draft;
use crate::extract::dates::Lean;
use crate::ingest::agenda;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::{About, Document, Kind, Passage};
use crate::when::{Point, When};
use entry::event;
use memo_common::api::SourceType;
use std::borrow::Cow;

/// Lines in which a view names its calendars.
const HEAD: usize = 30;

/// Reads a list of events; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, document: &mut Document) -> bool {
    let now = about.reference.datetime();
    let calendars = calendars(text);
    let text = &without_bars(text);
    let Some(list) = agenda::read(text, now, Some(Lean::Future)) else {
        return false;
    };
    let mut drafts: Vec<Draft> = Vec::new();
    for entry in list.entries {
        let draft = event(entry, &calendars);
        match drafts
            .iter_mut()
            .rev()
            .take(400)
            .find(|d| is_same(d, &draft))
        {
            Some(known) if goes_on(known, &draft) => {
                if let (Some(first), Some(next)) = (known.when, draft.when) {
                    known.when = Some(When::range(first.start, Point::Day(next.days().1)));
                }
                known.span.end = known.span.end.max(draft.span.end);
            }
            Some(known) if known.when.map(|w| w.start) == draft.when.map(|w| w.start) => {
                known.merge(draft)
            }
            _ => drafts.push(draft),
        }
    }
    let mut loose = list.loose.into_iter().peekable();
    if let Some((first, span)) = loose.peek()
        && drafts.first().is_some_and(|d| span.end <= d.span.start)
        && first.split_whitespace().count() >= 2
        && !is_furniture(first)
    {
        document.title = Some(first.into());
    }
    // Of what stands round a list only sentences say anything.
    for (said, span) in loose {
        let words = said.split_whitespace().count();
        if words >= 6 && said.ends_with(['.', '!', '?', ')']) && !is_furniture(&said) {
            document
                .passages
                .push(Passage::new(Kind::Prose, said, span));
        }
    }
    for draft in drafts {
        draft.add_to(document);
    }
    true
}

/// Reads an event's own page; `false` where the text is none, nothing being added then.
pub(super) fn read_event(text: &str, about: &About<'_>, document: &mut Document) -> bool {
    let Some(entry) = agenda::read_event(text, about.reference.datetime()) else {
        return false;
    };
    event(entry, &[]).add_to(document);
    true
}

fn is_furniture(line: &str) -> bool {
    furniture::without(line, Medium::of(SourceType::Calendar)).is_empty()
}

fn is_same(known: &Draft, draft: &Draft) -> bool {
    !draft.title.is_empty()
        && known.title.to_lowercase() == draft.title.to_lowercase()
        && (goes_on(known, draft) || known.when.map(|w| w.start) == draft.when.map(|w| w.start))
}

/// Whether it is the next day of an event of several whole days.
fn goes_on(known: &Draft, draft: &Draft) -> bool {
    match (known.when, draft.when) {
        (
            Some(known),
            Some(When {
                start: Point::Day(next),
                end: None,
            }),
        ) => matches!(known.start, Point::Day(_)) && known.days().1.tomorrow().ok() == Some(next),
        _ => false,
    }
}

/// The names of the calendars that a view lists with boxes above its days: "☑ Ida   ☑ Choir   ☐ Holidays".
fn calendars(text: &str) -> Vec<String> {
    let boxed = text
        .lines()
        .take(HEAD)
        .map(drawn)
        .filter(|l| l.trim_start().starts_with(BOXES) || l.matches(BOXES).count() > 1)
        .flat_map(|l| {
            let names = l.split(BOXES).skip(1);
            names
                .map(|name| name.trim().to_lowercase())
                .collect::<Vec<_>>()
        })
        .filter(|name| !name.is_empty());
    boxed.chain(listed_below(text)).collect()
}

/// The names that a view lists below "My calendars", a line each, where its boxes were lost.
fn listed_below(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut below = false;
    for line in text.lines().take(HEAD).map(|l| l.trim().to_lowercase()) {
        if OVER.contains(&line.as_str()) {
            below = true;
        } else if line.is_empty() || line.bytes().all(|b| b.is_ascii_digit()) {
            below = false;
        } else if below && !line.starts_with(BOXES) && !line.starts_with('[') {
            names.push(line);
        }
    }
    names
}

/// Headings over the names of calendars.
const OVER: [&str; 12] = [
    "my calendars",
    "other calendars",
    "meine kalender",
    "weitere kalender",
    "mes agendas",
    "autres agendas",
    "mis calendarios",
    "otros calendarios",
    "meus calendários",
    "outros calendários",
    "i miei calendari",
    "altri calendari",
];

/// Buttons that lead to the present day, which is no day of the list where they stand among the window's other words.
const NOW: [&str; 8] = [
    "today",
    "heute",
    "hoy",
    "hoje",
    "oggi",
    "vandaag",
    "aujourd'hui",
    "aujourd’hui",
];

/// A line that begins with a box made of brackets (`[x] Ida`), its boxes as signs.
fn drawn(line: &str) -> Cow<'_, str> {
    const DRAWN: [&str; 3] = ["[x]", "[X]", "[ ]"];
    if !DRAWN.iter().any(|d| line.trim_start().starts_with(d)) {
        return Cow::Borrowed(line);
    }
    let boxed = DRAWN.iter().fold(line.to_owned(), |l, d| l.replace(d, "☑"));
    Cow::Owned(boxed)
}

/// Boxes with which a view shows or hides a calendar.
const BOXES: [char; 6] = ['☑', '☐', '☒', '✅', '⬜', '🗹'];

/// The views between which a calendar's window lets one choose.
const VIEWS: [&str; 40] = [
    "day",
    "week",
    "work week",
    "month",
    "year",
    "agenda",
    "schedule",
    "4 days",
    "list",
    "tag",
    "woche",
    "arbeitswoche",
    "monat",
    "jahr",
    "terminübersicht",
    "liste",
    "jour",
    "semaine",
    "mois",
    "année",
    "planning",
    "día",
    "semana",
    "mes",
    "año",
    "giorno",
    "settimana",
    "mese",
    "anno",
    "dia",
    "mês",
    "ano",
    "maand",
    "jaar",
    "dag",
    "vecka",
    "månad",
    "uke",
    "måned",
    "programación",
];

/// The text with the bars of a window above its days blanked: the views to choose from, the calendars to show.
fn without_bars(text: &str) -> Cow<'_, str> {
    let lower = |line: &str| line.trim().to_lowercase();
    let is_view = |line: &str| VIEWS.contains(&lower(line).as_str());
    let is_now = |line: &str| NOW.contains(&lower(line).as_str());
    // the buttons in lines of their own: "Today", "August 2025", "Schedule"
    let first = || text.lines().take(HEAD);
    let parted = first().any(is_view) && first().any(is_now);
    if !parted && !first().any(|line| is_bar(line.trim())) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (n, line) in text.split_inclusive('\n').enumerate() {
        if n < HEAD && (is_bar(line.trim()) || parted && (is_view(line) || is_now(line))) {
            let end = line.trim_end_matches(['\n', '\r']).len();
            out.extend(std::iter::repeat_n(' ', end));
            out.push_str(&line[end..]);
        } else {
            out.push_str(line);
        }
    }
    Cow::Owned(out)
}

fn is_bar(line: &str) -> bool {
    let views = line
        .split(['|', '·', '•', '▾', '▼', '\t'])
        .flat_map(|part| part.split("  "))
        .filter(|cell| VIEWS.contains(&cell.trim().to_lowercase().as_str()))
        .count();
    let shown = line.matches(BOXES).count() > 1 && !line.starts_with(BOXES);
    views >= 3 || shown
}

#[cfg(test)]
mod tests;
