//! Whether a store is whole, when it is opened: every row is read and counted in, and the journal read.
//!
//! sled's files are whole when the sum of all rows is the one that the last transaction wrote. What the journal has
//! beyond that transaction is done again. A store that does not read, or is not whole, is left as it is, and an error
//! says how to mend it.

use super::{
    StoreError, Tree, Trees,
    journal::{self, Journal, Row, Whole, hex},
    records::FORMAT,
};
use serde::{Deserialize, Serialize};
use std::{
    io::ErrorKind,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

/// The key in [`Tree::Meta`] of the [`Level`].
pub(super) const LEVEL: &[u8] = b"level";

/// What the last transaction left: written in the same transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Level {
    /// Its number.
    pub number: u64,
    /// The sum of all rows.
    #[serde(with = "sum_as_text")]
    pub sum: u128,
}

/// JSON's numbers do not hold it.
mod sum_as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(sum: &u128, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{sum:032x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        u128::from_str_radix(&String::deserialize(from)?, 16).map_err(D::Error::custom)
    }
}

impl Level {
    /// Counts a row in.
    pub(super) fn put(&mut self, tree: Tree, key: &[u8], value: &[u8]) {
        self.sum = self.sum.wrapping_add(row(tree, key, value));
    }

    /// Counts a row out.
    pub(super) fn take(&mut self, tree: Tree, key: &[u8], value: &[u8]) {
        self.sum = self.sum.wrapping_sub(row(tree, key, value));
    }

    /// As it is stored.
    pub(super) fn bytes(&self) -> Vec<u8> {
        format!(r#"{{"number":{},"sum":"{:032x}"}}"#, self.number, self.sum).into_bytes()
    }
}

/// What a row counts: sums of these are the same for the same rows, whatever their order, and different for others.
fn row(tree: Tree, key: &[u8], value: &[u8]) -> u128 {
    if tree == Tree::Meta && key == LEVEL {
        return 0;
    }
    let mut hasher = blake3::Hasher::new();
    for part in [tree.name().as_bytes(), key] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.update(value);
    let mut first = [0; 16];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    u128::from_le_bytes(first)
}

impl Trees {
    /// The sum of all rows: reads all of them.
    pub(super) fn sum(&self) -> Result<u128, StoreError> {
        let mut level = Level::default();
        for tree in Tree::ALL {
            for found in self.of(tree) {
                let (key, value) = found?;
                level.put(tree, &key, &value);
            }
        }
        Ok(level.sum)
    }

    /// Notes that all rows are as the transaction of this number left them.
    pub(super) fn set_level(&self, number: u64) -> Result<(), StoreError> {
        let sum = self.sum()?;
        let level = Level { number, sum };
        self.of(Tree::Meta).insert(LEVEL, level.bytes())?;
        self.db.flush()?;
        Ok(())
    }

    /// Applies rows as one transaction, and answers once they are on disk.
    pub(super) fn put_rows(&self, rows: Vec<Row>) -> Result<(), StoreError> {
        self.apply(rows)?;
        self.db.flush()?;
        Ok(())
    }
}

/// Opens sled's files and reads all of them. A panic is an error like others: sled panics on some damaged files.
pub(super) fn open(folder: &Path, cache_mib: u64) -> Result<(Trees, u128), StoreError> {
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let trees = Trees::open(folder, cache_mib)?;
        let sum = trees.sum()?;
        Ok::<_, StoreError>((trees, sum))
    }));
    let why = match opened {
        Ok(Ok(opened)) => return Ok(opened),
        Ok(Err(StoreError::Sled(sled::Error::Io(e))))
            if e.kind() == ErrorKind::PermissionDenied =>
        {
            return Err(StoreError::file(folder)(e));
        }
        Ok(Err(StoreError::Full)) => return Err(StoreError::Full),
        Ok(Err(error)) => error.to_string(),
        Err(_) => "sled does not get over them".to_owned(),
    };
    Err(StoreError::NotWhole(why))
}

/// Opens a store that may have been cut short, and its journal, and makes the two level.
pub(super) fn open_whole(
    folder: &Path,
    journal_path: &Path,
    cache_mib: u64,
) -> Result<(Trees, Journal), StoreError> {
    let (trees, sum) = open(folder, cache_mib)?;
    let format = trees.get::<u32>(Tree::Meta, b"format")?;
    if let Some(found) = format.filter(|found| *found > FORMAT) {
        return Err(StoreError::TooNew {
            found,
            known: FORMAT,
        });
    }
    let level = trees.get::<Level>(Tree::Meta, LEVEL);
    let level = level.map_err(|e| StoreError::NotWhole(e.to_string()))?;
    let found = journal::read(journal_path, &mut |_, _| Ok(()))?;
    let level = match (level, &found) {
        (Some(level), _) if level.sum == sum => level,
        (Some(_), _) => {
            let why = "rows are missing or are not as they were written".to_owned();
            return Err(StoreError::NotWhole(why));
        }
        // A new store, or one that an earlier version left: it had no journal.
        (None, None) => {
            trees.set_level(0)?;
            let journal = Journal::begin(journal_path, 0, &trees)?;
            return Ok((trees, journal));
        }
        // A start that was cut short in the lines above ends before there is a journal.
        (None, Some(_)) => {
            let why = "the journal has transactions of which they know nothing".to_owned();
            return Err(StoreError::NotWhole(why));
        }
    };
    match found {
        Some(Ok(whole)) if whole.number >= level.number => {
            catch_up(&trees, journal_path, level.number, &whole)?;
            Ok((trees, Journal::go_on(journal_path, whole)?))
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
            let journal = Journal::begin(journal_path, level.number, &trees)?;
            Ok((trees, journal))
        }
    }
}

/// Does again what the journal has beyond the store.
fn catch_up(trees: &Trees, path: &Path, from: u64, whole: &Whole) -> Result<(), StoreError> {
    if whole.number == from {
        return Ok(());
    }
    let again = whole.number - from;
    // One is usual: the daemon ended between the journal and sled.
    match again {
        1 => tracing::info!("one transaction is done again"),
        _ => tracing::warn!(
            again,
            "sled's files lost transactions; they are done again from the journal"
        ),
    }
    journal::read(path, &mut |number, rows| match number > from {
        true => trees.put_rows(rows.read()?),
        false => Ok(()),
    })?;
    let level: Option<Level> = trees.get(Tree::Meta, LEVEL)?;
    let sum = trees.sum()?;
    match level {
        Some(level) if level.sum == sum && level.number == whole.number => Ok(()),
        _ => Err(StoreError::NotWhole(format!(
            "transactions {} to {} of the journal do not fit them (sum {})",
            from + 1,
            whole.number,
            hex(&sum.to_be_bytes())
        ))),
    }
}
