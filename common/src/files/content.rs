//! One document's content, as it goes to the daemon: read, made text, named and dated.

use super::{
    archive,
    charset::{self, Decoded},
    database,
    inputs::{Input, reason},
    office::Office,
    parts::Part,
    pdf, plain,
    zipped::{self, Archive},
};
use crate::api::SourceType;
use std::{
    io::{self, Read},
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The daemon takes no longer document, bytes.
pub(crate) const LONGEST: u64 = 10 << 20;
/// What holds a document may be larger than the text in it, bytes.
pub(crate) const LONGEST_FILE: u64 = 256 << 20;
/// Why longer ones are refused.
pub(crate) const TOO_LONG: &str =
    "longer than 10 MiB, and nothing in it shows where to cut it: split it";
const BINARY: &str =
    "a binary file: memo reads text, PDF, .docx, .odt and the zipped exports of chats";
const ARCHIVE: &str = "an archive: unpack it, and add what it holds";

/// A document as it goes to the daemon.
#[derive(Debug)]
pub struct Content {
    /// UTF-8 text.
    pub bytes: Vec<u8>,
    /// The document's own name: the same for the same file, so that a changed file replaces its memories.
    pub item_id: String,
    /// For guessing the type.
    pub filename: Option<String>,
    /// Where reading settled it.
    pub source_type: Option<SourceType>,
    /// RFC 3339: when the file was written, with this place's offset from UTC.
    pub reference_time: Option<String>,
    /// The file's whole path, behind links, where the document is a file of its own, also one of an archive.
    pub path: Option<PathBuf>,
    /// The character encoding, where it had to be guessed.
    pub guessed: Option<&'static str>,
    /// Whether it only ever grows: one that says less than before was cut.
    pub(crate) grows: bool,
}

/// Why an input is no document.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nothing to remember, and nobody asked for it by name.
    Skipped(String),
    /// To be told.
    Failed(String),
}

impl Input {
    /// Reads the whole document.
    pub(crate) fn read(&self) -> Result<Content, Refused> {
        if self.is_stdin() {
            let bytes = read_most(io::stdin().lock()).map_err(|e| self.unreadable(&e))?;
            let item_id = format!("stdin-{}", short_hash(&bytes));
            return self.content(bytes, item_id, None, None);
        }
        let whole = whole(&self.path);
        let (id, written) = (item_id(&whole), written(&whole));
        match &self.part {
            Some(Part::Mail {
                start,
                length,
                spool,
            }) => archive::read_mail(&self.path, *start, *length, spool.as_ref()),
            Some(Part::SlackDay { users, zipped }) => {
                archive::read_day(&self.path, users, zipped.as_ref())
            }
            Some(Part::Office(office)) => {
                let text = office.text().map_err(|e| self.unreadable(&e))?;
                self.content(text.into_bytes(), id, written, Some(whole))
            }
            Some(Part::Zipped { file, .. }) => {
                let bytes = file.read(LONGEST_FILE).map_err(|e| self.unreadable(&e))?;
                let bytes = match zipped::is_zip(&bytes) {
                    true => self.office_text(bytes)?,
                    false => bytes,
                };
                self.content(bytes, id, written, Some(whole))
            }
            Some(Part::Piece { of, piece, number }) => {
                let bytes = of.read(piece).map_err(|e| self.unreadable(&e))?;
                // Where a grown export is cut moves: a piece that says less than before is no cut one.
                self.content(bytes, format!("{id}-{number}"), written, None)
            }
            Some(Part::Rows(rows)) => {
                let text = rows.read().map_err(|e| self.unreadable(&e))?;
                let content = self.content(text, id, rows.last(), Some(whole))?;
                Ok(Content {
                    source_type: Some(rows.source_type),
                    grows: true,
                    ..content
                })
            }
            None => {
                let file = plain::open(&self.path).map_err(|e| self.unreadable(&e))?;
                let bytes = read_most(file).map_err(|e| self.unreadable(&e))?;
                self.content(bytes, id, written, Some(whole))
            }
        }
    }

    fn content(
        &self,
        bytes: Vec<u8>,
        item_id: String,
        written: Option<SystemTime>,
        path: Option<PathBuf>,
    ) -> Result<Content, Refused> {
        let is_pdf = pdf::is_pdf(&bytes);
        let Decoded { text, guessed } = match is_pdf {
            true => Decoded {
                text: pdf::text(bytes).map_err(|why| self.refused(why))?,
                guessed: None,
            },
            false => self.text(bytes)?,
        };
        if text.len() as u64 > LONGEST {
            return Err(self.refuse(TOO_LONG));
        }
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            return Err(self.refuse("empty"));
        }
        let filename = self
            .path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned());
        Ok(Content {
            bytes: text.into_bytes(),
            item_id,
            filename: filename.filter(|_| !self.is_stdin()),
            source_type: is_pdf.then_some(SourceType::Pdf),
            reference_time: written.and_then(local_time),
            path,
            guessed,
            grows: false,
        })
    }

    /// The text of a word processor's document, of an archive that lies in another.
    fn office_text(&self, bytes: Vec<u8>) -> Result<Vec<u8>, Refused> {
        let archive = Archive::within(bytes).map_err(|e| self.unreadable(&e))?;
        let office = Office::of(&archive).ok_or_else(|| self.refuse(ARCHIVE))?;
        let text = office.text().map_err(|e| self.unreadable(&e))?;
        Ok(text.into_bytes())
    }

    fn text(&self, bytes: Vec<u8>) -> Result<Decoded, Refused> {
        // what is compressed and no archive, too
        if zipped::is_archive(&bytes) || bytes.starts_with(&[0x1f, 0x8b]) {
            return Err(self.refuse(ARCHIVE));
        }
        if database::is_database(&bytes) {
            return Err(self.refuse(database::UNKNOWN));
        }
        if bytes.starts_with(b"{\\rtf") {
            return Err(self.refuse("an RTF document: save it as .docx, .odt or plain text"));
        }
        let bytes = match bytes.len() as u64 > LONGEST {
            true => charset::without_attachments(&bytes).unwrap_or(bytes),
            false => bytes,
        };
        // more is refused whatever it is
        match bytes.len() as u64 > LONGEST {
            true => Err(self.refuse(TOO_LONG)),
            false => charset::decode(bytes).ok_or_else(|| self.refuse(BINARY)),
        }
    }

    /// The same fault is an error in a file that was named, and a remark about one that was found.
    fn refuse(&self, reason: &str) -> Refused {
        match self.named {
            true => Refused::Failed(format!("it is {reason}")),
            false => Refused::Skipped(reason.to_owned()),
        }
    }

    /// As [`Input::refuse`], where the reason is a sentence.
    fn refused(&self, why: String) -> Refused {
        match self.named {
            true => Refused::Failed(why),
            false => Refused::Skipped(why),
        }
    }

    fn unreadable(&self, error: &io::Error) -> Refused {
        match error.kind() {
            io::ErrorKind::FileTooLarge => self.refuse("too long to be read as a whole: split it"),
            io::ErrorKind::InvalidData => self.refused(format!("it is damaged: {error}")),
            _ => Refused::Failed(reason(error)),
        }
    }
}

/// All of it.
///
/// # Errors
/// [`io::ErrorKind::FileTooLarge`] where that is more than is read of any file.
pub fn read_most(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LONGEST_FILE {
        true => Err(io::ErrorKind::FileTooLarge.into()),
        false => Ok(bytes),
    }
}

/// The path of a file from the root on, or of a file in an archive as if the archive were a folder.
pub(crate) fn whole(path: &Path) -> PathBuf {
    let whole = |file: &Path| {
        let within = path.strip_prefix(file).ok()?;
        let file = file.canonicalize().ok()?;
        Some(match within.as_os_str().is_empty() {
            true => file,
            false => file.join(within),
        })
    };
    path.ancestors()
        .find_map(whole)
        .unwrap_or_else(|| path.to_owned())
}

/// When a file was written, or the archive that it lies in.
fn written(whole: &Path) -> Option<SystemTime> {
    let file = whole.ancestors().find(|path| path.is_file())?;
    file.metadata().ok()?.modified().ok()
}

/// RFC 3339 with the offset that this place had from UTC at that time.
pub fn local_time(time: SystemTime) -> Option<String> {
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

/// What tells a document from others, in a name.
pub fn short_hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().as_str()[..12].to_owned()
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
            let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
            assert!(
                (1..=100).contains(&id.len()) && id.bytes().all(fits),
                "{id}"
            );
        }
    }

    #[test]
    fn what_is_named_fails_and_what_is_found_is_skipped() {
        let dir = tempfile::tempdir().expect("a folder");
        for (content, reason) in [(&b"a\0b"[..], BINARY), (b" \n", "empty")] {
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
            assert_eq!(read(false), Err(Refused::Skipped(reason.to_owned())));
            assert_eq!(read(true), Err(Refused::Failed(format!("it is {reason}"))));
        }
    }
}
