//! The truth on disk, and the only user of sled.
//!
//! One thread writes. Callers hand it closures; it applies all that wait, each as one transaction over the trees,
//! flushes once, and only then answers them: what is acknowledged is on disk, and many callers share one flush.
//! Anybody reads, at any time.
//!
//! - `records`: what lies on disk
//! - `txn`: one transaction
//! - `writer`: the thread; `waiting`: for its answers
//! - `bodies`: texts that are files of their own
//! - `uploads`, `documents`, `runs` (`prune`: those that nobody needs any more), `memories`, `ratings`, `keys`,
//!   `changes`: what is done with them
//! - `corrections`: what a person put right in memories, and how it finds them again; `people`: what was said of names
//! - `mails`: what was read of watched mailboxes
//! - `export`: documents as they are exported and imported
//! - `journal`: every transaction a second time; `level`: what of it the store itself knows
//! - `check`: whether the store is whole, when it is opened; `scrub`: and after that; `repair`: where it is not
//! - `inspect`: whether it is, while no daemon serves it
//! - `keyspace`: how keys are made
//! - `home`: where it lies on disk, and which of several copies counts; `clean`: how it was left
//! - `space`: room on the disk
//! - `backup`: all of it as one file; `restore`: and back
//! - `open`: opening a folder, whatever state it is in
//! - `compact`: giving space back

mod backup;
mod bodies;
mod changes;
mod check;
mod clean;
mod compact;
mod corrections;
mod documents;
mod error;
mod export;
mod home;
mod inspect;
mod journal;
mod keys;
mod keyspace;
mod level;
mod mails;
mod memories;
mod open;
mod people;
mod prune;
mod ratings;
pub(crate) mod records;
mod repair;
mod restore;
mod runs;
mod scrub;
mod space;
mod txn;
mod uploads;
mod waiting;
mod writer;

pub(crate) use check::readable;
pub(crate) use compact::Compaction;
pub(crate) use corrections::{Given, MOST_WAITING, Trace, as_read};
pub use error::StoreError;
pub(crate) use export::{Exported, Imported};
pub(crate) use inspect::inspect;
pub use inspect::{Inspected, State};
pub(crate) use keys::secret_of;
pub(crate) use mails::Mail;
pub(crate) use memories::{Last, Place, minute_of};
pub(crate) use open::private_folder;
pub(crate) use ratings::{MOST_OF_ONE, Rated};
pub use repair::{Repaired, repair};
pub use restore::{RestoreError, Restored, restore};
pub(crate) use runs::{Claimed, Queued, Verdict};
pub(crate) use txn::Txn;
pub(crate) use uploads::Upload;
pub(crate) use waiting::{LOOK, Waiting};

use crate::priority::Questions;
use bodies::Bodies;
use home::Home;
use journal::Journal;
use serde::de::DeserializeOwned;
use sled::transaction::{TransactionError, Transactional};
use space::Space;
use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use writer::Writer;

/// The trees, each with one kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tree {
    /// Format, counters, the first user.
    Meta,
    /// Hash of a secret → key.
    Keys,
    /// User and item id → document.
    Documents,
    /// Number → version.
    Versions,
    /// Number of a version → its text, where it is short.
    Texts,
    /// Version and index → memory.
    Memories,
    /// User, time (latest first), version, index → nothing.
    Timeline,
    /// Id → run.
    Runs,
    /// Version that waits or is worked on → nothing.
    Queue,
    /// User, version, index, query → rating.
    Ratings,
    /// Number → change that the index has yet to take in.
    Changes,
    /// User, item id, number → what a person put right in a memory.
    Corrections,
    /// User and folded name → what a person said of that name.
    People,
    /// Watch and folder → how far it was read; watch, folder and number of a mail → the document that it is.
    Mails,
}

impl Tree {
    const ALL: [Self; 14] = [
        Self::Meta,
        Self::Keys,
        Self::Documents,
        Self::Versions,
        Self::Texts,
        Self::Memories,
        Self::Timeline,
        Self::Runs,
        Self::Queue,
        Self::Ratings,
        Self::Changes,
        Self::Corrections,
        Self::People,
        Self::Mails,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Keys => "keys",
            Self::Documents => "documents",
            Self::Versions => "versions",
            Self::Texts => "texts",
            Self::Memories => "memories",
            Self::Timeline => "timeline",
            Self::Runs => "runs",
            Self::Queue => "queue",
            Self::Ratings => "ratings",
            Self::Changes => "changes",
            Self::Corrections => "corrections",
            Self::People => "people",
            Self::Mails => "mails",
        }
    }
}

/// The open trees, and the sled that they are of.
pub(crate) struct Trees {
    db: sled::Db,
    all: Vec<sled::Tree>,
    /// `None` where nothing is written as a transaction: while a copy is made.
    journal: Mutex<Option<Journal>>,
}

impl Trees {
    fn open(folder: &Path, cache_mib: u64) -> Result<Self, StoreError> {
        let config = sled::Config::new()
            .path(folder)
            .cache_capacity(cache_mib << 20)
            // The writer flushes whatever it applies; nothing else writes.
            .flush_every_ms(None);
        open::wait_until_closed(folder);
        let db = config.open()?;
        let open = |tree: Tree| db.open_tree(tree.name());
        let all = Tree::ALL.into_iter().map(open).collect::<Result<_, _>>()?;
        let journal = Mutex::default();
        Ok(Self { db, all, journal })
    }

    /// From now on transactions are written to this journal.
    fn keep_journal(&self, journal: Journal) {
        *self.journal() = Some(journal);
    }

    fn journal(&self) -> MutexGuard<'_, Option<Journal>> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts rows in, and removes those without a value, all or none; on disk after the next flush.
    fn apply(&self, rows: Vec<journal::Row>) -> Result<(), StoreError> {
        let mut batches = Tree::ALL.map(|_| sled::Batch::default());
        for (tree, key, value) in rows {
            match value {
                Some(value) => batches[tree as usize].insert(key, value),
                None => batches[tree as usize].remove(key),
            }
        }
        let result = self.all.as_slice().transaction(|trees| {
            for (tree, batch) in trees.iter().zip(&batches) {
                tree.apply_batch(batch)?;
            }
            Ok(())
        });
        result.map_err(|e: TransactionError<()>| match e {
            TransactionError::Storage(e) => e.into(),
            TransactionError::Abort(()) => StoreError::Closed,
        })
    }

    fn of(&self, tree: Tree) -> &sled::Tree {
        &self.all[tree as usize]
    }

    fn get<T: DeserializeOwned>(&self, tree: Tree, key: &[u8]) -> Result<Option<T>, StoreError> {
        match self.of(tree).get(key)? {
            Some(bytes) => parse(tree, &bytes).map(Some),
            None => Ok(None),
        }
    }
}

fn parse<T: DeserializeOwned>(tree: Tree, bytes: &[u8]) -> Result<T, StoreError> {
    serde_json::from_slice(bytes).map_err(|e| damaged(tree, e))
}

fn damaged(tree: Tree, error: impl ToString) -> StoreError {
    StoreError::Damaged {
        tree: tree.name(),
        error: error.to_string(),
    }
}

/// The open store. Cheap calls to read; [`write`](Self::write) to change.
pub(crate) struct Store {
    home: Arc<Home>,
    bodies: Arc<Bodies>,
    space: Arc<Space>,
    questions: Arc<Questions>,
    writer: Writer,
    /// Whether all rows were read when it was opened.
    rows_read: bool,
}

impl Store {
    /// Has the writer thread run `op`; the answer comes when its transaction is on disk.
    /// Await it, or [`wait`](Waiting::wait) for it on a thread that may block.
    pub(crate) fn write<T, F>(&self, op: F) -> Waiting<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Txn<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        self.writer.submit(op)
    }

    /// The same for what takes room on the disk: refused earlier than what removes.
    fn add<T, F>(&self, op: F) -> Waiting<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Txn<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        let space = self.space.clone();
        self.writer.submit(move |txn| match space.for_writes() {
            true => op(txn),
            false => Err(StoreError::Full),
        })
    }

    /// Whether its thread has come to a stand: what is written now may never be.
    pub(crate) fn is_stuck(&self) -> bool {
        self.writer.is_stuck()
    }

    /// Room on its disk.
    pub(crate) fn space(&self) -> &Space {
        &self.space
    }

    /// The questions that are being answered, to which writing gives way.
    pub(crate) fn questions(&self) -> &Questions {
        &self.questions
    }

    /// The trees as they are now; not to be held for long, since a compaction waits for it.
    fn trees(&self) -> Result<Arc<Trees>, StoreError> {
        self.home.trees()
    }

    fn get<T: DeserializeOwned>(&self, tree: Tree, key: &[u8]) -> Result<Option<T>, StoreError> {
        self.trees()?.get(tree, key)
    }
}
