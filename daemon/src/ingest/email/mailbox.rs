//! Where the messages of a mailbox file (mbox) begin and end.

use std::ops::Range;

/// The messages of a mailbox, or the whole text.
pub(crate) fn messages(text: &str) -> Vec<Range<usize>> {
    let mut starts = Vec::new();
    let mut blank = true;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        // "From ann@x.example Mon Mar  3 10:12:00 2025" after an empty line, and a header below it
        if blank && line.starts_with("From ") && written_year(line) {
            starts.push((at, at + line.len()));
        }
        blank = line.trim().is_empty();
        at += line.len();
    }
    if starts
        .first()
        .is_none_or(|(at, _)| !text[..*at].trim().is_empty())
    {
        return std::iter::once(0..text.len()).collect();
    }
    let ends = starts.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|((_, from), to)| *from..to)
        .collect()
}

fn written_year(line: &str) -> bool {
    let year = |w: &str| {
        w.len() == 4
            && (w.starts_with("19") || w.starts_with("20"))
            && w.bytes().all(|b| b.is_ascii_digit())
    };
    line.split_whitespace().count() <= 9 && line.split_whitespace().any(year) && line.contains(':')
}
