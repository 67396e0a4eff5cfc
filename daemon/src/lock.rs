//! One daemon per folder of data.

use crate::store::{StoreError, private_folder};
use memo_common::paths::{self, DaemonFile};
use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
    process, thread,
    time::Duration,
};

/// How long a look at the lock may take, and until the next try to take it.
const GLANCE: Duration = Duration::from_millis(1);

/// The folder is this process's for as long as this is kept.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
    pid_file: PathBuf,
}

impl FolderLock {
    /// Makes the folder where it is missing, and takes it.
    ///
    /// # Errors
    /// Another daemon has it, it belongs to another account, or it cannot be made.
    pub fn take(data_dir: &Path) -> Result<Self, StoreError> {
        #[cfg(unix)]
        if let Some(owner) = paths::other_owner(data_dir, rustix::process::geteuid().as_raw()) {
            let dir = data_dir.to_owned();
            return Err(StoreError::Foreign { dir, owner });
        }
        private_folder(data_dir)?;
        let path = paths::lock_file(data_dir);
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(StoreError::file(&path))?;
        let mut taken = file.try_lock();
        // Who looks whether it is taken has it for a moment, together with all others who look: that is nobody's hold.
        while matches!(taken, Err(TryLockError::WouldBlock)) && file.try_lock_shared().is_ok() {
            file.unlock().map_err(StoreError::file(&path))?;
            thread::sleep(GLANCE);
            taken = file.try_lock();
        }
        match taken {
            Ok(()) => {
                let pid_file = paths::pid_file(data_dir);
                // One that was killed left its number behind, which may be another process's now.
                let _ = fs::remove_file(&pid_file);
                Ok(Self {
                    _file: file,
                    pid_file,
                })
            }
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked {
                dir: data_dir.to_owned(),
                who: DaemonFile::read(data_dir)
                    .map(|d| format!(" (process {}, {})", d.pid, d.url))
                    .unwrap_or_default(),
            }),
            Err(TryLockError::Error(e)) => Err(StoreError::file(path)(e)),
        }
    }

    /// Notes which process serves the folder, so that it can be told to stop even where `daemon.json` is lost. What only
    /// works on the folder and ends is not to be stopped half-way, and does not note itself.
    pub fn note_process(&self) {
        // A disk that is full is no reason not to serve.
        let _ = paths::write_private(&self.pid_file, process::id().to_string().as_bytes());
    }

    /// Forgets where the last daemon answered: one that was killed could not take that back, and others may answer there
    /// now.
    pub fn forget_address(&self, data_dir: &Path) {
        let _ = fs::remove_file(DaemonFile::path(data_dir));
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Nothing depends on it: without a lock that is held nobody believes it.
        let _ = fs::remove_file(&self.pid_file);
    }
}
