//! Texts too long for the store, as files named by their content. A file is on disk, whole, before any record
//! speaks of it; one that no record speaks of is removed at the next start.

use super::{StoreError, Tree};
use std::{
    collections::{HashMap, HashSet},
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

pub(super) struct Bodies {
    folder: PathBuf,
    /// Texts that are kept while the records that speak of them are still on their way.
    pending: Pending,
    /// Texts that could not be read since the start, and were not put back since.
    lost: Mutex<HashSet<String>>,
}

/// How often each text is on its way.
type Pending = Arc<Mutex<HashMap<String, usize>>>;

/// A text that is kept: no sweep removes it before this is dropped.
#[derive(Debug)]
pub(crate) struct Kept {
    /// Its hash.
    pub hash: String,
    /// Whether it was not there, or not whole, and was written.
    pub written: bool,
    pending: Pending,
}

impl Kept {
    fn new(hash: String, pending: &Pending) -> Self {
        let mut all = pending.lock().unwrap_or_else(PoisonError::into_inner);
        *all.entry(hash.clone()).or_default() += 1;
        Self {
            hash,
            written: false,
            pending: pending.clone(),
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let mut all = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = all.get_mut(&self.hash) {
            *n -= 1;
            if *n == 0 {
                all.remove(&self.hash);
            }
        }
    }
}

impl Bodies {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            pending: Pending::default(),
            lost: Mutex::default(),
        }
    }

    /// Texts that could not be read since the start, and were not put back since.
    pub(super) fn lost(&self) -> MutexGuard<'_, HashSet<String>> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, hash: &str) -> PathBuf {
        let shelf = hash.get(..2).unwrap_or("00");
        self.folder.join(shelf).join(hash)
    }

    /// Keeps a text; one that was lost is put back. Blocks on the disk.
    pub(super) fn keep(&self, text: &[u8]) -> Result<Kept, StoreError> {
        let hash = blake3::hash(text).to_hex().to_string();
        let path = self.path(&hash);
        let mut kept = Kept::new(hash, &self.pending);
        let shelf = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(shelf).map_err(StoreError::file(shelf))?;
        // Read, so that a file that was damaged is written anew.
        if fs::read(&path).is_ok_and(|there| there == text) {
            self.lost().remove(&kept.hash);
            return Ok(kept);
        }
        // A name of its own, so that two uploads of one text do not write into one file.
        let draft = shelf.join(format!("{}.new", uuid::Uuid::now_v7().simple()));
        let write = || {
            let mut file = File::create(&draft)?;
            file.write_all(text)?;
            file.sync_all()?;
            fs::rename(&draft, &path)?;
            sync_folder(shelf)?;
            sync_folder(&self.folder)
        };
        write().map_err(|e| {
            // What cannot be removed now is removed at the next start.
            let _ = fs::remove_file(&draft);
            StoreError::file(&path)(e)
        })?;
        self.lost().remove(&kept.hash);
        kept.written = true;
        Ok(kept)
    }

    /// Holds a text that is there.
    pub(super) fn hold(&self, hash: String) -> Kept {
        Kept::new(hash, &self.pending)
    }

    /// The text; `None` where it is gone. One that cannot be read is kept in mind as lost.
    pub(super) fn read(&self, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let read = self.look(hash);
        if matches!(read, Ok(Some(_))) {
            return read;
        }
        let mut lost = self.lost();
        // It may have been put back just now; from here on, who does so waits.
        let read = self.look(hash);
        if !matches!(read, Ok(Some(_))) {
            lost.insert(hash.to_owned());
        }
        read
    }

    fn look(&self, hash: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let path = self.path(hash);
        match fs::read(&path) {
            Ok(text) if blake3::hash(&text).to_hex().as_str() == hash => Ok(Some(text)),
            Ok(_) => Err(super::damaged(
                Tree::Texts,
                format!("{} has changed", path.display()),
            )),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(StoreError::file(path)(e)),
        }
    }

    /// Moves a text that is damaged to another folder.
    pub(super) fn take_out(&self, hash: &str, to: &Path) -> Result<(), StoreError> {
        super::private_folder(to)?;
        let path = self.path(hash);
        fs::rename(&path, to.join(hash)).map_err(StoreError::file(&path))
    }

    /// Removes every file that is not in `wanted`, nor on its way. Only while no transaction is under way.
    pub(super) fn sweep(&self, wanted: &HashSet<String>) -> Result<(), StoreError> {
        let list = |dir: &Path| -> Result<Vec<PathBuf>, StoreError> {
            match fs::read_dir(dir) {
                Ok(found) => Ok(found.filter_map(|f| Some(f.ok()?.path())).collect()),
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
                Err(e) => Err(StoreError::file(dir)(e)),
            }
        };
        for shelf in list(&self.folder)? {
            for path in list(&shelf)? {
                let name = path.file_name().and_then(|n| n.to_str());
                // Held until the file is gone: an upload of the same text comes before or behind.
                let pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
                let is_draft = |n: &str| n.ends_with(".new") && !pending.is_empty();
                let needed = |n: &str| wanted.contains(n) || pending.contains_key(n) || is_draft(n);
                if !name.is_some_and(needed) {
                    fs::remove_file(&path).map_err(StoreError::file(&path))?;
                }
            }
        }
        Ok(())
    }
}

/// Makes a rename in the folder outlive a loss of power.
pub(super) fn sync_folder(folder: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    let _ = folder;
    Ok(())
}
