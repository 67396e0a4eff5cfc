//! Words of a text with their places: the common ground of names, people, places and tags.

use super::cues::Cues;
use super::lexicon::{Entry, fold};
use super::recent::known;
use crate::hashed::{FNV, PLAIN, fnv, fnv_with};
use smol_str::{SmolStr, StrExt};
use std::ops::Range;

/// A word or a sign.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// Bytes in the text.
    pub(crate) span: Range<usize>,
    /// Lower case without accents.
    pub(crate) folded: SmolStr,
    /// The hash ([`fnv`]) of that.
    pub(crate) hash: u32,
    /// What the lists say of it.
    pub(crate) entry: Entry,
    /// What it says of the words beside it.
    pub(crate) cues: Cues,
    /// Its first letter is upper case.
    pub(crate) capital: bool,
    /// Letters or digits, not a sign.
    pub(crate) word: bool,
    /// First word of a sentence, line or quotation.
    pub(crate) first: bool,
    /// First token of a line.
    pub(crate) line: bool,
}

impl Token {
    /// Longer than one letter and all of its letters upper case.
    pub(crate) fn all_capitals(&self, text: &str) -> bool {
        let word = &text[self.span.clone()];
        word.chars().filter(|c| c.is_alphabetic()).count() > 1
            && !word.chars().any(char::is_lowercase)
    }

    /// Written with a capital inside, as programs, units and errors are ("OpenTalk", "mA", "SyntaxError") and people are not,
    /// but behind a particle ("McKay", "DiCaprio", "LaToya").
    pub(crate) fn camel_case(&self, text: &str) -> bool {
        /// Letters from which a listed name may be one that is written together.
        const LONG: usize = 6;
        const PARTICLES: [&str; 20] = [
            "mc", "mac", "de", "di", "da", "du", "la", "le", "el", "al", "van", "von", "der", "o",
            "ó", "fitz", "st", "ni", "san", "ben",
        ];
        let word = &text[self.span.clone()];
        let mut before = ' ';
        let inner = word.char_indices().find(|(_, c)| {
            let found = before.is_lowercase() && c.is_uppercase();
            before = *c;
            found
        });
        let Some((at, _)) = inner else {
            return false;
        };
        let (start, end) = (word[..at].to_lowercase(), word[at..].to_lowercase());
        // "AnneMarie"
        let given = |part: &str| known(part, fnv(part.bytes())).0.given();
        let given = end.chars().count() > 2 && given(&start) && given(&end);
        // "DelRosario", but not "LoRa"
        let long = self.folded.chars().count() >= LONG;
        let listed = given || long && (self.entry.given() || self.entry.surname());
        // "mA", "iPad"
        let unit = !self.capital;
        unit || !listed && !PARTICLES.contains(&start.as_str())
    }
}

/// Splits a text into tokens, in one pass. Words keep inner `'`, `-`, `.`, `_` and `&` ("Dirk-Jan", "O'Brien", "U.S");
/// a possessive `'s` is a token of its own.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(text.len() / 4);
    let (mut first, mut line) = (true, true);
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        let mut plain = None;
        let mut own = Place {
            word: true,
            first: false,
            line: false,
        };
        if c.is_alphanumeric() {
            let letters = Letters::at(text, start);
            at = word_end(text, at.max(letters.end));
            // most words are nothing else
            plain = Some(letters).filter(|l| l.end == at);
            (own.first, own.line) = (first, line);
            (first, line) = (false, false);
        } else if matches!(c, '\'' | '’')
            && possessive(&text[at..])
            && out.last().is_some_and(|t| t.word && t.span.end == start)
        {
            at += 1;
        } else if c == '\n' {
            (first, line) = (true, true);
            continue;
        } else if c.is_whitespace() {
            continue;
        } else {
            first = first && !matches!(c, ',')
                || matches!(
                    c,
                    '.' | '!' | '?' | ':' | ';' | '"' | '“' | '„' | '«' | '•' | '(' | '…'
                );
            (own.word, own.line) = (false, line);
            line = false;
        }
        out.push(token(text, start..at, plain, own));
    }
    out
}

/// Whether a token is a word, and whether it begins a sentence and a line.
struct Place {
    word: bool,
    first: bool,
    line: bool,
}

/// ASCII letters and digits in a row.
struct Letters {
    /// Byte after the last.
    end: usize,
    /// The hash ([`fnv`]) of them in lower case.
    hash: u32,
    /// Whether they are written so.
    lower: bool,
}

impl Letters {
    fn at(text: &str, start: usize) -> Self {
        let (mut end, mut hash, mut lower) = (start, FNV, true);
        for byte in &text.as_bytes()[start..] {
            let plain = PLAIN[usize::from(*byte)];
            if plain == 0 {
                break;
            }
            hash = fnv_with(hash, plain);
            lower &= plain == *byte;
            end += 1;
        }
        Self { end, hash, lower }
    }
}

/// Where the word ends of which this much is known.
fn word_end(text: &str, known: usize) -> usize {
    let mut end = known;
    loop {
        let plain = text.as_bytes()[end..].iter();
        end += plain.take_while(|b| b.is_ascii_alphanumeric()).count();
        let Some(c) = text[end..].chars().next() else {
            return end;
        };
        let rest = &text[end + c.len_utf8()..];
        let part = match c {
            '-' | '.' | '_' | '&' | '‑' => rest.starts_with(char::is_alphanumeric),
            '\'' | '’' => rest.starts_with(char::is_alphanumeric) && !possessive(rest),
            c if c.is_ascii() => false,
            c => c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c),
        };
        if !part {
            return end;
        }
        end += c.len_utf8();
    }
}

/// Whether this follows the apostrophe of a possessive: an s that ends the word.
fn possessive(rest: &str) -> bool {
    let mut chars = rest.chars();
    matches!(chars.next(), Some('s' | 'S')) && !chars.next().is_some_and(char::is_alphanumeric)
}

/// Longest text that a [`SmolStr`] holds without memory of its own.
const INLINE: usize = 23;

/// `plain`: the token, where it is nothing but letters and digits. It stands in the one loop that makes tokens.
#[inline(always)]
fn token(text: &str, span: Range<usize>, plain: Option<Letters>, place: Place) -> Token {
    let written = &text[span.clone()];
    let is_lower = |b: u8| b.is_ascii() && !b.is_ascii_uppercase();
    let lower = match &plain {
        Some(letters) => letters.lower,
        None => written.bytes().all(is_lower),
    };
    // nearly all words are short, and need no memory of their own
    let folded = if written.len() <= INLINE && lower {
        SmolStr::new_inline(written)
    } else if written.is_ascii() {
        written.to_ascii_lowercase_smolstr()
    } else {
        fold(written).into()
    };
    let hash = plain.map_or_else(|| fnv(folded.bytes()), |letters| letters.hash);
    let (listed, cues) = known(&folded, hash);
    let Place { word, first, line } = place;
    let entry = if word { listed } else { Entry::default() };
    let capital = written.chars().next().is_some_and(char::is_uppercase);
    Token {
        span,
        folded,
        hash,
        entry,
        cues,
        capital,
        word,
        first,
        line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|t| &text[t.span]).collect()
    }

    #[test]
    fn words_and_signs() {
        assert_eq!(
            split("Dirk-Jan O'Brien's dog, U.S. (v1.4.0)!"),
            [
                "Dirk-Jan", "O'Brien", "'s", "dog", ",", "U.S", ".", "(", "v1.4.0", ")", "!"
            ]
        );
    }

    #[test]
    fn knows_where_sentences_begin() {
        let firsts: Vec<_> = tokens("So it is. We go.\nthen Ann, left")
            .into_iter()
            .filter(|t| t.first)
            .map(|t| t.folded)
            .collect();
        assert_eq!(firsts, ["so", "we", "then"]);
    }

    proptest! {
        #[test]
        fn spans_lie_in_order_on_character_borders(text in "\\PC{0,200}") {
            let mut at = 0;
            for t in tokens(&text) {
                prop_assert!(t.span.start >= at && t.span.end > t.span.start && text.get(t.span.clone()).is_some());
                at = t.span.end;
            }
        }
    }
}
