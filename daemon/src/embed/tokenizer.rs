//! BERT's uncased tokenizer: text → words → word pieces.
//!
//! As in the reference (`BertTokenizer` with `do_lower_case`): control characters go, accents are stripped, letters are
//! lower-cased, Chinese characters and punctuation stand alone, and each word is cut greedily into the longest pieces that
//! the vocabulary has, pieces inside a word being marked with `##`. A word that cannot be cut so, or that is longer than
//! [`MAX_WORD`], is unknown and gives nothing here (the reference gives `[UNK]`, whose row is zero). Text that looks like a
//! special piece (`[SEP]`) is read as text.

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use super::table::Vocabulary;

/// The longest word that is looked up, in characters.
const MAX_WORD: usize = 100;

/// Calls `found` with each known piece of the text, in order.
pub(super) fn pieces(text: &str, vocabulary: &Vocabulary, mut found: impl FnMut(usize)) {
    let text = normalise(text);
    let mut cut = Vec::new();
    words(&text, |word| {
        cut.clear();
        if cut_word(word, vocabulary, &mut cut).is_some() {
            cut.iter().copied().for_each(&mut found);
        }
    });
}

/// Lower-cased text without accents and control characters, Chinese characters set apart by spaces.
fn normalise(text: &str) -> String {
    if text.is_ascii() {
        let kept = text
            .chars()
            .filter(|c| matches!(c, '\t' | '\n' | '\r') || !c.is_control());
        return kept.map(|c| c.to_ascii_lowercase()).collect();
    }
    // Control, format and private characters, and the replacement character.
    static DROPPED: LazyLock<Regex> =
        LazyLock::new(|| regex(r"[\p{Cc}\p{Cf}\p{Co}\x{FFFD}--\t\n\r]"));
    static MARK: LazyLock<Regex> = LazyLock::new(|| regex(r"\p{Mn}"));
    let kept = DROPPED.replace_all(text, "");
    let mut spaced = String::with_capacity(kept.len());
    for c in kept.chars() {
        if is_chinese(c) {
            spaced.extend([' ', c, ' ']);
        } else {
            spaced.push(c);
        }
    }
    let decomposed: String = spaced.nfd().collect();
    // By the letter: a whole string's lower case would treat a final sigma differently.
    MARK.replace_all(&decomposed, "")
        .chars()
        .flat_map(char::to_lowercase)
        .collect()
}

/// Runs of characters that are neither space nor punctuation, and each punctuation mark by itself. ASCII symbols count as
/// punctuation.
fn words<'t>(text: &'t str, mut take: impl FnMut(&'t str)) {
    static WORD: LazyLock<Regex> =
        LazyLock::new(|| regex(r"[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+"));
    if !text.is_ascii() {
        return WORD.find_iter(text).for_each(|found| take(found.as_str()));
    }
    // Most text is English: a regular expression takes several times as long as the rest of this.
    for run in text.split_ascii_whitespace() {
        for piece in run.split_inclusive(|c: char| c.is_ascii_punctuation()) {
            let mark = piece.ends_with(|c: char| c.is_ascii_punctuation());
            let (word, mark) = piece.split_at(piece.len() - usize::from(mark));
            [word, mark]
                .into_iter()
                .filter(|w| !w.is_empty())
                .for_each(&mut take);
        }
    }
}

/// Cuts one word into pieces; `None` if some part of it is not in the vocabulary.
fn cut_word(word: &str, vocabulary: &Vocabulary, cut: &mut Vec<usize>) -> Option<()> {
    if word.chars().nth(MAX_WORD).is_some() {
        return None;
    }
    let mut start = 0;
    while start < word.len() {
        let inside = start > 0;
        let (piece, end) = (start + 1..=word.len().min(start + vocabulary.longest()))
            .rev()
            .filter(|&end| word.is_char_boundary(end))
            .find_map(|end| Some((vocabulary.find(&word[start..end], inside)?, end)))?;
        cut.push(piece);
        start = end;
    }
    Some(())
}

/// The blocks of Chinese characters that BERT sets apart (not kana, not hangul).
fn is_chinese(c: char) -> bool {
    matches!(c as u32,
        0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x20000..=0x2A6DF | 0x2A700..=0x2B73F | 0x2B740..=0x2B81F
        | 0x2B920..=0x2CEAF | 0xF900..=0xFAFF | 0x2F800..=0x2FA1F)
}

fn regex(pattern: &'static str) -> Regex {
    // The patterns are constants, and the tests below use each.
    Regex::new(pattern).expect("a constant pattern")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(text: &str) -> Vec<String> {
        let text = normalise(text);
        let mut found = Vec::new();
        words(&text, |word| found.push(word.to_owned()));
        found
    }

    #[test]
    fn words_are_folded_and_split() {
        assert_eq!(
            split("Don't stop—Zoë's café!"),
            ["don", "'", "t", "stop", "—", "zoe", "'", "s", "cafe", "!"]
        );
        assert_eq!(split("a\u{200b}b\u{0}c\td\u{a0}e"), ["abc", "d", "e"]);
        assert_eq!(split("A\u{7}B $5+3"), ["ab", "$", "5", "+", "3"]);
    }

    proptest! {
        #[test]
        fn ascii_is_split_as_the_rest(text in "[ -~\t\n]{0,60}") {
            // an ideographic space sends it the other way
            prop_assert_eq!(split(&text), split(&format!("{text}\u{3000}")));
        }
    }

    #[test]
    fn chinese_characters_stand_alone_and_kana_does_not() {
        assert_eq!(split("我爱x カナ"), ["我", "爱", "x", "カナ"]);
    }

    #[test]
    fn lower_case_goes_by_the_letter() {
        assert_eq!(split("İΣΑΣ ẞ"), ["iσασ", "ß"]);
    }
}
