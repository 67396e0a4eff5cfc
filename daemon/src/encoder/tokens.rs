//! Text → the numbers of its pieces, by SentencePiece's unigram model: of all ways to cut a word into pieces that the
//! vocabulary has, the one whose pieces' log probabilities have the greatest sum.

use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;

/// `daemon/encoder/pieces.tsv`: a piece and its log probability a line; its line is its number.
static PIECES: &str = include_str!("../../encoder/pieces.tsv");

/// How the beginning of a word is marked.
const BEGINS: char = '\u{2581}';

/// What stands before every text.
const BEGIN: usize = 0;
/// What stands behind every text.
const END: usize = 2;
/// What stands for a character that no piece has.
const UNKNOWN: usize = 3;
/// The first number of a piece of text.
const FIRST: usize = 4;

/// How much less likely than the least likely piece a character is that no piece has; as in SentencePiece.
const UNKNOWN_PENALTY: f32 = 10.0;

/// A longer word is cut in several: none is, but for what is no language.
const LONGEST_WORD: usize = 400;

/// The vocabulary.
pub(super) struct Tokens {
    pieces: HashMap<&'static str, (usize, f32)>,
    /// How many numbers there are.
    pub(super) count: usize,
    unknown: f32,
    /// Bytes of the longest piece.
    longest: usize,
}

/// The best way to cut the beginning of a word: its log probability, and its last piece with where that begins.
#[derive(Clone, Copy)]
struct Cut {
    worth: f32,
    piece: usize,
    from: usize,
}

impl Tokens {
    pub(super) fn new() -> Self {
        let mut pieces = HashMap::with_capacity(PIECES.len() / 16);
        let (mut count, mut least, mut longest) = (FIRST, 0.0f32, 0);
        for (number, line) in PIECES.lines().enumerate().skip(FIRST) {
            let (piece, worth) = line.split_once('\t').unwrap_or((line, ""));
            let worth = worth.parse().unwrap_or(0.0);
            pieces.insert(piece, (number, worth));
            least = least.min(worth);
            longest = longest.max(piece.len());
            count = number + 1;
        }
        Self {
            pieces,
            count,
            unknown: least - UNKNOWN_PENALTY,
            longest,
        }
    }

    /// The numbers of a text's pieces with those of its ends, `most` at most.
    pub(super) fn of(&self, text: &str, most: usize) -> Vec<usize> {
        let mut numbers = vec![BEGIN];
        let mut word = String::new();
        // Ended by a space, so that the last word ends as all others.
        let chars = text.nfkc().filter_map(folded).chain([' ']);
        for c in chars {
            if numbers.len() >= most {
                break;
            }
            if c != ' ' {
                if word.is_empty() {
                    word.push(BEGINS);
                }
                word.push(c);
            }
            if c == ' ' && !word.is_empty() || word.len() > LONGEST_WORD {
                self.cut(&word, &mut numbers);
                word.clear();
            }
        }
        numbers.truncate(most - 1);
        numbers.push(END);
        numbers
    }

    /// Adds the numbers of a word's pieces (Viterbi's algorithm).
    fn cut(&self, word: &str, numbers: &mut Vec<usize>) {
        let none = Cut {
            worth: f32::NEG_INFINITY,
            piece: UNKNOWN,
            from: 0,
        };
        let mut best = vec![none; word.len() + 1];
        best[0].worth = 0.0;
        for (from, c) in word.char_indices() {
            let so_far = best[from].worth;
            let mut take = |to: usize, piece, worth| {
                if so_far + worth > best[to].worth {
                    best[to] = Cut {
                        worth: so_far + worth,
                        piece,
                        from,
                    };
                }
            };
            take(from + c.len_utf8(), UNKNOWN, self.unknown);
            let rest = &word[from..];
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
            for end in ends.take_while(|end| *end <= self.longest) {
                if let Some((piece, worth)) = self.pieces.get(&rest[..end]) {
                    take(from + end, *piece, *worth);
                }
            }
        }
        let (first, mut at) = (numbers.len(), word.len());
        while at > 0 {
            numbers.push(best[at].piece);
            at = best[at].from;
        }
        numbers[first..].reverse();
    }
}

/// A character as the vocabulary has it; `None` for one that is left out. Beyond NFKC, that is how the model's own
/// normalisation differs from it for any character that people write.
fn folded(c: char) -> Option<char> {
    match c {
        '\t' | '\n' | '\u{c}' | '\r' | BEGINS | '\u{fffd}' => Some(' '),
        '\u{1680}' | '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => Some(' '),
        _ if c.is_control() => None,
        _ => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_as_the_reference_cuts_them() {
        let tokens = Tokens::new();
        let of = |text| tokens.of(text, 32);
        // By `tokens.py`.
        assert_eq!(of(""), [BEGIN, END]);
        assert_eq!(of(" \u{200b}"), [BEGIN, END]);
        assert_eq!(
            of("Zoë's dredging"),
            [0, 4777, 899, 25, 7, 103, 2392, 7906, 2]
        );
        assert_eq!(
            of("京都で山田さん、ｶﾅ"),
            [0, 6, 45680, 461, 1938, 5376, 11233, 37, 7965, 13542, 2]
        );
        // Neither what no piece has nor what is written like a special piece is one.
        assert_eq!(
            of("a\0b 𓀀<mask></s>"),
            [0, 1358, 6, UNKNOWN, 12531, 1313, 91, 55757, 64, 7, 2331, 2]
        );
    }

    #[test]
    fn a_long_text_is_cut_short() {
        let tokens = Tokens::new();
        for text in ["a b ".repeat(10_000), "x".repeat(1_000_000)] {
            let numbers = tokens.of(&text, 8);
            assert_eq!((numbers.len(), numbers[7]), (8, END));
        }
    }
}
