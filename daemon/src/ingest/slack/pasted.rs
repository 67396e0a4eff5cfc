//! What is pasted from a chat's window: names, times and messages on lines of their own, between the window's own
//! words ("2 replies", "(edited)", the line to write in).
//!
//! - `line`: the lines, and which of them are a time alone; `clock`: how windows write one
//! - `head`: who writes, and when, in one line; `names`: who writes, by what stands above the times
//! - `day`: the days that windows name
//! - `own`: what a window puts between its messages
//! - `sure`: whether a text is from a window for certain
//! - `window`: the message that is open

#[macro_use]
mod clock;
mod day;
mod head;
mod line;
mod names;
mod own;
mod sure;
mod window;

use super::markup::without_emoji;
use crate::ingest::About;
use crate::ingest::pattern::pattern;
use crate::ingest::turns::{Turns, is_program};
use crate::when::When;
use day::{Days, is_day_head};
use head::Head;
use head::is_initials;
pub(in crate::ingest) use head::may_be_name;
use line::{Line, lines, time_alone};
use names::{repeated, stands_out};
use own::is_own;
use regex::Captures;
use window::Window;

pattern!(
    BRACKETS,
    concat!(r"(?i)^\[((?:[\p{L}\d./-]+,? ){0,3}", clock!(), r")\]$")
);
// below a name alone it is a time, elsewhere what somebody says
pattern!(AGO, concat!(r"(?i)^()(", ago!(), r")$"));

/// Reads what a window alone writes so: the same names with times again and again; `false` where the text is
/// none, nothing being added then.
pub(in crate::ingest) fn read_window(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    let is_window = sure::is_window(text);
    if is_window {
        read(text, about, turns);
    }
    is_window
}

/// Reads every line; nothing is refused.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) {
    let lines = lines(text);
    let mut known = repeated(&lines);
    // a messenger's window tells which words are the reader's, and whose the others are twice
    let twice = lines.iter().any(|l| head::is_reader(l.text));
    let mut window = Window {
        days: Days::of(about),
        open: None,
        thread: 0,
        turns,
    };
    // of the time that stands in a line above its messages
    let mut now: Option<When> = None;
    let mut n = 0;
    while n < lines.len() {
        let line = &lines[n];
        let next = lines.get(n + 1);
        let below = next
            .filter(|l| l.stamp)
            .and_then(|l| time_alone(l.text))
            .or_else(|| {
                let named = line.after_blank && may_be_name(line.text);
                next.filter(|_| named).and_then(|l| AGO.captures(l.text))
            });
        // A name, the badge of a program below it, and its time below that.
        if let Some(when) = lines.get(n + 2).filter(|l| l.stamp)
            && next.is_some_and(is_badge)
            && let Some(stamp) = time_alone(when.text)
            && may_be_name(line.text)
        {
            let when = window.days.when(&stamp[2]);
            window.begin(line.text, true, when);
            n += 3;
            continue;
        }
        // The letters that stand for a picture, the time, and the name.
        if let Some(stamp) = &below
            && let Some(name) = lines.get(n + 2).filter(|l| is_initials(line.text, l.text))
        {
            known.insert(name.text);
            let when = window.days.when(&stamp[2]);
            window.begin(name.text, false, when);
            n += 3;
            continue;
        }
        // A name, its time below it.
        if let Some(stamp) = &below
            && (line.after_blank
                || known.contains(line.text)
                || has_badge(stamp)
                || stands_out(line, next))
            && may_be_name(line.text)
            && !is_own(line.text, n, &lines)
        {
            known.insert(line.text);
            let when = window.days.when(&stamp[2]);
            window.begin(line.text, has_badge(stamp), when);
            n += 2;
            continue;
        }
        let sender = if twice {
            head::sender(&lines[n..])
        } else {
            None
        };
        if let Some((label, height)) = sender {
            window.begin(label, false, now);
            n += height;
            continue;
        }
        // A time in brackets, a name, and a colon, each in a line of its own.
        if let Some(stamp) = BRACKETS.captures(line.text) {
            now = window.days.when(&stamp[1]);
            let is_colon = |n: usize| lines.get(n).is_some_and(|l| l.text == ":");
            if is_colon(n + 2) || is_colon(n + 3) {
                window.close();
            } else {
                window.go_on(now);
            }
            n += 1;
            continue;
        }
        let badge = usize::from(next.is_some_and(|l| l.text != ":"));
        if lines.get(n + 1 + badge).is_some_and(|l| l.text == ":") && may_be_name(line.text) {
            let app = badge > 0 && next.is_some_and(is_badge);
            window.begin(line.text, app, now);
            n += 2 + badge;
            continue;
        }
        // "Slackbot" above "[9:00 AM] Reminder: soup": what stands before the colon is no name
        if is_program(line.text)
            && next.is_some_and(|l| Head::of(l.text).is_some_and(|head| head.said.is_some()))
        {
            window.begin(line.text, true, None);
            n += 2;
            continue;
        }
        let head = Head::of(line.text).filter(|head| {
            let begins = line.after_blank || window.open.is_none();
            // "Mon 8:01 AM" is a time, whoever "Mon" may be
            !line.stamp && (begins || head.sure || known.contains(head.label))
        });
        if let Some(head) = head {
            known.insert(head.label);
            let when = window.days.when(head.stamp);
            window.begin(head.label, head.app, when);
            if let Some(said) = head.said {
                window.add(said, line.span.clone());
            }
        } else if let Some(stamp) = line.stamp.then(|| time_alone(line.text)).flatten() {
            // A time alone: the same person goes on.
            now = window.days.when(&stamp[2]);
            window.go_on(now);
        } else if is_day_head(line.text)
            && (line.after_blank || heads(&lines, n + 1))
            && window.days.turn(line.text)
        {
            window.close();
            window.thread += 1;
        } else if line.text.starts_with('#') && window.open.is_none() && !line.text.contains(' ') {
            window.turns.document().title = Some(line.text.into());
        } else if !is_own(line.text, n, &lines) {
            if window.open.is_some() {
                window.add(line.text.trim_start_matches(['|', ' ']), line.span.clone());
            } else if below.is_none() && tells(line.text) {
                let said = without_emoji(line.text);
                window
                    .turns
                    .say(None, &said, line.span.clone(), now, window.thread);
            }
        }
        n += 1;
    }
    window.close();
}

/// Whether a line is what a window puts behind the name of a program.
fn is_badge(line: &Line<'_>) -> bool {
    matches!(line.text, "APP" | "BOT")
}

/// Whether a time has such a badge before it.
fn has_badge(stamp: &Captures<'_>) -> bool {
    stamp.get(1).is_some_and(|app| !app.is_empty())
}

/// Whether who writes, and when, stands in line `n`, or below the window's own words there ("New").
fn heads(lines: &[Line<'_>], n: usize) -> bool {
    /// Lines of its own that a window puts below a day.
    const OWN: usize = 2;
    let own = |n: &usize| lines.get(*n).is_some_and(|l| is_own(l.text, *n, lines));
    let from = n + (n..n + OWN).take_while(own).count();
    match lines.get(from..).unwrap_or_default() {
        [head, ..] if Head::of(head.text).is_some() => true,
        [name, stamp, ..] => stamp.stamp && may_be_name(name.text),
        _ => false,
    }
}

/// Whether a line outside every message tells something: a sentence, no label.
fn tells(line: &str) -> bool {
    let words = line.split_whitespace().count();
    words >= 4 && line.ends_with(['.', '!', '?', '…']) || words >= 9
}

#[cfg(test)]
mod tests;
