//! The words of a message: greeting, signature, disclaimers and quotes taken away, parted into points.

use super::bold::unmarked;
pub(crate) use super::phrases::{is_closing, is_greeting};
use super::phrases::{is_name, is_pleasantry};
use crate::extract::sentences;
use crate::ingest::furniture::{self, Medium, imprint};
use crate::ingest::lines::{self, Line};
use memo_common::api::SourceType;
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
    let groups = groups(lines);
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
        let closing = group.iter().position(|l| is_closing(&l.text));
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

/// The points of a group of lines.
fn points(group: &[Line], heading: &mut Option<String>, out: &mut Vec<Point>) {
    if group.is_empty() {
        return;
    }
    if let [line] = group
        && let Some(title) = title(&line.text)
    {
        *heading = Some(title);
        return;
    }
    let mut rest = group;
    // "YOUR CLASS" above its lines.
    if group.len() > 1
        && let Some(title) = title(&group[0].text)
            .filter(|_| is_capitals(&group[0].text) || lines::is_item(&group[1].text))
    {
        *heading = Some(title);
        rest = &group[1..];
    }
    let mut start = 0;
    let mut any_item = false;
    let mut leads = false;
    // What follows a list is no longer under the line that introduced it.
    if out.last().is_some_and(|p| p.item)
        && !lines::is_item(&rest[0].text)
        && !heading.as_deref().is_some_and(is_capitals)
    {
        *heading = None;
    }
    for i in 1..=rest.len() {
        let ends = i == rest.len() || lines::is_item(&rest[i].text);
        if !ends {
            continue;
        }
        let part = &rest[start..i];
        start = i;
        let item = lines::item_text(&part[0].text).is_some();
        any_item |= item;
        let text = words(part);
        let mut text = furniture::without(&text, EMAIL).into_owned();
        // "Two things before I leave:" stands over the list below it.
        if !item && text.ends_with(':') && text.split_whitespace().count() <= 25 {
            let bare = text.trim_end_matches([':', ' ']);
            // behind a sentence that has ended, the colon is what is left of a rule
            let at = match bare.ends_with(['.', '!', '?']) {
                true => bare.len(),
                false => sentences::split(&text).last().map_or(0, |s| s.start),
            };
            *heading = Some(text.split_off(at).trim().trim_end_matches(':').to_owned());
            leads = true;
            text.truncate(text.trim_end().len());
        }
        if text.is_empty() || is_pleasantry(&text) || is_contact(&text) {
            continue;
        }
        out.push(Point {
            text,
            span: lines::span(part),
            item,
            heading: heading.clone().filter(|_| !leads),
        });
    }
    // A heading holds for the list below it, or for one paragraph.
    if !any_item && !leads && !heading.as_deref().is_some_and(is_capitals) {
        *heading = None;
    }
}

/// The text of lines, without the item's mark, trackers and picture placeholders.
fn words(part: &[Line]) -> String {
    let text = lines::unwrap(part);
    let text = lines::item_text(&text).unwrap_or(&text);
    let mut out: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = without_links(&lines::columns(&unmarked(line)));
        if !line.is_empty() && !is_decoration(&line) && !imprint::is(&line) {
            out.push(line);
        }
    }
    out.join("\n")
}

/// Takes out addresses in angle brackets after their text, pictures, and links that carry a tracker.
fn without_links(line: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    for word in line.split(' ') {
        let bare = word.trim_matches(['<', '>', '(', ')', '[', ']', '.', ',']);
        let link = bare.starts_with("http://")
            || bare.starts_with("https://")
            || bare.starts_with("mailto:");
        let bracketed = link && (word.starts_with('<') || word.starts_with("[http"));
        let tracker = link
            && (bare.len() > 90
                || [
                    "/track",
                    "click.",
                    "utm_",
                    "/unsub",
                    "list-manage",
                    "/open?",
                    "links.",
                ]
                .iter()
                .any(|t| bare.contains(t)));
        if !bracketed && !tracker && !bare.starts_with("cid:") && !bare.starts_with("image:") {
            out.push(word);
        }
    }
    out.join(" ").trim().to_owned()
}

/// Most words of what stands in the place of a signature.
const SIGNED: usize = 12;

fn is_decoration(line: &str) -> bool {
    !line.chars().any(char::is_alphanumeric)
}

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

/// A line of nothing but how to reach somebody.
fn is_contact(text: &str) -> bool {
    let lower = text.trim().to_lowercase();
    let words = lower.split_whitespace().count();
    let opens = [
        "tel", "phone", "mobile", "mob", "fax", "t:", "m:", "t +", "m +", "t ", "e:", "www.",
        "http",
    ]
    .iter()
    .any(|o| lower.starts_with(o));
    let digits = lower.chars().filter(char::is_ascii_digit).count();
    !lower.contains('\n')
        && words <= 12
        && opens
        && (digits >= 7 || lower.starts_with("www.") || lower.starts_with("http") && words == 1)
}

fn is_capitals(line: &str) -> bool {
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 3 && !line.chars().any(char::is_lowercase)
}

/// A line that heads what follows: in capitals, or one that ends with a colon.
fn title(line: &str) -> Option<String> {
    let line = line.trim();
    let words = line.split_whitespace().count();
    let heads = words <= 8
        && (is_capitals(line) && !line.contains(['.', '$', '€', '£'])
            || line.ends_with(':') && words <= 6);
    let text = line
        .trim_end_matches(':')
        .trim_matches(['*', '=', '-', '#', ' ']);
    (heads && !text.is_empty() && !lines::is_item(line)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
