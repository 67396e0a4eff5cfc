//! A list that is being read, row by row.

use super::layout::{is_spaced, stamps_behind};
use super::row::{Row, Stamp};
use super::{Agenda, Entry};
use crate::when::{Point, When};
use jiff::civil::Date;
use std::ops::Range;

/// A list that is being read.
#[derive(Default)]
pub(super) struct List {
    agenda: Agenda,
    /// Whether times stand below what they are of.
    behind: bool,
    /// Whether blank lines and days part the entries.
    spaced: bool,
    /// The day of the rows to come.
    day: Option<When>,
    /// Columns before the day's own line.
    day_indent: usize,
    /// The entry to which rows are added.
    open: Option<Entry>,
    /// Columns and mark of the line that opened the entry.
    indent: usize,
    item: bool,
    /// The same of the line that waits last.
    waits: (usize, bool),
    /// Lines that may name what is to come.
    waiting: Vec<(String, Range<usize>)>,
    /// Whether a blank line came last.
    parted: bool,
}

impl List {
    /// Reads a list whose times stand behind what they are of, or not.
    pub(super) fn read(rows: Vec<Row>) -> Agenda {
        let behind = stamps_behind(&rows);
        let mut list = Self {
            spaced: behind && is_spaced(&rows),
            behind,
            ..Self::default()
        };
        for row in rows {
            list.take(row);
        }
        list.close();
        list.set_aside();
        list.agenda
    }

    fn take(&mut self, row: Row) {
        if row.is_blank() {
            self.parted = true;
            return;
        }
        let parted = std::mem::take(&mut self.parted);
        match row.stamp {
            None => self.words(row, parted),
            Some(Stamp::Day(when)) if row.text.is_empty() => {
                // An event's own page has its name above its day.
                if self.day.is_none() && self.waiting.len() == 1 && row.item {
                    self.open(when, &row);
                }
                self.close();
                self.set_aside();
                self.day = Some(when);
                self.day_indent = row.indent;
                // what stands below several days and has no time is of them all
                if when.end.is_some() {
                    self.open(when, &row);
                }
            }
            Some(Stamp::Day(when)) => {
                self.close();
                self.set_aside();
                if when.end.is_none() {
                    self.day = Some(when);
                }
                self.open(when, &row);
            }
            Some(Stamp::Moment(when)) => {
                if !row.text.is_empty() && when.days().0 == when.days().1 {
                    self.day = Some(When::day(when.start.first_day()));
                }
                self.moment(when, &row);
            }
            Some(Stamp::Clock(from, to)) => {
                let Some(day) = self.day.map(|d| d.start.first_day()) else {
                    return self.words(unstamped(row), parted);
                };
                let start = Point::Minute(day.to_datetime(from));
                let end = to.map(|to| {
                    let next = day.tomorrow().unwrap_or(day);
                    Point::Minute(if to < from { next } else { day }.to_datetime(to))
                });
                let when = When { start, end };
                self.moment(when, &row);
            }
            Some(Stamp::AllDay) => match self.day {
                Some(day) => self.moment(day, &row),
                None => self.words(unstamped(row), parted),
            },
        }
    }

    /// An entry's time: of what stands above it where names stand so, else of what follows.
    fn moment(&mut self, when: When, row: &Row) {
        let dated = matches!(row.stamp, Some(Stamp::Moment(_)));
        // The line above a whole date names what is then, though the entry before went on to it.
        if row.text.is_empty()
            && dated
            && self.waiting.is_empty()
            && let Some(entry) = self.open.as_mut().filter(|e| e.opened && e.lines.len() > 1)
        {
            self.waiting.extend(entry.lines.pop());
        }
        if row.text.is_empty() && !self.waiting.is_empty() && (self.behind || dated) {
            self.close();
            // What is named by the line right above may have other lines above that.
            let named = if dated && !self.behind {
                self.waiting.split_off(self.waiting.len() - 1)
            } else {
                std::mem::take(&mut self.waiting)
            };
            self.set_aside();
            let start = named.first().map_or(row.span.start, |(_, s)| s.start);
            self.open(when, row);
            if let Some(entry) = &mut self.open {
                entry.lines = named;
                entry.span.start = start;
                entry.opened = dated;
            }
            (self.indent, self.item) = self.waits;
            return;
        }
        self.close();
        self.set_aside();
        self.open(when, row);
    }

    /// Words: of the entry that is open, or a name that waits for its time.
    fn words(&mut self, row: Row, parted: bool) {
        let line = (row.text, row.span);
        match &mut self.open {
            // An event's own page goes on to its end; in a list, a blank line ends an entry.
            Some(entry)
                if entry.opened && !(row.item && self.item && row.indent <= self.indent) =>
            {
                entry.span.end = line.1.end;
                entry.lines.push(line);
            }
            Some(entry)
                if (!parted || entry.lines.is_empty())
                    && !(row.item && self.item && row.indent <= self.indent)
                    && !(entry.lone && row.indent <= self.indent)
                    && (!self.behind || self.spaced) =>
            {
                entry.span.end = line.1.end;
                entry.lines.push(line);
            }
            // Where times stand below, a point and what stands in below it wait for theirs.
            _ if self.behind
                && self.waits.1
                && row.indent > self.waits.0
                && !self.waiting.is_empty() =>
            {
                self.waiting.push(line);
            }
            _ if self.behind && row.item && self.day.is_some() => {
                self.close();
                self.set_aside();
                self.waits = (row.indent, true);
                self.waiting.push(line);
            }
            // A day's line without a time.
            _ if (row.item || row.indent > self.day_indent + 1) && self.day.is_some() => {
                self.close();
                let when = self.day.unwrap_or(When::day(Date::ZERO));
                self.open = Some(Entry {
                    when,
                    span: line.1.clone(),
                    lines: vec![line],
                    opened: false,
                    lone: true,
                });
                (self.indent, self.item) = (row.indent, row.item);
            }
            _ => {
                self.close();
                self.waits = (row.indent, row.item);
                self.waiting.push(line);
            }
        }
    }

    /// Opens an entry with this row.
    fn open(&mut self, when: When, row: &Row) {
        let line = (!row.text.is_empty()).then(|| (row.text.clone(), row.span.clone()));
        self.open = Some(Entry {
            when,
            lines: line.into_iter().collect(),
            span: row.span.clone(),
            opened: false,
            lone: !row.text.is_empty() && row.indent > self.day_indent + 1,
        });
        (self.indent, self.item) = (row.indent, row.item);
    }

    /// Ends the entry that is open, if it says anything.
    fn close(&mut self) {
        if let Some(entry) = self.open.take()
            && !entry.lines.is_empty()
        {
            self.agenda.entries.push(entry);
        }
    }

    /// What waited for a time and got none stands under its day, where there is one, as a whole line of a planner does.
    fn set_aside(&mut self) {
        // a point that no time follows is of the whole day
        let point = self.behind && self.waits.1;
        if let (Some(when), Some((_, span)), true) = (self.day, self.waiting.first(), point) {
            self.agenda.entries.push(Entry {
                when,
                span: span.clone(),
                lines: std::mem::take(&mut self.waiting),
                opened: false,
                lone: true,
            });
        }
        self.agenda.loose.append(&mut self.waiting);
    }
}

/// The row as words, where its time belongs to no day.
fn unstamped(row: Row) -> Row {
    let text = match row.stamp {
        Some(Stamp::Clock(from, _)) => {
            let text = format!("{:02}:{:02} {}", from.hour(), from.minute(), row.text);
            text.trim().to_owned()
        }
        _ => row.text,
    };
    Row {
        text,
        stamp: None,
        ..row
    }
}
