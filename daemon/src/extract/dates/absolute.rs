//! Calendar dates: ISO, numeric, with month names, weekdays, bare days and years.

use super::{
    Order,
    lexicon::{Sense, Unit},
    parser::{Dated, Fields, Parser, Read, weekday},
};
use jiff::civil::Date;

/// Words that are months only where something else says so.
const DOUBTFUL: [&str; 10] = [
    "may", "march", "mar", "jan", "april", "june", "august", "dec", "sept", "mai",
];

/// What shows that a number with a slash is a date, or a year a year.
fn is_cue(sense: Sense) -> bool {
    use Sense::*;
    matches!(
        sense,
        In | On
            | Of
            | By
            | Since
            | Until
            | From
            | To
            | Between
            | Before
            | After
            | Weekday(_)
            | Turn(_)
            | Stretch(_)
            | Season(_)
            | Holiday(_)
            | Starting
            | YearWord
            | Within
    )
}

impl Parser<'_, '_> {
    /// A calendar date at `i`; `bare` allows what is one only in a date's company (a year alone, `5/12` alone).
    pub(super) fn absolute(&self, i: usize, bare: bool) -> Option<Read> {
        self.iso(i)
            .or_else(|| self.numeric(i))
            .or_else(|| self.day_month(i))
            .or_else(|| self.month_first(i, bare))
            .or_else(|| self.weekday_date(i))
            .or_else(|| self.slashed(i, bare))
            .or_else(|| self.the_day(i, bare))
            .or_else(|| self.bare_year(i, bare))
            .map(|(fields, end)| (Dated::fields(fields), end))
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

    /// Three numbers, or two and a month's name, with the same mark between them.
    fn numeric(&self, i: usize) -> Option<(Fields, usize)> {
        let (a, a_digits) = self.digits(i)?;
        let (mark, b, c) = match self.mark(i + 1) {
            Some(m @ ('/' | '-' | '.' | '‑')) if self.mark(i + 3) == Some(m) => (m, i + 2, i + 4),
            None if a_digits == 4 => (' ', i + 1, i + 2),
            _ => return None,
        };
        if mark != ' ' && !(i + 1..=c).all(|j| self.touches(j)) {
            return None;
        }
        let (c_value, c_digits) = match self.sense(c) {
            Some(Sense::Month(m)) if a_digits == 4 => {
                let day = self.digits(b)?.0;
                return Some((ymd(a, m as u32, day)?, c + 1));
            }
            _ => self.digits(c)?,
        };
        if let Some(Sense::Month(m)) = self.sense(b) {
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
            if matches!(mark, '.' | ' ') && !padded {
                return None;
            }
            let fields = ymd(a, b_value, c_value).or_else(|| ymd(a, c_value, b_value))?;
            return Some((fields, c + 1));
        }
        let year_fits =
            c_digits == 4 || c_digits == 2 && (mark != '.' || a_digits == 2 && b_digits == 2);
        if a_digits > 2 || !year_fits || mark == ' ' {
            return None;
        }
        let year = self.any_year(c_value, c_digits);
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

    /// Which of two numbers is the month.
    fn month_day(&self, a: u32, b: u32, dotted: bool) -> (u32, u32) {
        let day_first = a > 12 || b <= 12 && (dotted || self.reference.order == Order::DayFirst);
        if day_first { (b, a) } else { (a, b) }
    }

    /// A day's number: `3`, `3rd`, "third", `3.`.
    fn day_number(&self, i: usize) -> Option<(i8, usize)> {
        let (n, end) = match self.ordinal(i) {
            Some(found) => found,
            None => {
                let (value, digits) = self.digits(i)?;
                (digits <= 2).then_some((value, i + 1))?
            }
        };
        (1..=31).contains(&n).then_some((n as i8, end))
    }

    /// `3 May`, `the 3rd of May, 2024`, `3. Mai`, `3-May-24`.
    fn day_month(&self, i: usize) -> Option<(Fields, usize)> {
        let at = self.skip(i, Sense::The);
        let (day, mut end) = self.day_number(at)?;
        if matches!(self.sense(end), Some(Sense::Unit(_))) {
            end += 1;
        }
        end = self.skip_mark(end, &['.', '-', '/', '‑']);
        end = self.skip(self.skip(end, Sense::Of), Sense::The);
        let Sense::Month(month) = self.sense(end)? else {
            return None;
        };
        // "10 may be enough"
        if self.text(end) == "may" && self.ordinal(at).is_none() && self.is_verb(end + 1) {
            return None;
        }
        let fields = Fields {
            month: Some(month),
            day: Some(day),
            ..Fields::default()
        };
        self.checked(self.with_year(fields, end + 1))
    }

    fn is_verb(&self, i: usize) -> bool {
        [
            "be", "have", "not", "also", "need", "want", "seem", "well", "still", "only", "or",
        ]
        .contains(&self.text(i))
    }

    /// `May 3`, `May 3rd, 2024`, `May 2024`, `May`.
    fn month_first(&self, i: usize, bare: bool) -> Option<(Fields, usize)> {
        let Sense::Month(month) = self.sense(i)? else {
            return None;
        };
        let fields = Fields {
            month: Some(month),
            ..Fields::default()
        };
        let mut at = i + 1;
        if self.mark(at) == Some('.') && self.touches(at) && self.text(i).chars().count() <= 5 {
            at += 1;
        }
        let sep = at
            + usize::from(
                matches!(self.mark(at), Some('-' | '/' | '‑'))
                    && self.touches(at)
                    && self.touches(at + 1),
            );
        let day_at = self.skip(sep, Sense::The);
        if let Some((day, end)) = self.day_number(day_at)
            && !self.is_clock_tail(end)
        {
            let fields = Fields {
                day: Some(day),
                ..fields
            };
            return self.checked(self.with_year(fields, end));
        }
        let of = self.skip(self.skip_mark(sep, &[',']), Sense::Of);
        let of = self.skip(of, Sense::In);
        if let Some((year, end)) = self.year(of) {
            let year = Some(year);
            return Some((Fields { year, ..fields }, end));
        }
        (bare || self.is_month_alone(i)).then_some((fields, i + 1))
    }

    /// What makes the number before it a time of day.
    fn is_clock_tail(&self, i: usize) -> bool {
        match self.sense(i) {
            Some(Sense::Am | Sense::Pm | Sense::OClock | Sense::HourMark) => true,
            _ => {
                matches!(self.mark(i), Some(':')) && self.touches(i) && self.digits(i + 1).is_some()
            }
        }
    }

    /// Whether a month's name with nothing behind it is meant as one.
    fn is_month_alone(&self, i: usize) -> bool {
        let word = self.text(i).to_lowercase();
        let cue = self.sense_before(i).is_some_and(is_cue);
        if DOUBTFUL.contains(&word.as_str()) {
            let strong = cue && !matches!(self.sense_before(i), Some(Sense::To | Sense::On));
            return strong && (self.capital(i) || !matches!(word.as_str(), "may" | "march"))
                || self.is(i.wrapping_sub(1), Sense::In) && !self.is_verb(i + 1);
        }
        cue || word.chars().count() > 4 || self.capital(i) && !self.touches(i + 1)
    }

    /// The year behind a day and month.
    fn with_year(&self, fields: Fields, i: usize) -> (Fields, usize) {
        let comma = self.skip_mark(i, &[',', '-', '/', '.', '‑']);
        let of = self.skip(self.skip(comma, Sense::Of), Sense::In);
        if let Some((year, end)) = self.year(of) {
            return (
                Fields {
                    year: Some(year),
                    ..fields
                },
                end,
            );
        }
        // "5 Mar 24", "5-Mar-24"
        if let Some((value, 2)) = self.digits(comma)
            && self.ordinal(comma).is_none()
            && (comma == i || self.mark(i) == Some('-') && self.touches(i))
            && !self.is_clock_tail(comma + 1)
            && !matches!(self.mark(comma + 1), Some('-' | '–' | '.' | '/'))
            && self.unit(comma + 1).is_none()
            && fields.day.is_some()
            && value >= 13
        {
            let year = Some(self.full_year(value));
            return (Fields { year, ..fields }, comma + 1);
        }
        (fields, i)
    }

    /// Refuses 31 February.
    fn checked(&self, (fields, end): (Fields, usize)) -> Option<(Fields, usize)> {
        // a leap year stands in for an unknown one
        Date::new(fields.year.unwrap_or(2000), fields.month?, fields.day?).ok()?;
        Some((fields, end))
    }

    /// `Friday 3 May`, `Friday the 3rd`, `Monday 21`, `Friday`.
    fn weekday_date(&self, i: usize) -> Option<(Fields, usize)> {
        let Sense::Weekday(n) = self.sense(i)? else {
            return None;
        };
        let weekday = Some(weekday(n));
        let mut at = i + 1;
        let short = self.text(i).chars().count() <= 5;
        if short && self.mark(at) == Some('.') {
            at += 1;
        }
        let at = self.skip(self.skip_mark(at, &[',', '(', '/']), Sense::On);
        let date = self
            .iso(at)
            .or_else(|| self.numeric(at))
            .or_else(|| self.day_month(at))
            .or_else(|| {
                matches!(self.sense(at), Some(Sense::Month(_)))
                    .then(|| self.month_first(at, true))
                    .flatten()
            })
            .or_else(|| self.slashed(at, true));
        if let Some((fields, end)) = date {
            let end = if self.mark(at.wrapping_sub(1)) == Some('(') {
                self.skip_mark(end, &[')'])
            } else {
                end
            };
            return Some((Fields { weekday, ..fields }, end));
        }
        let the = self.skip(at, Sense::The);
        if let Some((day, end)) = self.day_number(the)
            && (the > at || self.ordinal(the).is_some() || day > 12)
            && !self.is_clock_tail(end)
            && !matches!(self.mark(end), Some('-' | '–' | '.' | '%' | '/') if self.touches(end) && self.digits(end + 1).is_some())
            && self.unit(end).is_none()
        {
            let fields = Fields {
                weekday,
                day: Some(day),
                ..Fields::default()
            };
            return Some((fields, end));
        }
        let word = self.text(i);
        let doubtful =
            ["sat", "sun", "wed", "mon", "fri", "tue"].contains(&word.to_lowercase().as_str());
        let cue = self.sense_before(i).is_some_and(is_cue);
        let fields = Fields {
            weekday,
            ..Fields::default()
        };
        (!doubtful
            || self.capital(i)
                && word.chars().skip(1).all(char::is_lowercase)
                && (cue || word != "Sun" && word != "Sat")
            || cue && !matches!(word, "sun" | "sat"))
        .then_some((fields, i + 1))
    }

    /// `5/12` and `5.12.`: where a cue stands before it, or it stands alone, or it cannot be a fraction.
    fn slashed(&self, i: usize, bare: bool) -> Option<(Fields, usize)> {
        let ((a, a_digits), (b, b_digits)) = (self.digits(i)?, self.digits(i + 2)?);
        if a_digits > 2 || b_digits > 2 || !self.touches(i + 1) || !self.touches(i + 2) {
            return None;
        }
        let end = match self.mark(i + 1)? {
            '/' => i + 3,
            '.' if self.mark(i + 3) == Some('.')
                && self.touches(i + 3)
                && self.sense(i.wrapping_sub(1)).is_some_and(is_cue) =>
            {
                i + 4
            }
            _ => return None,
        };
        if matches!(self.mark(end), Some('/' | '%' | '-')) && self.touches(end) && !bare {
            let range = self.mark(end) == Some('-') && self.slashed(end + 1, true).is_some();
            if !range {
                return None;
            }
        }
        let cue = bare || self.sense_before(i).is_some_and(is_cue) || self.tokens.len() == 3;
        let fraction = a < b && b <= 10
            || a == b
            || a == 24
            || self.is(end, Sense::Of)
            || self.unit(end).is_some();
        if !cue && fraction {
            return None;
        }
        let (month, day) = self.month_day(a, b, end == i + 4);
        let fields = Fields {
            month: i8::try_from(month).ok(),
            day: i8::try_from(day).ok(),
            ..Fields::default()
        };
        let comma = self.skip_mark(end, &[',']);
        let found = match self.year(comma) {
            Some((year, after)) => (
                Fields {
                    year: Some(year),
                    ..fields
                },
                after,
            ),
            None => (fields, end),
        };
        self.checked(found)
    }

    /// "the 3rd", "on the twenty-first".
    fn the_day(&self, i: usize, bare: bool) -> Option<(Fields, usize)> {
        let at = self.skip(i, Sense::The);
        let (n, end) = self.ordinal(at)?;
        let day = i8::try_from(n).ok().filter(|d| (1..=31).contains(d))?;
        let digits = self.digits(at).is_some();
        let cue = matches!(
            self.sense_before(i),
            Some(
                Sense::On
                    | Sense::By
                    | Sense::Until
                    | Sense::Since
                    | Sense::From
                    | Sense::Between
                    | Sense::Of
            )
        );
        let open = self.token(end).is_none_or(|t| t.lines > 0)
            || self.mark(end).is_some_and(|c| ",.;:!?)-–".contains(c))
            || matches!(
                self.sense(end),
                Some(
                    Sense::At
                        | Sense::To
                        | Sense::And
                        | Sense::In
                        | Sense::From
                        | Sense::Until
                        | Sense::Part(_)
                )
            )
            || ["is", "was", "we", "i", "for", "with", "will", "works"]
                .contains(&self.text(end).to_lowercase().as_str());
        let fields = Fields {
            day: Some(day),
            ..Fields::default()
        };
        (bare || at > i && open && (digits || cue && n > 3) || cue && digits && open)
            .then_some((fields, end))
    }

    /// A year that something before it shows to be one.
    fn bare_year(&self, i: usize, bare: bool) -> Option<(Fields, usize)> {
        let mut at = i;
        let word = matches!(
            self.sense(i),
            Some(Sense::YearWord | Sense::Unit(Unit::Year))
        );
        if word {
            at = self.skip(i + 1, Sense::Of);
        }
        let (year, end) = self.year(at)?;
        let cue = self.sense_before(i).is_some_and(is_cue);
        let usual = (1900..=2100).contains(&year);
        let counts = self.unit(end).is_some() && !self.is(end, Sense::Unit(Unit::Quarter));
        let ends = self.token(end).is_none_or(|t| t.lines > 0) || self.mark(end).is_some();
        let fields = Fields {
            year: Some(year),
            ..Fields::default()
        };
        (!counts && (word || bare || cue && (usual || ends))).then_some((fields, end))
    }
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
