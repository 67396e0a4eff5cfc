//! Times in running text: finds them, and resolves them against a reference.

use crate::when::When;
use jiff::civil::DateTime;
use std::ops::Range;

/// How `05/03` is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// 5 March.
    #[default]
    DayFirst,
    /// May 3rd.
    MonthFirst,
}

/// What relative and ambiguous words are read against.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// "Now" for "yesterday", "at 5", "next Friday".
    pub now: DateTime,
    /// How ambiguous number dates are meant.
    pub order: Order,
}

/// A time found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Bytes of the text that say it.
    pub span: Range<usize>,
    /// What they mean.
    pub when: When,
}
