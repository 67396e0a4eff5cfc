//! Archives, read file by file in memory: no file of it is ever unpacked to where its name says, and no more of one than is
//! asked for, whatever the archive says of its size. Tar archives that are compressed as a whole are unpacked to a file
//! without a name.

use super::{
    spool::Room,
    tarred::{self, Entry},
};
use flate2::bufread::MultiGzDecoder;
use std::{
    fmt,
    fs::File,
    io::{self, BufReader, Cursor, Read, Seek, SeekFrom},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use zip::{ZipArchive, result::ZipError};

/// No export has more files.
const MOST: usize = 1_000_000;

/// Bytes that show what a file is.
const BEGIN: u64 = 1024;

/// What an archive is read from.
trait Bytes: Read + Seek + Send {}
impl Bytes for BufReader<File> {}
impl Bytes for Cursor<Vec<u8>> {}

/// An open archive.
#[derive(Clone)]
pub(crate) struct Archive(Arc<Mutex<Form>>);

enum Form {
    Zip(ZipArchive<Box<dyn Bytes>>),
    Tar(BufReader<File>, Vec<Entry>),
}

/// A file of an archive.
#[derive(Clone)]
pub(crate) struct Zipped {
    archive: Archive,
    index: usize,
}

/// Whether a file is an archive, by its first bytes.
pub fn is_archive(begin: &[u8]) -> bool {
    is_zip(begin) || tarred::is_tar(begin) || tarred::is_tar_within(begin)
}

/// Whether a file is a zip archive, by its first bytes.
pub(crate) fn is_zip(begin: &[u8]) -> bool {
    begin.starts_with(b"PK\x03\x04")
}

fn failed(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        error => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}

impl Archive {
    /// Opens an archive, which has so much room to be unpacked in.
    pub(crate) fn of(mut file: File, room: &mut Room) -> io::Result<Self> {
        let mut begin = Vec::new();
        (&mut file).take(BEGIN).read_to_end(&mut begin)?;
        file.rewind()?;
        if is_zip(&begin) {
            return Self::zip(Box::new(BufReader::new(file)));
        }
        let file = match tarred::is_gzip(&begin) {
            true => room.fill(&mut MultiGzDecoder::new(BufReader::new(file)))?,
            false => file,
        };
        let mut file = BufReader::new(file);
        let entries = tarred::entries(&mut file, MOST)?;
        Ok(Self(Arc::new(Mutex::new(Form::Tar(file, entries)))))
    }

    /// A zip archive that is a file of another.
    pub(crate) fn within(bytes: Vec<u8>) -> io::Result<Self> {
        Self::zip(Box::new(Cursor::new(bytes)))
    }

    fn zip(bytes: Box<dyn Bytes>) -> io::Result<Self> {
        let archive = ZipArchive::new(bytes).map_err(failed)?;
        if archive.len() > MOST {
            let why = "the archive has too many files";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        Ok(Self(Arc::new(Mutex::new(Form::Zip(archive)))))
    }

    fn form(&self) -> MutexGuard<'_, Form> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every file, with its name as the archive has it: it is no path to anything.
    pub(crate) fn files(&self) -> impl Iterator<Item = (String, Zipped)> {
        let names: Vec<String> = match &*self.form() {
            Form::Zip(archive) => {
                // One whose name does not read is none that is looked for.
                let name = |index| match archive.name_for_index(index) {
                    Some(Ok(name)) => name.into_owned(),
                    _ => String::new(),
                };
                (0..archive.len()).map(name).collect()
            }
            Form::Tar(_, entries) => entries.iter().map(|entry| entry.name.clone()).collect(),
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
        match &mut *self.archive.form() {
            Form::Zip(archive) => Ok(archive.by_index(self.index).map_err(failed)?.size()),
            Form::Tar(_, entries) => Ok(entries[self.index].length),
        }
    }

    /// Hands its content on while it is unpacked.
    pub(crate) fn read_with<T>(&self, take: impl FnOnce(&mut dyn Read) -> T) -> io::Result<T> {
        match &mut *self.archive.form() {
            Form::Zip(archive) => {
                let mut file = archive.by_index(self.index).map_err(failed)?;
                Ok(take(&mut file))
            }
            Form::Tar(file, entries) => {
                let entry = &entries[self.index];
                file.seek(SeekFrom::Start(entry.start))?;
                Ok(take(&mut file.take(entry.length)))
            }
        }
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
        archive::{self, slack_days},
        content::Refused,
        inputs::Input,
    };
    use std::{
        fs,
        io::Write,
        path::{Path, PathBuf},
    };
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

    fn zipped_slack_days(path: &Path) -> io::Result<Option<Vec<Input>>> {
        let archive = Archive::of(File::open(path)?, &mut Room::of(0))?;
        archive::zipped_slack_days(path, &archive)
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
