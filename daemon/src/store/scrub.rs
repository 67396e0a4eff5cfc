//! Reading everything again, in the background, in search of what a disk has damaged without a trace. A start reads as
//! little as it can; what it left out is read here, while the daemon serves.

use super::{
    Store, StoreError, Tree, Trees,
    check::readable,
    home::Home,
    journal,
    level::{LEVEL, Level},
};
use std::ops::Bound;

/// Rows that are read at a time: no longer than that a compaction waits.
const PIECE: usize = 1000;

impl Store {
    /// Reads what the start has not read. A journal that is damaged is begun anew; damaged rows are an error. Ends
    /// early, with `false`, when told to stop. Blocks.
    pub(crate) fn scrub(&self, stopped: &dyn Fn() -> bool) -> Result<bool, StoreError> {
        if !self.rows_read {
            let read = readable(|| rows(&self.home, stopped));
            if !read.inspect_err(|_| self.home.condemn())? {
                return Ok(false);
            }
        }
        match journal_reads(&self.home, stopped)? {
            Some(true) => Ok(true),
            None => Ok(false),
            Some(false) => {
                tracing::warn!("the journal is damaged and is begun anew; the store is whole");
                self.renew_journal().wait()?;
                Ok(true)
            }
        }
    }

    fn renew_journal(&self) -> super::Waiting<()> {
        let (home, space, size) = (self.home.clone(), self.space.clone(), self.size_on_disk());
        self.writer.alone(move |pace| match space.for_copy(size) {
            true => home.renew_journal(pace),
            false => Err(StoreError::Full),
        })
    }
}

fn level(trees: &Trees) -> Result<Level, StoreError> {
    let level = trees.get(Tree::Meta, LEVEL)?;
    level.ok_or_else(|| super::damaged(Tree::Meta, "there is no level"))
}

/// Reads all rows; where nothing was written meanwhile, their sum has to be right, too.
fn rows(home: &Home, stopped: &dyn Fn() -> bool) -> Result<bool, StoreError> {
    let before = level(&*home.trees()?)?;
    let mut found = Level::default();
    for tree in Tree::ALL {
        let mut from = Bound::Unbounded;
        loop {
            if stopped() {
                return Ok(false);
            }
            let trees = home.trees()?;
            let mut last = None;
            let piece = trees.of(tree).range::<Vec<u8>, _>((from, Bound::Unbounded));
            for row in piece.take(PIECE) {
                let (key, value) = row?;
                found.put(tree, &key, &value);
                last = Some(key.to_vec());
            }
            match last {
                Some(key) => from = Bound::Excluded(key),
                None => break,
            }
        }
    }
    let after = level(&*home.trees()?)?;
    if before.number == after.number && found.sum != after.sum {
        let why = "rows are missing or are not as they were written".to_owned();
        return Err(StoreError::NotWhole(why));
    }
    Ok(true)
}

/// Whether the journal reads as far as it is written; `None` where that was cut short.
fn journal_reads(home: &Home, stopped: &dyn Fn() -> bool) -> Result<Option<bool>, StoreError> {
    let (path, length) = match home.trees()?.journal().as_ref() {
        Some(journal) => (journal.path().to_owned(), journal.length()),
        None => return Ok(None),
    };
    let read = journal::read_up_to(&path, length, &mut |_, _| match stopped() {
        true => Err(StoreError::Closed),
        false => Ok(()),
    });
    match read {
        Ok(read) => Ok(Some(read.is_ok())),
        Err(StoreError::Closed) => Ok(None),
        // A compaction has put another in its place meanwhile, and has read all of it.
        Err(_) if !path.exists() => Ok(Some(true)),
        Err(error) => Err(error),
    }
}
