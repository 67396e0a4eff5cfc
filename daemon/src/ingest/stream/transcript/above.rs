//! Names that stand alone above what their bearers say, with the time below them, or with nothing but their recurrence to
//! tell them from other lines.
//!
//! ```text
//! Ida Ek            Ida Ek (Northmoor) (Con)
//! 00:12             Will she buy the leek?
//! Soup?
//!                   The Minister for Soup (Bo Alm)
//! ```

use super::Line;
use super::speakers::looks_like_name;
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;
use std::collections::{HashMap, HashSet};

pattern!(MARK, r"^[\[(]?((?:\d{1,2}:)?\d{1,2}:\d{2})[\])]?$");
pattern!(NUMBERED, r"^(?:[TQ]?\d{1,3}\.\s+)(.*)$");
pattern!(BRACKETED, r"^(.{2,90}?)((?:\s\([^()]{1,40}\))+)$");

/// Paragraphs that begin with a name, from which on a text is taken for talk.
const FEWEST: usize = 4;

/// The time that a line is, alone or in brackets.
pub(super) fn mark(line: &str) -> Option<&str> {
    MARK.captures(line)
        .and_then(|c| c.get(1))
        .map(|m| m.as_str())
}

/// A name that stands alone.
pub(super) struct Above<'t> {
    pub(super) label: &'t str,
    /// The time in the line below it.
    pub(super) time: Option<&'t str>,
}

/// The names that stand alone, by their lines.
pub(super) fn names<'t>(lines: &[Line<'t>]) -> HashMap<usize, Above<'t>> {
    let timed = timed(lines);
    if timed.is_empty() {
        paragraphs(lines)
    } else {
        timed
    }
}

/// Those above a time.
fn timed<'t>(lines: &[Line<'t>]) -> HashMap<usize, Above<'t>> {
    let mut found = HashMap::new();
    let mut labels: HashSet<&str> = HashSet::new();
    for (n, pair) in lines.windows(2).enumerate() {
        let (name, below) = (pair[0].text, pair[1].text);
        if let Some(time) = mark(below)
            && !name.is_empty()
            && name.len() <= 80
            && looks_like_name(without_brackets(name))
            && stamp::whole(name).is_none()
        {
            labels.insert(name);
            found.insert(
                n,
                Above {
                    label: name,
                    time: Some(time),
                },
            );
        }
    }
    // a heading above the first time is met once, and who talks is met again
    if labels.len() < found.len() {
        found
    } else {
        HashMap::new()
    }
}

/// Those that begin paragraphs, where nearly every paragraph of several lines begins so, and one at least recurs.
pub(super) fn paragraphs<'t>(lines: &[Line<'t>]) -> HashMap<usize, Above<'t>> {
    let mut found = HashMap::new();
    let mut labels: HashSet<&str> = HashSet::new();
    let mut others = 0;
    for (n, line) in lines.iter().enumerate() {
        let begins = n == 0 || lines[n - 1].text.is_empty();
        let below = lines.get(n + 1).map_or("", |l| l.text);
        // a line alone between empty ones is a heading or a remark
        if !begins || line.text.is_empty() || below.is_empty() {
            continue;
        }
        // the document's head
        if stamp::whole(line.text).is_some() || stamp::whole(below).is_some() {
            continue;
        }
        match titled_name(line.text) {
            Some(label) if below.ends_with(['.', '?', '!', '…', ']', '"', '”']) => {
                labels.insert(without_brackets(label));
                found.insert(n, Above { label, time: None });
            }
            _ => others += 1,
        }
    }
    if found.len() >= FEWEST && labels.len() < found.len() && others * 4 <= found.len() {
        found
    } else {
        HashMap::new()
    }
}

/// The line as somebody's name, with a number before it, an office or brackets behind it: `1. Ida Ek (Northmoor) (Con)`,
/// `Mr Speaker`, `The Minister for Soup (Bo Alm)`.
fn titled_name(line: &str) -> Option<&str> {
    let line = NUMBERED
        .captures(line)
        .and_then(|c| c.get(1))
        .map_or(line, |m| m.as_str());
    let bare = without_brackets(line);
    let words = bare.split_whitespace().count();
    let office = bare.starts_with("The ") && bare.len() < line.len();
    let named = (2..=4).contains(&words) && looks_like_name(bare);
    let plain = !bare.contains([',', ':', ';', '"', '!', '?']);
    (plain && line.len() <= 120 && (office || named)).then_some(line)
}

/// A label without the brackets at its end.
fn without_brackets(label: &str) -> &str {
    BRACKETED
        .captures(label)
        .and_then(|c| c.get(1))
        .map_or(label, |m| m.as_str())
}
