//! What each transaction leaves in the store beside its rows: its number, the sum of all rows that there are now, and
//! its place in the journal. By these the next start finds out whether all is there.

use super::{StoreError, Tree, Trees, journal::Place};
use serde::{Deserialize, Serialize};
use std::{panic::resume_unwind, thread};

/// The key in [`Tree::Meta`] of the [`Level`].
pub(super) const LEVEL: &[u8] = b"level";

/// What the last transaction left: written in the same transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Level {
    /// Its number.
    pub number: u64,
    /// The sum of all rows.
    #[serde(with = "sum_as_text")]
    pub sum: u128,
    /// Where it is in the journal; nothing where the journal was begun later, or by an earlier version.
    #[serde(default)]
    pub place: Option<Place>,
}

/// JSON's numbers do not hold it.
mod sum_as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(sum: &u128, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{sum:032x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        u128::from_str_radix(&String::deserialize(from)?, 16).map_err(D::Error::custom)
    }
}

impl Level {
    /// Counts a row in.
    pub(super) fn put(&mut self, tree: Tree, key: &[u8], value: &[u8]) {
        self.sum = self.sum.wrapping_add(row(tree, key, value));
    }

    /// Counts a row out.
    pub(super) fn take(&mut self, tree: Tree, key: &[u8], value: &[u8]) {
        self.sum = self.sum.wrapping_sub(row(tree, key, value));
    }

    /// As it is stored.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(|e| super::damaged(Tree::Meta, e))
    }
}

/// What a row counts: sums of these are the same for the same rows, whatever their order, and different for others.
fn row(tree: Tree, key: &[u8], value: &[u8]) -> u128 {
    if tree == Tree::Meta && key == LEVEL {
        return 0;
    }
    let mut hasher = blake3::Hasher::new();
    for part in [tree.name().as_bytes(), key] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.update(value);
    let mut first = [0; 16];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    u128::from_le_bytes(first)
}

impl Trees {
    /// The sum of all rows: reads all of them.
    pub(super) fn sum(&self) -> Result<u128, StoreError> {
        // Most rows are in these; the others are read beside them.
        let most = |tree: &Tree| matches!(tree, Tree::Memories | Tree::Texts);
        let (large, small): (Vec<Tree>, Vec<Tree>) = Tree::ALL.into_iter().partition(most);
        thread::scope(|scope| {
            let beside = scope.spawn(|| self.sum_of(&small));
            let sum = self.sum_of(&large)?;
            let beside = beside.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            Ok(sum.wrapping_add(beside))
        })
    }

    fn sum_of(&self, trees: &[Tree]) -> Result<u128, StoreError> {
        let mut level = Level::default();
        for tree in trees {
            for found in self.of(*tree) {
                let (key, value) = found?;
                level.put(*tree, &key, &value);
            }
        }
        Ok(level.sum)
    }

    /// Notes that all rows are as the transaction of this number left them.
    pub(super) fn set_level(&self, number: u64) -> Result<(), StoreError> {
        let sum = self.sum()?;
        let level = Level {
            number,
            sum,
            place: None,
        };
        self.of(Tree::Meta).insert(LEVEL, level.bytes()?)?;
        self.db.flush()?;
        Ok(())
    }
}
