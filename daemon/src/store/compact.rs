//! Giving space back: sled keeps the room of what was deleted, so everything that counts is copied into a new store,
//! the copy is held against the original, and takes its place. Writes wait meanwhile; reads go on.

use super::{
    Store, StoreError, Tree, Trees, Txn, Waiting,
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

/// What a copy and its journal take on the disk, for each byte of the rows, and besides.
const COPY: u64 = 3;
const SLACK: u64 = 4 << 20;

/// A store that has grown so many times its size after the last compaction is compacted.
const GROWTH: u64 = 4;

/// What a compaction came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compaction {
    pub bytes_before: u64,
    pub bytes_after: u64,
}

impl Store {
    /// Removes texts that nothing speaks of any more, and compacts the store where there is room for its copy.
    pub(crate) fn compact(&self) -> Waiting<Compaction> {
        let (home, bodies, space) = (self.home.clone(), self.bodies.clone(), self.space.clone());
        let size = self.size_on_disk();
        self.writer.alone(move |pace| {
            // What a compaction has left that could not take its place.
            home.remove_others(home.current()?)?;
            let trees = home.trees()?;
            // What is to be written of them is: no text goes that a record speaks of which is read after the next start.
            trees.db.flush()?;
            bodies.sweep(&wanted(&trees)?)?;
            // After much was forgotten the copy is far smaller than the store.
            let fits = space.for_copy(size) || space.for_moment(COPY * live(&trees, pace)? + SLACK);
            drop(trees);
            match fits {
                true => compact(&home, pace),
                false => Err(StoreError::Full),
            }
        })
    }

    /// Whether a compaction is worth its while: the store has grown much, or something was forgotten and the disk is full
    /// or, where that is asked for, the store is small.
    pub(crate) fn wants_compaction(&self, for_forgotten: bool) -> Result<bool, StoreError> {
        let last = self.get::<u64>(Tree::Meta, b"compacted")?.unwrap_or(0);
        let forgotten = self.get::<bool>(Tree::Meta, b"forgotten")?.unwrap_or(false);
        let size = self.size_on_disk();
        let is_cheap = for_forgotten && size < SMALL || !self.space.for_uploads();
        Ok(has_grown(size, last) || forgotten && is_cheap)
    }
}

/// Bytes of all rows.
fn live(trees: &Trees, pace: &Pace) -> Result<u64, StoreError> {
    let mut bytes = 0;
    for tree in Tree::ALL {
        for (n, row) in trees.of(tree).iter().enumerate() {
            let (key, value) = row?;
            bytes += (key.len() + value.len()) as u64;
            if n % BATCH == 0 {
                pace.step()?;
            }
        }
    }
    Ok(bytes)
}

/// Whether a store of this size takes much more room than after its last compaction.
fn has_grown(size: u64, last: u64) -> bool {
    size > GROWTH * last.max(SMALL)
}

fn compact(home: &Home, pace: &Pace) -> Result<Compaction, StoreError> {
    let current = home.current()?;
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
    use crate::store::Upload;

    const NOW: &str = "2024-05-03T10:00:00.000Z";
    const KIB: u64 = 1 << 10;

    #[test]
    fn a_full_disk_has_room_again_once_something_is_forgotten() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::open(dir.path(), 8).expect("a store");
        let text = "I met Ines Duarte in the old zoo. ".repeat(1000);
        let kept = store.keep_text(&text).expect("kept");
        let upload = Upload::garden(&text, NOW);
        let (user, item_id) = (upload.user.clone(), upload.item_id.clone());
        let version = store.upload(upload, kept).wait().expect("taken in");
        let version = version.queued.expect("queued");
        let texts = || {
            let kept = std::fs::read_dir(dir.path().join("bodies")).expect("a folder");
            let shelves = kept.map(|shelf| std::fs::read_dir(shelf.expect("a shelf").path()));
            shelves.map(|s| s.expect("a shelf").count()).sum::<usize>()
        };
        assert_eq!(texts(), 1);
        // Nothing is taken in any more, nor worked on,
        store.space().pretend(24 * KIB * KIB - 1);
        let more = store.upload(Upload::garden("I met Ines again.", NOW), None);
        assert!(matches!(more.wait(), Err(StoreError::Full)));
        let claimed = store.claim(vec![version], NOW.into()).wait();
        assert!(matches!(claimed, Err(StoreError::Full)));
        // but what is there can be forgotten, and is given back at once:
        assert!(!store.wants_compaction(false).expect("readable"));
        let forgotten = store.forget(&user, &item_id, NOW.into()).wait();
        assert!(forgotten.expect("forgotten").is_some());
        assert!(store.wants_compaction(false).expect("readable"));
        store.purge(version).expect("purged");
        // its text where there is no room for a copy of the store,
        store.space().pretend(8 * KIB * KIB);
        assert!(matches!(store.compact().wait(), Err(StoreError::Full)));
        assert_eq!(texts(), 0);
        // and the rest where there is room for the copy, which is small.
        store.space().pretend(16 * KIB * KIB);
        store.compact().wait().expect("compacted");
        assert!(!store.wants_compaction(true).expect("readable"));
        store.space().pretend(8 * KIB * KIB - 1);
        let forgotten = store.forget(&user, "other", NOW.into()).wait();
        assert!(matches!(forgotten, Err(StoreError::Full)));
    }

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
