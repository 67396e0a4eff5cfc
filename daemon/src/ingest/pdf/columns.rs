//! What stands in a column of a row and is the paper's own: "Prepared by: Dr. Roe     Typed by: AB / 11".

use super::PAPER;
use crate::ingest::furniture::{self, imprint};
use crate::ingest::lines::Line;
use std::borrow::Cow;

/// The line with white space in place of such columns, so that the others stay where they are.
pub(super) fn without_furniture<'t>(line: &Line<'t>) -> Line<'t> {
    let text = line.text.as_ref();
    if !text.trim().contains("  ") {
        return line.clone();
    }
    let mut out = String::with_capacity(text.len());
    let (mut dropped, mut kept, mut imprints) = (false, false, false);
    for (n, cell) in text.split("  ").enumerate() {
        if n > 0 {
            out.push_str("  ");
        }
        if is_furniture(cell.trim()) {
            dropped = true;
            imprints |= imprint::is(cell.trim());
            out.extend(cell.chars().map(|_| ' '));
        } else {
            kept |= !cell.trim().is_empty();
            out.push_str(cell);
        }
    }
    // a letterhead's line holds nothing else
    if !(dropped && (kept || imprints)) {
        return line.clone();
    }
    Line {
        text: Cow::Owned(out),
        span: line.span.clone(),
    }
}

/// Whether a column is; one word, or a word and its number ("Issue 12"), may be a value of the row's.
fn is_furniture(cell: &str) -> bool {
    let mut words = cell.split_whitespace();
    let (Some(_), Some(second)) = (words.next(), words.next()) else {
        return false;
    };
    let more = words.next().is_some()
        || second.len() > 3
        || !second.starts_with(|c: char| c.is_ascii_digit());
    imprint::is(cell) || more && furniture::is_line(cell, PAPER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::lines;

    #[test]
    fn takes_out_what_is_the_papers_own() {
        for (row, kept) in [
            (
                "Suite 4, Pier House        T (246) 555-0119",
                "Suite 4, Pier House",
            ),
            ("T (246) 555-0119        M: +32 9 555 00 11", ""),
            (
                "Prepared by: Dr. Roe      Typed by: AB / 11",
                "Prepared by: Dr. Roe",
            ),
            (
                "ISO 9001 certified        WORK ORDER",
                "                          WORK ORDER",
            ),
            ("HARBOUR YARD ehf.    kt. 550199-0000", "HARBOUR YARD ehf."),
            (
                "Boat     Version 2    Ann Lee",
                "Boat     Version 2    Ann Lee",
            ),
            (
                "Signed: Ann Lee       Tel 020 5550 11",
                "Signed: Ann Lee       Tel 020 5550 11",
            ),
        ] {
            let line = &lines::of(row, 0)[0];
            assert_eq!(without_furniture(line).text.trim_end(), kept);
        }
    }
}
