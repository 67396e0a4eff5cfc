//! Heads as the pages and mails of other trackers write them (Bugzilla, Trac, Redmine, sourcehut), and what those put
//! round them.

use super::head::Head;
use super::stacked::Told;
use crate::extract::dates::Reference;
use crate::ingest::bylines::{self, Form};
use crate::ingest::lines::Line;
use crate::ingest::pattern::pattern;
use jiff::civil::Date;
use std::borrow::Cow;

// "comment:3 by ida, 8 days ago"
pattern!(
    NUMBERED,
    r"^(?:comment:\d+|#\d+|Comment #?\d+)(?: (?:by|from))? ([\p{L}\d][\w.\p{L} -]{0,48}?)(?:,| -)? (\S.{0,40} ago|\d{4}-\d{2}-\d{2}\b.{0,30})$"
);
// "Updated by Ida Ek 11 days ago"
pattern!(
    DONE_BY,
    r"^(Updated|Added|Reported|Created|Commented|Opened) by ([\p{L}\d][\w.\p{L} -]{0,48}?),? (?:on )?((?:about |over |almost )?(?:\d{1,3}|an?) \p{L}+ ago|\d{4}-\d{2}-\d{2}\b.{0,20}|\d{1,2}/\d{1,2}/\d{4}\b.{0,20}?)(?:\. Updated .{0,40})?\.?$"
);
// "~ida 12 days ago", "~ida REPORTED FIXED 9 days ago"
pattern!(
    TILDE,
    r"^~([\w.-]{1,40})( [A-Z][A-Z ]{2,40})? ((?:an?|\d{1,3}) \p{L}+ ago|\d{4}-\d{2}-\d{2}.{0,20})$"
);
// "--- Comment #7 from Ida Ek <ida@a.example> ---"
pattern!(
    RULED,
    r"^-{2,} *(?:Comment #?\d+ (?:from|by)|Additional comments from) ([^<>]{2,60}?)(?: <[^<>]*>)?(?: (\d{4}-\d{2}-\d{2}.{0,30}?))? *-{2,}$"
);
// "Ida Ek added a comment - 2024-05-02 09:14"
pattern!(
    ADDED,
    r"^\p{Lu}[\p{L}.' -]{1,48} (?:added a comment|made changes|changed the [a-z ]{3,20}) [-–—•·] \S.{5,40}$"
);
// "Ida Ek   May 12, 2024 at 9:14 AM"
pattern!(
    BESIDE,
    r"^(\p{Lu}[\p{L}.'’ -]{2,48}?)(?: {2,}|\t+)((?:\p{Lu}\p{L}{2,8}\.? \d{1,2}, \d{4},? (?:at )?|\d{1,2}[ /]\p{Lu}\p{L}{2,8}\.?[ /]\d{2,4},? (?:at )?)\d{1,2}[:.]\d{2}(?: ?[AaPp]\.?[Mm]\.?)?)$"
);
// "Ida Ek changed the Status   May 12, 2024 at 9:14 AM", below it "OPEN → DONE"
pattern!(
    STATE_CHANGED,
    r"^\p{Lu}[\p{L}.'’ -]{1,48} (?:changed|updated|set) the \p{L}[\p{L} ]{2,24}(?: {2,}|\t+)\S.{5,40}$"
);
// "Ida Ek changed the Status", below it the time and the values
pattern!(
    CHANGED_BELOW,
    r"^\p{Lu}[\p{L}.'’ -]{1,48} (?:changed|updated|set|added|removed) (?:the|a) \p{L}[\p{L} ]{2,24}$"
);
pattern!(
    WHEN,
    r"^(?:\d{1,2} \p{L}{3,9} \d{4}|\p{L}{3,9} \d{1,2}, \d{4}|\d{1,2}/\p{L}{3}/\d{2,4})\b.{0,16}$|^.{1,20} ago$|^(?:yesterday|today)\b.{0,14}$"
);
pattern!(
    DETAIL,
    r"^(?:Created|Updated|Resolved):? \p{Lu}?[\p{L}\d ./,]{2,14}\d{2,4}(?:,? (?:at )?\d{1,2}[:.]\d{2}.{0,5})?$"
);
pattern!(CHANGED, r"^[^<>|]{2,60} <[^<>\s]+> changed:$");
pattern!(
    STANDS,
    r"(?i)^(opened|reported|submitted|created|updated|modified|closed|last modified|last updated)(?: (?:on )?((?:(?:an?|\d{1,3}) \p{L}+,? ?)+ago|yesterday))?$"
);
pattern!(AGO, r"(?i)^(?:(?:an?|\d{1,3}) \p{L}+,? ?)+ago$|^yesterday$");
pattern!(
    REPORTER,
    r"^(?:Reported by|Reporter|Submitter|Author|Created by):\s+(\S[^\t]{0,48}?)(?:\t.*)?$"
);
// fields side by side: "Priority:\tnormal\tMilestone:\t8.4.1"
pattern!(ROW, r"^[\p{L} ]{2,24}:\t[^\t]*\t[\p{L} ]{2,24}:(?:\t.*)?$");
pattern!(
    LABEL,
    r"(?i)^(?:status|priority|severity|assignee|assigned to|target version|version|milestone|component|category|start date|due date|% done|estimated time|spent time|labels|submitter|keywords|resolution):$"
);

/// Words of a field's value at most.
const VALUE: usize = 4;

/// What the parts of a page, and their buttons, are called.
const PARTS: [&str; 7] = [
    "Description",
    "Quote",
    "History",
    "Notes",
    "Property changes",
    "Actions",
    "Change History",
];

/// Lines of a table of changes that are looked at.
const ROWS: usize = 9;

/// Whether a text has at least two heads as only such pages and mails write them.
pub(in crate::ingest::github) fn is_page(text: &str) -> bool {
    /// Lines that are looked at.
    const LOOKED_AT: usize = 2000;
    let heads = |l: &&str| {
        [&TILDE, &NUMBERED, &DONE_BY, &RULED, &ADDED]
            .iter()
            .any(|p| p.is_match(l))
    };
    let lines = text.lines().take(LOOKED_AT).map(str::trim);
    lines.filter(heads).take(2).count() == 2
}

/// What the lines at the beginning of these say together, and how many they are; `today` is when the page was taken.
pub(super) fn told(lines: &[&str], today: Date) -> Option<(Told, usize)> {
    let line = *lines.first()?;
    let numbers = lines.get(1).is_some_and(|next| DONE_BY.is_match(next));
    if PARTS.contains(&line) || line.starts_with('#') && numbers {
        return Some((Told::Event, 1));
    }
    let said = |name: &str, verb: &str, dated: &str| {
        Told::Said(Head::new(name.trim(), verb, dated.trim()))
    };
    if let Some(c) = NUMBERED.captures(line) {
        return Some((said(&c[1], "commented", &c[2]), 1));
    }
    if let Some(c) = DONE_BY.captures(line) {
        let verb = match &c[1] {
            "Updated" | "Commented" => "commented",
            _ => "opened",
        };
        return Some((said(&c[2], verb, &c[3]), 1));
    }
    if let Some(c) = TILDE.captures(line) {
        let state = c.get(2).map_or("", |state| state.as_str());
        let verb = match state.contains("FIXED") || state.contains("CLOSED") {
            true => "closed",
            false => "commented",
        };
        return Some((said(&c[1], verb, &c[3]), 1));
    }
    if let Some(c) = RULED.captures(line) {
        let dated = c.get(2).map_or("", |at| at.as_str());
        return Some((said(&c[1], "commented", dated), 1));
    }
    if STATE_CHANGED.is_match(line) {
        let below = lines.get(1).is_some_and(|l| l.contains('→'));
        return Some((Told::Event, 1 + usize::from(below)));
    }
    if CHANGED_BELOW.is_match(line) && lines.get(1).is_some_and(|l| WHEN.is_match(l)) {
        // what it was and is
        let values = lines[2..].iter().take(2);
        let few = |l: &&&str| !l.is_empty() && l.split_whitespace().count() <= VALUE;
        return Some((Told::Event, 2 + values.take_while(few).count()));
    }
    if let Some(c) = BESIDE.captures(line) {
        return Some((said(&c[1], "commented", &c[2]), 1));
    }
    if DETAIL.is_match(line) {
        return Some((Told::Event, 1));
    }
    if CHANGED.is_match(line) {
        let row = |l: &&&str| l.is_empty() || l.contains('|') || l.bytes().all(|b| b == b'-');
        let rows = lines[1..].iter().take(ROWS).take_while(row).count();
        return Some((Told::Event, 1 + rows));
    }
    if let Some(c) = REPORTER.captures(line).filter(|_| line.contains('\t')) {
        return Some((said(&c[1], "opened", ""), 1));
    }
    if ROW.is_match(line) {
        return Some((Told::Event, 1));
    }
    if let Some(c) = STANDS.captures(line) {
        let below = lines.get(1).filter(|below| AGO.is_match(below));
        let (dated, taken) = match (c.get(2), below) {
            (Some(dated), _) => (dated.as_str(), 1),
            (None, Some(below)) => (*below, 2),
            (None, None) => return None,
        };
        let since = ["opened", "reported", "submitted", "created"];
        let told = match since.contains(&c[1].to_lowercase().as_str()) {
            true => Told::Since(dated.to_owned()),
            false => Told::Event,
        };
        return Some((told, taken));
    }
    if LABEL.is_match(line) {
        // its value, below a blank line or right below
        let value = lines.iter().skip(1).take(2).position(|l| !l.is_empty());
        let value = value.filter(|n| !LABEL.is_match(lines[n + 1]));
        return Some((Told::Event, value.map_or(1, |n| n + 2)));
    }
    // "Automation for Jira", its day below
    if line.starts_with("Automation for ") && lines.get(1).is_some_and(|l| l.contains(" at ")) {
        let head = Head::new("automation[bot]", "commented", lines[1]);
        return Some((Told::Said(head), 2));
    }
    if let ("Reporter" | "Assignee", Some(value)) = (line, lines.get(1)) {
        let short = !value.is_empty() && value.len() < 50;
        return short.then_some((Told::Event, 2));
    }
    if let ("Submitter" | "Assigned to" | "Status", Some(value)) = (line, lines.get(1)) {
        let login = value.starts_with('~') && !value.contains(' ');
        let state = !value.is_empty() && value.chars().all(|c| c.is_uppercase() || c == ' ');
        return (login || state).then_some((Told::Event, 2));
    }
    framed(lines, today)
}

/// Who opened an issue and when, as Jira's page tells in its details: beside its description, or below all comments.
pub(super) fn reported(lines: &[&str]) -> Option<Head> {
    let value = |label: &str| {
        let at = lines.iter().position(|l| {
            let rest = l.strip_prefix(label);
            rest.is_some_and(|r| r.is_empty() || r.starts_with([':', '\t', ' ']))
        })?;
        let beside = lines[at][label.len()..].trim_start_matches([':', '\t', ' ']);
        let below = || lines[at + 1..].iter().find(|l| !l.is_empty()).copied();
        (!beside.is_empty()).then_some(beside).or_else(below)
    };
    let by = value("Reporter").filter(|name| name.contains(' ') && name.len() < 50)?;
    let dated =
        value("Created").filter(|d| d.len() < 40 && d.contains(|c: char| c.is_ascii_digit()))?;
    Some(Head::new(by, "opened", dated))
}

/// A name with its role, the comment's number and the date on lines of their own.
fn framed(lines: &[&str], today: Date) -> Option<(Told, usize)> {
    let read: Vec<Line> = lines
        .iter()
        .map(|text| Line {
            text: Cow::Borrowed(text),
            span: 0..0,
        })
        .collect();
    let reference = Reference::at(today.at(12, 0, 0, 0));
    let byline = bylines::byline(&read, 0, &reference)
        .filter(|b| b.form == Form::Framed || b.form == Form::Below && b.author.contains(' '))
        .filter(|b| !b.sells && b.lines.start == 0)?;
    let opens = lines[..byline.lines.end].contains(&"Description");
    let verb = if opens { "opened" } else { "commented" };
    let dated = byline.when.days().0.to_string();
    let head = Head::new(&byline.author, verb, &dated);
    Some((Told::Said(head), byline.lines.end))
}

#[cfg(test)]
mod tests;
