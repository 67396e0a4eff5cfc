//! What a sentence is weighed by: the same features as in `daemon/names/train_furniture.py`.

use crate::{
    extract::entities::lexicon::{fold, look_up},
    hashed::{FNV, PLAIN, fnv, fnv_with, mix},
    ingest::pattern::asked::may_hold_digit,
};
use memo_common::api::SourceType;
use smol_str::StrExt;
use std::borrow::Cow;

/// Words of a sentence that are looked at, and of these those that are looked at by their source.
const WORDS: usize = 40;
const EACH: usize = 12;

/// The kinds of source, in the order of their numbers in features.
pub(super) const SOURCES: [SourceType; 9] = [
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

/// Rows of the table for a sentence, in place of those that were there; one may be there several times.
pub(super) fn features(text: &str, source: SourceType, rows: &mut Vec<u16>) {
    let text = text.trim();
    let source = SOURCES
        .iter()
        .position(|s| *s == source)
        .unwrap_or_default() as u32;
    let found = words(text);
    let n = found.len() as u32;
    let words: Vec<Word> = found.iter().take(WORDS).map(|w| Word::of(w)).collect();
    let hashes: Vec<u32> = std::iter::once(1)
        .chain(words.iter().map(|w| w.hash))
        .chain([2])
        .collect();
    let own_words = &hashes[1..hashes.len() - 1];
    rows.clear();
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
    let digits = match may_hold_digit(text) {
        true => found
            .iter()
            .filter(|w| w.contains(char::is_numeric))
            .count(),
        false => 0,
    };
    row(11, capitals.min(4), n.min(8));
    row(12, (digits as u32).min(4), n.min(8));
    if n > 1 && text.contains(char::is_uppercase) && !text.contains(char::is_lowercase) {
        row(13, 0, 0);
    }
    let own = u32::from(words.iter().any(|w| w.own));
    row(14, own, 0);
    if words.iter().any(|w| w.you) {
        row(15, own, 0);
    }
    let begins = text.bytes().enumerate().filter(|(_, b)| begins_sign(*b));
    for sign in begins.filter_map(|(at, _)| text[at..].chars().next()) {
        if is_sign(sign) {
            row(16, u32::from(sign), 0);
        }
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
    for start in words.iter().take(EACH).filter_map(|w| w.start) {
        row(19, start, 0);
    }
}

/// Letters of a word that tell what it is a form of, and how many there are at least of one that has forms.
const STEM: usize = 5;
const LONG: usize = 7;

/// What is read of a word in lower case without accents, its digits as 0.
struct Word {
    /// The hash of it, and, where it is long, of its first letters.
    hash: u32,
    start: Option<u32>,
    /// Of oneself; to somebody.
    own: bool,
    you: bool,
}

impl Word {
    fn of(word: &str) -> Self {
        // few words begin as those of oneself and to somebody do
        let may = matches!(
            word.as_bytes().first(),
            Some(b'I' | b'i' | b'J' | b'j' | b'M' | b'm' | b'Y' | b'y')
        );
        if may || !word.is_ascii() {
            return Self::of_plain(&plain(word));
        }
        let (mut hash, mut start) = (FNV, None);
        for (n, byte) in word.bytes().enumerate() {
            if n == STEM && word.len() >= LONG {
                start = Some(hash);
            }
            let plain = match PLAIN[usize::from(byte)] {
                0 => byte,
                b'0'..=b'9' => b'0',
                letter => letter,
            };
            hash = fnv_with(hash, plain);
        }
        Self {
            hash,
            start,
            own: false,
            you: false,
        }
    }

    fn of_plain(word: &str) -> Self {
        let mut letters = word.char_indices();
        let stem = letters
            .nth(STEM)
            .filter(|_| letters.nth(LONG - STEM - 2).is_some());
        Self {
            hash: fnv(word.bytes()),
            start: stem.map(|(end, _)| fnv(word[..end].bytes())),
            own: is_own(word),
            you: matches!(word, "you" | "your" | "yours"),
        }
    }
}

/// How many of the words with a capital are people's names, places, and in no list; those that are everyday words, too,
/// none.
fn named(found: &[&str]) -> [u32; 3] {
    let mut counts = [0; 3];
    let capital = found.iter().take(WORDS);
    for word in capital.filter(|w| w.starts_with(char::is_uppercase)) {
        let entry = match word.is_ascii() {
            true => look_up(&word.to_ascii_lowercase_smolstr()),
            false => look_up(&fold(word)),
        };
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

/// Signs that programs use more than people.
#[rustfmt::skip]
fn is_sign(c: char) -> bool {
    matches!(
        c,
        '©' | '|' | '→' | '▸' | '•' | '@' | '#' | '/' | '\\' | '<' | '>' | '{' | '}' | '[' | ']' | '=' | '_' | '$' | '€'
            | '£' | '%' | '*' | '&' | '+' | '"' | '“' | '('
    )
}

/// Whether a character of this first byte may be such a sign; those of letters, of what ends a sentence, and all bytes
/// within a character are not.
fn begins_sign(byte: u8) -> bool {
    PLAIN[usize::from(byte)] == 0 && !matches!(byte, b' ' | b'.' | b',' | b'\'' | 0x80..=0xBF)
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
