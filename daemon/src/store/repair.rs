//! Mending a folder that does not open, or answers wrong: nothing is thrown away but the index, which is built again.
//! What is damaged is set aside whole, and what could not be read is said.

use super::{
    StoreError, Tree, Trees,
    bodies::Bodies,
    check::{self, Depth},
    home::Home,
    journal::{self, Journal},
    keyspace,
    level::{LEVEL, Level},
    private_folder,
    records::{DocumentRecord, VersionRecord},
    restore::{check_finished, set_aside},
    waiting::Pace,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

/// Rows that are put into the new store at once.
const BATCH: usize = 1000;

/// What a repair found and did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repaired {
    /// For a person to read, a line each.
    pub told: Vec<String>,
    /// Whether something could not be read, and is missing now.
    pub lost: bool,
}

impl Repaired {
    fn tell(&mut self, line: impl Into<String>) {
        self.told.push(line.into());
    }

    fn lose(&mut self, line: impl Into<String>) {
        self.lost = true;
        self.told.push(line.into());
    }
}

/// Mends the store and the texts as far as their files allow, and removes the index. The caller holds the folder's
/// lock.
///
/// # Errors
/// The disk fails, or the folder is a later version's.
pub fn repair(data_dir: &Path, cache_mib: u64) -> Result<Repaired, StoreError> {
    let mut done = Repaired::default();
    check_finished(data_dir)?;
    let index = data_dir.join("index");
    if index.exists() {
        std::fs::remove_dir_all(&index).map_err(StoreError::file(&index))?;
        done.tell("the index is built again at the next start");
    }
    let folder = data_dir.join("store");
    if !folder.exists() {
        done.tell("there is no store yet");
        return Ok(done);
    }
    let home = Home::closed(folder, cache_mib);
    let number = match home.current() {
        Ok(number) => number,
        Err(_) => {
            let number = home.highest()?;
            done.tell(format!(
                "store/current does not read; store/{number} is taken"
            ));
            home.point(number)?;
            number
        }
    };
    let (folder, journal) = (home.copy(number), home.journal(number));
    let trees = match check::open_whole(&folder, &journal, cache_mib, Depth::All) {
        Ok(opened) => {
            done.tell("the store is whole");
            opened.trees
        }
        Err(StoreError::NotWhole(why)) => {
            done.tell(format!("the store's files are damaged: {why}"));
            renew(&home, number, data_dir, &mut done)?
        }
        Err(error) => return Err(error),
    };
    texts(&trees, data_dir, &mut done)?;
    Ok(done)
}

/// Makes the store anew beside the damaged one, which is set aside then.
fn renew(
    home: &Home,
    number: u64,
    data_dir: &Path,
    done: &mut Repaired,
) -> Result<Trees, StoreError> {
    let (old, old_journal) = (home.copy(number), home.journal(number));
    let next = home.highest()?.max(number) + 1;
    let (path, journal_path) = (home.copy(next), home.journal(next));
    private_folder(&path)?;
    let trees = Trees::open(&path, home.cache_mib())?;
    let whole = journal::read(&old_journal, None, &mut |_, rows| {
        trees.stage_rows(rows.read()?)
    })?;
    trees.db.flush()?;
    let level: Option<Level> = trees.get(Tree::Meta, LEVEL)?;
    let number_now = match (&whole, level) {
        (Some(Ok(whole)), Some(level))
            if level.number == whole.number && level.sum == trees.sum()? =>
        {
            done.tell(format!(
                "it is made anew from its journal, all {} transactions of it; nothing is lost",
                level.number
            ));
            level.number
        }
        _ => {
            for tree in Tree::ALL {
                trees.of(tree).clear()?;
            }
            gather(&old, &old_journal, &trees, done)?
        }
    };
    trees.set_level(number_now)?;
    Journal::begin(&journal_path, number_now, &trees, &Pace::default())?;
    home.point(next)?;
    let parts = [&old, &old_journal].map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("store/{name}")
    });
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    if let Some(aside) = set_aside(data_dir, &parts)? {
        done.tell(format!(
            "the damaged files are in {}; they hold what you forget from now on, too, until you delete them",
            aside.display()
        ));
    }
    Ok(trees)
}

/// Puts together what sled's files and the journal still say; answers the number to go on from.
fn gather(
    old: &Path,
    old_journal: &Path,
    trees: &Trees,
    done: &mut Repaired,
) -> Result<u64, StoreError> {
    let mut rows = 0u64;
    let mut torn: Vec<&str> = Vec::new();
    let opened = catch_unwind(|| Trees::open(old, 8));
    if let Ok(Ok(damaged)) = opened {
        for tree in Tree::ALL {
            // sled panics on some damaged pages; the rows before them are read.
            let read = catch_unwind(AssertUnwindSafe(|| {
                for row in damaged.of(tree) {
                    let (key, value) = row?;
                    trees.of(tree).insert(key, value)?;
                    rows += 1;
                }
                Ok::<_, StoreError>(())
            }));
            if !matches!(read, Ok(Ok(()))) {
                torn.push(tree.name());
            }
        }
        // Closing writes; a panic there changes nothing any more.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(damaged)));
        done.tell(format!("{rows} records are read from the damaged files"));
    } else {
        done.tell("nothing is read from the damaged files");
    }
    let level: Option<Level> = trees.get(Tree::Meta, LEVEL).ok().flatten();
    let mut last = level.map_or(0, |l| l.number);
    if !old_journal.exists() {
        let torn = torn.join(", ");
        done.lose(format!(
            "there is no journal: what came after the damage is lost ({torn})"
        ));
        return Ok(last);
    }
    let mut again = 0u64;
    let unreadable = journal::salvage(old_journal, &mut |number, rows| {
        last = last.max(number);
        again += 1;
        trees.stage_rows(rows.read()?)
    })?;
    done.tell(format!("{again} lines are read from the journal"));
    let lines: Vec<String> = unreadable.iter().map(|u| u.0.to_string()).collect();
    done.lose(format!(
        "{} of the journal cannot be read: what was written there may be missing, what was deleted there may be back",
        match lines.is_empty() {
            true => "the end".to_owned(),
            false => format!("line {}", lines.join(", ")),
        }
    ));
    dangling(trees, done)?;
    Ok(last)
}

/// Tells of documents of which something is missing.
fn dangling(trees: &Trees, done: &mut Repaired) -> Result<(), StoreError> {
    for row in trees.of(Tree::Documents) {
        let (key, value) = row?;
        let name = String::from_utf8_lossy(&key).replace('\0', " ");
        let document = super::parse::<DocumentRecord>(Tree::Documents, &value);
        let version = document.ok().map(|d| keyspace::number(d.newest));
        let version = version.map(|v| trees.get::<VersionRecord>(Tree::Versions, &v));
        if !matches!(version, Some(Ok(Some(_)))) {
            done.lose(format!("the document {name} is lost"));
        }
    }
    Ok(())
}

/// Looks at every text that is a file of its own; damaged ones are set aside.
fn texts(trees: &Trees, data_dir: &Path, done: &mut Repaired) -> Result<(), StoreError> {
    let bodies = Bodies::new(data_dir.join("bodies"));
    for row in trees.of(Tree::Versions) {
        let (key, value) = row?;
        let version: VersionRecord = super::parse(Tree::Versions, &value)?;
        if version.dropped {
            continue;
        }
        let text = match &version.file {
            Some(hash) => bodies.read(hash).map(|text| text.is_some()),
            None => Ok(trees.of(Tree::Texts).contains_key(&key)?),
        };
        let what = match (text, &version.file) {
            (Ok(true), _) => continue,
            (Err(StoreError::Damaged { .. }), Some(hash)) => {
                bodies.take_out(hash, &data_dir.join("set-aside"))?;
                "is damaged, and set aside"
            }
            (Ok(false), _) => "is missing",
            (Err(error), _) => return Err(error),
        };
        done.lose(format!(
            "the text of {} (user {}) {what}; its memories are kept, and adding its file again puts the text back",
            version.item_id, version.user
        ));
    }
    Ok(())
}

impl Trees {
    /// Puts rows in, on disk after the next flush.
    fn stage_rows(&self, rows: Vec<journal::Row>) -> Result<(), StoreError> {
        for rows in rows.chunks(BATCH) {
            let mut batches = Tree::ALL.map(|_| sled::Batch::default());
            for (tree, key, value) in rows {
                match value {
                    Some(value) => batches[*tree as usize].insert(key.as_slice(), value.as_slice()),
                    None => batches[*tree as usize].remove(key.as_slice()),
                }
            }
            for (tree, batch) in Tree::ALL.into_iter().zip(batches) {
                self.of(tree).apply_batch(batch)?;
            }
        }
        Ok(())
    }
}
