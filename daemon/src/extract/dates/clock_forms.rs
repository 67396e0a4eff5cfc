//! The forms of a time of day: in digits, by name; [`clock_spoken`](super::clock_spoken) has those in words.

use super::{
    clock::{Clock, Half},
    lexicon::{Sense, Unit},
    parser::Parser,
};

impl Parser<'_, '_> {
    /// "noon", "midnight", "end of the day".
    pub(super) fn named_clock(&self, i: usize) -> Option<(Clock, usize)> {
        let twelve = self
            .cardinal(i)
            .filter(|(n, _)| *n == 12)
            .map_or(i, |(_, end)| end);
        let at = self.skip(twelve, Sense::The);
        let (hour, minute) = match self.sense(at)? {
            Sense::Noon => (12, 0),
            Sense::Midnight => (0, 0),
            Sense::EndOfDay => (23, 59),
            _ => return None,
        };
        Some((Clock::new(hour, minute, Half::Full)?, at + 1))
    }

    /// The word for the half of the day behind a time.
    pub(super) fn meridiem(&self, i: usize) -> Option<(Half, usize)> {
        let dot = |at: usize| {
            at + usize::from(
                self.mark(at) == Some('.')
                    && self.touches(at)
                    && self
                        .tokens
                        .get(at - 1)
                        .is_some_and(|t| t.text.contains('.')),
            )
        };
        match self.sense(i) {
            Some(Sense::Am) => Some((Half::Am, dot(i + 1))),
            Some(Sense::Pm) => Some((Half::Pm, dot(i + 1))),
            _ if self.touches(i)
                && (!self.touches(i + 1) || self.ends(i + 1))
                && self.text(i) == "a" =>
            {
                Some((Half::Am, i + 1))
            }
            _ if self.touches(i)
                && (!self.touches(i + 1) || self.ends(i + 1))
                && self.text(i) == "p" =>
            {
                Some((Half::Pm, i + 1))
            }
            _ => None,
        }
    }

    /// `17:00`, `9.30am`, `5pm`, `14h30`, `17 Uhr`, `0900 hours`.
    pub(super) fn digit_clock(&self, i: usize) -> Option<(Clock, usize)> {
        let (hour, digits) = self.digits(i)?;
        if self.ordinal(i).is_some() || digits > 4 {
            return None;
        }
        // "1030am"
        if digits > 2
            && let Some((half, end)) = self.meridiem(i + 1)
        {
            return Some((Clock::new(hour / 100, hour % 100, half)?, end));
        }
        if digits == 3 {
            return None;
        }
        if digits == 4 {
            // "0915h"
            let at = self.is(i + 1, Sense::Unit(Unit::Hour))
                || self.is(i + 1, Sense::HourMark) && self.touches(i + 1);
            return at
                .then(|| Clock::new(hour / 100, hour % 100, Half::Full).map(|c| (c, i + 2)))
                .flatten();
        }
        if let Some((half, end)) = self.meridiem(i + 1) {
            return Some((
                Clock::new(hour, 0, half).or_else(|| Clock::new(hour, 0, Half::Full))?,
                end,
            ));
        }
        if self.touches(i + 1) && self.text(i + 1) == "ish"
            || self.text(i + 1).eq_ignore_ascii_case("sharp")
        {
            return Some((Clock::new(hour, 0, Half::Open)?, i + 2));
        }
        if self.is(i + 1, Sense::OClock) {
            let half = if self.text(i + 1).to_lowercase().starts_with("o") && hour <= 12 {
                Half::Open
            } else {
                Half::Full
            };
            let minute = self
                .digits(i + 2)
                .filter(|(_, d)| *d == 2 && half == Half::Full);
            let (minute, end) = minute.map_or_else(|| self.past_half(i + 2), |(m, _)| (m, i + 3));
            return Some((Clock::new(hour, minute, half)?, end));
        }
        if self.is(i + 1, Sense::HourMark) {
            // "18h30", and "à 18 h 30" as French prints it
            let apart = !self.touches(i + 1);
            let minute = self
                .digits(i + 2)
                .filter(|(_, d)| *d == 2 && (apart || self.touches(i + 2)));
            let cue = matches!(
                self.sense_before(i),
                Some(
                    Sense::At
                        | Sense::From
                        | Sense::Until
                        | Sense::Between
                        | Sense::Day(_)
                        | Sense::Weekday(_)
                        | Sense::By
                        | Sense::To
                        | Sense::DayPart(..)
                )
            ) || self.is_behind_day(i)
                || self.ends_span(i)
                // "de 13h à 17h30"
                || self.is(i.wrapping_sub(1), Sense::Of)
                    && matches!(self.sense(i + 2), Some(Sense::To | Sense::At));
            // "cut 2 = 2h20", "in 1h45", "took 2h10" and "6h 20m" are lengths
            let length = i > 0 && self.mark(i - 1) == Some('=')
                || self.sense_before(i) == Some(Sense::In)
                || i > 0 && matches!(self.text(i - 1), "took" | "takes" | "lasted" | "within")
                || matches!(self.text(i + 3), "m" | "min" | "mins" | "minutes")
                // "five players, 2h40, no break", "1h50 by train"
                || hour < 6 && !cue;
            return match minute {
                _ if length => None,
                Some((m, _)) if !apart || cue => Some((Clock::new(hour, m, Half::Full)?, i + 3)),
                None if cue => Some((Clock::new(hour, 0, Half::Full)?, i + 2)),
                _ => None,
            };
        }
        let mark = self.mark(i + 1).filter(|c| matches!(c, ':' | '.'))?;
        let (minute, 2) = self.digits(i + 2)? else {
            return None;
        };
        if !self.touches(i + 1) || !self.touches(i + 2) {
            return None;
        }
        let mut end = i + 3;
        if mark == ':'
            && self.mark(end) == Some(':')
            && self.touches(end)
            && matches!(self.digits(end + 1), Some((0..=60, 2)))
        {
            end += 2;
            if self.mark(end) == Some('.')
                && self.touches(end)
                && self.touches(end + 1)
                && self.digits(end + 1).is_some()
            {
                end += 2;
            }
        }
        let first = self.span_start(i).unwrap_or(i);
        let cue = matches!(
            self.sense_before(first),
            Some(Sense::At | Sense::About | Sense::Until | Sense::By | Sense::From)
        ) || self.is_behind_day(first)
            || self.before_day(end)
            || mark == '.' && self.opens_hours(i, minute, end);
        // "1:31:40" is a length
        if end > i + 3 && digits == 1 && self.meridiem(end).is_none() && !cue {
            return None;
        }
        if let Some((half, after)) = self.meridiem(end) {
            return Some((
                Clock::new(hour, minute, half).or_else(|| Clock::new(hour, minute, Half::Full))?,
                after,
            ));
        }
        let said = matches!(self.sense(end), Some(Sense::OClock | Sense::HourMark));
        if mark == '.' && !said && (!cue || self.is_decimal_tail(end)) {
            return None;
        }
        let half = if digits == 2 && hour < 10 || hour > 12 || hour == 0 || said {
            Half::Full
        } else {
            Half::Open
        };
        Some((Clock::new(hour, minute, half)?, end + usize::from(said)))
    }

    /// Whether a day stands before the number: "Monday, 14.30", "tomorrow the 9.14", "Monday (16th), 9.30".
    pub(super) fn is_behind_day(&self, i: usize) -> bool {
        let before = |i: usize, skip: &dyn Fn(usize) -> bool| match i.checked_sub(1) {
            Some(j) if skip(j) => j,
            _ => i,
        };
        let mark = |i: usize| before(i, &|j| matches!(self.mark(j), Some(',' | '(' | ')')));
        let at = mark(before(i, &|j| self.is(j, Sense::The)));
        // the day's number, or its year
        let numbered = |j: usize| {
            let year = matches!(self.digits(j), Some((1900..=2100, 4)));
            year || self.digits(j).is_some() && self.ordinal(j).is_some()
        };
        let number = before(mark(at), &numbered);
        let at = if number < at { mark(number) } else { at };
        matches!(
            self.sense_before(at),
            Some(Sense::Day(_) | Sense::DayPart(..) | Sense::Weekday(_) | Sense::Month(_))
        ) || at > 1 && self.is(at - 1, Sense::Before) && self.day_before(at - 2)
            || self.is_behind_dotted(at)
    }

    /// Whether "14.3." stands before the token.
    fn is_behind_dotted(&self, i: usize) -> bool {
        let number = |j: usize| matches!(self.digits(j), Some((1..=31, 1..=2)));
        let point = |j: usize| self.mark(j) == Some('.') && self.touches(j);
        i > 3 && point(i - 1) && number(i - 2) && point(i - 3) && number(i - 4)
    }

    /// Whether a number with a quarter of an hour begins hours that end a clause: "the car park, 9.30 to 12".
    fn opens_hours(&self, i: usize, minute: u32, end: usize) -> bool {
        let till = matches!(self.sense(end), Some(Sense::To | Sense::Until));
        let hour = matches!(self.digits(end + 1), Some((1..=24, 1..=2)));
        let dotted = self.mark(end + 2) == Some('.') && self.digits(end + 3).is_some();
        let after = if dotted { end + 4 } else { end + 2 };
        let summed = i > 0 && matches!(self.mark(i - 1), Some('$' | '€' | '£' | '-' | '+'));
        minute.is_multiple_of(15) && till && hour && self.ends(after) && !summed
    }

    /// Where the span "14.00-15.30", "14.00 to 15.30" begins whose end is the number.
    fn span_start(&self, i: usize) -> Option<usize> {
        let start = i.checked_sub(4)?;
        let till = matches!(self.mark(i - 1), Some('-' | '–'))
            || matches!(self.sense(i - 1), Some(Sense::To | Sense::Until));
        let hour = matches!(self.digits(start), Some((0..=24, 1..=2)))
            && self.mark(start + 1) == Some('.')
            && matches!(self.digits(start + 2), Some((0..60, 2)));
        (till && hour && self.touches(start + 1) && self.touches(start + 2)).then_some(start)
    }

    /// Whether a span of hours ends with the number: "13-17h".
    fn ends_span(&self, i: usize) -> bool {
        i > 1
            && matches!(self.mark(i - 1), Some('-' | '–'))
            && self.touches(i)
            && (self.digits(i - 2).is_some_and(|(n, _)| n < 24) || self.is(i - 2, Sense::HourMark))
    }

    /// Whether the day follows: "8.30 on the same morning", "9.15 on Monday".
    fn before_day(&self, i: usize) -> bool {
        let the = self.skip(i + 1, Sense::The);
        self.is(i, Sense::On)
            && (matches!(self.sense(the), Some(Sense::Weekday(_) | Sense::Turn(_)))
                || self.text(the) == "same")
    }

    /// "day", which "before" follows.
    fn day_before(&self, i: usize) -> bool {
        self.is(i, Sense::Unit(Unit::Day))
    }

    fn is_decimal_tail(&self, i: usize) -> bool {
        self.unit(i).is_some()
            || matches!(self.mark(i), Some('%' | '.' | '$' | '€' | '£' | '°'))
                && self.touches(i)
                && (self.mark(i) != Some('.') || self.touches(i + 1))
            || self.touches(i) && self.mark(i).is_none() && self.token(i).is_some()
    }

    /// "y media", "et demie" behind an hour.
    pub(super) fn past_half(&self, i: usize) -> (u32, usize) {
        match (self.sense(i), self.sense(i + 1)) {
            (Some(Sense::And), Some(Sense::Half)) => (30, i + 2),
            (Some(Sense::And), Some(Sense::Unit(Unit::Quarter))) => (15, i + 2),
            _ => (0, i),
        }
    }
}
