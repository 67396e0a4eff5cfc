//! The scales on which days are compared: how they are told, on which side of the writing, how far, how exact.

use crate::ingest::Kind;
use crate::when::When;
use jiff::civil::Date;
use memo_common::api::SourceType;

/// How the passage is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Prose,
    Item,
    Message,
    Turn,
    /// A turn of talk with an assistant.
    Prompt,
    Post,
    Record,
}

impl Form {
    pub(super) fn of(kind: &Kind, source: SourceType) -> Self {
        match kind {
            Kind::Turn if source == SourceType::Vscode => Self::Prompt,
            Kind::Prose => Self::Prose,
            Kind::Item { .. } => Self::Item,
            Kind::Message { .. } => Self::Message,
            Kind::Turn => Self::Turn,
            Kind::Post { .. } => Self::Post,
            Kind::Event(_) | Kind::Record => Self::Record,
        }
    }
}

/// On which side of the time of writing a day lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Past,
    Same,
    Future,
}

/// How many days lie between, in either direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    None,
    Day(Side),
    Week(Side),
    Month(Side),
    Year(Side),
    Years(Side),
}

/// How exact a time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grain {
    Time,
    Day,
    /// Up to four days.
    Days,
    Week,
    Month,
    Year,
    Years,
}

impl Grain {
    pub(super) fn of(when: When) -> Self {
        let (first, last) = when.days();
        match (when.start.time(), (last - first).get_days()) {
            (Some(_), _) => Self::Time,
            (None, 0) => Self::Day,
            (None, 1..=3) => Self::Days,
            (None, 4..=7) => Self::Week,
            (None, 8..=31) => Self::Month,
            (None, 32..=366) => Self::Year,
            _ => Self::Years,
        }
    }
}

impl Distance {
    /// Between a time on that side and the day of writing.
    pub(super) fn of(side: Side, when: When, told: Date) -> Self {
        let (first, last) = when.days();
        let near = if side == Side::Future { first } else { last };
        match (near - told).get_days().abs() {
            _ if side == Side::Same => Self::None,
            0..=1 => Self::Day(side),
            2..=7 => Self::Week(side),
            8..=31 => Self::Month(side),
            32..=366 => Self::Year(side),
            _ => Self::Years(side),
        }
    }
}
