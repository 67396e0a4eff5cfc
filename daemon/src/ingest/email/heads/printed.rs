//! The heads of conversations as they are printed, or copied from a window: a name, a date, addressees on lines of their
//! own.

use super::{Field, Head, attribution, field};
use crate::extract::dates::{self, Anchor, Reference};
use crate::ingest::email::phrases::is_name;
use crate::ingest::lines::Line;
use crate::ingest::written_date;

/// The head that a printed or copied conversation has: "Ann Lee <ann@x.example>", the date beside or below it, and
/// perhaps "To: …".
pub(crate) fn printed(lines: &[Line], at: usize) -> Option<(Head, usize)> {
    let text = lines.get(at)?.text.trim();
    if let Some(found) = displayed(lines, at) {
        return Some(found);
    }
    // "* Ann Lee <ann@x.example> [2025-03-03 10:12]:" stands above a quote
    if text.ends_with(':') && attribution(lines, at).is_some() {
        return None;
    }
    let (open, close) = (text.find('<')?, text.find('>')?);
    let address = text.get(open + 1..close)?;
    let name = text[..open].trim();
    if !address.contains('@')
        || address.contains(' ')
        || name.is_empty()
        || name.contains(':')
        || name.split_whitespace().count() > 5
    {
        return None;
    }
    let mut head = Head {
        from: text[..=close].to_owned(),
        date: text[close + 1..].trim().to_owned(),
        ..Head::default()
    };
    let mut end = at + 1;
    if head.date.is_empty() {
        end = addressed(lines, end, &mut head);
        head.date = lines.get(end)?.text.trim().to_owned();
        end += 1;
    }
    if !is_date(&head.date) {
        return None;
    }
    // "to me, Ann, Bo": as a mail program displays it
    if let Some(names) = lines
        .get(end)
        .and_then(|l| l.text.trim().strip_prefix("to "))
        && names.len() < 120
    {
        let names = names.split(", ").filter(|n| is_name(n) || *n == "me");
        head.to.extend(names.map(str::to_owned));
        end += 1;
    }
    while let Some((field @ (Field::To | Field::Subject), value)) =
        lines.get(end).and_then(|l| field(&l.text))
    {
        match field {
            Field::To => head.to.push(value.to_owned()),
            _ => head.subject = value.to_owned(),
        }
        end += 1;
    }
    Some((head, end))
}

/// Takes in addressees that stand between a sender and the date, below their label and parted from it by blank lines
/// ("To:", "Ann Lee"); the line at which the date is looked for.
fn addressed(lines: &[Line], at: usize, head: &mut Head) -> usize {
    /// Addressees that are shown before the rest is folded.
    const SHOWN: usize = 4;
    let text = |n: usize| lines.get(n).map_or("", |l| l.text.trim());
    let past = |n: usize| n + usize::from(text(n).is_empty());
    let mut end = past(at);
    while let Some((Field::To, value)) = field(text(end)) {
        end += 1;
        if !value.is_empty() {
            head.to.push(value.to_owned());
            continue;
        }
        for _ in 0..SHOWN {
            let name = text(end).trim_end_matches(',');
            if !(is_name(name) || name.contains('@') && field(name).is_none()) {
                break;
            }
            head.to.push(name.to_owned());
            end += 1;
        }
    }
    if head.to.is_empty() { at } else { past(end) }
}

/// A head whose address the program hides: "Ann Lee", the date below it, "to me".
fn displayed(lines: &[Line], at: usize) -> Option<(Head, usize)> {
    let line = |n: usize| lines.get(at + n).map(|l| l.text.trim());
    let (name, date) = (line(0)?, line(1)?);
    let to = line(2)?.strip_prefix("to ").filter(|to| to.len() < 120)?;
    let names: Vec<&str> = to.split(", ").collect();
    let named = names.iter().all(|n| is_name(n) || *n == "me");
    if !named || !is_name(name) || !is_date(date) {
        return None;
    }
    let head = Head {
        from: name.to_owned(),
        date: date.to_owned(),
        to: names.into_iter().map(str::to_owned).collect(),
        ..Head::default()
    };
    Some((head, at + 3))
}

/// Whether a line is a date and little else, with its year or without.
pub(super) fn is_date(line: &str) -> bool {
    // Any day will do; times outside of four-digit years are none.
    let reference = Reference::at(jiff::civil::date(2000, 7, 1).at(12, 0, 0, 0));
    // "(2 hours ago)" is said of the date before it
    let line = line.split(" (").next().unwrap_or(line);
    line.chars().count() < 60
        && (written_date::find(line).is_some()
            || dates::find(line, &reference)
                .iter()
                .any(|f| f.anchor >= Anchor::Yearless && f.span.len() * 2 >= line.trim().len()))
}
