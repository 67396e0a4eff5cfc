//! Every transaction a second time, beside sled's files, as lines of text that can be checked one by one.
//!
//! sled takes a damaged place in its log for the log's end: what came later is gone, without a word, and is soon
//! written over. So each transaction is a line here before sled is given it. At start, what sled has lost is put back
//! from here ([`super::check`]); where sled's files cannot be read at all, a repair makes them anew from here.
//!
//! A line is `NUMBER KIND BEFORE HASH ROWS`: the transaction's number; `b` for rows that were there when the journal was
//! begun, `e` for the end of these, `t` for a transaction; the hash of the line before, so that no line can be missing;
//! a hash of all the rest, so that each line can be checked alone; and the rows as JSON: tree, key in hexadecimal
//! digits, value or null.

mod line;
mod read;
#[cfg(test)]
mod tests;

pub(super) use line::{Row, hex, unhex};
pub(super) use read::{Place, Unreadable, Whole, read, read_up_to, salvage};

use super::{StoreError, Tree, Trees, bodies::sync_folder, waiting::Pace};
use line::{FIRST, line, written};
use std::{
    fs::{self, File},
    io::{BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// Bytes of rows in one line of those that were there at the beginning.
const PIECE: usize = 256 << 10;

/// The open journal of a store, to be written at its end.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
    hash: String,
    /// A line is there that should not be, and could not be taken away.
    broken: bool,
}

impl Journal {
    /// Begins a journal with all rows that are there, on disk when this returns.
    pub(super) fn begin(
        path: &Path,
        number: u64,
        trees: &Trees,
        pace: &Pace,
    ) -> Result<Self, StoreError> {
        let failed = || StoreError::file(path);
        let draft = path.with_extension("journal-new");
        let mut out = BufWriter::new(File::create(&draft).map_err(failed())?);
        let (mut last, mut length) = (FIRST.to_owned(), 0);
        let mut put = |kind: char, rows: &[Row]| {
            let line = line(&mut last, number, kind, &written(rows)?);
            length += line.len() as u64;
            out.write_all(&line).map_err(failed())
        };
        let (mut rows, mut size) = (Vec::new(), 0);
        for tree in Tree::ALL {
            for row in trees.of(tree) {
                let (key, value) = row?;
                size += key.len() + value.len();
                rows.push((tree, key.to_vec(), Some(value.to_vec())));
                if size > PIECE {
                    put('b', &rows)?;
                    pace.step()?;
                    (rows, size) = (Vec::new(), 0);
                }
            }
        }
        put('e', &rows)?;
        let file = out.into_inner().map_err(|e| failed()(e.into_error()))?;
        file.sync_all().map_err(failed())?;
        fs::rename(&draft, path).map_err(failed())?;
        if let Some(folder) = path.parent() {
            sync_folder(folder).map_err(failed())?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
            length,
            hash: last,
            broken: false,
        })
    }

    /// Goes on behind what was read.
    pub(super) fn go_on(path: &Path, whole: Whole) -> Result<Self, StoreError> {
        let failed = || StoreError::file(path);
        let mut file = File::options().write(true).open(path).map_err(failed())?;
        file.set_len(whole.length).map_err(failed())?;
        file.seek(SeekFrom::End(0)).map_err(failed())?;
        Ok(Self {
            path: path.to_owned(),
            file,
            length: whole.length,
            hash: whole.hash,
            broken: false,
        })
    }

    /// Adds a transaction, in the file when this returns, though not on disk for certain: where the machine loses its
    /// power and this line, sled has it.
    pub(super) fn add(&mut self, number: u64, rows: &[Row]) -> Result<Added, StoreError> {
        if self.broken {
            return Err(StoreError::Stuck);
        }
        let before = Added {
            length: self.length,
            hash: self.hash.clone(),
        };
        let line = line(&mut self.hash, number, 't', &written(rows)?);
        self.length += line.len() as u64;
        if let Err(error) = self.file.write_all(&line) {
            self.take_back(before);
            return Err(StoreError::file(&self.path)(error));
        }
        Ok(before)
    }

    /// Takes the last line away: its transaction did not come about.
    pub(super) fn take_back(&mut self, added: Added) {
        let back = self.file.set_len(added.length);
        let back = back.and_then(|()| self.file.seek(SeekFrom::Start(added.length)).map(drop));
        if let Err(error) = back {
            tracing::error!(%error, "the journal cannot be mended; nothing is written until the next start");
            self.broken = true;
        }
        (self.length, self.hash) = (added.length, added.hash);
    }

    /// Nothing may be written any more.
    pub(super) fn stick(&mut self) {
        self.broken = true;
    }

    pub(super) const fn length(&self) -> u64 {
        self.length
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether nothing can be written any more.
    pub(super) const fn is_broken(&self) -> bool {
        self.broken
    }

    /// Where the line of the transaction with this number will begin, if it is the next.
    pub(super) fn next_place(&self, number: u64) -> Place {
        Place {
            number,
            at: self.length,
            before: self.hash.clone(),
        }
    }
}

/// Where the journal ended before a line was added.
#[derive(Debug)]
pub(super) struct Added {
    length: u64,
    hash: String,
}
