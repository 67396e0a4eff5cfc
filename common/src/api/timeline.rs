//! Memories by the days on which they fall.

use super::Memory;
use serde::{Deserialize, Serialize};

/// How many memories fall on each day of a period.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Days {
    /// The period's first day.
    pub since: String,
    /// Its last.
    pub until: String,
    /// The days on which there is something, in order.
    pub days: Vec<Day>,
    /// How many memories fall into the period of which the month or year is known, and no day.
    pub without_day: u64,
}

/// A day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Day {
    /// ISO date.
    pub day: String,
    /// How many memories fall on it.
    pub memories: u64,
}

/// One page of a timeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimelinePage {
    /// The period's first day.
    pub since: String,
    /// Its last.
    pub until: String,
    /// In order. What repeats is there once for each of its occurrences.
    pub entries: Vec<TimelineEntry>,
    /// Give it back as `cursor` for the next page; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// What stands at one time of a timeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimelineEntry {
    /// The memory's time; of what repeats, that of this occurrence.
    pub when: String,
    /// The memory.
    pub memory: Memory,
}
