//! Paragraphs put together from lines that a program has broken.

use super::{Line, begins_item, is_row, join};
use crate::ingest::pattern::pattern;
use crate::ingest::stamp;

// "Fri 3 April - school closed": a line of its own
pattern!(
    DATED,
    r"^\p{Lu}\p{L}{1,9}\.?,? \d{1,2}(?:st|nd|rd|th|\.)? \p{L}{3,9}\.?(?: \d{4})?\s*[-–—:|]\s"
);

// "Tenants: Ida Holm and Bo Alm"
pattern!(LABELLED, r"^\p{Lu}\p{L}*(?: \p{L}+){0,2}:\s+\S");

/// Lines that a paragraph may be as narrow as and still count as broken by a program.
const NARROWEST: usize = 50;

/// Characters of a line that may end in the middle of a sentence.
const OPEN: usize = 40;

/// Columns by which a line may stand in from the margin.
const INDENT: usize = 8;

/// Of a margin, the part by which a full line may fall short of it in the middle of a sentence.
const RAGGED: usize = 10;

/// The text of a paragraph's lines: those broken at the margin are joined, those that end where more would have
/// fitted keep their end.
pub(crate) fn unwrap(lines: &[Line]) -> String {
    let width = |text: &str| text.chars().count();
    // What stands in from the margin, as the lines of an item do, is broken where the others are.
    let indent = |line: &str| (line.len() - line.trim_start().len()).min(INDENT);
    let (lines, indents): (Vec<&str>, Vec<usize>) = lines
        .iter()
        .filter(|l| !l.is_empty())
        .map(|l| (l.text.trim(), indent(&l.text)))
        .unzip();
    let margin = lines.iter().map(|l| width(l)).max().unwrap_or(0);
    let columns = lines.iter().zip(&indents).map(|(l, i)| width(l) + i);
    let columns = columns.max().unwrap_or(0);
    let full = |n: usize| {
        let first = lines[n + 1].split_whitespace().next().map_or(0, width);
        let length = width(lines[n]) + 1 + first;
        margin >= NARROWEST && (length > margin || length + indents[n] > columns)
    };
    let breaks = lines.len().saturating_sub(1);
    // Where a program broke the lines, nearly all of them are full; a receipt's longest line alone says nothing.
    let broken = (0..breaks).filter(|n| full(*n)).count() * 5 >= breaks * 3;
    // one line is longer than the others where its last word hangs over
    let nearly = |before: &str, next: &str| {
        width(before) + width(next.split_whitespace().next().unwrap_or_default()) + margin / RAGGED
            > margin
            && !before.ends_with(['.', '!', '?', ':', ';', ')'])
    };
    let mut out = String::new();
    for (n, text) in lines.iter().enumerate() {
        let Some(before) = n.checked_sub(1).map(|n| lines[n]) else {
            out.push_str(text);
            continue;
        };
        let runs_on = text.starts_with(char::is_lowercase)
            && !before.ends_with(['.', '!', '?', ':', ';'])
            || margin >= NARROWEST && width(before) >= OPEN && is_open(before)
            || parts_date(before, text);
        let dated = DATED.is_match(text) && !is_open(before);
        // one field below another
        let own = dated || LABELLED.is_match(text) && LABELLED.is_match(before);
        let joins = broken && !own && (full(n - 1) || nearly(before, text)) || runs_on;
        if joins && !begins_item(before, text) && !is_row(before) && !is_row(text) {
            join(&mut out, text);
        } else {
            out.push('\n');
            out.push_str(text);
        }
    }
    out
}

/// Whether a line ends in the middle of a sentence, by its last word: "… on Wednesday", "… to the", "… est passé le".
fn is_open(line: &str) -> bool {
    const OPEN_WORDS: &str = " of the a an in on at to by for with and or from that than until mr mrs ms dr mr. mrs. dr. \
        january february march april june july august september october november december le la les du \
        de des au aux à et ou un une par pour avec sur chez mme mlle der die das den dem am im und \
        oder mit von vom zu zum zur ein eine frau herr herrn el los las del al y con por para il lo \
        gli di da dal della e per o os do dos em no na com het een van op met te och og på av til till \
        med för ";
    let last = line.rsplit(' ').next().unwrap_or_default();
    let last = last.to_lowercase();
    let last = last.trim_end_matches(',');
    !last.is_empty() && OPEN_WORDS.contains(&format!(" {last} "))
        || last.len() > 3 && stamp::is_weekday(last)
}

/// Whether a date is broken over two lines: "… on Wednesday 30" and "April, …", "… bis Freitag, den" and "14. November".
pub(super) fn parts_date(before: &str, next: &str) -> bool {
    const LEADS: [&str; 18] = [
        "den", "dem", "am", "vom", "zum", "bis", "ab", "seit", "der", "und", "le", "du", "au",
        "el", "al", "il", "on", "the",
    ];
    let mut words = next.split_whitespace();
    let first = words.next().unwrap_or_default();
    let is_month = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphabetic());
        word.chars().count() >= 3 && stamp::month(word).is_some()
    };
    let is_day = |word: &str| {
        let digits = word.trim_end_matches('.');
        (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let last = before.rsplit(' ').next().unwrap_or_default();
    let leads = last.ends_with(',') || LEADS.contains(&last) || stamp::is_weekday(last);
    before.contains(' ')
        && (is_month(first) && is_day(last)
            || leads
                && is_day(first)
                && words
                    .find(|w| !matches!(*w, "de" | "of"))
                    .is_some_and(is_month))
}
