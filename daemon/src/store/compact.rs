//! Giving space back: sled keeps the room of what was deleted, so everything that counts is copied into a new store,
//! the copy is held against the original, and takes its place. Writes wait meanwhile; reads go on.

use super::{
    Store, StoreError, Tree, Trees, Txn, Waiting,
    bodies::Bodies,
    home::Home,
    journal::Journal,
    keyspace,
    level::{LEVEL, Level},
    prune::forget_runs,
    records::VersionRecord,
    waiting::Pace,
};
use std::collections::HashSet;

/// Rows that are copied in one step.
const BATCH: usize = 8000;

/// Below this a store is not compacted for its size alone, bytes.
const SMALL: u64 = 64 << 20;

/// A store that has grown so many times its size after the last compaction is compacted.
const GROWTH: u64 = 4;

/// What a compaction came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compaction {
    pub bytes_before: u64,
    pub bytes_after: u64,
}

impl Store {
    /// Compacts the store, and removes texts that nothing speaks of any more.
    pub(crate) fn compact(&self) -> Waiting<Compaction> {
        let (home, bodies, space) = (self.home.clone(), self.bodies.clone(), self.space.clone());
        let size = self.size_on_disk();
        self.writer.alone(move |pace| match space.for_copy(size) {
            true => compact(&home, &bodies, pace),
            false => Err(StoreError::Full),
        })
    }

    /// Whether a compaction is worth its while: the store has grown much, or, where that is asked for, is small and
    /// something was forgotten.
    pub(crate) fn wants_compaction(&self, for_forgotten: bool) -> Result<bool, StoreError> {
        let last = self.get::<u64>(Tree::Meta, b"compacted")?.unwrap_or(0);
        let forgotten = self.get::<bool>(Tree::Meta, b"forgotten")?.unwrap_or(false);
        let size = self.size_on_disk();
        Ok(has_grown(size, last) || for_forgotten && forgotten && size < SMALL)
    }
}

/// Whether a store of this size takes much more room than after its last compaction.
fn has_grown(size: u64, last: u64) -> bool {
    size > GROWTH * last.max(SMALL)
}

fn compact(home: &Home, bodies: &Bodies, pace: &Pace) -> Result<Compaction, StoreError> {
    let current = home.current()?;
    // What a compaction has left that could not take its place.
    home.remove_others(current)?;
    forget_runs(&*home.trees()?, pace)?;
    let number = current + 1;
    let path = home.copy(number);
    super::private_folder(&path)?;
    let copied = copy(home, &path, &home.journal(number), pace);
    let (bytes_before, bytes_after, journal) = copied.inspect_err(|_| {
        // What is left of it is removed at the next start.
        let _ = std::fs::remove_dir_all(&path);
    })?;
    home.switch(number, journal)?;
    pace.step()?;
    let trees = home.trees()?;
    let mut done = Txn::new(&trees);
    done.put(Tree::Meta, b"compacted", &bytes_after)?;
    done.remove(Tree::Meta, b"forgotten");
    done.apply()?;
    trees.db.flush()?;
    drop(trees);
    bodies.sweep(&wanted(&*home.trees()?)?)?;
    tracing::info!(bytes_before, bytes_after, "compacted");
    Ok(Compaction {
        bytes_before,
        bytes_after,
    })
}

/// Copies every row; answers the sizes of both, and the copy's journal.
fn copy(
    home: &Home,
    path: &std::path::Path,
    journal: &std::path::Path,
    pace: &Pace,
) -> Result<(u64, u64, Journal), StoreError> {
    let old = home.trees()?;
    let new = Trees::open(path, home.cache_mib())?;
    for tree in Tree::ALL {
        let mut rows = old.of(tree).iter().peekable();
        while rows.peek().is_some() {
            let mut batch = sled::Batch::default();
            for row in rows.by_ref().take(BATCH) {
                let (key, value) = row?;
                batch.insert(key, value);
            }
            new.of(tree).apply_batch(batch)?;
            // Now, not all of it in the end: each step takes its time, and no step long.
            new.db.flush()?;
            pace.step()?;
        }
    }
    for tree in Tree::ALL {
        let mut copied = new.of(tree).iter();
        for (n, row) in old.of(tree).iter().enumerate() {
            if copied.next() != Some(row) {
                return Err(super::damaged(tree, "its copy differs"));
            }
            if n % BATCH == 0 {
                pace.step()?;
            }
        }
        if copied.next().is_some() {
            return Err(super::damaged(tree, "its copy differs"));
        }
    }
    let level: Option<Level> = old.get(Tree::Meta, LEVEL)?;
    let number = level.map_or(0, |l| l.number);
    let begun = Journal::begin(journal, number, &new, pace)?;
    let after = new.db.size_on_disk()? + begun.length();
    Ok((old.size()?, after, begun))
}

/// Hashes of the texts that some version speaks of.
pub(super) fn wanted(trees: &Trees) -> Result<HashSet<String>, StoreError> {
    let mut wanted = HashSet::new();
    for row in trees.of(Tree::Versions) {
        let (key, value) = row?;
        debug_assert!(keyspace::to_number(&key).is_some());
        wanted.extend(super::parse::<VersionRecord>(Tree::Versions, &value)?.file);
    }
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_compacted_when_it_has_grown_much() {
        const MIB: u64 = 1 << 20;
        // never compacted, or small then: 64 MiB count
        for last in [0, 9 * MIB, SMALL] {
            assert!(!has_grown(256 * MIB, last));
            assert!(has_grown(257 * MIB, last));
        }
        assert!(!has_grown(400 * MIB, 100 * MIB));
        assert!(has_grown(401 * MIB, 100 * MIB));
    }
}
