//! Calendar dates: ISO, numeric, with month names, weekdays, bare days and years.

use super::{
    Order,
    lexicon::{Sense, Unit},
    parser::{Dated, Fields, Parser, Read, weekday},
};
use jiff::civil::Date;

/// Years ahead up to which a year is cut short between dashes.
const AHEAD: u32 = 10;

impl Parser<'_, '_> {
    /// A calendar date at `i`; `bare` allows what is one only in a date's company (a year alone, `5/12` alone).
    pub(super) fn absolute(&self, i: usize, bare: bool) -> Option<Read> {
        // "the month of May"
        let month = self.skip(i, Sense::The);
        let i = if self.is(month, Sense::Unit(Unit::Month))
            && self.is(month + 1, Sense::Of)
            && matches!(self.sense(month + 2), Some(Sense::Month(_)))
        {
            month + 2
        } else {
            i
        };
        self.iso(i)
            .or_else(|| self.numeric(i))
            .or_else(|| self.day_month(i))
            .or_else(|| self.year_month(i))
            .or_else(|| self.month_number(i))
            .or_else(|| self.month_first(i, bare))
            .or_else(|| self.weekday_date(i))
            .or_else(|| self.slashed(i, bare))
            .or_else(|| self.the_day(i, bare).map(|read| self.with_weekday(read)))
            .or_else(|| self.bare_year(i, bare))
            .map(|(fields, end)| (Dated::fields(fields), end))
    }

    /// The weekday that is told of a day's number behind it: "the 23rd, that's a Thursday".
    fn with_weekday(&self, (fields, end): (Fields, usize)) -> (Fields, usize) {
        let at = self.skip_mark(end, &[',', '(', '-', '–']);
        let is = match self.text(at).to_lowercase().as_str() {
            "that" | "which" | "it" if self.text(at + 1) == "is" => at + 2,
            "that" | "it" if self.mark(at + 1).is_some() && self.text(at + 2) == "s" => at + 3,
            "a" | "which" if at > end => at,
            _ => return (fields, end),
        };
        match self.sense(self.skip(is, Sense::A)) {
            Some(Sense::Weekday(n)) => {
                let weekday = Some(weekday(n));
                (Fields { weekday, ..fields }, self.skip(is, Sense::A) + 1)
            }
            _ => (fields, end),
        }
    }

    /// `2024-05-03`, `20240503`.
    pub(super) fn iso(&self, i: usize) -> Option<(Fields, usize)> {
        let (value, digits) = self.digits(i)?;
        if digits == 8 {
            let (year, month, day) = (value / 10_000, value / 100 % 100, value % 100);
            return (1950..2100)
                .contains(&year)
                .then(|| ymd(year, month, day).map(|f| (f, i + 1)))
                .flatten();
        }
        if digits != 4 || self.mark(i + 1) != Some('-') || self.mark(i + 3) != Some('-') {
            return None;
        }
        let (month, day) = (self.digits(i + 2)?, self.digits(i + 4)?);
        let tight = (i + 1..=i + 4).all(|j| self.touches(j));
        if !tight || month.1 > 2 || day.1 > 2 {
            return None;
        }
        Some((ymd(value, month.0, day.0)?, i + 5))
    }

    /// Three numbers, or two and a month's name or Roman number, with the same mark between them.
    pub(super) fn numeric(&self, i: usize) -> Option<(Fields, usize)> {
        let (a, a_digits) = self.digits(i)?;
        let (mark, b, c) = match self.mark(i + 1) {
            Some(m @ ('/' | '-' | '.' | '‑')) if self.mark(i + 3) == Some(m) => (m, i + 2, i + 4),
            None if a_digits == 4 => (' ', i + 1, i + 2),
            _ => return None,
        };
        let tight = (i + 1..=c).all(|j| self.touches(j));
        // "12. 12. 2018", "12 / 12 / 2018"
        let padded = matches!(
            (self.digits(b), self.digits(c)),
            (Some((_, 2)), Some((_, 2)))
        );
        let spaced = matches!(mark, '/' | '.')
            && (matches!(self.digits(c), Some((1900..=2100, 4)))
                || padded && mark == '.' && self.touches(i + 1));
        if mark != ' ' && !tight && !spaced {
            return None;
        }
        let (c_value, c_digits) = match self.sense(c) {
            Some(Sense::Month(m)) if a_digits == 4 => {
                let day = self.digits(b)?.0;
                return Some((ymd(a, m as u32, day)?, c + 1));
            }
            _ => self.digits(c)?,
        };
        let named = match self.sense(b) {
            Some(Sense::Month(m)) => Some(m),
            _ => roman(self.text(b)),
        };
        if let Some(m) = named {
            return match (a_digits, c_digits) {
                (4, ..=2) => Some((ymd(a, m as u32, c_value)?, c + 1)),
                (..=2, 2 | 4) => Some((ymd(self.any_year(c_value, c_digits), m as u32, a)?, c + 1)),
                _ => None,
            };
        }
        let (b_value, b_digits) = self.digits(b)?;
        let padded = b_digits == 2 && c_digits == 2;
        if b_digits > 2
            || self.mark(c + 1) == Some(mark)
                && self.touches(c + 1)
                && mark == '.'
                && self.touches(c + 2)
        {
            return None;
        }
        if a_digits == 4 && c_digits <= 2 {
            // "2024.19.3" and "2016 10 16" are dates only with both parts in full
            if mark == '.' && !padded || mark == ' ' && !padded && !self.ends(c + 1) {
                return None;
            }
            let fields = ymd(a, b_value, c_value).or_else(|| ymd(a, c_value, b_value))?;
            return Some((fields, c + 1));
        }
        // "2.10.24", of about now
        let about_now = || {
            let years = self.full_year(c_value) - self.today().year();
            years.abs() <= 1 && !self.is_version(i, false)
        };
        let year_fits = c_digits == 4
            || c_digits == 2 && (mark != '.' || a_digits == 2 && b_digits == 2 || about_now());
        if a_digits > 2 || !year_fits || mark == ' ' {
            return None;
        }
        // "19-06-03", as programs write it: the year first where it is about now, and the last number is none
        if mark == '-' && a_digits == 2 && c_digits == 2 {
            let (first, last) = (self.any_year(a, 2), self.any_year(c_value, 2));
            let now = i32::from(self.today().year());
            let far = |year: u32| i32::try_from(year).map_or(i32::MAX, |y| (y - now).abs());
            if far(first) <= 2 && far(last) > 5 {
                return Some((ymd(first, b_value, c_value)?, c + 1));
            }
        }
        let year = self.any_year(c_value, c_digits);
        // "23-7-41" opens a lock: so far ahead nobody writes a day so short
        let now = u32::from(self.today().year().unsigned_abs());
        if mark == '-' && c_digits == 2 && year > now + AHEAD {
            return None;
        }
        let (month, day) = self.month_day(a, b_value, mark == '.');
        Some((ymd(year, month, day)?, c + 1))
    }

    fn any_year(&self, value: u32, digits: u8) -> u32 {
        if digits == 2 {
            u32::try_from(self.full_year(value)).unwrap_or(0)
        } else {
            value
        }
    }

    /// `2016 April`, "next year April".
    fn year_month(&self, i: usize) -> Option<(Fields, usize)> {
        let (year, end) = self.year_or_turn(i)?;
        let at = self.skip(self.skip_mark(end, &[',', '-', '/']), Sense::In);
        let Sense::Month(month) = self.sense(at)? else {
            return None;
        };
        // "2016 April 5" is no month alone, "in 2016 May left" no month at all
        let open =
            self.digits(at + 1).is_none() && (self.ends(at + 1) || self.sense(at + 1).is_some());
        let fields = Fields {
            year: Some(year),
            month: Some(month),
            ..Fields::default()
        };
        open.then_some((fields, at + 1))
    }

    /// `8/2019`, `2019-08`.
    fn month_number(&self, i: usize) -> Option<(Fields, usize)> {
        let ((a, a_digits), (b, b_digits)) = (self.digits(i)?, self.digits(i + 2)?);
        let mark = self.mark(i + 1).filter(|m| matches!(m, '/' | '-'))?;
        let tight = self.touches(i + 1) && self.touches(i + 2);
        let more =
            self.touches(i + 3) && (self.mark(i + 3) == Some(mark) || self.mark(i + 3).is_none());
        let (year, month) = match (a_digits, b_digits) {
            (4, 1..=2) => (a, b),
            (1..=2, 4) => (b, a),
            _ => return None,
        };
        let fits = (1900..=2100).contains(&year) && (1..=12).contains(&month);
        let fields = Fields {
            year: Some(year as i16),
            month: Some(month as i8),
            ..Fields::default()
        };
        (fits && tight && !more).then_some((fields, i + 3))
    }

    /// Which of two numbers is the month.
    pub(super) fn month_day(&self, a: u32, b: u32, dotted: bool) -> (u32, u32) {
        let day_first = a > 12 || b <= 12 && (dotted || self.reference.order == Order::DayFirst);
        if day_first { (b, a) } else { (a, b) }
    }
}

/// The month that a Roman number counts, as registers and old letters write it: "12.XI.2024".
fn roman(number: &str) -> Option<i8> {
    const MONTHS: [&str; 12] = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
    ];
    let at = MONTHS.iter().position(|m| number.eq_ignore_ascii_case(m))?;
    i8::try_from(at + 1).ok()
}

fn ymd(year: u32, month: u32, day: u32) -> Option<Fields> {
    let (year, month, day) = (
        i16::try_from(year).ok()?,
        i8::try_from(month).ok()?,
        i8::try_from(day).ok()?,
    );
    Date::new(year, month, day).ok()?;
    Some(Fields {
        year: Some(year),
        month: Some(month),
        day: Some(day),
        weekday: None,
    })
}
