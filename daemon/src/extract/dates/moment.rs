//! Dates and times of day put together, ranges of them, and what they come to.

use super::{
    Anchor, Found, Lean,
    clock::ClockSpan,
    lexicon::{Part, Sense},
    parser::{Dated, Fields, Parser, Read, Spec},
    tokens::Kind,
    units::plus_days,
};
use crate::when::{Point, When};
use jiff::civil::{Date, Time};

/// How deep a date may be counted from another.
pub(super) const DEPTH: u8 = 2;
/// Pieces that one moment is put together from (weekday, date, part of day, time).
const PIECES: usize = 5;

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
    let mut i = 0;
    while i < parser.tokens.len() {
        match parser.found(i) {
            Some((one, end)) => {
                // "every Monday at 9" is a habit
                if parser.sense_before(i) != Some(Sense::Every) {
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
        let ahead = matches!(before, Some(Sense::Until | Sense::By)).then_some(Lean::Future);
        let lean = if before == Some(Sense::By) {
            ahead
        } else {
            self.lean_at(i).or(ahead)
        };
        if let Some((when, anchor, end)) =
            self.days_of_month(i, lean).or_else(|| self.days_of_week(i))
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

        let (mut when, mut anchor, mut end, said) = match self.range(&left, before, lean) {
            Some((when, anchor, end)) => (when, anchor, end, None),
            None => {
                let when = self.settle(&left, lean)?;
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
        if !self.leads(i) {
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
            Some(_) => true,
            None => {
                // "2019Q1" and "31Dec", but no letters of a code
                let quarter = matches!(token.text, "Q" | "q" | "H" | "h");
                matches!(self.digits(i - 1), Some((_, n)) if n == 4 || !quarter) && !number
            }
        }
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

    /// Adds what stands at `at`; false where nothing fits.
    fn piece(&self, moment: &mut Moment, at: usize, first: bool) -> bool {
        let before = self.sense_before(at);
        let at_cue = matches!(
            before,
            Some(Sense::At | Sense::About | Sense::From | Sense::Between)
        ) || at > 0 && self.mark(at - 1) == Some('@');
        let date = self.date(at, DEPTH, false);
        let clock = moment.clock.is_none().then(|| {
            let sure =
                matches!(before, Some(Sense::At)) || at > 0 && self.mark(at - 1) == Some('@');
            let loose = if first {
                sure || self.part_follows(at)
            } else {
                at_cue || moment.part.is_some()
            };
            let span = self.clock_span(at, loose)?;
            // "Monday 11-4": a bare span of hours behind a date
            Some(span)
        });
        let clock = clock.flatten().or_else(|| {
            (moment.clock.is_none() && (moment.date.is_some() || self.date_follows(at)))
                .then(|| self.clock_span(at, true).filter(|(s, _)| s.end.is_some()))
                .flatten()
        });
        let clock_end = clock.map_or(0, |(_, end)| end);
        if let (Some(dated), Some(Sense::Weekday(n))) = (moment.date, self.sense(at))
            && let Spec::Fields(Fields {
                day: Some(_),
                weekday: None,
                ..
            }) = dated.spec
            && (at == moment.end || self.mark(at - 1).is_some())
        {
            let next = Dated::fields(Fields {
                weekday: Some(super::parser::weekday(n)),
                ..Fields::default()
            });
            moment.date = merge(moment.date, next, self);
            moment.end = at + 1;
            return true;
        }
        if let Some(dated) = moment.date
            && let Spec::Fields(Fields { day: Some(_), .. }) = dated.spec
            && self.is(at, Sense::Unit(super::lexicon::Unit::Weekend))
            && at == moment.end
        {
            let day = self.resolve(&dated, self.lean_at(at)).map(|w| w.days().0);
            moment.date = day.map(|d| Dated::fixed(super::period::long_weekend(d), dated.anchor));
            moment.end = at + 1;
            return true;
        }
        if let Some((dated, end)) = date
            && end >= clock_end
            && let Some(merged) = merge(moment.date, dated, self)
        {
            moment.date = Some(merged);
            moment.part = moment.part.or(dated.part);
            moment.end = end;
            return true;
        }
        if let Some((span, end)) = clock {
            moment.clock = Some(span);
            moment.end = end;
            return true;
        }
        let mut part_at = at;
        while matches!(
            self.sense(part_at),
            Some(
                Sense::The
                    | Sense::Stretch(_)
                    | Sense::Of
                    | Sense::Turn(super::lexicon::Turn::This)
            )
        ) && part_at < at + 2
        {
            part_at += 1;
        }
        if let Some(Sense::Part(part)) = self.sense(part_at)
            && !first
        {
            moment.part = Some(part);
            moment.end = part_at + 1;
            return true;
        }
        false
    }

    /// Whether a date follows the span of hours that may stand at `i` ("five to seven today").
    fn date_follows(&self, i: usize) -> bool {
        let Some((span, end)) = self.clock_span(i, true) else {
            return false;
        };
        let at = self.joined(end);
        span.end.is_some()
            && matches!(
                self.sense(at),
                Some(Sense::Day(_) | Sense::DayPart(..) | Sense::Weekday(_) | Sense::Turn(_))
            )
    }

    /// Whether the number at `i` is an hour by the words behind it ("5 in the morning", "7 tonight").
    fn part_follows(&self, i: usize) -> bool {
        let Some((1..=12, end)) = self.cardinal(i) else {
            return false;
        };
        let the = self.skip(self.skip(end, Sense::In), Sense::The);
        let this = self.skip(the, Sense::Turn(super::lexicon::Turn::This));
        match self.sense(this) {
            Some(Sense::DayPart(..)) => this == end,
            Some(Sense::Part(_)) => this > end || self.is(i.wrapping_sub(1), Sense::At),
            _ => false,
        }
    }

    /// The index of the next piece: behind at most three words and marks that join pieces.
    fn joined(&self, i: usize) -> usize {
        let mut at = i;
        while at < i + 3 {
            let joins = match self.mark(at) {
                Some(',' | '(' | '@' | '·' | '|' | ')' | '/' | '~') => true,
                Some('T') => true,
                Some('-' | '–') => !self.touches(at + 1) || self.touches(at),
                Some(_) => false,
                None => match self.sense(at) {
                    Some(
                        Sense::On
                        | Sense::At
                        | Sense::In
                        | Sense::Of
                        | Sense::From
                        | Sense::Between
                        | Sense::About
                        | Sense::By
                        | Sense::Starting,
                    ) => true,
                    Some(Sense::The) => true,
                    _ => self.text(at) == "T" && self.touches(at) || self.is_zone(at),
                },
            };
            if !joins {
                break;
            }
            at += 1;
        }
        at
    }

    /// The name of a time zone behind a time.
    fn is_zone(&self, i: usize) -> bool {
        const ZONES: [&str; 16] = [
            "UTC", "GMT", "BST", "CET", "CEST", "EET", "EST", "EDT", "CST", "CDT", "MST", "MDT",
            "PST", "PDT", "ET", "PT",
        ];
        ZONES.contains(&self.text(i))
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
        let part = moment.part;
        let day = match (when.start, when.end) {
            (Point::Day(day), None) => day,
            (Point::Minute(at), None) => at.date(),
            _ => return Some(when),
        };
        let (start, end) = span.times(part);
        Some(times_on(day, start, end))
    }
}

/// One date said in two pieces ("Friday, 24 May", "in 3 days on Friday"); `None` where they are two dates.
fn merge(have: Option<Dated>, next: Dated, parser: &Parser<'_, '_>) -> Option<Dated> {
    let Some(have) = have else {
        return Some(next);
    };
    let weekday_only = |d: &Dated| match d.spec {
        Spec::Fields(Fields {
            year: None,
            month: None,
            day: None,
            weekday,
        }) => weekday,
        _ => None,
    };
    let single = |d: &Dated| {
        let when = parser.resolve(d, None)?;
        match (when.start, when.end) {
            (Point::Day(day), None) => Some(day),
            _ => None,
        }
    };
    match (weekday_only(&have), weekday_only(&next)) {
        (Some(weekday), None) => {
            if let Spec::Fields(fields) = next.spec
                && fields.day.is_some()
            {
                let weekday = Some(weekday);
                return Some(Dated {
                    spec: Spec::Fields(Fields { weekday, ..fields }),
                    ..next
                });
            }
            single(&next)
                .filter(|d| d.weekday() == weekday)
                .map(|_| next)
        }
        (None, Some(weekday)) => {
            if let Spec::Fields(fields) = have.spec
                && fields.day.is_some()
                && fields.weekday.is_none()
            {
                let weekday = Some(weekday);
                return Some(Dated {
                    spec: Spec::Fields(Fields { weekday, ..fields }),
                    ..have
                });
            }
            single(&have)
                .filter(|d| d.weekday() == weekday)
                .map(|_| have)
        }
        // "today, May 5"
        _ => match (have.spec, next.spec) {
            (Spec::Fixed(_), Spec::Fields(Fields { day: Some(_), .. }))
                if single(&have).is_some() && single(&have) == single(&next) =>
            {
                Some(next)
            }
            // "last year on March 5"
            (
                Spec::Fixed(When {
                    start: Point::Year(year),
                    end: None,
                }),
                Spec::Fields(
                    fields @ Fields {
                        year: None,
                        month: Some(_),
                        ..
                    },
                ),
            ) => Some(Dated {
                spec: Spec::Fields(Fields {
                    year: Some(year),
                    ..fields
                }),
                ..have
            }),
            _ => None,
        },
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
