//! Running text → sentences.
//!
//! Written for text as people type it: no capital is needed after a full stop, a list item or a line is a
//! sentence of its own, and abbreviations, initials and ordinals do not end one. (Unicode's UAX #29 rules alone
//! break after "Dr." and never at a line's end.)

use super::dates;
use foldhash::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// Longest sentence in bytes; a longer run of words is cut at white space, so that no memory holds a whole file.
const LONGEST: usize = 900;

/// Abbreviations that are followed by what they belong to, whatever its case.
static BEFORE_NAME: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    HashSet::from_iter([
        "mr", "mrs", "ms", "dr", "dra", "dre", "prof", "st", "sr", "sra", "hr", "fr", "mme",
        "mlle", "m", "capt", "lt", "col", "gen", "rev", "hon", "vs", "no", "nr", "núm", "fig",
        "eq", "vol", "pp", "p", "art", "sec", "ch", "tel", "ext", "ref", "approx", "ca", "c", "cf",
        "z", "bzw", "ggf", "dept", "bro", "sis", "messrs", "ing", "arq", "mgr", "judr", "mudr",
        "rndr", "phdr", "cllr", "dott", "avv", "kl", "godz", "ul", "av", "geb", "gest", "fa",
        "abs", "vgl", "gem", "bzgl", "evtl", "mag", "dipl", "env", "tél", "dña", "aprox", "tfno",
        "sgt", "cpl", "maj", "supt", "insp", "attn", "engr", "barr", "adv", "pst", "alh", "mt",
        "ste", "skt",
    ])
});

/// Abbreviations that may as well end a sentence: they do where a capital follows.
static EITHER: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    HashSet::from_iter([
        "etc", "inc", "ltd", "corp", "co", "llc", "gmbh", "jr", "al", "usw", "min", "max", "hrs",
        "hr", "mins", "sec", "secs", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
        "sept", "oct", "nov", "dec", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri",
        "sat", "sun", "am", "pm", "a.m", "p.m", "e.g", "i.e", "z.b", "d.h", "u.a", "p.ej", "u.s",
        "u.k", "ph.d", "incl", "excl", "acc", "esp", "temp", "ave", "rd", "blvd", "str", "bros",
    ])
});

/// Counties of Ireland, and Durham, which "Co." stands before.
const COUNTIES: &[&str] = &[
    "Antrim",
    "Armagh",
    "Carlow",
    "Cavan",
    "Clare",
    "Cork",
    "Derry",
    "Donegal",
    "Down",
    "Dublin",
    "Durham",
    "Fermanagh",
    "Galway",
    "Kerry",
    "Kildare",
    "Kilkenny",
    "Laois",
    "Leitrim",
    "Limerick",
    "Londonderry",
    "Longford",
    "Louth",
    "Mayo",
    "Meath",
    "Monaghan",
    "Offaly",
    "Roscommon",
    "Sligo",
    "Tipperary",
    "Tyrone",
    "Waterford",
    "Westmeath",
    "Wexford",
    "Wicklow",
];

/// Byte ranges of the sentences of `text`, in order, trimmed of white space; none is empty.
pub(crate) fn split(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut at = 0;
    // one byte tells what may end a sentence from all else
    while let Some(next) = text.as_bytes()[at..]
        .iter()
        .position(|b| MAY_END[usize::from(*b)])
    {
        at += next;
        // the first bytes of characters alone are looked for
        let Some(c) = text[at..].chars().next() else {
            break;
        };
        let end = at + c.len_utf8();
        let mut stop = end;
        match c {
            '\n' => {
                push(text, start..at, &mut out);
                start = end;
            }
            '。' | '！' | '？' => {
                push(text, start..end, &mut out);
                start = end;
            }
            '.' | '!' | '?' | '…' => {
                let rest = text[end..].trim_start_matches(CLOSING);
                stop = text.len() - rest.len();
                let space = rest.chars().next().is_none_or(char::is_whitespace);
                if space
                    && !in_brackets(text, start, stop)
                    && (c != '.' || stop > end || ends(text, start, at, stop))
                {
                    push(text, start..stop, &mut out);
                    start = stop;
                }
            }
            _ => {}
        }
        at = stop;
    }
    push(text, start..text.len(), &mut out);
    out
}

/// More marks, quotes and brackets, which close with a sentence.
const CLOSING: [char; 13] = [
    '.', '!', '?', '…', '"', '”', '’', '\'', ')', ']', '»', '*', '_',
];

/// The first bytes of the characters that may end a sentence.
static MAY_END: [bool; 256] = {
    let mut may = [false; 256];
    let firsts = [
        b'\n',
        b'.',
        b'!',
        b'?',
        "…".as_bytes()[0],
        "。".as_bytes()[0],
        "！".as_bytes()[0],
    ];
    let mut n = 0;
    while n < firsts.len() {
        may[firsts[n] as usize] = true;
        n += 1;
    }
    may
};

/// Bytes in which a bracket has to close again to hold a sentence together.
const BRACKETED: usize = 160;

/// Whether `at` is inside round brackets that opened in this sentence and close soon.
fn in_brackets(text: &str, start: usize, at: usize) -> bool {
    let mut from = at.saturating_sub(BRACKETED).max(start);
    let mut to = (at + BRACKETED).min(text.len());
    while !text.is_char_boundary(from) {
        from += 1;
    }
    while !text.is_char_boundary(to) {
        to -= 1;
    }
    let before = &text[from..at];
    let opened = before
        .rfind('(')
        .is_some_and(|open| !before[open..].contains(')'));
    // few sentences have any
    if !opened {
        return false;
    }
    let line = text[at..to].split('\n').next().unwrap_or_default();
    line.find(['(', ')'])
        .is_some_and(|i| line[i..].starts_with(')'))
}

/// Whether the full stop at `dot` ends the sentence that began at `start`; what follows begins at `after`.
fn ends(text: &str, start: usize, dot: usize, after: usize) -> bool {
    let word_start = text[start..dot]
        .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '“' | '/'))
        .map_or(start, |i| {
            start + i + text[start + i..].chars().next().map_or(1, char::len_utf8)
        });
    let word = &text[word_start..dot];
    let next = text[after..].trim_start_matches([' ', '\t']).chars().next();
    let capital = next.is_some_and(|c| !c.is_lowercase());
    if next.is_none() || next == Some('\n') {
        return true;
    }
    let lower = dates::lower(word);
    if BEFORE_NAME.contains(lower.as_ref()) {
        return false;
    }
    if lower == "co" && COUNTIES.contains(&next_word(&text[after..])) {
        return false;
    }
    if EITHER.contains(lower.as_ref()) {
        return capital && !next.is_some_and(|c| c.is_ascii_digit());
    }
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        // "b. 9.4.1963"
        (Some('b'), None) => !next.is_some_and(|c| c.is_ascii_digit()),
        // An initial ("J. Addo"), unless it is a word of its own ("Plan B.").
        (Some(c), None) if c.is_uppercase() && c != 'I' => !capital,
        // "am 12.12. ab acht", "3.5. 18 Uhr"
        (Some(c), _) if c.is_ascii_digit() && is_day(word) => {
            capital && !next.is_some_and(|c| c.is_ascii_digit())
        }
        // "1." opens a list item; "5. mai" is a date.
        (Some(c), _) if c.is_ascii_digit() && word.bytes().all(|b| b.is_ascii_digit()) => {
            word_start != start && capital && !begins_with_month(&text[after..])
        }
        _ => true,
    }
}

/// The word that a text begins with, behind spaces.
fn next_word(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\t']);
    let end = text.find(|c: char| !c.is_alphabetic());
    end.map_or(text, |end| &text[..end])
}

/// Whether a word is a day and a month in numbers, without the full stop behind it: "12.12".
fn is_day(word: &str) -> bool {
    let number = |n: &str| (1..=2).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit());
    word.split_once('.')
        .is_some_and(|(day, month)| number(day) && number(month))
}

/// Whether a text goes on with the name of a month: "28. September".
fn begins_with_month(text: &str) -> bool {
    const MONTHS: [&str; 16] = [
        "jan", "jän", "feb", "mär", "mar", "apr", "mai", "may", "maj", "jun", "jul", "aug", "sep",
        "okt", "nov", "dez",
    ];
    let word = text
        .trim_start()
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    let short = word.chars().count() <= 9;
    let lower = word.to_lowercase();
    short && MONTHS.iter().any(|m| lower.starts_with(m))
}

/// Adds the range, trimmed, cut where it is too long.
fn push(text: &str, range: Range<usize>, out: &mut Vec<Range<usize>>) {
    let piece = &text[range.clone()];
    let lead = piece.len() - piece.trim_start().len();
    let (mut from, to) = (range.start + lead, range.start + lead + piece.trim().len());
    while to - from > LONGEST {
        let mut cut = from + LONGEST;
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        let at = text[from..cut]
            .rfind(char::is_whitespace)
            .filter(|i| *i > LONGEST / 2)
            .map_or(cut, |i| from + i);
        out.push(from..at);
        from = at + text[at..to].len() - text[at..to].trim_start().len();
    }
    if from < to {
        out.push(from..to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sentences(text: &str) -> Vec<&str> {
        split(text).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn a_german_date_is_one() {
        assert_eq!(
            sentences("Er kommt am 28. September um acht. Im Zimmer 3. Bitte warten."),
            [
                "Er kommt am 28. September um acht.",
                "Im Zimmer 3.",
                "Bitte warten."
            ]
        );
        assert_eq!(
            sentences("Am 12.12. ab 18 Uhr. Bis 3.5. 18 Uhr? Am 3.5. Danach nicht."),
            [
                "Am 12.12. ab 18 Uhr.",
                "Bis 3.5. 18 Uhr?",
                "Am 3.5.",
                "Danach nicht."
            ]
        );
    }

    #[test]
    fn needs_no_capitals() {
        assert_eq!(
            sentences("nina cried, tom laughed. nobody knows yet!! due in may"),
            [
                "nina cried, tom laughed.",
                "nobody knows yet!!",
                "due in may"
            ]
        );
    }

    #[test]
    fn a_birth_and_a_firm_go_on() {
        for text in [
            "With Ida Ek, b. 9.4.1963, by post.",
            "Mit Ida Ek, geb. 9.4.1963, durch die Fa. Alder.",
        ] {
            assert_eq!(sentences(text), [text]);
        }
        assert_eq!(sentences("It is plan b. Then we go.").len(), 2);
    }

    #[test]
    fn a_county_is_no_company() {
        assert_eq!(
            sentences("She is from Westport, Co. Mayo. He left Brandt & Co. Maya stayed."),
            [
                "She is from Westport, Co. Mayo.",
                "He left Brandt & Co.",
                "Maya stayed."
            ]
        );
    }

    #[test]
    fn abbreviations_initials_and_ordinals_do_not_end_one() {
        assert_eq!(
            sentences(
                "Dr. Falk met J. Obi at 5 p.m. on the 3. floor, e.g. for tea. Acme Corp. The end."
            ),
            [
                "Dr. Falk met J. Obi at 5 p.m. on the 3. floor, e.g. for tea.",
                "Acme Corp.",
                "The end."
            ]
        );
    }

    #[test]
    fn keeps_versions_numbers_and_quotes_together() {
        assert_eq!(
            sentences("We rolled back to 2.19.3 at 9.58. \"Fine.\" she said (at last.) Done"),
            [
                "We rolled back to 2.19.3 at 9.58.",
                "\"Fine.\"",
                "she said (at last.)",
                "Done"
            ]
        );
    }

    #[test]
    fn brackets_hold_together() {
        assert_eq!(
            sentences("home (the house!! not the flat) again. (So it was. Or not"),
            [
                "home (the house!! not the flat) again.",
                "(So it was.",
                "Or not"
            ]
        );
    }

    #[test]
    fn lines_stand_alone() {
        assert_eq!(
            sentences("milk\n\n  eggs \nbread"),
            ["milk", "eggs", "bread"]
        );
    }

    proptest! {
        #[test]
        fn every_word_is_in_one_sentence(text in "(\\PC|\n|[.!?] ){0,300}") {
            let found = split(&text);
            let mut last = 0;
            for r in &found {
                prop_assert!(r.start >= last && r.end > r.start && r.end - r.start <= LONGEST);
                prop_assert!(text[last..r.start].chars().all(char::is_whitespace));
                last = r.end;
            }
            prop_assert!(text[last..].chars().all(char::is_whitespace));
        }
    }
}
