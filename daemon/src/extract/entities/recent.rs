//! What was looked up of words met lately. A few thousand words make up nearly all of any text, and each is looked up
//! several times: by the roster, the places, the tagger, the tags.

/// Words remembered; each has one slot, which the next word of the same slot takes over.
const SLOTS: usize = 16_384;

/// Longest word (bytes) that is remembered.
const LONGEST: usize = 23;

/// A direct-mapped cache from words to what is known of them.
pub(super) struct Recent<V> {
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
    pub(super) fn new() -> Self {
        Self {
            slots: vec![Slot::default(); SLOTS],
        }
    }

    /// What is known of a word, from before or from `look_up`.
    pub(super) fn get(&mut self, word: &str, look_up: impl FnOnce(&str) -> V) -> V {
        let length = word.len();
        if length > LONGEST {
            return look_up(word);
        }
        let slot = &mut self.slots[slot(word)];
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

/// FNV-1a (Fowler, Noll, Vo), folded to the number of slots.
fn slot(word: &str) -> usize {
    let hash = word.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let slot = (hash >> 48) as usize;
    slot % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn answers_as_if_looked_up_each_time(words in proptest::collection::vec("[a-c]{0,3}|\\PC{0,40}", 0..200)) {
            let mut recent = Recent::new();
            for word in &words {
                prop_assert_eq!(recent.get(word, str::len), word.len());
            }
        }
    }
}
