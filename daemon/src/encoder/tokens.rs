//! Text → the numbers of its pieces, by SentencePiece's unigram model: of all ways to cut a word into pieces that the
//! vocabulary has, the one whose pieces' log probabilities have the greatest sum.

use foldhash::{HashMap, HashMapExt};
use std::ops::Range;
use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};

/// `daemon/encoder/pieces.tsv`: a piece and its log probability a line; its line is its number.
static PIECES: &str = include_str!("../../encoder/pieces.tsv");

/// How the beginning of a word is marked.
const BEGINS: char = '\u{2581}';

/// What stands before every text.
pub(super) const BEGIN: usize = 0;
/// What stands behind every text.
pub(super) const END: usize = 2;
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
        let pieces = self.pieces(text, most - 2);
        let numbers = pieces.iter().map(|piece| piece.number);
        [BEGIN].into_iter().chain(numbers).chain([END]).collect()
    }

    /// The pieces of a text without its ends, `most` at most.
    pub(super) fn pieces(&self, text: &str, most: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut word = Word::default();
        let mut chars = text.char_indices().peekable();
        while let Some((from, c)) = chars.next() {
            if pieces.len() >= most {
                break;
            }
            let mut to = from + c.len_utf8();
            while let Some((at, c)) = chars.next_if(|(_, c)| joins(*c)) {
                to = at + c.len_utf8();
            }
            for c in text[from..to].nfkc().filter_map(folded) {
                if c != ' ' {
                    word.push(c, from..to);
                }
                if c == ' ' || word.text.len() > LONGEST_WORD {
                    self.cut(&mut word, &mut pieces);
                }
            }
        }
        self.cut(&mut word, &mut pieces);
        pieces.truncate(most);
        pieces
    }

    /// Adds the pieces of a word (Viterbi's algorithm), and begins the next one.
    fn cut(&self, word: &mut Word, pieces: &mut Vec<Piece>) {
        let none = Cut {
            worth: f32::NEG_INFINITY,
            piece: UNKNOWN,
            from: 0,
        };
        let text = word.text.as_str();
        let mut best = vec![none; text.len() + 1];
        best[0].worth = 0.0;
        for (from, c) in text.char_indices() {
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
            let rest = &text[from..];
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
            for end in ends.take_while(|end| *end <= self.longest) {
                if let Some((piece, worth)) = self.pieces.get(&rest[..end]) {
                    take(from + end, *piece, *worth);
                }
            }
        }
        let (first, mut at) = (pieces.len(), text.len());
        while at > 0 {
            let Cut { piece, from, .. } = best[at];
            pieces.push(Piece {
                number: piece,
                bytes: word.source(from..at),
            });
            at = from;
        }
        pieces[first..].reverse();
        *word = Word::default();
    }
}

/// A piece, and the bytes of the text that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) number: usize,
    pub(super) bytes: Range<usize>,
}

/// A word as the vocabulary has it, and where its characters come from.
#[derive(Default)]
struct Word {
    text: String,
    /// For each character but the mark before it: where it begins in `text`, and the bytes of the source.
    places: Vec<(usize, Range<usize>)>,
}

impl Word {
    fn push(&mut self, c: char, source: Range<usize>) {
        if self.text.is_empty() {
            self.text.push(BEGINS);
        }
        self.places.push((self.text.len(), source));
        self.text.push(c);
    }

    /// The bytes of the source of a stretch of it; those of its first character, empty, for the mark alone.
    fn source(&self, of: Range<usize>) -> Range<usize> {
        let from = self.places.partition_point(|(at, _)| *at < of.start);
        let to = self.places.partition_point(|(at, _)| *at < of.end);
        let start = self.places[from].1.start;
        match to.checked_sub(1).filter(|last| *last >= from) {
            Some(last) => start..self.places[last].1.end,
            None => start..start,
        }
    }
}

/// Whether a character makes one with the one before it.
fn joins(c: char) -> bool {
    // Vowels and final consonants of Korean make a syllable with what stands before them.
    canonical_combining_class(c) != 0
        || matches!(c, '\u{1160}'..='\u{11ff}' | '\u{ff9e}' | '\u{ff9f}')
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
    fn pieces_know_where_they_stand() {
        let tokens = Tokens::new();
        let text = "  Zoe\u{308}’s ｶﾞ½ ok";
        let pieces = tokens.pieces(text, 32);
        let whole: Vec<&str> = pieces.iter().map(|p| &text[p.bytes.clone()]).collect();
        assert_eq!(whole.concat(), text.replace(' ', ""));
        assert!(pieces.is_sorted_by_key(|p| p.bytes.start));
        let composed = tokens.of("Zoë’s ガ1⁄2 ok", 32);
        assert_eq!(tokens.of(text, 32), composed);
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
