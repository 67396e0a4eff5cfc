//! From one moment to another.

use super::{
    Anchor, Lean,
    lexicon::{Sense, Unit},
    moment::{DEPTH, Moment},
    parser::{Dated, Fields, Parser, Spec},
    resolve::complete,
    units::{add, plus_days},
};
use crate::when::{Point, When};

impl Parser<'_, '_> {
    /// "from … to …", "between … and …", "… - …".
    pub(super) fn range(
        &self,
        left: &Moment,
        before: Option<Sense>,
        lean: Option<Lean>,
    ) -> Option<(When, Anchor, usize)> {
        let sep = left.end;
        if self.is(sep, Sense::ToDate) {
            let start = self.settle(left, Some(Lean::Past))?.start;
            let today = Point::Day(self.today());
            let anchor = left.date?.anchor;
            return (start.first_day() < self.today()).then_some((
                When::range(start, today),
                anchor,
                sep + 1,
            ));
        }
        if !self.is_till(sep, before == Some(Sense::Between))
            || self.token(sep + 1)?.lines > 0
            || self.token(sep)?.lines > 0
        {
            return None;
        }
        let dash = self.mark(sep).is_some();
        let mut at = self.skip(self.skip(sep + 1, Sense::At), Sense::On);
        if self.is(at, Sense::The) && self.date(at, DEPTH, true).is_none() {
            at += 1;
        }
        // "Fr 8.3. bis So 10.3."
        if left.date.is_some()
            && self.is_short_day(at)
            && self.capital(at)
            && self.text(at).ends_with(char::is_lowercase)
        {
            let number = self.skip_mark(self.skip_mark(at + 1, &['.']), &[',']);
            if self.digits(number).is_some() {
                at = number;
            }
        }
        let mut right = self.right(left, at, dash)?;
        let anchor = match (left.date, right.date) {
            (Some(a), Some(b)) => a.anchor.max(b.anchor),
            (a, b) => a.or(b).map_or(Anchor::Clock, |d| d.anchor),
        };
        let mut left = *left;
        share(&mut left, &mut right);
        let mut start = self.settle(&left, lean)?;
        if right.date.is_some() && matches!(anchor, Anchor::Yearless | Anchor::Feast) {
            // a range that is still running, or has just begun, is meant rather than one of another year
            let nearest = self.settle(&left, None)?;
            let end = self.settle_after(&right, nearest)?.days().1;
            let (today, begun) = (self.today(), nearest.days().0);
            if lean.is_none()
                || lean == Some(Lean::Future) && end >= today
                || lean == Some(Lean::Past) && begun <= today
            {
                start = nearest;
            }
        }
        if right.date.is_none() {
            right.date = Some(Dated::fixed(When::day(start.days().0), anchor));
        }
        let end = self.settle_after(&right, start)?;
        let last = match end.start {
            Point::Month(..) | Point::Year(_) => end.start,
            _ => end.end.unwrap_or(end.start),
        };
        let first = start.start;
        if last.last_day() < first.first_day() {
            return None;
        }
        Some((When::range(first, until(first, last)), anchor, right.end))
    }

    /// What may stand between the days of a range.
    pub(super) fn is_till(&self, i: usize, between: bool) -> bool {
        match (self.mark(i), self.sense(i)) {
            (Some('-' | '–' | '—' | '~' | '‑'), _) => true,
            (_, Some(Sense::To | Sense::Until)) => true,
            (_, Some(Sense::And)) => between,
            _ => false,
        }
    }

    /// The right side of a range.
    fn right(&self, left: &Moment, at: usize, dash: bool) -> Option<Moment> {
        if self.degrees(at + 1) {
            return None;
        }
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
    pub(super) fn lasting(&self, when: &When, end: usize) -> Option<(When, usize)> {
        if !self.is(end, Sense::For) || when.end.is_some() {
            return None;
        }
        let (n, unit_at) = self.count(end + 1)?;
        let (unit, after) = self.unit(unit_at)?;
        let n = i64::from(n);
        let longer = match when.start {
            Point::Minute(start) => {
                let span = match unit {
                    Unit::Hour => jiff::Span::new().try_hours(n).ok()?,
                    Unit::Minute => jiff::Span::new().try_minutes(n).ok()?,
                    _ => return None,
                };
                When::range(when.start, Point::Minute(start.checked_add(span).ok()?))
            }
            Point::Day(day) => {
                let last = plus_days(add(day, n, unit)?, -1);
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
