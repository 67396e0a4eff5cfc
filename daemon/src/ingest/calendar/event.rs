//! What a calendar's component says, before it is told.

use crate::ingest::{PersonId, Title};
use crate::when::{Point, When};
use jiff::civil::Date;

/// An event or task of a calendar. When and where it is stand in its passage, its description is the passage's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Title, cleaned.
    pub summary: Title,
    /// Event or task.
    pub what: What,
    /// What has become of it.
    pub state: State,
    /// How it repeats, where it does.
    pub repeats: Option<Repeats>,
    /// The time that this one occurrence of a series had before it was changed.
    pub instead_of: Option<Point>,
    /// When it was written or last changed.
    pub stamped: Option<When>,
    /// Who invites.
    pub organizer: Option<PersonId>,
    /// Who is invited, the organizer left out, with their answers.
    pub attendees: Vec<(PersonId, Answer)>,
}

/// What kind of component it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Something that takes place.
    Event,
    /// Something to be done; its passage's `when` is when it is due.
    Task,
}

/// What has become of an event or task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It stands.
    Planned,
    /// Not decided yet.
    Tentative,
    /// Called off.
    Cancelled,
    /// A task that is done, and when, where that is known.
    Done(Option<When>),
}

/// An invitation's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Accepted.
    Yes,
    /// Declined.
    No,
    /// Perhaps.
    Maybe,
    /// None yet, or delegated.
    None,
}

/// A recurrence rule, told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// "every Wednesday", "on the last Friday of every month".
    pub rule: String,
    /// The first occurrence, from its beginning to its end.
    pub first: When,
    /// The last day, where the rule ends.
    pub until: Option<Date>,
    /// How many times it takes place, where that is said.
    pub count: Option<u32>,
    /// Days left out.
    pub except: Vec<Date>,
}
