//! What can go wrong in the store.

use std::{io, path::PathBuf};

/// What can go wrong in the store.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// No room left on the disk.
    #[error("there is no room left on the disk")]
    Full,
    /// The system has no more files to give, to this process or to all.
    #[error("too many files are open")]
    NoFiles,
    /// Another daemon serves this folder.
    #[error("another daemon serves {}{who}", .dir.display())]
    Locked {
        /// The folder.
        dir: PathBuf,
        /// ` (process 12, http://…)` where it is known.
        who: String,
    },
    /// The folder belongs to another account.
    #[error(
        "{} belongs to another account (number {owner}), which could put anything into it: run memo as that account, or \
         give the folder to yours with chown -R", .dir.display()
    )]
    Foreign {
        /// The folder.
        dir: PathBuf,
        /// The account's number.
        owner: u32,
    },
    /// The folder was written by a later memo.
    #[error(
        "the data was written by a later version of memo (format {found}, this one reads up to {known})"
    )]
    TooNew {
        /// Its format.
        found: u32,
        /// The highest that is understood here.
        known: u32,
    },
    /// sled's files are damaged.
    #[error(
        "the store's files are damaged ({0}): `memo doctor --repair` mends them from the journal beside them"
    )]
    NotWhole(String),
    /// A write failed.
    #[error("a write failed: nothing is written until the daemon is started again")]
    Stuck,
    /// A restore into the folder was cut short.
    #[error("a restore into this folder was cut short: run `memo restore` again")]
    HalfRestored,
    /// sled's own.
    #[error("the store: {0}")]
    Sled(sled::Error),
    /// A file or folder.
    #[error("{}: {error}", .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why, in words.
        error: String,
    },
    /// A record does not read.
    #[error("a record of `{tree}` is damaged: {error}")]
    Damaged {
        /// The kind of record.
        tree: &'static str,
        /// What is wrong.
        error: String,
    },
    /// A compaction waited too long for readers.
    #[error("the store is too busy to be compacted")]
    Busy,
    /// The thread that writes is gone.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |e| {
            Self::passing(&e).unwrap_or_else(|| Self::File {
                path,
                error: e.to_string(),
            })
        }
    }

    /// What has nothing to do with the file: it passes.
    fn passing(error: &io::Error) -> Option<Self> {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some(Self::Full),
            #[cfg(unix)]
            _ if error.raw_os_error().is_some_and(|code| {
                [rustix::io::Errno::MFILE, rustix::io::Errno::NFILE]
                    .iter()
                    .any(|e| e.raw_os_error() == code)
            }) =>
            {
                Some(Self::NoFiles)
            }
            _ => None,
        }
    }
}

impl From<sled::Error> for StoreError {
    fn from(e: sled::Error) -> Self {
        let passing = match &e {
            sled::Error::Io(io) => Self::passing(io),
            _ => None,
        };
        passing.unwrap_or(Self::Sled(e))
    }
}
