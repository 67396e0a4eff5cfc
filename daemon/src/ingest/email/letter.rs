//! The words of a message: greeting, signature, disclaimers and quotes taken away, parted into points.
//!
//! - `points`: the points of a group of lines

mod points;

use super::phrases::is_name;
pub(crate) use super::phrases::{is_closing, is_greeting};
use crate::ingest::furniture::{self, Medium};
use crate::ingest::lines::{self, Line};
use memo_common::api::SourceType;
use points::points;
use std::ops::Range;

const EMAIL: Medium = Medium::of(SourceType::Email);

/// A point of a message: a paragraph or an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
    /// It is an item of a list.
    pub(crate) item: bool,
    /// The line that introduces it ("Your package", "To bring:").
    pub(crate) heading: Option<String>,
}

/// A message's words, and what its end says of the writer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) points: Vec<Point>,
    /// Name under the words.
    pub(crate) signed: Option<String>,
}

/// Reads the lines of one message, quotes already taken out.
pub(crate) fn read(lines: &[Line]) -> Letter {
    let mut letter = Letter::default();
    let mut heading: Option<String> = None;
    let mut closed = false;
    let mut first = true;
    let mut groups = groups(lines);
    // What a mail's program writes last stands below the name.
    let own = |group: &[Line]| {
        group.len() <= 2
            && group
                .iter()
                .all(|l| furniture::without(&l.text, EMAIL).is_empty())
    };
    while groups.len() > 1 && groups.last().is_some_and(|last| own(last)) {
        groups.pop();
    }
    for (n, group) in groups.iter().enumerate() {
        let mut group = *group;
        if first {
            first = false;
            if is_greeting(&group[0].text) {
                group = &group[1..];
            }
        }
        if group.is_empty() {
            continue;
        }
        if group[0].text.trim_end() == "--" {
            // Nothing that a person wrote stands below the signature's mark, but a forwarding's own text may.
            letter.signed = letter.signed.or_else(|| signed(&group[1..]));
            closed = true;
            continue;
        }
        let mut words = group;
        let closing = group
            .iter()
            .position(|l| is_closing(&l.text))
            .or_else(|| closes(group).then_some(0));
        // Thanks at the beginning, or with more to come, close nothing.
        let ends = |at: usize| {
            (at > 0 || !letter.points.is_empty())
                && match group.get(at + 1).or_else(|| groups.get(n + 1)?.first()) {
                    Some(below) => {
                        is_name(&below.text)
                            || is_signed(&below.text)
                            || below.text.trim_end() == "--"
                            || furniture::without(&below.text, EMAIL).is_empty()
                            || group.len() > at + 1
                    }
                    None => true,
                }
        };
        if let Some(at) = closing.filter(|at| ends(*at)) {
            words = &group[..at];
            letter.signed = letter.signed.or_else(|| signed(&group[at + 1..]));
            closed = true;
        } else if closed {
            // Below the closing stand name, title, address; only a postscript or running text is read on.
            if letter.signed.is_none() {
                letter.signed = signed(group);
            }
            if !reads_on(group) {
                continue;
            }
        }
        points(words, &mut heading, &mut letter.points);
    }
    // A last line of a name alone is a signature without a closing.
    if !closed && letter.points.len() > 1 {
        let name = letter
            .points
            .last()
            .filter(|p| !p.item && p.heading.is_none() && is_name(&p.text))
            .filter(|_| groups.last().is_some_and(|last| last.len() == 1))
            .map(|p| p.text.clone());
        if let Some(name) = name {
            letter.points.pop();
            letter.signed = Some(name.trim_end_matches(['.', ',']).to_owned());
        }
    }
    letter
}

/// Whether a group is a closing in whatever language: a few words with a comma, a name below them, and little else.
fn closes(group: &[Line]) -> bool {
    /// Lines of a closing, and words of its first, at most.
    const LINES: usize = 5;
    const WORDS: usize = 4;
    let [first, name, ..] = group else {
        return false;
    };
    let first = first.text.trim();
    let words = first.split_whitespace().count();
    group.len() <= LINES
        && words <= WORDS
        && first.starts_with(char::is_uppercase)
        && first.ends_with(',')
        && first.matches(',').count() == 1
        && !first.contains(|c: char| c.is_ascii_digit())
        && is_name(&name.text)
        && !name.text.trim().ends_with(',')
}

/// Lines parted by empty ones; the signature's mark begins a group of its own.
fn groups<'l, 't>(lines: &'l [Line<'t>]) -> Vec<&'l [Line<'t>]> {
    let mut groups = Vec::new();
    let mut start = 0;
    for (i, line) in lines.iter().enumerate() {
        let mark = line.text.trim_end() == "--";
        if line.is_empty() || mark {
            if i > start {
                groups.push(&lines[start..i]);
            }
            start = if mark { i } else { i + 1 };
        }
    }
    if start < lines.len() {
        groups.push(&lines[start..]);
    }
    groups
}

/// Most words of what stands in the place of a signature.
const SIGNED: usize = 12;

/// What stands in the place of a signature by hand: "(signed)", "Dictated but not signed".
fn is_signed(line: &str) -> bool {
    let words = line
        .trim()
        .trim_matches(['(', ')', '[', ']', '.'])
        .to_lowercase();
    let signs = [
        "signed",
        "sgd",
        "gez",
        "signature",
        "signé",
        "firmado",
        "unterschrift",
    ];
    let dictated = [
        "dictated ",
        "electronically signed",
        "signed electronically",
        "electronically approved",
        "approved electronically",
        "digitally signed",
        "diktiert ",
    ];
    signs.contains(&words.as_str())
        || words.split_whitespace().count() <= SIGNED
            && dictated.iter().any(|d| words.starts_with(d))
}

/// The name in the lines under a closing.
fn signed(below: &[Line]) -> Option<String> {
    let name = below
        .iter()
        .map(|l| l.text.trim().trim_end_matches(['.', ',']))
        .filter(|l| is_name(l));
    let names: Vec<&str> = name.take(3).collect();
    // The full name, where the first one stands above it.
    let first = *names.first()?;
    let fuller = names
        .iter()
        .find(|n| n.len() > first.len() && n.split_whitespace().any(|w| w == first));
    Some((*fuller.unwrap_or(&first)).to_owned())
}

/// Whether text below a closing is read again: a postscript, or running text that is no disclaimer.
fn reads_on(group: &[Line]) -> bool {
    let text = lines::unwrap(group);
    let lower = text.trim_start().to_lowercase();
    if ["ps", "p.s", "p.p.s", "pps", "nb", "n.b"].iter().any(|p| {
        lower
            .strip_prefix(p)
            .is_some_and(|r| r.starts_with([' ', ':', '.', ',', '-']))
    }) {
        return true;
    }
    let longest = text
        .lines()
        .map(|l| l.split_whitespace().count())
        .max()
        .unwrap_or(0);
    longest >= 12
        && text.contains(['.', '!', '?'])
        && furniture::without(&text, EMAIL).len() == text.len()
        && !text.contains(" | ")
}

#[cfg(test)]
mod tests;
