//! Dates counted from today or from another date: "yesterday", "a week on Monday", "the Monday after next".

use super::{
    Lean,
    lexicon::{Sense, Turn, Unit},
    parser::{Dated, Parser, Read, weekday},
    units::{self, add, plus_days},
};
use crate::when::When;

impl Parser<'_, '_> {
    /// A date counted from another; `depth` bounds how deep the other may be nested.
    pub(super) fn relative(&self, i: usize, depth: u8) -> Option<Read> {
        let rules = [
            self.counted(i, depth),
            self.turned(i, depth),
            self.after_next(i),
            self.near_word(i),
            self.weeks_on(i),
            self.weekday_week(i),
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

    /// "heute in einer Woche", "morgen in acht Tagen".
    fn weeks_on(&self, i: usize) -> Option<Read> {
        let Sense::Day(n @ 0..) = self.sense(i)? else {
            return None;
        };
        let german = matches!(self.text(i).to_lowercase().as_str(), "heute" | "morgen");
        if !german || !self.is(i + 1, Sense::In) {
            return None;
        }
        let (count, at) = self.count(i + 2)?;
        let (unit @ (Unit::Day | Unit::Week), end) = self.unit(at)? else {
            return None;
        };
        let from = plus_days(self.today(), i64::from(n));
        let day = add(from, i64::from(count), unit)?;
        let lean = Some(Lean::Future);
        Some((Dated::relative(When::day(day), lean), end))
    }

    /// "Sunday week": the Sunday after the one to come, as the British say it.
    fn weekday_week(&self, i: usize) -> Option<Read> {
        let Sense::Weekday(n) = self.sense(i)? else {
            return None;
        };
        let alone = self
            .sense_before(i)
            .is_none_or(|s| !matches!(s, Sense::Turn(_)));
        if !alone || self.text(i + 1) != "week" {
            return None;
        }
        let lean = Some(Lean::Future);
        let near = super::resolve::near_weekday(weekday(n), plus_days(self.today(), 1), lean);
        Some((Dated::relative(When::day(plus_days(near, 7)), lean), i + 2))
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
}
