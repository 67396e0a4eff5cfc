//! Times of day: `17:00`, `9.30am`, "half past five", `14h30`, "noon", and spans of them.

use super::{
    lexicon::{Part, Sense},
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
    pub(super) fn new(hour: u32, minute: u32, half: Half) -> Option<Self> {
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
                if twelve >= 5 {
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
            // "de 13h à 17h"
            (_, Some(Sense::At)) => self.text(after) == "à",
            _ => false,
        };
        let offset = matches!(self.digits(after + 1), Some((_, 4)))
            && self.touches(after + 1)
            && !self.touches(after);
        if sep && !offset && !(exact.is_none() && self.is_score(i)) {
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

    /// Whether two bare numbers are what was won, lost or voted: "voted 4-1", "beat them 3-2".
    fn is_score(&self, i: usize) -> bool {
        /// How far before the numbers the verb stands, in words.
        const VERB: usize = 3;
        (i.saturating_sub(VERB)..i).any(|j| {
            matches!(
                self.text(j).to_lowercase().as_str(),
                "won"
                    | "win"
                    | "wins"
                    | "lost"
                    | "lose"
                    | "beat"
                    | "beaten"
                    | "voted"
                    | "vote"
                    | "votes"
                    | "drew"
                    | "led"
                    | "score"
                    | "scored"
                    | "gewonnen"
                    | "verloren"
                    | "ganamos"
                    | "perdimos"
                    | "gagné"
                    | "perdu"
            )
        })
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
                        && !self.is_hour_before(i)
            }
        }
    }

    /// Whether a number before this word is an hour whatever follows: "um 9 fängt sie an", "a las 9 empiezo", but not "um
    /// 9 Euro", "a las 9 colmenas".
    pub(super) fn is_hour_before(&self, i: usize) -> bool {
        let word = |k: usize| i.checked_sub(k).map_or("", |j| self.text(j));
        let um = word(2).eq_ignore_ascii_case("um");
        let las = word(2) == "las" && word(3).eq_ignore_ascii_case("a");
        (um || las && !self.text(i).ends_with('s')) && !self.capital(i)
    }

    /// One time of day.
    fn clock(&self, i: usize, loose: bool) -> Option<(Clock, usize)> {
        self.named_clock(i)
            .or_else(|| self.digit_clock(i))
            .or_else(|| self.spoken_clock(i))
            .or_else(|| loose.then(|| self.bare_hour(i)).flatten())
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
