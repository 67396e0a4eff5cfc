//! How many memories fall on each day.

use super::{narrow::Narrow, table::Table};
use crate::{
    index::day_number,
    query::Filter,
    when::{Point, When},
};
use jiff::{ToSpan, civil::Date};
use memo_common::api::{Day, Days};

/// Days that are looked at at once; what repeats is not followed through more.
pub(crate) const MOST_DAYS: i64 = 9 * 366;

/// Where a memory stands in a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// On days of it.
    On,
    /// It is known by its month or year alone, and all of that lies in the period.
    Within,
    /// It does not belong there; on a day of the month of which it tells nothing more is known either.
    Outside,
}

/// Where a time stands in the period from one day to another.
pub(super) fn standing(when: When, from: Date, to: Date) -> Standing {
    let (first, last) = when.days();
    let to_the_day = |point: Point| matches!(point, Point::Day(_) | Point::Minute(_));
    let precise = to_the_day(when.start) && when.end.is_none_or(to_the_day);
    match precise {
        true if first <= to && last >= from => Standing::On,
        false if first >= from && last <= to => Standing::Within,
        _ => Standing::Outside,
    }
}

/// Counts the memories that the filter admits on each of these days, of which there are [`MOST_DAYS`] at most. The days
/// of the filter itself are not looked at.
pub(crate) fn count(table: &Table, filter: &Filter, from: Date, to: Date) -> Days {
    let narrow = Narrow::new(table, filter);
    let length = (day_number(to) - day_number(from) + 1).clamp(0, MOST_DAYS) as usize;
    // What begins and what ends on a day: so a long time costs no more than a day.
    let mut changes = vec![0i64; length + 1];
    let mut mark = |when: When| {
        let (first, last) = when.days();
        let at = |day: Date| (day_number(day) - day_number(from)).clamp(0, length as i64) as usize;
        let (begin, end) = (at(first), at(last.saturating_add(1.day())));
        if begin < end {
            changes[begin] += 1;
            changes[end] -= 1;
        }
    };
    let mut without_day = 0;
    for found in table.memories() {
        if !narrow.admits(table, &found) {
            continue;
        }
        match (found.series(), found.row.when) {
            (Some(series), _) => series.between(from, to).for_each(&mut mark),
            (None, Some(when)) => match standing(when, from, to) {
                Standing::On => mark(when),
                Standing::Within => without_day += 1,
                Standing::Outside => {}
            },
            (None, None) => {}
        }
    }
    let mut memories = 0;
    let days = from.series(1.day()).take(length).zip(changes);
    let days = days.filter_map(|(day, change)| {
        memories += change;
        (memories > 0).then(|| Day {
            day: day.to_string(),
            memories: memories.unsigned_abs(),
        })
    });
    Days {
        since: from.to_string(),
        until: to.to_string(),
        days: days.collect(),
        without_day,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn what_is_known_by_its_month_is_on_no_day_of_it() {
        let (from, to) = (date(2026, 11, 1), date(2026, 11, 30));
        let at = |text: &str| standing(text.parse().expect(text), from, to);
        for text in ["2026-11-01", "2026-11-30 23:59", "2026-10-20/2026-11-01"] {
            assert_eq!(at(text), Standing::On, "{text}");
        }
        assert_eq!(at("2026-11"), Standing::Within);
        for text in ["2026", "2026-12-01", "2026-10/2026-11", "2026-10-31"] {
            assert_eq!(at(text), Standing::Outside, "{text}");
        }
    }
}
