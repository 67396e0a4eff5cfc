//! Where the store lies: `store/1`, or after compactions `store/2` and so on. The file `store/current` says which of
//! them counts, and is replaced whole; sled's own folders are never renamed while sled may still write into them.

use super::{
    StoreError, Tree, Trees,
    check::{self, Depth, Opened},
    clean::Note,
    journal::Journal,
    level::{LEVEL, Level},
    waiting::Pace,
};
use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How long a compaction waits for readers to let go of the old copy.
const READERS: Duration = Duration::from_secs(10);

/// How long closing waits for readers to let go, so that a daemon that is told to stop does so soon.
const LAST_READERS: Duration = Duration::from_millis(200);

pub(super) struct Home {
    folder: PathBuf,
    cache_mib: u64,
    /// `None` only while one copy is closed and the next is opened, when everybody waits for the lock.
    trees: RwLock<Option<Arc<Trees>>>,
    /// Damage was found: the next start has to read everything.
    damaged: AtomicBool,
}

impl Home {
    /// One that is not opened, for mending it.
    pub(super) const fn closed(folder: PathBuf, cache_mib: u64) -> Self {
        Self {
            folder,
            cache_mib,
            trees: RwLock::new(None),
            damaged: AtomicBool::new(false),
        }
    }

    /// Opens the copy that counts, and removes what a compaction that was cut short has left. Also answers whether all
    /// its rows were read.
    pub(super) fn open(folder: PathBuf, cache_mib: u64) -> Result<(Self, bool), StoreError> {
        super::private_folder(&folder)?;
        let home = Self::closed(folder, cache_mib);
        let current = home.current()?;
        home.remove_others(current)?;
        let path = home.copy(current);
        super::private_folder(&path)?;
        super::open::remove_half_snapshots(&path)?;
        let depth = match Note::holds(&home.note(current), &path) {
            Some(number) => Depth::LeftAt(number),
            None => Depth::Rows,
        };
        let Opened {
            trees,
            journal,
            rows_read,
        } = check::open_whole(&path, &home.journal(current), cache_mib, depth)?;
        trees.keep_journal(journal);
        *home.trees.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(trees));
        Ok((home, rows_read))
    }

    /// From now on it counts as damaged.
    pub(super) fn condemn(&self) {
        self.damaged.store(true, Ordering::Release);
    }

    /// Closes the copy that counts, and notes how its files are left, so that the next start need not read them all.
    pub(super) fn close(&self) -> Result<(), StoreError> {
        let trees = self.trees.write();
        let trees = trees.unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut trees) = trees else {
            return Ok(());
        };
        let end = Instant::now() + LAST_READERS;
        let trees = loop {
            match Arc::try_unwrap(trees) {
                Ok(trees) => break trees,
                // Somebody still reads: the next start reads everything.
                Err(_) if Instant::now() > end => return Ok(()),
                Err(shared) => trees = shared,
            }
            thread::sleep(Duration::from_millis(1));
        };
        let broken = trees.journal().as_ref().is_none_or(Journal::is_broken);
        if broken || self.damaged.load(Ordering::Acquire) {
            return Ok(());
        }
        let level: Option<Level> = trees.get(Tree::Meta, LEVEL)?;
        drop(trees);
        let current = self.current()?;
        let copy = self.copy(current);
        super::open::wait_until_closed(&copy);
        match level {
            Some(level) => Note::of(&copy, level.number)?.write(&self.note(current)),
            None => Ok(()),
        }
    }

    /// Begins the journal of the copy that counts anew, with all rows that are there now. No transaction may be under
    /// way.
    pub(super) fn renew_journal(&self, pace: &Pace) -> Result<(), StoreError> {
        let trees = self.trees()?;
        let level: Option<Level> = trees.get(Tree::Meta, LEVEL)?;
        let number = level.map_or(0, |level| level.number);
        let path = self.journal(self.current()?);
        let journal = Journal::begin(&path, number, &trees, pace)?;
        trees.keep_journal(journal);
        Ok(())
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

    /// The note of how a copy was left.
    pub(super) fn note(&self, number: u64) -> PathBuf {
        self.folder.join(format!("{number}.clean"))
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
        let keep = [self.copy(number), self.journal(number), self.note(number)];
        let list = fs::read_dir(&self.folder).map_err(StoreError::file(&self.folder))?;
        for entry in list {
            let path = entry.map_err(StoreError::file(&self.folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !keep.contains(&path) {
                remove(&path)?;
            } else if (name.contains(".journal") || name.contains(".clean"))
                && !keep.contains(&path)
            {
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
