//! What a date leaves out: its year, its month, which Friday.

use super::{
    Lean,
    holidays::holiday,
    parser::{Dated, Fields, Parser, Spec},
    units::{distance, plus_days},
};
use crate::when::{Point, When};
use jiff::civil::{Date, Weekday};

impl Parser<'_, '_> {
    /// What a date means for a text that looks back or ahead.
    pub(super) fn resolve(&self, dated: &Dated, lean: Option<Lean>) -> Option<When> {
        match dated.spec {
            Spec::Fixed(when) => Some(when),
            Spec::Feast(feast) => {
                let years = (-1..=1).map(|n| self.today().year().saturating_add(n));
                let days = years.filter_map(|y| holiday(feast, y));
                nearest(days, self.today(), lean, NEAR).map(When::day)
            }
            Spec::Fields(fields) => {
                let stay = match fields {
                    Fields {
                        year: None,
                        month: None,
                        day: None,
                        weekday: Some(weekday),
                    } => self.of_stay(weekday, lean),
                    _ => None,
                };
                let stay = stay.or_else(|| self.right_after(fields, lean));
                match stay {
                    Some(day) => Some(When::day(day)),
                    None => near(fields, self.today(), lean).map(When::at),
                }
            }
        }
    }

    /// "On Sun 30 Jan it tripped at 2 on Monday morning", written that Monday: the weekday that follows a day told
    /// before it in the sentence, where today is that one.
    fn right_after(&self, fields: Fields, lean: Option<Lean>) -> Option<Date> {
        /// Days from the one to the other at most.
        const FEW: i32 = 3;
        let told = self
            .told
            .get()
            .days
            .filter(|_| self.told.get() != self.reference.told);
        let (_, last) = told.filter(|_| lean == Some(Lean::Past))?;
        let alone = fields.day.is_none() && fields.month.is_none() && fields.year.is_none();
        let today = self.today();
        let apart = (today - last).get_days();
        (alone && fields.weekday == Some(today.weekday()) && (1..=FEW).contains(&apart))
            .then_some(today)
    }
}

/// The date nearest to today, on the side that the text looks to, that has these fields.
pub(super) fn complete(fields: Fields, today: Date, lean: Option<Lean>) -> Option<Point> {
    choose(fields, today, lean, 0)
}

/// As [`complete`], but what is a few weeks away is meant even where the words around look the other way.
pub(super) fn near(fields: Fields, today: Date, lean: Option<Lean>) -> Option<Point> {
    choose(fields, today, lean, NEAR)
}

fn choose(fields: Fields, today: Date, lean: Option<Lean>, tolerance: i32) -> Option<Point> {
    match fields {
        Fields {
            year: Some(year),
            month: Some(month),
            day: Some(day),
            ..
        } => Date::new(year, month, day).ok().map(Point::Day),
        Fields {
            year: Some(year),
            month: Some(month),
            ..
        } => Some(Point::Month(year, month)),
        Fields {
            year: Some(year), ..
        } => Some(Point::Year(year)),
        Fields {
            month: Some(month),
            day: Some(day),
            weekday,
            ..
        } => {
            let years = (-8..=8).map(|n| today.year().saturating_add(n));
            let dates = years.filter_map(|y| Date::new(y, month, day).ok());
            let recent = |d: &Date| distance(*d, today) <= 366;
            let agree = dates
                .clone()
                .filter(|d| recent(d) && Some(d.weekday()) == weekday);
            // the next 29 February may be years away
            nearest(agree, today, lean, tolerance)
                .or_else(|| nearest(dates, today, lean, tolerance).filter(recent))
                .map(Point::Day)
        }
        Fields {
            month: Some(month), ..
        } => {
            let months =
                (-1..=1).filter_map(|n| Date::new(today.year().saturating_add(n), month, 1).ok());
            let this = today.first_of_month();
            nearest(months, this, lean, tolerance).map(|d| Point::Month(d.year(), d.month()))
        }
        Fields {
            day: Some(day),
            weekday,
            ..
        } => {
            let dates = (-14..=14).filter_map(|n| {
                let index = i32::from(today.year()) * 12 + i32::from(today.month()) - 1 + n;
                let year = i16::try_from(index.div_euclid(12)).ok()?;
                Date::new(year, (index.rem_euclid(12) + 1) as i8, day).ok()
            });
            // A day's number that falls on a weekday is rare enough to be the near one, whatever the tense.
            let few = tolerance.min(A_FEW);
            let agree = dates.clone().filter(|d| Some(d.weekday()) == weekday);
            nearest(agree, today, lean, tolerance)
                .or_else(|| nearest(dates, today, lean, few))
                .map(Point::Day)
        }
        Fields {
            weekday: Some(weekday),
            ..
        } => Some(Point::Day(near_weekday(weekday, today, lean))),
        _ => None,
    }
}

/// The most recent such day (today included), before today where the text looks back, or the first to come.
pub(super) fn near_weekday(weekday: Weekday, today: Date, lean: Option<Lean>) -> Date {
    let back = i64::from(today.weekday().since(weekday));
    match lean {
        Some(Lean::Future) => plus_days(today, i64::from(today.weekday().until(weekday))),
        Some(Lean::Past) if back == 0 => plus_days(today, -7),
        _ => plus_days(today, -back),
    }
}

/// How many days away a date without a year is meant whatever the tense.
const NEAR: i32 = 45;

/// As [`NEAR`], for a day's number alone, whose next is never far.
const A_FEW: i32 = 3;

/// Nearest to today, if possible on the side that the text looks to.
fn nearest(
    dates: impl Iterator<Item = Date>,
    today: Date,
    lean: Option<Lean>,
    tolerance: i32,
) -> Option<Date> {
    let wrong_side = |d: Date| match lean {
        Some(Lean::Past) => d > today,
        Some(Lean::Future) => d < today,
        None => false,
    };
    let far = |d: Date| distance(d, today) > tolerance;
    dates.min_by_key(|d| (wrong_side(*d) && far(*d), distance(*d, today)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn chooses_the_side() {
        let today = date(2024, 5, 8); // a Wednesday
        let friday = |lean| near_weekday(Weekday::Friday, today, lean);
        assert_eq!(friday(None), date(2024, 5, 3));
        assert_eq!(friday(Some(Lean::Future)), date(2024, 5, 10));
        let wednesday = |lean| near_weekday(Weekday::Wednesday, today, lean);
        assert_eq!(wednesday(None), today);
        assert_eq!(wednesday(Some(Lean::Past)), date(2024, 5, 1));
    }

    #[test]
    fn weekdays_choose_the_year() {
        let fields = Fields {
            month: Some(5),
            day: Some(9),
            weekday: Some(Weekday::Tuesday),
            year: None,
        };
        let found = complete(fields, date(2018, 1, 7), None);
        assert_eq!(found, Some(Point::Day(date(2017, 5, 9))));
    }
}
