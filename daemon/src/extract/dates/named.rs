//! Dates with the names of months and weekdays.

use super::{
    bare::is_cue,
    lexicon::{Sense, Unit},
    parser::{Fields, Parser, weekday},
    resolve::complete,
};
use jiff::{ToSpan, civil::Date};

/// Words that are months only where something else says so.
const DOUBTFUL: [&str; 11] = [
    "may", "march", "mar", "jan", "april", "jun", "june", "august", "dec", "sept", "mai",
];

impl Parser<'_, '_> {
    /// A day's number: `3`, `3rd`, "third", `3.`.
    pub(super) fn day_number(&self, i: usize) -> Option<(i8, usize)> {
        let (n, end) = match self.ordinal(i) {
            Some(found) => found,
            None => {
                let (value, digits) = self.digits(i)?;
                (digits <= 2).then_some((value, i + 1))?
            }
        };
        ((1..=31).contains(&n) && !self.degrees(end)).then_some((n as i8, end))
    }

    /// Whether a number before this is one of degrees: "4 May - 17°".
    pub(super) fn degrees(&self, i: usize) -> bool {
        matches!(self.mark(i), Some('°' | 'º'))
            || matches!(
                self.text(i),
                "º" | "Grad" | "grados" | "degrés" | "degrees" | "deg"
            )
    }

    /// `3 May`, `the 3rd of May, 2024`, `3. Mai`, `3-May-24`.
    pub(super) fn day_month(&self, i: usize) -> Option<(Fields, usize)> {
        let at = self.skip(i, Sense::The);
        let spelled = || {
            // "twenty seven of June"
            let (n, end) = self.cardinal(at)?;
            ((1..=31).contains(&n) && self.is(end, Sense::Of)).then_some((n as i8, end))
        };
        let (day, mut end) = self.day_number(at).or_else(spelled)?;
        if matches!(self.sense(end), Some(Sense::Unit(Unit::Day))) {
            end += 1;
        }
        end = self.skip_mark(end, &['.', '-', '/', '‑']);
        let of = self.skip(end, Sense::Of);
        // "page 3 of the March issue"
        if self.is(of, Sense::The) && self.ordinal(at).is_none() {
            return None;
        }
        end = self.skip(of, Sense::The);
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
    pub(super) fn month_first(&self, i: usize, bare: bool) -> Option<(Fields, usize)> {
        let Sense::Month(month) = self.sense(i)? else {
            return None;
        };
        // "mar03.csv"
        let padded = matches!(self.digits(i + 1), Some((..=9, 2)));
        if padded && self.touches(i + 1) && !self.capital(i) {
            return None;
        }
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
        let spelled = || {
            let (n, end) = self.cardinal(day_at)?;
            let word =
                self.digits(day_at).is_none() && (self.ends(end) || self.sense(end).is_some());
            (word && (1..=31).contains(&n) && self.unit(end).is_none()).then_some((n as i8, end))
        };
        let dash = sep > at && self.mark(at) != Some('/');
        if let Some((year, end)) = self.spoken_year(day_at) {
            let year = Some(year);
            return Some((Fields { year, ..fields }, end));
        }
        if let Some((day, end)) = self.day_number(day_at).or_else(spelled)
            && !self.is_clock_tail(end)
            && (dash
                || !(self.mark(end) == Some('-')
                    && self.touches(end)
                    && matches!(self.digits(end + 1), Some((_, 1..=2)))))
        {
            let fields = Fields {
                day: Some(day),
                ..fields
            };
            return self.checked(self.with_year(fields, end));
        } else if let Some((day, end)) = self.day_number(day_at)
            && self.mark(end) == Some('-')
        {
            // "November 19-20": a range, not a year
            let day = Some(day);
            return self.checked((Fields { day, ..fields }, end));
        }
        let of = self.skip(self.skip_mark(sep, &[',']), Sense::Of);
        let of = self.skip(of, Sense::In);
        if let Some((year, end)) = self.year_or_turn(of) {
            let year = Some(year);
            return Some((Fields { year, ..fields }, end));
        }
        // "29 February", of a year that has none
        let leap = month == 2 && i > 0 && matches!(self.digits(i - 1), Some((29, 2)));
        (!leap && (bare || self.is_month_alone(i))).then_some((fields, i + 1))
    }

    /// Whether the day of this, the last or the next month falls on the weekday.
    fn falls_on(&self, day: i8, n: i8) -> bool {
        let today = self.today();
        let months = [-1, 0, 1].map(|m| today.first_of_month().saturating_add(m.months()));
        months.into_iter().any(|month| {
            Date::new(month.year(), month.month(), day).is_ok_and(|d| d.weekday() == weekday(n))
        })
    }

    /// Whether a range goes on to a weekday with its day and month ("Thu 4 - Sun 7 September").
    fn ranges_to_day(&self, i: usize) -> bool {
        self.is_till(i, false)
            && matches!(self.sense(i + 1), Some(Sense::Weekday(_)))
            && self.day_month(i + 2).is_some()
    }

    /// What makes the number before it part of a longer one, or of a span of hours.
    fn is_number_tail(&self, i: usize) -> bool {
        matches!(self.mark(i), Some('-' | '–' | '.' | '%' | '/'))
            && self.touches(i)
            && self.digits(i + 1).is_some()
    }

    /// What makes the number before it a time of day.
    pub(super) fn is_clock_tail(&self, i: usize) -> bool {
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
        let range = matches!(self.mark(i + 1), Some('-' | '–')) || self.is(i + 1, Sense::To);
        let cue = self.sense_before(i).is_some_and(is_cue)
            || range && matches!(self.sense(i + 2), Some(Sense::Month(_)));
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
        if let Some((year, end)) = self.year_or_turn(of) {
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
    pub(super) fn checked(&self, (fields, end): (Fields, usize)) -> Option<(Fields, usize)> {
        // a leap year stands in for an unknown one
        Date::new(fields.year.unwrap_or(2000), fields.month?, fields.day?).ok()?;
        Some((fields, end))
    }

    /// Whether the nearest such day of a month is this weekday.
    pub(super) fn falls(&self, month: u32, day: u32, n: i8) -> bool {
        let fields = Fields {
            month: i8::try_from(month).ok(),
            day: i8::try_from(day).ok(),
            ..Fields::default()
        };
        complete(fields, self.today(), None)
            .is_some_and(|nearest| nearest.first_day().weekday() == weekday(n))
    }

    /// `Friday 3 May`, `Friday the 3rd`, `Monday 21`, `Friday`.
    pub(super) fn weekday_date(&self, i: usize) -> Option<(Fields, usize)> {
        let Sense::Weekday(n) = self.sense(i)? else {
            return None;
        };
        // a given name, too; Italian writes its days small
        if self.text(i) == "Domenica" {
            return None;
        }
        let weekday = Some(weekday(n));
        let mut at = i + 1;
        let short = self.text(i).chars().count() <= 5;
        if short && self.mark(at) == Some('.') {
            at += 1;
        }
        // "Thursday now (19th)", "Thurs teatime (24th)"
        let in_brackets = |open: usize| {
            self.mark(open) == Some('(')
                && self
                    .ordinal(open + 1)
                    .is_some_and(|(_, end)| self.mark(end) == Some(')'))
        };
        if self.is(at, Sense::Now) && self.mark(at + 1) == Some('(') || in_brackets(at + 1) {
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
            .or_else(|| self.slashed(self.skip(at, Sense::The), true));
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
            && (the > at
                || self.ordinal(the).is_some()
                || day > 12
                || self.falls_on(day, n)
                || self.ranges_to_day(end))
            && !self.is_clock_tail(end)
            && !self.is_number_tail(end)
            && self.unit(end).is_none()
        {
            let fields = Fields {
                weekday,
                day: Some(day),
                ..Fields::default()
            };
            let bracket = at > i + 1 && self.mark(at - 1) == Some('(');
            let end = if bracket {
                self.skip_mark(end, &[')'])
            } else {
                end
            };
            return Some((fields, end));
        }
        // "a Saturday in January" is none in particular
        let any = i > 0 && ["a", "one", "any", "some"].contains(&self.text(i - 1));
        if any && self.is(i + 1, Sense::In) && matches!(self.sense(i + 2), Some(Sense::Month(_))) {
            return None;
        }
        // "Le 12 juillet, un samedi, …", "3 May, a Saturday" say of a day which it is
        let one = i > 0 && (any || self.is(i - 1, Sense::A));
        let dated =
            |j: usize| matches!(self.sense(j), Some(Sense::Month(_))) || self.digits(j).is_some();
        if one && self.ends(i + 1) && i > 2 && self.mark(i - 2).is_some() && dated(i - 3) {
            return None;
        }
        let word = self.text(i);
        let doubtful =
            ["sat", "sun", "wed", "mon", "fri", "tue"].contains(&word.to_lowercase().as_str());
        let range = (matches!(self.mark(i + 1), Some('-' | '–')) || self.is(i + 1, Sense::To))
            && matches!(self.sense(i + 2), Some(Sense::Weekday(_)));
        let after_range = matches!(self.sense_before(i), Some(Sense::To))
            && matches!(
                i.checked_sub(2).and_then(|j| self.sense(j)),
                Some(Sense::Weekday(_))
            );
        // "sat 13:00", "fri evening", "sat & sun"
        let behind = self.digit_clock(i + 1).is_some()
            || matches!(self.sense(i + 1), Some(Sense::Part(_) | Sense::Noon))
            || self.text(i + 1) == "eve"
            || (matches!(self.mark(i + 1), Some('&' | '+')) || self.is(i + 1, Sense::And))
                && matches!(self.sense(i + 2), Some(Sense::Weekday(_)));
        let cue = self.sense_before(i).is_some_and(is_cue) || range || after_range;
        // These are no words of their own.
        // ("mon" is "my" in French)
        let alone = self.ends(i + 1) || self.sense(i + 1).is_some() || self.digits(i + 1).is_some();
        let plain = ["tue", "fri"].contains(&word) || word == "mon" && alone;
        let fields = Fields {
            weekday,
            ..Fields::default()
        };
        (!doubtful
            || behind
            || plain
            || self.capital(i)
                && word.chars().skip(1).all(char::is_lowercase)
                && (cue || word != "Sun" && word != "Sat")
            || cue && !matches!(word, "sun" | "sat")
            || self.is_day_of_plan(i))
        .then_some((fields, i + 1))
    }
}
