//! The lines of a printed text as blocks: paragraphs, clauses, rows of tables, labels with what hangs under them.

use super::line::{clause, columns, heading, is_capitals, is_row, is_rule, rules_columns};
use crate::ingest::lines::{self, Line};
use crate::ingest::tables;
use std::ops::Range;

/// What stands together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) text: String,
    pub(crate) span: Range<usize>,
    pub(crate) kind: BlockKind,
    /// Lines without an empty one between them are of one group.
    pub(crate) group: usize,
}

/// The kinds of [`Block`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockKind {
    /// Running text.
    Prose,
    /// A clause or item of a list, its number taken off.
    Item,
    /// Rows, a line each.
    Rows,
    /// A heading.
    Heading,
}

/// Rows told together.
const ROWS: usize = 10;

/// Characters of a line that running text fills.
const LONG: usize = 50;

/// Lines of a block, whatever hangs together.
const LONGEST: usize = 40;

/// The blocks of the lines; empty lines and rules part them.
pub(crate) fn of(lines: &[&Line]) -> Vec<Block> {
    // the names of columns over their rule say nothing by themselves
    let below = lines.iter().skip(1).map(Some).chain([None]);
    let told = lines.iter().zip(below);
    let told = told.filter(|(_, below)| !below.is_some_and(|b| rules_columns(&b.text)));
    let lines: &[&Line] = &told.map(|(line, _)| *line).collect::<Vec<_>>();
    let mut blocks = Vec::new();
    let (mut from, mut at, mut number) = (0, 0, 0);
    while at < lines.len() {
        let Some(table) = tables::at(&lines[at..]) else {
            at += 1;
            continue;
        };
        number = paragraphs(&lines[from..at], number, &mut blocks);
        at += table.lines;
        from = at;
        blocks.extend(table.rows.into_iter().map(|row| Block {
            text: row.text,
            span: row.span,
            kind: BlockKind::Item,
            group: number,
        }));
        number += 1;
    }
    paragraphs(&lines[from..], number, &mut blocks);
    blocks
}

/// Adds the blocks of lines that are of no drawn table; groups count from `number`. The number of the next.
fn paragraphs(lines: &[&Line], number: usize, blocks: &mut Vec<Block>) -> usize {
    let mut next = number;
    for group in lines.split(|l| l.is_empty() || is_rule(&l.text)) {
        let mut start = 0;
        for i in 1..=group.len() {
            if i == group.len() || begins(&group[start..i], group[i]) {
                blocks.extend(block(&group[start..i], next));
                start = i;
            }
        }
        next += 1;
    }
    next
}

fn indent(line: &Line) -> usize {
    line.text.chars().take_while(|c| c.is_whitespace()).count()
}

/// Whether `line` begins a block of its own below the lines of `open`.
fn begins(open: &[&Line], line: &Line) -> bool {
    let (Some(first), Some(last)) = (open.first(), open.last()) else {
        return true;
    };
    // A block of so many lines is a table, and is told in parts.
    if open.len() >= LONGEST {
        return true;
    }
    let hangs = open.len() > 1 && open[1..].iter().all(|l| indent(l) > indent(first));
    let (rows, row) = (is_row(&last.text), is_row(&line.text));
    // "(12, 33," and "58) are free" below it
    let inside = last.text.matches('(').count() > last.text.matches(')').count();
    if clause(&line.text).is_some() && !(inside && line.text.contains(')')) {
        return true;
    }
    if open.len() == 1 && is_capitals(&first.text) && heading(first.text.trim()).is_some() {
        return true;
    }
    // Lines that hang under a label or a clause belong to it; the next at its margin does not.
    if indent(line) > indent(first)
        && (is_row(&first.text) || clause(&first.text).is_some() || hangs)
    {
        return false;
    }
    if hangs {
        return true;
    }
    // A short line over a long paragraph heads it.
    let short = open.len() == 1
        && !row
        && !rows
        && first.text.split_whitespace().count() <= 3
        && line.text.trim().chars().count() > 50;
    short && !first.text.trim().ends_with([',', '.', ';'])
        || rows != row
        || rows && open.len() >= ROWS
}

fn block(lines: &[&Line], group: usize) -> Option<Block> {
    let first = lines.first()?;
    let owned: Vec<Line> = lines.iter().map(|l| (*l).clone()).collect();
    let span = lines::span(&owned);
    if let ([line], Some(text)) = (lines, heading(&first.text)) {
        let _ = line;
        return Some(Block {
            text,
            span,
            kind: BlockKind::Heading,
            group,
        });
    }
    if let Some(rest) = clause(&first.text) {
        let mut owned = owned;
        owned[0].text = rest.to_owned().into();
        // a title on the number's line is not broken as the text below it is
        let titled = heading(rest).is_some()
            && owned.get(1).is_some_and(|below| {
                below.text.trim().chars().count() >= LONG && !is_row(&below.text)
            });
        let (title, told) = owned.split_at(usize::from(titled));
        let mut text = joined(title);
        push_line(&mut text, &joined(told));
        return Some(Block {
            text,
            span,
            kind: BlockKind::Item,
            group,
        });
    }
    if lines.iter().any(|l| is_row(&l.text)) {
        return Some(Block {
            text: joined(&owned),
            span,
            kind: BlockKind::Rows,
            group,
        });
    }
    Some(Block {
        text: lines::unwrap(&owned),
        span,
        kind: BlockKind::Prose,
        group,
    })
}

/// Rows as lines of "label: value, value"; running lines between them joined.
fn joined(lines: &[Line]) -> String {
    let mut out = String::new();
    let mut from = 0;
    for i in 0..=lines.len() {
        let row = lines.get(i).is_some_and(|l| is_row(&l.text));
        if i < lines.len() && !row {
            continue;
        }
        if from < i {
            let text = lines::unwrap(&lines[from..i]);
            // What goes on below a row's last column belongs to it.
            let goes_on = !out.is_empty() && !text.starts_with(char::is_uppercase);
            if goes_on {
                lines::join(&mut out, &text);
            } else {
                push_line(&mut out, &text);
            }
        }
        if let Some(line) = lines.get(i) {
            push_line(&mut out, &columns(&line.text));
        }
        from = i + 1;
    }
    out
}

fn push_line(out: &mut String, line: &str) {
    if !out.is_empty() {
        out.push('\n');
    }
    out.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &str) -> Vec<(BlockKind, String)> {
        let lines = lines::of(text, 0);
        of(&lines.iter().collect::<Vec<_>>())
            .into_iter()
            .map(|b| (b.kind, b.text))
            .collect()
    }

    #[test]
    fn reads_clauses() {
        assert_eq!(
            blocks("2.   TERM\n\n2.1  The lease begins on 2 February 2026 and, unless ended ear-\n     lier by both, ends in July.\n\n     (a)  oars; and\n     (b)  a sail.\n"),
            [
                (BlockKind::Heading, "TERM".to_owned()),
                (BlockKind::Item, "The lease begins on 2 February 2026 and, unless ended earlier by both, ends in July.".to_owned()),
                (BlockKind::Item, "oars; and".to_owned()),
                (BlockKind::Item, "a sail.".to_owned()),
            ]
        );
    }

    #[test]
    fn reads_minutes_and_a_ruled_table() {
        assert_eq!(
            blocks(
                "Excused:  Bo Alm, Ida Ek\n\n1.   BOATS\n     Three boats (4, 7,\n     9) are free.\n\nNo    Boat        State\n----  ----------  -----\nB-1   Blue boat   leaks\nB-2   Red boat    sound\n"
            ),
            [
                (BlockKind::Prose, "Excused:  Bo Alm, Ida Ek".to_owned()),
                (BlockKind::Heading, "BOATS".to_owned()),
                (
                    BlockKind::Prose,
                    "Three boats (4, 7,\n9) are free.".to_owned()
                ),
                (
                    BlockKind::Rows,
                    "B-1: Blue boat, leaks\nB-2: Red boat, sound".to_owned()
                ),
            ]
        );
    }

    #[test]
    fn reads_rows_and_labels() {
        assert_eq!(
            blocks(
                "Reference      R7\nAgent          BO CHEN\n\nTRANSFER       Mon 8 Dec, the driver waits at arrivals with a\n               sign. About an hour.\nHOTEL          Harbour Inn, Nowhere\n"
            ),
            [
                (BlockKind::Rows, "Reference: R7\nAgent: BO CHEN".to_owned()),
                (
                    BlockKind::Rows,
                    "TRANSFER: Mon 8 Dec, the driver waits at arrivals with a sign. About an hour."
                        .to_owned()
                ),
                (BlockKind::Rows, "HOTEL: Harbour Inn, Nowhere".to_owned()),
            ]
        );
    }
}
