//! What is pasted from a chat's window: names, times and messages on lines of their own, between the window's own
//! words ("2 replies", "(edited)", the line to write in).

use super::markup::{plain, without_emoji};
use crate::ingest::About;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::pattern::pattern;
use crate::ingest::stamp::{self, Day, Stamp};
use crate::ingest::turns::{Turns, clean_name, is_program};
use crate::when::{WEEKDAYS, When};
use jiff::civil::{Date, Weekday};
use memo_common::api::SourceType;
use std::collections::HashSet;
use std::ops::Range;

pattern!(
    STAMP,
    r"(?i)^(?:(?::[a-z0-9_+-]+:|[^\w\s\[]{1,6})\s+)?((?:APP|BOT|APLICACIÓN|APLICATIVO|APPLI|ANWENDUNG)\s+)?((?:(?:today|yesterday|\p{L}{3,9}day|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?(?:, \d{4})?|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}[./]\d{1,2}\.?),?(?: at)? )?\d{1,2}:\d{2}(?::\d{2})?(?:[\s\u{202f}]?[ap]\.?m\.?)?)(?:\s*\(edited\))?$"
);
pattern!(
    ONE_LINE,
    r"(?i)^(\S.{0,48}?)(?:\s+(APP|BOT))?(?:\s+[—–|-]\s+|,\s|\s*\[|\s{1,4})((?:(?:today|yesterday|\p{L}{3,9}day|\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?(?:, \d{4})?|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}),?(?: at)? )?\d{1,2}:\d{2}(?::\d{2})?(?:[\s\u{202f}]?[ap]\.?m\.?)?)\]?:?$"
);
pattern!(
    ABOVE,
    r"(?i)^\[((?:[\p{L}\d./-]+,? ){0,3}\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?)\]\s*([^:\[\]]{1,48})$"
);
pattern!(
    DUMPED,
    r"^(?:\|\s*)?>\s*(\S.{0,58}?)\s*\[([A-Z0-9]{6,})\]\s*@\s*(\d.{8,30}?):?$"
);
pattern!(
    IRC,
    r"^\[?((?:\d{4}-\d{2}-\d{2}[T ])?\d{1,2}:\d{2}(?::\d{2})?)\]?\s+<[@+%~& ]?([^<>\s]{1,30})>\s+(.*)$"
);
pattern!(
    BRACKETED,
    r"(?i)^\[((?:[\p{L}\d./-]+,? ){0,3}\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?)\]\s*([^:\[\]]{1,48}):\s*(.*)$"
);
pattern!(
    BRACKETS,
    r"(?i)^\[((?:[\p{L}\d./-]+,? ){0,3}\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?)\]$"
);
pattern!(
    DAY_HEAD,
    r"(?i)^[-—–\s]*(today|yesterday|hoy|ayer|heute|gestern|aujourd'hui|hier|hoje|ontem|oggi|ieri|vandaag|gisteren|idag|igår|\p{L}{5,9}day|(?:today|yesterday)[ ,-]+.{6,30}|(?:\p{L}{4,10},? )?(?:\p{L}{3,9}\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th|\.)?(?: de| of)? \p{L}{3,10})(?:,? (?:de )?\d{4})?)[-—–\s]*$"
);
pattern!(
    WINDOW,
    r"(?i)^(?:\(?edited\)?|\d+ repl(?:y|ies)|last reply .*|view (?:thread|newer replies|older replies|all replies)|reply…?|reply\.\.\.|thread|new|new messages?|\d+ new messages?|also send to .*|message #?\S.{0,60}|shift ?\+ ?return.*|posted using .*|saved for later.*|save for later|download|(?:\d+ )?files? ?|add reaction|react|replied to a thread:?.*|jump to (?:bottom|present|latest).*|pinned by .*|added by .*|sent from .*|only visible to you|.{0,60} (?:joined|left|has joined|has left) (?:#|the channel|the group).{0,60}|(?:joined|left) #\S+.*|.{0,60}(?:set the channel (?:topic|description|purpose)|pinned a message|added an integration|was added to #|renamed the channel|archived the channel).*|huddle.{0,40}|typing…?|\d+ members|forwarded|like|seen by .*|\d+ (?:reactions?|likes?))$"
);
pattern!(REACTION, r"^(?::[a-z0-9_+'-]+:(?::skin-tone-\d:)?\s*)+\d*$");
pattern!(
    FILE,
    r"(?i)^(?:image|screenshot|[\w.() -]{1,80})\.(?:png|jpe?g|gif|heic|webp|pdf|mp4|mov|zip|xlsx?|docx?|pptx?|csv|txt|m4a|mp3)(?:\s*\([^)]*\))?$"
);

/// A line and its bytes.
struct Line<'t> {
    text: &'t str,
    span: Range<usize>,
    /// Whether a blank line, or none, stands before it.
    after_blank: bool,
    /// Whether it is a time alone.
    stamp: bool,
}

/// A message being read.
struct Open {
    label: String,
    /// Whether an application posts it; it is dropped then.
    app: bool,
    when: Option<When>,
    lines: Vec<String>,
    span: Option<Range<usize>>,
}

/// Reads every line; nothing is refused.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) {
    let lines = lines(text);
    let mut known = repeated(&lines);
    let mut day: Option<Date> = None;
    let mut open: Option<Open> = None;
    let mut thread = 0;
    // of the time that stands in a line above its messages
    let mut now: Option<When> = None;
    let mut n = 0;
    while n < lines.len() {
        let line = &lines[n];
        let next = lines.get(n + 1);
        let below = next
            .filter(|l| l.stamp)
            .and_then(|l| STAMP.captures(l.text));
        // A name, its time below it.
        if let Some(stamp) = &below
            && (line.after_blank || known.contains(line.text))
            && may_be_name(line.text)
        {
            known.insert(line.text);
            close(&mut open, thread, turns);
            open = Some(Open {
                label: line.text.to_owned(),
                app: stamp.get(1).is_some(),
                when: when(&stamp[2], &mut day, about),
                lines: Vec::new(),
                span: None,
            });
            n += 2;
            continue;
        }
        // A time in brackets, a name, and a colon, each in a line of its own.
        if let Some(stamp) = BRACKETS.captures(line.text) {
            close(&mut open, thread, turns);
            now = when(&stamp[1], &mut day, about);
            n += 1;
            continue;
        }
        let badge = usize::from(next.is_some_and(|l| l.text != ":"));
        if lines.get(n + 1 + badge).is_some_and(|l| l.text == ":") && may_be_name(line.text) {
            close(&mut open, thread, turns);
            open = Some(Open {
                label: line.text.to_owned(),
                app: badge > 0 && next.is_some_and(|l| matches!(l.text, "APP" | "BOT")),
                when: now,
                lines: Vec::new(),
                span: None,
            });
            n += 2 + badge;
            continue;
        }
        if let Some(head) = ONE_LINE.captures(line.text)
            && may_be_name(&head[1])
            && (line.after_blank || open.is_none())
            && stamp::whole(&head[1]).is_none()
        {
            close(&mut open, thread, turns);
            open = Some(Open {
                label: head[1].to_owned(),
                app: head.get(2).is_some(),
                when: when(&head[3], &mut day, about),
                lines: Vec::new(),
                span: None,
            });
        } else if let Some(head) = DUMPED.captures(line.text) {
            close(&mut open, thread, turns);
            // an identifier that begins with B is an application's
            open = Some(Open {
                label: head[1].to_owned(),
                app: head[2].starts_with('B'),
                when: when(&head[3], &mut day, about),
                lines: Vec::new(),
                span: None,
            });
        } else if let Some(head) = ABOVE.captures(line.text).filter(|h| may_be_name(&h[2])) {
            close(&mut open, thread, turns);
            open = Some(Open {
                label: head[2].to_owned(),
                app: false,
                when: when(&head[1], &mut day, about),
                lines: Vec::new(),
                span: None,
            });
        } else if let Some(head) = BRACKETED
            .captures(line.text)
            .or_else(|| IRC.captures(line.text))
        {
            close(&mut open, thread, turns);
            open = Some(Open {
                label: head[2].to_owned(),
                app: false,
                when: when(&head[1], &mut day, about),
                lines: vec![head[3].to_owned()],
                span: Some(line.span.clone()),
            });
        } else if let Some(stamp) = line.stamp.then(|| STAMP.captures(line.text)).flatten() {
            // A time alone: the same person goes on.
            if let Some(before) = &open {
                let (label, app) = (before.label.clone(), before.app);
                close(&mut open, thread, turns);
                open = Some(Open {
                    label,
                    app,
                    when: when(&stamp[2], &mut day, about),
                    lines: Vec::new(),
                    span: None,
                });
            }
        } else if DAY_HEAD.is_match(line.text)
            && line.after_blank
            && day_of(line.text, about).is_some()
        {
            close(&mut open, thread, turns);
            day = day_of(line.text, about);
            thread += 1;
        } else if line.text.starts_with('#') && open.is_none() && !line.text.contains(' ') {
            turns.document().title = Some(line.text.to_owned());
        } else if !is_window(line.text, n, &lines)
            && let Some(open) = &mut open
        {
            open.lines
                .push(line.text.trim_start_matches(['|', ' ']).to_owned());
            let start = open.span.as_ref().map_or(line.span.start, |s| s.start);
            open.span = Some(start..line.span.end);
        } else if open.is_none()
            && !is_window(line.text, n, &lines)
            && below.is_none()
            && tells(line.text)
        {
            turns.say(
                None,
                &without_emoji(line.text),
                line.span.clone(),
                None,
                thread,
            );
        }
        n += 1;
    }
    close(&mut open, thread, turns);
}

/// Names that stand right above a time more than once, blank lines or not.
fn repeated<'t>(lines: &[Line<'t>]) -> HashSet<&'t str> {
    let mut once: HashSet<&str> = HashSet::new();
    lines
        .windows(2)
        .filter(|w| w[1].stamp && may_be_name(w[0].text))
        .map(|w| w[0].text)
        .filter(|name| !once.insert(name))
        .collect()
}

/// The lines that hold anything.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let (mut at, mut after_blank) = (0, true);
    for raw in text.split_inclusive('\n') {
        let line = raw.trim();
        let start = at + (raw.len() - raw.trim_start().len());
        at += raw.len();
        if line.is_empty() {
            after_blank = true;
        } else {
            lines.push(Line {
                text: line,
                span: start..start + line.len(),
                after_blank,
                stamp: STAMP.is_match(line),
            });
            after_blank = false;
        }
    }
    lines
}

/// Whether the line is the window's own: a button, a reaction, its count, a file's name.
fn is_window(line: &str, n: usize, lines: &[Line<'_>]) -> bool {
    let is_count = line.len() <= 3 && line.bytes().all(|b| b.is_ascii_digit());
    let after_reaction = n > 0 && REACTION.is_match(lines[n - 1].text);
    REACTION.is_match(line)
        || (is_count && after_reaction)
        || (line.len() <= 160 && (WINDOW.is_match(line) || FILE.is_match(line)))
        || furniture::is_line(line, Medium::of(SourceType::Slack))
}

/// Ends the message that is open.
fn close(open: &mut Option<Open>, thread: u32, turns: &mut Turns) {
    let Some(Open {
        label,
        app,
        when,
        lines,
        span: Some(span),
    }) = open.take()
    else {
        return;
    };
    let text = plain(&lines.join("\n"), |_| None);
    let text = text.trim_end_matches("(edited)");
    if !app && !is_program(&label) && !text.is_empty() {
        let speaker = turns.speaker(&label);
        turns.say(Some(speaker), text, span, when, thread);
    }
}

/// Whether a line outside every message tells something: a sentence, no label.
fn tells(line: &str) -> bool {
    let words = line.split_whitespace().count();
    words >= 4 && line.ends_with(['.', '!', '?', '…']) || words >= 9
}

fn may_be_name(line: &str) -> bool {
    let name = clean_name(line);
    !name.is_empty()
        && name.chars().count() <= 40
        && name.split_whitespace().count() <= 5
        && name.starts_with(|c: char| c.is_alphanumeric())
        && !line.ends_with(['?', '!', ',', ':'])
        // "Ruth N."
        && line.strip_suffix('.').is_none_or(|l| l.chars().rev().nth(1) == Some(' '))
        && stamp::whole(line).is_none()
        && name.chars().any(char::is_alphabetic)
}

/// When a message was sent; a stamp with a day of its own moves the day on.
fn when(text: &str, day: &mut Option<Date>, about: &About<'_>) -> Option<When> {
    if let Some(of_its_own) = day_of(text, about) {
        *day = Some(of_its_own);
    }
    let date = day.unwrap_or_else(|| about.reference.date());
    let time = stamp::take(text).0.time?;
    Some(When::minute(date.to_datetime(time)))
}

/// The day that a heading or a stamp names: the latest such day that is not after the reference.
fn day_of(text: &str, about: &About<'_>) -> Option<Date> {
    let today = about.reference.date();
    // "Today October 8th, 2019" was today when it was copied.
    if let Some(day @ Day::Exact(_)) = stamp::take(text).0.day {
        return day.date(false, 0);
    }
    let lower = text.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|w| lower.contains(w));
    if says(&[
        "today", "hoy", "heute", "aujourd", "hoje", "oggi", "vandaag", "idag",
    ]) {
        return Some(today);
    }
    if says(&[
        "yesterday",
        "ayer",
        "gestern",
        "hier",
        "ontem",
        "ieri",
        "gisteren",
        "igår",
    ]) {
        return today.yesterday().ok();
    }
    let (
        Stamp {
            day, twelve_hours, ..
        },
        _,
    ) = stamp::take(text);
    match day {
        Some(day @ Day::NoYear(..)) => {
            let this_year = day.date(false, today.year())?;
            let later = today.tomorrow().is_ok_and(|tomorrow| this_year > tomorrow);
            if later {
                day.date(false, today.year() - 1)
            } else {
                Some(this_year)
            }
        }
        Some(day) => day.date(twelve_hours, today.year()),
        None => {
            let weekday = lower
                .split(|c: char| !c.is_alphabetic())
                .find_map(weekday)?;
            let back = i64::from(weekday.until(today.weekday()));
            let back = if back == 0 { 7 } else { back };
            today.checked_sub(jiff::ToSpan::days(back)).ok()
        }
    }
}

fn weekday(name: &str) -> Option<Weekday> {
    let days = WEEKDAYS.iter().zip(Weekday::Monday.cycle_forward());
    days.into_iter()
        .find_map(|(day, weekday)| day.eq_ignore_ascii_case(name).then_some(weekday))
}

#[cfg(test)]
mod tests;
