//! Files, folders, globs and standard input, as documents to add.
//!
//! What a person names is added or is an error. What is merely found in a named folder is skipped, with the
//! reason, when it is nothing to remember: hidden files and folders (`.git` among them), symbolic links, binary
//! and empty files, and files over the daemon's limit. A `.memoignore`, with the rules of a `.gitignore`, leaves
//! out more.

use crate::{
    error::{Failure, Result},
    pdf,
};
use ignore::WalkBuilder;
use memo_common::api::SourceType;
use std::{
    collections::HashSet,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::SystemTime,
};

/// The daemon takes no longer document, bytes.
const LONGEST: u64 = 10 << 20;
/// A PDF may be larger than the text in it, bytes.
const LONGEST_PDF: u64 = 256 << 20;
/// Names what a folder's search leaves out.
const IGNORE: &str = ".memoignore";
/// The argument that means standard input.
const STDIN: &str = "-";

/// A document to add.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// The file; `-` for standard input.
    pub(crate) path: PathBuf,
    /// Whether a person named this very file.
    pub(crate) named: bool,
}

/// Something found that is no document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Skipped {
    /// The file or folder.
    pub(crate) path: PathBuf,
    /// Why.
    pub(crate) reason: &'static str,
}

/// Something named that cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable {
    /// As it was named.
    pub(crate) path: PathBuf,
    /// Why.
    pub(crate) reason: String,
}

/// What the arguments come to.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// Each file once, in the order found.
    pub(crate) inputs: Vec<Input>,
    /// What folders hold beside that.
    pub(crate) skipped: Vec<Skipped>,
    /// What is named but not there.
    pub(crate) unreadable: Vec<Unreadable>,
}

/// Looks at every argument: a file, a folder, a glob, or `-`.
pub(crate) fn gather(arguments: &[PathBuf]) -> Gathered {
    let mut all = Gathered::default();
    let mut seen = HashSet::new();
    for argument in arguments {
        if argument.as_os_str() == STDIN {
            if seen.insert(argument.clone()) {
                all.inputs.push(Input {
                    path: argument.clone(),
                    named: true,
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
    Some(
        glob::glob(pattern)
            .ok()?
            .filter_map(std::result::Result::ok)
            .collect(),
    )
}

impl Gathered {
    fn file(&mut self, path: PathBuf, named: bool, seen: &mut HashSet<PathBuf>) {
        // The same file by two ways is one document.
        let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
        if seen.insert(whole) {
            self.inputs.push(Input { path, named });
        }
    }

    fn folder(&mut self, folder: &Path, seen: &mut HashSet<PathBuf>) {
        let hidden = Arc::new(Mutex::new(Vec::new()));
        let note = Arc::clone(&hidden);
        let walk = WalkBuilder::new(folder)
            .standard_filters(false)
            .add_custom_ignore_filename(IGNORE)
            .sort_by_file_name(std::ffi::OsStr::cmp)
            .filter_entry(move |entry| {
                let is_hidden =
                    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".");
                let says_what_to_skip = entry.file_name() == IGNORE;
                if is_hidden
                    && !says_what_to_skip
                    && let Ok(mut hidden) = note.lock()
                {
                    hidden.push(Skipped {
                        path: entry.path().to_owned(),
                        reason: "hidden",
                    });
                }
                !is_hidden
            })
            .build();
        for entry in walk {
            match entry {
                Ok(entry) => match entry.file_type() {
                    Some(kind) if kind.is_file() => {
                        self.file(entry.into_path(), false, seen);
                    }
                    Some(kind) if kind.is_symlink() => self.skip(entry.path(), "a symbolic link"),
                    Some(kind) if kind.is_dir() => {}
                    _ => self.skip(entry.path(), "no plain file"),
                },
                Err(error) => self.unreadable.push(Unreadable {
                    path: folder.to_owned(),
                    reason: error.to_string(),
                }),
            }
        }
        if let Ok(mut hidden) = hidden.lock() {
            self.skipped.append(&mut hidden);
        }
    }

    fn skip(&mut self, path: &Path, reason: &'static str) {
        self.skipped.push(Skipped {
            path: path.to_owned(),
            reason,
        });
    }
}

/// A document as it goes to the daemon.
#[derive(Debug)]
pub(crate) struct Content {
    /// UTF-8 text.
    pub(crate) bytes: Vec<u8>,
    /// The document's own name: the same for the same file, so that a changed file replaces its memories.
    pub(crate) item_id: String,
    /// For guessing the type.
    pub(crate) filename: Option<String>,
    /// Where reading settled it.
    pub(crate) source_type: Option<SourceType>,
    /// RFC 3339: when the file was written, with this place's offset from UTC.
    pub(crate) reference_time: Option<String>,
}

/// Why an input is no document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Nothing to remember, and nobody asked for it by name.
    Skipped(&'static str),
    /// To be told.
    Failed(String),
}

impl Input {
    /// Reads the whole document.
    pub(crate) fn read(&self) -> std::result::Result<Content, Refused> {
        let failed = |e: io::Error| Refused::Failed(reason(&e));
        if self.is_stdin() {
            let mut bytes = Vec::new();
            io::stdin()
                .lock()
                .take(LONGEST_PDF + 1)
                .read_to_end(&mut bytes)
                .map_err(failed)?;
            let item_id = format!("stdin-{}", short_hash(&bytes));
            return self.content(bytes, item_id, None);
        }
        let file = fs::File::open(&self.path).map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        if about.len() > LONGEST_PDF {
            return Err(self.refuse("larger than 10 MiB"));
        }
        let mut bytes = Vec::new();
        file.take(LONGEST_PDF + 1)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
        let whole = self
            .path
            .canonicalize()
            .unwrap_or_else(|_| self.path.clone());
        self.content(bytes, item_id(&whole), about.modified().ok())
    }

    /// Whether it is standard input.
    pub(crate) fn is_stdin(&self) -> bool {
        self.path.as_os_str() == STDIN
    }

    fn content(
        &self,
        bytes: Vec<u8>,
        item_id: String,
        written: Option<SystemTime>,
    ) -> std::result::Result<Content, Refused> {
        let is_pdf = pdf::is_pdf(&bytes);
        let bytes = match is_pdf {
            true => pdf::text(bytes).map_err(Refused::Failed)?.into_bytes(),
            false => bytes,
        };
        if bytes.len() as u64 > LONGEST {
            return Err(self.refuse("larger than 10 MiB"));
        }
        if bytes.contains(&0) {
            return Err(self.refuse("a binary file"));
        }
        match std::str::from_utf8(&bytes) {
            Err(_) => return Err(self.refuse("not UTF-8 text (iconv converts it)")),
            Ok(text) if text.trim_start_matches('\u{feff}').trim().is_empty() => {
                return Err(self.refuse("empty"));
            }
            Ok(_) => {}
        }
        let filename = self
            .path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned());
        Ok(Content {
            bytes,
            item_id,
            filename: filename.filter(|_| !self.is_stdin()),
            source_type: is_pdf.then_some(SourceType::Pdf),
            reference_time: written.and_then(local_time),
        })
    }

    /// The same fault is an error in a file that was named, and a remark about one that was found.
    fn refuse(&self, reason: &'static str) -> Refused {
        match self.named {
            true => Refused::Failed(format!("it is {reason}")),
            false => Refused::Skipped(reason),
        }
    }
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".into(),
        io::ErrorKind::PermissionDenied => "it may not be read".into(),
        _ => error.to_string(),
    }
}

/// RFC 3339 with the offset that this place had from UTC at that time.
fn local_time(time: SystemTime) -> Option<String> {
    let at = jiff::Timestamp::try_from(time).ok()?;
    let zoned = at.to_zoned(jiff::tz::TimeZone::system());
    Some(zoned.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())
}

/// A document's name made of its file's: readable, unique by the whole path, and within the daemon's rules.
fn item_id(path: &Path) -> String {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy())
        .unwrap_or_default();
    let mut slug = String::new();
    for c in name.chars().take(60) {
        match c.is_ascii_alphanumeric() || c == '_' {
            true => slug.push(c),
            false if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            false => {}
        }
    }
    let slug = slug.trim_end_matches('-');
    let hash = short_hash(path.as_os_str().as_encoded_bytes());
    match slug.is_empty() {
        true => hash,
        false => format!("{slug}-{hash}"),
    }
}

fn short_hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().as_str()[..12].to_owned()
}

/// Checks a document's name that was given on the command line.
pub(crate) fn check_item_id(id: &str) -> Result<()> {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    if (1..=100).contains(&id.len()) && id.bytes().all(fits) {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "--item-id {id}: a name has 1 to 100 of the characters a-z, A-Z, 0-9, - and _"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_readable_unique_and_within_the_rules() {
        let a = item_id(Path::new("/home/ana/Meeting notes (final).md"));
        assert!(a.starts_with("Meeting-notes-final-md-"), "{a}");
        assert_ne!(a, item_id(Path::new("/home/bo/Meeting notes (final).md")));
        for name in ["日本語", "...", &"x".repeat(250)] {
            let id = item_id(&Path::new("/").join(name));
            assert!(check_item_id(&id).is_ok(), "{id}");
        }
    }

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
        assert_eq!(skipped, [".git"]);
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
    fn what_is_named_fails_and_what_is_found_is_skipped() {
        let dir = tempfile::tempdir().expect("a folder");
        for (content, reason) in [
            (&b"a\0b"[..], "a binary file"),
            (b"\xff\xfe", "not UTF-8 text (iconv converts it)"),
            (b" \n", "empty"),
        ] {
            let path = dir.path().join("x");
            fs::write(&path, content).expect("written");
            let read = |named| {
                Input {
                    path: path.clone(),
                    named,
                }
                .read()
                .map(|c| c.item_id)
            };
            assert_eq!(read(false), Err(Refused::Skipped(reason)));
            assert_eq!(read(true), Err(Refused::Failed(format!("it is {reason}"))));
        }
    }
}
