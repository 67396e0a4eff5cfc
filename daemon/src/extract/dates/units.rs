//! Arithmetic with units: the week that a day is in, three months later, the quarter before.

use super::lexicon::{Turn, Unit};
use crate::when::{Point, When};
use jiff::{
    Span,
    civil::{Date, Weekday},
};

/// `n` days later; far outside the calendar, the day itself.
pub(super) fn plus_days(date: Date, n: i64) -> Date {
    date.checked_add(Span::new().try_days(n).unwrap_or_default())
        .unwrap_or(date)
}

/// Monday of the week.
pub(super) fn monday(date: Date) -> Date {
    plus_days(date, -i64::from(date.weekday().to_monday_zero_offset()))
}

fn days(first: Date, count: i64) -> When {
    When::range(Point::Day(first), Point::Day(plus_days(first, count - 1)))
}

fn months(first: Date, count: i8) -> When {
    let last = first.month() + count - 1;
    When::range(
        Point::Month(first.year(), first.month()),
        Point::Month(first.year(), last),
    )
}

/// The period of this unit that holds the day; `None` for units shorter than a day.
pub(super) fn containing(unit: Unit, date: Date) -> Option<When> {
    let year = date.year();
    let month = |m: i8| Date::new(year, m, 1).unwrap_or(date);
    Some(match unit {
        Unit::Second | Unit::Minute | Unit::Hour => return None,
        Unit::Day | Unit::BusinessDay => When::day(date),
        Unit::Week => days(monday(date), 7),
        Unit::WorkWeek => days(monday(date), 5),
        Unit::Weekend => days(plus_days(monday(date), 5), 2),
        Unit::Fortnight => days(date, 14),
        Unit::Month => When::at(Point::Month(year, date.month())),
        Unit::Quarter => months(month((date.month() - 1) / 3 * 3 + 1), 3),
        Unit::HalfYear => months(month(if date.month() <= 6 { 1 } else { 7 }), 6),
        Unit::Year => When::at(Point::Year(year)),
        Unit::Decade => years(year - year.rem_euclid(10), 10),
        Unit::Century => years(year - year.rem_euclid(100), 100),
    })
}

/// This many years from this one on.
pub(super) fn years(first: i16, count: i16) -> When {
    When::range(Point::Year(first), Point::Year(first + count - 1))
}

/// `n` units later (earlier where negative); `None` for units shorter than a day.
pub(super) fn add(date: Date, n: i64, unit: Unit) -> Option<Date> {
    let span = match unit {
        Unit::Second | Unit::Minute | Unit::Hour => return None,
        Unit::BusinessDay => return Some(add_business_days(date, n)),
        Unit::Day => Span::new().try_days(n),
        Unit::Week | Unit::WorkWeek | Unit::Weekend => Span::new().try_weeks(n),
        Unit::Fortnight => Span::new().try_weeks(n.checked_mul(2)?),
        Unit::Month => Span::new().try_months(n),
        Unit::Quarter => Span::new().try_months(n.checked_mul(3)?),
        Unit::HalfYear => Span::new().try_months(n.checked_mul(6)?),
        Unit::Year => Span::new().try_years(n),
        Unit::Decade => Span::new().try_years(n.checked_mul(10)?),
        Unit::Century => Span::new().try_years(n.checked_mul(100)?),
    };
    date.checked_add(span.ok()?).ok()
}

fn is_business(date: Date) -> bool {
    !matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday)
}

fn add_business_days(date: Date, n: i64) -> Date {
    // five business days are seven days; only the rest is walked
    let mut at = plus_days(date, n / 5 * 7);
    let mut left = n % 5;
    while left != 0 {
        at = plus_days(at, left.signum());
        if is_business(at) {
            left -= left.signum();
        }
    }
    at
}

/// "this week", "next month", "last year".
pub(super) fn turn(turn: Turn, unit: Unit, today: Date) -> Option<When> {
    if unit == Unit::Fortnight {
        return Some(match turn {
            Turn::This => days(today, 14),
            Turn::Next | Turn::Coming => days(plus_days(today, 1), 14),
            Turn::Last | Turn::Past => days(plus_days(today, -14), 14),
        });
    }
    let weekend = unit == Unit::Weekend;
    let n = match turn {
        Turn::This => 0,
        Turn::Coming if weekend => 0,
        Turn::Next | Turn::Coming => 1,
        Turn::Last | Turn::Past => -1,
    };
    containing(unit, add(today, n, unit)?)
}

/// "the next two weeks": whole periods where they are quarters or years, else days counted from today.
pub(super) fn turns(turn: Turn, n: i64, unit: Unit, today: Date) -> Option<When> {
    let past = matches!(turn, Turn::Last | Turn::Past);
    let sign = if past { -1 } else { 1 };
    let whole = matches!(
        unit,
        Unit::Quarter | Unit::HalfYear | Unit::Year | Unit::Decade | Unit::Month | Unit::Weekend
    );
    if whole && !matches!(unit, Unit::Month) && turn != Turn::Past {
        let (near, far) = (
            containing(unit, add(today, sign, unit)?)?,
            containing(unit, add(today, sign * n, unit)?)?,
        );
        let (first, last) = if past { (far, near) } else { (near, far) };
        return Some(When::range(first.start, last.end.unwrap_or(last.start)));
    }
    let far = add(today, sign * n, unit)?;
    Some(if past {
        When::range(Point::Day(far), Point::Day(plus_days(today, -1).max(far)))
    } else {
        When::range(Point::Day(plus_days(today, 1).min(far)), Point::Day(far))
    })
}

/// The nth period of a unit within another; counted from its end where `n` is negative.
pub(super) fn nth(n: i64, unit: Unit, within: When) -> Option<When> {
    let (first, last) = within.days();
    if unit == Unit::Week || unit == Unit::WorkWeek || unit == Unit::Weekend {
        // a week belongs to the period that holds its Thursday (ISO 8601)
        let thursday = |d: Date| plus_days(monday(d), 3);
        let start = if n > 0 {
            let week = thursday(first);
            plus_days(week, (n - i64::from(week >= first)) * 7)
        } else {
            let week = thursday(last);
            plus_days(week, (n + i64::from(week <= last)) * 7)
        };
        return containing(unit, start);
    }
    let at = if n > 0 {
        add(first, n - 1, unit)?
    } else {
        add(last, n + 1, unit)?
    };
    (first <= at && at <= last)
        .then(|| containing(unit, at))
        .flatten()
}

/// The first or last `n` units of a period.
pub(super) fn stretch_of(n: i64, unit: Unit, within: When, at_end: bool) -> Option<When> {
    let (first, last) = within.days();
    let (first, last) = if at_end {
        (plus_days(add(last, -n, unit)?, 1), last)
    } else {
        (first, plus_days(add(first, n, unit)?, -1))
    };
    Some(When::range(Point::Day(first), Point::Day(last)))
}

/// The nth weekday within a period; counted from its end where `n` is negative.
pub(super) fn nth_weekday(n: i64, weekday: Weekday, within: When) -> Option<Date> {
    let (first, last) = within.days();
    let date = if n > 0 {
        let offset = i64::from(first.weekday().until(weekday));
        plus_days(first, offset + (n - 1) * 7)
    } else {
        let offset = i64::from(last.weekday().since(weekday));
        plus_days(last, (n + 1) * 7 - offset)
    };
    (first <= date && date <= last).then_some(date)
}

/// ISO week `n` of a year.
pub(super) fn week_of_year(year: i16, n: i8) -> Option<When> {
    let date = jiff::civil::ISOWeekDate::new(year, n, Weekday::Monday).ok()?;
    containing(Unit::Week, date.date())
}

/// Days between two dates, without sign.
pub(super) fn distance(a: Date, b: Date) -> i32 {
    (b - a).get_days().abs()
}
