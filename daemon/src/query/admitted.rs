//! Which memories of a segment are looked at.

use std::ops::Range;
use tantivy::DocId;

/// The memories of a segment that are looked at, by their number in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Admitted {
    /// Every one in a row: of a million memories no list is made.
    All(Range<DocId>),
    /// These, ascending.
    These(Vec<DocId>),
}

impl Default for Admitted {
    fn default() -> Self {
        Self::All(0..0)
    }
}

impl Admitted {
    /// How many.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::All(range) => range.len(),
            Self::These(docs) => docs.len(),
        }
    }

    /// Whether they stand in a row.
    pub(super) const fn are_all(&self) -> bool {
        matches!(self, Self::All(_))
    }

    /// Whether this one is among them.
    pub(super) fn has(&self, doc: DocId) -> bool {
        match self {
            Self::All(range) => range.contains(&doc),
            Self::These(docs) => docs.binary_search(&doc).is_ok(),
        }
    }

    /// The one at this place among them.
    pub(super) fn at(&self, place: usize) -> DocId {
        match self {
            Self::All(range) => range.start + place as DocId,
            Self::These(docs) => docs[place],
        }
    }

    /// All of them, ascending.
    pub(super) fn each(&self) -> impl Iterator<Item = DocId> + '_ {
        let (range, docs) = match self {
            Self::All(range) => (range.clone(), [].as_slice()),
            Self::These(docs) => (0..0, docs.as_slice()),
        };
        range.chain(docs.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_and_a_list_tell_the_same() {
        let row = Admitted::All(3..6);
        let list = Admitted::These(vec![3, 4, 5]);
        for admitted in [&row, &list] {
            assert_eq!(admitted.len(), 3);
            assert_eq!(admitted.each().collect::<Vec<_>>(), [3, 4, 5]);
            assert_eq!([0, 1, 2].map(|place| admitted.at(place)), [3, 4, 5]);
            assert!(admitted.has(3) && admitted.has(5));
            assert!(!admitted.has(2) && !admitted.has(6));
        }
        assert_eq!(Admitted::default().len(), 0);
    }
}
