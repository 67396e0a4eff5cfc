//! Times of day: `17:00`, `9.30am`, "half past five", `14h30`, "noon", and spans of them.

use super::{
    lexicon::{Part, Sense, Turn, Unit},
    parser::Parser,
};
use jiff::civil::Time;

/// A time of day as said; the half of the day may be open ("at 5").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) hour: i8,
    pub(super) minute: i8,
    pub(super) half: Half,
}

/// How the half of the day is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    /// The hour counts to 24.
    Full,
    Am,
    Pm,
    Open,
}

/// From one time of day to another, or one alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClockSpan {
    pub(super) start: Clock,
    pub(super) end: Option<Clock>,
}

impl Clock {
    fn new(hour: u32, minute: u32, half: Half) -> Option<Self> {
        let fits = minute < 60
            && match half {
                Half::Full => hour <= 24,
                Half::Open => (1..=12).contains(&hour),
                Half::Am | Half::Pm => (1..=12).contains(&hour),
            };
        fits.then_some(Self {
            hour: hour as i8,
            minute: minute as i8,
            half,
        })
    }

    /// The time meant; without a word for the half of the day, one to six are in the afternoon.
    pub(super) fn time(self, part: Option<Part>) -> Time {
        let twelve = self.hour % 12;
        let hour = match (self.half, part) {
            (Half::Full, _) => self.hour % 24,
            (Half::Am, _) => twelve,
            (Half::Pm, _) => twelve + 12,
            (Half::Open, Some(Part::Morning)) => twelve,
            (Half::Open, Some(Part::Noon)) => {
                if twelve >= 10 {
                    twelve
                } else {
                    twelve + 12
                }
            }
            (Half::Open, Some(Part::Afternoon | Part::Evening)) => twelve + 12,
            (Half::Open, Some(Part::Night)) => {
                if (1..=5).contains(&twelve) || twelve == 0 {
                    twelve
                } else {
                    twelve + 12
                }
            }
            (Half::Open, None) => {
                if twelve <= 6 {
                    twelve + 12
                } else {
                    twelve
                }
            }
        };
        Time::new(hour, self.minute, 0, 0).unwrap_or(Time::midnight())
    }
}

impl ClockSpan {
    /// Start and end; a half of the day said for one holds for the other where that keeps their order.
    pub(super) fn times(self, part: Option<Part>) -> (Time, Option<Time>) {
        let Some(end) = self.end else {
            return (self.start.time(part), None);
        };
        let as_half = |clock: Clock, half| Clock { half, ..clock }.time(part);
        match (self.start.half, end.half) {
            (Half::Open, Half::Open) => {
                let start = self.start.time(part);
                let ends = [as_half(end, Half::Am), as_half(end, Half::Pm)];
                let after = ends.into_iter().find(|t| *t > start);
                (start, Some(after.unwrap_or(ends[0])))
            }
            (Half::Open, _) => {
                let end = end.time(part);
                let starts = [as_half(self.start, Half::Pm), as_half(self.start, Half::Am)];
                let before = starts.into_iter().find(|t| *t < end);
                (before.unwrap_or(starts[0]), Some(end))
            }
            (_, Half::Open) => {
                let start = self.start.time(part);
                let ends = [as_half(end, Half::Am), as_half(end, Half::Pm)];
                let after = ends.into_iter().find(|t| *t > start);
                (start, Some(after.unwrap_or(ends[0])))
            }
            _ => (self.start.time(part), Some(end.time(part))),
        }
    }
}

impl Parser<'_, '_> {
    /// A time of day, or a span of them; `loose` takes bare numbers, where the words around leave no other reading.
    pub(super) fn clock_span(&self, i: usize, loose: bool) -> Option<(ClockSpan, usize)> {
        let one = |start| ClockSpan { start, end: None };
        let exact = self.clock(i, false);
        let (start, after) = match exact {
            Some(found) => found,
            None => self.clock(i, true)?,
        };
        let between = self.sense_before(i) == Some(Sense::Between);
        let sep = match (self.mark(after), self.sense(after)) {
            (Some('-' | '–' | '—' | '~'), _) => true,
            (_, Some(Sense::To | Sense::Until)) => true,
            (_, Some(Sense::And)) => between,
            _ => false,
        };
        let offset = matches!(self.digits(after + 1), Some((_, 4)))
            && self.touches(after + 1)
            && !self.touches(after);
        if sep && !offset {
            let at = self.skip(after + 1, Sense::At);
            let sure = self.clock(at, false);
            let any = sure.or_else(|| self.clock(at, true));
            if let Some((end, end_at)) = any
                && (exact.is_some() || sure.is_some() || loose)
                && !self.slash_or_unit(end_at, sure.is_some())
            {
                let end = Some(end);
                return Some((ClockSpan { start, end }, end_at));
            }
        }
        match exact {
            Some((clock, end)) => Some((one(clock), end)),
            None => (loose && !self.slash_or_unit(after, false)).then(|| (one(start), after)),
        }
    }

    /// Whether what follows makes a bare number something else than an hour.
    fn slash_or_unit(&self, i: usize, sure: bool) -> bool {
        if sure {
            return false;
        }
        let tight = self.touches(i) && self.token(i).is_some();
        match self.mark(i) {
            Some('/' | '%' | '°' | '$' | '€' | '£') => true,
            Some('.' | ',' | '-' | ':') => {
                tight && self.digits(i + 1).is_some() && self.touches(i + 1)
            }
            Some(_) => false,
            None => {
                tight
                    || self.unit(i).is_some()
                    || matches!(
                        self.sense(i),
                        Some(
                            Sense::Month(_)
                                | Sense::Several(_)
                                | Sense::Cardinal(_)
                                | Sense::Ordinal(_)
                        )
                    )
                    || self.digits(i).is_some()
                    || self.sense(i).is_none()
                        && (self.capital(i) || self.text(i).len() > 4)
                        && self.token(i).is_some_and(|t| t.lines == 0)
            }
        }
    }

    /// One time of day.
    fn clock(&self, i: usize, loose: bool) -> Option<(Clock, usize)> {
        self.named_clock(i)
            .or_else(|| self.digit_clock(i))
            .or_else(|| self.spoken_clock(i))
            .or_else(|| loose.then(|| self.bare_hour(i)).flatten())
    }

    /// "noon", "midnight", "end of the day".
    fn named_clock(&self, i: usize) -> Option<(Clock, usize)> {
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
    fn digit_clock(&self, i: usize) -> Option<(Clock, usize)> {
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
            let at = self.is(i + 1, Sense::Unit(Unit::Hour));
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
        if self.is(i + 1, Sense::HourMark) && self.touches(i + 1) {
            let minute = self
                .digits(i + 2)
                .filter(|(_, d)| *d == 2 && self.touches(i + 2));
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
            );
            return match minute {
                Some((m, _)) => Some((Clock::new(hour, m, Half::Full)?, i + 3)),
                None if cue => Some((Clock::new(hour, 0, Half::Full)?, i + 2)),
                None => None,
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
        );
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

    fn is_decimal_tail(&self, i: usize) -> bool {
        self.unit(i).is_some()
            || matches!(self.mark(i), Some('%' | '.' | '$' | '€' | '£' | '°'))
                && self.touches(i)
                && (self.mark(i) != Some('.') || self.touches(i + 1))
            || self.touches(i) && self.mark(i).is_none() && self.token(i).is_some()
    }

    /// "y media", "et demie" behind an hour.
    fn past_half(&self, i: usize) -> (u32, usize) {
        match (self.sense(i), self.sense(i + 1)) {
            (Some(Sense::And), Some(Sense::Half)) => (30, i + 2),
            (Some(Sense::And), Some(Sense::Unit(Unit::Quarter))) => (15, i + 2),
            _ => (0, i),
        }
    }

    /// "half past five", "quarter to six", "ten past three", "five o'clock", "five thirty", "halb sechs".
    fn spoken_clock(&self, i: usize) -> Option<(Clock, usize)> {
        if self.is(i, Sense::HalfBefore) {
            let (hour, end) = self.cardinal(i + 1)?;
            let before = if hour == 1 { 12 } else { hour.checked_sub(1)? };
            return Some((Clock::new(before, 30, Half::Open)?, end));
        }
        // "half eight", as the British say it
        if self.is(i, Sense::Half)
            && let Some((hour @ 1..=12, end)) = self.cardinal(i + 1)
            && (self.ends(end) || matches!(self.sense(end), Some(Sense::On | Sense::Part(_))))
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
        let Sense::Cardinal(hour @ 1..=12) = self.sense(i)? else {
            return None;
        };
        if self.is(i + 1, Sense::OClock) {
            let (minute, end) = self.past_half(i + 2);
            let (half, end) = self.meridiem(end).unwrap_or((Half::Open, end));
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

    /// A number alone.
    fn bare_hour(&self, i: usize) -> Option<(Clock, usize)> {
        if self.ordinal(i).is_some() {
            return None;
        }
        let (hour, end) = self.cardinal(i)?;
        if let Some((_, digits)) = self.digits(i) {
            if digits == 4 && hour < 2400 {
                return Some((Clock::new(hour / 100, hour % 100, Half::Full)?, end));
            }
            if digits > 2 {
                return None;
            }
        }
        let half = if hour > 12 || hour == 0 {
            Half::Full
        } else {
            Half::Open
        };
        let (minute, end) = self.past_half(end);
        Some((Clock::new(hour, minute, half)?, end))
    }
}
