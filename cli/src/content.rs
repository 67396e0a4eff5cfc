//! One document's content, as it goes to the daemon: read, made text, named and dated.

use crate::{
    error::{Failure, Result},
    inputs::{Input, reason},
    pdf, plain,
};
use memo_common::api::SourceType;
use std::{
    io::{self, Read},
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The daemon takes no longer document, bytes.
const LONGEST: u64 = 10 << 20;
/// A PDF may be larger than the text in it, bytes.
const LONGEST_PDF: u64 = 256 << 20;

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
    /// The file's whole path, behind links, where the document is a file of its own.
    pub(crate) path: Option<PathBuf>,
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
        if let Some(part) = &self.part {
            return part.read(&self.path);
        }
        if self.is_stdin() {
            let mut bytes = Vec::new();
            io::stdin()
                .lock()
                .take(LONGEST_PDF + 1)
                .read_to_end(&mut bytes)
                .map_err(failed)?;
            let item_id = format!("stdin-{}", short_hash(&bytes));
            return self.content(bytes, item_id, None, None);
        }
        let file = plain::open(&self.path).map_err(failed)?;
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
        self.content(bytes, item_id(&whole), about.modified().ok(), Some(whole))
    }

    fn content(
        &self,
        bytes: Vec<u8>,
        item_id: String,
        written: Option<SystemTime>,
        path: Option<PathBuf>,
    ) -> std::result::Result<Content, Refused> {
        let is_pdf = pdf::is_pdf(&bytes);
        let bytes = match is_pdf {
            true => pdf::text(bytes).map_err(Refused::Failed)?.into_bytes(),
            false => utf16(&bytes).unwrap_or(bytes),
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
            path,
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

/// The UTF-8 of a text that says by its byte-order mark that it is UTF-16, as some Windows programs write it.
fn utf16(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mark, rest) = bytes.split_at_checked(2)?;
    let unit = match mark {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    let units = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let text: std::result::Result<String, _> = char::decode_utf16(units).collect();
    text.ok()
        .filter(|_| rest.len() % 2 == 0)
        .map(String::into_bytes)
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

pub(crate) fn short_hash(bytes: &[u8]) -> String {
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
    use std::fs;

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
    fn what_is_named_fails_and_what_is_found_is_skipped() {
        let dir = tempfile::tempdir().expect("a folder");
        for (content, reason) in [
            (&b"a\0b"[..], "a binary file"),
            (b"caf\xe9", "not UTF-8 text (iconv converts it)"),
            (b" \n", "empty"),
        ] {
            let path = dir.path().join("x");
            fs::write(&path, content).expect("written");
            let read = |named| {
                Input {
                    path: path.clone(),
                    named,
                    part: None,
                }
                .read()
                .map(|c| c.item_id)
            };
            assert_eq!(read(false), Err(Refused::Skipped(reason)));
            assert_eq!(read(true), Err(Refused::Failed(format!("it is {reason}"))));
        }
    }

    #[test]
    fn utf16_is_known_by_its_mark() {
        let bytes = |text: &str, to: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(to).collect()
        };
        let text = "\u{feff}Zo\u{eb} \u{1f600}";
        for to in [u16::to_le_bytes, u16::to_be_bytes] {
            assert_eq!(
                utf16(&bytes(text, to)).as_deref(),
                Some("Zo\u{eb} \u{1f600}".as_bytes())
            );
        }
        assert_eq!(utf16(b"plain"), None);
        assert_eq!(utf16(b"\xff\xfea"), None);
        assert_eq!(utf16(b"\xff\xfe\x00\xd8"), None);
    }
}
