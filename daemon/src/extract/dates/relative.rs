//! Dates counted from today or from another date: "yesterday", "next week", "two days ago", "3 days after Easter".

use super::{
    Lean,
    lexicon::{Sense, Turn, Unit},
    parser::{Dated, Parser, Read, Spec, weekday},
    units::{self, add, monday, plus_days},
};
use crate::when::{Point, When};
use jiff::{Span, civil::Date};

fn lean_of(turn: Turn) -> Option<Lean> {
    match turn {
        Turn::This => None,
        Turn::Next | Turn::Coming => Some(Lean::Future),
        Turn::Last | Turn::Past => Some(Lean::Past),
    }
}

impl Parser<'_, '_> {
    /// A date counted from another; `depth` bounds how deep the other may be nested.
    pub(super) fn relative(&self, i: usize, depth: u8) -> Option<Read> {
        let rules = [
            self.counted(i, depth),
            self.turned(i, depth),
            self.after_next(i),
            self.near_word(i),
        ];
        rules.into_iter().flatten().max_by_key(|(_, end)| *end)
    }

    /// "today", "tomorrow night", "now".
    fn near_word(&self, i: usize) -> Option<Read> {
        let i = self.skip(i, Sense::The);
        let day = |n: i8| plus_days(self.today(), i64::from(n));
        let side = |n: i8| match n {
            0 => None,
            1.. => Some(Lean::Future),
            _ => Some(Lean::Past),
        };
        let dated = match self.sense(i)? {
            Sense::Day(n) => Dated::relative(When::day(day(n)), side(n)),
            Sense::DayPart(n, part) => Dated {
                part: Some(part),
                ..Dated::relative(When::day(day(n)), side(n))
            },
            Sense::Now => Dated::fixed(When::minute(self.reference.now), super::Anchor::Now),
            _ => return None,
        };
        Some((dated, i + 1))
    }

    /// "next week", "this past Friday", "last March", "the next two days", "semana pasada".
    fn turned(&self, i: usize, depth: u8) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let Some(Sense::Turn(mut turn)) = self.sense(at) else {
            return self.turned_after(at);
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
        if let Some(read) = self.turn_one(turn, next) {
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
                let first = |year| super::period::season(season, year);
                let years = (-1..=1).map(|n| today.year().saturating_add(n));
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
            Turn::This => of_week(0),
            Turn::Next => of_week(1),
            Turn::Coming => {
                super::resolve::near_weekday(weekday(n), plus_days(today, 1), Some(Lean::Future))
            }
            Turn::Last | Turn::Past => {
                super::resolve::near_weekday(weekday(n), today, Some(Lean::Past))
            }
        }
    }

    /// "Friday next", "la semana pasada", "lundi prochain".
    fn turned_after(&self, at: usize) -> Option<Read> {
        let Some(Sense::Turn(turn)) = self.sense(at + 1) else {
            // "2 next days", "10 previous weeks"
            let (n, turn_at) = self.cardinal(at)?;
            let Sense::Turn(turn) = self.sense(turn_at)? else {
                return None;
            };
            let (unit, end) = self.unit(turn_at + 1)?;
            return self.span_of(turn, n, unit).map(|d| (d, end));
        };
        if turn == Turn::This
            || self.unit(at + 2).is_some()
            || matches!(
                self.sense(at + 2),
                Some(Sense::Weekday(_) | Sense::Month(_))
            )
        {
            return None;
        }
        let (_, end) = self.turn_one(turn, at)?;
        let (dated, _) = self.turn_one(turn, at)?;
        Some((dated, end + 1))
    }

    /// "the last two hours", "the next three weeks".
    fn span_of(&self, turn: Turn, n: u32, unit: Unit) -> Option<Dated> {
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

    /// "the week after next", "the month before last".
    fn after_next(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let (unit, next) = self.unit(at)?;
        let n = match (self.sense(next)?, self.sense(next + 1)?) {
            (Sense::After, Sense::Turn(Turn::Next)) => 2,
            (Sense::Before, Sense::Turn(Turn::Last)) => -2,
            _ => return None,
        };
        let when = units::containing(unit, add(self.today(), n, unit)?)?;
        let lean = if n > 0 { Lean::Future } else { Lean::Past };
        Some((Dated::relative(when, Some(lean)), next + 2))
    }

    /// "two days ago", "in a week", "3 days after tomorrow", "vor drei Tagen", "within 2 hours".
    fn counted(&self, i: usize, depth: u8) -> Option<Read> {
        let lead = self.sense(i);
        let at = match lead {
            Some(Sense::In | Sense::Within | Sense::AgoBefore | Sense::Less | Sense::For) => i + 1,
            _ => i,
        };
        let at = self.skip(at, Sense::About);
        let (n, unit, end) = match self.count(at) {
            Some((n, unit_at)) => {
                let (unit, end) = self.unit(unit_at)?;
                (i64::from(n), unit, end)
            }
            // "the day after tomorrow's", "day before"
            None => {
                let (unit, end) = self.unit(self.skip(at, Sense::The))?;
                (1, unit, end)
            }
        };
        let implied = self.count(at).is_none();
        let tail = self.skip_mark(end, &[',']);
        let tail_sense = self.sense(tail);
        if !implied {
            match (lead, tail_sense) {
                (Some(Sense::AgoBefore), _) => return self.offset(-n, unit).map(|d| (d, end)),
                (_, Some(Sense::Ago)) => return self.offset(-n, unit).map(|d| (d, tail + 1)),
                (_, Some(Sense::Hence)) => return self.offset(n, unit).map(|d| (d, tail + 1)),
                _ => {}
            }
        }
        if let Some(read) = self.counted_from(lead, n, unit, implied, tail, depth) {
            return Some(read);
        }
        let alone = |d: Dated, end| Some((d, end));
        match (lead, tail_sense) {
            _ if implied && unit == Unit::Day => match tail_sense {
                Some(Sense::Before) if self.ends(tail + 1) => {
                    alone(self.offset(-1, unit)?, tail + 1)
                }
                Some(Sense::After) if self.ends(tail + 1) => alone(self.offset(1, unit)?, tail + 1),
                _ => None,
            },
            _ if implied => None,
            (Some(Sense::In), _) => alone(self.offset(n, unit)?, end),
            (Some(Sense::Within), _) => alone(self.span_of(Turn::Next, n as u32, unit)?, end),
            (None | Some(_), Some(Sense::Later)) => alone(self.offset(n, unit)?, end + 1),
            (None | Some(_), Some(Sense::Earlier)) => alone(self.offset(-n, unit)?, end + 1),
            _ => None,
        }
    }

    /// "3 days after Easter", "two weeks from Monday", "for 2 weeks starting May 20th".
    fn counted_from(
        &self,
        lead: Option<Sense>,
        n: i64,
        unit: Unit,
        implied: bool,
        tail: usize,
        depth: u8,
    ) -> Option<Read> {
        let sense = self.sense(tail)?;
        if depth == 0
            || !matches!(
                sense,
                Sense::Before | Sense::After | Sense::From | Sense::Starting | Sense::On
            )
            || implied
                && (matches!(sense, Sense::From | Sense::Starting)
                    || unit != Unit::Day && unit != Unit::Week)
            || sense == Sense::On
                && (unit != Unit::Week || !matches!(self.sense(tail + 1), Some(Sense::Weekday(_))))
        {
            return None;
        }
        let from = self.skip(self.skip(tail + 1, Sense::From), Sense::On);
        let (dated, end) = self.date(from, depth - 1, true)?;
        let lean = match sense {
            Sense::From | Sense::Starting | Sense::On if dated.anchor == super::Anchor::Weekday => {
                Some(Lean::Future)
            }
            _ => self.lean_at(tail),
        };
        let (first, last) = self.resolve(&dated, lean)?.days();
        let date = match sense {
            Sense::Before => add(first, -n, unit)?,
            _ => add(last, n, unit)?,
        };
        let span = matches!(lead, Some(Sense::For | Sense::Less)) || sense == Sense::Starting;
        let mut dated = if span && sense != Sense::Before {
            Dated::days(last, plus_days(date, -1), dated.lean)
        } else {
            Dated::relative(When::day(date), dated.lean)
        };
        dated.anchor = dated.anchor.max(super::Anchor::Relative);
        Some((dated, end))
    }

    /// Whether a phrase may end before `i`: no further word follows.
    pub(super) fn ends(&self, i: usize) -> bool {
        self.token(i).is_none_or(|t| t.lines > 0)
            || self.mark(i).is_some_and(|c| ".,;:!?)".contains(c))
    }

    /// So many units from now: a minute for hours, a year for years, else a day.
    fn offset(&self, n: i64, unit: Unit) -> Option<Dated> {
        let lean = Some(if n < 0 { Lean::Past } else { Lean::Future });
        let when = match add(self.today(), n, unit) {
            Some(date) => match unit {
                Unit::Year | Unit::Decade | Unit::Century => When::at(Point::Year(date.year())),
                _ => When::day(date),
            },
            None => {
                let span = clock_span(u32::try_from(n.abs()).ok()?, unit)?;
                let span = if n < 0 { -span } else { span };
                When::minute(self.reference.now.checked_add(span).ok()?)
            }
        };
        Some(Dated::relative(when, lean))
    }
}

/// A length shorter than a day.
fn clock_span(n: u32, unit: Unit) -> Option<Span> {
    match unit {
        Unit::Hour => Span::new().try_hours(n).ok(),
        Unit::Minute => Span::new().try_minutes(n).ok(),
        Unit::Second => Span::new().try_seconds(n).ok(),
        _ => None,
    }
}
