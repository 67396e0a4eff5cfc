//! Which document each file of this computer became: a file that was moved, renamed or touched is the document that it
//! was.
//!
//! A line a file, in the folder of data; of several lines for one path the last counts. Only this computer knows its
//! paths, so the daemon is told none of them. Without these lines a document goes by its file's path.

use super::{content, exports};
use crate::{client::Client, config::Config, paths};
use blake3::Hash;
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashMap, HashSet},
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Files of one name that are looked at, to see whether an export was added from elsewhere.
const MOST_NAMESAKES: usize = 16;
/// Lines that no longer count; with more of them than of others, the list is written anew.
const STALE: usize = 100;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line {
    File(File),
    /// The path's hash: what is forgotten leaves no name behind.
    Forgotten {
        path: String,
    },
    /// It was moved away, and is told of under its new path.
    Moved {
        path: String,
    },
}

/// A file that was added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct File {
    path: String,
    item_id: String,
    /// Hash of the text that was sent.
    text: String,
    /// When it was written, as it was sent with this text: a file that is only touched says nothing new.
    written: Option<String>,
}

/// The files that were added from this computer.
pub struct Files {
    list: PathBuf,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    files: HashMap<String, File>,
    forgotten: HashSet<String>,
    /// How many lines told it.
    lines: usize,
}

/// A file's text, as it is about to be sent.
pub struct Text<'a> {
    /// The whole path, behind links.
    pub path: &'a Path,
    /// What is sent.
    pub text: &'a [u8],
    /// When the file was written.
    pub written: Option<&'a str>,
}

/// What is known of a file.
#[derive(Debug, Default, PartialEq)]
pub struct Found {
    /// The document that it is.
    pub item_id: Option<String>,
    /// When its text was written, where this text was sent before.
    pub written: Option<String>,
    /// Another file has this text, too, and keeps the document.
    is_copy: bool,
    /// Where the file lay before.
    moved_from: Option<String>,
}

/// Where the list is.
pub fn list(config: &Config) -> PathBuf {
    config.data_dir.join("files.jsonl")
}

impl Files {
    /// Reads the list; a line that does not read is as good as none.
    pub fn open(config: &Config) -> Self {
        let list = list(config);
        let known = Known::read(&list);
        let all = known.files.len() + known.forgotten.len();
        if known.lines > 2 * all + STALE
            && let Ok(_lock) = lock(&list)
        {
            let _ = Known::read(&list).write(&list);
        }
        let known = Mutex::new(known);
        Self { list, known }
    }

    /// Whether this file's document was forgotten, and the file has not been added by name since.
    pub fn is_forgotten(&self, path: &Path) -> bool {
        let path = whole(path);
        path.is_some_and(|path| self.known().forgotten.contains(&hash(&path)))
    }

    /// Which document this file is: its own, that of a file which lay elsewhere, or, asked of the daemon, that of the
    /// same export in another folder.
    pub fn find(&self, client: &Client, file: &Text<'_>) -> Found {
        let Some(path) = file.path.to_str() else {
            return Found::default();
        };
        let text = blake3::hash(file.text);
        if let Some(found) = self.known().by_path_or_text(path, text) {
            return found;
        }
        let name = file.path.file_name();
        let namesakes: Vec<File> = {
            let known = self.known();
            let named = |f: &&File| Path::new(&f.path).file_name() == name;
            let namesakes = known.files.values().filter(named);
            namesakes.take(MOST_NAMESAKES).cloned().collect()
        };
        let text = String::from_utf8_lossy(file.text);
        let same = namesakes.into_iter().find(|other| {
            client.document(&other.item_id).is_ok_and(|document| {
                (exports::is_export(&document, &text) || is_gone(other))
                    && client
                        .document_text(&other.item_id)
                        .is_ok_and(|old| exports::has_in_common(&old, &text))
            })
        });
        let moved_from = same.as_ref().filter(|f| is_gone(f)).map(|f| f.path.clone());
        if let Some(path) = &moved_from {
            self.known().files.remove(path);
        }
        Found {
            item_id: same.map(|file| file.item_id),
            moved_from,
            ..Found::default()
        }
    }

    /// Notes what a file became. A convenience: a folder that cannot be written costs nothing else.
    pub fn note(&self, file: &Text<'_>, found: &Found, item_id: &str) {
        let Some(path) = file.path.to_str().filter(|_| !found.is_copy) else {
            return;
        };
        let line = File {
            path: path.to_owned(),
            item_id: item_id.to_owned(),
            text: blake3::hash(file.text).to_hex().to_string(),
            written: found
                .written
                .clone()
                .or_else(|| file.written.map(str::to_owned)),
        };
        let mut known = self.known();
        if known.files.get(path) == Some(&line) {
            return;
        }
        let moved = found.moved_from.clone().map(|path| Line::Moved { path });
        for line in moved.into_iter().chain([Line::File(line)]) {
            known.take(line.clone());
            let _ = append(&self.list, &line);
        }
    }

    /// The document of the file at this path.
    pub fn document(&self, path: &Path) -> Option<String> {
        let path = whole(path)?;
        let known = self.known();
        known.files.get(&path).map(|file| file.item_id.clone())
    }

    /// Forgets a document's files by name. What a search of their folder finds of them is left alone from now on.
    ///
    /// # Errors
    /// The list cannot be written.
    pub fn forget(&self, item_id: &str) -> io::Result<()> {
        let lock = lock(&self.list)?;
        // What others have added meanwhile is not to be lost.
        let mut known = self.known();
        *known = Known::read(&self.list);
        let of_it = known.files.values().filter(|f| f.item_id == item_id);
        let paths: Vec<String> = of_it.map(|f| f.path.clone()).collect();
        if paths.is_empty() {
            return Ok(());
        }
        for path in paths {
            known.take(Line::Forgotten { path: hash(&path) });
            known.files.remove(&path);
        }
        let written = known.write(&self.list);
        drop(lock);
        written
    }

    /// A file is gone, and its document with it: one that is put in its place later is added as any other.
    pub fn gone(&self, path: &Path) {
        let Some(path) = path.to_str() else { return };
        let mut known = self.known();
        if known.files.remove(path).is_some() {
            let path = path.to_owned();
            let _ = append(&self.list, &Line::Moved { path });
        }
    }

    /// The files that are this document, as they are known.
    pub fn paths(&self, item_id: &str) -> Vec<PathBuf> {
        let known = self.known();
        let of_it = known.files.values().filter(|f| f.item_id == item_id);
        of_it.map(|f| PathBuf::from(&f.path)).collect()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn read(list: &Path) -> Self {
        let text = fs::read_to_string(list).unwrap_or_default();
        let mut known = Self::default();
        for line in text.lines() {
            known.lines += 1;
            if let Ok(line) = serde_json::from_str(line) {
                known.take(line);
            }
        }
        known
    }

    fn take(&mut self, line: Line) {
        match line {
            Line::File(file) => {
                self.forgotten.remove(&hash(&file.path));
                self.files.insert(file.path.clone(), file);
            }
            Line::Forgotten { path } => {
                self.forgotten.insert(path);
            }
            Line::Moved { path } => {
                self.files.remove(&path);
            }
        }
    }

    fn write(&self, list: &Path) -> io::Result<()> {
        let forgotten = self.forgotten.iter();
        let forgotten = forgotten.map(|path| Line::Forgotten { path: path.clone() });
        let lines = self.files.values().cloned().map(Line::File);
        let mut text = Vec::new();
        for line in lines.chain(forgotten) {
            serde_json::to_writer(&mut text, &line)?;
            text.push(b'\n');
        }
        paths::write_private(list, &text)
    }

    /// What is known by a file's path, or by its text; a file that is gone is so only once.
    fn by_path_or_text(&mut self, path: &str, text: Hash) -> Option<Found> {
        let text = text.to_hex().to_string();
        let found = |file: &File, is_copy| Found {
            item_id: Some(file.item_id.clone()),
            written: file.written.clone().filter(|_| file.text == text),
            is_copy,
            moved_from: None,
        };
        if let Some(file) = self.files.get(path) {
            return Some(found(file, false));
        }
        let same: Vec<&File> = self.files.values().filter(|f| f.text == text).collect();
        let name = Path::new(path).file_name();
        let is_named = |f: &&&File| Path::new(&f.path).file_name() == name;
        let Some(moved) = same
            .iter()
            .filter(|f| is_gone(f))
            .max_by_key(|f| is_named(f))
        else {
            return same.iter().find(is_named).map(|f| found(f, true));
        };
        let (moved_from, found) = (Some(moved.path.clone()), found(moved, false));
        self.files.remove(&moved.path.clone());
        Some(Found {
            moved_from,
            ..found
        })
    }
}

/// Whoever writes the list holds this: the command line and the daemon may at once.
fn lock(list: &Path) -> io::Result<fs::File> {
    if let Some(folder) = list.parent() {
        fs::create_dir_all(folder)?;
    }
    let path = list.with_extension("lock");
    let mut options = fs::OpenOptions::new();
    let lock = options.create(true).append(true).open(&path)?;
    paths::private(&path)?;
    lock.lock()?;
    Ok(lock)
}

fn append(list: &Path, line: &Line) -> io::Result<()> {
    let _lock = lock(list)?;
    let mut file = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(list)?;
    paths::private(list)?;
    let line = serde_json::to_string(line)?;
    // One write, so that lines of commands at the same time do not mix.
    file.write_all(format!("{line}\n").as_bytes())
}

fn whole(path: &Path) -> Option<String> {
    content::whole(path).to_str().map(str::to_owned)
}

/// Whether a file is not where it was; one of an archive is there as long as the archive is.
fn is_gone(file: &File) -> bool {
    !Path::new(&file.path).ancestors().any(Path::is_file)
}

fn hash(path: &str) -> String {
    blake3::hash(path.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(files: &[(&Path, &str, &str)]) -> Known {
        let mut known = Known::default();
        for (path, item_id, text) in files {
            known.take(Line::File(File {
                path: path.to_str().expect("a path").to_owned(),
                item_id: (*item_id).to_owned(),
                text: blake3::hash(text.as_bytes()).to_hex().to_string(),
                written: Some("2026-05-03T10:00:00+02:00".into()),
            }));
        }
        known
    }

    #[test]
    fn a_moved_file_is_its_document_and_a_copy_is_one_only_under_the_same_name() {
        let dir = tempfile::tempdir().expect("a folder");
        let (there, gone) = (dir.path().join("a.md"), dir.path().join("b.md"));
        fs::write(&there, "a").expect("written");
        let mut known = known(&[(&there, "a", "I swam."), (&gone, "b", "I ran.")]);
        let mut find = |path: &str, text: &str| {
            let found = known.by_path_or_text(path, blake3::hash(text.as_bytes()));
            found.map(|f| {
                (
                    f.item_id.unwrap_or_default(),
                    f.is_copy,
                    f.written.is_some(),
                )
            })
        };
        let own = |id: &str, is_copy, same| Some((id.to_owned(), is_copy, same));
        assert_eq!(find("/x/renamed.md", "I ran."), own("b", false, true));
        // Another with the same words is another file.
        assert_eq!(find("/x/other.md", "I ran."), None);
        assert_eq!(find("/x/a.md", "I swam."), own("a", true, true));
        // A day's page may say the same as another day's.
        assert_eq!(find("/x/2026-05-04.md", "I swam."), None);
        let there = there.to_str().expect("a path");
        assert_eq!(find(there, "I swam."), own("a", false, true));
        assert_eq!(find(there, "I swam far."), own("a", false, false));
    }
}
