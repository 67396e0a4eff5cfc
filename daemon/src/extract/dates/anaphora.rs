//! Days counted from the one that was told of last: "the day before", "the next morning", "that evening",
//! "two weeks later".

use super::{
    Lean,
    lexicon::{Sense, Turn, Unit},
    parser::{Dated, Parser, Read, weekday},
    units::{add, plus_days},
};
use crate::when::When;
use jiff::civil::{Date, Weekday};

impl Parser<'_, '_> {
    /// A day counted from the one told last; `None` where no day has been told, or it says what it counts from.
    pub(super) fn beside_told(&self, i: usize) -> Option<Read> {
        let (first, last) = self.told.get().days?;
        let dated = |days: i64, part, end| {
            let from = if days > 0 { last } else { first };
            let when = When::day(plus_days(from, days));
            let dated = Dated {
                part,
                ..Dated::relative(when, None)
            };
            Some((dated, end))
        };
        // "8.30 on the same morning"
        if ["same", "diesem", "jenem", "selben"].contains(&self.text(i))
            && let Some(part) = self.day_or_part(i + 1)
        {
            return dated(0, part, i + 2);
        }
        // "that evening", "the same day"
        if let Some(part) = self.day_or_part(i)
            && i > 0
            && ["that", "same", "aquel"].contains(&self.text(i - 1))
        {
            return dated(0, part, i + 1);
        }
        let the = self.skip(i, Sense::The);
        // "two weeks later"
        if the == i
            && let Some((n, at)) = self.count(i)
            && let Some((unit, end)) = self.unit(at)
        {
            let n = match self.sense(end)? {
                Sense::Later => i64::from(n),
                Sense::Earlier => -i64::from(n),
                _ => return None,
            };
            let day = add(if n > 0 { last } else { first }, n, unit)?;
            return Some((Dated::relative(When::day(day), None), end + 1));
        }
        if the == i {
            return None;
        }
        if let Some(read) = self.the_weekday(the, last) {
            return Some(read);
        }
        // "the next morning", "the following day"
        if self.is(the, Sense::Turn(Turn::Next))
            && let Some(part) = self.day_or_part(the + 1)
        {
            return dated(1, part, the + 2);
        }
        // "the night before"
        let part = self.day_or_part(the)?;
        let days = match self.sense(the + 1)? {
            Sense::Before => -1,
            Sense::After => 1,
            _ => return None,
        };
        self.closes(the + 2).then(|| dated(days, part, the + 2))?
    }

    /// "the Thursday": the one that follows the day told last, with the part of it that is named.
    fn the_weekday(&self, i: usize, after: Date) -> Option<Read> {
        // "the sat nav", "the sun"
        if matches!(self.text(i), "sat" | "sun" | "wed" | "mon") {
            return None;
        }
        let Sense::Weekday(n) = self.sense(i)? else {
            return None;
        };
        let part = match self.sense(i + 1) {
            Some(Sense::Part(part)) => Some(part),
            _ => None,
        };
        let end = i + 1 + usize::from(part.is_some());
        // "the Friday 3rd", "the Friday, 3 May", "the Friday before", "the Sunday Times"; other languages put the
        // article before every weekday
        let english = self.text(i - 1).eq_ignore_ascii_case("the");
        let counted = matches!(self.sense(end), Some(Sense::Before | Sense::After));
        let open = counted || self.closes(end) || self.sense(end).is_none() && !self.capital(end);
        let dated = self.absolute(self.skip_mark(end, &[',']), true).is_some();
        if !english || !open || dated {
            return None;
        }
        // "the Monday after", "the Monday before"
        let (side, end) = match self.sense(end) {
            Some(Sense::After) if self.closes(end + 1) => (1, end + 1),
            Some(Sense::Before) if self.closes(end + 1) => (-1, end + 1),
            Some(Sense::Before | Sense::After) => return None,
            _ => (1, end),
        };
        let days = match side {
            1 => i64::from(after.weekday().until(weekday(n))),
            _ => -i64::from(after.weekday().since(weekday(n))),
        };
        let day = plus_days(after, if days == 0 { 7 * side } else { days });
        let dated = Dated {
            part,
            ..Dated::relative(When::day(day), None)
        };
        Some((dated, end))
    }

    /// The day among those told last that falls on the weekday ("Thu 4 - Sun 7 May: … Fri evening …").
    /// None where the words look ahead and those days are over, or back and they are to come: what is planned after
    /// "last week" is no part of it.
    pub(super) fn of_stay(&self, weekday: Weekday, lean: Option<Lean>) -> Option<Date> {
        let (first, last) = self.told.get().stay?;
        let other_side = match lean {
            Some(Lean::Future) => last < self.today(),
            Some(Lean::Past) => first > self.today(),
            None => false,
        };
        if other_side {
            return None;
        }
        let day = plus_days(first, i64::from(first.weekday().until(weekday)));
        (day <= last).then_some(day)
    }

    /// "day" (`Some(None)`) or a part of it.
    fn day_or_part(&self, i: usize) -> Option<Option<super::lexicon::Part>> {
        match self.sense(i)? {
            Sense::Unit(Unit::Day) if !self.text(i).ends_with('s') => Some(None),
            Sense::Part(part) => Some(Some(part)),
            _ => None,
        }
    }

    /// Whether nothing follows that "before" or "after" could count from.
    fn closes(&self, i: usize) -> bool {
        self.ends(i)
            || matches!(
                self.sense(i),
                Some(Sense::At | Sense::And | Sense::In | Sense::From | Sense::Until)
            )
            || self.sense(i).is_none()
                && [
                    "so", "but", "with", "which", "i", "I", "we", "he", "she", "they",
                ]
                .contains(&self.text(i))
    }
}
