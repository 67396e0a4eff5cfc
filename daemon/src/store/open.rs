//! Opening a folder, whatever state the last daemon left it in.

use super::{
    Bodies, Store, StoreError, Tree, Trees, compact, home::Home, records::FORMAT, space::Space,
    writer::Writer,
};
use std::{fs, io, path::Path, sync::Arc};

/// Makes a folder that only its owner can look into.
pub(crate) fn private_folder(dir: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(dir).map_err(StoreError::file(dir))?;
    memo_common::paths::private(dir).map_err(StoreError::file(dir))
}

impl Store {
    /// Opens the store in `data_dir`, or makes an empty one. The caller holds the folder's lock.
    pub(crate) fn open(data_dir: &Path, cache_mib: u64) -> Result<Self, StoreError> {
        let folder = data_dir.join("store");
        let home = Arc::new(Home::open(folder.clone(), cache_mib)?);
        check_format(&*home.trees()?)?;
        let bodies_dir = data_dir.join("bodies");
        private_folder(&bodies_dir)?;
        let bodies = Arc::new(Bodies::new(bodies_dir));
        // Texts that no version speaks of: their upload was cut short, or they were forgotten.
        bodies.sweep(&compact::wanted(&*home.trees()?)?)?;
        let space = Arc::new(Space::new(folder.clone()));
        let writer =
            Writer::start(home.clone(), space.clone()).map_err(StoreError::file(&folder))?;
        let store = Self {
            home,
            bodies,
            space,
            writer,
        };
        store.abandon_imports()?;
        Ok(store)
    }

    /// Ends the writer once all that waits is on disk.
    pub(crate) fn close(&self) {
        self.writer.stop();
    }

    /// Bytes that the store takes on disk, texts of their own not counted.
    pub(crate) fn size_on_disk(&self) -> u64 {
        let size = self.trees().and_then(|t| Ok(t.db.size_on_disk()?));
        size.unwrap_or(0)
    }
}

fn check_format(trees: &Trees) -> Result<(), StoreError> {
    match trees.get::<u32>(Tree::Meta, b"format")? {
        Some(found) if found > FORMAT => Err(StoreError::TooNew {
            found,
            known: FORMAT,
        }),
        Some(_) => Ok(()),
        None => {
            let format = FORMAT.to_string();
            trees.of(Tree::Meta).insert("format", format.as_bytes())?;
            trees.db.flush()?;
            Ok(())
        }
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
