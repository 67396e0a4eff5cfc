//! The search index: words and vectors of every user's memories, in one tantivy index.
//!
//! It is disposable: the store is the truth. Each commit carries the store's change number it is level with, so that
//! a start applies what came after. An index of another [format](schema::FORMAT), or one that cannot be opened, is
//! made anew from nothing.
//!
//! - `entry`: what is handed over
//! - `document`: a memory → its row
//! - `schema`: the fields
//! - `terms`: text → terms; `tokens`: terms → tantivy
//! - `compact`: writing it anew without what was deleted
//! - `view`: a frozen state of the index, for reading; `facts`: what of it is held in memory

mod compact;
pub(crate) mod document;
mod entry;
pub(crate) mod facts;
pub(crate) mod schema;
pub(crate) mod terms;
mod tokens;
mod view;

pub(crate) use entry::people;
pub use entry::{Change, Entry, MemoryEntry, ModelVector};
pub(crate) use view::Segment;
pub use view::View;

use crate::priority::{WORKS, give_way};
use jiff::civil::Date;
use schema::{FORMAT, Fields};
use std::{
    fs,
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
};
use tantivy::{
    IndexReader, IndexSettings, IndexWriter, ReloadPolicy, Term,
    directory::MmapDirectory,
    indexer::{IndexWriterOptions, LogMergePolicy},
};
use tokens::Lines;

/// Bytes that may gather in memory before a segment is written; tantivy takes no less than 15 MB.
const WRITER_BYTES: usize = 30_000_000;

/// A segment with a larger share of deleted memories is written again without them.
const DELETED_BEFORE_MERGE: f32 = 0.3;

/// The index cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The folder cannot be made, or an old index in it not be removed.
    #[error("the index folder: {0}")]
    Folder(#[from] std::io::Error),
    /// A file of it is not as it was written.
    #[error("the index: {} is damaged", .0.display())]
    Damaged(PathBuf),
    /// tantivy's own.
    #[error("the index: {0}")]
    Tantivy(#[from] tantivy::TantivyError),
}

/// The open index: one writer, any number of readers of the last committed state.
pub struct Index {
    fields: Fields,
    index: tantivy::Index,
    /// `None`: it was given up after a write that failed, and the next write opens another.
    writer: Mutex<Option<IndexWriter>>,
    reader: IndexReader,
    /// Swapped at each commit; readers keep the one they began with.
    view: RwLock<Arc<View>>,
}

impl Index {
    /// Opens the index in `dir`, or makes an empty one. Also returns the change number it is level with
    /// (0 for an empty one): later changes are to be applied.
    pub fn open(dir: &Path) -> Result<(Self, u64), IndexError> {
        let home = dir.join(format!("v{FORMAT}"));
        remove_others(dir, &home)?;
        Self::open_in(&home).or_else(|error| {
            tracing::warn!(%error, "the index cannot be opened and is made anew");
            fs::remove_dir_all(&home)?;
            Self::open_in(&home)
        })
    }

    /// Whether there is an index of this format in `dir`.
    pub fn is_in(dir: &Path) -> bool {
        dir.join(format!("v{FORMAT}")).join("meta.json").exists()
    }

    /// Whether the files of the index in `dir` are as they were written: the first that is not. Changes nothing.
    pub fn damage(dir: &Path) -> Result<Option<PathBuf>, IndexError> {
        let home = dir.join(format!("v{FORMAT}"));
        let index = tantivy::Index::open_in_dir(&home)?;
        Ok(index.validate_checksum()?.into_iter().next())
    }

    fn open_in(home: &Path) -> Result<(Self, u64), IndexError> {
        fs::create_dir_all(home)?;
        let fields = Fields::new();
        let directory = MmapDirectory::open(home).map_err(tantivy::TantivyError::from)?;
        let index = tantivy::Index::builder()
            .schema(fields.schema.clone())
            .settings(IndexSettings::default())
            .open_or_create(directory)?;
        let damaged = index.validate_checksum()?;
        if let Some(file) = damaged.into_iter().next() {
            return Err(IndexError::Damaged(file));
        }
        index.tokenizers().register(tokens::NAME, Lines);
        let level = index
            .load_metas()?
            .payload
            .and_then(|p| p.parse().ok())
            .unwrap_or(0);
        let writer = Mutex::new(Some(open_writer(&index)?));
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(0)
            .try_into()?;
        let view = View::new(&fields, &reader.searcher(), None)?;
        let view = RwLock::new(Arc::new(view));
        Ok((
            Self {
                fields,
                index,
                writer,
                reader,
                view,
            },
            level,
        ))
    }

    /// Takes changes in; they are seen, and safe on disk, after the next [`commit`](Self::commit).
    pub fn apply(&self, changes: &[Change]) -> Result<(), IndexError> {
        self.write(|writer| {
            for change in changes {
                let version = match change {
                    Change::Put(entry) => entry.version,
                    Change::Remove(version) => *version,
                };
                writer.delete_term(Term::from_field_u64(self.fields.version, version));
                if let Change::Put(entry) = change {
                    let narratives = entry.memories.iter().map(|m| m.narrative.as_str());
                    let language = terms::language(narratives);
                    for index in 0..entry.memories.len() {
                        let row = document::document(&self.fields, entry, language, index);
                        writer.add_document(row)?;
                    }
                }
            }
            Ok(())
        })
    }

    /// Writes everything applied so far to disk, marked as level with the store's change `level`, and shows it to
    /// readers from now on. Costs tens of milliseconds however little is new: once for many changes.
    pub fn commit(&self, level: u64) -> Result<(), IndexError> {
        self.write(|writer| {
            let mut prepared = writer.prepare_commit()?;
            prepared.set_payload(&level.to_string());
            prepared.commit()?;
            self.reader.reload()?;
            self.show()
        })
    }

    /// Shows what is committed to readers.
    fn show(&self) -> Result<(), IndexError> {
        let view = View::new(&self.fields, &self.reader.searcher(), Some(&self.view()))?;
        // Read now, so that the next question does not wait for it.
        view.warm();
        let view = Arc::new(view);
        let mut shown = self.view.write().unwrap_or_else(PoisonError::into_inner);
        let old = std::mem::replace(&mut *shown, view);
        drop(shown);
        // Its segments may end with it, which takes long: no question waits for that.
        drop(old);
        Ok(())
    }

    /// Goes back to the last committed state. What is written next takes a new writer: one does not get over a write that
    /// failed, and tantivy's `rollback` panics where the new one cannot be opened either.
    pub fn go_back(&self) {
        *self.writer() = None;
    }

    fn write<T>(
        &self,
        work: impl FnOnce(&mut IndexWriter) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        let mut held = self.writer();
        match &mut *held {
            Some(writer) => work(writer),
            none => work(none.insert(open_writer(&self.index)?)),
        }
    }

    /// The last committed state, which stays as it is however long it is held.
    pub fn view(&self) -> Arc<View> {
        self.view
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn writer(&self) -> MutexGuard<'_, Option<IndexWriter>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open_writer(index: &tantivy::Index) -> Result<IndexWriter, IndexError> {
    let options = IndexWriterOptions::builder()
        .num_worker_threads(1)
        .num_merge_threads(1)
        .memory_budget_per_thread(WRITER_BYTES)
        .build();
    // Its threads take their priority from the one that starts them.
    let starting = std::thread::scope(|scope| {
        let start = || {
            give_way(WORKS);
            index.writer_with_options(options)
        };
        scope.spawn(start).join()
    });
    let writer: IndexWriter = starting.unwrap_or_else(|panic| resume_unwind(panic))?;
    let mut policy = LogMergePolicy::default();
    policy.set_del_docs_ratio_before_merge(DELETED_BEFORE_MERGE);
    writer.set_merge_policy(Box::new(policy));
    Ok(writer)
}

/// The number that stands for a user: the first 8 bytes of its BLAKE3 hash.
pub(crate) fn user_number(user: &str) -> u64 {
    let hash = blake3::hash(user.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(first)
}

/// Days since 1970-01-01.
pub(crate) fn day_number(day: Date) -> i64 {
    day.duration_since(Date::constant(1970, 1, 1)).as_hours() / 24
}

/// Removes indexes of other formats from the folder.
fn remove_others(dir: &Path, home: &Path) -> Result<(), IndexError> {
    if !dir.exists() {
        return Ok(());
    }
    for found in fs::read_dir(dir)? {
        let path = found?.path();
        if path != home && path.is_dir() {
            fs::remove_dir_all(path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
