//! Seasons, feasts and weekends.

use super::{
    Anchor, Lean,
    holidays::holiday,
    lexicon::{Holiday, Season, Sense, Turn, Unit},
    parser::{Dated, Parser, Read, Spec},
    units::{self, containing, plus_days},
};
use crate::when::{Point, When};
use jiff::civil::Date;

impl Parser<'_, '_> {
    /// "summer 2019", "in the winter", "last summer" being elsewhere.
    pub(super) fn season_of(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let Sense::Season(which) = self.sense(at)? else {
            return None;
        };
        // "since a fall on wet steps", "since fall from a ladder"
        let tumbles = ["on", "from", "off", "down", "onto", "into"].contains(&self.text(at + 1));
        if self.text(at) == "fall" && tumbles {
            return None;
        }
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
    pub(super) fn feast(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        let (which, at) = match self.advent(at) {
            Some(found) => found,
            None => match self.sense(at)? {
                Sense::Holiday(which) => (which, at),
                _ => return None,
            },
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
        let (dated, end) = match self.year(of).or(this) {
            Some((year, end)) => {
                let date = holiday(which, year)?;
                (Dated::fixed(When::day(date), Anchor::Absolute), end)
            }
            None => {
                let mut dated = Dated::fixed(When::day(self.today()), Anchor::Feast);
                dated.spec = Spec::Feast(which);
                (dated, at + 1)
            }
        };
        if self.is(end, Sense::Unit(Unit::Weekend)) {
            let day = self.when_of(&dated, i)?.days().0;
            let when = long_weekend(day);
            // "Labor Day weekend 2021"
            let year_at = self.skip(end + 1, Sense::Of);
            return Some(match self.year(year_at) {
                Some((year, after)) => {
                    let when = long_weekend(holiday(which, year)?);
                    (Dated::fixed(when, Anchor::Absolute), after)
                }
                None => (Dated::fixed(when, dated.anchor), end + 1),
            });
        }
        Some((dated, end))
    }

    /// "2. Advent", "third Sunday of Advent", with the last token of it.
    fn advent(&self, i: usize) -> Option<(Holiday, usize)> {
        let (n, end) = self.ordinal(i).or_else(|| {
            let (n, 1) = self.digits(i)? else {
                return None;
            };
            (self.mark(i + 1) == Some('.')).then_some((n, i + 2))
        })?;
        let end = match self.sense(end) {
            Some(Sense::Weekday(7)) => self.skip(self.skip(end + 1, Sense::Of), Sense::In),
            _ => end,
        };
        let named = matches!(
            self.text(end),
            "Advent" | "Adventssonntag" | "Adventsonntag"
        );
        (named && (1..=4).contains(&n)).then_some((Holiday::Advent(n as i8), end))
    }

    /// "the weekend": the last one where the text looks back, else this week's.
    pub(super) fn weekend(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        if !self.is(at, Sense::Unit(Unit::Weekend)) {
            return None;
        }
        let today = self.today();
        if self.is(at + 1, Sense::Of)
            && let Some((dated, end)) = self.absolute(at + 2, true).or_else(|| self.feast(at + 2))
        {
            let (first, _) = self.when_of(&dated, i)?.days();
            return Some((
                Dated::fixed(containing(Unit::Weekend, first)?, dated.anchor),
                end,
            ));
        }
        // "Move weekend = Sat 20 – Sun 21 April", "Move weekend   Sat 20 April": the date says which
        let marked = matches!(self.mark(at + 1), Some('=' | ':' | '('));
        if self.absolute(at + 1 + usize::from(marked), true).is_some() {
            return None;
        }
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
}

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

/// Saturday and Sunday with the feast beside them.
pub(super) fn long_weekend(feast: Date) -> When {
    let saturday = match feast.weekday().to_monday_zero_offset() {
        n @ 0..=1 => plus_days(feast, -i64::from(n) - 2),
        n => plus_days(feast, 5 - i64::from(n)),
    };
    let (first, last) = (saturday.min(feast), plus_days(saturday, 1).max(feast));
    When::range(Point::Day(first), Point::Day(last))
}
