//! What is too long to be unpacked in memory: a mailbox or an archive within an archive, in a file that has no name and is
//! gone with its last reader.

use super::zipped::Zipped;
use std::{
    fmt,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    sync::{Arc, Mutex, PoisonError},
};

/// An archive unpacks to so many times its length at most, and to so many bytes in any case. No mailbox comes near.
const TIMES: u64 = 100;
const LEAST: u64 = 1 << 30;

/// How much of an archive may still be unpacked to the disk, bytes.
pub(crate) struct Room(u64);

impl Room {
    /// For an archive of this length.
    pub(crate) fn of(length: u64) -> Self {
        Self(LEAST.max(length.saturating_mul(TIMES)))
    }

    /// Unpacks a file of the archive.
    pub(crate) fn unpack(&mut self, file: &Zipped) -> io::Result<File> {
        file.read_with(|file| self.fill(file))?
    }

    /// Puts all that is read into a file.
    pub(crate) fn fill(&mut self, from: &mut dyn Read) -> io::Result<File> {
        let mut spool = tempfile::tempfile()?;
        let most = self.0.saturating_add(1);
        let copied = io::copy(&mut from.take(most), &mut spool)?;
        self.0 = self.0.checked_sub(copied).ok_or_else(|| {
            let why = "it unpacks to a hundred times its length";
            io::Error::new(io::ErrorKind::InvalidData, why)
        })?;
        spool.rewind()?;
        Ok(spool)
    }
}

/// A file without a name, read here and there.
#[derive(Clone)]
pub(crate) struct Spool(Arc<Mutex<File>>);

impl Spool {
    pub(crate) fn new(file: File) -> Self {
        Self(Arc::new(Mutex::new(file)))
    }

    /// So many of its bytes, handed on in pieces.
    pub(crate) fn read<T>(
        &self,
        start: u64,
        length: u64,
        take: impl FnOnce(&mut dyn Read) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))?;
        take(&mut (&mut *file).take(length))
    }
}

impl PartialEq for Spool {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Spool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("what was unpacked of an archive")
    }
}
