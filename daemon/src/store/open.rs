//! Opening a folder, whatever state the last daemon left it in.

use super::{
    Bodies, Store, StoreError, Tree, Trees, keyspace,
    records::{FORMAT, VersionRecord},
    writer::Writer,
};
use std::{collections::HashSet, fs, io, path::Path, sync::Arc};

/// Makes a folder that only its owner can look into.
pub(crate) fn private_folder(dir: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(dir).map_err(StoreError::file(dir))?;
    memo_common::paths::private(dir).map_err(StoreError::file(dir))
}

impl Store {
    /// Opens the store in `data_dir`, or makes an empty one. The caller holds the folder's lock.
    pub(crate) fn open(data_dir: &Path, cache_mib: u64) -> Result<Self, StoreError> {
        let folder = data_dir.join("store");
        private_folder(&folder)?;
        remove_half_snapshots(&folder)?;
        let db = sled::Config::new()
            .path(&folder)
            .cache_capacity(cache_mib << 20)
            // The writer flushes whatever it applies; nothing else writes.
            .flush_every_ms(None)
            .open()?;
        let trees = Arc::new(Trees::open(&db)?);
        check_format(&trees, &db)?;
        let bodies_dir = data_dir.join("bodies");
        private_folder(&bodies_dir)?;
        let bodies = Bodies::new(bodies_dir);
        let writer = Writer::start(db.clone(), trees.clone()).map_err(StoreError::file(&folder))?;
        let store = Self {
            trees,
            db,
            bodies,
            writer,
        };
        store.sweep()?;
        Ok(store)
    }

    /// Removes texts that no version speaks of: their upload was cut short, or they were forgotten.
    fn sweep(&self) -> Result<(), StoreError> {
        let mut wanted = HashSet::new();
        for row in self.versions() {
            wanted.extend(row?.1.file);
        }
        self.bodies.sweep(&wanted)
    }

    /// Every version, by number.
    pub(crate) fn versions(
        &self,
    ) -> impl Iterator<Item = Result<(u64, VersionRecord), StoreError>> + '_ {
        self.trees.of(Tree::Versions).iter().map(|row| {
            let (key, value) = row?;
            let number = keyspace::to_number(&key).unwrap_or(0);
            Ok((number, super::parse(Tree::Versions, &value)?))
        })
    }

    /// Ends the writer once all that waits is on disk.
    pub(crate) fn close(&self) {
        self.writer.stop();
    }

    /// Bytes that the store takes on disk, texts of their own not counted.
    pub(crate) fn size_on_disk(&self) -> u64 {
        self.db.size_on_disk().unwrap_or(0)
    }
}

fn check_format(trees: &Trees, db: &sled::Db) -> Result<(), StoreError> {
    match trees.get::<u32>(Tree::Meta, b"format")? {
        Some(found) if found > FORMAT => Err(StoreError::TooNew {
            found,
            known: FORMAT,
        }),
        Some(_) => Ok(()),
        None => {
            let format = FORMAT.to_string();
            trees.of(Tree::Meta).insert("format", format.as_bytes())?;
            db.flush()?;
            Ok(())
        }
    }
}

/// sled trips over a snapshot that was cut short while it was written, and does not need it.
fn remove_half_snapshots(folder: &Path) -> Result<(), StoreError> {
    let fail = || StoreError::file(folder);
    for entry in fs::read_dir(folder).map_err(fail())? {
        let path = entry.map_err(fail())?.path();
        let name = path
            .file_name()
            .and_then(|n| n.to_str())
            .unwrap_or_default();
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
