//! What a line of print is by itself: a rule, a row of columns, a clause with its number, a heading.

use super::rows;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;

/// Whether the line only draws.
pub(super) fn is_rule(text: &str) -> bool {
    let text = text.trim();
    text.len() >= 5
        && text
            .chars()
            .all(|c| matches!(c, '-' | '_' | '=' | '*' | '─' | '—' | '·' | '.'))
        || rules_columns(text)
}

/// Whether the line is a rule under each of several columns: "---  -----".
pub(super) fn rules_columns(text: &str) -> bool {
    let mut rules = text.split_whitespace();
    text.contains("  ")
        && rules.clone().count() >= 2
        && rules.all(|r| r.len() >= 2 && r.chars().all(|c| matches!(c, '-' | '=' | '─')))
}

/// Whether the line has columns, its number apart.
pub(super) fn is_row(text: &str) -> bool {
    lines::is_row(clause(text).unwrap_or(text))
}

/// A row's columns: the first as a label where it is one.
pub(super) fn columns(text: &str) -> String {
    match &labelled(rows::cells(text))[..] {
        // "Patient: Ann Lee   Born: …": each says its own label
        cells @ [first, second, ..] if is_pair(first) || is_pair(second) => {
            let mut out = first.clone();
            for cell in &cells[1..] {
                out.push_str(if is_pair(cell) { "; " } else { ", " });
                out.push_str(cell);
            }
            out
        }
        [label, rest @ ..] if !rest.is_empty() => {
            let is_label = label.split_whitespace().count() <= 4
                && label.chars().any(char::is_alphabetic)
                && !label.ends_with([':', '.', ',']);
            let mark = match (label.ends_with(':'), is_label) {
                (true, _) => " ",
                (_, true) => ": ",
                _ => ", ",
            };
            format!("{label}{mark}{}", rest.join(", "))
        }
        cells => cells.join(" "),
    }
}

/// The cells of a row with several labels, each with the value that stands in the next column.
fn labelled(cells: Vec<String>) -> Vec<String> {
    let labels = cells.iter().filter(|c| c.ends_with(':')).count();
    if labels < 2 {
        return cells;
    }
    let mut out: Vec<String> = Vec::new();
    for cell in cells {
        match out.last_mut().filter(|last| last.ends_with(':')) {
            Some(label) if !cell.ends_with(':') => {
                label.push(' ');
                label.push_str(&cell);
            }
            _ => out.push(cell),
        }
    }
    out
}

/// Whether a cell is a label with its value.
fn is_pair(cell: &str) -> bool {
    cell.split_once(": ").is_some_and(|(label, value)| {
        label.split_whitespace().count() <= 4
            && label.starts_with(char::is_alphabetic)
            && !value.trim().is_empty()
    })
}

/// The text of a clause or item without its number: "1.1  The …", "(a)  pencils", "A.   The …", "- x".
pub(super) fn clause(line: &str) -> Option<&str> {
    pattern!(
        NUMBER,
        r"^\s*(?:(?:\d{1,2}(?:\.\d{1,2}){1,3}\.?|\(\w{1,4}\)|[A-Z]\.|\d{1,2}\.|§\s*\d+)\s+(\S.*)|\d{1,2}\s{2,6}(\p{Lu}\S*(?:\s\S+){0,6}))$"
    );
    let rest = NUMBER
        .captures(line)
        .and_then(|c| c.get(1).or_else(|| c.get(2)))
        .map(|m| m.as_str());
    // "W. A. Cumber" is a name
    let initials = |r: &str| {
        let mut chars = r.chars();
        line.trim_start().starts_with(|c: char| c.is_alphabetic())
            && chars.next().is_some_and(char::is_uppercase)
            && chars.next() == Some('.')
    };
    let bare = line.trim_start();
    // "M. Roue" is a man
    let man = bare.starts_with("M. ") && !bare.starts_with("M.  ");
    // "1. November 2025" is a day
    let counted = bare.starts_with(|c: char| c.is_ascii_digit());
    let day = |r: &str| counted && lines::begins_with_month(r);
    // "5.9   10*9/L" is a table's cell, not a clause's number.
    rest.filter(|r| !man && !initials(r) && !day(r))
        .filter(|r| {
            r.starts_with(|c: char| c.is_alphabetic() || matches!(c, '"' | '“' | '£' | '$' | '€'))
        })
        .or_else(|| lines::item_text(line))
}

/// Whether all letters are capitals, the line's number apart.
pub(super) fn is_capitals(text: &str) -> bool {
    let text = clause(text).unwrap_or(text);
    text.chars().filter(|c| c.is_alphabetic()).count() >= 3
        && text.contains(char::is_uppercase)
        && !text.contains(char::is_lowercase)
}

/// The heading that a line is: in capitals, or a few words that end nothing.
pub(super) fn heading(line: &str) -> Option<String> {
    let text = clause(line).unwrap_or(line).trim();
    let words = text.split_whitespace().count();
    let introduces = text.ends_with(':') && !is_capitals(text);
    if is_row(text) || introduces || words == 0 || words > 9 || text.ends_with(['.', ',', ';']) {
        return None;
    }
    // "Apologies:  Bo Alm" tells, it heads nothing
    let tells = text
        .split_once(':')
        .is_some_and(|(_, rest)| !rest.trim().is_empty());
    if tells && !is_capitals(text) {
        return None;
    }
    let capitals = is_capitals(text)
        || text
            .split('(')
            .next()
            .is_some_and(|t| is_capitals(t.trim()));
    let titled = words <= 6
        && text.starts_with(char::is_uppercase)
        && !text.contains(|c: char| c.is_ascii_digit())
        && text.chars().count() <= 48;
    (capitals || titled).then(|| text.trim_end_matches(':').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_clauses_headings_and_rules() {
        assert_eq!(clause("1.1  The lease begins"), Some("The lease begins"));
        assert_eq!(clause("(a)  oars"), Some("oars"));
        assert_eq!(clause("2   The pier"), Some("The pier"));
        assert_eq!(clause("2   Oars, long      3.00"), None);
        assert_eq!(clause("5.9   10*9/L"), None);
        assert_eq!(clause("W. A. Ek, ACII"), None);
        assert_eq!(clause("M. Yves Roue (lot 3)"), None);
        assert_eq!(heading("2.   TERM").as_deref(), Some("TERM"));
        assert_eq!(heading("The boat is here."), None);
        assert!(is_rule("=====") && is_rule("---  -----") && !is_rule("a - b"));
        assert_eq!(columns("Agent          BO CHEN"), "Agent: BO CHEN");
        assert_eq!(
            columns("Patient: LEE, Ann      Born: 3 May 1990   Sex: F"),
            "Patient: Ann Lee; Born: 3 May 1990; Sex: F"
        );
        assert_eq!(
            columns("Our ref:   A/24      Date:     3 May 2024"),
            "Our ref: A/24; Date: 3 May 2024"
        );
        assert_eq!(
            columns("14 Canal Road          Due: 3 May 2027"),
            "14 Canal Road; Due: 3 May 2027"
        );
    }
}
