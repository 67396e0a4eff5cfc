//! Zip archives, read file by file in memory: none of it is ever unpacked to the disk, and no more of a file is
//! unpacked than is asked for, whatever the archive says of its size.

use super::plain;
use std::{
    fmt,
    fs::File,
    io::{self, BufReader, Cursor, Read, Seek},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};
use zip::{ZipArchive, result::ZipError};

/// No export has more files.
const MOST: usize = 1_000_000;

/// What an archive is read from.
trait Bytes: Read + Seek + Send {}
impl Bytes for BufReader<File> {}
impl Bytes for Cursor<Vec<u8>> {}

/// An open archive.
#[derive(Clone)]
pub(crate) struct Archive(Arc<Mutex<ZipArchive<Box<dyn Bytes>>>>);

/// A file of an archive.
#[derive(Clone)]
pub(crate) struct Zipped {
    archive: Archive,
    index: usize,
}

/// Whether a file is an archive, by its first bytes.
pub fn is_zip(begin: &[u8]) -> bool {
    begin.starts_with(b"PK\x03\x04")
}

fn failed(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        error => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}

impl Archive {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::of(plain::open(path)?)
    }

    /// One in a file that is open.
    pub(crate) fn of(file: File) -> io::Result<Self> {
        Self::read(Box::new(BufReader::new(file)))
    }

    /// One that is a file of another.
    pub(crate) fn within(bytes: Vec<u8>) -> io::Result<Self> {
        Self::read(Box::new(Cursor::new(bytes)))
    }

    fn read(bytes: Box<dyn Bytes>) -> io::Result<Self> {
        let archive = ZipArchive::new(bytes).map_err(failed)?;
        if archive.len() > MOST {
            let why = "the archive has too many files";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        Ok(Self(Arc::new(Mutex::new(archive))))
    }

    /// Every file, with its name as the archive has it: it is no path to anything.
    pub(crate) fn files(&self) -> impl Iterator<Item = (String, Zipped)> {
        let names: Vec<String> = {
            let archive = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // One whose name does not read is none that is looked for.
            let name = |index| match archive.name_for_index(index) {
                Some(Ok(name)) => name.into_owned(),
                _ => String::new(),
            };
            (0..archive.len()).map(name).collect()
        };
        let archive = self.clone();
        names.into_iter().enumerate().map(move |(index, name)| {
            let archive = archive.clone();
            (name, Zipped { archive, index })
        })
    }

    /// The file of this name that is highest up, and what stands before its name.
    pub(crate) fn find(&self, wanted: &str) -> Option<(String, Zipped)> {
        let found = self.files().filter_map(|(name, file)| {
            let above = name.strip_suffix(wanted)?;
            (above.is_empty() || above.ends_with('/')).then(|| (above.to_owned(), file))
        });
        found.min_by_key(|(above, _)| above.matches('/').count())
    }
}

impl Zipped {
    /// Its content; [`io::ErrorKind::FileTooLarge`] where that is more than so many bytes.
    pub(crate) fn read(&self, most: u64) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        self.read_with(|file| file.take(most.saturating_add(1)).read_to_end(&mut content))??;
        match content.len() as u64 > most {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => Ok(content),
        }
    }

    /// Its first bytes.
    pub(crate) fn begin(&self, length: u64) -> io::Result<Vec<u8>> {
        let mut begin = Vec::new();
        self.read_with(|file| file.take(length).read_to_end(&mut begin))??;
        Ok(begin)
    }

    /// What the archive says of its size, bytes.
    pub(crate) fn size(&self) -> io::Result<u64> {
        let mut archive = self
            .archive
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Ok(archive.by_index(self.index).map_err(failed)?.size())
    }

    /// Hands its content on while it is unpacked.
    pub(crate) fn read_with<T>(&self, take: impl FnOnce(&mut dyn Read) -> T) -> io::Result<T> {
        let mut archive = self
            .archive
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut file = archive.by_index(self.index).map_err(failed)?;
        Ok(take(&mut file))
    }
}

impl PartialEq for Zipped {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.archive.0, &other.archive.0) && self.index == other.index
    }
}

impl fmt::Debug for Zipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "file {} of an archive", self.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{
        archive::{slack_days, zipped_slack_days},
        content::Refused,
        inputs::Input,
    };
    use std::{fs, io::Write, path::PathBuf};
    use zip::{ZipWriter, write::SimpleFileOptions};

    const USERS: &str = r#"[{"id":"U0000001","team_id":"T1","profile":{"real_name":"Ana Lima"}}]"#;
    const DAY: &str =
        r#"[{"type":"message","user":"U0000001","ts":"1767261600.0","text":"Lunch?"}]"#;

    fn zip(dir: &Path, files: &[(&str, &[u8])]) -> PathBuf {
        let path = dir.join("export.zip");
        let mut zip = ZipWriter::new(File::create(&path).expect("a file"));
        for (name, content) in files {
            zip.start_file(*name, SimpleFileOptions::default())
                .expect("begun");
            zip.write_all(content).expect("written");
        }
        zip.finish().expect("ended");
        path
    }

    fn days(path: &Path) -> Vec<Input> {
        zipped_slack_days(path)
            .expect("readable")
            .expect("a workspace's")
    }

    #[test]
    fn an_archive_gives_the_same_documents_as_the_folder() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join("export");
        fs::create_dir_all(folder.join("general")).expect("made");
        fs::write(folder.join("users.json"), USERS).expect("written");
        fs::write(folder.join("general/2026-01-01.json"), DAY).expect("written");
        let unpacked = slack_days(&folder).expect("readable")[0]
            .read()
            .expect("a day");
        for above in ["", "Garden Slack export/"] {
            let names = ["users.json", "general/2026-01-01.json", "channels.json"];
            let names = names.map(|name| format!("{above}{name}"));
            let content = [USERS.as_bytes(), DAY.as_bytes(), b"[]"];
            let files: Vec<_> = names.iter().map(String::as_str).zip(content).collect();
            let path = zip(dir.path(), &files);
            let days = days(&path);
            assert_eq!(days.len(), 1, "{days:?}");
            let day = days[0].read().expect("a day");
            assert_eq!(day.item_id, unpacked.item_id);
            assert_eq!(day.bytes, unpacked.bytes);
        }
        let path = zip(dir.path(), &[("notes.txt", b"hello")]);
        assert!(zipped_slack_days(&path).expect("readable").is_none());
    }

    #[test]
    fn an_archive_that_unpacks_to_too_much_is_not_unpacked() {
        let dir = tempfile::tempdir().expect("a folder");
        let long = vec![b' '; 64 << 20];
        let files: [(&str, &[u8]); 2] = [
            ("users.json", USERS.as_bytes()),
            ("general/2026-01-01.json", &long),
        ];
        let path = zip(dir.path(), &files);
        assert!(fs::metadata(&path).expect("there").len() < 1 << 20);
        let read = days(&path)[0].read();
        assert!(matches!(read, Err(Refused::Skipped(why)) if why.contains("10 MiB")));
    }

    #[test]
    fn names_that_lead_elsewhere_lead_nowhere() {
        let dir = tempfile::tempdir().expect("a folder");
        let outside = dir.path().join("2026-01-01.json");
        for name in [
            "../2026-01-01.json",
            "/2026-01-01.json",
            "a/../../x.json",
            "..\\x.json",
        ] {
            let files = [("users.json", USERS.as_bytes()), (name, DAY.as_bytes())];
            let path = zip(dir.path(), &files);
            // Where it counts as a day, its text is the archive's, and nothing is written.
            for day in days(&path) {
                let content = day.read().expect("a day");
                assert!(String::from_utf8_lossy(&content.bytes).contains("Lunch?"));
            }
            assert!(!outside.exists(), "{name}");
        }
    }

    #[test]
    fn a_damaged_archive_is_an_error() {
        let dir = tempfile::tempdir().expect("a folder");
        let files = [
            ("users.json", USERS.as_bytes()),
            ("general/2026-01-01.json", DAY.as_bytes()),
        ];
        let path = zip(dir.path(), &files);
        let whole = fs::read(&path).expect("an archive");
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x20;
            fs::write(&path, &damaged).expect("written");
            if let Ok(Some(days)) = zipped_slack_days(&path) {
                for day in days {
                    let _ = day.read();
                }
            }
            fs::write(&path, &whole[..at]).expect("written");
            assert!(!matches!(zipped_slack_days(&path), Ok(Some(days)) if days.len() > 1));
        }
    }
}
