//! Lines of a text with their bytes in the upload, items of lists, tables.
//!
//! - `paragraph`: paragraphs put together from broken lines

mod paragraph;

use super::stamp;
use paragraph::parts_date;
pub(crate) use paragraph::unwrap;
use std::borrow::Cow;
use std::ops::Range;

/// A line, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line<'t> {
    /// What it says.
    pub(crate) text: Cow<'t, str>,
    /// Bytes of the upload it came from.
    pub(crate) span: Range<usize>,
}

impl Line<'_> {
    /// Nothing but white space.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The lines of `text`, which begins at byte `offset` of the upload.
pub(crate) fn of(text: &str, offset: usize) -> Vec<Line<'_>> {
    let mut at = offset;
    text.split_inclusive('\n')
        .map(|raw| {
            let line = raw.trim_end_matches(['\n', '\r']);
            let span = at..at + line.len();
            at += raw.len();
            Line {
                text: Cow::Borrowed(line),
                span,
            }
        })
        .collect()
}

/// The lines of an upload without white space at their ends, with their bytes.
pub(crate) fn spanned(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |raw| {
        let line = raw.trim_end();
        let span = at..at + line.len();
        at += raw.len();
        (line, span)
    })
}

/// Bytes from the first line to the last.
pub(crate) fn span(lines: &[Line]) -> Range<usize> {
    let start = lines.iter().map(|l| l.span.start).min().unwrap_or(0);
    let end = lines.iter().map(|l| l.span.end).max().unwrap_or(start);
    start..end
}

/// Whether a line has columns: gaps of three spaces or more inside, a tab, or leader dots.
pub(crate) fn is_row(text: &str) -> bool {
    let text = text.trim();
    text.contains("   ") || text.contains('\t') || text.contains("....")
}

/// Adds the next line of the same sentence; a word broken by a hyphen is made whole.
pub(crate) fn join(out: &mut String, next: &str) {
    let mut before = out.chars().rev();
    let hyphen = before.next() == Some('-');
    let letter = before.next().is_some_and(char::is_alphabetic);
    if hyphen && letter && next.starts_with(char::is_lowercase) {
        out.pop();
    } else if !out.is_empty() {
        out.push(' ');
    }
    out.push_str(next);
}

/// Whether a line below another begins an item of a list; "14. November" may go on with a date.
pub(crate) fn begins_item(before: &str, line: &str) -> bool {
    is_item(line) && !parts_date(before.trim_end(), line.trim_start())
}

/// Whether a text begins with the name of a month, written out; "Mar" is a name as well.
pub(crate) fn begins_with_month(text: &str) -> bool {
    const SHORT: usize = 3;
    let word = text.split_whitespace().next().unwrap_or_default();
    let word = word.trim_end_matches(|c: char| !c.is_alphabetic());
    word.chars().count() > SHORT && stamp::month(word).is_some()
}

/// Whether a line begins an item of a list: "- ", "• ", "1. ", "2) ", "(a) ".
pub(crate) fn is_item(line: &str) -> bool {
    item_text(line).is_some()
}

/// The item without its mark.
pub(crate) fn item_text(line: &str) -> Option<&str> {
    let line = line.trim_start();
    for mark in [
        "- ", "* ", "• ", "– ", "— ", "+ ", "· ", "‣ ", "◦ ", "▪ ", "o ",
    ] {
        if let Some(rest) = line.strip_prefix(mark) {
            let rest = rest.trim();
            return (!rest.is_empty()).then_some(rest);
        }
    }
    let open = line.strip_prefix('(');
    let body = open.unwrap_or(line);
    let mark = body.find(|c: char| !c.is_ascii_alphanumeric())?;
    let number = &body[..mark];
    let closing = body[mark..].chars().next()?;
    let rest = &body[mark + closing.len_utf8()..];
    let counts = number.len() <= 2 && number.bytes().all(|b| b.is_ascii_digit())
        || number.len() == 1 && (open.is_some() || closing == ')');
    let closes = if open.is_some() {
        closing == ')'
    } else {
        matches!(closing, '.' | ')')
    };
    // "1. November 2025" is a day
    let dated = closing == '.' && open.is_none() && begins_with_month(rest);
    (counts
        && !dated
        && !number.is_empty()
        && closes
        && rest.starts_with([' ', '\t'])
        && !rest.trim().is_empty())
    .then(|| rest.trim())
}

/// A table's line made readable: leader dots and gaps between columns become one mark.
pub(crate) fn columns(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.trim().chars().peekable();
    while let Some(c) = chars.next() {
        let run = |chars: &mut std::iter::Peekable<std::str::Chars>| {
            let mut n = 1;
            while chars.next_if_eq(&c).is_some() {
                n += 1;
            }
            n
        };
        match c {
            '.' | '_' | '·' => match run(&mut chars) {
                n if n >= 4 => {
                    out.truncate(out.trim_end().len());
                    out.push_str(": ");
                    while chars.next_if_eq(&' ').is_some() {}
                }
                n => (0..n).for_each(|_| out.push(c)),
            },
            ' ' | '\t' => {
                let n = run(&mut chars);
                out.push_str(if n >= 3 || c == '\t' { "  " } else { " " });
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn unwrapped(text: &str) -> String {
        unwrap(&of(text, 0))
    }

    #[test]
    fn joins_only_what_was_broken() {
        assert_eq!(
            unwrapped(
                "The boat leaves from the north pier on Friday evening at half\npast six, and we should be there\nearly."
            ),
            "The boat leaves from the north pier on Friday evening at half past six, and we should be there early."
        );
        // a line that falls short of the margin in the middle of a sentence
        assert_eq!(
            unwrapped(
                "The harbour office let the blue boat to the rowing club for a summer\nwithout asking us, and the oars came back broken at last. Oars mended\nJan 24 by Bo, who asked for nothing, and the sail was found at the pier"
            )
            .lines()
            .count(),
            1
        );
        // an item that stands in, and dates over two lines
        assert_eq!(
            unwrapped(
                "  1) Dr. Ana Lee looks at the boat's engine and the sails on Monday 30\n     April, 9 o'clock, at the pier. She wants to see the old papers\n     before she does."
            )
            .lines()
            .count(),
            1
        );
        assert_eq!(
            unwrapped("Das Boot liegt am Steg bis Montag, den\n14. April, danach nicht mehr."),
            "Das Boot liegt am Steg bis Montag, den 14. April, danach nicht mehr."
        );
        assert_eq!(
            unwrapped("Sat 28 April - the boat is painted at the pier, by all who come\nFri 3 May - Good Friday").lines().count(),
            2
        );
        // a day parted from its name, and a name from what stands before it
        assert_eq!(
            unwrapped(
                "Le bateau est vendu. La grue vient au port le lundi\n8 septembre 2025 pour une durée de dix jours, au quai des\nRames. Le maître du port, M. Loïc Roue, est passé le\n17 mars et le dit."
            )
            .lines()
            .count(),
            1
        );
        let fields =
            "Landlord: Walter Alm, Alm and Sons, Quay 77, Faro\nTenants: Ida Holm and Bo Ek";
        assert_eq!(unwrapped(fields), fields);
        assert_eq!(
            unwrapped("Ann Lee\nRua Nova 3\nFaro"),
            "Ann Lee\nRua Nova 3\nFaro"
        );
        assert_eq!(
            unwrapped(
                "A society that was regis-\ntered in the year that nobody remembers any more, as it seems to us"
            ),
            "A society that was registered in the year that nobody remembers any more, as it seems to us"
        );
    }

    #[test]
    fn knows_items() {
        for (line, item) in [
            ("- one", Some("one")),
            ("1) Survey. Done", Some("Survey. Done")),
            ("(a) pencils", Some("pencils")),
            ("10. ten", Some("ten")),
            ("2025. A year", None),
            ("1. November 2025 ist frei", None),
            ("1. Novembers are cold", Some("Novembers are cold")),
            ("-10 degrees", None),
            ("I) see", Some("see")),
            ("A. name", None),
        ] {
            assert_eq!(item_text(line), item, "{line}");
        }
    }

    #[test]
    fn reads_columns() {
        assert_eq!(
            columns("1 x Kettle, sage ........ $94.00"),
            "1 x Kettle, sage: $94.00"
        );
        assert_eq!(
            columns("Dep  Faro (FAO)        23:55"),
            "Dep Faro (FAO)  23:55"
        );
    }

    proptest! {
        #[test]
        fn spans_are_of_the_text(text in "(\\PC|\n|\r| ){0,120}") {
            for line in of(&text, 0) {
                prop_assert_eq!(&text[line.span.clone()], line.text.as_ref());
                let _ = (columns(&line.text), item_text(&line.text).map(str::len));
            }
            let _ = unwrapped(&text);
        }
    }
}
