//! What is watched, and how each watch gets on: kept in `watches/` in the folder of data.

use super::{HOURLY, QUIET, RESCAN, REST, address::Address, folder::Folder, mailbox::Mailbox};
use memo_common::{
    api::{OnDelete, Watch, WatchState},
    mailbox::{self, Login},
    paths::{self, DaemonFile},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// Each has a thread.
const MOST: usize = 64;

/// A watch as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) watch_id: String,
    pub(crate) source: String,
    pub(crate) user_name: String,
    pub(crate) on_delete: OnDelete,
    pub(crate) created_at: String,
    /// An address that may lie within this network.
    #[serde(default)]
    pub(crate) allow_private: bool,
    /// Of a mailbox, the folders that are read; none: all but those for what is deleted, unwanted or not yet sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) folders: Vec<String>,
}

/// All watches.
pub(crate) struct Watches {
    data_dir: PathBuf,
    folder: PathBuf,
    all: Mutex<Vec<Arc<Watched>>>,
    daemon: OnceLock<DaemonFile>,
}

/// A watch at work.
pub(crate) struct Watched {
    record: Mutex<Record>,
    told: Mutex<Told>,
    clock: Mutex<Clock>,
    wake: Condvar,
    ended: CancellationToken,
}

/// What is told of a watch.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    pub(super) state: WatchState,
    pub(super) looked_at: Option<String>,
    pub(super) files: u64,
    pub(super) documents: u64,
    pub(super) done: u64,
    pub(super) total: u64,
    pub(super) error: Option<String>,
}

struct Clock {
    /// When to look next.
    due: Instant,
    /// Not before.
    earliest: Instant,
}

/// What a watch looks at.
pub(super) enum Source {
    Folder(Box<Folder>),
    Address(Address),
    Mailbox(Box<Mailbox>),
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a file of the folder; what does not read is as good as none.
pub(super) fn read<T: DeserializeOwned + Default>(path: &Path) -> T {
    let text = fs::read(path).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Writes a file of the folder.
pub(super) fn write<T: Serialize>(path: &Path, value: &T) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
        paths::private(folder)?;
    }
    paths::write_private(path, &serde_json::to_vec(value)?)
}

impl Watches {
    pub(crate) fn new(data_dir: &Path) -> Self {
        Self {
            data_dir: data_dir.to_owned(),
            folder: data_dir.join("watches"),
            all: Mutex::default(),
            daemon: OnceLock::new(),
        }
    }

    /// Those that are kept, from now on at work by this daemon.
    pub(crate) fn open(&self, daemon: DaemonFile) -> Vec<Arc<Watched>> {
        let records: Vec<Record> = read(&self.folder.join("list.json"));
        let mut all = held(&self.all);
        *all = records
            .into_iter()
            .map(Watched::new)
            .map(Arc::new)
            .collect();
        // It is told once.
        let _ = self.daemon.set(daemon);
        all.clone()
    }

    pub(super) fn daemon(&self) -> Option<&DaemonFile> {
        self.daemon.get()
    }

    /// Adds a watch, or changes that of the same source; `true`: it is new, and has to be begun. `None`: there are too
    /// many.
    pub(crate) fn add(&self, record: Record) -> io::Result<Option<(Arc<Watched>, bool)>> {
        let mut all = held(&self.all);
        let known = all.iter().find(|w| w.record().source == record.source);
        let added = match known.cloned() {
            Some(watched) => {
                {
                    let mut kept = held(&watched.record);
                    *kept = Record {
                        watch_id: kept.watch_id.clone(),
                        created_at: kept.created_at.clone(),
                        ..record
                    };
                }
                watched.changed();
                (watched, false)
            }
            None if all.len() >= MOST => return Ok(None),
            None => {
                let watched = Arc::new(Watched::new(record));
                all.push(watched.clone());
                (watched, true)
            }
        };
        self.keep(&all)?;
        Ok(Some(added))
    }

    /// Ends a watch.
    pub(crate) fn remove(&self, watch_id: &str) -> io::Result<Option<Watch>> {
        let mut all = held(&self.all);
        let Some(at) = all.iter().position(|w| w.id() == watch_id) else {
            return Ok(None);
        };
        let watched = all.remove(at);
        watched.end();
        self.keep(&all)?;
        if let Ok(mailbox) = mailbox::Mailbox::parse(&watched.record().source) {
            Login::remove(&self.data_dir, &mailbox)?;
        }
        match fs::remove_file(self.state_of(watch_id)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
            _ => Ok(Some(watched.shown())),
        }
    }

    fn keep(&self, all: &[Arc<Watched>]) -> io::Result<()> {
        let records: Vec<Record> = all.iter().map(|w| w.record()).collect();
        write(&self.folder.join("list.json"), &records)
    }

    /// All of them, as they are told.
    pub(crate) fn shown(&self) -> Vec<Watch> {
        held(&self.all).iter().map(|w| w.shown()).collect()
    }

    /// The ids of all of them.
    pub(super) fn ids(&self) -> HashSet<String> {
        held(&self.all).iter().map(|w| w.id()).collect()
    }

    /// Ends the threads.
    pub(crate) fn stop(&self) {
        held(&self.all).iter().for_each(|w| w.end());
    }

    /// Where a watch keeps what it has read.
    fn state_of(&self, watch_id: &str) -> PathBuf {
        self.folder.join(format!("{watch_id}.json"))
    }
}

impl Watched {
    fn new(record: Record) -> Self {
        let now = Instant::now();
        Self {
            record: Mutex::new(record),
            told: Mutex::default(),
            clock: Mutex::new(Clock {
                due: now,
                earliest: now,
            }),
            wake: Condvar::new(),
            ended: CancellationToken::new(),
        }
    }

    pub(crate) fn record(&self) -> Record {
        held(&self.record).clone()
    }

    pub(super) fn id(&self) -> String {
        held(&self.record).watch_id.clone()
    }

    /// As it is told.
    pub(crate) fn shown(&self) -> Watch {
        let (record, told) = (self.record(), held(&self.told).clone());
        Watch {
            watch_id: record.watch_id,
            source: record.source,
            user_name: record.user_name,
            on_delete: record.on_delete,
            created_at: record.created_at,
            folders: record.folders,
            state: told.state,
            looked_at: told.looked_at,
            files: told.files,
            documents: told.documents,
            done: told.done,
            total: told.total,
            error: told.error,
        }
    }

    pub(super) fn tell(&self, change: impl FnOnce(&mut Told)) {
        change(&mut held(&self.told));
    }

    pub(super) fn source(self: &Arc<Self>, watches: &Watches) -> Source {
        let record = self.record();
        if mailbox::is_one(&record.source) {
            return Source::Mailbox(Box::new(Mailbox::open(&record.source, self.clone())));
        }
        let state = watches.state_of(&record.watch_id);
        match record.source.contains("://") {
            true => Source::Address(Address::open(state)),
            false => Source::Folder(Box::new(Folder::open(record.source.into(), state))),
        }
    }

    /// Waits until it is time to look; `false`: it has ended.
    pub(super) fn wait(&self) -> bool {
        let mut clock = held(&self.clock);
        loop {
            if self.is_ended() {
                return false;
            }
            let wait = clock.due.max(clock.earliest);
            let wait = wait.saturating_duration_since(Instant::now());
            if wait.is_zero() {
                // What changes from now on is looked at later.
                clock.due = Instant::now() + RESCAN;
                return true;
            }
            let waited = self.wake.wait_timeout(clock, wait);
            clock = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Something has changed: look once it is quiet.
    pub(super) fn changed(&self) {
        let mut clock = held(&self.clock);
        clock.due = clock.due.min(Instant::now() + QUIET);
        self.wake.notify_all();
    }

    /// After a look: when to look again, if nothing changes before.
    pub(super) fn rest(&self, rest: Duration, pause: Duration, again: bool) {
        let now = Instant::now();
        let mut clock = held(&self.clock);
        clock.earliest = now + rest.min(pause);
        let is_due = clock.due < now + QUIET;
        clock.due = match again {
            true => now + QUIET,
            false if is_due => clock.due,
            false => now + pause,
        };
    }

    pub(super) fn is_ended(&self) -> bool {
        self.ended.is_cancelled()
    }

    /// Done when it has ended.
    pub(super) fn ended(&self) -> CancellationToken {
        self.ended.clone()
    }

    fn end(&self) {
        self.ended.cancel();
        // Whoever is about to wait has looked before, or sees it.
        let _clock = held(&self.clock);
        self.wake.notify_all();
    }
}

impl Source {
    /// How long to wait between two looks where nothing tells of a change.
    pub(super) fn pause(&self) -> Duration {
        match self {
            Self::Folder(_) => RESCAN,
            Self::Address(_) => HOURLY,
            Self::Mailbox(mailbox) => mailbox.pause(),
        }
    }

    /// How long to rest after a look that took so long.
    pub(super) fn rest(&self, took: Duration) -> Duration {
        match self {
            // Most of it was waiting for its server.
            Self::Mailbox(_) => took,
            Self::Folder(_) | Self::Address(_) => took * REST,
        }
    }

    /// Sees to it that changes are told of.
    pub(super) fn attend(&mut self, watched: &Arc<Watched>) {
        if let Self::Folder(folder) = self {
            folder.attend(watched);
        }
    }

    /// Files that were read, and the documents that they are.
    pub(super) fn counted(&self) -> (u64, u64) {
        match self {
            Self::Folder(folder) => folder.counted(),
            Self::Address(address) => address.counted(),
            Self::Mailbox(mailbox) => mailbox.counted(),
        }
    }

    /// Keeps what is not kept yet.
    pub(super) fn leave(&mut self) {
        if let Self::Folder(folder) = self {
            folder.leave();
        }
    }
}
