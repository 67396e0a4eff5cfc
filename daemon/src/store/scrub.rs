//! Reading everything again, in the background, in search of what a disk has damaged without a trace. A start reads as
//! little as it can; what it left out is read here, while the daemon serves.

use super::{
    Store, StoreError, Tree, Trees,
    check::readable,
    home::Home,
    journal,
    level::{LEVEL, Level},
    records::VersionRecord,
};
use std::{collections::HashSet, ops::Bound};

/// Rows that are read at a time: no longer than that a compaction waits.
const PIECE: usize = 1000;

impl Store {
    /// Reads what the start has not read. A journal that is damaged is begun anew; damaged rows are an error; texts that
    /// are lost are kept in mind ([`lost_texts`](Self::lost_texts)). Ends early, with `false`, when told to stop. Blocks.
    pub(crate) fn scrub(&self, stopped: &dyn Fn() -> bool) -> Result<bool, StoreError> {
        if !self.rows_read {
            let read = readable(|| rows(&self.home, stopped));
            if !read.inspect_err(|_| self.home.condemn())? {
                return Ok(false);
            }
        }
        match journal_reads(&self.home, stopped)? {
            Some(true) => {}
            None => return Ok(false),
            Some(false) => {
                tracing::warn!("the journal is damaged and is begun anew; the store is whole");
                self.renew_journal().wait()?;
            }
        }
        self.read_texts(stopped)
    }

    /// How many texts of documents could not be read since the start, and were not put back since.
    pub(crate) fn lost_texts(&self) -> Result<usize, StoreError> {
        let lost = self.bodies.lost().clone();
        if lost.is_empty() {
            return Ok(0);
        }
        // Those of documents that were forgotten meanwhile are nobody's loss.
        let mut wanted = HashSet::new();
        each_row(&self.home, Tree::Versions, &|| false, &mut |_, row| {
            wanted.extend(text_of(row)?.filter(|hash| lost.contains(hash)));
            Ok(())
        })?;
        Ok(wanted.len())
    }

    fn read_texts(&self, stopped: &dyn Fn() -> bool) -> Result<bool, StoreError> {
        let mut texts = HashSet::new();
        let mut note = |_: &[u8], row: &[u8]| {
            texts.extend(text_of(row)?);
            Ok(())
        };
        if !each_row(&self.home, Tree::Versions, stopped, &mut note)? {
            return Ok(false);
        }
        for hash in texts {
            if stopped() {
                return Ok(false);
            }
            // One that does not read is kept in mind there.
            let _ = self.bodies.read(&hash);
        }
        let lost = self.lost_texts()?;
        if lost > 0 {
            tracing::error!(
                lost,
                "texts of documents are missing or damaged on the disk; their memories are kept, and adding the files \
                 again puts the texts back"
            );
        }
        Ok(true)
    }

    fn renew_journal(&self) -> super::Waiting<()> {
        let (home, space, size) = (self.home.clone(), self.space.clone(), self.size_on_disk());
        self.writer.alone(move |pace| match space.for_copy(size) {
            true => home.renew_journal(pace),
            false => Err(StoreError::Full),
        })
    }
}

/// The text of a version that somebody may see, where it is a file of its own.
fn text_of(row: &[u8]) -> Result<Option<String>, StoreError> {
    let version: VersionRecord = super::parse(Tree::Versions, row)?;
    Ok(version.file.filter(|_| !version.dropped))
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
        let mut count = |key: &[u8], value: &[u8]| {
            found.put(tree, key, value);
            Ok(())
        };
        if !each_row(home, tree, stopped, &mut count)? {
            return Ok(false);
        }
    }
    let after = level(&*home.trees()?)?;
    if before.number == after.number && found.sum != after.sum {
        let why = "rows are missing or are not as they were written".to_owned();
        return Err(StoreError::NotWhole(why));
    }
    Ok(true)
}

/// Reads a tree piece by piece; `false` where told to stop.
fn each_row(
    home: &Home,
    tree: Tree,
    stopped: &dyn Fn() -> bool,
    on: &mut impl FnMut(&[u8], &[u8]) -> Result<(), StoreError>,
) -> Result<bool, StoreError> {
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
            on(&key, &value)?;
            last = Some(key.to_vec());
        }
        match last {
            Some(key) => from = Bound::Excluded(key),
            None => return Ok(true),
        }
    }
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
