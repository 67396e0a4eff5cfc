//! Prose in two columns side by side, as papers and newsletters are printed: read down the one, then down the other.

use crate::ingest::lines::{self, Line};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// Lines with both columns that make them columns.
const LINES: usize = 6;

/// Characters and words that a column's lines have on average at least; a table's cells have fewer.
const WIDTH: usize = 24;
const WORDS: usize = 4;

/// White space between the columns.
const GUTTER: &str = "  ";

/// The lines, with those of two columns put one column after the other, each paragraph as a line.
pub(super) fn unfold<'t>(lines: Vec<Line<'t>>) -> Vec<Line<'t>> {
    let Some(gutter) = gutter(&lines) else {
        return lines;
    };
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    let mut at = 0;
    while at < lines.len() {
        let length = lines[at..]
            .iter()
            .take_while(|l| within(&l.text, gutter))
            .count();
        let both: Vec<usize> = (at..at + length)
            .filter(|n| parts(&lines[*n].text, gutter).is_some())
            .collect();
        let (Some(&first), Some(&last)) = (both.first(), both.last()) else {
            out.extend_from_slice(&lines[at..at + length.max(1)]);
            at += length.max(1);
            continue;
        };
        let more = lines[last + 1..at + length].iter();
        let last = last + more.take_while(|l| !l.is_empty()).count();
        let region = &lines[first..=last];
        out.extend_from_slice(&lines[at..first]);
        if both.len() >= LINES && is_prose(region, gutter) {
            for right in [false, true] {
                out.extend(column(region, gutter, right));
            }
        } else {
            out.extend_from_slice(region);
        }
        out.extend_from_slice(&lines[last + 1..at + length]);
        at += length;
    }
    out
}

/// The column, in characters, at which most of the right halves begin.
fn gutter(lines: &[Line]) -> Option<usize> {
    let mut begins: HashMap<usize, usize> = HashMap::new();
    for line in lines {
        let mut blank = 0;
        for (column, c) in line.text.chars().enumerate() {
            if c.is_whitespace() {
                blank += 1;
                continue;
            }
            if blank >= GUTTER.len() {
                *begins.entry(column).or_default() += 1;
            }
            blank = 0;
        }
    }
    let best = begins.into_iter().max_by_key(|(column, n)| (*n, *column))?;
    (best.1 >= LINES && best.0 >= WIDTH).then_some(best.0)
}

/// The byte at which the right half begins, where white space stands before it.
fn parts(text: &str, gutter: usize) -> Option<usize> {
    let (byte, _) = text.char_indices().nth(gutter)?;
    let told = text[byte..].starts_with(|c: char| !c.is_whitespace());
    (told && text[..byte].ends_with(GUTTER)).then_some(byte)
}

/// Whether a line keeps to the columns.
fn within(text: &str, gutter: usize) -> bool {
    parts(text, gutter).is_some() || text.trim_end().chars().count() < gutter
}

/// A half of a line, with its bytes in the upload.
fn half<'l>(line: &'l Line, gutter: usize, right: bool) -> (&'l str, Range<usize>) {
    let text = line.text.as_ref();
    let byte = parts(text, gutter).unwrap_or(text.len());
    let part = if right { byte..text.len() } else { 0..byte };
    let said = text[part.clone()].trim();
    let start = part.start + (text[part.clone()].len() - text[part].trim_start().len());
    let start = (line.span.start + start).min(line.span.end);
    (said, start..(start + said.len()).min(line.span.end))
}

/// Whether both halves are prose that goes on from line to line.
fn is_prose(region: &[Line], gutter: usize) -> bool {
    [false, true].into_iter().all(|right| {
        let halves = region.iter().map(|l| half(l, gutter, right).0);
        let said: Vec<&str> = halves.filter(|h| !h.is_empty()).collect();
        let count = said.len().max(1);
        let width: usize = said.iter().map(|h| h.chars().count()).sum();
        let words: usize = said.iter().map(|h| h.split_whitespace().count()).sum();
        let goes_on = said
            .iter()
            .filter(|h| h.starts_with(char::is_lowercase))
            .count();
        width >= WIDTH * count && words >= WORDS * count && goes_on * 3 >= count
    })
}

/// A column's paragraphs.
fn column<'t>(region: &[Line<'t>], gutter: usize, right: bool) -> Vec<Line<'t>> {
    let mut out: Vec<Line> = Vec::new();
    let mut open: Option<(String, Range<usize>)> = None;
    for line in region {
        let (said, span) = half(line, gutter, right);
        match &mut open {
            _ if said.is_empty() => out.extend(open.take().map(paragraph)),
            Some((text, whole)) => {
                lines::join(text, said);
                whole.end = span.end;
            }
            None => open = Some((said.to_owned(), span)),
        }
    }
    out.extend(open.map(paragraph));
    let blank = |line: Line<'t>| {
        let end = line.span.end;
        let none = Line {
            text: Cow::Borrowed(""),
            span: end..end,
        };
        [line, none]
    };
    out.into_iter().flat_map(blank).collect()
}

fn paragraph<'t>((text, span): (String, Range<usize>)) -> Line<'t> {
    Line {
        text: Cow::Owned(text),
        span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unfolded(text: &str) -> Vec<String> {
        let lines = unfold(lines::of(text, 0));
        let said = lines.iter().map(|l| l.text.trim().to_owned());
        said.filter(|l| !l.is_empty()).collect()
    }

    #[test]
    fn columns_are_read_one_after_the_other() {
        let text = "             ON SOUP\n\n\
            We cooked for ten winters and mea-      The leek wins in most of the years,\n\
            sured what was left in the bowls of     but barley is what the old ones ask\n\
            the guests. Leek was eaten first by     for when the fog stands in the bay.\n\
            all but two of them.                    We thank the cooks of the parish for\n\
            \x20                                       their patience and their spoons and\n\
            In spring we stopped.                   the bread that came with all of it.\n\
            \x20                                       It was good.\n";
        assert_eq!(
            unfolded(text),
            [
                "ON SOUP",
                "We cooked for ten winters and measured what was left in the bowls of the guests. Leek was eaten \
                 first by all but two of them.",
                "In spring we stopped.",
                "The leek wins in most of the years, but barley is what the old ones ask for when the fog stands in \
                 the bay. We thank the cooks of the parish for their patience and their spoons and the bread that \
                 came with all of it. It was good.",
            ]
        );
    }

    #[test]
    fn a_table_stays() {
        let text = "Leek soup with bread and butter     4.50 a bowl\n".repeat(8);
        assert_eq!(unfolded(&text).len(), 8);
    }
}
