//! Stamped lists: days as headings, times, and lines of what was or will be then. Calendars' views, printed agendas,
//! planners and browsers' history pages are all laid out so; each reader makes of the entries what they are.
//!
//! - `hours`: hours as some languages write them
//! - `layout`: whether lines are a list, and how it is laid out
//! - `lines`: the lines as rows; `row`: what one line is; `stamp`: the day or time that it begins with
//! - `list`: the rows as entries

mod hours;
mod layout;
mod lines;
mod list;
mod row;
mod stamp;

use crate::extract::dates::{Lean, Order, Reference, order};
use crate::when::When;
use jiff::civil::DateTime;
use layout::is_list;
use lines::rows_of;
use list::List;
use std::ops::Range;

/// What a list says was or will be at a time.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// When: the day, with its time where one is said.
    pub(crate) when: When,
    /// Its lines, with their bytes; the first names it.
    pub(crate) lines: Vec<(String, Range<usize>)>,
    /// Bytes of all of it.
    pub(crate) span: Range<usize>,
    /// Whether its name stands above its time, as on an event's own page.
    pub(crate) opened: bool,
    /// Whether it is one line of a planner's day: the next at its depth is another.
    lone: bool,
}

/// A list, read.
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    /// In the order of the text.
    pub(crate) entries: Vec<Entry>,
    /// Lines that belong to no entry: a title, what a program adds round its list.
    pub(crate) loose: Vec<(String, Range<usize>)>,
}

/// Reads a list; `None` where the text is none. Weekdays and days without a year are those nearest to `now`, on the
/// side that `lean` says.
pub(crate) fn read(text: &str, now: DateTime, lean: Option<Lean>) -> Option<Agenda> {
    let reference = Reference {
        order: order(&text[..text.floor_char_boundary(64 * 1024)]).unwrap_or(Order::DayFirst),
        lean,
        ..Reference::at(now)
    };
    if !is_list(text, &reference) {
        return None;
    }
    let agenda = List::read(rows_of(text, reference));
    (!agenda.entries.is_empty()).then_some(agenda)
}

#[cfg(test)]
mod tests;
