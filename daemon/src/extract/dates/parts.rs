//! Parts of a period: "the end of May", "the first Monday of June", "the week of 5 May", "Tuesday of last week".

use super::{
    Anchor, Lean,
    lexicon::{Sense, Stretch, Turn, Unit},
    parser::{Dated, Parser, Read, Spec, weekday},
    units::{self, containing, monday, plus_days},
};
use crate::when::{Point, When};
use jiff::civil::Date;

impl Parser<'_, '_> {
    /// The period behind "of" or "in": any date, or "the month" for this one.
    fn of_period(&self, i: usize, depth: u8) -> Option<Read> {
        let mut at = self.skip(i, Sense::Of);
        if at == i {
            at = self.skip(i, Sense::In);
        }
        if depth > 0
            && let Some(read) = self.date(at, depth - 1, true)
        {
            return Some(read);
        }
        let unit_at = self.skip(at, Sense::The);
        let (unit, end) = self.unit(unit_at)?;
        let when = units::turn(Turn::This, unit, self.today())?;
        let plain = at > i && !self.text(unit_at).ends_with('s');
        ((unit_at > at || plain) && unit != Unit::Day).then(|| (Dated::relative(when, None), end))
    }

    /// "eoy".
    pub(super) fn end_of(&self, i: usize) -> Option<Read> {
        let Sense::EndOf(unit) = self.sense(i)? else {
            return None;
        };
        let (first, last) = containing(unit, self.today())?.days();
        let length = i64::from(units::distance(first, last)) + 1;
        let (first, last) = part_of(Stretch::End, first, last, length);
        Some((Dated::days(first, last, Some(Lean::Future)), i + 1))
    }

    /// "the week of 5 May", "week starting Monday".
    pub(super) fn week_of(&self, i: usize, depth: u8) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let after = if self.is(at, Sense::Unit(Unit::Week)) {
            at + 1
        } else if self.text(at).eq_ignore_ascii_case("w")
            && self.mark(at + 1) == Some('/')
            && self.text(at + 2).eq_ignore_ascii_case("c")
        {
            at + 2
        } else {
            return None;
        };
        let word = match self.sense(after) {
            Some(Sense::Of | Sense::Starting | Sense::Stretch(Stretch::Start)) => after + 1,
            _ if after == at + 2 => after + 1,
            _ => return None,
        };
        if depth == 0 {
            return None;
        }
        let (dated, end) = self.date(self.skip(word, Sense::On), depth - 1, true)?;
        let (first, last) = self.when_of(&dated, i)?.days();
        if units::distance(first, last) > 6 {
            return None;
        }
        let mut week = Dated::fixed(containing(Unit::Week, first)?, dated.anchor);
        week.lean = dated.lean;
        Some((week, end))
    }

    /// "mid-May", "the end of next week", "early 2019", "earlier this month".
    pub(super) fn stretch(&self, i: usize, depth: u8) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let stretch = match self.sense(at)? {
            Sense::Stretch(s) => s,
            Sense::Earlier if matches!(self.sense(at + 1), Some(Sense::Turn(Turn::This))) => {
                Stretch::Start
            }
            _ => return None,
        };
        let dash = self.skip_mark(at + 1, &['-', '‑']);
        let noun = ["end", "start", "beginning", "middle"]
            .iter()
            .any(|noun| noun.eq_ignore_ascii_case(self.text(at)));
        if noun
            && dash == at + 1
            && !self.is(dash, Sense::Of)
            && !matches!(self.sense(dash), Some(Sense::Month(_)))
            && self.year(dash).is_none()
        {
            return None;
        }
        let (dated, end) = self.of_period(dash, depth)?;
        if dated.anchor == Anchor::Now {
            return None;
        }
        let (first, last) = self.when_of(&dated, i)?.days();
        let length = i64::from(units::distance(first, last)) + 1;
        let (first, last) = part_of(stretch, first, last, length);
        let mut part = Dated::fixed(
            When::range(Point::Day(first), Point::Day(last)),
            dated.anchor,
        );
        if length <= 1 {
            part = Dated {
                part: dated.part,
                ..Dated::fixed(When::day(first), dated.anchor)
            };
        }
        part.lean = dated.lean;
        Some((part, end))
    }

    /// "the first Monday of June", "the 3rd week of January", "the last day of the month", "first ten days of May".
    pub(super) fn nth_of(&self, i: usize, depth: u8) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let (n, next) = match self.ordinal(at) {
            Some((n, end)) => (i64::from(n), end),
            None if self.is(at, Sense::Turn(Turn::Last)) => (-1, at + 1),
            None => return None,
        };
        let month = matches!(self.sense(next), Some(Sense::Turn(_)))
            && self.is(next + 1, Sense::Unit(Unit::Month));
        if n > 0 && (month || self.is(next, Sense::Of)) {
            return self.day_of(n, next, depth);
        }
        let several = self.cardinal(next).filter(|_| n.abs() == 1);
        let unit_at = several.map_or(next, |(_, end)| end);
        let day = match self.sense(unit_at)? {
            Sense::Weekday(day) if several.is_none() => Some(weekday(day)),
            _ => None,
        };
        let unit = match day {
            Some(_) => Unit::Day,
            None if self.is(unit_at, Sense::Half) && several.is_none() => {
                return self.half_of(n, unit_at + 1, depth);
            }
            None => self.unit(unit_at)?.0,
        };
        let of = unit_at + 1;
        let (dated, end) = match (self.of_period(of, depth), unit) {
            (Some(read), _) => read,
            // "the second Sunday" of this month
            (_, Unit::Day) if n > 0 && day.is_some() && self.ends(of) => {
                let month = units::turn(Turn::This, Unit::Month, self.today())?;
                (Dated::relative(month, None), of)
            }
            // "the first quarter" of this year
            (_, Unit::Quarter) if n > 0 => {
                let year = units::turn(Turn::This, Unit::Year, self.today())?;
                (Dated::relative(year, None), of)
            }
            _ => return None,
        };
        let within = self.when_of(&dated, i)?;
        let (first, last) = within.days();
        if units::distance(first, last) < 6 || dated.anchor == Anchor::Now {
            return None;
        }
        let when = match (several, day) {
            (Some((count, _)), _) => units::stretch_of(i64::from(count), unit, within, n < 0)?,
            (_, Some(day)) => When::day(units::nth_weekday(n, day, within)?),
            _ => units::nth(n, unit, within)?,
        };
        let mut found = Dated::fixed(when, dated.anchor);
        found.lean = dated.lean;
        Some((found, end))
    }

    /// "the 15th of last month".
    fn day_of(&self, n: i64, of: usize, depth: u8) -> Option<Read> {
        let (dated, end) = self.of_period(of, depth)?;
        match self.when_of(&dated, of)? {
            When {
                start: Point::Month(year, month),
                end: None,
            } => {
                let date = Date::new(year, month, i8::try_from(n).ok()?).ok()?;
                let mut day = Dated::fixed(When::day(date), dated.anchor);
                day.lean = dated.lean;
                Some((day, end))
            }
            _ => None,
        }
    }

    /// "the first half of May".
    fn half_of(&self, n: i64, of: usize, depth: u8) -> Option<Read> {
        if !self.is(of, Sense::Of) && self.year_or_turn(of).is_none() {
            return None;
        }
        let (dated, end) = self.of_period(of, depth)?;
        let (first, last) = self.when_of(&dated, of)?.days();
        let when = if units::distance(first, last) >= 364 {
            let half = Date::new(first.year(), if n == 1 { 1 } else { 7 }, 1).ok()?;
            containing(Unit::HalfYear, half)?
        } else {
            let stretch = if n == 1 { Stretch::Start } else { Stretch::End };
            let length = i64::from(units::distance(first, last)) + 1;
            let (first, last) = part_of(stretch, first, last, length);
            When::range(Point::Day(first), Point::Day(last))
        };
        Some((Dated::fixed(when, dated.anchor), end))
    }

    /// "Monday in three weeks", "Tuesday two weeks ago".
    fn weekday_weeks(&self, day: i8, i: usize) -> Option<Read> {
        let (count_at, unit_at) = (self.skip(i, Sense::In), self.skip(i, Sense::In));
        let (_, unit_at) = self.count(count_at).or(Some((0, unit_at)))?;
        if !matches!(self.unit(unit_at), Some((Unit::Week, _))) {
            return None;
        }
        let (dated, end) = self.counted(i, 0)?;
        let Spec::Fixed(When {
            start: Point::Day(date),
            end: None,
        }) = dated.spec
        else {
            return None;
        };
        let date = plus_days(monday(date), i64::from(day) - 1);
        Some((Dated::relative(When::day(date), dated.lean), end))
    }

    /// "Monday of next week", "next week Monday", "Tuesday next week".
    pub(super) fn weekday_of(&self, i: usize, depth: u8) -> Option<Read> {
        let (day, week, end) = if let Some(Sense::Weekday(day)) = self.sense(i) {
            let mut at = i + 1;
            if matches!(self.sense(at), Some(Sense::Part(_))) {
                at += 1;
            }
            let of = self.skip(self.skip(at, Sense::Of), Sense::In);
            let week = self.skip(of, Sense::The);
            if week == i + 1
                && matches!(self.unit(week), Some((Unit::Week, _)))
                && self.text(week).eq_ignore_ascii_case("week")
                && self.ends(week + 1)
            {
                let near =
                    super::resolve::near_weekday(weekday(day), self.today(), Some(Lean::Future));
                let dated = Dated::relative(When::day(plus_days(near, 7)), Some(Lean::Future));
                return Some((dated, week + 1));
            }
            if !matches!(self.sense(week), Some(Sense::Turn(_))) {
                return self.weekday_weeks(day, i + 1);
            }
            let (dated, end) = self.relative(week, depth.min(1))?;
            (day, dated, end)
        } else {
            let at = self.skip(i, Sense::The);
            let Some(Sense::Turn(_)) = self.sense(at) else {
                return None;
            };
            if !matches!(self.unit(at + 1), Some((Unit::Week, _))) {
                return None;
            }
            let on = self.skip(self.skip_mark(at + 2, &[',']), Sense::On);
            let Some(Sense::Weekday(day)) = self.sense(on) else {
                return None;
            };
            (day, self.relative(at, depth.min(1))?.0, on + 1)
        };
        let Spec::Fixed(when) = week.spec else {
            return None;
        };
        let (first, last) = when.days();
        if first != monday(first) || units::distance(first, last) != 6 {
            return None;
        }
        let date = plus_days(first, i64::from(day) - 1);
        Some((Dated::relative(When::day(date), week.lean), end))
    }
}

/// The half at the start or the end, or the middle third, of a period.
fn part_of(stretch: Stretch, first: Date, last: Date, length: i64) -> (Date, Date) {
    match stretch {
        Stretch::Start => (
            first,
            plus_days(
                first,
                (length + 1) / 2 - 1 - i64::from(length > 7 && length % 2 == 1),
            ),
        ),
        Stretch::End => (plus_days(first, length / 2), last),
        Stretch::Middle => (
            plus_days(first, (length - 1) / 3),
            plus_days(first, length * 2 / 3),
        ),
    }
}
