//! Documents and their versions: taken in, looked at, forgotten.

use super::{
    Store, StoreError, Tree, Txn, Waiting,
    bodies::Kept,
    keyspace,
    records::{ChangeRecord, DocumentRecord, INLINE, RunRecord, VersionRecord},
};
use memo_common::api::{RunError, RunState, SourceType};

/// An upload that passed every check.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub user: String,
    pub item_id: String,
    pub user_name: String,
    pub filename: Option<String>,
    pub source_type: Option<SourceType>,
    pub reference: Option<String>,
    pub text: String,
    /// RFC 3339.
    pub now: String,
}

impl Upload {
    /// A note about the garden, for tests.
    #[cfg(test)]
    pub(crate) fn garden(text: &str, now: &str) -> Self {
        Self {
            user: "u".into(),
            item_id: "garden".into(),
            user_name: "Mira".into(),
            filename: None,
            source_type: None,
            reference: None,
            text: text.into(),
            now: now.into(),
        }
    }

    /// The same for the same text with the same fields.
    pub(crate) fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let source_type = self.source_type.map(SourceType::as_str);
        for part in [
            self.user_name.as_str(),
            source_type.unwrap_or_default(),
            self.reference.as_deref().unwrap_or_default(),
            &self.text,
        ] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }
}

impl VersionRecord {
    /// An upload that waits to be worked on, by a run of its own.
    pub(super) fn of(upload: &Upload, digest: String, file: Option<String>) -> Self {
        Self {
            user: upload.user.clone(),
            item_id: upload.item_id.clone(),
            user_name: upload.user_name.clone(),
            filename: upload.filename.clone(),
            given: upload.source_type,
            source_type: None,
            reference: upload.reference.clone(),
            created: upload.now.clone(),
            bytes: upload.text.len() as u64,
            file,
            digest,
            run: uuid::Uuid::now_v7().to_string(),
            memories: None,
            removed: Vec::new(),
            dropped: false,
        }
    }
}

/// What became of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Uploaded {
    pub run: String,
    /// The version that now waits to be worked on; `None` where the same was uploaded before.
    pub queued: Option<u64>,
    /// Whether the text of a document that is otherwise as it was had been lost, and is back.
    pub restored: bool,
    /// The version that this upload took out of the queue.
    pub superseded: Option<u64>,
}

/// What a deletion took away.
#[derive(Clone, Debug, Default)]
pub(crate) struct Removed {
    pub versions: Vec<u64>,
}

impl Store {
    /// Whether a text lies in the store itself, and none has to be kept for it.
    pub(crate) fn is_short(text: &str) -> bool {
        text.len() <= INLINE
    }

    /// Keeps a text too long for the store, so that [`upload`](Self::upload) can speak of it. Blocks on the disk.
    pub(crate) fn keep_text(&self, text: &str) -> Result<Option<Kept>, StoreError> {
        match Self::is_short(text) {
            true => Ok(None),
            false => self.bodies.keep(text.as_bytes()).map(Some),
        }
    }

    /// Takes an upload in: the text, a run, and its place in the queue, all at once.
    pub(crate) fn upload(&self, upload: Upload, kept: Option<Kept>) -> Waiting<Uploaded> {
        let digest = upload.digest();
        self.write(move |txn| {
            let written = kept.as_ref().is_some_and(|k| k.written);
            let file = kept.as_ref().map(|k| k.hash.clone());
            take_in(txn, upload, digest, file, written)
        })
    }

    pub(crate) fn document(
        &self,
        user: &str,
        item_id: &str,
    ) -> Result<Option<DocumentRecord>, StoreError> {
        self.get(Tree::Documents, &keyspace::document(user, item_id))
    }

    pub(crate) fn version(&self, version: u64) -> Result<Option<VersionRecord>, StoreError> {
        let record = self.get::<VersionRecord>(Tree::Versions, &keyspace::number(version))?;
        Ok(record.filter(|r| !r.dropped))
    }

    /// A user's documents by item id, those behind `after`.
    pub(crate) fn documents(
        &self,
        user: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, DocumentRecord)>, StoreError> {
        use std::ops::Bound;
        let prefix = keyspace::user(user);
        let from = match after {
            Some(item_id) => Bound::Excluded(keyspace::document(user, item_id)),
            None => Bound::Included(prefix.clone()),
        };
        let trees = self.trees()?;
        let rows = trees
            .of(Tree::Documents)
            .range::<Vec<u8>, _>((from, Bound::Unbounded));
        rows.take_while(|row| !row.as_ref().is_ok_and(|(key, _)| !key.starts_with(&prefix)))
            .take(limit)
            .map(|row| {
                let (key, value) = row?;
                let item_id = String::from_utf8_lossy(&key[prefix.len()..]).into_owned();
                Ok((item_id, super::parse(Tree::Documents, &value)?))
            })
            .collect()
    }

    /// Every document that has a live version: the version.
    pub(crate) fn live_versions(&self) -> Result<Vec<u64>, StoreError> {
        let trees = self.trees()?;
        let rows = trees.of(Tree::Documents).iter().values();
        rows.filter_map(|row| match row {
            Ok(value) => super::parse::<DocumentRecord>(Tree::Documents, &value)
                .map(|d| d.live)
                .transpose(),
            Err(e) => Some(Err(e.into())),
        })
        .collect()
    }

    /// The text of a version; `None` where it is gone.
    pub(crate) fn text(
        &self,
        version: u64,
        record: &VersionRecord,
    ) -> Result<Option<String>, StoreError> {
        let bytes = match &record.file {
            Some(hash) => self.bodies.read(hash)?,
            None => self
                .trees()?
                .of(Tree::Texts)
                .get(keyspace::number(version))?
                .map(|text| text.to_vec()),
        };
        bytes
            .map(|b| String::from_utf8(b).map_err(|e| super::damaged(Tree::Texts, e)))
            .transpose()
    }

    /// Forgets a document: it is gone for every reader at once, its data soon after. `None`: there is none.
    pub(crate) fn forget(
        &self,
        user: &str,
        item_id: &str,
        now: String,
    ) -> Waiting<Option<Removed>> {
        let key = keyspace::document(user, item_id);
        self.write(move |txn| {
            let Some(document) = txn.get::<DocumentRecord>(Tree::Documents, &key)? else {
                return Ok(None);
            };
            txn.remove(Tree::Documents, key);
            txn.put(Tree::Meta, b"forgotten", &true)?;
            let mut versions = vec![document.newest];
            versions.extend(document.live.filter(|v| *v != document.newest));
            for &version in &versions {
                drop_version(txn, version, &now, "deleted", "The document was deleted.")?;
            }
            change(
                txn,
                &ChangeRecord::Gone {
                    versions: versions.clone(),
                },
            )?;
            Ok(Some(Removed { versions }))
        })
    }
}

fn take_in(
    txn: &mut Txn<'_>,
    upload: Upload,
    digest: String,
    file: Option<String>,
    written: bool,
) -> Result<Uploaded, StoreError> {
    let key = keyspace::document(&upload.user, &upload.item_id);
    let before = txn.get::<DocumentRecord>(Tree::Documents, &key)?;
    let newest = match &before {
        Some(d) => wanted(txn, d.newest)?,
        None => None,
    };
    if let Some(newest) = newest.filter(|v| v.digest == digest) {
        let run = txn.get::<RunRecord>(Tree::Runs, newest.run.as_bytes())?;
        if run.is_some_and(|r| r.state != RunState::Failed) {
            return Ok(Uploaded {
                run: newest.run,
                queued: None,
                restored: written,
                superseded: None,
            });
        }
    }
    let version = txn.next("version")?;
    let record = VersionRecord::of(&upload, digest, file);
    let live = before.as_ref().and_then(|d| d.live);
    let superseded = before.map(|d| d.newest).filter(|v| Some(*v) != live);
    if let Some(old) = superseded {
        let message = "A newer upload of the same document took its place.";
        drop_version(txn, old, &upload.now, "superseded", message)?;
        change(
            txn,
            &ChangeRecord::Gone {
                versions: vec![old],
            },
        )?;
    }
    let newest = version;
    txn.put(Tree::Documents, key, &DocumentRecord { newest, live })?;
    txn.put(
        Tree::Runs,
        record.run.as_bytes(),
        &RunRecord {
            user: upload.user,
            item_id: upload.item_id,
            version,
            state: RunState::Active,
            attempts: 0,
            started: upload.now,
            ended: None,
            memories: None,
            error: None,
            extractor: None,
            fallback: None,
        },
    )?;
    queue(txn, version, &record, &upload.text)?;
    Ok(Uploaded {
        run: record.run,
        queued: Some(version),
        restored: false,
        superseded,
    })
}

/// Writes a new version, with its text where that is in no file, and puts it in the queue.
pub(super) fn queue(
    txn: &mut Txn<'_>,
    version: u64,
    record: &VersionRecord,
    text: &str,
) -> Result<(), StoreError> {
    let number = keyspace::number(version);
    if record.file.is_none() {
        txn.put_raw(Tree::Texts, number, text.as_bytes());
    }
    txn.put(Tree::Versions, number, record)?;
    txn.put_raw(Tree::Queue, number, []);
    Ok(())
}

/// The record of a version that somebody may still see.
pub(super) fn wanted(txn: &Txn<'_>, version: u64) -> Result<Option<VersionRecord>, StoreError> {
    let record = txn.get::<VersionRecord>(Tree::Versions, &keyspace::number(version))?;
    Ok(record.filter(|r| !r.dropped))
}

/// Nobody may see the version any more: takes its place in the queue away and ends its run, if that is still active.
/// Its data is removed once the index has let go of it.
pub(super) fn drop_version(
    txn: &mut Txn<'_>,
    version: u64,
    now: &str,
    code: &str,
    message: &str,
) -> Result<(), StoreError> {
    let number = keyspace::number(version);
    let Some(mut record) = wanted(txn, version)? else {
        return Ok(());
    };
    record.dropped = true;
    txn.put(Tree::Versions, number, &record)?;
    txn.remove(Tree::Queue, number);
    if let Some(mut run) = txn.get::<RunRecord>(Tree::Runs, record.run.as_bytes())?
        && run.state == RunState::Active
    {
        run.state = RunState::Failed;
        run.ended = Some(now.to_owned());
        run.error = Some(RunError {
            code: code.to_owned(),
            message: message.to_owned(),
        });
        txn.put(Tree::Runs, record.run.as_bytes(), &run)?;
    }
    Ok(())
}

/// Tells the index of a change.
pub(super) fn change(txn: &mut Txn<'_>, record: &ChangeRecord) -> Result<u64, StoreError> {
    let sequence = txn.next("change")?;
    txn.put(Tree::Changes, keyspace::number(sequence), record)?;
    Ok(sequence)
}
