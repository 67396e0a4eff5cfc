//! The lines of a list as rows: those put together that say one day, and those that say which days are meant below them.

use super::row::{self, Row, Stamp};
use crate::extract::dates::{Anchor, Reference, Told, find};
use crate::ingest::lines::{self, Line};
use crate::when::{Point, When};
use jiff::civil::Date;

/// The lines, read. A day whose number and name stand on lines of their own ("18", "Nov, Mon") is put together; a month
/// or week in a line of its own says which days are meant below it.
pub(super) fn rows_of(text: &str, mut reference: Reference) -> Vec<Row> {
    let lines = lines::of(text, 0);
    let mut rows = Vec::with_capacity(lines.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let said = line.text.trim();
        if let Some((height, when)) = parted_day(&lines[at - 1..], &reference) {
            at += height - 1;
            let row = Row {
                text: String::new(),
                span: line.span.start..lines[at - 1].span.end,
                indent: 0,
                item: false,
                stamp: Some(Stamp::Day(when)),
            };
            rows.push(row);
            continue;
        }
        if let Some((first, last)) = week(said, &reference) {
            reference.now = first.at(0, 0, 0, 0);
            reference.told = Told {
                days: Some((first, last)),
                stay: Some((first, last)),
            };
            rows.push(Row {
                text: said.to_owned(),
                span: line.span.clone(),
                indent: 0,
                item: false,
                stamp: None,
            });
            continue;
        }
        let mut row = row::read(&line.text, line.span.clone(), &reference);
        if let Some(Stamp::Day(when)) = row.stamp
            && row.text.is_empty()
        {
            let (first, last) = when.days();
            let length = (last - first).get_days();
            if matches!(when.start, Point::Month(..) | Point::Year(_)) {
                // "November 2024" above the days.
                let middle = first.checked_add(jiff::Span::new().days(length / 2));
                reference.now = middle.unwrap_or(first).at(12, 0, 0, 0);
                row.stamp = None;
                said.clone_into(&mut row.text);
            } else if has_year(said, &reference) {
                reference.now = first.at(12, 0, 0, 0);
            }
        }
        rows.push(row);
    }
    rows
}

/// The week that a line of few words is headed by ("Week of 18 November", "WEEK PLAN 18 - 24 November 2024").
fn week(line: &str, reference: &Reference) -> Option<(Date, Date)> {
    if line.len() > 60 || line.starts_with(['-', '*', '•']) {
        return None;
    }
    let found = find(line, reference);
    let [one] = &found[..] else { return None };
    let beside = format!("{} {}", &line[..one.span.start], &line[one.span.end..]);
    let named = beside.split(|c: char| !c.is_alphabetic()).any(|w| {
        matches!(
            w.to_lowercase().as_str(),
            "week" | "woche" | "wochenplan" | "semaine" | "semana" | "uke" | "vecka" | "kw"
        )
    });
    let (first, last) = one.when.days();
    let few = beside.split_whitespace().count() <= if named { 4 } else { 0 };
    let whole =
        matches!(one.when.start, Point::Day(_)) && (4..=7).contains(&(last - first).get_days());
    (few && whole && one.anchor >= Anchor::Relative).then_some((first, last))
}

fn has_year(text: &str, reference: &Reference) -> bool {
    find(text, reference)
        .iter()
        .any(|f| f.anchor == Anchor::Absolute)
}

/// Letters of a weekday that no text writes so short.
const SHORT: usize = 2;

/// "18" and "Nov, Mon", "MON" and "18", "Mon", "18" and "NOV": the day that lines say together, with how many they are.
fn parted_day(lines: &[Line], reference: &Reference) -> Option<(usize, When)> {
    [3, 2].into_iter().find_map(|height| {
        let parts: Vec<&str> = lines.get(..height)?.iter().map(|l| l.text.trim()).collect();
        let numbers = parts.iter().filter(|p| is_day_number(p)).count();
        if numbers != 1 || !parts.iter().all(|p| is_day_number(p) || is_day_word(p)) {
            return None;
        }
        let mut all = parts.join(" ");
        // "AUG., MI": a weekday of two letters, behind the month
        if let Some((month, weekday)) = all.rsplit_once(", ")
            && weekday.chars().count() <= SHORT
        {
            all = month.to_owned();
        }
        let found = find(&all, reference);
        let [one] = &found[..] else { return None };
        let whole = one.span.len() + 1 >= all.trim_end_matches(['.', ',']).len();
        let day = matches!(
            one.when,
            When {
                start: Point::Day(_),
                end: None
            }
        );
        (whole && day && one.anchor >= Anchor::Yearless).then_some((height, one.when))
    })
}

fn is_day_number(line: &str) -> bool {
    (1..=2).contains(&line.len()) && line.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a line may be a weekday, a month or both.
fn is_day_word(line: &str) -> bool {
    (2..=24).contains(&line.chars().count())
        && line.starts_with(char::is_alphabetic)
        && line
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | ',' | '.'))
}
