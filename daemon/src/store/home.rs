//! Where the store lies: `store/1`, or after compactions `store/2` and so on. The file `store/current` says which of
//! them counts, and is replaced whole; sled's own folders are never renamed while sled may still write into them.

use super::{StoreError, Trees};
use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
    thread,
    time::{Duration, Instant},
};

/// How long a compaction waits for readers to let go of the old copy.
const READERS: Duration = Duration::from_secs(10);

pub(super) struct Home {
    folder: PathBuf,
    cache_mib: u64,
    /// `None` only while one copy is closed and the next is opened, when everybody waits for the lock.
    trees: RwLock<Option<Arc<Trees>>>,
}

impl Home {
    /// Opens the copy that counts, and removes what a compaction that was cut short has left.
    pub(super) fn open(folder: PathBuf, cache_mib: u64) -> Result<Self, StoreError> {
        super::private_folder(&folder)?;
        let home = Self {
            folder,
            cache_mib,
            trees: RwLock::new(None),
        };
        let current = home.current()?;
        home.remove_others(current)?;
        let path = home.copy(current);
        super::private_folder(&path)?;
        super::open::remove_half_snapshots(&path)?;
        let trees = Trees::open(&path, cache_mib)?;
        *home.trees.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(trees));
        Ok(home)
    }

    pub(super) fn trees(&self) -> Result<Arc<Trees>, StoreError> {
        let trees = self.trees.read().unwrap_or_else(PoisonError::into_inner);
        trees.clone().ok_or(StoreError::Closed)
    }

    pub(super) const fn cache_mib(&self) -> u64 {
        self.cache_mib
    }

    /// The folder of a copy.
    pub(super) fn copy(&self, number: u64) -> PathBuf {
        self.folder.join(number.to_string())
    }

    fn pointer(&self) -> PathBuf {
        self.folder.join("current")
    }

    /// The number of the copy that counts.
    pub(super) fn current(&self) -> Result<u64, StoreError> {
        let path = self.pointer();
        match fs::read_to_string(&path) {
            Ok(text) => text.trim().parse().map_err(|_| StoreError::File {
                path,
                error: "it should hold a number".into(),
            }),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(1),
            Err(e) => Err(StoreError::file(path)(e)),
        }
    }

    /// From now on this copy counts, which is closed and whole; the old one is removed.
    pub(super) fn switch(&self, number: u64) -> Result<(), StoreError> {
        let new = Arc::new(Trees::open(&self.copy(number), self.cache_mib)?);
        let end = Instant::now() + READERS;
        loop {
            let mut trees = self.trees.write().unwrap_or_else(PoisonError::into_inner);
            // Whoever reads at the moment may need the lock for the rest of it, so it is not held while waiting.
            if trees.as_ref().is_none_or(|t| Arc::strong_count(t) == 1) {
                self.point(number)?;
                *trees = Some(new);
                break;
            }
            drop(trees);
            if Instant::now() > end {
                return Err(StoreError::Busy);
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.remove_others(number)
    }

    fn point(&self, number: u64) -> Result<(), StoreError> {
        let path = self.pointer();
        let draft = path.with_extension("new");
        let write = || {
            let mut file = File::create(&draft)?;
            file.write_all(number.to_string().as_bytes())?;
            file.sync_all()?;
            fs::rename(&draft, &path)?;
            super::bodies::sync_folder(&self.folder)
        };
        write().map_err(StoreError::file(&path))
    }

    /// Removes every copy but this one.
    pub(super) fn remove_others(&self, number: u64) -> Result<(), StoreError> {
        let keep = self.copy(number);
        let list = fs::read_dir(&self.folder).map_err(StoreError::file(&self.folder))?;
        for entry in list {
            let path = entry.map_err(StoreError::file(&self.folder))?.path();
            if path.is_dir() && path != keep {
                remove(&path)?;
            }
        }
        Ok(())
    }
}

/// Removes a folder into which a closing sled may still write.
fn remove(path: &Path) -> Result<(), StoreError> {
    fs::remove_dir_all(path)
        .or_else(|_| fs::remove_dir_all(path))
        .or_else(|e| match path.exists() {
            true => Err(StoreError::file(path)(e)),
            false => Ok(()),
        })
}
