//! Uploads: what becomes of them in the store.

use super::{
    Store, StoreError, Tree, Txn, Waiting,
    bodies::Kept,
    documents::{change, drop_version, wanted},
    keyspace,
    records::{ChangeRecord, DocumentRecord, INLINE, RunRecord, VersionRecord},
};
use memo_common::api::{RunState, SourceType};

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
            forgotten: Vec::new(),
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
        self.add(move |txn| {
            let written = kept.as_ref().is_some_and(|k| k.written);
            let file = kept.as_ref().map(|k| k.hash.clone());
            take_in(txn, upload, digest, file, written)
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
    let forgotten = newest.as_ref().map(|v| v.forgotten.clone());
    if let Some(newest) = newest.filter(|v| v.digest == digest) {
        let run = txn.get::<RunRecord>(Tree::Runs, newest.run.as_bytes())?;
        if run.is_some_and(|r| r.state != RunState::Failed) {
            let run = newest.run.clone();
            if upload.filename.is_some() && newest.filename != upload.filename {
                // A file that was renamed: what it says is the same.
                let filename = upload.filename;
                let number = before.map_or(0, |d| d.newest);
                let renamed = VersionRecord { filename, ..newest };
                txn.put(Tree::Versions, keyspace::number(number), &renamed)?;
            }
            return Ok(Uploaded {
                run,
                queued: None,
                restored: written,
                superseded: None,
            });
        }
    }
    let version = txn.next("version")?;
    let record = VersionRecord {
        forgotten: forgotten.unwrap_or_default(),
        ..VersionRecord::of(&upload, digest, file)
    };
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
