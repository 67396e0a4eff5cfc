//! A text as words, each with what matching needs of it.

use super::irregular;
use crate::index::terms::{fold, is_stop, stem};
use frostem::{Algorithm, Stemmer};
use std::ops::Range;

/// One word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Its bytes in the text.
    pub(super) span: Range<usize>,
    /// Lower case, without accents, apostrophes and a possessive ending.
    pub(super) folded: String,
    /// Its stem; what words are compared by.
    pub(super) stem: String,
    /// Carries no content of its own.
    pub(super) stop: bool,
    /// Begins with a capital.
    pub(super) capital: bool,
    /// Stands at the beginning of a sentence or quotation, where a capital says nothing.
    pub(super) first: bool,
    /// Has a possessive ending.
    pub(super) owns: bool,
}

impl Word {
    /// Whether it is a number in digits.
    pub(super) fn is_number(&self) -> bool {
        self.folded.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// Every word of a text, in order.
pub(super) fn words(text: &str) -> Vec<Word> {
    let stemmer = Stemmer::new(Algorithm::English);
    let mut found: Vec<Word> = Vec::new();
    each(text, |span, first| {
        let word = word(&stemmer, text, span, first);
        let is_one = word.is_some();
        found.extend(word);
        is_one
    });
    found
}

/// Calls `take` with the bytes of each word and whether it stands first; `take` says whether it is one at all.
fn each(text: &str, mut take: impl FnMut(Range<usize>, bool) -> bool) {
    let mut from: Option<usize> = None;
    let mut first = true;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, n)| *n);
        let inside = c.is_alphanumeric()
            || from.is_some()
                && next.is_some_and(char::is_alphanumeric)
                && (matches!(c, '\'' | '’')
                    || matches!(c, '.' | ',' | ':')
                        && text[..at].ends_with(|b: char| b.is_ascii_digit())
                        && next.is_some_and(|n| n.is_ascii_digit()));
        if inside {
            from.get_or_insert(at);
        }
        let ends = from.filter(|_| !inside || next.is_none());
        if let Some(start) = ends {
            let end = if inside { at + c.len_utf8() } else { at };
            first &= !take(start..end, first);
            from = None;
        }
        if matches!(c, '.' | '!' | '?' | '“' | '"' | '\n' | ':') && !inside {
            first = true;
        }
    }
}

fn word(stemmer: &Stemmer, text: &str, span: Range<usize>, first: bool) -> Option<Word> {
    let raw = &text[span.clone()];
    let (folded, owns) = folded(raw);
    if folded.is_empty() {
        return None;
    }
    Some(Word {
        stem: stem(stemmer, irregular::base(&folded)).into_owned(),
        stop: is_stop(&folded),
        capital: raw.starts_with(char::is_uppercase),
        folded,
        span,
        first,
        owns,
    })
}

/// A word in lower case, without accents, apostrophes and a possessive ending, and whether it has that.
fn folded(raw: &str) -> (String, bool) {
    let mut folded = fold(raw);
    let bare = folded.strip_suffix("'s").or(folded.strip_suffix("’s"));
    let bare = bare.map(str::len);
    folded.truncate(bare.unwrap_or(folded.len()));
    folded.retain(|c| !matches!(c, '\'' | '’'));
    (folded, bare.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn takes_words_numbers_and_possessives() {
        let text = "Zoë's bread cost 1,250.50 at 14:30. Didn't it?";
        let words = words(text);
        let folded: Vec<&str> = words.iter().map(|w| w.folded.as_str()).collect();
        assert_eq!(
            folded,
            [
                "zoe", "bread", "cost", "1,250.50", "at", "14:30", "didnt", "it"
            ]
        );
        assert!(words[0].owns && words[6].first && words[6].stop);
    }

    proptest! {
        #[test]
        fn spans_are_in_bounds_and_ascend(text in "\\PC{0,120}") {
            let mut at = 0;
            for word in words(&text) {
                prop_assert!(word.span.start >= at && text.get(word.span.clone()).is_some());
                at = word.span.end;
            }
        }
    }
}
