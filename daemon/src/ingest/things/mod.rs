//! Records of one's own things (tasks, films, rides, hours, feeds, contacts), whichever program keeps them: a row of a
//! table, an object of an export. They are told by what the columns and members are called.
//!
//! - `names`: what columns and members hold, by their names
//! - `sentence`: a thing's facts in words
//! - `table`: tables in files
//! - `tell`: things, one after the other
//! - `turn`: of what a time is, by its name
//! - `time`: when it was, by the times that its record holds

pub(crate) mod names;
mod sentence;
mod table;
mod tell;
mod time;
mod turn;

pub(super) use table::{is, read};
pub(crate) use tell::Telling;

use super::json;
use names::Part;
use std::ops::Range;

/// Of what in the course of a thing a time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// It was done.
    Done,
    /// It is to be done.
    Due,
    /// What the time's own name says was done: watched, read, connected.
    Act,
    /// It began.
    Start,
    /// It ended.
    End,
    /// It was, or was told of.
    Day,
    /// It was written down.
    Made,
    /// Its record was changed.
    Changed,
}

/// A record's facts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thing {
    /// What it is called, the first name first.
    pub(crate) titles: Vec<String>,
    /// What was written on it.
    pub(crate) texts: Vec<String>,
    /// What kind of thing it is.
    pub(crate) kind: Option<String>,
    /// How it stands.
    pub(crate) state: Option<String>,
    /// Whose it is.
    pub(crate) whose: Vec<String>,
    /// Who wrote it.
    pub(crate) author: Option<String>,
    /// A person's first and last name.
    pub(crate) person: Vec<String>,
    /// Who else was there.
    pub(crate) with: Vec<String>,
    /// Lists, projects or folders that it is in.
    pub(crate) under: Vec<String>,
    /// Where.
    pub(crate) place: Option<String>,
    /// How long, in words.
    pub(crate) length: Option<String>,
    /// How much it was liked.
    pub(crate) rating: Option<String>,
    /// Who made it.
    pub(crate) makers: Vec<String>,
    /// Its times as they are written.
    pub(crate) times: Vec<(Turn, String)>,
    /// What was done, by the name of a time.
    pub(crate) did: Option<String>,
    /// The time of day alone.
    pub(crate) clock: Option<String>,
    /// All else, with its name.
    pub(crate) others: Vec<(String, String)>,
    /// On what it is a comment.
    pub(crate) on: Option<String>,
    /// Whether things of its kind are to be done.
    pub(crate) is_task: bool,
    /// Bytes of the upload.
    pub(crate) span: Range<usize>,
}

/// Of a thing's other facts, so many are told.
const MOST: usize = 6;

impl Thing {
    /// Takes in a value by what it holds; `name` is the column's or the member's, in words.
    pub(crate) fn take(&mut self, part: &Part, name: &str, label: &str, value: &str) {
        let value = value.trim();
        if value.is_empty() {
            return;
        }
        let some = || value.to_owned();
        let people = || value.split([',', ';']).filter_map(person);
        match part {
            Part::Title => self.titles.push(some()),
            Part::Text => self.texts.push(unwrapped(value)),
            Part::Kind => self.kind = self.kind.take().or_else(|| Some(some())),
            // "completed": when, not whether
            Part::State if time::is_date(value) => self.times.push((Turn::Done, some())),
            Part::State => self.state = self.state.take().or_else(|| Some(some())),
            Part::Whose => self.whose.extend(people()),
            Part::Author => self.author = self.author.take().or_else(|| person(value)),
            Part::First | Part::Last => self.person.push(some()),
            Part::With => self.with.extend(people()),
            Part::Under => self.under.push(some()),
            Part::Place => self.place = self.place.take().or_else(|| Some(some())),
            Part::Rating if value == "0" => {}
            Part::Rating => self.rating = Some(some()),
            Part::Maker => self.makers.push(some()),
            Part::Length => {
                if name.contains("spent") {
                    self.did = Some("spent time on".to_owned());
                }
                self.length = self.length.take().or_else(|| time::length(label, value));
            }
            Part::Clock => self.clock = Some(some()),
            Part::At(turn) => {
                if *turn == Turn::Act {
                    self.did = self.did.take().or_else(|| turn::did(name));
                }
                self.times.push((*turn, some()));
            }
            Part::Other if says_something(value) => {
                let number = name == "priority" && value.bytes().all(|b| b.is_ascii_digit());
                let known = self.others.iter().any(|(other, _)| other == name);
                if !known && !number && self.others.len() < MOST {
                    self.others
                        .push((name.to_owned(), value.replace(" | ", ", ")));
                }
            }
            Part::Other | Part::Dropped => {}
        }
    }
}

/// A text that stands in an object in its cell: `{"text":"…"}`.
fn unwrapped(value: &str) -> String {
    let inner = || json::string(&serde_json::from_str(value).ok()?, &["text"]).map(str::to_owned);
    let object = value.starts_with('{');
    object
        .then(inner)
        .flatten()
        .unwrap_or_else(|| value.to_owned())
}

/// A person's name without the number behind it; `None` for an address or a number.
fn person(name: &str) -> Option<String> {
    let name = name.trim();
    let bare = name
        .split_once(" (")
        .filter(|(_, rest)| {
            rest.trim_end_matches(')')
                .bytes()
                .all(|b| b.is_ascii_digit())
        })
        .map_or(name, |(bare, _)| bare);
    let named = bare.contains(char::is_alphabetic) && !bare.contains("://") && !is_switch(bare);
    named.then(|| bare.to_owned())
}

/// Whether a value says something to a person: no switch, no nought, no number of a program's, no address.
fn says_something(value: &str) -> bool {
    /// Letters and digits without a space of which a program's number has more.
    const LONG: usize = 18;
    let lower = value.to_lowercase();
    let nought = value
        .chars()
        .all(|c| matches!(c, '0' | '.' | ',' | ':' | '-' | '%'));
    let opaque = value.len() > LONG && !value.contains([' ', ',']);
    !is_switch(value)
        && !nought
        && !opaque
        && !lower.contains("://")
        && value.contains(char::is_alphanumeric)
}

/// Whether a value says yes, no or nothing.
fn is_switch(value: &str) -> bool {
    matches!(
        value.to_lowercase().as_str(),
        "true"
            | "false"
            | "yes"
            | "no"
            | "y"
            | "n"
            | "n/a"
            | "none"
            | "null"
            | "--"
            | "-"
            | "[]"
            | "{}"
            | "default"
    )
}
