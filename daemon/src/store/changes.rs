//! What the index has yet to take in, and what follows once it has.

use super::{
    Store, StoreError, Tree, Txn, Waiting, keyspace,
    memories::timeline_key,
    records::{ChangeRecord, MemoryRecord, VersionRecord},
    runs::succeed,
};

/// Memories that are removed, and runs or changes that are ended, in one transaction: while sled applies one, nobody
/// reads.
const PIECE: usize = 32;

impl Store {
    /// The number of the last change there ever was.
    pub(crate) fn last_change(&self) -> Result<u64, StoreError> {
        Ok(self.get(Tree::Meta, b"change")?.unwrap_or(0))
    }

    /// The number of the last change that is done with: an index behind it cannot be brought level by changes.
    pub(crate) fn settled(&self) -> Result<u64, StoreError> {
        Ok(self.get(Tree::Meta, b"settled")?.unwrap_or(0))
    }

    /// Changes behind this one, in order, at most `limit`.
    pub(crate) fn changes(
        &self,
        after: u64,
        limit: usize,
    ) -> Result<Vec<(u64, ChangeRecord)>, StoreError> {
        let trees = self.trees()?;
        let rows = trees.of(Tree::Changes).range(keyspace::number(after + 1)..);
        rows.take(limit)
            .map(|row| {
                let (key, value) = row?;
                let sequence = keyspace::to_number(&key).unwrap_or(0);
                Ok((sequence, super::parse(Tree::Changes, &value)?))
            })
            .collect()
    }

    /// The index shows these versions: their runs have succeeded. Blocks.
    pub(crate) fn succeed(&self, versions: &[u64], now: &str) -> Result<(), StoreError> {
        let pieces = versions.chunks(PIECE).map(|piece| {
            let (piece, now) = (piece.to_vec(), now.to_owned());
            self.write(move |txn| {
                let mut versions = piece.into_iter();
                versions.try_for_each(|version| succeed(txn, version, &now))
            })
        });
        all(pieces.collect())
    }

    /// Removes what a version that nobody wants still has. Blocks.
    pub(crate) fn purge(&self, version: u64) -> Result<(), StoreError> {
        while !self.write(move |txn| purge_piece(txn, version)).wait()? {}
        Ok(())
    }

    /// All that follows from the changes up to `upto` is done. Blocks.
    pub(crate) fn settle(&self, upto: u64) -> Result<(), StoreError> {
        let trees = self.trees()?;
        let keys = trees.of(Tree::Changes).range(..=keyspace::number(upto));
        let done: Vec<sled::IVec> = keys.keys().collect::<Result<_, _>>()?;
        drop(trees);
        // First: were it last, a daemon killed in between would find neither the changes nor a word that they are gone,
        // and take an older index for level.
        let mut pieces = vec![self.write(move |txn| txn.put(Tree::Meta, b"settled", &upto))];
        pieces.extend(done.chunks(PIECE).map(|piece| {
            let piece = piece.to_vec();
            self.write(move |txn| {
                for key in &piece {
                    txn.remove(Tree::Changes, key.to_vec());
                }
                Ok(())
            })
        }));
        all(pieces)
    }
}

/// Waits until all of these are done.
fn all(pieces: Vec<Waiting<()>>) -> Result<(), StoreError> {
    pieces.into_iter().try_for_each(Waiting::wait)
}

/// `true`: nothing is left.
fn purge_piece(txn: &mut Txn<'_>, version: u64) -> Result<bool, StoreError> {
    let number = keyspace::number(version);
    let Some(record) = txn.get::<VersionRecord>(Tree::Versions, &number)? else {
        return Ok(true);
    };
    let memories = txn.keys_before(Tree::Memories, &number, PIECE)?;
    for key in &memories {
        if let Some(memory) = txn.get::<MemoryRecord>(Tree::Memories, key)? {
            let index = keyspace::to_index(key).unwrap_or(0);
            txn.remove(
                Tree::Timeline,
                timeline_key(&record, version, index, &memory),
            );
        }
        txn.remove(Tree::Memories, key.to_vec());
    }
    if memories.len() == PIECE {
        return Ok(false);
    }
    let ratings = keyspace::ratings_of(&record.user, version);
    for key in txn.keys_before(Tree::Ratings, &ratings, usize::MAX)? {
        txn.remove(Tree::Ratings, key.to_vec());
    }
    txn.remove(Tree::Texts, number);
    txn.remove(Tree::Queue, number);
    txn.remove(Tree::Versions, number);
    Ok(true)
}
