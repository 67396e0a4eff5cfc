//! Ranges of days within a month or week that is said once: "4 to 22 January", "next week from Monday to Friday".

use super::{
    Anchor, Lean,
    lexicon::{Sense, Unit},
    parser::{Dated, Fields, Parser, weekday},
    resolve::{complete, near},
    units::{self, plus_days},
};
use crate::when::{Point, When};
use jiff::civil::Date;

impl Parser<'_, '_> {
    /// "next month": year and month, and the index of its last word.
    fn turn_month(&self, i: usize) -> Option<((Option<i16>, i8), usize)> {
        let at = self.skip(i, Sense::The);
        let Sense::Turn(turn) = self.sense(at)? else {
            return None;
        };
        if !self.is(at + 1, Sense::Unit(Unit::Month)) {
            return None;
        }
        let month = units::turn(turn, Unit::Month, self.today())?;
        let first = month.days().0;
        Some(((Some(first.year()), first.month()), at + 1))
    }

    /// "23rd of next month", "23 in this month".
    fn day_of_turn(&self, i: usize) -> Option<(Fields, usize)> {
        let (day, end) = self.day_number(self.skip(i, Sense::The))?;
        let of = self.skip(self.skip(end, Sense::Of), Sense::In);
        let ((year, month), last) = self.turn_month(of)?;
        let fields = Fields {
            year,
            month: Some(month),
            day: Some(day),
            weekday: None,
        };
        Some((fields, last + 1))
    }

    /// "4 to 22 January 1995", "3rd–5th of May", "January between 4 and 22".
    pub(super) fn days_of_month(
        &self,
        i: usize,
        lean: impl FnOnce() -> Option<Lean>,
    ) -> Option<(When, Anchor, usize)> {
        let this_month = self.turn_month(i);
        let (first, last, end) = if let Some((month, i)) = this_month.or(match self.sense(i) {
            Some(Sense::Month(month)) => Some(((None, month), i)),
            _ => None,
        }) {
            let between = self.is(i + 1, Sense::Between);
            if !between && !self.is(i + 1, Sense::From) {
                return None;
            }
            let (first, till) = self.day_number(self.skip(i + 2, Sense::The))?;
            let (last, end) = self.day_number(self.skip(till + 1, Sense::The))?;
            if !self.is_till(till, between)
                || self.is_clock_tail(end)
                || self.mark(end) == Some(':')
            {
                return None;
            }
            let year_at = self.skip_mark(end, &[',']);
            let (month_year, month) = month;
            let (year, end) = self
                .year(year_at)
                .map_or((None, end), |(y, e)| (Some(y), e));
            let last = Fields {
                year: year.or(month_year),
                month: Some(month),
                day: Some(last),
                weekday: None,
            };
            (first, last, end)
        } else {
            // "Sat 21 + Sun 22 September"
            let named = self.skip_weekday(i);
            let (first, mut till) = self.day_number(self.skip(named, Sense::The))?;
            // "vom 7. bis 9. Mai"
            if self.touches(till) {
                till = self.skip_mark(till, &['.']);
            }
            let between = self.sense_before(i) == Some(Sense::Between);
            let next = !self.is_till(till, between);
            // "on 3 and 4 November", "vom 16. auf den 17.06."
            let joins = self.is(till, Sense::And)
                || matches!(self.mark(till), Some('&' | '/' | '+'))
                || self.text(till) == "auf";
            if next && !joins || !next && named > i {
                return None;
            }
            // "bis zum 9. Mai"
            let mut at = till + 1 + usize::from(self.text(till + 1) == "zum");
            if named > i {
                at = self.skip_weekday(at);
            }
            let (last, end) = self
                .day_month(at)
                .or_else(|| self.day_of_turn(at))
                .or_else(|| next.then(|| self.day_behind(at)).flatten())?;
            if next && last.day != Some(first + 1) {
                return None;
            }
            (first, last, end)
        };
        let mut start = Fields {
            day: Some(first),
            ..last
        };
        if Some(first) > last.day {
            start.month = last.month.map(|m| if m == 1 { 12 } else { m - 1 });
            start.year = last
                .year
                .map(|y| if last.month == Some(1) { y - 1 } else { y });
        }
        if let Some(Sense::Weekday(n)) = self.sense(i) {
            start.weekday = Some(weekday(n));
        }
        let from = near(start, self.today(), lean())?;
        let to = complete(last, from.first_day(), Some(Lean::Future))?;
        let anchor = Dated::fields(last).anchor;
        Some((When::range(from, to), anchor, end))
    }

    fn skip_weekday(&self, i: usize) -> usize {
        match self.sense(i) {
            Some(Sense::Weekday(_)) => self.skip_mark(i + 1, &['.', ',']),
            _ => i,
        }
    }

    /// A day behind the one before it, with its month: "den 17. Juni", "den 17.06.2018".
    fn day_behind(&self, i: usize) -> Option<(Fields, usize)> {
        let at = self.skip(i, Sense::The);
        self.day_month(at)
            .or_else(|| self.numeric(at))
            .or_else(|| self.slashed(at, true))
    }

    /// `19.09.-21.09.2025`: two days in numbers, of which the second has the year.
    pub(super) fn dotted_days(&self, i: usize) -> Option<(When, Anchor, usize)> {
        let dot = |n: usize| self.mark(n) == Some('.') && self.touches(n);
        let ((day, 1..=2), (month, 1..=2)) = (self.digits(i)?, self.digits(i + 2)?) else {
            return None;
        };
        if !dot(i + 1) || !dot(i + 3) || !self.is_till(i + 4, false) {
            return None;
        }
        let (last, end) = self.numeric(i + 5)?;
        let (year, to) = (last.year?, near(last, self.today(), None)?);
        let (day, month) = (i8::try_from(day).ok()?, i8::try_from(month).ok()?);
        let turns = last.month.is_some_and(|m| month > m);
        let from = Date::new(year - i16::from(turns), month, day).ok()?;
        (from < to.first_day()).then(|| (When::range(Point::Day(from), to), Anchor::Absolute, end))
    }

    /// `2025-03-08/09`: two days of a month.
    pub(super) fn iso_days(&self, i: usize) -> Option<(When, Anchor, usize)> {
        let (first, end) = self.iso(i)?;
        let (last, 2) = self.digits(end + 1)? else {
            return None;
        };
        let tight = self.touches(end) && self.touches(end + 1);
        let alone = !self.touches(end + 2) || self.ends(end + 2);
        if !matches!(self.mark(end), Some('/' | '–')) || !tight || !alone {
            return None;
        }
        let last = Fields {
            day: i8::try_from(last).ok().filter(|d| Some(*d) > first.day),
            ..first
        };
        last.day?;
        let (from, to) = (
            near(first, self.today(), None)?,
            near(last, self.today(), None)?,
        );
        Some((When::range(from, to), Anchor::Absolute, end + 2))
    }

    /// "next week between Monday and Wednesday".
    pub(super) fn days_of_week(&self, i: usize) -> Option<(When, Anchor, usize)> {
        let at = self.skip(i, Sense::The);
        let Sense::Turn(turn) = self.sense(at)? else {
            return None;
        };
        let between = self.is(at + 2, Sense::Between);
        if !self.is(at + 1, Sense::Unit(Unit::Week)) || !between && !self.is(at + 2, Sense::From) {
            return None;
        }
        let (Sense::Weekday(first), Sense::Weekday(last)) =
            (self.sense(at + 3)?, self.sense(at + 5)?)
        else {
            return None;
        };
        if !self.is_till(at + 4, between) || last < first {
            return None;
        }
        let week = units::turn(turn, Unit::Week, self.today())?;
        let day = |n: i8| Point::Day(plus_days(week.days().0, i64::from(n) - 1));
        Some((When::range(day(first), day(last)), Anchor::Relative, at + 6))
    }
}
