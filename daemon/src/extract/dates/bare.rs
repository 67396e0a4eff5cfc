//! What is a date only in a date's company: a year, a day's number, two numbers with a slash.

use super::{
    lexicon::{Sense, Unit},
    parser::{Fields, Parser},
    tense::is_ahead,
};

/// What shows that a number with a slash is a date, or a year a year.
pub(super) fn is_cue(sense: Sense) -> bool {
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
    /// Whether a word that may be a verb or the sun is a day: "by sat", "I'll do the market sun, if it's dry".
    pub(super) fn is_day_of_plan(&self, i: usize) -> bool {
        /// Words before the day among which a plan is told.
        const PLAN: usize = 8;
        const NO_PLAN: [&str; 21] = [
            "i", "we", "you", "he", "she", "it", "they", "who", "that", "where", "and", "in",
            "the", "a", "of", "be", "is", "are", "was", "were", "to",
        ];
        if matches!(
            self.sense_before(i),
            Some(Sense::On | Sense::By | Sense::Until)
        ) {
            return self.text(i) != "sun" || self.ends(i + 1);
        }
        let before = i
            .checked_sub(1)
            .filter(|j| !self.capital(*j) && self.mark(*j).is_none());
        before.is_some_and(|j| !NO_PLAN.contains(&self.text(j)))
            && self.ends(i + 1)
            && (i.saturating_sub(PLAN)..i).any(|j| is_ahead(self.text(j)))
    }

    /// `5/12` and `5.12.`: where a cue stands before it, or it stands alone, or it cannot be a fraction.
    pub(super) fn slashed(&self, i: usize, bare: bool) -> Option<(Fields, usize)> {
        let ((a, a_digits), (b, b_digits)) = (self.digits(i)?, self.digits(i + 2)?);
        if a_digits > 2 || b_digits > 2 || !self.touches(i + 1) || !self.touches(i + 2) {
            return None;
        }
        let end = match self.mark(i + 1)? {
            '/' => i + 3,
            '.' | '-'
                // "in 4.2" is a version
                if (matches!(self.sense_before(i), Some(Sense::On | Sense::Turn(_)))
                    || self.mark(i + 1) == Some('.')
                        && matches!(self.sense_before(i), Some(Sense::Weekday(_))))
                    && self.mark(i + 3).is_none_or(|_| self.ends(i + 3))
                    && !(self.ends(i + 3)
                        && self.touches(i + 4)
                        && self.digits(i + 4).is_some())
                    && self.unit(i + 3).is_none()
                    && !self.is_clock_tail(i + 3) =>
            {
                i + 3 + usize::from(self.mark(i + 3) == Some('.') && self.touches(i + 3))
            }
            '.' if self.mark(i + 3) == Some('.')
                && self.touches(i + 3)
                // "in 3.2.1" is a version
                && !(self.touches(i + 4) && self.digits(i + 4).is_some())
                && (bare
                    || self.sense(i.wrapping_sub(1)).is_some_and(is_cue)
                    || self.behind_short_day(i)
                    // "12.3. 9 Uhr", at the beginning of a line
                    || self.token(i).is_some_and(|t| i == 0 || t.lines > 0)
                        && self.digit_clock(i + 4).is_some()
                    // "10.12. ab Mittag"
                    || matches!(self.text(i + 4), "ab" | "um" | "abends" | "mittags" | "morgens" | "nachmittags" | "vormittags")
                    // "03.10.–07.10."
                    || matches!(self.mark(i + 4), Some('-' | '–'))
                        && self.slashed(i + 5, true).is_some()) =>
            {
                i + 4
            }
            _ => return None,
        };
        // "Tuesday 6.30" is an hour
        if let Some(Sense::Weekday(n)) = self.sense_before(i)
            && self.mark(i + 1) == Some('.')
            && (end == i + 3 || b > 12)
        {
            let (month, day) = self.month_day(a, b, false);
            if !self.falls(month, day, n) {
                return None;
            }
        }
        if self.is_version(i, self.mark(i + 3) == Some('.') && self.touches(i + 3)) {
            return None;
        }
        if matches!(self.mark(end), Some('/' | '%' | '-')) && self.touches(end) && !bare {
            let range = self.mark(end) == Some('-') && self.slashed(end + 1, true).is_some();
            if !range {
                return None;
            }
        }
        // A point behind the month, too, is how those write who put the day first.
        let (month, day) = self.month_day(a, b, end == i + 4);
        // "2/6 Sun"
        let weekday =
            matches!(self.sense(end), Some(Sense::Weekday(n)) if self.falls(month, day, n));
        let cue = bare
            || weekday
            || self.sense_before(i).is_some_and(is_cue)
            || end == i + 4 && self.behind_short_day(i)
            || self.tokens.len() == 3
            || matches!(self.mark(end), Some('-' | '–')) && self.slashed(end + 1, true).is_some();
        let fraction = a < b && b <= 10
            || a == b
            || a == 24
            || self.is(end, Sense::Of)
            || self.unit(end).is_some();
        if !cue && fraction {
            return None;
        }
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
    pub(super) fn the_day(&self, i: usize, bare: bool) -> Option<(Fields, usize)> {
        let at = self.skip(i, Sense::The);
        let Some((n, end)) = self.ordinal(at) else {
            // "on 15"
            let (day, 1..=2) = self.digits(i)? else {
                return None;
            };
            let day = i8::try_from(day).ok().filter(|d| (1..=31).contains(d));
            let cue = self.sense_before(i) == Some(Sense::On) && self.ends(i + 1);
            let tight = self.touches(i + 1) && self.touches(i + 2) && !self.ends(i + 2);
            let fields = Fields {
                day,
                ..Fields::default()
            };
            return (day.is_some() && cue && !tight).then_some((fields, i + 1));
        };
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
            || [
                "is", "was", "we", "i", "for", "with", "will", "works", "so", "but", "because",
                "if", "when", "there", "it", "they", "he", "she",
            ]
            .contains(&self.text(end).to_lowercase().as_str());
        let fields = Fields {
            day: Some(day),
            ..Fields::default()
        };
        // "the nineteenth, Tuesday"
        let named = at > i
            && self.mark(end) == Some(',')
            && matches!(self.sense(end + 1), Some(Sense::Weekday(_)))
            && self.ends(end + 2);
        // "bis zum achtundzwanzigsten"
        let due = self.text(i.wrapping_sub(1)) == "zum" && self.is(i.wrapping_sub(2), Sense::Until);
        // "the end of the second act" is no day
        (bare && (digits || open || n > 20)
            || at > i && open && (digits || cue && n > 3 || n > 20)
            || cue && open && (digits || n > 20)
            || named
            || due)
            .then_some((fields, end))
    }

    /// Whether a German weekday cut to two letters stands before a date: "Di 23.6.", "sa, 27.6.", "Sa., 27.6.".
    fn behind_short_day(&self, i: usize) -> bool {
        let mut at = i;
        for mark in [',', '.'] {
            at -= usize::from(at > 0 && self.mark(at - 1) == Some(mark));
        }
        at.checked_sub(1).is_some_and(|at| self.is_short_day(at))
    }

    /// Whether the word is a German weekday cut to two letters.
    pub(super) fn is_short_day(&self, i: usize) -> bool {
        matches!(
            self.text(i).to_lowercase().as_str(),
            "mo" | "di" | "mi" | "do" | "fr" | "sa" | "so"
        )
    }

    /// A year that something before it shows to be one.
    pub(super) fn bare_year(&self, i: usize, bare: bool) -> Option<(Fields, usize)> {
        let mut at = i;
        let word = matches!(
            self.sense(i),
            Some(Sense::YearWord | Sense::Unit(Unit::Year))
        );
        if word {
            at = self.skip(i + 1, Sense::Of);
        }
        let (year, end) = self.year(at).or_else(|| {
            // "FY18"
            let (value, 2) = self.digits(at)? else {
                return None;
            };
            self.is(i, Sense::YearWord)
                .then(|| (self.full_year(value), at + 1))
        })?;
        let years = matches!(self.mark(end), Some('-' | '–' | '/' | '~'))
            && self.year(end + 1).is_some_and(|(to, after)| {
                (year + 1..=year + 60).contains(&to)
                    && !(self.touches(after) && self.mark(after) == Some('-'))
            });
        let usual = (1900..=2100).contains(&year);
        // "frames 1100-1160" are no years
        let cue = self.sense_before(i).is_some_and(is_cue) || years && usual;
        let counts = self.unit(end).is_some() && !self.is(end, Sense::Unit(Unit::Quarter));
        let ends = self.token(end).is_none_or(|t| t.lines > 0) || self.mark(end).is_some();
        let fields = Fields {
            year: Some(year),
            ..Fields::default()
        };
        (!counts && (word || bare || cue && (usual || ends))).then_some((fields, end))
    }
}
