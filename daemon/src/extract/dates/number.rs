//! Numbers in digits and words: cardinals, ordinals, counts of units, years.

use super::{
    lexicon::{Sense, Unit},
    parser::Parser,
    tokens::Kind,
};

/// Words that a number may be spelled with ("two thousand and thirty two").
const MOST_WORDS: usize = 7;

impl Parser<'_, '_> {
    /// A whole number, not an ordinal.
    pub(super) fn cardinal(&self, i: usize) -> Option<(u32, usize)> {
        match self.token(i)?.kind {
            Kind::Number {
                value,
                ordinal: false,
                ..
            } => Some((value, i + 1)),
            _ => self.spelled(i),
        }
    }

    /// A word that is a number. "Sept" is the month, save in "sept heures" and "dix-sept".
    fn numeral(&self, i: usize) -> Option<u32> {
        match self.sense(i)? {
            Sense::Cardinal(n) => Some(n),
            Sense::Month(9) if self.text(i) == "sept" => {
                let ten = i > 1 && self.mark(i - 1) == Some('-') && self.text(i - 2) == "dix";
                (ten || self.text(i + 1).starts_with("heure")).then_some(7)
            }
            _ => None,
        }
    }

    /// A number in words: tens and units joined, hundreds and thousands multiplied.
    fn spelled(&self, i: usize) -> Option<(u32, usize)> {
        let first = self.numeral(i)?;
        let (mut total, mut group, mut end) = (0u32, first, i + 1);
        for _ in 0..MOST_WORDS {
            let hyphen = usize::from(self.mark(end) == Some('-') && self.touches(end));
            let and = if total > 0 || group >= 100 {
                self.skip(end + hyphen, Sense::And)
            } else {
                end + hyphen
            };
            let Some(next) = self.numeral(and) else {
                break;
            };
            match next {
                1000 if group > 0 && group < 1000 => (total, group) = (total + group * 1000, 0),
                100 if (1..10).contains(&group) => group *= 100,
                1..=9 if (20..100).contains(&(group % 100)) && group % 10 == 0 => group += next,
                // "dix-huit"
                7..=9 if group == 10 && hyphen == 1 && self.text(end - 1) == "dix" => group += next,
                1..=99 if group >= 100 && group % 100 == 0 || group == 0 && total > 0 => {
                    group += next
                }
                _ => break,
            }
            end = and + 1;
        }
        Some((total + group, end))
    }

    /// "3rd", "third", "twenty-third".
    pub(super) fn ordinal(&self, i: usize) -> Option<(u32, usize)> {
        match self.token(i)?.kind {
            Kind::Number {
                value,
                ordinal: true,
                ..
            } => Some((value, i + 1)),
            Kind::Word(Sense::Ordinal(n)) => Some((n, i + 1)),
            Kind::Word(Sense::Cardinal(tens @ (20 | 30))) => {
                let at = self.skip_mark(i + 1, &['-']);
                match self.sense(at)? {
                    Sense::Ordinal(n @ 1..=9) => Some((tens + n, at + 1)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// How many of a unit: a number, "a", "a couple of", "a few".
    pub(super) fn count(&self, i: usize) -> Option<(u32, usize)> {
        if let Some(found) = self.cardinal(i) {
            let end = self.skip(found.1, Sense::Of);
            return Some((found.0, end));
        }
        let at = self.skip(i, Sense::A);
        match self.sense(at) {
            Some(Sense::Several(n)) => Some((n, self.skip(at + 1, Sense::Of))),
            _ if at > i => Some((1, at)),
            _ => None,
        }
    }

    /// A year of four digits, in words, or of two digits behind an apostrophe.
    pub(super) fn year(&self, i: usize) -> Option<(i16, usize)> {
        if matches!(self.mark(i), Some('\'' | '’' | '‘')) {
            let (value, 2) = self.digits(i + 1)? else {
                return None;
            };
            return (self.touches(i + 1) && !self.plural(i + 2))
                .then(|| (self.full_year(value), i + 2));
        }
        if let Some((value, digits)) = self.digits(i) {
            let fits = digits == 4 && (1000..=2999).contains(&value);
            return (fits && !self.counts(i + 1)).then(|| (value as i16, i + 1));
        }
        let (first, end) = self.spelled(i)?;
        if (1900..=2100).contains(&first) {
            return Some((first as i16, end));
        }
        let (second, end) = self.spelled(self.skip_mark(end, &['-']))?;
        ((11..=20).contains(&first) && (10..=99).contains(&second))
            .then(|| ((first * 100 + second) as i16, end))
    }

    /// The year that is said behind a month: "November nineteen ninety-two", "October seventy-four".
    pub(super) fn spoken_year(&self, i: usize) -> Option<(i16, usize)> {
        if self.digits(i).is_some() {
            return None;
        }
        let of = self.skip(i, Sense::Of);
        let (first, end) = self.spelled(of)?;
        let (year, end) = match self.year(of) {
            Some(found) => found,
            None if (32..100).contains(&first) => (self.full_year(first), end),
            None => return None,
        };
        let clock = self.is_clock_tail(end) || self.unit(end).is_some();
        ((1900..=2100).contains(&year) && !clock).then_some((year, end))
    }

    /// Whether what follows a number makes it something else than a year.
    fn counts(&self, i: usize) -> bool {
        match self.mark(i) {
            Some('%' | '$' | '€' | '£' | '°' | '_') => true,
            // "1400 hrs"
            _ if self.is(i, Sense::Unit(Unit::Hour)) => true,
            Some(':') if self.touches(i) && self.touches(i + 1) => true,
            Some('.' | ',' | ':') => {
                self.touches(i) && self.touches(i + 1) && self.digits(i + 1).is_some()
            }
            _ => self.touches(i) && !self.plural(i) && self.mark(i).is_none(),
        }
    }

    /// The `s` of "1990s".
    pub(super) fn plural(&self, i: usize) -> bool {
        let apostrophe = self.skip_mark(i, &['\'', '’']);
        self.text(apostrophe) == "s"
    }

    /// Of two digits, the year nearest to the reference, up to twenty years ahead.
    pub(super) fn full_year(&self, two: u32) -> i16 {
        let now = i32::from(self.today().year());
        let mut year = now - now.rem_euclid(100) + two as i32;
        if year > now + 20 {
            year -= 100;
        }
        i16::try_from(year).unwrap_or(0)
    }
}
