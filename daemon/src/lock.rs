//! One daemon per folder of data.

use crate::store::{StoreError, private_folder};
use memo_common::paths::{self, DaemonFile};
use std::{
    fs::{self, File, TryLockError},
    path::Path,
};

/// The folder is this process's for as long as this is kept.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Makes the folder where it is missing, and takes it.
    ///
    /// # Errors
    /// Another daemon has it, or it cannot be made.
    pub fn take(data_dir: &Path) -> Result<Self, StoreError> {
        private_folder(data_dir)?;
        let path = paths::lock_file(data_dir);
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(StoreError::file(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked {
                dir: data_dir.to_owned(),
                who: DaemonFile::read(data_dir)
                    .map(|d| format!(" (process {}, {})", d.pid, d.url))
                    .unwrap_or_default(),
            }),
            Err(TryLockError::Error(e)) => Err(StoreError::file(path)(e)),
        }
    }

    /// Forgets where the last daemon answered: one that was killed could not take that back, and others may answer there
    /// now.
    pub fn forget_address(&self, data_dir: &Path) {
        let _ = fs::remove_file(DaemonFile::path(data_dir));
    }
}
