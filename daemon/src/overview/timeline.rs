//! Memories in the order of their times, with what repeats on each of its days.

use super::{
    days::{Standing, standing},
    narrow::Narrow,
    table::Table,
};
use crate::{
    query::Filter,
    store::minute_of,
    when::{Point, When},
};
use jiff::{ToSpan, civil::Date};
use std::collections::BinaryHeap;

/// No calendar goes further from 1970.
const MOST_DAYS: i64 = 4_000_000;

/// Which days a timeline is of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Period {
    /// From one to another.
    Days(Date, Date),
    /// This one, in all years but its own.
    OtherYears(Date),
}

/// One time of a memory: in order of its begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    /// Minutes from 1970.
    pub minute: i64,
    pub version: u64,
    pub index: u32,
}

/// The first of the times behind `after`, at most so many, in order; those of memories that the filter admits. The days
/// of the filter itself are not looked at.
pub(crate) fn first(
    table: &Table,
    filter: &Filter,
    period: Period,
    after: Option<Moment>,
    most: usize,
) -> Vec<(Moment, When)> {
    let narrow = Narrow::new(table, filter);
    let mut earliest = Earliest::new(after, most);
    let mut repeating = Vec::new();
    for found in table.memories() {
        if !narrow.admits(table, &found) {
            continue;
        }
        let (version, index) = (found.version, found.row.index);
        match (found.series(), found.row.when) {
            (Some(series), _) => repeating.push((series, version, index)),
            (None, Some(when)) if period.has(when) => earliest.offer(when, version, index),
            _ => {}
        }
    }
    // An anniversary of each of a hundred weekly meetings says nothing of the day.
    if let Period::Days(from, to) = period {
        for (series, version, index) in repeating {
            let (from, to) = earliest.days_left(from, to);
            for when in series.between(from, to) {
                earliest.offer(when, version, index);
            }
        }
    }
    earliest.in_order()
}

impl Period {
    fn has(self, when: When) -> bool {
        match self {
            Self::Days(from, to) => standing(when, from, to) != Standing::Outside,
            Self::OtherYears(day) => {
                let to_the_day = matches!(when.start, Point::Day(_) | Point::Minute(_));
                let first = when.start.first_day();
                to_the_day
                    && (first.month(), first.day()) == (day.month(), day.day())
                    && first.year() != day.year()
            }
        }
    }
}

/// The earliest of the times that it is offered.
struct Earliest {
    after: Option<Moment>,
    most: usize,
    /// The latest of them on top.
    heap: BinaryHeap<Timed>,
}

/// A time, which is compared by its moment.
struct Timed(Moment, When);

impl PartialEq for Timed {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Timed {}

impl PartialOrd for Timed {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timed {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

impl Earliest {
    fn new(after: Option<Moment>, most: usize) -> Self {
        let heap = BinaryHeap::with_capacity(most + 1);
        Self { after, most, heap }
    }

    fn offer(&mut self, when: When, version: u64, index: u32) {
        let moment = Moment {
            minute: minute_of(when),
            version,
            index,
        };
        if self.after.is_none_or(|after| moment > after) {
            self.heap.push(Timed(moment, when));
            if self.heap.len() > self.most {
                self.heap.pop();
            }
        }
    }

    /// Of these days those on which a time may begin that is among the earliest.
    fn days_left(&self, from: Date, to: Date) -> (Date, Date) {
        let day = |minute: i64| {
            // Who made up a cursor may have put any number into it.
            let days = minute.div_euclid(24 * 60).clamp(-MOST_DAYS, MOST_DAYS);
            Date::constant(1970, 1, 1).saturating_add(days.days())
        };
        let from = self.after.map_or(from, |a| from.max(day(a.minute)));
        let full = self.heap.len() == self.most;
        let last = self.heap.peek().filter(|_| full);
        (from, last.map_or(to, |last| to.min(day(last.0.minute))))
    }

    fn in_order(self) -> Vec<(Moment, When)> {
        let sorted = self.heap.into_sorted_vec();
        sorted.into_iter().map(|Timed(m, when)| (m, when)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn other_years_have_the_same_day_and_not_its_own_year() {
        let period = Period::OtherYears(date(2026, 11, 27));
        let has = |text: &str| period.has(text.parse().expect(text));
        for text in [
            "2024-11-27",
            "2025-11-27 09:00",
            "2027-11-27",
            "2025-11-27/2025-11-30",
        ] {
            assert!(has(text), "{text}");
        }
        for text in [
            "2026-11-27",
            "2025-11",
            "2025",
            "2025-11-26/2025-11-28",
            "2025-12-27",
        ] {
            assert!(!has(text), "{text}");
        }
    }

    #[test]
    fn keeps_the_earliest_and_goes_on_behind_them() {
        let days = ["2026-03-01", "2026-01-01", "2026-02-01 10:00", "2026-02-01"];
        let mut after = None;
        let mut told = Vec::new();
        for _ in 0..3 {
            let mut earliest = Earliest::new(after, 2);
            for (index, day) in (0..).zip(days) {
                earliest.offer(day.parse().expect(day), 1, index);
            }
            let page = earliest.in_order();
            after = page.last().map(|(moment, _)| *moment).or(after);
            told.extend(page.into_iter().map(|(m, _)| m.index));
        }
        assert_eq!(told, [1, 3, 2, 0]);
    }
}
