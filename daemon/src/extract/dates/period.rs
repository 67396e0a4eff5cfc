//! Parts of the calendar by name or number: weeks, quarters, seasons, decades, "the end of May", "the first Monday of June".

use super::{
    Anchor, Lean,
    holidays::holiday,
    lexicon::{Season, Sense, Stretch, Turn, Unit},
    parser::{Dated, Parser, Read, Spec, weekday},
    units::{self, containing, monday, plus_days},
};
use crate::when::{Point, When};
use jiff::civil::Date;

/// A season of the northern hemisphere, by the meteorological months; winter begins in the year named.
pub(super) fn season(season: Season, year: i16) -> Option<When> {
    let first = match season {
        Season::Spring => 3,
        Season::Summer => 6,
        Season::Autumn => 9,
        Season::Winter => 12,
    };
    let (last_year, last) = if first == 12 {
        (year.checked_add(1)?, 2)
    } else {
        (year, first + 2)
    };
    Some(When::range(
        Point::Month(year, first),
        Point::Month(last_year, last),
    ))
}

impl Parser<'_, '_> {
    /// A date in the calendar's larger parts.
    pub(super) fn period(&self, i: usize, depth: u8) -> Option<Read> {
        let rules = [
            self.quarter(i),
            self.decade(i),
            self.numbered_week(i),
            self.season_of(i),
            self.feast(i),
            self.weekend(i),
            self.to_date(i),
            self.week_of(i, depth),
            self.stretch(i, depth),
            self.nth_of(i, depth),
            self.weekday_of(i, depth),
        ];
        rules.into_iter().flatten().max_by_key(|(_, end)| *end)
    }

    fn when_of(&self, dated: &Dated, at: usize) -> Option<When> {
        self.resolve(dated, self.lean_at(at))
    }

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
        (unit_at > at && unit != Unit::Day).then(|| (Dated::relative(when, None), end))
    }

    /// `Q1 2019`, `2019 Q1`, `H1 2020`, `Q3`.
    fn quarter(&self, i: usize) -> Option<Read> {
        let (before, at) = match self.year(i) {
            Some((year, at)) => (Some(year), self.skip_mark(at, &['-', '/'])),
            None => (None, i),
        };
        let letter = self.text(at).to_lowercase();
        let (n, 1) = self.digits(at + 1)? else {
            return None;
        };
        let (length, most) = match letter.as_str() {
            "q" => (3, 4),
            "h" => (6, 2),
            _ => return None,
        };
        if !self.touches(at + 1) || !(1..=most).contains(&n) {
            return None;
        }
        let sep = self.skip_mark(at + 2, &['-', '/', ',']);
        let of = self.skip(self.skip(sep, Sense::Of), Sense::In);
        let after = self.year(of).filter(|_| before.is_none());
        let year = before.or(after.map(|(y, _)| y));
        if letter == "h" && year.is_none() {
            return None;
        }
        let end = after.map_or(at + 2, |(_, end)| end);
        let first = (n as i8 - 1) * length + 1;
        let when = |y| When::range(Point::Month(y, first), Point::Month(y, first + length - 1));
        let anchor = if year.is_some() {
            Anchor::Absolute
        } else {
            Anchor::Yearless
        };
        Some((
            Dated::fixed(when(year.unwrap_or(self.today().year())), anchor),
            end,
        ))
    }

    /// `1990s`, `the '90s`, `the nineties`, `the 15th century`.
    fn decade(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        if let Some((n, end)) = self.ordinal(at)
            && self.is(end, Sense::Unit(Unit::Century))
            && (1..=30).contains(&n)
        {
            let first = i16::try_from(n).ok()? * 100 - 100;
            return Some((
                Dated::fixed(units::years(first, 100), Anchor::Absolute),
                end + 1,
            ));
        }
        let number = self.skip_mark(at, &['\'', '’', '‘']);
        let (value, digits) = self.digits(number)?;
        let end = self.skip_mark(number + 1, &['\'', '’']);
        if self.text(end) != "s" || value % 10 != 0 {
            return None;
        }
        let first = match digits {
            4 if (1000..2990).contains(&value) => value as i16,
            2 if (at > i || number > at) && value >= 20 => 1900 + value as i16,
            _ => return None,
        };
        let length = if value % 100 == 0 && digits == 4 && value < 2000 {
            100
        } else {
            10
        };
        Some((
            Dated::fixed(units::years(first, length), Anchor::Absolute),
            end + 1,
        ))
    }

    /// `week 3 of 2027`, `KW 23`.
    fn numbered_week(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        if !self.is(at, Sense::Unit(Unit::Week)) {
            return None;
        }
        let (n, 1..=2) = self.digits(at + 1)? else {
            return None;
        };
        let year_at = self.skip(
            self.skip(self.skip_mark(at + 2, &['/', ',']), Sense::Of),
            Sense::In,
        );
        let (year, end, anchor) = match self.year(year_at) {
            Some((year, end)) => (year, end, Anchor::Absolute),
            None => (self.today().year(), at + 2, Anchor::Yearless),
        };
        let when = units::week_of_year(year, i8::try_from(n).ok()?)?;
        Some((Dated::fixed(when, anchor), end))
    }

    /// "summer 2019", "in the winter", "last summer" being elsewhere.
    fn season_of(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let Sense::Season(which) = self.sense(at)? else {
            return None;
        };
        let of = self.skip(self.skip_mark(at + 1, &[',']), Sense::Of);
        if let Some((year, end)) = self.year(of) {
            return Some((Dated::fixed(season(which, year)?, Anchor::Absolute), end));
        }
        let cue = matches!(
            self.sense_before(i),
            Some(Sense::In | Sense::Since | Sense::By | Sense::Until | Sense::Stretch(_))
        );
        if !cue {
            return None;
        }
        let today = self.today();
        let all = (-1..=1).filter_map(|n| season(which, today.year().saturating_add(n)));
        let lean = self.lean_at(i);
        let when = all.min_by_key(|w| {
            let (first, last) = w.days();
            let wrong = match lean {
                Some(Lean::Past) => first > today,
                Some(Lean::Future) => last < today,
                None => false,
            };
            let far = if first <= today && today <= last {
                0
            } else {
                units::distance(first, today).min(units::distance(last, today))
            };
            (wrong, far)
        })?;
        Some((Dated::fixed(when, Anchor::Yearless), at + 1))
    }

    /// "Christmas", "Easter 2018", "Labor Day weekend".
    fn feast(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let Sense::Holiday(which) = self.sense(at)? else {
            return None;
        };
        let of = self.skip(
            self.skip_mark(self.skip(at + 1, Sense::Day(0)), &[',']),
            Sense::Of,
        );
        let this = match (self.sense(of), self.unit(of + 1)) {
            (Some(Sense::Turn(turn)), Some((Unit::Year, _))) => {
                units::turn(turn, Unit::Year, self.today()).map(|w| (w.days().0.year(), of + 2))
            }
            _ => None,
        };
        let (date, mut end, anchor) = match self.year(of).or(this) {
            Some((year, end)) => (holiday(which, year)?, end, Anchor::Absolute),
            None => {
                let today = self.today();
                let years = (-1..=1).filter_map(|n| holiday(which, today.year().saturating_add(n)));
                let lean = self.lean_at(i);
                let date = years.min_by_key(|d| {
                    let wrong = match lean {
                        Some(Lean::Past) => *d > today,
                        Some(Lean::Future) => *d < today,
                        None => false,
                    };
                    (wrong, units::distance(*d, today))
                })?;
                (date, at + 1, Anchor::Yearless)
            }
        };
        let mut when = When::day(date);
        if self.is(end, Sense::Unit(Unit::Weekend)) {
            end += 1;
            when = long_weekend(date);
        }
        Some((Dated::fixed(when, anchor), end))
    }

    /// "the weekend": the last one where the text looks back, else this week's.
    fn weekend(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        if !self.is(at, Sense::Unit(Unit::Weekend)) {
            return None;
        }
        let today = self.today();
        let lean = self.lean_at(i);
        let turn = if lean == Some(Lean::Past) && today.weekday().to_monday_zero_offset() < 5 {
            Turn::Last
        } else {
            Turn::This
        };
        Some((
            Dated::relative(units::turn(turn, Unit::Weekend, today)?, None),
            at + 1,
        ))
    }

    /// "year to date", "the rest of the week", "later this month".
    fn to_date(&self, i: usize) -> Option<Read> {
        let today = self.today();
        let at = self.skip(i, Sense::The);
        let within = |unit_at: usize| -> Option<(Date, Date, usize)> {
            let at = match self.sense(unit_at) {
                Some(Sense::Turn(Turn::This) | Sense::The) => unit_at + 1,
                _ => unit_at,
            };
            let (unit, end) = self.unit(at)?;
            let (first, last) = containing(unit, today)?.days();
            Some((first, last, end))
        };
        if let Some((first, _, end)) = within(at)
            && self.is(end, Sense::ToDate)
        {
            return Some((Dated::days(first, today, None), end + 1));
        }
        if self.text(at).eq_ignore_ascii_case("ytd") {
            let first = today.first_of_year();
            return Some((Dated::days(first, today, None), at + 1));
        }
        match self.sense(at)? {
            Sense::Rest => {
                let (_, last, end) = within(self.skip(at + 1, Sense::Of))?;
                Some((Dated::days(today, last, Some(Lean::Future)), end))
            }
            Sense::Later => {
                let (_, last, end) = within(at + 1)?;
                (end > at + 1).then(|| (Dated::days(today, last, Some(Lean::Future)), end))
            }
            _ => None,
        }
    }

    /// "the week of 5 May", "week starting Monday".
    fn week_of(&self, i: usize, depth: u8) -> Option<Read> {
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
    fn stretch(&self, i: usize, depth: u8) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let stretch = match self.sense(at)? {
            Sense::Stretch(s) => s,
            Sense::Earlier if matches!(self.sense(at + 1), Some(Sense::Turn(Turn::This))) => {
                Stretch::Start
            }
            _ => return None,
        };
        let dash = self.skip_mark(at + 1, &['-', '‑']);
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
    fn nth_of(&self, i: usize, depth: u8) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let (n, next) = match self.ordinal(at) {
            Some((n, end)) => (i64::from(n), end),
            None if self.is(at, Sense::Turn(Turn::Last)) => (-1, at + 1),
            None => return None,
        };
        let several = self.cardinal(next).filter(|_| n.abs() == 1);
        let unit_at = several.map_or(next, |(_, end)| end);
        let day = match self.sense(unit_at)? {
            Sense::Weekday(day) if several.is_none() => Some(weekday(day)),
            _ => None,
        };
        let unit = match day {
            Some(_) => Unit::Day,
            None => self.unit(unit_at)?.0,
        };
        let of = unit_at + 1;
        let (dated, end) = match (self.of_period(of, depth), unit) {
            (Some(read), _) if !matches!(self.sense(of), Some(Sense::Turn(Turn::This)) if false) => {
                read
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

    /// "Monday of next week", "next week Monday", "Tuesday next week".
    fn weekday_of(&self, i: usize, depth: u8) -> Option<Read> {
        let (day, week, end) = if let Some(Sense::Weekday(day)) = self.sense(i) {
            let mut at = i + 1;
            if matches!(self.sense(at), Some(Sense::Part(_))) {
                at += 1;
            }
            let of = self.skip(self.skip(at, Sense::Of), Sense::In);
            let week = self.skip(of, Sense::The);
            let Some(Sense::Turn(_)) = self.sense(week) else {
                return None;
            };
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

/// Saturday and Sunday with the feast beside them.
fn long_weekend(feast: Date) -> When {
    let saturday = match feast.weekday().to_monday_zero_offset() {
        n @ 0..=1 => plus_days(feast, -i64::from(n) - 2),
        n => plus_days(feast, 5 - i64::from(n)),
    };
    let (first, last) = (saturday.min(feast), plus_days(saturday, 1).max(feast));
    When::range(Point::Day(first), Point::Day(last))
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
