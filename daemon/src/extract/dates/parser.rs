//! What the parts of the grammar share: a view of one line's tokens, and the dates they make of them.

use super::{
    Anchor, Lean, Reference, Told,
    lexicon::{Holiday, Language, Part, Sense, Unit},
    tokens::{Kind, Token},
};
use crate::when::{Point, When};
use jiff::civil::{Date, Weekday};
use std::cell::Cell;

/// A view of tokens; every rule is a method that reads from an index and returns the index after what it read.
pub(super) struct Parser<'a, 't> {
    pub(super) tokens: &'a [Token<'t>],
    pub(super) reference: &'a Reference,
    pub(super) language: Language,
    /// What was told of last, so far.
    pub(super) told: Cell<Told>,
}

/// A calendar date of which parts may be missing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Fields {
    pub(super) year: Option<i16>,
    pub(super) month: Option<i8>,
    pub(super) day: Option<i8>,
    pub(super) weekday: Option<Weekday>,
}

/// A date as far as the words say it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Spec {
    Fields(Fields),
    Fixed(When),
    /// A feast of the year that fits.
    Feast(Holiday),
}

/// A date read from the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dated {
    pub(super) spec: Spec,
    pub(super) anchor: Anchor,
    pub(super) lean: Option<Lean>,
    /// The part of that day, where the same word says it ("tonight").
    pub(super) part: Option<Part>,
}

/// A date and the index after it.
pub(super) type Read = (Dated, usize);

impl Dated {
    pub(super) fn fields(fields: Fields) -> Self {
        let anchor = match fields {
            Fields { year: Some(_), .. } => Anchor::Absolute,
            Fields {
                month: None,
                day: None,
                ..
            } => Anchor::Weekday,
            _ => Anchor::Yearless,
        };
        Self {
            spec: Spec::Fields(fields),
            anchor,
            lean: None,
            part: None,
        }
    }

    pub(super) fn fixed(when: When, anchor: Anchor) -> Self {
        Self {
            spec: Spec::Fixed(when),
            anchor,
            lean: None,
            part: None,
        }
    }

    pub(super) fn relative(when: When, lean: Option<Lean>) -> Self {
        Self {
            lean,
            ..Self::fixed(when, Anchor::Relative)
        }
    }

    pub(super) fn days(first: Date, last: Date, lean: Option<Lean>) -> Self {
        Self::relative(When::range(Point::Day(first), Point::Day(last)), lean)
    }
}

impl<'a, 't> Parser<'a, 't> {
    pub(super) fn new(
        tokens: &'a [Token<'t>],
        reference: &'a Reference,
        language: Language,
    ) -> Self {
        Self {
            tokens,
            reference,
            language,
            told: Cell::new(reference.told),
        }
    }

    pub(super) fn today(&self) -> Date {
        self.reference.now.date()
    }

    pub(super) fn token(&self, i: usize) -> Option<&Token<'t>> {
        self.tokens.get(i)
    }

    pub(super) fn sense(&self, i: usize) -> Option<Sense> {
        match self.token(i)?.kind {
            Kind::Word(sense) => Some(sense),
            _ => None,
        }
    }

    /// The sense of the token before `i`.
    pub(super) fn sense_before(&self, i: usize) -> Option<Sense> {
        self.sense(i.checked_sub(1)?)
    }

    pub(super) fn is(&self, i: usize, sense: Sense) -> bool {
        self.sense(i) == Some(sense)
    }

    pub(super) fn skip(&self, i: usize, sense: Sense) -> usize {
        i + usize::from(self.is(i, sense))
    }

    pub(super) fn mark(&self, i: usize) -> Option<char> {
        match self.token(i)?.kind {
            Kind::Mark(c) => Some(c),
            _ => None,
        }
    }

    pub(super) fn skip_mark(&self, i: usize, marks: &[char]) -> usize {
        i + usize::from(self.mark(i).is_some_and(|c| marks.contains(&c)))
    }

    /// Whether a token stands at `i` with no white space before it.
    pub(super) fn touches(&self, i: usize) -> bool {
        self.token(i).is_some_and(|t| !t.space)
    }

    /// Value and count of digits.
    pub(super) fn digits(&self, i: usize) -> Option<(u32, u8)> {
        match self.token(i)?.kind {
            Kind::Number { value, digits, .. } => Some((value, digits)),
            _ => None,
        }
    }

    pub(super) fn text(&self, i: usize) -> &str {
        self.token(i).map_or("", |t| t.text)
    }

    pub(super) fn capital(&self, i: usize) -> bool {
        self.text(i).chars().next().is_some_and(char::is_uppercase)
    }

    pub(super) fn unit(&self, i: usize) -> Option<(Unit, usize)> {
        match self.sense(i)? {
            Sense::Unit(unit) => Some((unit, i + 1)),
            Sense::HourMark => Some((Unit::Hour, i + 1)),
            // "second" and "seconds" alike, "heures" as a length
            Sense::Ordinal(2) if self.text(i).eq_ignore_ascii_case("second") => {
                Some((Unit::Second, i + 1))
            }
            Sense::OClock if self.text(i).to_lowercase().starts_with("heure") => {
                Some((Unit::Hour, i + 1))
            }
            _ => None,
        }
    }
}

/// 1 is Monday.
pub(super) fn weekday(n: i8) -> Weekday {
    Weekday::from_monday_one_offset(n).unwrap_or(Weekday::Monday)
}
