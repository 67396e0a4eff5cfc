//! Backups: every record, text and key of all users, as JSON Lines.
//!
//! The records are copied to a file while writes wait, so that they are of one moment; the texts, which never change,
//! are held until they are sent. A backup is independent of sled's files, and of its versions.

use super::{
    Store, StoreError, Tree, Waiting,
    bodies::{Bodies, Kept},
    compact,
    home::Home,
    journal::hex,
    records::FORMAT,
    waiting::Pace,
};
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

/// The version of a backup's own form; [`FORMAT`] is that of the records in it.
pub(super) const VERSION: u32 = 1;

/// Bytes of a piece.
const PIECE: usize = 256 << 10;

/// Records that are put down in one step.
const STEP: u64 = 1000;

/// One line of a backup; its field `type` says which.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Line {
    /// The first.
    MemoBackup {
        version: u32,
        /// Format of the records.
        format: u32,
        /// Version of memo.
        memo: String,
        /// RFC 3339.
        made_at: String,
    },
    /// A record: its tree, its key in hexadecimal digits, and what it holds.
    Row {
        tree: String,
        key: String,
        value: String,
    },
    /// A text that is a file of its own, by the hash that names it.
    Text { hash: String, text: String },
    /// What stands in the file `key`.
    Key { secret: String },
    /// The last: how many there are, and the BLAKE3 hash of all lines before.
    End {
        rows: u64,
        texts: u64,
        blake3: String,
    },
}

/// A backup that is being read.
pub(crate) struct Backup {
    /// Its first lines, to the last record.
    rows: BufReader<File>,
    rows_left: bool,
    count: u64,
    path: PathBuf,
    bodies: Arc<Bodies>,
    /// Held, so that no text goes before it is sent.
    texts: Vec<Kept>,
    sent: usize,
    put_texts: u64,
    secret: Option<String>,
    hasher: blake3::Hasher,
    ended: bool,
}

impl Store {
    /// Begins a backup as of now: writes wait while records are copied, reads go on.
    pub(crate) fn backup(&self, data_dir: &Path, now: String) -> Waiting<Backup> {
        let (home, bodies, space) = (self.home.clone(), self.bodies.clone(), self.space.clone());
        let size = self.size_on_disk();
        let data_dir = data_dir.to_owned();
        self.writer.alone(move |pace| match space.for_copy(size) {
            true => begin(&home, bodies, &data_dir, now, pace),
            false => Err(StoreError::Full),
        })
    }
}

fn begin(
    home: &Home,
    bodies: Arc<Bodies>,
    data_dir: &Path,
    now: String,
    pace: &Pace,
) -> Result<Backup, StoreError> {
    let trees = home.trees()?;
    let path = draft(data_dir);
    let failed = || StoreError::file(&path);
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path).map_err(failed())?;
    let texts = compact::wanted(&trees)?;
    let mut backup = Backup {
        rows: BufReader::with_capacity(PIECE, file),
        rows_left: true,
        count: 0,
        path: path.clone(),
        texts: texts.into_iter().map(|hash| bodies.hold(hash)).collect(),
        bodies,
        sent: 0,
        put_texts: 0,
        secret: memo_common::paths::read_key(data_dir).map_err(failed())?,
        hasher: blake3::Hasher::new(),
        ended: false,
    };
    let mut out = BufWriter::with_capacity(PIECE, backup.rows.get_mut());
    let first = Line::MemoBackup {
        version: VERSION,
        format: FORMAT,
        memo: env!("CARGO_PKG_VERSION").into(),
        made_at: now,
    };
    put(&mut out, &first).map_err(failed())?;
    for tree in Tree::ALL {
        for row in trees.of(tree) {
            let (key, value) = row?;
            let value = std::str::from_utf8(&value).map_err(|e| super::damaged(tree, e))?;
            let row = Line::Row {
                tree: tree.name().into(),
                key: hex(&key),
                value: value.into(),
            };
            put(&mut out, &row).map_err(failed())?;
            backup.count += 1;
            if backup.count.is_multiple_of(STEP) {
                pace.step()?;
            }
        }
    }
    let file = out.into_inner().map_err(|e| failed()(e.into_error()))?;
    io::Seek::rewind(file).map_err(failed())?;
    Ok(backup)
}

fn draft(data_dir: &Path) -> PathBuf {
    data_dir.join(format!("{}.backup.new", uuid::Uuid::now_v7().simple()))
}

/// Removes what backups that were cut short have left.
pub(super) fn remove_drafts(data_dir: &Path) -> Result<(), StoreError> {
    for entry in fs::read_dir(data_dir).map_err(StoreError::file(data_dir))? {
        let path = entry.map_err(StoreError::file(data_dir))?.path();
        if path.to_string_lossy().ends_with(".backup.new") {
            fs::remove_file(&path).map_err(StoreError::file(&path))?;
        }
    }
    Ok(())
}

fn put(out: &mut impl Write, line: &Line) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

impl Backup {
    /// The next piece; `None` behind the last. Blocks on the disk.
    pub(crate) fn piece(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        if self.ended {
            return Ok(None);
        }
        let mut piece = Vec::new();
        let failed = || StoreError::file(&self.path);
        if self.rows_left {
            let read = (&mut self.rows).take(PIECE as u64).read_to_end(&mut piece);
            self.rows_left = read.map_err(failed())? > 0;
        }
        if !self.rows_left {
            self.rest(&mut piece)?;
        }
        if !self.ended {
            self.hasher.update(&piece);
        }
        Ok(Some(piece))
    }

    /// What follows the records: a text, or the end.
    fn rest(&mut self, piece: &mut Vec<u8>) -> Result<(), StoreError> {
        let failed = || StoreError::file(&self.path);
        while let Some(kept) = self.texts.get(self.sent) {
            self.sent += 1;
            let hash = kept.hash.clone();
            let text = match self.bodies.read(&hash) {
                Ok(text) => text.and_then(|text| String::from_utf8(text).ok()),
                Err(StoreError::Damaged { .. }) => None,
                Err(error) => return Err(error),
            };
            let Some(text) = text else {
                // As it is here, so it is in the backup; `memo doctor` says whose it is while no daemon runs.
                tracing::error!(hash, "a text cannot be read and is not in the backup");
                continue;
            };
            self.put_texts += 1;
            return put(piece, &Line::Text { hash, text }).map_err(failed());
        }
        if let Some(secret) = self.secret.take() {
            return put(piece, &Line::Key { secret }).map_err(failed());
        }
        let end = Line::End {
            rows: self.count,
            texts: self.put_texts,
            blake3: self.hasher.finalize().to_hex().to_string(),
        };
        self.ended = true;
        put(piece, &end).map_err(failed())
    }
}

impl Drop for Backup {
    fn drop(&mut self) {
        // What stays is removed at the next start.
        let _ = fs::remove_file(&self.path);
    }
}
