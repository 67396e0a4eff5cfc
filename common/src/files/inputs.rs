//! Files, folders, globs and standard input, as documents to add.
//!
//! What a person names is added or is an error. What is merely found in a named folder is skipped, with the
//! reason, when it is nothing to remember: hidden files and folders (`.git` among them), symbolic links, binary
//! and empty files, and what cannot be read. A `.memoignore`, with the rules of a `.gitignore`, leaves
//! out more.

use super::{
    maildir,
    parts::{self, Part},
    passed::{self, Passed},
};
use ignore::WalkBuilder;
use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::SystemTime,
};

/// The argument that means standard input.
const STDIN: &str = "-";

/// A document to add.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The file; `-` for standard input.
    pub path: PathBuf,
    /// Whether a person named this very file.
    pub named: bool,
    /// Which part of it, where it holds many documents.
    pub(crate) part: Option<Part>,
}

/// Something found that is no document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The file or folder.
    pub path: PathBuf,
    /// Why.
    pub reason: &'static str,
}

/// Something named that cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// As it was named.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

/// What the arguments come to.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Each file once, in the order found.
    pub inputs: Vec<Input>,
    /// What folders hold beside that.
    pub skipped: Vec<Skipped>,
    /// What is named but not there.
    pub unreadable: Vec<Unreadable>,
}

/// Looks at every argument: a file, a folder, a glob, or `-`.
pub fn gather(arguments: &[PathBuf]) -> Gathered {
    let mut all = Gathered::default();
    let mut seen = HashSet::new();
    for argument in arguments {
        if argument.as_os_str() == STDIN {
            if seen.insert(argument.clone()) {
                all.inputs.push(Input {
                    path: argument.clone(),
                    named: true,
                    part: None,
                });
            }
            continue;
        }
        match fs::metadata(argument) {
            Ok(found) if found.is_dir() => all.folder(argument, &mut seen),
            Ok(_) => all.file(argument.clone(), true, &mut seen),
            Err(error) => match matches(argument) {
                Some(paths) if !paths.is_empty() => {
                    for path in paths {
                        match path.is_dir() {
                            true => all.folder(&path, &mut seen),
                            false => all.file(path, true, &mut seen),
                        }
                    }
                }
                pattern => all.unreadable.push(Unreadable {
                    path: argument.clone(),
                    reason: match pattern {
                        Some(_) => "nothing matches this pattern".into(),
                        None => reason(&error),
                    },
                }),
            },
        }
    }
    all
}

/// The files that a pattern matches; `None` where it is no pattern.
fn matches(argument: &Path) -> Option<Vec<PathBuf>> {
    let pattern = argument.to_str().filter(|p| p.contains(['*', '?', '[']))?;
    Some(glob::glob(pattern).ok()?.filter_map(Result::ok).collect())
}

/// What a folder holds.
#[derive(Debug, Default)]
pub struct Walked {
    /// Files that may be documents, in order.
    pub files: Vec<PathBuf>,
    /// What is none.
    pub skipped: Vec<Skipped>,
    /// What cannot be looked at.
    pub unreadable: Vec<Unreadable>,
}

impl Gathered {
    fn file(&mut self, path: PathBuf, named: bool, seen: &mut HashSet<PathBuf>) {
        // The same file by two ways is one document.
        let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
        if !seen.insert(whole) {
            return;
        }
        match inputs(&path, named) {
            Ok(inputs) => self.inputs.extend(inputs),
            Err(fault) => self.unreadable.push(fault),
        }
    }

    fn folder(&mut self, folder: &Path, seen: &mut HashSet<PathBuf>) {
        let mut walked = walk(folder);
        for path in walked.files {
            self.file(path, false, seen);
        }
        self.skipped.append(&mut walked.skipped);
        self.unreadable.append(&mut walked.unreadable);
    }
}

/// The documents of a file: itself, or those that it holds.
///
/// # Errors
/// It was named, and is damaged. What cannot be read is told when it is.
pub fn inputs(path: &Path, named: bool) -> Result<Vec<Input>, Unreadable> {
    match parts::parts(path, named) {
        Ok(Some(parts)) => Ok(parts),
        Err(error) if named && error.kind() == io::ErrorKind::InvalidData => Err(Unreadable {
            path: path.to_owned(),
            reason: format!("it is damaged: {error}"),
        }),
        Ok(None) | Err(_) => Ok(vec![Input {
            path: path.to_owned(),
            named,
            part: None,
        }]),
    }
}

impl Walked {
    /// A folder is left out whose rules cannot be read: without them, what nobody wants to be remembered would be.
    fn unruly(&mut self, folder: &Path) {
        self.unreadable.push(Unreadable {
            path: folder.join(passed::IGNORE),
            reason: "it is no regular file of at most 1 MiB, so its folder is left out".into(),
        });
    }

    fn skip(&mut self, path: &Path, reason: &'static str) {
        self.skipped.push(Skipped {
            path: path.to_owned(),
            reason,
        });
    }
}

/// Looks through a folder: all files that may be documents, in order, and what is left out.
pub fn walk(folder: &Path) -> Walked {
    let mut found = Walked::default();
    if !passed::has_readable_rules(folder) {
        found.unruly(folder);
        return found;
    }
    let noted = Arc::new(Mutex::new(Passed::default()));
    let note = Arc::clone(&noted);
    // With its last separator a link that somebody named is the folder that it leads to.
    let walk = WalkBuilder::new(folder.join(""))
        .standard_filters(false)
        .add_custom_ignore_filename(passed::IGNORE)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(move |entry| {
            let is_hidden = entry.depth() > 0
                && entry.file_name().as_encoded_bytes().starts_with(b".")
                && !maildir::is_one(entry.path());
            if is_hidden && let Ok(mut passed) = note.lock() {
                passed.hidden(entry.path());
            }
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let is_unruly = is_folder && !passed::has_readable_rules(entry.path());
            if !is_hidden
                && is_unruly
                && let Ok(mut passed) = note.lock()
            {
                passed.unruly.push(entry.path().to_owned());
            }
            !is_hidden && !is_unruly
        })
        .build();
    let (mut met, mut folders) = (HashSet::new(), Vec::new());
    for entry in walk {
        match entry {
            Ok(entry) => {
                met.insert(entry.path().to_owned());
                match entry.file_type() {
                    Some(kind) if kind.is_file() && maildir::is_beside(entry.path()) => {
                        found.skip(entry.path(), "no mail of its Maildir folder");
                    }
                    Some(kind) if kind.is_file() => {
                        found.files.push(entry.into_path());
                    }
                    Some(kind) if kind.is_symlink() => {
                        found.skip(entry.path(), "a symbolic link");
                    }
                    Some(kind) if kind.is_dir() => folders.push(entry.into_path()),
                    _ => found.skip(entry.path(), "no plain file"),
                }
            }
            Err(error) => {
                let fault = unreadable(&error, folder);
                met.insert(fault.path.clone());
                found.unreadable.push(fault);
            }
        }
    }
    if let Ok(mut passed) = noted.lock() {
        for path in passed.unruly.drain(..) {
            met.insert(path.clone());
            found.unruly(&path);
        }
        for path in passed.left_out(&folders, &met) {
            found.skip(&path, "named in a .memoignore");
        }
        for path in passed.hidden.drain(..) {
            found.skip(&path, "hidden");
        }
    }
    found
}

/// What a walk of this folder met.
fn unreadable(error: &ignore::Error, folder: &Path) -> Unreadable {
    Unreadable {
        path: place(error).unwrap_or(folder).to_owned(),
        reason: error.io_error().map_or_else(|| error.to_string(), reason),
    }
}

/// Where a walk met this.
fn place(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            place(err)
        }
        _ => None,
    }
}

impl Input {
    /// Whether it is standard input.
    pub fn is_stdin(&self) -> bool {
        self.path.as_os_str() == STDIN
    }

    /// Where it ends in its file, where that holds one document after the other.
    pub const fn end(&self) -> Option<u64> {
        match &self.part {
            Some(Part::Mail {
                start,
                length,
                spool: None,
            }) => Some(*start + *length),
            _ => None,
        }
    }

    /// When the last thing in it happened, where it is of a database that goes on.
    pub fn last(&self) -> Option<SystemTime> {
        match &self.part {
            Some(Part::Rows(rows)) => rows.last(),
            _ => None,
        }
    }

    /// Whether a person named it, or the archive that it lies in.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.named || matches!(self.part, Some(Part::Zipped { named: true, .. }))
    }
}

/// What keeps a file from being read, in words.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".into(),
        io::ErrorKind::PermissionDenied => "it may not be read".into(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_its_files_once_and_says_what_it_leaves_out() {
        let dir = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        };
        write("a.md", "a");
        write("sub/b.md", "b");
        write(".git/config", "no");
        write(".memoignore", "*.log\n");
        write("x.log", "no");
        write("sub/y.log", "no");
        write("sub/.hidden.log", "no");
        let again = dir.path().join("a.md");
        let all = gather(&[dir.path().to_owned(), again]);
        let names = |paths: Vec<&PathBuf>| -> Vec<String> {
            paths
                .iter()
                .map(|p| {
                    p.file_name()
                        .expect("a name")
                        .to_string_lossy()
                        .into_owned()
                })
                .collect()
        };
        assert_eq!(
            names(all.inputs.iter().map(|i| &i.path).collect()),
            ["a.md", "b.md"]
        );
        let skipped = names(all.skipped.iter().map(|s| &s.path).collect());
        assert_eq!(skipped, [".hidden.log", "y.log", "x.log", ".git"]);
    }

    #[test]
    fn patterns_and_missing_files() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("a.md"), "a").expect("written");
        let all = gather(&[
            dir.path().join("*.md"),
            dir.path().join("*.txt"),
            dir.path().join("b.md"),
        ]);
        assert_eq!(all.inputs.len(), 1);
        let reasons: Vec<_> = all.unreadable.iter().map(|u| u.reason.as_str()).collect();
        assert_eq!(
            reasons,
            [
                "nothing matches this pattern",
                "there is no such file or folder"
            ]
        );
    }

    #[test]
    fn a_folder_within_that_may_not_be_read_is_named() {
        let denied = io::Error::from(io::ErrorKind::PermissionDenied);
        let error = ignore::Error::WithDepth {
            depth: 1,
            err: Box::new(ignore::Error::WithPath {
                path: "a/closed".into(),
                err: Box::new(ignore::Error::Io(denied)),
            }),
        };
        let told = Unreadable {
            path: "a/closed".into(),
            reason: "it may not be read".into(),
        };
        assert_eq!(unreadable(&error, Path::new("a")), told);
    }
}
