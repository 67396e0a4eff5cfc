//! Whether a folder of data is whole, for somebody who asks while no daemon serves it. Nothing of it is changed: sled
//! writes where it opens, so it is given a copy.

use super::{
    StoreError, Trees,
    bodies::Bodies,
    check::readable,
    clean::Note,
    home::Home,
    journal,
    level::{LEVEL, Level},
    private_folder,
    space::Space,
};
use super::{
    Tree,
    records::{JOURNALED, VersionRecord},
};
use std::{fs, path::Path};

/// Of so many documents whose texts are lost the names are told.
const NAMED: usize = 10;

/// One part of the folder, and how it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspected {
    /// One word.
    pub part: &'static str,
    /// How it is.
    pub state: State,
    /// For a person to read.
    pub told: String,
}

/// How a part of the folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// All of it was read, and is as it was written.
    Whole,
    /// Some of it is not.
    Damaged,
    /// It was not read: nobody knows.
    Unread,
}

impl State {
    /// One word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Damaged => "damaged",
            Self::Unread => "unread",
        }
    }
}

impl Inspected {
    /// What was found of a part.
    pub fn new(part: &'static str, state: State, told: impl Into<String>) -> Self {
        let told = told.into();
        Self { part, state, told }
    }
}

fn whole(part: &'static str, told: impl Into<String>) -> Inspected {
    Inspected::new(part, State::Whole, told)
}

fn damaged(part: &'static str, told: impl Into<String>) -> Inspected {
    Inspected::new(part, State::Damaged, told)
}

/// Reads the store, its journal and its texts. The caller holds the folder's lock.
///
/// # Errors
/// The disk fails.
pub(crate) fn inspect(data_dir: &Path, cache_mib: u64) -> Result<Vec<Inspected>, StoreError> {
    let folder = data_dir.join("store");
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let home = Home::closed(folder.clone(), cache_mib);
    let Ok(number) = home.current() else {
        return Ok(vec![damaged("store", "store/current does not read")]);
    };
    let found = journal::read(&home.journal(number), None, &mut |_, _| Ok(()))?;
    let none = found.is_none();
    let (journal, last) = match found {
        Some(Ok(read)) => {
            let told = format!("all {} transactions read", read.number);
            (whole("journal", told), Some(read.number))
        }
        Some(Err(at)) => {
            let told = format!(
                "line {} is damaged; the next start begins it anew if the store is whole",
                at.0
            );
            (damaged("journal", told), None)
        }
        None => {
            let told = "it is missing; the next start begins it anew if the store is whole";
            (damaged("journal", told), None)
        }
    };
    let copy = folder.join("inspected");
    let left = Note::number(&home.note(number));
    let numbers = (left, last);
    let looked = store(
        &home.copy(number),
        &copy,
        data_dir,
        cache_mib,
        numbers,
        none,
    );
    // What is left of it is removed at the next start.
    let _ = fs::remove_dir_all(&copy);
    match looked {
        Ok((found, begun)) => {
            let journal = match begun {
                true => journal,
                false => whole("journal", "none yet; the next start begins it"),
            };
            Ok(std::iter::once(journal).chain(found).collect())
        }
        Err(StoreError::NotWhole(why)) => Ok(vec![damaged("store", why), journal]),
        Err(error) => Err(error),
    }
}

/// Reads all rows of a copy, and the texts that they speak of; the numbers are those of the last transaction that an
/// orderly stop left and that the journal has. Says, too, whether a journal was begun: a store that was restored, or that an
/// earlier version left, has neither a journal nor a level, as the start finds it.
fn store(
    from: &Path,
    copy: &Path,
    data_dir: &Path,
    cache_mib: u64,
    (left, journal): (Option<u64>, Option<u64>),
    no_journal: bool,
) -> Result<(Vec<Inspected>, bool), StoreError> {
    private_folder(copy)?;
    let size = copy_folder(from, copy, &Space::new(data_dir.to_owned()))?;
    let Some(size) = size else {
        let unread = |part, told| Inspected::new(part, State::Unread, told);
        let parts = vec![
            unread("store", "there is no room on the disk for a copy of it"),
            unread("texts", "which there are, only the store says"),
        ];
        return Ok((parts, true));
    };
    super::open::remove_half_snapshots(copy)?;
    let (trees, level) = readable(|| {
        let trees = Trees::open(copy, cache_mib)?;
        let level: Option<Level> = trees.get(Tree::Meta, LEVEL)?;
        let right = match &level {
            Some(level) => trees.sum()? == level.sum,
            None if no_journal => true,
            // An earlier version's had none.
            None => trees
                .get::<u32>(Tree::Meta, b"format")?
                .is_none_or(|f| f < JOURNALED),
        };
        match right {
            true => Ok((trees, level)),
            false => Err(StoreError::NotWhole(
                "rows are missing or are not as they were written".into(),
            )),
        }
    })?;
    let begun = level.is_some() || !no_journal;
    let number = level.map_or(0, |level| level.number);
    let again = journal.map_or(0, |last| last.saturating_sub(number));
    let told = format!("all of its {} MiB was read", size >> 20);
    let store = match again {
        0 => whole("store", told),
        // A daemon that was killed had not written them all.
        n if left.is_none_or(|left| left <= number) => {
            let again =
                format!("{told}; the next start does {n} transactions again from the journal");
            whole("store", again)
        }
        n => {
            let lost = "they are put back from the journal at the next start";
            damaged("store", format!("its files lost {n} transactions; {lost}"))
        }
    };
    let texts = readable(|| texts(&trees, data_dir))?;
    Ok((vec![store, texts], begun))
}

/// Reads the texts that are files of their own.
fn texts(trees: &Trees, data_dir: &Path) -> Result<Inspected, StoreError> {
    let bodies = Bodies::new(data_dir.join("bodies"));
    let mut all = 0;
    let mut lost = Vec::new();
    for row in trees.of(Tree::Versions) {
        let version: VersionRecord = super::parse(Tree::Versions, &row?.1)?;
        let Some(hash) = version.file.filter(|_| !version.dropped) else {
            continue;
        };
        all += 1;
        if !matches!(bodies.read(&hash), Ok(Some(_))) {
            lost.push(format!("{} (user {})", version.item_id, version.user));
        }
    }
    let more = match lost.len().saturating_sub(NAMED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    Ok(match lost.len() {
        0 => whole("texts", format!("all {all} files are as they were written")),
        n => damaged(
            "texts",
            format!(
                "{n} of {all} files are damaged or missing, of {}{more}; their memories are kept",
                lost[..n.min(NAMED)].join(", ")
            ),
        ),
    })
}

/// Copies the files; how many bytes they are, or nothing where there is no room for them.
fn copy_folder(from: &Path, to: &Path, space: &Space) -> Result<Option<u64>, StoreError> {
    let mut files = Vec::new();
    let mut folders = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = folders.pop() {
        fs::create_dir_all(&to).map_err(StoreError::file(&to))?;
        for entry in fs::read_dir(&from).map_err(StoreError::file(&from))? {
            let entry = entry.map_err(StoreError::file(&from))?;
            let about = entry.metadata().map_err(StoreError::file(&from))?;
            let pair = (entry.path(), to.join(entry.file_name()));
            match about.is_dir() {
                true => folders.push(pair),
                false => files.push((pair, about.len())),
            }
        }
    }
    let size = files.iter().map(|(_, bytes)| bytes).sum();
    if !space.for_copy(size) {
        return Ok(None);
    }
    for ((from, to), _) in files {
        fs::copy(&from, &to).map_err(StoreError::file(&from))?;
    }
    Ok(Some(size))
}
