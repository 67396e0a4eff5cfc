//! A window of which the lines are read one after the other: the message that is open, the day it is of.

use super::Days;
use crate::ingest::pattern::pattern;
use crate::ingest::slack::markup::plain;
use crate::ingest::turns::{Turns, is_program};
use crate::when::When;
use std::ops::Range;

pattern!(
    POSTED,
    r"^@(\p{Lu}[^\n@:]{1,40}?) (?:posted|submitted|shared|filled (?:in|out)|completed|answered)\b.{0,60}$"
);
pattern!(EDITED, concat!(r"(?im)\s*", edited!(), r"$"));

/// A message being read.
pub(super) struct Open {
    label: String,
    /// Whether an application posts it; it is dropped then.
    app: bool,
    when: Option<When>,
    lines: Vec<String>,
    span: Option<Range<usize>>,
}

/// A window of which the lines are read one after the other.
pub(super) struct Window<'a> {
    pub(super) days: Days,
    pub(super) open: Option<Open>,
    pub(super) thread: u32,
    pub(super) turns: &'a mut Turns,
}

impl Window<'_> {
    /// Begins a message, of which no words have been read.
    pub(super) fn begin(&mut self, label: &str, app: bool, when: Option<When>) {
        self.close();
        self.open = Some(Open {
            label: label.to_owned(),
            app,
            when,
            lines: Vec::new(),
            span: None,
        });
    }

    /// Begins the next message of whoever wrote the one that is open.
    pub(super) fn go_on(&mut self, when: Option<When>) {
        if let Some(before) = &self.open {
            let (label, app) = (before.label.clone(), before.app);
            self.begin(&label, app, when);
        }
    }

    /// Adds a line to the message that is open.
    pub(super) fn add(&mut self, line: &str, span: Range<usize>) {
        if let Some(open) = &mut self.open {
            open.lines.push(line.to_owned());
            let start = open.span.as_ref().map_or(span.start, |s| s.start);
            open.span = Some(start..span.end);
        }
    }

    /// Ends the message that is open.
    pub(super) fn close(&mut self) {
        let Some(Open {
            label,
            app,
            when,
            lines,
            span: Some(span),
        }) = self.open.take()
        else {
            return;
        };
        // what a program posts for somebody: "@Ida Ek posted a stand-up"
        let posted = lines
            .first()
            .filter(|_| app)
            .and_then(|line| POSTED.captures(line));
        let (label, app, from) = match posted {
            Some(found) => (found[1].to_owned(), false, 1),
            None => (label, app, 0),
        };
        let text = plain(&lines[from..].join("\n"), |_| None);
        let text = EDITED.replace(&text, "");
        // some windows show the name again before the words
        let text = text.strip_prefix(&format!("{label} ")).unwrap_or(&text);
        if !(app || is_program(&label) || text.is_empty()) {
            let speaker = self.turns.speaker(&label);
            self.turns.say(Some(speaker), text, span, when, self.thread);
        }
    }
}
