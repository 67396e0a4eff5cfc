//! What an export reads of a document, and how an import puts it back.
//!
//! An import writes a version that nobody may see yet (`dropped`, and in the queue, which no worker takes for its own),
//! then its memories in pieces, and makes it the document's live version at the end, all at once. What a crash leaves
//! of one is removed at the next start.

use super::{
    Store, StoreError, Tree, Txn, Upload, Waiting,
    bodies::Kept,
    corrections::Given,
    documents::{change, drop_version},
    keyspace,
    memories::{Last, timeline_key},
    ratings::rating_key,
    records::{
        ChangeRecord, CorrectionRecord, DocumentRecord, MemoryRecord, RatingRecord, RunRecord,
        VersionRecord,
    },
    runs::go_live,
    uploads::queue,
};
use memo_common::api::{RunState, SourceType};
use std::sync::Arc;

/// How often a document that changes while it is read is read again.
const AGAIN: usize = 5;

/// A document as it stood at one moment.
#[derive(Debug)]
pub(crate) struct Exported {
    pub record: VersionRecord,
    /// `None`: it cannot be read any more.
    pub text: Option<String>,
    /// By index, those that were removed left out; empty where none are made yet.
    pub memories: Vec<(u32, MemoryRecord)>,
    pub ratings: Vec<RatingRecord>,
    /// What was put right in the document's memories, by number.
    pub corrections: Vec<(u64, CorrectionRecord)>,
}

/// A version that is being imported.
#[derive(Clone, Debug)]
pub(crate) struct Imported {
    pub version: u64,
    /// The type it was read as.
    pub source_type: SourceType,
    /// How many memories were made of it.
    pub total: u32,
    /// Indexes of those that were removed since.
    pub removed: Vec<u32>,
    /// The document's text.
    pub text: Arc<str>,
    /// What was put right in its memories.
    pub given: Vec<Given>,
    /// What waits for its memory.
    pub waiting: Vec<CorrectionRecord>,
}

impl Store {
    /// A document as it stands: as it was uploaded last, or, where that came to nothing, as it answers. `None`: it is
    /// gone.
    pub(crate) fn exported(
        &self,
        user: &str,
        item_id: &str,
    ) -> Result<Option<Exported>, StoreError> {
        for _ in 0..AGAIN {
            let Some(document) = self.document(user, item_id)? else {
                return Ok(None);
            };
            let mut version = document.newest;
            if let (Some(live), Some(newest)) = (document.live, self.version(version)?)
                && let Some(run) = self.run(&newest.run)?
                && run.state == RunState::Failed
            {
                version = live;
            }
            let Some(before) = self.version(version)? else {
                continue;
            };
            let text = match self.text(version, &before) {
                Ok(text) => text,
                Err(StoreError::Damaged { .. }) => None,
                Err(error) => return Err(error),
            };
            let (memories, ratings) = match document.live == Some(version) {
                true => (
                    self.memories(version)?.collect::<Result<_, _>>()?,
                    self.ratings_of(user, version)?,
                ),
                false => (Vec::new(), Vec::new()),
            };
            // It may have been replaced, or thinned, while it was read.
            let same = |after: VersionRecord| {
                after.removed == before.removed && after.memories == before.memories
            };
            if self.version(version)?.is_some_and(same) {
                return Ok(Some(Exported {
                    record: before,
                    text,
                    memories,
                    ratings,
                    corrections: self.corrections(user, item_id)?,
                }));
            }
        }
        Err(StoreError::Busy)
    }

    /// Begins to import a document; `upload.now` is when it was uploaded. Answers the number of its version.
    pub(crate) fn begin_import(&self, upload: Upload, kept: Option<Kept>) -> Waiting<u64> {
        let digest = upload.digest();
        self.add(move |txn| {
            let version = txn.next("version")?;
            let file = kept.as_ref().map(|k| k.hash.clone());
            let record = VersionRecord {
                dropped: true,
                ..VersionRecord::of(&upload, digest, file)
            };
            queue(txn, version, &record, &upload.text)?;
            Ok(version)
        })
    }

    /// Writes memories, and ratings, of a version that is being imported. The indexes are those of the import.
    pub(crate) fn import_piece(
        &self,
        version: u64,
        memories: Vec<(u32, MemoryRecord)>,
        ratings: Vec<RatingRecord>,
    ) -> Waiting<()> {
        self.add(move |txn| {
            let record = importing(txn, version)?;
            for (index, memory) in &memories {
                let key = timeline_key(&record, version, *index, memory);
                txn.put_raw(Tree::Timeline, key, []);
                txn.put(Tree::Memories, keyspace::memory(version, *index), memory)?;
            }
            for rating in ratings {
                let key = rating_key(&record.user, &rating);
                txn.put(Tree::Ratings, key, &rating)?;
            }
            Ok(())
        })
    }

    /// The version is whole: it takes the place of the document's others. Answers its run, which succeeds once the
    /// index shows it.
    pub(crate) fn finish_import(&self, imported: Imported, now: String) -> Waiting<String> {
        self.add(move |txn| {
            let Imported {
                version,
                source_type,
                total,
                removed,
                text,
                given,
                waiting,
            } = imported;
            let mut record = importing(txn, version)?;
            let key = keyspace::document(&record.user, &record.item_id);
            let before = txn.get::<DocumentRecord>(Tree::Documents, &key)?;
            let live = before.as_ref().and_then(|d| d.live);
            if let Some(old) = before.map(|d| d.newest).filter(|v| Some(*v) != live) {
                let message = "An import of the same document took its place.";
                drop_version(txn, old, &now, "superseded", message)?;
                let versions = vec![old];
                change(txn, &ChangeRecord::Gone { versions })?;
            }
            let run = RunRecord {
                user: record.user.clone(),
                item_id: record.item_id.clone(),
                version,
                state: RunState::Active,
                attempts: 0,
                started: now,
                ended: None,
                memories: None,
                error: None,
                extractor: None,
                fallback: None,
            };
            txn.put(Tree::Runs, record.run.as_bytes(), &run)?;
            let run = record.run.clone();
            record.dropped = false;
            record.removed = removed;
            for correction in waiting {
                let number = txn.next("correction")?;
                let key = keyspace::correction(&record.user, &record.item_id, number);
                txn.put(Tree::Corrections, key, &correction)?;
            }
            let last = Last {
                source_type,
                total,
                // An export does not say how they were made.
                extractor: "embedded",
                fallback: None,
                text,
                given,
            };
            go_live(txn, version, record, last)?;
            Ok(run)
        })
    }

    /// Removes what there is of a version that is being imported. Blocks.
    pub(crate) fn abandon_import(&self, version: u64) -> Result<(), StoreError> {
        self.purge(version)
    }

    /// Removes what a crash has left of imports. Blocks; before anybody else writes.
    pub(super) fn abandon_imports(&self) -> Result<(), StoreError> {
        let mut found = Vec::new();
        let trees = self.trees()?;
        for key in trees.of(Tree::Queue).iter().keys() {
            let key = key?;
            let record = trees.get::<VersionRecord>(Tree::Versions, &key)?;
            if record.is_some_and(|r| r.dropped) {
                found.extend(keyspace::to_number(&key));
            }
        }
        drop(trees);
        for version in found {
            tracing::warn!(version, "removing an import that was cut short");
            self.abandon_import(version)?;
        }
        Ok(())
    }
}

/// The record of a version that is being imported.
fn importing(txn: &Txn<'_>, version: u64) -> Result<VersionRecord, StoreError> {
    let record = txn.get::<VersionRecord>(Tree::Versions, &keyspace::number(version))?;
    record.ok_or(StoreError::Closed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2024-05-03T10:00:00.000Z";

    fn upload(text: &str) -> Upload {
        Upload::garden(text, NOW)
    }

    fn memory() -> MemoryRecord {
        MemoryRecord {
            narrative: "I planted tulips.".into(),
            participants: Vec::new(),
            when: None,
            place: None,
            entities: Vec::new(),
            tags: Vec::new(),
            spans: Vec::new(),
            speaker: None,
            asks: false,
            thread: 0,
            series: None,
            correction: None,
        }
    }

    #[test]
    fn an_import_that_is_cut_short_leaves_nothing() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut store = Store::open(dir.path(), 8).expect("a store");
        let text = "tulips ".repeat(1000);
        let kept = store.keep_text(&text).expect("kept");
        let version = store.begin_import(upload(&text), kept).wait();
        let version = version.expect("begun");
        let piece = store.import_piece(version, vec![(0, memory())], Vec::new());
        piece.wait().expect("written");
        assert!(store.document("u", "garden").expect("readable").is_none());
        assert!(store.queue().expect("a queue").is_empty());
        store.close();
        drop(store);
        store = Store::open(dir.path(), 8).expect("a store");
        let trees = store.trees().expect("open");
        for tree in [Tree::Versions, Tree::Memories, Tree::Timeline, Tree::Queue] {
            assert!(trees.of(tree).is_empty(), "{tree:?}");
        }
    }

    #[test]
    fn an_import_takes_the_place_of_what_waits() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::open(dir.path(), 8).expect("a store");
        let waiting = store.upload(upload("old"), None).wait().expect("taken in");
        let version = store.begin_import(upload("new"), None).wait();
        let version = version.expect("begun");
        let imported = Imported {
            version,
            source_type: SourceType::Text,
            total: 2,
            removed: vec![0],
            text: "new".into(),
            given: Vec::new(),
            waiting: Vec::new(),
        };
        let piece = store.import_piece(version, vec![(1, memory())], Vec::new());
        piece.wait().expect("written");
        store
            .finish_import(imported, NOW.into())
            .wait()
            .expect("live");
        let document = store.document("u", "garden").expect("readable");
        assert_eq!(document.and_then(|d| d.live), Some(version));
        assert!(store.queue().expect("a queue").is_empty());
        let run = store.run(&waiting.run).expect("readable").expect("a run");
        assert_eq!(run.state, RunState::Failed);
        let exported = store.exported("u", "garden").expect("readable");
        let exported = exported.expect("a document");
        assert_eq!(
            (exported.text.as_deref(), exported.memories.len()),
            (Some("new"), 1)
        );
    }
}
