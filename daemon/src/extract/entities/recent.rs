//! What was looked up of words met lately. A few thousand words make up nearly all of any text, and each is looked up
//! several times: by the roster, the places, the tagger, the tags.

use super::cues::Cues;
use super::lexicon::{Entry, listed};
use std::cell::RefCell;

/// What the lists and the cues say of a folded word of this hash ([`fnv`](crate::hashed::fnv)).
pub(super) fn known(folded: &str, hash: u32) -> (Entry, Cues) {
    thread_local! {
        static RECENT: RefCell<Recent> = RefCell::new(Recent::new());
    }
    RECENT.with_borrow_mut(|recent| recent.get(folded, hash))
}

/// Pairs of words remembered. The longer unused one of a pair gives way to the next word of the same pair.
const PAIRS: usize = 8_192;

/// A cache from words to what is known of them.
struct Recent {
    pairs: Vec<Pair>,
}

/// Two words, the one met last before the other. They fill a line of the processor's cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Pair([Slot; 2]);

/// A word, in place so that nothing else is fetched to compare it, and what is known of it.
#[derive(Clone, Copy, Default)]
struct Slot {
    word: Short,
    entry: Entry,
    cues: Cues,
}

/// A short word as numbers: its first and its last bytes, which together are all of it, and its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Short {
    first: u64,
    last: u64,
    length: u8,
}

impl Short {
    /// Nothing for no word, and for one of more than sixteen bytes.
    fn of(word: &str) -> Option<Self> {
        let bytes = word.as_bytes();
        let (first, last) = match bytes.len() {
            1..=3 => {
                let at = |n: usize| u64::from(bytes[n]);
                (at(0), at(bytes.len() / 2) | at(bytes.len() - 1) << 8)
            }
            4..=7 => {
                let four = |b: &[u8; 4]| u64::from(u32::from_le_bytes(*b));
                (four(bytes.first_chunk()?), four(bytes.last_chunk()?))
            }
            8..=16 => {
                let eight = |b: &[u8; 8]| u64::from_le_bytes(*b);
                (eight(bytes.first_chunk()?), eight(bytes.last_chunk()?))
            }
            _ => return None,
        };
        // at most sixteen
        let length = bytes.len() as u8;
        Some(Self {
            first,
            last,
            length,
        })
    }
}

impl Recent {
    /// An empty one.
    fn new() -> Self {
        Self {
            pairs: vec![Pair::default(); PAIRS],
        }
    }

    /// What is known of a word of this hash, from before or from the lists.
    fn get(&mut self, word: &str, hash: u32) -> (Entry, Cues) {
        let Some(short) = Short::of(word) else {
            return (listed(word), Cues::of(word));
        };
        let Pair(pair) = &mut self.pairs[(hash ^ hash >> 16) as usize % PAIRS];
        if pair[0].word != short {
            pair.swap(0, 1);
        }
        if pair[0].word != short {
            pair[0] = Slot {
                word: short,
                entry: listed(word),
                cues: Cues::of(word),
            };
        }
        (pair[0].entry, pair[0].cues)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hashed::fnv;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn answers_as_if_looked_up_each_time(
            words in proptest::collection::vec("(an|bo|the|may|ann|reading|[a-c]{0,3}|\\PC{0,6}){1,3}", 0..200),
        ) {
            let mut recent = Recent::new();
            for word in &words {
                let known = recent.get(word, fnv(word.bytes()) % 64);
                prop_assert_eq!(known, (listed(word), Cues::of(word)));
            }
        }

        #[test]
        fn short_words_are_told_apart(a in "[ab]{0,17}|\\PC{0,4}", b in "[ab]{0,17}|\\PC{0,4}") {
            let both = Short::of(&a).zip(Short::of(&b));
            prop_assert!(both.is_none_or(|(x, y)| (x == y) == (a == b)));
        }
    }
}
