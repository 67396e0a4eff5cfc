//! Stamped lists: days as headings, times, and lines of what was or will be then. Calendars' views, printed agendas,
//! planners and browsers' history pages are all laid out so; each reader makes of the entries what they are.
//!
//! - `rows`: what one line is

mod rows;

use super::lines;
use crate::extract::dates::{Anchor, Lean, Order, Reference, Told, find, order};
use crate::when::{Point, When};
use jiff::civil::{Date, DateTime};
use rows::{Row, Stamp};
use std::ops::Range;

/// Lines by which a list is known.
const HEAD: usize = 400;

/// Words from which a line is prose, of which a list has little.
const PROSE: usize = 30;

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
    let rows = rows_of(text, reference);
    let behind = stamps_behind(&rows);
    let mut list = List {
        spaced: behind && is_spaced(&rows),
        behind,
        ..List::default()
    };
    for row in rows {
        list.take(row);
    }
    list.end();
    (!list.agenda.entries.is_empty()).then_some(list.agenda)
}

/// Whether the lines are a list's: stamps stand at the head of enough of them, and there is little prose.
fn is_list(text: &str, reference: &Reference) -> bool {
    let head: String = text
        .lines()
        .filter(|l| !l.trim().is_empty())
        .take(HEAD)
        .flat_map(|l| [l, "\n"])
        .collect();
    let rows = rows_of(&head, *reference);
    let (mut days, mut times, mut prose, mut all) = (0, 0, 0, 0);
    for row in rows.iter().filter(|r| !r.is_blank()) {
        all += 1;
        match row.stamp {
            Some(Stamp::Day(_)) => days += 1,
            Some(Stamp::Moment(_)) => {
                days += 1;
                times += 1;
            }
            Some(_) => times += 1,
            None => {}
        }
        prose += usize::from(row.text.split_whitespace().count() >= PROSE);
    }
    days >= 1 && days + times >= 3 && (days + times) * 8 >= all && prose * 3 <= days + times
}

/// The lines, read. A day whose number and name stand on lines of their own ("18", "Nov, Mon") is put together; a month
/// or week in a line of its own says which days are meant below it.
fn rows_of(text: &str, mut reference: Reference) -> Vec<Row> {
    let lines = lines::of(text, 0);
    let mut rows = Vec::with_capacity(lines.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let said = line.text.trim();
        if let Some(next) = lines.get(at)
            && let Some(when) = halved_day(said, next.text.trim(), &reference)
        {
            at += 1;
            let row = Row {
                text: String::new(),
                span: line.span.start..next.span.end,
                indent: 0,
                item: false,
                stamp: Some(Stamp::Day(when)),
            };
            rows.push(row);
            continue;
        }
        if let Some((first, last)) = week(said, &reference) {
            reference.now = first.at(0, 0, 0, 0);
            reference.told = Told {
                days: Some((first, last)),
                stay: Some((first, last)),
            };
            rows.push(Row {
                text: said.to_owned(),
                span: line.span.clone(),
                indent: 0,
                item: false,
                stamp: None,
            });
            continue;
        }
        let mut row = rows::read(&line.text, line.span.clone(), &reference);
        if let Some(Stamp::Day(when)) = row.stamp
            && row.text.is_empty()
        {
            let (first, last) = when.days();
            let length = (last - first).get_days();
            if matches!(when.start, Point::Month(..) | Point::Year(_)) {
                // "November 2024" above the days.
                let middle = first.checked_add(jiff::Span::new().days(length / 2));
                reference.now = middle.unwrap_or(first).at(12, 0, 0, 0);
                row.stamp = None;
                said.clone_into(&mut row.text);
            } else if has_year(said, &reference) {
                reference.now = first.at(12, 0, 0, 0);
            }
        }
        rows.push(row);
    }
    rows
}

/// The week that a line of few words is headed by ("Week of 18 November", "WEEK PLAN 18 - 24 November 2024").
fn week(line: &str, reference: &Reference) -> Option<(Date, Date)> {
    if line.len() > 60 || line.starts_with(['-', '*', '•']) {
        return None;
    }
    let found = find(line, reference);
    let [one] = &found[..] else { return None };
    let beside = format!("{} {}", &line[..one.span.start], &line[one.span.end..]);
    let named = beside.split(|c: char| !c.is_alphabetic()).any(|w| {
        matches!(
            w.to_lowercase().as_str(),
            "week" | "woche" | "wochenplan" | "semaine" | "semana" | "uke" | "vecka" | "kw"
        )
    });
    let (first, last) = one.when.days();
    let few = beside.split_whitespace().count() <= if named { 4 } else { 0 };
    let whole =
        matches!(one.when.start, Point::Day(_)) && (4..=7).contains(&(last - first).get_days());
    (few && whole && one.anchor >= Anchor::Relative).then_some((first, last))
}

fn has_year(text: &str, reference: &Reference) -> bool {
    find(text, reference)
        .iter()
        .any(|f| f.anchor == Anchor::Absolute)
}

/// "18" and "Nov, Mon", "MON" and "18": the day that two lines say together.
fn halved_day(line: &str, next: &str, reference: &Reference) -> Option<When> {
    let number = |s: &str| (1..=2).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    let word = |s: &str| {
        (2..=24).contains(&s.chars().count())
            && s.starts_with(char::is_alphabetic)
            && s.chars()
                .all(|c| c.is_alphanumeric() || matches!(c, ' ' | ',' | '.'))
    };
    if !(number(line) && word(next) || word(line) && number(next)) {
        return None;
    }
    let both = format!("{line} {next}");
    let found = find(&both, reference);
    let [one] = &found[..] else { return None };
    let whole = one.span.len() + 1 >= both.trim_end_matches(['.', ',']).len();
    (whole
        && one.anchor >= Anchor::Yearless
        && matches!(
            one.when,
            When {
                start: Point::Day(_),
                end: None
            }
        ))
    .then_some(one.when)
}

/// Whether times stand below what they are of: the first line under most days, or under blank lines, is no time.
fn stamps_behind(rows: &[Row]) -> bool {
    let mut opens = true;
    let (mut words, mut times) = (0, 0);
    for (n, row) in rows.iter().enumerate() {
        if row.is_blank() || matches!(row.stamp, Some(Stamp::Day(_))) && row.is_stamp() {
            opens = true;
            continue;
        }
        if std::mem::take(&mut opens) {
            match row.stamp {
                Some(Stamp::Clock(..) | Stamp::AllDay) => times += 1,
                // Only where a time follows on one of the next lines is it of these words.
                None => {
                    let mut next = rows[n + 1..].iter().take(3).take_while(|r| !r.is_blank());
                    let timed = |r: &Row| {
                        r.is_stamp() && matches!(r.stamp, Some(Stamp::Clock(..) | Stamp::AllDay))
                    };
                    words += usize::from(next.any(timed));
                }
                Some(_) => {}
            }
        }
    }
    words > times
}

/// Whether blank lines and days part the entries: there are as many blocks of lines as times.
fn is_spaced(rows: &[Row]) -> bool {
    let parts = |r: &Row| r.is_blank() || r.is_stamp() && matches!(r.stamp, Some(Stamp::Day(_)));
    let times = rows.iter().filter(|r| r.is_stamp() && !parts(r)).count();
    let blocks = rows.split(parts).filter(|block| !block.is_empty());
    // What stands before the first time is no entry.
    times <= blocks.filter(|b| b.iter().any(Row::is_stamp)).count()
}

/// A list that is being read.
#[derive(Default)]
struct List {
    agenda: Agenda,
    behind: bool,
    spaced: bool,
    day: Option<When>,
    /// Columns before the day's own line.
    day_indent: usize,
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

    fn close(&mut self) {
        if let Some(entry) = self.open.take()
            && !entry.lines.is_empty()
        {
            self.agenda.entries.push(entry);
        }
    }

    /// What waited for a time and got none stands under its day, where there is one, as a whole line of a planner does.
    fn set_aside(&mut self) {
        self.agenda.loose.append(&mut self.waiting);
    }

    fn end(&mut self) {
        self.close();
        self.set_aside();
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

#[cfg(test)]
mod tests;
