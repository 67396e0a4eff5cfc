//! Dates and times of day put together, ranges of them, and what they come to.

use super::{
    Anchor, Found, Lean,
    clock::ClockSpan,
    lexicon::{Part, Sense},
    parser::{Dated, Fields, Parser, Read, Spec},
    resolve::complete,
    units::plus_days,
};
use crate::when::{Point, When};
use jiff::civil::{Date, Time};

/// How deep a date may be counted from another.
const DEPTH: u8 = 2;
/// Pieces that one moment is put together from (weekday, date, part of day, time).
const PIECES: usize = 5;

/// A date, a time of day, or both.
#[derive(Clone, Copy, Debug, Default)]
struct Moment {
    date: Option<Dated>,
    clock: Option<ClockSpan>,
    part: Option<Part>,
    /// Index after it.
    end: usize,
}

/// Every moment and range in the tokens, in order.
pub(super) fn all(parser: &Parser<'_, '_>) -> Vec<Found> {
    let mut found = Vec::new();
    let mut i = 0;
    while i < parser.tokens.len() {
        match parser.found(i) {
            Some((one, end)) => {
                found.push(one);
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
        let left = self.moment(i)?;
        let lean = self.lean_at(i);
        let before = self.sense_before(i);
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
        if before == Some(Sense::Since) && when.end.is_none() && anchor != Anchor::Clock {
            let today = self.today();
            if when.days().1 < today {
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

    /// Whether a time may begin here: not in the middle of a number, a word or a file's version.
    fn may_start(&self, i: usize) -> bool {
        let Some(token) = self.token(i) else {
            return false;
        };
        if matches!(token.kind, super::tokens::Kind::Other)
            && !matches!(token.text, "Q" | "q" | "H" | "w" | "W")
        {
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
            None => self.digits(i - 1).is_some() && !number,
        }
    }

    /// Date and time of day, in any order, with what joins them.
    fn moment(&self, i: usize) -> Option<Moment> {
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
                sure
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

    /// The index of the next piece: behind at most three words and marks that join pieces.
    fn joined(&self, i: usize) -> usize {
        let mut at = i;
        while at < i + 3 {
            let joins = match self.mark(at) {
                Some(',' | '(' | '@' | '·' | '|' | ')' | '/') => true,
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
                    _ => self.text(at) == "T" && self.touches(at),
                },
            };
            if !joins {
                break;
            }
            at += 1;
        }
        at
    }

    /// What a moment comes to.
    fn settle(&self, moment: &Moment, lean: Option<Lean>) -> Option<When> {
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

    /// "from … to …", "between … and …", "… - …".
    fn range(
        &self,
        left: &Moment,
        before: Option<Sense>,
        lean: Option<Lean>,
    ) -> Option<(When, Anchor, usize)> {
        let sep = left.end;
        let between = before == Some(Sense::Between);
        let joins = match (self.mark(sep), self.sense(sep)) {
            (Some('-' | '–' | '—' | '~' | '‑'), _) => true,
            (_, Some(Sense::To | Sense::Until)) => true,
            (_, Some(Sense::And)) => between,
            _ => false,
        };
        if !joins || self.token(sep + 1)?.lines > 0 || self.token(sep)?.lines > 0 {
            return None;
        }
        let dash = self.mark(sep).is_some();
        let mut at = self.skip(self.skip(sep + 1, Sense::At), Sense::On);
        if self.is(at, Sense::The) && self.date(at, DEPTH, true).is_none() {
            at += 1;
        }
        let mut right = self.right(left, at, dash)?;
        let anchor = match (left.date, right.date) {
            (Some(a), Some(b)) => a.anchor.max(b.anchor),
            (a, b) => a.or(b).map_or(Anchor::Clock, |d| d.anchor),
        };
        let mut left = *left;
        share(&mut left, &mut right);
        let start = self.settle(&left, lean)?;
        if right.date.is_none() {
            right.date = Some(Dated::fixed(When::day(start.days().0), anchor));
        }
        let end = self.settle_after(&right, start)?;
        let (first, last) = (start.start, end.end.unwrap_or(end.start));
        if last.last_day() < first.first_day() {
            return None;
        }
        Some((When::range(first, until(first, last)), anchor, right.end))
    }

    /// The right side of a range.
    fn right(&self, left: &Moment, at: usize, dash: bool) -> Option<Moment> {
        if let Some(moment) = self
            .moment(at)
            .filter(|m| m.date.is_some() || left.clock.is_some())
        {
            return Some(moment);
        }
        // "2014-2018", "the ninth to the seventeenth", "19-20"
        if let Some((dated, end)) = self.date(at, DEPTH, true)
            && left.date.is_some()
        {
            let date = Some(dated);
            return Some(Moment {
                date,
                end,
                ..Moment::default()
            });
        }
        let left_day = match left.date?.spec {
            Spec::Fields(Fields { day: Some(day), .. }) => day,
            _ => return None,
        };
        let (day, 1..=2) = self.digits(at)? else {
            return None;
        };
        let day = i8::try_from(day)
            .ok()
            .filter(|d| (1..=31).contains(d) && *d > left_day || !dash)?;
        let mut end = at + 1;
        let mut fields = Fields {
            day: Some(day),
            ..Fields::default()
        };
        let comma = self.skip_mark(end, &[',']);
        if let Some((year, after)) = self.year(comma) {
            (fields.year, end) = (Some(year), after);
        }
        let date = Some(Dated::fields(fields));
        (self.unit(end).is_none()).then_some(Moment {
            date,
            end,
            ..Moment::default()
        })
    }

    /// Settles the end of a range: what it leaves out is the first that follows the start.
    fn settle_after(&self, right: &Moment, start: When) -> Option<When> {
        let first = start.days().0;
        let mut moment = *right;
        if let Some(dated) = &mut moment.date
            && let Spec::Fields(fields) = dated.spec
        {
            dated.spec = Spec::Fixed(When::at(complete(fields, first, Some(Lean::Future))?));
        }
        self.settle(&moment, None)
    }

    /// "… for 7 hours", "… for 3 days" behind a start.
    fn lasting(&self, when: &When, end: usize) -> Option<(When, usize)> {
        if !self.is(end, Sense::For) || when.end.is_some() {
            return None;
        }
        let (n, unit_at) = self.count(end + 1)?;
        let (unit, after) = self.unit(unit_at)?;
        let n = i64::from(n);
        let longer = match when.start {
            Point::Minute(start) => {
                let span = match unit {
                    super::lexicon::Unit::Hour => jiff::Span::new().try_hours(n).ok()?,
                    super::lexicon::Unit::Minute => jiff::Span::new().try_minutes(n).ok()?,
                    _ => return None,
                };
                When::range(when.start, Point::Minute(start.checked_add(span).ok()?))
            }
            Point::Day(day) => {
                let last = plus_days(super::units::add(day, n, unit)?, -1);
                When::range(when.start, Point::Day(last.max(day)))
            }
            _ => return None,
        };
        Some((longer, after))
    }
}

/// The end of a range: years and months reach up to their beginning ("from 2014 to 2018" ends where 2018 begins),
/// as the Recognizers-Text specification reads them; days are included.
fn until(first: Point, last: Point) -> Point {
    match (first, last) {
        (Point::Year(a), Point::Year(b)) if a == b => last,
        (_, Point::Year(_) | Point::Month(..)) => Point::Day(last.first_day()),
        _ => last,
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
        Spec::Fixed(_) | Spec::Fields(_) => None,
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
        _ => None,
    }
}

/// Gives each side of a range what only the other says.
fn share(left: &mut Moment, right: &mut Moment) {
    if left.date.is_none() {
        left.date = right.date;
    }
    let (Some(a), Some(b)) = (&mut left.date, &mut right.date) else {
        return;
    };
    if let (Spec::Fields(a), Spec::Fields(b)) = (&mut a.spec, &mut b.spec) {
        if a.month.is_none() && a.day.is_some() && b.month.is_some() {
            a.month = b.month;
            if a.day > b.day {
                a.month = b.month.map(|m| if m == 1 { 12 } else { m - 1 });
            }
        }
        if b.month.is_none() && b.day.is_some() {
            (b.month, b.year) = (a.month, b.year.or(a.year));
        }
        if a.year.is_none()
            && a.month.is_some()
            && let Some(year) = b.year
        {
            a.year = Some(if a.month > b.month {
                year.saturating_sub(1)
            } else {
                year
            });
        }
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
