//! What was looked up of words met lately. A few thousand words make up nearly all of any text, and each is looked up
//! several times: by the roster, the places, the tagger, the tags.

use super::cues::Cues;
use super::lexicon::{Entry, listed};
use std::cell::RefCell;

/// What the lists and the cues say of a folded word of this hash ([`fnv`](crate::hashed::fnv)).
pub(super) fn known(folded: &str, hash: u32) -> (Entry, Cues) {
    thread_local! {
        static RECENT: RefCell<Recent<(Entry, Cues)>> = RefCell::new(Recent::new());
    }
    RECENT.with_borrow_mut(|recent| recent.get(folded, hash, |word| (listed(word), Cues::of(word))))
}

/// Words remembered; each has one slot, which the next word of the same slot takes over.
const SLOTS: usize = 16_384;

/// Longest word (bytes) that is remembered.
const LONGEST: usize = 23;

/// A direct-mapped cache from words to what is known of them.
struct Recent<V> {
    slots: Vec<Slot<V>>,
}

/// A word, in place so that nothing else is fetched to compare it, and what is known of it.
#[derive(Clone, Copy, Default)]
struct Slot<V> {
    /// Bytes of the word and one more; 0 while the slot is free.
    taken: u8,
    word: [u8; LONGEST],
    value: V,
}

impl<V: Copy + Default> Recent<V> {
    /// An empty one.
    fn new() -> Self {
        Self {
            slots: vec![Slot::default(); SLOTS],
        }
    }

    /// What is known of a word of this hash, from before or from `look_up`.
    fn get(&mut self, word: &str, hash: u32, look_up: impl FnOnce(&str) -> V) -> V {
        let length = word.len();
        if length > LONGEST {
            return look_up(word);
        }
        let slot = &mut self.slots[(hash ^ hash >> 16) as usize % SLOTS];
        if usize::from(slot.taken) == length + 1 && slot.word[..length] == *word.as_bytes() {
            return slot.value;
        }
        slot.value = look_up(word);
        slot.word[..length].copy_from_slice(word.as_bytes());
        // at most LONGEST + 1
        slot.taken = length as u8 + 1;
        slot.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hashed::fnv;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn answers_as_if_looked_up_each_time(words in proptest::collection::vec("[a-c]{0,3}|\\PC{0,40}", 0..200)) {
            let mut recent = Recent::new();
            for word in &words {
                prop_assert_eq!(recent.get(word, fnv(word.bytes()), str::len), word.len());
            }
        }
    }
}
