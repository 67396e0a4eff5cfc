//! The lines and blocks of a page.

use super::content::ends_page;
use crate::ingest::lines::{self, Line};
use crate::ingest::tables;
use crate::when::When;
use std::ops::Range;

/// A line or block of a page.
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) span: Range<usize>,
    /// Where it stands in a list of times.
    pub(super) when: Option<When>,
    pub(super) heading: bool,
    pub(super) item: bool,
    /// A row of a table.
    pub(super) row: bool,
}

/// Columns by which a line stands deeper that goes on with the one above.
const DEEPER: usize = 3;

/// A text's paragraphs; lines that are whole by themselves stay lines.
pub(super) fn paragraphs(lines: &[Line]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut from, mut at) = (0, 0);
    while at < lines.len() {
        let Some(table) = tables::at(&lines[at..]) else {
            at += 1;
            continue;
        };
        running(&lines[from..at], &mut pieces);
        at += table.lines;
        from = at;
        pieces.extend(table.rows.into_iter().map(|row| Piece {
            text: row.text,
            span: row.span,
            when: None,
            heading: false,
            item: true,
            row: true,
        }));
    }
    running(&lines[from..], &mut pieces);
    pieces
}

/// Adds the paragraphs of lines that are of no table.
fn running(lines: &[Line], pieces: &mut Vec<Piece>) {
    for group in lines.split(|l| l.is_empty()) {
        if group.is_empty() {
            continue;
        }
        let group = match group {
            [first, rest @ ..] if ends_page(&first.text) && !rest.is_empty() => {
                pieces.push(piece(first.text.trim(), first.span.clone()));
                rest
            }
            group => group,
        };
        let text = lines::unwrap(group);
        if !text.contains('\n') {
            pieces.push(piece(&text, lines::span(group)));
        } else if let Some((before, body, behind)) = body(group) {
            running(before, pieces);
            pieces.push(piece(&lines::unwrap(body), lines::span(body)));
            running(behind, pieces);
        } else {
            let mut above = 0;
            for line in group {
                let indent = line.text.len() - line.text.trim_start().len();
                // What stands deeper below a line goes on with it.
                match pieces.last_mut() {
                    Some(last) if above > 0 && indent >= above + DEEPER => {
                        last.text.push_str("; ");
                        last.text.push_str(line.text.trim());
                        last.span.end = line.span.end;
                    }
                    _ => {
                        pieces.push(piece(line.text.trim(), line.span.clone()));
                        above = indent + 1;
                    }
                }
            }
        }
    }
}

/// Characters of the widest line that a running text has at least.
const WIDE: usize = 50;

/// The lines of running text, those above and those below, where a group has such between short lines: a day and a
/// heading, buttons.
fn body<'l, 't>(group: &'l [Line<'t>]) -> Option<(&'l [Line<'t>], &'l [Line<'t>], &'l [Line<'t>])> {
    let width = |l: &Line| l.text.trim().chars().count();
    let widest = group.iter().map(width).max().filter(|w| *w >= WIDE)?;
    let wide = |l: &Line| width(l) * 2 >= widest;
    let (first, mut last) = (group.iter().position(wide)?, group.iter().rposition(wide)?);
    // the end of its last sentence
    let goes_on = |l: &Line| l.text.trim().starts_with(char::is_lowercase);
    last += usize::from(group.get(last + 1).is_some_and(goes_on));
    let body = &group[first..=last];
    let whole = body.len() > 1 && body.len() < group.len() && !lines::unwrap(body).contains('\n');
    whole.then_some((&group[..first], body, &group[last + 1..]))
}

fn piece(text: &str, span: Range<usize>) -> Piece {
    let marked = text.trim_start_matches('#');
    let heading = marked.len() < text.len() && marked.starts_with(' ');
    let item = lines::item_text(text);
    Piece {
        text: item.unwrap_or(marked).trim().to_owned(),
        span,
        when: None,
        heading,
        item: item.is_some() && !heading,
        row: false,
    }
}
