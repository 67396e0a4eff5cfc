//! Logs of chats: every message is a line with its time, its sender and its words, in whatever dress a program gives
//! them, with lines between that tell the day and lines that tell of the program.
//!
//! ```text
//! --- Day changed Thu Jul 31 2025
//! 18:13 <@ida> soup?                     [오후 6:13] in its own brackets, behind those of the name
//! 18:14  * bo waves (what he does)       18:13⇥Ida Ek⇥soup?
//! 18:15 -!- bo has quit                  18:13 ida | soup?
//! ```
//!
//! - `line`: what one line is
//!
//! The dress is decided once, over the whole text; what is dressed otherwise is the program's, or goes on with the message
//! above.

mod line;

use super::messenger::{self, Message};
use crate::ingest::lines;
use crate::ingest::stamp::{Day, Order, Stamp};
use crate::ingest::turns::Turns;
use jiff::civil::Date;
use line::{Line, Shape, of};
use std::collections::HashSet;

/// Hour from which a first time is of the day, not of a recording.
const BY_DAY: i8 = 5;

/// Reads messages; `false` where the text is no log, nothing being added then.
pub(in crate::ingest) fn read(text: &str, today: Date, turns: &mut Turns) -> bool {
    let mut seen = Seen::default();
    for raw in text.lines() {
        seen.take_in(&of(raw));
    }
    let Some(shape) = seen.shape() else {
        return false;
    };
    messenger::say(
        messages(text, shape, &seen.shapes[shape as usize].names, today),
        Order::of(text, Some(today)),
        turns,
    );
    true
}

/// What has been seen of a text's lines.
#[derive(Default)]
struct Seen<'t> {
    shapes: [Dress<'t>; Shape::ALL.len()],
    /// Lines with a time whose words may be somebody's, in whatever dress.
    stamped: usize,
    /// Lines that tell the day.
    days: usize,
    /// All other lines, and how many of them stand above the first with a time.
    others: usize,
    above: usize,
}

/// What has been seen of messages in one dress.
#[derive(Default)]
struct Dress<'t> {
    messages: usize,
    names: HashSet<&'t str>,
    /// Whether a message tells its day.
    dated: bool,
    /// The first message's time.
    first: Option<Stamp>,
}

impl<'t> Seen<'t> {
    fn take_in(&mut self, line: &Line<'t>) {
        match line {
            Line::Message {
                shape, name, stamp, ..
            } => {
                self.stamped += 1;
                let dress = &mut self.shapes[*shape as usize];
                dress.messages += 1;
                dress.names.insert(name);
                dress.dated |= stamp.day.is_some();
                dress.first.get_or_insert(*stamp);
            }
            Line::Told { words: true } => self.stamped += 1,
            Line::Action { .. } | Line::Told { words: false } | Line::Own | Line::Empty => {}
            Line::Day(_) => self.days += 1,
            Line::Other => {
                self.others += 1;
                self.above += usize::from(self.stamped == 0);
            }
        }
    }

    /// The dress that the messages have; `None` where they are no log's.
    fn shape(&self) -> Option<Shape> {
        let shape = Shape::ALL
            .into_iter()
            .max_by_key(|shape| self.shapes[*shape as usize].messages)?;
        let dress = &self.shapes[shape as usize];
        let most = dress.messages * 2 >= self.stamped && dress.messages * 4 >= self.others;
        // a few people speak again and again; a table's rows each name something else
        let again = dress.names.len() < dress.messages;
        let is_log = match shape {
            Shape::Angled | Shape::Named | Shape::Numbered => true,
            Shape::Tabbed | Shape::Barred => again && dress.messages >= 3,
            // a line that begins with its day is a messenger's; a talk's times count from its beginning
            Shape::Colon => {
                let by_day = dress.first.is_some_and(|first| {
                    first.twelve_hours || first.time.is_some_and(|time| time.hour() >= BY_DAY)
                });
                again
                    && !dress.dated
                    && dress.messages >= 3
                    && (self.days >= 2 || self.days == 1 && self.above == 0 && by_day)
            }
        };
        (dress.messages >= 2 && most && is_log).then_some(shape)
    }
}

/// The messages in this dress, and what those who write them tell that they do.
fn messages(text: &str, shape: Shape, names: &HashSet<&str>, today: Date) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    let mut now: Option<Day> = None;
    // whether a line with no time goes on with a message
    let mut open = false;
    for (line, span) in lines::spanned(text) {
        match of(line) {
            Line::Message {
                shape: of,
                stamp,
                name,
                said,
            } if of == shape => {
                let day = stamp.day.map(|day| in_year_of(day, now, today)).or(now);
                messages.push(Message {
                    stamp: Stamp { day, ..stamp },
                    sender: name.to_owned(),
                    // what is answered stands again before the answer
                    text: if said.starts_with("> ") { "" } else { said }.to_owned(),
                    acts: false,
                    span,
                });
                open = true;
            }
            Line::Action { stamp, name, said } if names.contains(name) => {
                let day = stamp.day.map(|day| in_year_of(day, now, today)).or(now);
                messages.push(Message {
                    stamp: Stamp { day, ..stamp },
                    sender: name.to_owned(),
                    text: said.to_owned(),
                    acts: true,
                    span,
                });
                open = false;
            }
            Line::Day(day) => {
                now = Some(day.latest(today));
                open = false;
            }
            Line::Message { .. } | Line::Action { .. } | Line::Told { .. } | Line::Own => {
                open = false;
            }
            Line::Empty => {}
            Line::Other => {
                if let Some(message) = messages.last_mut().filter(|_| open)
                    && !line.trim_start().starts_with('>')
                {
                    message.text.push('\n');
                    message.text.push_str(line);
                    message.span.end = span.end;
                }
            }
        }
    }
    for message in &mut messages {
        unquote(&mut message.text);
    }
    messages
}

/// A day whose year is left out, in the year of the day told last.
fn in_year_of(day: Day, now: Option<Day>, today: Date) -> Day {
    match (day, now) {
        (Day::NoYear(..), Some(Day::Exact(now))) => {
            day.date(false, now.year()).map_or(day, Day::Exact)
        }
        _ => day.latest(today),
    }
}

/// Words of several lines without the marks that hold them together: `"soup?⏎with leek"`.
fn unquote(text: &mut String) {
    if text.contains('\n')
        && let Some(inner) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'))
    {
        *text = inner.replace("\"\"", "\"");
    }
}

#[cfg(test)]
mod tests;
