//! Parts of the calendar by name or number: weeks, quarters, seasons, decades, "the end of May", "the first Monday of June".

use super::{
    Anchor, Lean,
    lexicon::{Sense, Turn, Unit},
    parser::{Dated, Parser, Read},
    units::{self, containing},
};
use crate::when::{Point, When};
use jiff::civil::Date;

/// Days from today within which a week by its number alone is the year's.
const WEEK_AROUND: i32 = 42;

impl Parser<'_, '_> {
    /// A date in the calendar's larger parts.
    pub(super) fn period(&self, i: usize, depth: u8) -> Option<Read> {
        let rules = [
            self.quarter(i),
            self.decade(i),
            self.numbered_week(i),
            self.season_of(i),
            self.feast(i),
            self.weekend(i),
            self.to_date(i),
            self.end_of(i),
            self.week_of(i, depth),
            self.stretch(i, depth),
            self.nth_of(i, depth),
            self.weekday_of(i, depth),
        ];
        rules.into_iter().flatten().max_by_key(|(_, end)| *end)
    }

    pub(super) fn when_of(&self, dated: &Dated, at: usize) -> Option<When> {
        self.resolve(dated, self.lean_at(at))
    }

    /// `Q1 2019`, `2019 Q1`, `H1 2020`, `Q3`.
    fn quarter(&self, i: usize) -> Option<Read> {
        let (before, at) = match self.year_or_turn(i) {
            Some((year, at)) => (
                Some(year),
                self.skip(self.skip_mark(at, &['-', '/']), Sense::The),
            ),
            None => (None, i),
        };
        let (n, 1) = self.digits(at + 1)? else {
            return None;
        };
        let letter = self.text(at).to_lowercase();
        let (length, most) = match letter.as_str() {
            "q" => (3, 4),
            "h" => (6, 2),
            _ => return None,
        };
        let glued = self.touches(at + 2) && self.mark(at + 2).is_none();
        if !self.touches(at + 1) || glued || !(1..=most).contains(&n) {
            return None;
        }
        let sep = self.skip_mark(at + 2, &['-', '/', ',']);
        let of = self.skip(self.skip(sep, Sense::Of), Sense::In);
        let after = self.year_or_turn(of).filter(|_| before.is_none());
        let year = before.or(after.map(|(y, _)| y));
        if letter == "h" && year.is_none() {
            return None;
        }
        let end = after.map_or(at + 2, |(_, end)| end);
        let first = (n as i8 - 1) * length + 1;
        let when = |y| When::range(Point::Month(y, first), Point::Month(y, first + length - 1));
        let anchor = if year.is_some() {
            Anchor::Absolute
        } else {
            Anchor::Yearless
        };
        Some((
            Dated::fixed(when(year.unwrap_or(self.today().year())), anchor),
            end,
        ))
    }

    /// `1990s`, `the '90s`, `the nineties`, `the 15th century`.
    fn decade(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        if let Some((n, end)) = self.ordinal(at)
            && self.is(end, Sense::Unit(Unit::Century))
            && (1..=30).contains(&n)
        {
            let first = i16::try_from(n).ok()? * 100 - 100;
            return Some((
                Dated::fixed(units::years(first, 100), Anchor::Absolute),
                end + 1,
            ));
        }
        if let Some(Sense::DecadeWord(years)) = self.sense(at) {
            let dated = Dated::fixed(units::years(1900 + years as i16, 10), Anchor::Absolute);
            return (at > i || self.sense_before(i).is_some()).then_some((dated, at + 1));
        }
        if let (Some(Sense::Cardinal(century @ 17..=20)), Some(Sense::DecadeWord(years))) =
            (self.sense(at), self.sense(at + 1))
        {
            let first = (century * 100 + years) as i16;
            return Some((
                Dated::fixed(units::years(first, 10), Anchor::Absolute),
                at + 2,
            ));
        }
        let number = self.skip_mark(at, &['\'', '’', '‘']);
        let (value, digits) = self.digits(number)?;
        let end = self.skip_mark(number + 1, &['\'', '’']);
        if self.text(end) != "s" || value % 10 != 0 {
            return None;
        }
        let first = match digits {
            4 if (1000..2990).contains(&value) => value as i16,
            2 if value >= 20
                && (at > i
                    || number > at
                    || matches!(self.sense_before(at), Some(Sense::Stretch(_) | Sense::The))
                    || self.mark(at.wrapping_sub(1)) == Some('-')) =>
            {
                1900 + value as i16
            }
            _ => return None,
        };
        let length = if value % 100 == 0 && digits == 4 && value < 2000 {
            100
        } else {
            10
        };
        Some((
            Dated::fixed(units::years(first, length), Anchor::Absolute),
            end + 1,
        ))
    }

    /// `week 3 of 2027`, `KW 23`.
    fn numbered_week(&self, i: usize) -> Option<Read> {
        let at = self.skip(i, Sense::The);
        // "38. KW"
        let point = self.skip_mark(at + 1, &['.']);
        let before = matches!(self.digits(at), Some((_, 1..=2)))
            && matches!(self.text(point), "KW" | "Kalenderwoche");
        if !before && !self.is(at, Sense::Unit(Unit::Week)) {
            return None;
        }
        let (number, word, behind) = match before {
            true => (at, point, point + 1),
            false => (at + 1, at, at + 2),
        };
        let (n, 1..=2) = self.digits(number)? else {
            return None;
        };
        let year_at = self.skip(
            self.skip(self.skip_mark(behind, &['/', ',']), Sense::Of),
            Sense::In,
        );
        let (year, end, anchor) = match self.year(year_at) {
            Some((year, end)) => (year, end, Anchor::Absolute),
            None => (self.today().year(), behind, Anchor::Yearless),
        };
        let when = units::week_of_year(year, i8::try_from(n).ok()?)?;
        let counted = self.text(word).to_ascii_lowercase();
        // "week 9" is a course's or a season's too, "KW 9" the year's alone
        let any = counted.starts_with('w') && anchor == Anchor::Yearless && at == i;
        let far = units::distance(self.today(), when.days().0) > WEEK_AROUND;
        (!any || !far).then_some((Dated::fixed(when, anchor), end))
    }

    /// "year to date", "the rest of the week", "later this month".
    fn to_date(&self, i: usize) -> Option<Read> {
        let today = self.today();
        let at = self.skip(i, Sense::The);
        let within = |unit_at: usize| -> Option<(Date, Date, usize)> {
            let at = match self.sense(unit_at) {
                Some(Sense::Turn(Turn::This) | Sense::The) => unit_at + 1,
                _ => unit_at,
            };
            let (unit, end) = self.unit(at)?;
            let (first, last) = containing(unit, today)?.days();
            Some((first, last, end))
        };
        if let Some((first, _, end)) = within(at)
            && self.is(end, Sense::ToDate)
        {
            return Some((Dated::days(first, today, None), end + 1));
        }
        if self.text(at).eq_ignore_ascii_case("ytd") {
            let first = today.first_of_year();
            return Some((Dated::days(first, today, None), at + 1));
        }
        match self.sense(at)? {
            Sense::Rest => {
                let (_, last, end) = within(self.skip(at + 1, Sense::Of))?;
                Some((Dated::days(today, last, Some(Lean::Future)), end))
            }
            Sense::Later => {
                let (_, last, end) = within(at + 1)?;
                (end > at + 1).then(|| (Dated::days(today, last, Some(Lean::Future)), end))
            }
            _ => None,
        }
    }
}
