//! What is pasted from a chat's window: names, times and messages on lines of their own, between the window's own
//! words ("2 replies", "(edited)", the line to write in).

#[macro_use]
mod clock;
mod day;
mod head;
mod own;
mod sure;
mod window;

use super::markup::without_emoji;
use crate::ingest::About;
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use crate::ingest::turns::{Turns, is_program};
use crate::when::When;
use day::Days;
use head::Head;
pub(in crate::ingest) use head::{is_initials, may_be_name};
use own::is_own;
use std::collections::HashSet;
use std::ops::Range;
use window::Window;

pattern!(
    STAMP,
    concat!(
        r"(?i)^(?:(?::[a-z0-9_+-]+:|[^\w\s\[]{1,6})\s+)?((?:APP|BOT|APLICACIÓN|APLICATIVO|APPLI|ANWENDUNG)\s+)?((?:(?:(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|mié|jeu|jue|ven|vie|sam|sáb|dim|dom)\p{L}{0,8}\.?, )?(?:",
        named_day!(),
        r"|\d{1,2}[./]\d{1,2}\.?),?",
        at!(),
        r" )?",
        clock!(),
        r")",
        changed!(),
        r"?$"
    )
);
pattern!(
    BRACKETS,
    concat!(r"(?i)^\[((?:[\p{L}\d./-]+,? ){0,3}", clock!(), r")\]$")
);
pattern!(
    DAY_HEAD,
    r"(?i)^[-—–\s]*(today|yesterday|hoy|ayer|heute|gestern|aujourd'hui|hier|hoje|ontem|oggi|ieri|vandaag|gisteren|idag|igår|\p{L}{3,6}day|(?:today|yesterday)[ ,-]+.{6,30}|(?:[\p{L}-]{4,14},? )?(?:\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th|\.)?(?: de| of)? \p{L}{3,10})(?:,? (?:de )?\d{4})?|\d{4}[-./]\d{1,2}[-./]\d{1,2})[-—–\s]*$"
);

/// Bytes of a weekday's name in full, at least; what is shorter is a word as well ("mar", "sat").
const WEEKDAY: usize = 5;

// below a name alone it is a time, elsewhere what somebody says
pattern!(AGO, concat!(r"(?i)^()(", ago!(), r")$"));

/// A line and its bytes.
struct Line<'t> {
    text: &'t str,
    span: Range<usize>,
    /// Whether a blank line, or none, stands before it.
    after_blank: bool,
    /// Whether it is a time alone.
    stamp: bool,
    /// Whether it stands in from the margin, or behind a dash.
    indented: bool,
}

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
            .and_then(|l| STAMP.captures(l.text))
            .or_else(|| {
                let named = line.after_blank && may_be_name(line.text);
                next.filter(|_| named).and_then(|l| AGO.captures(l.text))
            });
        // A name, the badge of a program below it, and its time below that.
        if let Some(when) = lines.get(n + 2).filter(|l| l.stamp)
            && next.is_some_and(|l| matches!(l.text, "APP" | "BOT"))
            && let Some(stamp) = STAMP.captures(when.text)
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
                || stamp.get(1).is_some_and(|app| !app.is_empty())
                || stands_out(line, next))
            && may_be_name(line.text)
            && !is_own(line.text, n, &lines)
        {
            known.insert(line.text);
            let when = window.days.when(&stamp[2]);
            let app = stamp.get(1).is_some_and(|app| !app.is_empty());
            window.begin(line.text, app, when);
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
            let app = badge > 0 && next.is_some_and(|l| matches!(l.text, "APP" | "BOT"));
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
        } else if let Some(stamp) = line.stamp.then(|| STAMP.captures(line.text)).flatten() {
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
            window.turns.document().title = Some(line.text.to_owned());
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

/// Names that stand above or before a time more than once, blank lines or not.
fn repeated<'t>(lines: &[Line<'t>]) -> HashSet<&'t str> {
    let mut once: HashSet<&str> = HashSet::new();
    let above = lines
        .windows(2)
        .filter(|w| w[1].stamp && may_be_name(w[0].text))
        .map(|w| w[0].text);
    let before = lines.iter().filter_map(|l| Head::of(l.text));
    let mut known: HashSet<&str> = above
        .chain(before.map(|head| head.label))
        .filter(|name| !once.insert(name))
        .collect();
    // "Ida Ek, Mon 9:14 AM": who heads the whole text so writes a window's line, not a message's
    // "Ida Ek 9:14am": where such names recur, a full name in the same dress is one as well
    let plain = |l: &Line<'t>| {
        let head = Head::of(l.text).filter(|head| !head.sure && head.said.is_none());
        head.filter(|head| is_full(head.label) && head.stamp.ends_with(['m', 'M']))
            .map(|head| head.label)
    };
    if lines
        .iter()
        .filter_map(plain)
        .filter(|name| known.contains(name))
        .count()
        >= 4
    {
        known.extend(lines.iter().filter_map(plain));
    }
    let after_comma = |l: &Line<'t>| Head::of(l.text).filter(|head| head.dated).map(|h| h.label);
    if lines.first().and_then(after_comma).is_some() {
        known.extend(lines.iter().filter_map(after_comma));
    }
    known
}

/// Whether a name with a time below it shows by itself that it is no message's last line with the time of the next:
/// the time stands in from the margin, or the name has the words of a full name and the time its day or half of the day.
fn stands_out(name: &Line<'_>, stamp: Option<&Line<'_>>) -> bool {
    let full = is_full(name.text);
    stamp.is_some_and(|stamp| stamp.indented || full && stamp.text.contains(' '))
}

/// Whether a label has the words of a full name.
fn is_full(label: &str) -> bool {
    label.contains(' ')
        && label
            .split_whitespace()
            .all(|word| word.starts_with(char::is_uppercase))
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

/// The lines that hold anything.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let (mut at, mut after_blank) = (0, true);
    // a dash alone parts a name from the time below it
    let mut after_dash = false;
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let start = at + (raw.len() - raw.trim_start().len());
        at += raw.len();
        if line.is_empty() {
            after_blank = true;
        } else if matches!(line, "—" | "–") {
            after_dash = true;
        } else {
            lines.push(Line {
                text: line,
                span: start..start + line.len(),
                after_blank,
                stamp: STAMP.is_match(line),
                indented: raw.starts_with([' ', '\t']) || std::mem::take(&mut after_dash),
            });
            after_blank = false;
        }
    }
    lines
}

/// Whether a line may be a heading that names a day: "Today", "Montag", "March 4th".
fn is_day_head(line: &str) -> bool {
    let weekday = || stamp::weekday(line.trim_matches(['-', '—', '–', ' ']));
    DAY_HEAD.is_match(line) || line.len() >= WEEKDAY && weekday().is_some()
}

/// Whether a line outside every message tells something: a sentence, no label.
fn tells(line: &str) -> bool {
    let words = line.split_whitespace().count();
    words >= 4 && line.ends_with(['.', '!', '?', '…']) || words >= 9
}

#[cfg(test)]
mod tests;
