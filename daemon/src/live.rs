//! Which versions may answer, right now, in memory.
//!
//! The index lags a moment behind the store. A version comes in here before the index shows it and goes out when the
//! index has stopped showing it, or at once where its document is deleted; a hit that is not in here is no hit.

use crate::store::{
    Store, StoreError,
    records::{ChangeRecord, VersionRecord},
};
use memo_common::api::{RunState, SourceType};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

/// A version that may answer.
#[derive(Clone, Debug)]
pub(crate) struct Alive {
    pub user: Arc<str>,
    pub item_id: Arc<str>,
    /// Who "I" is in it.
    pub user_name: Arc<str>,
    pub source_type: SourceType,
    /// How many memories it was given.
    pub memories: u32,
    /// Indexes of those that were removed since.
    pub removed: Vec<u32>,
}

impl Alive {
    /// `None`: it has not been worked on.
    pub(crate) fn new(record: &VersionRecord) -> Option<Self> {
        Some(Self {
            user: record.user.as_str().into(),
            item_id: record.item_id.as_str().into(),
            user_name: record.user_name.as_str().into(),
            source_type: record.source_type?,
            memories: record.memories?,
            removed: record.removed.clone(),
        })
    }

    /// How many memories it has left.
    pub(crate) fn left(&self) -> u64 {
        u64::from(self.memories).saturating_sub(self.removed.len() as u64)
    }
}

/// The table of them.
#[derive(Debug, Default)]
pub(crate) struct Live(RwLock<Table>);

#[derive(Debug, Default)]
struct Table {
    versions: HashMap<u64, Arc<Alive>>,
    /// The version that answers for a document, by user and item id.
    answering: HashMap<(Arc<str>, Arc<str>), u64>,
    /// Deleted, while the index has not heard of it: what it is about to take in must not come back to life.
    gone: HashSet<u64>,
}

impl Live {
    /// The table as the store has it, with versions whose replacement the index may not show yet.
    pub(crate) fn load(store: &Store) -> Result<Self, StoreError> {
        let mut table = Table::default();
        for version in store.live_versions()? {
            if let Some(record) = store.version(version)? {
                table.admit(version, &record);
                table.answer(version);
            }
        }
        // Backwards, so that the oldest of several replacements comes last: the index still shows that one.
        for (_, change) in store.changes(0, usize::MAX)?.into_iter().rev() {
            if let ChangeRecord::Live {
                version,
                replaces: Some(old),
            } = change
                && let Some(new) = store.version(version)?
                // A run that has succeeded said so when the index showed its version already.
                && !succeeded(store, &new.run)?
                && let Some(record) = store.version(old)?
            {
                table.admit(old, &record);
                table.answer(old);
            }
        }
        Ok(Self(RwLock::new(table)))
    }

    /// The version's hits count from now on, unless its document was deleted meanwhile.
    pub(crate) fn admit(&self, version: u64, record: &VersionRecord) {
        self.write().admit(version, record);
    }

    /// The index shows the version, and no longer the one it replaces.
    pub(crate) fn swap(&self, version: u64, replaces: Option<u64>) {
        let mut table = self.write();
        table.answer(version);
        if let Some(old) = replaces {
            table.versions.remove(&old);
        }
    }

    /// A document is gone, with these versions of it.
    pub(crate) fn forget(&self, user: &str, item_id: &str, versions: &[u64]) {
        let mut table = self.write();
        let key = (Arc::from(user), Arc::from(item_id));
        let answering = table.answering.get(&key).copied();
        // A newer upload may have been worked on since the deletion was written.
        if let Some(version) = answering.filter(|v| versions.iter().all(|gone| v <= gone)) {
            table.answering.remove(&key);
            table.versions.remove(&version);
        }
        for version in versions {
            table.versions.remove(version);
            table.gone.insert(*version);
        }
    }

    /// The index has heard that these are gone.
    pub(crate) fn settle(&self, versions: &[u64]) {
        let mut table = self.write();
        for version in versions {
            table.gone.remove(version);
        }
    }

    /// A memory was removed.
    pub(crate) fn thin(&self, version: u64, index: u32) {
        if let Some(alive) = self.write().versions.get_mut(&version) {
            let alive = Arc::make_mut(alive);
            if !alive.removed.contains(&index) {
                alive.removed.push(index);
            }
        }
    }

    /// Whether a memory may answer.
    pub(crate) fn has(&self, version: u64, index: u32) -> bool {
        self.read()
            .versions
            .get(&version)
            .is_some_and(|v| index < v.memories && !v.removed.contains(&index))
    }

    pub(crate) fn get(&self, version: u64) -> Option<Arc<Alive>> {
        self.read().versions.get(&version).cloned()
    }

    /// The version that answers for a document.
    pub(crate) fn answering(&self, user: &str, item_id: &str) -> Option<u64> {
        let key = (Arc::from(user), Arc::from(item_id));
        self.read().answering.get(&key).copied()
    }

    /// The versions that answer for a user's documents, in order.
    pub(crate) fn of_user(&self, user: &str) -> Vec<(u64, Arc<Alive>)> {
        let table = self.read();
        let own = table.answering.iter().filter(|((u, _), _)| **u == *user);
        let mut all: Vec<_> = own
            .filter_map(|(_, version)| Some((*version, table.versions.get(version)?.clone())))
            .collect();
        drop(table);
        all.sort_unstable_by_key(|(version, _)| *version);
        all
    }

    /// Versions that answer, in order.
    pub(crate) fn versions(&self) -> Vec<u64> {
        let mut all: Vec<u64> = self.read().answering.values().copied().collect();
        all.sort_unstable();
        all
    }

    /// How many documents answer, and with how many memories.
    pub(crate) fn count(&self) -> (u64, u64) {
        let table = self.read();
        let memories = table
            .answering
            .values()
            .filter_map(|v| table.versions.get(v))
            .map(|a| a.left());
        (table.answering.len() as u64, memories.sum())
    }

    fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Table> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn succeeded(store: &Store, run: &str) -> Result<bool, StoreError> {
    Ok(store
        .run(run)?
        .is_some_and(|r| r.state == RunState::Succeeded))
}

impl Table {
    fn admit(&mut self, version: u64, record: &VersionRecord) {
        if self.gone.contains(&version) {
            return;
        }
        if let Some(alive) = Alive::new(record) {
            self.versions.insert(version, Arc::new(alive));
        }
    }

    fn answer(&mut self, version: u64) {
        if let Some(alive) = self.versions.get(&version) {
            let key = (alive.user.clone(), alive.item_id.clone());
            self.answering.insert(key, version);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Last, Upload};

    const NOW: &str = "2024-05-03T10:00:00.000Z";

    /// Takes a text in, and lets its version go live without memories.
    fn go_live(store: &Store, text: &str) -> u64 {
        let upload = Upload::garden(text, NOW);
        let queued = store.upload(upload, None).wait().expect("taken in").queued;
        let version = queued.expect("queued");
        let last = Last {
            extractor: "embedded",
            fallback: None,
            text: text.into(),
            given: Vec::new(),
            source_type: SourceType::Text,
            total: 0,
        };
        let live = store.put_memories(version, 0, Vec::new(), Some(last));
        assert!(live.wait().expect("written"));
        version
    }

    #[test]
    fn after_a_crash_the_version_answers_that_the_index_showed_last() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::open(dir.path(), 8).expect("a store");
        let answering = || {
            Live::load(&store)
                .expect("readable")
                .answering("u", "garden")
        };
        let first = go_live(&store, "first");
        let second = go_live(&store, "second");
        assert_eq!(answering(), Some(first));
        // The run succeeded: the index shows the second, though the change is not settled yet.
        let done = store.succeed(&[first, second], NOW);
        done.expect("written");
        assert_eq!(answering(), Some(second));
        let third = go_live(&store, "third");
        assert_eq!(answering(), Some(second));
        let done = store.succeed(&[third], NOW);
        done.expect("written");
        assert_eq!(answering(), Some(third));
    }
}
