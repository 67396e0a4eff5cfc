//! Which memories of a segment have a word of the question.

use tantivy::DocId;

/// A bit for each memory of a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched(Vec<u64>);

impl Touched {
    /// None of so many memories.
    pub(super) fn none_of(memories: usize) -> Self {
        Self(vec![0; memories.div_ceil(64)])
    }

    /// Adds a memory.
    pub(super) fn insert(&mut self, doc: DocId) {
        self.0[doc as usize / 64] |= 1 << (doc % 64);
    }

    /// Those that were added, ascending.
    pub(super) fn each(&self) -> impl Iterator<Item = DocId> + '_ {
        ones(self.0.iter().copied())
    }

    /// How many.
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Those, and the two memories on either side of each in `strong` (which may lie beyond the last).
    pub(super) fn with_beside<'a>(&'a self, strong: &'a Self) -> impl Iterator<Item = DocId> + 'a {
        let bits = |at: usize| strong.0.get(at).copied().unwrap_or(0);
        ones((0..=self.0.len()).map(move |at| {
            let (own, after) = (bits(at), bits(at + 1));
            let all = self.0.get(at).copied().unwrap_or(0);
            let before = at.checked_sub(1).map_or(0, bits);
            let later = (own << 1 | before >> 63) | (own << 2 | before >> 62);
            let earlier = (own >> 1 | after << 63) | (own >> 2 | after << 62);
            all | later | earlier
        }))
    }
}

/// The places of the bits that are set.
fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = DocId> {
    words.enumerate().flat_map(|(at, mut word)| {
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros();
            word &= word.wrapping_sub(1);
            (bit < 64).then_some(64 * at as DocId + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn holds_what_was_added_and_knows_what_stands_beside(docs in prop::collection::btree_set(0u32..300, 0..40)) {
            let mut touched = Touched::none_of(300);
            docs.iter().for_each(|doc| touched.insert(*doc));
            prop_assert_eq!(touched.each().collect::<BTreeSet<_>>(), docs.clone());
            prop_assert_eq!(touched.count(), docs.len());
            prop_assert_eq!(touched.with_beside(&Touched::none_of(300)).collect::<BTreeSet<_>>(), docs.clone());
            let beside: BTreeSet<u32> = docs.iter().flat_map(|d| d.saturating_sub(2)..=d + 2).collect();
            prop_assert_eq!(touched.with_beside(&touched).collect::<BTreeSet<_>>(), beside);
        }
    }
}
