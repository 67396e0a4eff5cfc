//! Room on the disk. sled does not get over a write that fails, so nothing is written when little is left: reads go on,
//! and once there is room again, so do writes.

use std::{
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Below this nothing is added, bytes.
const LEAST: u64 = 24 << 20;

/// Below this nothing is removed either, since that is written, too, bytes.
const FOR_REMOVALS: u64 = 8 << 20;

/// Below this no upload is taken, so that what was taken can be finished, bytes.
const FOR_UPLOADS: u64 = 64 << 20;

/// One look at the disk holds so long, while much is left; other programs can fill the rest in an instant.
const HOLDS: Duration = Duration::from_millis(250);

/// What is much, bytes.
const MUCH: u64 = 2 << 30;

#[derive(Debug)]
pub(crate) struct Space {
    dir: PathBuf,
    last: Mutex<Option<(Instant, u64)>>,
    /// What a test says is left.
    #[cfg(test)]
    pretended: Mutex<Option<u64>>,
}

impl Space {
    pub(super) fn new(dir: PathBuf) -> Self {
        Self {
            dir,
            last: Mutex::new(None),
            #[cfg(test)]
            pretended: Mutex::new(None),
        }
    }

    #[cfg(test)]
    pub(super) fn pretend(&self, left: u64) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
        *self
            .pretended
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(left);
    }

    /// Whether anything may be added.
    pub(crate) fn for_writes(&self) -> bool {
        self.left() >= LEAST
    }

    /// Whether anything may be removed.
    pub(crate) fn for_removals(&self) -> bool {
        self.left() >= FOR_REMOVALS
    }

    /// Whether there is room for an upload and what comes of it.
    pub(crate) fn for_uploads(&self) -> bool {
        self.left() >= FOR_UPLOADS
    }

    /// Whether so many bytes can be written for a moment, to give back more.
    pub(super) fn for_moment(&self, bytes: u64) -> bool {
        self.left() >= FOR_REMOVALS.saturating_add(bytes)
    }

    /// Whether there is room for a second copy of so many bytes.
    pub(super) fn for_copy(&self, bytes: u64) -> bool {
        self.left() >= FOR_UPLOADS.saturating_add(bytes)
    }

    fn left(&self) -> u64 {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match *last {
            Some((at, left)) if left > MUCH && at.elapsed() < HOLDS => left,
            _ => {
                let left = self.look().unwrap_or(u64::MAX);
                *last = Some((Instant::now(), left));
                left
            }
        }
    }

    /// Bytes that are free; `None` where the system does not say.
    fn look(&self) -> Option<u64> {
        #[cfg(test)]
        if let Some(left) = *self
            .pretended
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
        {
            return Some(left);
        }
        #[cfg(unix)]
        {
            let disk = rustix::fs::statvfs(&self.dir).ok()?;
            Some(disk.f_bavail.saturating_mul(disk.f_frsize))
        }
        #[cfg(not(unix))]
        None
    }
}
