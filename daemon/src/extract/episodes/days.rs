//! The days that headings, entries and items open with, which part one episode from the next.

use crate::extract::{
    clock::Clock,
    dates::{self, Anchor},
};
use crate::{
    ingest::{Document, Kind, Passage},
    when::{GERMAN_WEEKDAYS, WEEKDAYS, When},
};
use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use std::{cell::LazyCell, ops::Range};

/// Which passages are items of a list, and whether these open with a day.
pub(super) struct Dated {
    from: usize,
    items: Vec<Option<bool>>,
}

impl Dated {
    pub(super) fn of(document: &Document, range: Range<usize>, clock: Clock) -> Self {
        let from = range.start;
        let items = document.passages[range].iter().map(|p| match p.kind {
            Kind::Item { .. } => Some(opens_with_day(&p.text, clock).is_some()),
            _ => None,
        });
        Self {
            from,
            items: items.collect(),
        }
    }

    /// Whether two items are of different things by the days that they open with: "sat 5/25 the match", "mon 5/27 the
    /// cemetery", "call Bo".
    pub(super) fn turns(&self, before: usize, at: usize) -> bool {
        let item = |n: usize| self.items[n - self.from];
        item(before)
            .zip(item(at))
            .is_some_and(|(above, here)| above || here)
    }
}

/// The day that the nearest heading names; above the first heading, the one that the title is.
pub(super) fn heading_day(document: &Document, passage: &Passage, clock: Clock) -> Option<When> {
    let day = |text: &str| {
        dates::find(text, &clock.at(clock.now))
            .into_iter()
            .find(|f| f.anchor >= Anchor::Weekday)
    };
    if passage.headings.is_empty() {
        let title = document.title.as_deref()?;
        return dates::heading(title, &clock.at(clock.now)).map(|f| f.when);
    }
    // looked for only where a heading is a weekday's name
    let week = LazyCell::new(|| {
        let above = document.title.iter().chain(&passage.headings);
        above.filter_map(|h| week(h, clock)).next_back()
    });
    let of_week = |heading: &str| day_of(weekday(heading)?, (*week)?).map(When::day);
    passage
        .headings
        .iter()
        .rev()
        .find_map(|h| of_week(h).or_else(|| day(h).map(|f| f.when)))
}

/// The first and the last day of the week that a heading names: "Week 21 · 18–24 May".
fn week(heading: &str, clock: Clock) -> Option<(Date, Date)> {
    dates::find(heading, &clock.at(clock.now))
        .into_iter()
        .filter(|f| f.anchor >= Anchor::Yearless)
        .map(|f| f.when.days())
        .find(|(first, last)| (4..=6).contains(&(*last - *first).get_days()))
}

/// The weekday that a heading is the name of, in full or cut short: "Wed", "Sunday", "Mi", "jueves".
fn weekday(heading: &str) -> Option<Weekday> {
    let said = heading
        .trim_matches(|c: char| !c.is_alphabetic())
        .to_lowercase();
    let cut = |name: &str| {
        let name = name.to_lowercase();
        name == said || said.chars().count() >= 3 && name.starts_with(&said)
    };
    let mut days = DAYS
        .iter()
        .flat_map(|names| names.iter().zip(Weekday::Monday.cycle_forward()));
    days.find_map(|(name, day)| cut(name).then_some(day))
}

/// The day of a week, from its first to its last, that is this weekday.
fn day_of(weekday: Weekday, (first, last): (Date, Date)) -> Option<Date> {
    let mut days = first.series(1.day()).take_while(|d| *d <= last);
    days.find(|d| d.weekday() == weekday)
}

/// The days of the week from Monday on, by the names under which notes head them.
const DAYS: [[&str; 7]; 5] = [
    WEEKDAYS,
    GERMAN_WEEKDAYS,
    ["mo", "di", "mi", "do", "fr", "sa", "so"],
    [
        "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
    ],
    [
        "lunes",
        "martes",
        "miércoles",
        "jueves",
        "viernes",
        "sábado",
        "domingo",
    ],
];

/// The day with which an entry opens ("sat 9.9 landed …", "Monday, 3 May: …").
pub(super) fn opening_day(passage: &Passage, clock: Clock) -> Option<When> {
    if passage.kind != Kind::Prose {
        return None;
    }
    opens_with_day(&passage.text, clock)
}

/// The day with which a text opens.
fn opens_with_day(text: &str, clock: Clock) -> Option<When> {
    let head: String = text.chars().take(48).collect();
    dates::find(&head, &clock.at(clock.now))
        .into_iter()
        .find(|f| {
            f.anchor >= Anchor::Yearless
                && head[..f.span.start].chars().all(|c| !c.is_alphanumeric())
        })
        .map(|f| When::day(f.when.start.first_day()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weekday_is_of_the_week_above_it() {
        let week = (Date::constant(2026, 5, 18), Date::constant(2026, 5, 24));
        for (heading, day) in [
            ("Wed", Some(20)),
            ("Sunday", Some(24)),
            ("Mi", Some(20)),
            ("jueves", Some(21)),
            ("Next", None),
            ("We", None),
        ] {
            let found = weekday(heading).and_then(|n| day_of(n, week));
            assert_eq!(found.map(|d| d.day()), day, "{heading}");
        }
    }
}
