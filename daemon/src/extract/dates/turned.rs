//! Dates with a word that turns from today: "next week", "last Friday", "the past three months".

use super::{
    Lean,
    counted::clock_span,
    lexicon::{Sense, Turn, Unit},
    parser::{Dated, Parser, Read, Spec, weekday},
    units::{self, monday, plus_days},
};
use crate::when::{Point, When};
use jiff::civil::Date;

/// How many "the coming days" are.
const FEW: u32 = 3;

fn lean_of(turn: Turn) -> Option<Lean> {
    match turn {
        Turn::This => None,
        Turn::Next | Turn::Coming => Some(Lean::Future),
        Turn::Last | Turn::Past => Some(Lean::Past),
    }
}

impl Parser<'_, '_> {
    /// "next week", "this past Friday", "last March", "the next two days", "semana pasada".
    pub(super) fn turned(&self, i: usize, depth: u8) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let Some(Sense::Turn(mut turn)) = self.sense(at) else {
            return self.turned_count(at).or_else(|| self.turned_after(at));
        };
        let mut next = at + 1;
        // "this past Friday", "this coming week"
        if let Some(Sense::Turn(second)) = self.sense(next) {
            turn = if turn == Turn::This && second == Turn::Next {
                Turn::Coming
            } else {
                second
            };
            next += 1;
        }
        let lean = lean_of(turn);
        if let Some((n, unit_at)) = self.count(next)
            && !self.is(next, Sense::A)
            && let Some((unit, end)) = self.unit(unit_at)
        {
            return self.span_of(turn, n, unit).map(|d| (d, end));
        }
        // "the coming days", but not "the last minutes of a match"
        if let Some((unit, end)) = self.unit(next)
            && !(matches!(unit, Unit::Second | Unit::Minute | Unit::Hour)
                && self.is(end, Sense::Of))
            && turn != Turn::This
            && self.text(next).ends_with('s')
            && !matches!(self.text(next), "mois" | "mes")
        {
            return self.span_of(turn, FEW, unit).map(|d| (d, end));
        }
        if turn == Turn::Past
            && at == i
            && self.unit(next).is_none()
            && self.sense_before(i) != Some(Sense::Turn(Turn::This))
        {
            // "past Friday" is no date, "half past five" even less
            if next == at + 1 {
                return None;
            }
        }
        // "next May 5th" is more than "next May"
        let dated = matches!(self.sense(next), Some(Sense::Month(_)))
            .then(|| self.month_first(next, true))
            .flatten()
            .filter(|(fields, _)| fields.day.is_some() && fields.year.is_none());
        // "next Saturday (the 15th)": the day's number says more than "next"
        if let Some((fields, end)) = self.weekday_date(next)
            && fields.day.is_some()
            && fields.year.is_none()
            && let Some(point) = super::resolve::complete(fields, self.today(), lean)
        {
            return Some((Dated::relative(When::at(point), lean), end));
        }
        if dated.is_none()
            && let Some(read) = self.turn_one(turn, next)
        {
            return Some(read);
        }
        // "next 5/12", "last 3 May"
        if depth > 0
            && turn != Turn::This
            && let Some((dated, end)) = self.absolute(next, true)
            && let Spec::Fields(fields) = dated.spec
            && fields.year.is_none()
        {
            let point = super::resolve::complete(fields, self.today(), lean)?;
            return Some((Dated::relative(When::at(point), lean), end));
        }
        None
    }

    /// Unit, weekday, month or feast that is this, the next or the last.
    fn turn_one(&self, turn: Turn, at: usize) -> Option<Read> {
        let (today, lean) = (self.today(), lean_of(turn));
        if let Some((unit, end)) = self.unit(at) {
            // "my last day" is not yesterday
            if unit == Unit::Day && matches!(turn, Turn::Last | Turn::Past) {
                return None;
            }
            // "at the last minute", "last minutes" of a meeting
            if matches!(unit, Unit::Minute | Unit::Second) {
                return None;
            }
            return match units::turn(turn, unit, today) {
                Some(when) => Some((Dated::relative(when, lean), end)),
                None if turn == Turn::This => None,
                None => self.span_of(turn, 1, unit).map(|d| (d, end)),
            };
        }
        let when = match self.sense(at)? {
            Sense::Weekday(n) => When::day(self.turn_weekday(turn, n)),
            Sense::Month(m) => {
                let this = today.first_of_month();
                let year = match turn {
                    Turn::This => today.year(),
                    Turn::Next | Turn::Coming if m > this.month() => today.year(),
                    Turn::Last | Turn::Past if m < this.month() => today.year(),
                    Turn::Next | Turn::Coming => today.year().saturating_add(1),
                    Turn::Last | Turn::Past => today.year().saturating_sub(1),
                };
                When::at(Point::Month(year, m))
            }
            Sense::Season(season) => {
                let first = |year| super::feasts::season(season, year);
                // A winter that still lasts began last year, and the one before it a year earlier.
                let years = (-2..=1).map(|n| today.year().saturating_add(n));
                let all: Vec<When> = years.filter_map(first).collect();
                match turn {
                    Turn::This => first(today.year())?,
                    Turn::Next | Turn::Coming => *all.iter().find(|w| w.days().0 > today)?,
                    Turn::Last | Turn::Past => *all.iter().rev().find(|w| w.days().1 < today)?,
                }
            }
            Sense::Holiday(h) => {
                let years = (-1..=2).map(|n| today.year().saturating_add(n));
                let all: Vec<Date> = years
                    .filter_map(|y| super::holidays::holiday(h, y))
                    .collect();
                When::day(match turn {
                    Turn::This => *all.iter().find(|d| d.year() == today.year())?,
                    Turn::Next | Turn::Coming => *all.iter().find(|d| **d > today)?,
                    Turn::Last | Turn::Past => *all.iter().rev().find(|d| **d < today)?,
                })
            }
            Sense::Part(part) if turn == Turn::This => {
                let dated = Dated {
                    part: Some(part),
                    ..Dated::relative(When::day(today), None)
                };
                return Some((dated, at + 1));
            }
            _ => return None,
        };
        Some((Dated::relative(when, lean), at + 1))
    }

    /// "this Friday" is that of this week, "next Friday" that of the week to come, "last Friday" the one before.
    fn turn_weekday(&self, turn: Turn, n: i8) -> Date {
        let today = self.today();
        let of_week = |weeks: i64| plus_days(monday(today), weeks * 7 + i64::from(n) - 1);
        match turn {
            // at the end of a week "this Monday" is the one to come
            Turn::This if of_week(0) < plus_days(today, -4) => of_week(1),
            Turn::This => of_week(0),
            Turn::Next => of_week(1),
            Turn::Coming => {
                super::resolve::near_weekday(weekday(n), plus_days(today, 1), Some(Lean::Future))
            }
            Turn::Last | Turn::Past => {
                let day = super::resolve::near_weekday(weekday(n), today, Some(Lean::Past));
                // The day before today is "yesterday": "last Saturday", said on a Sunday, is a week earlier.
                if plus_days(day, 1) == today {
                    plus_days(day, -7)
                } else {
                    day
                }
            }
        }
    }

    /// "2 next days", "10 previous weeks", "13 last minutes".
    fn turned_count(&self, at: usize) -> Option<Read> {
        let (n, turn_at) = self.cardinal(at)?;
        let Sense::Turn(turn) = self.sense(turn_at)? else {
            return None;
        };
        let (unit, end) = self.unit(turn_at + 1)?;
        self.span_of(turn, n, unit).map(|d| (d, end))
    }

    /// "Friday next", "la semana pasada", "lundi prochain".
    fn turned_after(&self, at: usize) -> Option<Read> {
        let Sense::Turn(turn) = self.sense(at + 1)? else {
            return None;
        };
        // "at quarter past" leaves the hour out, "a march past" is a parade
        let past = turn == Turn::Past
            && (self.is(at, Sense::Unit(Unit::Quarter)) || self.text(at) == "march");
        if turn == Turn::This
            || past
            || self.unit(at + 2).is_some()
            || matches!(
                self.sense(at + 2),
                Some(Sense::Weekday(_) | Sense::Month(_))
            )
        {
            return None;
        }
        let (dated, end) = self.turn_one(turn, at)?;
        Some((dated, end + 1))
    }

    /// "the last two hours", "the next three weeks".
    pub(super) fn span_of(&self, turn: Turn, n: u32, unit: Unit) -> Option<Dated> {
        let lean = lean_of(turn);
        let when = match units::turns(turn, i64::from(n), unit, self.today()) {
            Some(when) => when,
            None => {
                let now = self.reference.now;
                let span = clock_span(n, unit)?;
                let (first, last) = match turn {
                    Turn::Last | Turn::Past => (now.checked_sub(span).ok()?, now),
                    _ => (now, now.checked_add(span).ok()?),
                };
                When::range(Point::Minute(first), Point::Minute(last))
            }
        };
        Some(Dated::relative(when, lean))
    }

    /// A year, or "next year", "last year".
    pub(super) fn year_or_turn(&self, i: usize) -> Option<(i16, usize)> {
        self.year(i).or_else(|| {
            let at = self.skip(i, Sense::The);
            let Sense::Turn(turn) = self.sense(at)? else {
                return None;
            };
            if !self.is(at + 1, Sense::Unit(Unit::Year)) {
                return None;
            }
            let year = units::turn(turn, Unit::Year, self.today())?;
            Some((year.days().0.year(), at + 2))
        })
    }
}
