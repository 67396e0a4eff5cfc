//! Whether a store is whole, when it is opened.
//!
//! sled's files are whole when the sum of all rows is the one that the last transaction wrote. All are read where the
//! last daemon did not stop in good order ([`clean`](super::clean)); else, after the start ([`super::scrub`]). What the
//! journal has beyond that transaction is done again. A store that does not read, or is not whole, is left as it is,
//! and an error says how to mend it.

use super::{
    StoreError, Tree, Trees,
    journal::{self, Journal, Place, Row, Unreadable, Whole, hex},
    level::{LEVEL, Level},
    records::FORMAT,
    waiting::Pace,
};
use std::{
    io::ErrorKind,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

/// How much is read of a store that is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Everything.
    All,
    /// All of sled's rows, but of the journal only what follows from them.
    Rows,
    /// As much as is needed where the store is as it was left behind this transaction.
    LeftAt(u64),
}

/// A store that was opened.
pub(super) struct Opened {
    pub trees: Trees,
    pub journal: Journal,
    /// Whether all rows were read.
    pub rows_read: bool,
}

/// What only damaged files fail at is told as such. A panic is an error like others: sled panics on some of them.
pub(crate) fn readable<T>(read: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    let why = match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Err(StoreError::Sled(sled::Error::Io(e))))
            if e.kind() == ErrorKind::PermissionDenied =>
        {
            return Err(StoreError::Sled(sled::Error::Io(e)));
        }
        Ok(Err(error @ (StoreError::Sled(_) | StoreError::Damaged { .. }))) => error.to_string(),
        Ok(read) => return read,
        Err(_) => "sled does not get over them".to_owned(),
    };
    Err(StoreError::NotWhole(why))
}

/// Opens a store that may have been cut short, and its journal, and makes the two level.
pub(super) fn open_whole(
    folder: &Path,
    journal_path: &Path,
    cache_mib: u64,
    depth: Depth,
) -> Result<Opened, StoreError> {
    let (trees, level) = readable(|| {
        let trees = Trees::open(folder, cache_mib)?;
        let format = trees.get::<u32>(Tree::Meta, b"format")?;
        if let Some(found) = format.filter(|found| *found > FORMAT) {
            return Err(StoreError::TooNew {
                found,
                known: FORMAT,
            });
        }
        let level = trees.get::<Level>(Tree::Meta, LEVEL)?;
        Ok((trees, level))
    })
    .map_err(|error| match error {
        StoreError::Sled(sled::Error::Io(e)) => StoreError::file(folder)(e),
        error => error,
    })?;
    let place = level.as_ref().and_then(|level| level.place.clone());
    let place = place.filter(|_| depth != Depth::All);
    let (found, from) = end_of(journal_path, place.as_ref())?;
    let rows_read = match (&level, &found) {
        (Some(level), Some(Ok(whole))) => {
            depth != Depth::LeftAt(level.number) || whole.number != level.number
        }
        _ => true,
    };
    let level = match (level, &found) {
        (Some(level), _) => {
            if rows_read && readable(|| trees.sum())? != level.sum {
                let why = "rows are missing or are not as they were written".to_owned();
                return Err(StoreError::NotWhole(why));
            }
            level
        }
        // A new store, or one that an earlier version left: it had no journal.
        (None, None) => {
            readable(|| trees.set_level(0))?;
            let journal = Journal::begin(journal_path, 0, &trees, &Pace::default())?;
            return Ok(Opened {
                trees,
                journal,
                rows_read,
            });
        }
        // A start that was cut short in the lines above ends before there is a journal.
        (None, Some(_)) => {
            let why = "the journal has transactions of which they know nothing".to_owned();
            return Err(StoreError::NotWhole(why));
        }
    };
    let journal = match found {
        Some(Ok(whole)) if whole.number >= level.number => {
            catch_up(&trees, journal_path, from, level, &whole)?;
            Journal::go_on(journal_path, whole)?
        }
        found => {
            match found {
                // After a loss of power: sled had the last transactions on disk, the journal not.
                Some(Ok(whole)) => tracing::warn!(
                    journal = whole.number,
                    store = level.number,
                    "the journal is behind the store and is begun anew"
                ),
                Some(Err(at)) => tracing::warn!(
                    line = at.0,
                    "the journal is damaged and is begun anew; the store is whole"
                ),
                None => tracing::warn!("the journal is missing and is begun anew"),
            }
            Journal::begin(journal_path, level.number, &trees, &Pace::default())?
        }
    };
    Ok(Opened {
        trees,
        journal,
        rows_read,
    })
}

/// What a journal comes to, and whence it was read.
type Found<'a> = (Option<Result<Whole, Unreadable>>, Option<&'a Place>);

/// Reads the end of the journal, from the last transaction on that the store has; all of it where that is not known,
/// or is not there.
fn end_of<'a>(path: &Path, place: Option<&'a Place>) -> Result<Found<'a>, StoreError> {
    if place.is_some() {
        let found = journal::read(path, place, &mut |_, _| Ok(()))?;
        if let None | Some(Ok(_)) = found {
            return Ok((found, place));
        }
    }
    Ok((journal::read(path, None, &mut |_, _| Ok(()))?, None))
}

/// Does again what the journal has beyond the store.
fn catch_up(
    trees: &Trees,
    path: &Path,
    from: Option<&Place>,
    mut level: Level,
    whole: &Whole,
) -> Result<(), StoreError> {
    let first = level.number + 1;
    let again = whole.number - level.number;
    match again {
        0 => return Ok(()),
        // One is usual: the daemon ended between the journal and sled.
        1 => tracing::info!("one transaction is done again"),
        _ => tracing::warn!(
            again,
            "sled's files lost transactions; they are done again from the journal"
        ),
    }
    journal::read(path, from, &mut |number, rows| match number >= first {
        true => {
            let rows = rows.read()?;
            trees.count_in(&mut level, &rows)?;
            trees.apply(rows)
        }
        false => Ok(()),
    })?;
    trees.db.flush()?;
    let told: Option<Level> = trees.get(Tree::Meta, LEVEL)?;
    match told {
        Some(told) if told.sum == level.sum && told.number == whole.number => Ok(()),
        _ => Err(StoreError::NotWhole(format!(
            "transactions {first} to {} of the journal do not fit them (sum {})",
            whole.number,
            hex(&level.sum.to_be_bytes())
        ))),
    }
}

impl Trees {
    /// Counts in what these rows change.
    pub(super) fn count_in(&self, level: &mut Level, rows: &[Row]) -> Result<(), StoreError> {
        for (tree, key, value) in rows {
            if let Some(old) = self.of(*tree).get(key)? {
                level.take(*tree, key, &old);
            }
            if let Some(value) = value {
                level.put(*tree, key, value);
            }
        }
        Ok(())
    }
}
