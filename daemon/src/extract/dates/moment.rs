//! Dates and times of day put together, ranges of them, and what they come to.

use super::{
    Anchor, Found, Lean,
    clock::{ClockSpan, Half},
    lexicon::{Part, Sense},
    parser::{Dated, Parser, Read, Spec},
    tokens::{Kind, Token},
    units::plus_days,
};
use crate::when::{Point, When};
use jiff::civil::{Date, Time};
use std::cell::LazyCell;

/// How deep a date may be counted from another.
pub(super) const DEPTH: u8 = 2;
/// Pieces that one moment is put together from (weekday, date, part of day, time).
const PIECES: usize = 5;

/// An hour from which on an occasion says nothing of its half: a party from 11:00 is in the morning.
const LATE: i8 = 10;

/// A date, a time of day, or both.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    pub(super) date: Option<Dated>,
    pub(super) clock: Option<ClockSpan>,
    pub(super) part: Option<Part>,
    /// Index after it.
    pub(super) end: usize,
}

/// Every moment and range in the tokens, in order.
pub(super) fn all(parser: &Parser<'_, '_>) -> Vec<Found> {
    let mut found = Vec::new();
    // of a word or a phrase that might have said one, the rest may be missing
    if !parser.tokens.iter().any(Token::says_time) {
        return found;
    }
    let mut i = 0;
    while i < parser.tokens.len() {
        match parser.found(i) {
            Some((one, end)) => {
                // "every Monday at 9" is a habit
                if parser.sense_before(i) != Some(Sense::Every) {
                    parser.told.set(parser.told.get().after(&one));
                    found.push(one);
                }
                i = end.max(i + 1);
            }
            None => i += 1,
        }
    }
    found
}

impl Parser<'_, '_> {
    /// A date, the longest that can be read from `i`; `bare` as for [`Parser::absolute`].
    pub(super) fn date(&self, i: usize, depth: u8, bare: bool) -> Option<Read> {
        self.token(i)?;
        let rules = [
            self.absolute(i, bare),
            self.relative(i, depth),
            self.period(i, depth),
            self.beside_told(i),
        ];
        rules
            .into_iter()
            .flatten()
            .filter(|(_, end)| !self.crosses_line(i, *end))
            .max_by_key(|(_, end)| *end)
    }

    fn crosses_line(&self, i: usize, end: usize) -> bool {
        (i + 1..end).any(|j| self.token(j).is_some_and(|t| t.lines > 0))
    }

    /// A time at `i`.
    fn found(&self, i: usize) -> Option<(Found, usize)> {
        if !self.may_start(i) {
            return None;
        }
        let before = self.sense_before(i);
        let ahead = (before == Some(Sense::Until)).then_some(Lean::Future);
        // "since Friday is a holiday" gives a reason
        let reason = matches!(
            self.text(i + 1),
            "is" | "was" | "'s" | "’s" | "works" | "will"
        );
        // asked for where there is a time: the words around it are many
        let lean = LazyCell::new(|| match before {
            Some(Sense::By) => Some(self.lean_by(i)),
            Some(Sense::Since) if !reason => Some(Lean::Past),
            _ if self.reference.lean.is_none() && self.is_awaited(i) => Some(Lean::Future),
            _ => self.lean_at(i).or(ahead),
        });
        if let Some((when, anchor, end)) = self
            .days_of_month(i, || *lean)
            .or_else(|| self.days_of_week(i))
            .or_else(|| self.iso_days(i))
            .or_else(|| self.dotted_days(i))
        {
            let span = self.token(i)?.start..self.token(end - 1)?.end;
            let found = Found {
                span,
                when,
                anchor,
                lean: None,
            };
            return Some((found, end));
        }
        let left = self.moment(i)?;

        let (mut when, mut anchor, mut end, said) = match self.range(&left, before, *lean) {
            Some((when, anchor, end)) => (when, anchor, end, None),
            None => {
                let when = self.settle(&left, *lean)?;
                let anchor = left.date.map_or(Anchor::Clock, |d| d.anchor);
                (when, anchor, left.end, left.date.and_then(|d| d.lean))
            }
        };
        if let Some((longer, after)) = self.lasting(&when, end) {
            (when, end) = (longer, after);
        }
        if before == Some(Sense::Since) && anchor != Anchor::Clock {
            let today = self.today();
            if when.days().0 < today {
                when = When::range(when.start, Point::Day(today));
            }
        }
        anchor = anchor.max(Anchor::Now);
        let span = self.token(i)?.start..self.token(end.checked_sub(1)?)?.end;
        let found = Found {
            span,
            when,
            anchor,
            lean: said,
        };
        Some((found, end))
    }

    /// Whether a weekday is one that somebody or something is awaited on: "said yes for Thursday", "ordered, here Friday",
    /// but not "they moved here Friday", "thanks for Friday".
    fn is_awaited(&self, i: usize) -> bool {
        // "For the 23rd I have the pumps"
        if self.is(i, Sense::The) && self.ordinal(i + 1).is_some() {
            let opens = |f: usize| f == 0 || self.mark(f - 1).is_some();
            return i
                .checked_sub(1)
                .is_some_and(|f| self.is(f, Sense::For) && opens(f));
        }
        let weekday = matches!(self.sense(i), Some(Sense::Weekday(_)));
        let word = |j: usize| self.text(j).to_lowercase();
        let Some(before) = i.checked_sub(1).filter(|_| weekday) else {
            return false;
        };
        match word(before).as_str() {
            "for" | "für" | "para" | "pour" => {
                let what = before.checked_sub(1).map(word).unwrap_or_default();
                matches!(
                    what.as_str(),
                    "yes" | "no" | "booked" | "planned" | "down" | "ready" | "oui" | "sí"
                )
            }
            "here" | "due" => before.checked_sub(1).is_none_or(|j| self.mark(j).is_some()),
            _ => false,
        }
    }

    /// Whether a time can begin with this word. Most words of a text are articles and prepositions, so this is what
    /// keeps the rules from being tried at each of them.
    fn leads(&self, i: usize) -> bool {
        use Sense::*;
        let core = |j: usize| match self.token(j).map(|t| t.kind) {
            Some(Kind::Number { .. }) => true,
            Some(Kind::Word(sense)) => !matches!(
                sense,
                The | A | In | For | Of | And | To | On | At | By | From | About | Before | After
            ),
            _ => false,
        };
        match self.sense(i) {
            Some(
                And | To | Of | By | On | At | Between | From | Until | Since | Am | Pm | OClock
                | Ago | Hence | Starting | ToDate | More | HourMark | Every | Before | After
                | About,
            ) => false,
            Some(The | A | In | For | Within) => (i + 1..i + 4).any(core),
            _ => true,
        }
    }

    /// Whether a time may begin here: not in the middle of a number, a word or a file's version.
    fn may_start(&self, i: usize) -> bool {
        let Some(token) = self.token(i) else {
            return false;
        };
        if matches!(token.kind, Kind::Other) && !matches!(token.text, "Q" | "q" | "H" | "w" | "W") {
            return false;
        }
        if !self.leads(i) || self.is_any_weekday(i) {
            return false;
        }
        if token.space || i == 0 {
            return true;
        }
        let number = self.digits(i).is_some();
        match self.mark(i - 1) {
            Some('.' | '-' | '/' | '_' | '=' | '+' | '\\') if number => {
                self.iso(i).is_some()
                    && !(i > 1 && self.digits(i - 2).is_some() && self.touches(i - 1))
            }
            Some('$' | '€' | '£' | '#' | ',') if number => false,
            Some(':') if number => !(i > 1 && self.digits(i - 2).is_some()),
            Some('@' | '#' | '$' | '_') => false,
            // "Anh-Thu", "Jean-May"
            Some('-' | '‑') if self.touches(i - 1) && i > 1 && self.is_name(i - 2) => false,
            Some(_) => true,
            None => {
                // "2019Q1" and "31Dec", but no letters of a code
                let quarter = matches!(token.text, "Q" | "q" | "H" | "h");
                matches!(self.digits(i - 1), Some((_, n)) if n == 4 || !quarter) && !number
            }
        }
    }

    /// Whether a weekday is any such day: "it was a Monday", "on a Monday".
    fn is_any_weekday(&self, i: usize) -> bool {
        matches!(self.sense(i), Some(Sense::Weekday(_)))
            && self.sense_before(i) == Some(Sense::A)
            && matches!(self.text(i - 1), "a" | "ein" | "einem" | "un" | "una")
            && self.digits(i + 1).is_none()
    }

    /// A word with a capital that means nothing for times.
    fn is_name(&self, i: usize) -> bool {
        self.capital(i) && self.token(i).is_some_and(|t| t.kind == Kind::Other)
    }

    /// Date and time of day, in any order, with what joins them.
    pub(super) fn moment(&self, i: usize) -> Option<Moment> {
        let mut moment = Moment {
            end: i,
            ..Moment::default()
        };
        for piece in 0..PIECES {
            let first = piece == 0;
            let at = if first { i } else { self.joined(moment.end) };
            if !first
                && (at..=at)
                    .chain(moment.end..at)
                    .any(|j| self.token(j).is_some_and(|t| t.lines > 0))
            {
                break;
            }
            if !self.piece(&mut moment, at, first) {
                break;
            }
        }
        if moment.part.is_none() && moment.clock.is_some() && self.rises(i) {
            moment.part = Some(Part::Morning);
        }
        // "Fri Oct 11 17:48:12 2024"
        if let Some(dated) = &mut moment.date
            && let Spec::Fields(fields) = &mut dated.spec
            && fields.year.is_none()
            && fields.month.is_some()
            && moment.clock.is_some()
            && let Some((year @ 1900..=2100, end)) = self.year(moment.end)
            && self.digits(moment.end).is_some()
        {
            fields.year = Some(year);
            dated.anchor = Anchor::Absolute;
            moment.end = end;
        }
        let useful = moment.date.is_some() || moment.clock.is_some();
        useful.then_some(moment)
    }

    /// What a moment comes to.
    pub(super) fn settle(&self, moment: &Moment, lean: Option<Lean>) -> Option<When> {
        let when = match &moment.date {
            Some(dated) => self.resolve(dated, dated.lean.or(lean))?,
            None => When::day(self.today()),
        };
        let Some(span) = moment.clock else {
            return Some(when);
        };
        let part = moment.part.or_else(|| {
            self.occasion(span.start.hour)
                .filter(|_| span.start.hour < LATE)
        });
        let day = match (when.start, when.end) {
            (Point::Day(day), None) => day,
            (Point::Minute(at), None) => at.date(),
            _ => return Some(when),
        };
        let (start, end) = span.times(part);
        // "last night at 2": past midnight
        let day = match part {
            Some(Part::Night) if start.hour() < 5 && day < self.today() => plus_days(day, 1),
            _ => day,
        };
        // "Died at ten past four", said in the morning: the hour that has been.
        if moment.date.is_none()
            && part.is_none()
            && lean == Some(Lean::Past)
            && end.is_none()
            && span.start.half == Half::Open
            && day.to_datetime(start) > self.reference.now
            && !self.names_day()
        {
            let morning = span.start.time(Some(Part::Morning));
            if day.to_datetime(morning) <= self.reference.now {
                return Some(times_on(day, morning, None));
            }
        }
        Some(times_on(day, start, end))
    }
}

/// From a time to another on a day; past midnight where the second is earlier.
fn times_on(day: Date, start: Time, end: Option<Time>) -> When {
    let first = Point::Minute(day.to_datetime(start));
    match end {
        None => When::at(first),
        Some(end) => {
            let last = if end < start { plus_days(day, 1) } else { day };
            When::range(first, Point::Minute(last.to_datetime(end)))
        }
    }
}
