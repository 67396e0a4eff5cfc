//! Opening a folder, whatever state the last daemon left it in.

use super::{
    Bodies, Store, StoreError, Tree, Trees, backup, check::readable, compact, home::Home,
    journal::Journal, records::FORMAT, restore, space::Space, writer::Writer,
};
use crate::priority::Questions;
use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

/// How long sled's own threads may take to let go of the files of a store that was closed.
const CLOSING: Duration = Duration::from_secs(10);

/// How often that is looked for.
const CLOSED: Duration = Duration::from_millis(1);

/// Makes a folder that only its owner can look into.
pub(crate) fn private_folder(dir: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(dir).map_err(StoreError::file(dir))?;
    memo_common::paths::private(dir).map_err(StoreError::file(dir))
}

impl Store {
    /// Opens the store in `data_dir`, or makes an empty one. The caller holds the folder's lock.
    pub(crate) fn open(data_dir: &Path, cache_mib: u64) -> Result<Self, StoreError> {
        restore::check_finished(data_dir)?;
        backup::remove_drafts(data_dir)?;
        let folder = data_dir.join("store");
        let (home, rows_read) = Home::open(folder.clone(), cache_mib)?;
        let home = Arc::new(home);
        let space = Arc::new(Space::new(folder.clone()));
        let questions = Arc::<Questions>::default();
        let writer = Writer::start(home.clone(), space.clone(), questions.clone())
            .map_err(StoreError::file(&folder))?;
        check_format(&home, &writer)?;
        let bodies_dir = data_dir.join("bodies");
        private_folder(&bodies_dir)?;
        let bodies = Arc::new(Bodies::new(bodies_dir));
        // Texts that no version speaks of: their upload was cut short, or they were forgotten.
        let wanted = readable(|| compact::wanted(&*home.trees()?))?;
        bodies.sweep(&wanted)?;
        let store = Self {
            home,
            bodies,
            space,
            questions,
            writer,
            rows_read,
        };
        if let Err(error) = store.abandon_imports() {
            // The disk may be full: they wait for the next start.
            tracing::warn!(%error, "imports that were cut short are left");
        }
        Ok(store)
    }

    /// Ends a compaction that is under way: the threads that wait for it end, too.
    pub(crate) fn cut_short(&self) {
        self.writer.cut_short();
    }

    /// Ends the writer once all that waits is on disk, and closes the store.
    pub(crate) fn close(&self) {
        if self.writer.stop()
            && let Err(error) = self.home.close()
        {
            tracing::warn!(%error, "the next start reads the whole store");
        }
    }

    /// Bytes that the store takes on disk, texts of their own not counted.
    pub(crate) fn size_on_disk(&self) -> u64 {
        let size = self.trees().and_then(|trees| trees.size());
        size.unwrap_or(0)
    }
}

impl Trees {
    /// Bytes that these files and their journal take on disk.
    pub(super) fn size(&self) -> Result<u64, StoreError> {
        let journal = self.journal().as_ref().map_or(0, Journal::length);
        Ok(self.db.size_on_disk()? + journal)
    }
}

/// Waits until sled has let go of the files in `folder`: its threads may still write when the last who used it is gone,
/// and it refuses to open what it holds itself. Nobody else opens them: the caller has the lock of the whole folder.
pub(super) fn wait_until_closed(folder: &Path) {
    // Whatever else is wrong with the file, sled says itself.
    let Ok(file) = File::open(folder.join("db")) else {
        return;
    };
    let end = Instant::now() + CLOSING;
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && Instant::now() < end {
        thread::sleep(CLOSED);
    }
}

/// Brings the folder of an earlier version up.
fn check_format(home: &Home, writer: &Writer) -> Result<(), StoreError> {
    let found = home.trees()?.get::<u32>(Tree::Meta, b"format")?;
    match found {
        Some(FORMAT) => Ok(()),
        // The journal was begun, and trees were made that were missing, when the store was opened.
        _ => writer
            .submit(|txn| txn.put(Tree::Meta, b"format", &FORMAT))
            .wait(),
    }
}

/// sled trips over a snapshot that was cut short while it was written, and does not need it.
pub(super) fn remove_half_snapshots(folder: &Path) -> Result<(), StoreError> {
    let fail = || StoreError::file(folder);
    for entry in fs::read_dir(folder).map_err(fail())? {
        let path = entry.map_err(fail())?.path();
        let name = path.file_name().and_then(|n| n.to_str());
        let name = name.unwrap_or_default();
        if name.starts_with("snap.") && name.ends_with(".generating") {
            match fs::remove_file(&path) {
                Err(e) if e.kind() != io::ErrorKind::NotFound => {
                    return Err(StoreError::file(&path)(e));
                }
                _ => tracing::warn!("removed a half-written snapshot"),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without waiting, some of so many are refused in every run.
    #[test]
    fn what_was_just_closed_opens() {
        let folders: Vec<_> = (0..4)
            .map(|_| tempfile::tempdir().expect("a folder"))
            .collect();
        thread::scope(|scope| {
            for folder in &folders {
                scope.spawn(|| {
                    for n in 0..25_u32 {
                        let trees = Trees::open(folder.path(), 8).expect("open");
                        let rows = trees.of(Tree::Memories);
                        for row in 0..200_u32 {
                            let key = [n.to_be_bytes(), row.to_be_bytes()].concat();
                            rows.insert(key, &[7; 2000][..]).expect("written");
                        }
                        trees.db.flush().expect("flushed");
                    }
                });
            }
        });
    }
}
