//! Furniture by a trained line, for what no list knows: a logistic regression over hashed features of a sentence, and over
//! the sentences beside it. Made by `daemon/names/train_furniture.py`, whose `features` is the same as here.

use super::shape::is_dated;
use crate::{
    extract::{
        entities::lexicon::{fold, look_up},
        sentences,
    },
    hashed::{fnv, mix},
    ingest::{Document, Kind, Passage},
};
use memo_common::api::SourceType;
use std::{borrow::Cow, ops::Range};

/// Two numbers of four bytes (what a weight of one byte is worth, and the bias), then the weights.
static TABLE: &[u8] = include_bytes!("../../../names/furniture.bin");

/// Weights, a power of two.
const ROWS: usize = 1 << 16;
const HEAD: usize = 8;

const _: () = assert!(TABLE.len() == HEAD + ROWS);

/// What the sum of a sentence, and those of the two beside it, count.
const OWN_SUM: f32 = 0.86;
const BESIDE: f32 = 0.19;

/// The sum from which a sentence is furniture: one in two hundred sentences, most of which were made to look like it, is
/// above, and half of all furniture.
const LIMIT: f32 = 3.1;
/// The same for what somebody says in talk, what names a day, and notes for an appointment: a program that puts words into
/// a conversation has a line of its own, and who makes an appointment is terse.
const SAID: f32 = 3.8;

/// Words of a sentence that are looked at, and of these those that are looked at by their source.
const WORDS: usize = 40;
const EACH: usize = 12;

/// Longest sentence that is looked at, in bytes.
const LONGEST: usize = 500;

/// The kinds of source, in the order of their numbers in features.
const SOURCES: [SourceType; 9] = [
    SourceType::Email,
    SourceType::Calendar,
    SourceType::Slack,
    SourceType::Stream,
    SourceType::Github,
    SourceType::Browser,
    SourceType::Vscode,
    SourceType::Pdf,
    SourceType::Text,
];

/// Takes the sentences that are likely furniture out of a document's passages; none where that would be all of it.
pub(super) fn clear(document: &mut Document) {
    let source = document.source_type;
    let mut seen = Seen::new();
    let weighed = document
        .passages
        .iter()
        .map(|p| weigh(p, source, &mut seen));
    let units: Vec<Vec<Unit>> = weighed.collect();
    let sums: Vec<f32> = units.iter().flatten().map(|u| u.sum).collect();
    let mut at = 0_usize;
    let kept: Vec<Option<String>> = document
        .passages
        .iter()
        .zip(&units)
        .map(|(passage, units)| {
            let first = at;
            at += units.len();
            let near = |n: usize| sums.get(n).copied().unwrap_or_default();
            let is_furniture = |n: usize| {
                let at = first + n;
                let beside = at.checked_sub(1).map_or(0.0, near) + near(at + 1);
                let unit = &units[n];
                let sum = OWN_SUM * unit.sum + BESIDE * beside;
                sum > SAID || sum > LIMIT && !is_said(passage, unit)
            };
            without(&passage.text, units, is_furniture)
        })
        .collect();
    let left = |(passage, kept): (&Passage, &Option<String>)| {
        let text = kept.as_deref().unwrap_or(&passage.text);
        !text.is_empty() || matches!(passage.kind, Kind::Event(_))
    };
    if !document.passages.iter().zip(&kept).any(left) {
        return;
    }
    for (passage, kept) in document.passages.iter_mut().zip(kept) {
        if let Some(kept) = kept {
            passage.text = kept;
        }
    }
}

/// Whether a sentence has to look more like furniture than others to be some.
fn is_said(passage: &Passage, unit: &Unit) -> bool {
    let spoken = passage.kind == Kind::Turn && passage.speaker.is_some();
    let entered = matches!(passage.kind, Kind::Event(_));
    let text = &passage.text[unit.range.clone()];
    // a contract's parties stand there as in a letterhead: `… of 14 Distillery Lane (the "Illustrator")`
    let defines = DEFINES.iter().any(|d| text.contains(d));
    spoken || entered || defines || is_dated(text)
}

/// How a contract says by what name it calls something.
const DEFINES: [&str; 5] = ["(the \"", "(the “", "(\"", "(“", "(„"];

/// The text without the sentences that are furniture; nothing where there are none.
fn without(text: &str, units: &[Unit], is_furniture: impl Fn(usize) -> bool) -> Option<String> {
    let mut kept = String::new();
    let mut end = 0;
    let mut dropped = false;
    for (n, unit) in units.iter().enumerate() {
        if is_furniture(n) {
            kept.push_str(text[end..unit.range.start].trim_end_matches(' '));
            dropped = true;
        } else {
            kept.push_str(&text[end..unit.range.end]);
        }
        end = unit.range.end;
    }
    kept.push_str(&text[end..]);
    dropped.then(|| kept.trim().to_owned())
}

/// A sentence of a passage, and how much it looks like furniture.
struct Unit {
    range: Range<usize>,
    sum: f32,
}

fn weigh(passage: &Passage, source: SourceType, seen: &mut Seen) -> Vec<Unit> {
    // what a reader has put into words itself
    if passage.kind == Kind::Record {
        return Vec::new();
    }
    let text = passage.text.as_str();
    sentences::split(text)
        .into_iter()
        .map(|range| Unit {
            sum: sum(&text[range.clone()], source, seen),
            range,
        })
        .collect()
}

/// The rows that a sentence has brought up: each counts once.
struct Seen(Vec<u64>);

impl Seen {
    fn new() -> Self {
        Self(vec![0; ROWS / 64])
    }

    /// Whether a row is brought up for the first time.
    fn is_new(&mut self, row: u16) -> bool {
        let (word, bit) = (&mut self.0[usize::from(row) / 64], 1 << (row % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    fn forget(&mut self, rows: &[u16]) {
        for row in rows {
            self.0[usize::from(*row) / 64] = 0;
        }
    }
}

/// How much a sentence looks like furniture: 0 where as much speaks for it as against it.
fn sum(text: &str, source: SourceType, seen: &mut Seen) -> f32 {
    if text.len() > LONGEST || !is_told(text) {
        return 0.0;
    }
    let number = |at: usize| {
        let bytes: [u8; 4] = std::array::from_fn(|n| TABLE[at + n]);
        f32::from_le_bytes(bytes)
    };
    let rows = features(text, source);
    let weight = |row: &u16| i32::from(TABLE[HEAD + usize::from(*row)].cast_signed());
    let each = rows.iter().filter(|row| seen.is_new(**row));
    let weights: i32 = each.map(weight).sum();
    seen.forget(&rows);
    number(0) * weights as f32 + number(4)
}

/// Whether a line says anything: an hour alone does not.
fn is_told(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic());
    letters.nth(2).is_some()
}

/// Rows of the table for a sentence; one may be there several times.
fn features(text: &str, source: SourceType) -> Vec<u16> {
    let text = text.trim();
    let source = SOURCES
        .iter()
        .position(|s| *s == source)
        .unwrap_or_default() as u32;
    let found = words(text);
    let n = found.len() as u32;
    let folded: Vec<Cow<str>> = found.iter().take(WORDS).map(|w| plain(w)).collect();
    let hashes: Vec<u32> = std::iter::once(1)
        .chain(folded.iter().map(|w| fnv(w.bytes())))
        .chain([2])
        .collect();
    let own_words = &hashes[1..hashes.len() - 1];
    let mut rows = Vec::with_capacity(4 * hashes.len() + 24);
    let mut row = |template: u32, a: u32, b: u32| rows.push(mix(template, a, b) as u16);
    for hash in own_words {
        row(1, *hash, 0);
    }
    for pair in hashes.windows(2) {
        row(2, pair[0], pair[1]);
    }
    for three in hashes.windows(3) {
        row(3, mix(0, three[0], three[1]), three[2]);
    }
    let length = if n < 6 { n } else { 6 + ((n - 6) / 3).min(5) };
    let edge = |c: Option<char>| c.map_or(0, edge);
    let (first, last) = (edge(text.chars().next()), edge(text.chars().next_back()));
    row(4, length, 0);
    row(5, last, 0);
    row(6, first, 0);
    row(7, last, first);
    row(8, source, length);
    row(9, source, last);
    row(10, source, first);
    let capital = |w: &&&str| w.starts_with(char::is_uppercase);
    let capitals = found.iter().skip(1).filter(capital).count() as u32;
    let is_plain = |word: &str| word.bytes().all(|b| b.is_ascii_alphabetic());
    let digits = found
        .iter()
        .filter(|w| !is_plain(w) && w.contains(char::is_numeric));
    row(11, capitals.min(4), n.min(8));
    row(12, (digits.count() as u32).min(4), n.min(8));
    if n > 1 && text.contains(char::is_uppercase) && !text.contains(char::is_lowercase) {
        row(13, 0, 0);
    }
    let says = |is: fn(&str) -> bool| folded.iter().any(|w| is(w));
    let own = u32::from(says(is_own));
    row(14, own, 0);
    if says(is_you) {
        row(15, own, 0);
    }
    for sign in text
        .chars()
        .filter(|c| !c.is_ascii_alphanumeric() && is_sign(*c))
    {
        row(16, u32::from(sign), 0);
    }
    if text.contains("http") || text.contains("www.") {
        row(17, 0, 0);
    }
    for (which, count) in named(&found).into_iter().enumerate() {
        row(20, which as u32, count.min(3));
    }
    for hash in own_words.iter().take(EACH) {
        row(18, source, *hash);
    }
    for word in folded.iter().take(EACH) {
        let mut letters = word.char_indices();
        if let Some((end, _)) = letters.nth(5).filter(|_| letters.next().is_some()) {
            row(19, fnv(word[..end].bytes()), 0);
        }
    }
    rows
}

/// How many of the words with a capital are people's names, places, and in no list; those that are everyday words, too,
/// none.
fn named(found: &[&str]) -> [u32; 3] {
    let mut counts = [0; 3];
    let capital = found.iter().take(WORDS);
    for word in capital.filter(|w| w.starts_with(char::is_uppercase)) {
        let entry = look_up(&fold(word));
        if !entry.everyday() {
            counts[0] += u32::from(entry.given() || entry.surname());
            counts[1] += u32::from(entry.town() || entry.country());
            counts[2] += u32::from(entry.bits() == 0);
        }
    }
    counts
}

/// Words of oneself.
fn is_own(word: &str) -> bool {
    matches!(
        word,
        "i" | "me"
            | "my"
            | "i'm"
            | "i've"
            | "i'll"
            | "i'd"
            | "mine"
            | "myself"
            | "ich"
            | "mir"
            | "mich"
            | "je"
            | "j'ai"
            | "moi"
            | "yo"
            | "mi"
    )
}

/// Words to somebody.
fn is_you(word: &str) -> bool {
    matches!(word, "you" | "your" | "yours")
}

/// Signs that programs use more than people.
#[rustfmt::skip]
fn is_sign(c: char) -> bool {
    matches!(
        c,
        '©' | '|' | '→' | '▸' | '•' | '@' | '#' | '/' | '\\' | '<' | '>' | '{' | '}' | '[' | ']' | '=' | '_' | '$' | '€'
            | '£' | '%' | '*' | '&' | '+' | '"' | '“' | '('
    )
}

/// Words: letters, digits and underscores, with apostrophes within.
fn words(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::with_capacity(text.len() / 5 + 1);
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        if !is_word(c) {
            continue;
        }
        loop {
            // most words are nothing else
            let plain = text.as_bytes()[at..].iter();
            at += plain.take_while(|b| b.is_ascii_alphanumeric()).count();
            let Some(c) = text[at..].chars().next() else {
                break;
            };
            let next = at + c.len_utf8();
            let goes_on = matches!(c, '\'' | '’') && text[next..].starts_with(is_word);
            if !goes_on && !is_word(c) {
                break;
            }
            at = next;
        }
        found.push(&text[start..at]);
    }
    found
}

/// A word in lower case without accents, its digits as 0.
fn plain(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(word);
    }
    let digit = |c: char| if c.is_numeric() { '0' } else { c };
    Cow::Owned(fold(word).chars().map(digit).collect())
}

/// What a character at an edge is: upper case, lower case, a digit, or itself.
fn edge(c: char) -> u32 {
    u32::from(match c {
        c if c.is_uppercase() => 'X',
        c if c.is_alphabetic() => 'x',
        c if c.is_numeric() => 'd',
        c => c,
    })
}

#[cfg(test)]
mod tests;
