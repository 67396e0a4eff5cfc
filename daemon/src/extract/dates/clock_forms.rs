//! The forms of a time of day: in digits, in words, by name.

use super::{
    clock::{Clock, Half},
    lexicon::{Sense, Turn, Unit},
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
    fn meridiem(&self, i: usize) -> Option<(Half, usize)> {
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
            // "cut 2 = 2h20" and "6h 20m" are lengths
            let length = i > 0 && self.mark(i - 1) == Some('=')
                || matches!(self.text(i + 3), "m" | "min" | "mins" | "minutes");
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
        let cue = matches!(
            self.sense_before(i),
            Some(Sense::At | Sense::About | Sense::Until | Sense::By | Sense::From)
        ) || self.is_behind_day(i)
            || self.before_day(end);
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
    fn is_behind_day(&self, i: usize) -> bool {
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

    /// "half past five", "quarter to six", "ten past three", "five o'clock", "five thirty", "halb sechs".
    pub(super) fn spoken_clock(&self, i: usize) -> Option<(Clock, usize)> {
        // "finished in three fifty-two" is a length
        if self.sense_before(i) == Some(Sense::In) {
            return None;
        }
        if self.is(i, Sense::HalfBefore) {
            let (hour, end) = self.cardinal(i + 1)?;
            let before = if hour == 1 { 12 } else { hour.checked_sub(1)? };
            return Some((Clock::new(before, 30, Half::Open)?, end));
        }
        // "half eight", as the British say it
        let cue = matches!(self.sense_before(i), Some(Sense::About | Sense::At));
        if self.is(i, Sense::Half)
            && let Some((hour @ 1..=12, end)) = self.cardinal(i + 1)
            && (cue
                || self.ends(end)
                || matches!(self.sense(end), Some(Sense::On | Sense::Part(_))))
        {
            return Some((Clock::new(hour, 30, Half::Open)?, end));
        }
        let a = self.skip(i, Sense::A);
        let minutes = match self.sense(a) {
            Some(Sense::Half) => Some((30, a + 1)),
            Some(Sense::Unit(Unit::Quarter)) => Some((15, a + 1)),
            _ => self.cardinal(i).filter(|(n, _)| *n < 30),
        };
        if let Some((minute, end)) = minutes {
            let end = self.skip(end, Sense::Unit(Unit::Minute));
            let past = match self.sense(end) {
                Some(Sense::Turn(Turn::Past)) => Some(true),
                Some(Sense::To) if minute == 15 && a < end && self.cardinal(i).is_none() => {
                    Some(false)
                }
                Some(Sense::To) if self.is(end - 1, Sense::Unit(Unit::Minute)) => Some(false),
                Some(Sense::To) if self.is(i.wrapping_sub(1), Sense::At) && minute % 5 == 0 => {
                    Some(false)
                }
                // "ten to five in the afternoon", "about ten to five"
                Some(Sense::To) if minute % 5 == 0 && self.digits(i).is_none() => {
                    let told = self.cardinal(end + 1).is_some_and(|(_, after)| {
                        matches!(self.sense(after), Some(Sense::Part(_)))
                            || matches!(self.sense(after + 2), Some(Sense::Part(_)))
                                && self.is(after, Sense::In)
                    });
                    (told || self.is(i.wrapping_sub(1), Sense::About)).then_some(false)
                }
                Some(Sense::After) if minute == 15 && self.cardinal(i).is_none() => Some(true),
                _ => None,
            };
            if let Some(past) = past
                && let Some((hour, after)) = self.cardinal(end + 1)
                && (1..=12).contains(&hour)
            {
                let after = self.skip(after, Sense::OClock);
                let (half, after) = self.meridiem(after).unwrap_or((Half::Open, after));
                let hour = match (past, hour) {
                    (true, h) => h,
                    (false, 1) => 12,
                    (false, h) => h - 1,
                };
                let minute = if past { minute } else { 60 - minute };
                return Some((Clock::new(hour, minute, half)?, after));
            }
        }
        // "at fourteen hours"
        if self.is(i.wrapping_sub(1), Sense::At)
            && self.digits(i).is_none()
            && let Some((hour @ 1..=24, end)) = self.cardinal(i)
            && self.is(end, Sense::Unit(Unit::Hour))
        {
            return Some((Clock::new(hour, 0, Half::Full)?, end + 1));
        }
        if let Some((hour, at)) = self.cardinal(i)
            && self.text(at).starts_with("heure")
        {
            return self.heures(i, hour, at + 1);
        }
        // "at sixteen twenty"
        let timetable = matches!(
            self.sense_before(i),
            Some(Sense::At | Sense::By | Sense::From | Sense::Until)
        );
        if timetable
            && let Some(Sense::Cardinal(hour @ 13..=23)) = self.sense(i)
            && let Some((minute @ 10..60, end)) = self.cardinal(i + 1)
            && self.digits(i + 1).is_none()
            && self.ends(end)
        {
            return Some((Clock::new(hour, minute, Half::Full)?, end));
        }
        let Sense::Cardinal(hour @ 1..=12) = self.sense(i)? else {
            return None;
        };
        if self.is(i + 1, Sense::OClock) {
            let uhr = self.text(i + 1).eq_ignore_ascii_case("uhr");
            let minutes = self.cardinal(i + 2).filter(|(n, _)| uhr && *n < 60);
            let (minute, end) = minutes.unwrap_or_else(|| self.past_half(i + 2));
            // "sechs Uhr" is in the morning, "sechs Uhr abends" is not
            let open = !uhr || matches!(self.sense(end), Some(Sense::Part(_)));
            let half = if open { Half::Open } else { Half::Full };
            let (half, end) = self.meridiem(end).unwrap_or((half, end));
            return Some((Clock::new(hour, minute, half)?, end));
        }
        if let Some((half, end)) = self.meridiem(i + 1) {
            return Some((Clock::new(hour, 0, half)?, end));
        }
        if let (minute @ 1.., end) = self.past_half(i + 1) {
            return Some((Clock::new(hour, minute, Half::Open)?, end));
        }
        let dash = self.skip_mark(i + 1, &['-']);
        let (minute, end) = self.cardinal(dash)?;
        if !(10..60).contains(&minute) || !matches!(self.sense(dash), Some(Sense::Cardinal(_))) {
            return None;
        }
        let end = self.skip(end, Sense::Unit(Unit::Minute));
        let (half, end) = self.meridiem(end).unwrap_or((Half::Open, end));
        Some((Clock::new(hour, minute, half)?, end))
    }

    /// "six heures quarante", "quatorze heures", "dix-huit heures trente": the hour that begins at `i`, what follows
    /// "heures" at `at`.
    fn heures(&self, i: usize, hour: u32, at: usize) -> Option<(Clock, usize)> {
        let length = ["pendant", "durant", "dure", "duré", "depuis", "dans", "en"];
        if length.contains(&self.text(i.wrapping_sub(1))) {
            return None;
        }
        // "huit heures moins le quart"
        if self.text(at) == "moins" && hour > 0 {
            let quarter = self.skip(at + 1, Sense::The);
            let less = match self.sense(quarter) {
                Some(Sense::Unit(Unit::Quarter)) => Some((15, quarter + 1)),
                _ => self.cardinal(at + 1).filter(|(n, _)| (1..30).contains(n)),
            };
            let (less, end) = less?;
            return Some((Clock::new(hour - 1, 60 - less, Half::Full)?, end));
        }
        let minutes = self.cardinal(at).filter(|(n, _)| *n < 60);
        let (minute, end) = minutes.unwrap_or_else(|| self.past_half(at));
        // With its minutes an hour is said as a timetable has it.
        let timetable = minutes.is_some() && !matches!(self.sense(end), Some(Sense::Part(_)));
        let half = if hour > 12 || timetable {
            Half::Full
        } else {
            Half::Open
        };
        Some((Clock::new(hour, minute, half)?, end))
    }
}
