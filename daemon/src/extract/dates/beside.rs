//! Weekdays and weeks beside another date: "the Friday before Christmas", "two Sundays from now".

use super::{
    Anchor, Lean,
    lexicon::{Sense, Turn, Unit},
    parser::{Dated, Parser, Read, weekday},
    units::plus_days,
};
use crate::when::{Point, When};

impl Parser<'_, '_> {
    /// "the Friday before Christmas", "the Monday after next", "the week before Easter".
    pub(super) fn beside(&self, i: usize, depth: u8) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let day = match self.sense(at)? {
            Sense::Weekday(day) => Some(weekday(day)),
            Sense::Unit(Unit::Week) => None,
            _ => return None,
        };
        let after = match self.sense(at + 1)? {
            Sense::After => true,
            Sense::Before => false,
            _ => return None,
        };
        let turn = self.sense(at + 2);
        if let (Some(day), Some(Sense::Turn(turn @ (Turn::Next | Turn::Last)))) = (day, turn)
            && self.ends(at + 3)
        {
            let next = turn == Turn::Next;
            let lean = if next { Lean::Future } else { Lean::Past };
            // said on a Monday, the next one is in a week
            let from = plus_days(self.today(), i64::from(next));
            let near = super::resolve::near_weekday(day, from, Some(lean));
            let date = plus_days(near, if next { 7 } else { -7 });
            return Some((Dated::relative(When::day(date), Some(lean)), at + 3));
        }
        if depth == 0 {
            return None;
        }
        let (dated, end) = self.date(at + 2, depth - 1, false)?;
        if matches!(dated.anchor, Anchor::Weekday | Anchor::Now) {
            return None;
        }
        let (first, last) = self.resolve(&dated, None)?.days();
        let anchor = dated.anchor;
        let when = match (day, after) {
            (Some(day), true) => When::day(super::resolve::near_weekday(
                day,
                plus_days(last, 1),
                Some(Lean::Future),
            )),
            (Some(day), false) => When::day(super::resolve::near_weekday(
                day,
                plus_days(first, -1),
                None,
            )),
            (None, true) => When::range(
                Point::Day(plus_days(last, 1)),
                Point::Day(plus_days(last, 7)),
            ),
            (None, false) => When::range(
                Point::Day(plus_days(first, -7)),
                Point::Day(plus_days(first, -1)),
            ),
        };
        Some((Dated::fixed(when, anchor), end))
    }

    /// "two Sundays from now", "two Mondays later".
    pub(super) fn counted_weekdays(&self, i: usize) -> Option<Read> {
        let (n, at) = self.count(i)?;
        let (Sense::Weekday(day) | Sense::Weekdays(day)) = self.sense(at)? else {
            return None;
        };
        let weeks = i64::from(n) - 1;
        let near = |lean| super::resolve::near_weekday(weekday(day), self.today(), Some(lean));
        let (date, lean) = match self.sense(at + 1)? {
            Sense::Ago => (plus_days(near(Lean::Past), -7 * weeks), Lean::Past),
            Sense::Hence | Sense::Later => (plus_days(near(Lean::Future), 7 * weeks), Lean::Future),
            _ => return None,
        };
        Some((Dated::relative(When::day(date), Some(lean)), at + 2))
    }
}
