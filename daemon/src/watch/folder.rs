//! A folder or a file that is watched: which of its files are new, changed or gone, told by their times and lengths.
//!
//! A look goes through the whole folder, so that the rules of a `.memoignore`, renamed folders and missed events need no
//! care of their own; only what has changed is read.

use super::{
    Look, QUIET, RESCAN, Work,
    list::{Watched, read, write},
};
use memo_common::{
    api::OnDelete,
    client::ClientError,
    files::{Input, Sent, Walked, inputs, is_database_at, send, walk},
};
use notify::{
    Config, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// What was read is kept as often as this lets it take a part of the time.
const KEEPING: u32 = 20;

/// What happened so long before a database was read, was in it then: programs bring what other machines did late.
const SETTLED: Duration = Duration::from_secs(30 * 24 * 3600);

/// What was read of a folder.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Seen {
    /// The disk that it lies on.
    #[serde(default)]
    device: Option<u64>,
    files: BTreeMap<String, File>,
}

/// A file as it was read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct File {
    #[serde(flatten)]
    stamp: Stamp,
    /// The documents that it became.
    items: Vec<String>,
}

/// What tells a file's changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    /// Nanoseconds since 1970.
    modified: u64,
    size: u64,
}

/// A folder, or a file.
pub(super) struct Folder {
    source: PathBuf,
    state: PathBuf,
    seen: Seen,
    /// Since when files are missed.
    missed: HashMap<String, Instant>,
    watcher: Option<(RecommendedWatcher, Instant)>,
    /// Why nothing tells of changes.
    deaf: Option<String>,
    unkept: bool,
    kept: Instant,
    keeping: Duration,
}

impl Folder {
    pub(super) fn open(source: PathBuf, state: PathBuf) -> Self {
        Self {
            seen: read(&state),
            source,
            state,
            missed: HashMap::new(),
            watcher: None,
            deaf: None,
            unkept: false,
            kept: Instant::now(),
            keeping: Duration::ZERO,
        }
    }

    pub(super) fn counted(&self) -> (u64, u64) {
        let documents: HashSet<_> = self.seen.files.values().flat_map(|f| &f.items).collect();
        (self.seen.files.len() as u64, documents.len() as u64)
    }

    /// Listens for changes. From time to time anew: the folder may have been replaced by another of its name.
    pub(super) fn attend(&mut self, watched: &Arc<Watched>) {
        let is_fresh = |(_, since): &(RecommendedWatcher, Instant)| since.elapsed() < RESCAN / 2;
        if self.watcher.as_ref().is_some_and(is_fresh) {
            return;
        }
        let listener = watched.clone();
        let heard = move |event: notify::Result<notify::Event>| {
            let reads = |kind: &EventKind| {
                let written = AccessKind::Close(AccessMode::Write);
                matches!(kind, EventKind::Access(how) if *how != written)
            };
            // Some are lost where one cannot be read; the files themselves say what has changed.
            if !event.is_ok_and(|event| reads(&event.kind)) {
                listener.changed();
            }
        };
        let (place, how) = match self.source.is_file() {
            true => (self.source.parent(), RecursiveMode::NonRecursive),
            false => (Some(self.source.as_path()), RecursiveMode::Recursive),
        };
        let config = Config::default().with_follow_symlinks(false);
        let listening = RecommendedWatcher::new(heard, config).and_then(|mut watcher| {
            watcher.watch(place.unwrap_or(&self.source), how)?;
            Ok(watcher)
        });
        match listening {
            Ok(watcher) => {
                self.watcher = Some((watcher, Instant::now()));
                self.deaf = None;
            }
            Err(error) => {
                self.watcher = None;
                self.deaf = Some(format!(
                    "the system tells of no changes here ({error}); it is looked at every {} minutes",
                    RESCAN.as_secs() / 60
                ));
            }
        }
    }

    /// Reads what is new, and lets go of what is gone.
    pub(super) fn look(&mut self, work: &Work<'_>) -> Result<Look, String> {
        let about = fs::metadata(&self.source).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                "it is not there; what is remembered of it stays until it is back".to_owned()
            }
            _ => error.to_string(),
        })?;
        let walked = match about.is_dir() {
            true => walk(&self.source),
            false => Walked {
                files: vec![self.source.clone()],
                ..Walked::default()
            },
        };
        let own = &work.app.config.data_dir;
        let files = walked.files.iter().filter(|path| !path.starts_with(own));
        let there: BTreeMap<String, &PathBuf> = files
            .map(|path| (path.to_string_lossy().into_owned(), path))
            .collect();
        self.is_same_disk(&about, &there)?;

        let mut look = Look {
            error: self.deaf.clone(),
            again: false,
        };
        if let Some(fault) = walked.unreadable.first() {
            look.error = Some(format!("{}: {}", fault.path.display(), fault.reason));
        }
        let mut changed = Vec::new();
        for (name, path) in &there {
            // What is gone meanwhile is missed at the next look.
            let Some(stamp) = self.stamp(path) else {
                continue;
            };
            match self.seen.files.get(name) {
                Some(file) if file.stamp == stamp => {}
                _ if stamp.is_written() => look.again = true,
                _ => changed.push((name, *path, stamp)),
            }
        }
        work.watched.tell(|told| told.total = changed.len() as u64);
        for (name, path, stamp) in changed {
            if work.watched.is_ended() {
                return Ok(look);
            }
            match self.read(work, name, path, stamp) {
                Ok(()) => {}
                Err(reason) => look.error = Some(format!("{}: {reason}", path.display())),
            }
            work.watched.tell(|told| told.done += 1);
            self.keep(false);
        }
        self.let_go(work, &there, &mut look);
        self.keep(false);
        look.again |= self.unkept;
        Ok(look)
    }

    /// Where another disk lies in the place of the folder, or none, what is missing is not deleted.
    fn is_same_disk(
        &mut self,
        about: &fs::Metadata,
        there: &BTreeMap<String, &PathBuf>,
    ) -> Result<(), String> {
        let device = device(about);
        let known = self.seen.files.keys();
        let missing = known.filter(|name| !there.contains_key(*name)).count();
        let is_other = self.seen.device.is_some() && self.seen.device != device;
        if is_other && missing * 2 > self.seen.files.len() {
            return Err("another disk is in its place; what is remembered of it stays".to_owned());
        }
        self.seen.device = device;
        Ok(())
    }

    fn read(
        &mut self,
        work: &Work<'_>,
        name: &str,
        path: &Path,
        stamp: Stamp,
    ) -> Result<(), String> {
        let old = self.seen.files.get(name);
        // A program's database is read where it was named.
        let named = path == self.source && is_database_at(path);
        let parts = inputs(path, named).map_err(|fault| fault.reason)?;
        // Of a mailbox that has only grown, the mails that were sent before are where they were.
        let grown = old.filter(|old| {
            let ends = |input: &Input| input.end() == Some(old.stamp.size);
            old.stamp.size < stamp.size && parts.iter().any(ends)
        });
        let before = grown.map_or(0, |old| old.stamp.size);
        let mut items = grown.map_or_else(Vec::new, |old| old.items.clone());
        let read_before = old.map(|old| old.stamp.at());
        let is_settled = |input: &&Input| {
            let last = input.last().zip(read_before);
            last.is_some_and(|(last, before)| last + SETTLED < before)
        };
        let is_new =
            |input: &&Input| input.end().is_none_or(|end| end > before) && !is_settled(input);
        let mut failed = None;
        // What has long been settled of a database stays what it became.
        if parts.iter().any(|input| is_settled(&input)) {
            items = old.map_or_else(Vec::new, |old| old.items.clone());
        }
        for input in parts.iter().filter(is_new) {
            if work.watched.is_ended() {
                return Ok(());
            }
            match send(&work.client, input, &work.options, &work.files, &|_, _| {}) {
                Sent::Accepted { item_id, .. } if items.contains(&item_id) => {}
                Sent::Accepted { item_id, .. } => items.push(item_id),
                Sent::Skipped(_) => {}
                Sent::Failed(reason) => failed = Some(reason),
            }
        }
        if let Some(reason) = failed {
            return Err(reason);
        }
        // One that was written meanwhile is read again.
        if self.stamp(path) == Some(stamp) {
            self.seen
                .files
                .insert(name.to_owned(), File { stamp, items });
            self.unkept = true;
        }
        Ok(())
    }

    /// The stamp of a file; of a database that is watched by itself what lies beside it counts, too: its program puts new
    /// rows there first.
    fn stamp(&self, path: &Path) -> Option<Stamp> {
        let stamp = stamp(path)?;
        let mut beside = path.as_os_str().to_owned();
        beside.push("-wal");
        match self::stamp(Path::new(&beside)).filter(|_| path == self.source) {
            Some(wal) => Some(Stamp {
                modified: stamp.modified.max(wal.modified),
                size: stamp.size + wal.size,
            }),
            None => Some(stamp),
        }
    }

    /// Files that are gone, and are no other's by now: of one that was renamed, the new one has taken its document over.
    fn let_go(&mut self, work: &Work<'_>, there: &BTreeMap<String, &PathBuf>, look: &mut Look) {
        self.missed.retain(|name, _| !there.contains_key(name));
        let known = self.seen.files.keys();
        let missing: Vec<String> = known
            .filter(|name| !there.contains_key(*name))
            .cloned()
            .collect();
        for name in missing {
            let path = Path::new(&name);
            let about = fs::symlink_metadata(path);
            if !about.is_err_and(|e| e.kind() == io::ErrorKind::NotFound) {
                // It is left out from now on, which is no reason to forget it; or it cannot be looked at.
                continue;
            }
            let since = *self.missed.entry(name.clone()).or_insert_with(Instant::now);
            if since.elapsed() < QUIET {
                look.again = true;
                continue;
            }
            let forgets = work.watched.record().on_delete == OnDelete::Forget;
            if forgets && let Err(error) = self.forget(work, &name) {
                look.error = Some(format!("{name}: {error}"));
                continue;
            }
            self.missed.remove(&name);
            self.seen.files.remove(&name);
            self.unkept = true;
        }
    }

    fn forget(&self, work: &Work<'_>, name: &str) -> Result<(), ClientError> {
        let Some(file) = self.seen.files.get(name) else {
            return Ok(());
        };
        let others = self.seen.files.iter().filter(|(other, _)| *other != name);
        let others: HashSet<&String> = others.flat_map(|(_, file)| &file.items).collect();
        for item in file.items.iter().filter(|item| !others.contains(item)) {
            let is_there = |path: &PathBuf| path.ancestors().any(Path::is_file);
            if work.files.paths(item).iter().any(is_there) {
                continue;
            }
            match work.client.forget_document(item) {
                Err(ClientError::Problem(problem)) if problem.status == 404 => {}
                other => drop(other?),
            }
        }
        work.files.gone(Path::new(name));
        Ok(())
    }

    /// Keeps what was read, unless that was done a moment ago.
    fn keep(&mut self, now: bool) {
        if !self.unkept || !(now || self.kept.elapsed() >= self.keeping * KEEPING) {
            return;
        }
        let began = Instant::now();
        match write(&self.state, &self.seen) {
            Ok(()) => self.unkept = false,
            // Then it is read once more after the next start.
            Err(error) => tracing::warn!(%error, "what a watch has read is not kept"),
        }
        self.keeping = began.elapsed();
        self.kept = Instant::now();
    }

    pub(super) fn leave(&mut self) {
        // One that was removed meanwhile has nothing left to keep.
        if self.state.exists() {
            self.keep(true);
        }
    }
}

fn stamp(path: &Path) -> Option<Stamp> {
    let about = fs::symlink_metadata(path).ok()?;
    let modified = about.modified().ok()?.duration_since(UNIX_EPOCH);
    Some(Stamp {
        modified: modified.map_or(0, |since| since.as_nanos() as u64),
        size: about.len(),
    })
}

impl Stamp {
    /// Whether somebody is likely to be still writing the file. What the future wrote is no reason to wait for it.
    fn is_written(self) -> bool {
        let age = SystemTime::now().duration_since(self.at());
        age.is_ok_and(|age| age < QUIET)
    }

    fn at(self) -> SystemTime {
        UNIX_EPOCH + Duration::from_nanos(self.modified)
    }
}

/// The disk that a file lies on.
fn device(about: &fs::Metadata) -> Option<u64> {
    #[cfg(unix)]
    {
        Some(std::os::unix::fs::MetadataExt::dev(about))
    }
    #[cfg(not(unix))]
    {
        let _ = about;
        None
    }
}
