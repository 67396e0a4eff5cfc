//! Dates at a count of units from today or from another date: "two days ago", "3 days after Easter".

use super::{
    Anchor, Lean,
    lexicon::{Sense, Turn, Unit},
    parser::{Dated, Parser, Read},
    units::{add, plus_days},
};
use crate::when::{Point, When};
use jiff::Span;

impl Parser<'_, '_> {
    /// "two days ago", "in a week", "3 days after tomorrow", "vor drei Tagen", "within 2 hours".
    pub(super) fn counted(&self, i: usize, depth: u8) -> Option<Read> {
        let lead = self.sense(i);
        let at = match lead {
            Some(Sense::In | Sense::Within | Sense::AgoBefore | Sense::Less | Sense::For) => i + 1,
            _ => i,
        };
        let at = self.skip(at, Sense::About);
        if let Some(read) = self.counted_weekdays(at) {
            return Some(read);
        }
        if let Some(read) = self.halves(lead, at).or_else(|| self.beside(i, depth)) {
            return Some(read);
        }
        let (n, unit, end) = match self.count(at) {
            Some((n, unit_at)) => {
                // "3-4 weeks ago"
                let upper = matches!(self.mark(unit_at), Some('-' | '–'))
                    .then(|| self.cardinal(unit_at + 1));
                let (n, unit_at) = upper.flatten().unwrap_or((n, unit_at));
                let (unit, end) = self.unit(unit_at).or_else(|| self.letter_unit(unit_at))?;
                // a fortnight and a week, as they are counted
                let n = match self.text(unit_at - 1) {
                    "quinze" if unit == Unit::Day => 14,
                    "huit" | "acht" if unit == Unit::Day => 7,
                    _ => n,
                };
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
                (_, Some(Sense::Ago)) => {
                    if let Some(Sense::Day(days)) = self.sense(tail + 1) {
                        let date = add(plus_days(self.today(), i64::from(days)), -n, unit)?;
                        let dated = Dated::relative(When::day(date), Some(Lean::Past));
                        return Some((dated, tail + 2));
                    }
                    return self.offset(-n, unit).map(|d| (d, tail + 1));
                }
                // "a week today", "a fortnight tomorrow"; "three weeks today since we met"
                (_, Some(Sense::Day(days @ 0..=1)))
                    if matches!(unit, Unit::Week | Unit::Fortnight) && at == i =>
                {
                    let since = self.text(tail + 1) == "since";
                    let (n, lean) = if since {
                        (-n, Lean::Past)
                    } else {
                        (n, Lean::Future)
                    };
                    let day = add(plus_days(self.today(), i64::from(days)), n, unit)?;
                    return Some((Dated::relative(When::day(day), Some(lean)), tail + 1));
                }
                (Some(Sense::For), Some(Sense::Hence)) => {
                    let last = plus_days(add(self.today(), n, unit)?, -1);
                    let dated = Dated::days(self.today(), last, Some(Lean::Future));
                    return Some((dated, tail + 1));
                }
                // "a year from today" is said of the day
                (_, Some(Sense::Hence)) if unit == Unit::Year => {
                    let day = add(self.today(), n, unit)?;
                    return Some((
                        Dated::relative(When::day(day), Some(Lean::Future)),
                        tail + 1,
                    ));
                }
                (_, Some(Sense::Hence)) => return self.offset(n, unit).map(|d| (d, tail + 1)),
                (_, Some(Sense::In))
                    if self.is(tail + 1, Sense::The)
                        && self.is(tail + 2, Sense::Turn(Turn::Past))
                        && self.ends(tail + 3) =>
                {
                    return self.offset(-n, unit).map(|d| (d, tail + 3));
                }
                (None, _) if self.text(tail) == "back" => {
                    return self.offset(-n, unit).map(|d| (d, tail + 1));
                }
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
            // "loaded everything in 40 minutes", "built it in two days": how long it took
            (Some(Sense::In | Sense::Within), _) if self.lean_at(i) == Some(Lean::Past) => None,
            // "sign in 15 minutes early"
            (Some(Sense::In), _) if matches!(self.text(end), "early" | "late") => None,
            // "up the locks in 2h 35"
            (Some(Sense::In), _) if unit == Unit::Hour && self.digits(end).is_some() => None,
            (Some(Sense::In), _) => alone(self.offset(n, unit)?, end),
            // "within five minutes of the station": how far
            (Some(Sense::Within), Some(Sense::Of))
                if matches!(unit, Unit::Second | Unit::Minute | Unit::Hour) =>
            {
                None
            }
            // "they answer within 24 h": how long it takes
            (Some(Sense::Within), _) if unit == Unit::Hour && n >= 24 => None,
            (Some(Sense::Within), _) => alone(self.span_of(Turn::Next, n as u32, unit)?, end),
            (None | Some(_), Some(Sense::Later)) => alone(self.offset(n, unit)?, end + 1),
            // "he comes an hour earlier": than he used to
            (_, Some(Sense::Earlier)) if matches!(unit, Unit::Hour | Unit::Minute) => None,
            (None | Some(_), Some(Sense::Earlier)) => alone(self.offset(-n, unit)?, end + 1),
            _ => None,
        }
    }

    /// `d`, `w`, `m`, `y` behind a number.
    fn letter_unit(&self, i: usize) -> Option<(Unit, usize)> {
        let unit = match self.text(i) {
            "d" => Unit::Day,
            "w" => Unit::Week,
            "y" => Unit::Year,
            _ => return None,
        };
        (self.touches(i) && self.is(i + 1, Sense::Ago)).then_some((unit, i + 1))
    }

    /// "half an hour ago", "in a year and a half".
    fn halves(&self, lead: Option<Sense>, i: usize) -> Option<Read> {
        let (n, unit, end) = if self.is(i, Sense::Half) {
            let (unit, end) = self.unit(self.skip(i + 1, Sense::A))?;
            (0, unit, end)
        } else {
            let (n, at) = self.count(i)?;
            let half = |i: usize| {
                let at = self.skip(i + 1, Sense::A);
                (self.is(i, Sense::And) && self.is(at, Sense::Half)).then_some(at + 1)
            };
            match (half(at), self.unit(at)) {
                (Some(after), _) => {
                    let (unit, end) = self.unit(after)?;
                    (n, unit, end)
                }
                (_, Some((unit, end))) => (n, unit, half(end)?),
                _ => return None,
            }
        };
        let (small, per) = match unit {
            Unit::Hour => (Unit::Minute, 60),
            Unit::Day => (Unit::Hour, 24),
            Unit::Week => (Unit::Day, 7),
            Unit::Month => (Unit::Day, 30),
            Unit::Year => (Unit::Month, 12),
            Unit::Decade => (Unit::Year, 10),
            _ => return None,
        };
        let count = i64::from(n) * per + per / 2;
        match (lead, self.sense(end)) {
            (_, Some(Sense::Ago)) => Some((self.offset(-count, small)?, end + 1)),
            (_, Some(Sense::Hence | Sense::Later)) => Some((self.offset(count, small)?, end + 1)),
            (Some(Sense::AgoBefore), _) => Some((self.offset(-count, small)?, end)),
            (Some(Sense::In), _) => Some((self.offset(count, small)?, end)),
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
            Sense::From | Sense::Starting | Sense::On if dated.anchor == Anchor::Weekday => {
                Some(Lean::Future)
            }
            _ if dated.anchor == Anchor::Weekday => self.lean_at(tail),
            _ => None,
        };
        let (first, last) = self.resolve(&dated, lean)?.days();
        let span = matches!(lead, Some(Sense::For | Sense::Less)) || sense == Sense::Starting;
        let date = match sense {
            Sense::Before => add(first, -n, unit)?,
            _ if span => add(first, n, unit)?,
            _ => add(last, n, unit)?,
        };
        let mut dated = if span && sense != Sense::Before {
            Dated::days(first, plus_days(date, -1), dated.lean)
        } else {
            Dated::relative(When::day(date), dated.lean)
        };
        dated.anchor = dated.anchor.max(Anchor::Relative);
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
pub(super) fn clock_span(n: u32, unit: Unit) -> Option<Span> {
    match unit {
        Unit::Hour => Span::new().try_hours(n).ok(),
        Unit::Minute => Span::new().try_minutes(n).ok(),
        Unit::Second => Span::new().try_seconds(n).ok(),
        _ => None,
    }
}
