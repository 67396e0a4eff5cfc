//! A text as words, each with what matching needs of it.

use super::irregular;
use crate::index::terms::{fold, is_stop};
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
            if let Some(word) = word(&stemmer, text, start..end, first) {
                found.push(word);
                first = false;
            }
            from = None;
        }
        if matches!(c, '.' | '!' | '?' | '“' | '"' | '\n' | ':') && !inside {
            first = true;
        }
    }
    found
}

fn word(stemmer: &Stemmer, text: &str, span: Range<usize>, first: bool) -> Option<Word> {
    let raw = &text[span.clone()];
    let lower = fold(raw);
    let bare = lower
        .strip_suffix("'s")
        .or_else(|| lower.strip_suffix("’s"));
    let owns = bare.is_some();
    let folded: String = bare
        .unwrap_or(&lower)
        .chars()
        .filter(|c| !matches!(c, '\'' | '’'))
        .collect();
    if folded.is_empty() {
        return None;
    }
    let base = irregular::base(&folded);
    let plain = base.bytes().all(|b| b.is_ascii_lowercase());
    Some(Word {
        stem: if plain && base.len() > 3 {
            stemmer.stem(base).to_string()
        } else {
            base.to_owned()
        },
        stop: is_stop(&folded),
        capital: raw.starts_with(char::is_uppercase),
        folded,
        span,
        first,
        owns,
    })
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
