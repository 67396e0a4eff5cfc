//! Room on the disk. sled does not get over a write that fails, so uploads are refused before the disk is full.

use std::{
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Uploads are refused below this, bytes.
const LEAST: u64 = 64 << 20;

/// How long one look at the disk holds.
const HOLDS: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Space {
    dir: PathBuf,
    last: Mutex<Option<(Instant, bool)>>,
}

impl Space {
    pub(super) fn new(dir: PathBuf) -> Self {
        let last = Mutex::new(None);
        Self { dir, last }
    }

    /// Whether there is room for an upload and what comes of it.
    pub(super) fn enough(&self) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match *last {
            Some((at, enough)) if at.elapsed() < HOLDS => enough,
            _ => {
                let enough = self.free().is_none_or(|free| free >= LEAST);
                *last = Some((Instant::now(), enough));
                enough
            }
        }
    }

    /// Bytes that are free; `None` where the system does not say.
    fn free(&self) -> Option<u64> {
        #[cfg(unix)]
        {
            let disk = rustix::fs::statvfs(&self.dir).ok()?;
            Some(disk.f_bavail.saturating_mul(disk.f_frsize))
        }
        #[cfg(not(unix))]
        None
    }
}
