//! Backups, put back: read to their end before anything is written, and put in place whole.

use super::{
    StoreError, Tree, Trees,
    backup::{Line, VERSION},
    bodies::{Bodies, sync_folder},
    journal::unhex,
    level::LEVEL,
    private_folder,
    records::FORMAT,
};
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

/// No line of a backup is longer, bytes: a text of 10 MiB of which each byte is written as six.
const LONGEST_LINE: u64 = 64 << 20;

/// Rows that are written in one batch.
const BATCH: usize = 1000;

/// While this is there, a restore is under way, or was cut short.
const RESTORING: &str = "restoring";

/// What a data folder holds that is of one memory; logs, locks and the like are not.
const PARTS: [&str; 5] = ["store", "bodies", "index", "key", RESTORING];

/// Why a backup was not put back.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// There is a memory in the folder already.
    #[error("{} holds a memory already", .0.display())]
    NotEmpty(PathBuf),
    /// The file is no backup, or not whole.
    #[error("{}, line {line}: {what}", .file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Which line, from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
    /// Another version's.
    #[error("the backup was made by memo {memo}, a later version: upgrade memo first")]
    TooNew {
        /// Version of memo.
        memo: String,
    },
    /// The folder of data.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What was put back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Records.
    pub rows: u64,
    /// Texts that are files of their own.
    pub texts: u64,
    /// Records that are documents, of all users.
    pub documents: u64,
    /// Records that are memories.
    pub memories: u64,
}

/// Puts a backup into a folder without a memory; with `replace`, what is there is set aside first. The caller holds
/// the folder's lock.
///
/// # Errors
/// [`RestoreError`]; the folder is as it was then, unless the disk failed.
pub fn restore(data_dir: &Path, file: &Path, replace: bool) -> Result<Restored, RestoreError> {
    let is_there = |part: &&str| data_dir.join(part).exists();
    // What is left of a restore that was cut short is no memory.
    let mut parts = PARTS.iter().filter(|part| **part != RESTORING);
    if !replace && parts.any(is_there) {
        let unfinished = data_dir.join(RESTORING).exists();
        if !unfinished {
            return Err(RestoreError::NotEmpty(data_dir.to_owned()));
        }
    }
    // All of it is looked at before anything is done.
    let found = read(file, &mut |_| Ok(()))?;
    let unfinished = data_dir.join(RESTORING);
    if replace {
        set_aside(data_dir, &PARTS)?;
    } else if unfinished.exists() {
        for part in PARTS {
            remove(&data_dir.join(part))?;
        }
    }
    private_folder(&unfinished)?;
    write(file, &unfinished)?;
    // The store last: what comes before it makes no memory.
    for part in ["bodies", "key", "store"] {
        let from = unfinished.join(part);
        if from.exists() {
            fs::rename(&from, data_dir.join(part)).map_err(StoreError::file(&from))?;
        }
    }
    sync_folder(data_dir).map_err(StoreError::file(data_dir))?;
    remove(&unfinished)?;
    Ok(found)
}

/// An error where a restore into the folder was cut short.
pub(crate) fn check_finished(data_dir: &Path) -> Result<(), StoreError> {
    match data_dir.join(RESTORING).exists() {
        true => Err(StoreError::HalfRestored),
        false => Ok(()),
    }
}

/// Moves what there is of these parts into a new folder beside them, and answers which; `None` where there is nothing.
pub(super) fn set_aside(data_dir: &Path, parts: &[&str]) -> Result<Option<PathBuf>, StoreError> {
    let found: Vec<PathBuf> = parts.iter().map(|part| data_dir.join(part)).collect();
    if !found.iter().any(|path| path.exists()) {
        return Ok(None);
    }
    let shelf = data_dir.join("set-aside");
    private_folder(&shelf)?;
    let now = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%S%.3fZ");
    let folder = shelf.join(now.to_string());
    private_folder(&folder)?;
    for path in found.iter().filter(|path| path.exists()) {
        let to = folder.join(path.file_name().unwrap_or_default());
        fs::rename(path, &to).map_err(StoreError::file(path))?;
    }
    Ok(Some(folder))
}

fn remove(path: &Path) -> Result<(), StoreError> {
    let removed = match path.is_dir() {
        true => fs::remove_dir_all(path),
        false if path.exists() => fs::remove_file(path),
        false => Ok(()),
    };
    removed.map_err(StoreError::file(path))
}

/// Writes what the backup holds into an empty folder.
fn write(file: &Path, to: &Path) -> Result<(), RestoreError> {
    let store = to.join("store").join("1");
    private_folder(&to.join("store"))?;
    private_folder(&store)?;
    let folder = to.join("bodies");
    private_folder(&folder)?;
    let bodies = Bodies::new(folder);
    let trees = Trees::open(&store, 64)?;
    let mut batches: Vec<(sled::Batch, usize)> = Tree::ALL.map(|_| Default::default()).into();
    read(file, &mut |line| {
        match line {
            Line::Row { tree, key, value } => {
                let tree = Tree::ALL.into_iter().find(|t| t.name() == tree);
                let (Some(tree), Some(key)) = (tree, unhex(&key)) else {
                    return Err("it is a record of no known kind".to_owned());
                };
                let (batch, waiting) = &mut batches[tree as usize];
                batch.insert(key, value.into_bytes());
                *waiting += 1;
                if *waiting == BATCH {
                    *waiting = 0;
                    let applied = trees.of(tree).apply_batch(std::mem::take(batch));
                    applied.map_err(|e| e.to_string())?;
                }
            }
            Line::Text { hash, text } => {
                let kept = bodies.keep(text.as_bytes()).map_err(|e| e.to_string())?;
                if kept.hash != hash {
                    return Err("the text is not the one that it should be".to_owned());
                }
            }
            Line::Key { secret } => {
                let line = format!("{secret}\n");
                memo_common::paths::write_private(&to.join("key"), line.as_bytes())
                    .map_err(|e| e.to_string())?;
            }
            Line::MemoBackup { .. } | Line::End { .. } => {}
        }
        Ok(())
    })?;
    for (tree, (batch, _)) in Tree::ALL.into_iter().zip(batches) {
        trees
            .of(tree)
            .apply_batch(batch)
            .map_err(StoreError::from)?;
    }
    // Without a level and a journal, as an earlier version left it: the first start makes both.
    let meta = trees.of(Tree::Meta);
    meta.remove(LEVEL).map_err(StoreError::from)?;
    trees.db.flush().map_err(StoreError::from)?;
    Ok(())
}

/// Reads a backup to its end, which has to be there, and hands every line over.
fn read(
    file: &Path,
    on: &mut dyn FnMut(Line) -> Result<(), String>,
) -> Result<Restored, RestoreError> {
    let damaged = |line, what: String| RestoreError::Damaged {
        file: file.to_owned(),
        line,
        what,
    };
    let open = File::open(file).map_err(StoreError::file(file))?;
    let mut input = BufReader::with_capacity(256 << 10, open);
    let mut hasher = blake3::Hasher::new();
    let mut found = Restored::default();
    let (mut text, mut number) = (Vec::new(), 0);
    loop {
        text.clear();
        number += 1;
        let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut text);
        if read.map_err(StoreError::file(file))? == 0 {
            return Err(damaged(number, "the backup was cut short".into()));
        }
        let line: Line =
            serde_json::from_slice(&text).map_err(|e| damaged(number, e.to_string()))?;
        match &line {
            Line::MemoBackup {
                version,
                format,
                memo,
                ..
            } => {
                if *version > VERSION || *format > FORMAT {
                    return Err(RestoreError::TooNew { memo: memo.clone() });
                }
            }
            _ if number == 1 => return Err(damaged(1, "it is no backup of memo".into())),
            Line::Row { tree, .. } => {
                found.rows += 1;
                found.documents += u64::from(*tree == Tree::Documents.name());
                found.memories += u64::from(*tree == Tree::Memories.name());
            }
            Line::Text { .. } => found.texts += 1,
            Line::Key { .. } => {}
            Line::End {
                rows,
                texts,
                blake3,
            } => {
                let whole = (found.rows, found.texts) == (*rows, *texts);
                if !whole || hasher.finalize().to_hex().as_str() != blake3 {
                    return Err(damaged(number, "what comes before it is damaged".into()));
                }
                return Ok(found);
            }
        }
        hasher.update(&text);
        on(line).map_err(|what| damaged(number, what))?;
    }
}
