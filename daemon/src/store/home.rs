//! Where the store lies: `store/1`, or after compactions `store/2` and so on. The file `store/current` says which of
//! them counts, and is replaced whole; sled's own folders are never renamed while sled may still write into them.

use super::{StoreError, Trees, check, journal::Journal};
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
    /// One that is not opened, for mending it.
    pub(super) const fn closed(folder: PathBuf, cache_mib: u64) -> Self {
        Self {
            folder,
            cache_mib,
            trees: RwLock::new(None),
        }
    }

    /// Opens the copy that counts, and removes what a compaction that was cut short has left.
    pub(super) fn open(folder: PathBuf, cache_mib: u64) -> Result<Self, StoreError> {
        super::private_folder(&folder)?;
        let home = Self::closed(folder, cache_mib);
        let current = home.current()?;
        home.remove_others(current)?;
        let path = home.copy(current);
        super::private_folder(&path)?;
        super::open::remove_half_snapshots(&path)?;
        let (trees, journal) = check::open_whole(&path, &home.journal(current), cache_mib)?;
        trees.keep_journal(journal);
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

    /// The journal of a copy.
    pub(super) fn journal(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{number}.journal"))
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
    pub(super) fn switch(&self, number: u64, journal: Journal) -> Result<(), StoreError> {
        let new = Arc::new(Trees::open(&self.copy(number), self.cache_mib)?);
        new.keep_journal(journal);
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

    /// The highest number of a copy that is there; 1 where there is none.
    pub(super) fn highest(&self) -> Result<u64, StoreError> {
        let list = fs::read_dir(&self.folder).map_err(StoreError::file(&self.folder))?;
        let numbers = list.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        Ok(numbers.max().unwrap_or(1))
    }

    pub(super) fn point(&self, number: u64) -> Result<(), StoreError> {
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
        let keep = [self.copy(number), self.journal(number)];
        let list = fs::read_dir(&self.folder).map_err(StoreError::file(&self.folder))?;
        for entry in list {
            let path = entry.map_err(StoreError::file(&self.folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !keep.contains(&path) {
                remove(&path)?;
            } else if name.contains(".journal") && !keep.contains(&path) {
                fs::remove_file(&path).map_err(StoreError::file(&path))?;
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
