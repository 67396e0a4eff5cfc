//! A note beside the store of how a daemon left it that stopped in good order: sled's files, their sizes and times. As
//! long as they are like this, nothing was written since, and the next start need not read them all to know that they
//! are whole. A file that changed without a trace of it is found by the scrubbing that follows each start.

use super::StoreError;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

/// How the store was left.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Note {
    /// The last transaction.
    pub number: u64,
    files: Vec<(String, u64, Duration)>,
}

impl Note {
    /// How the files of this folder are now.
    pub(super) fn of(folder: &Path, number: u64) -> Result<Self, StoreError> {
        let mut files = Vec::new();
        list(folder, &mut files).map_err(StoreError::file(folder))?;
        files.sort();
        Ok(Self { number, files })
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), StoreError> {
        let text = serde_json::to_vec(self).map_err(|e| StoreError::File {
            path: path.to_owned(),
            error: e.to_string(),
        })?;
        // Should the machine lose its power now, half a note says nothing, and no harm is done.
        fs::write(path, text).map_err(StoreError::file(path))
    }

    /// The number of the last transaction that a daemon left, as its note says.
    pub(super) fn number(path: &Path) -> Option<u64> {
        let note: Self = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        Some(note.number)
    }

    /// The number of the last transaction, where the folder is as its note says.
    pub(super) fn holds(path: &Path, folder: &Path) -> Option<u64> {
        let note: Self = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        (Self::of(folder, note.number).ok()? == note).then_some(note.number)
    }
}

fn list(folder: &Path, files: &mut Vec<(String, u64, Duration)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let about = entry.metadata()?;
        if about.is_dir() {
            list(&entry.path(), files)?;
            continue;
        }
        let since = about.modified()?.duration_since(SystemTime::UNIX_EPOCH);
        let name = entry.file_name().to_string_lossy().into_owned();
        files.push((name, about.len(), since.unwrap_or_default()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_until_a_file_changes() {
        let dir = tempfile::tempdir().expect("a folder");
        let (folder, path) = (dir.path().join("1"), dir.path().join("1.clean"));
        fs::create_dir_all(folder.join("blobs")).expect("made");
        fs::write(folder.join("db"), "rows").expect("written");
        assert_eq!(Note::holds(&path, &folder), None, "there is none");
        Note::of(&folder, 7)
            .expect("read")
            .write(&path)
            .expect("written");
        assert_eq!(Note::holds(&path, &folder), Some(7));
        fs::write(folder.join("blobs/1"), "more").expect("written");
        assert_eq!(Note::holds(&path, &folder), None, "there is a file more");
        fs::remove_file(folder.join("blobs/1")).expect("removed");
        assert_eq!(Note::holds(&path, &folder), Some(7));
        let db = fs::File::options().write(true).open(folder.join("db"));
        let later = SystemTime::now() + Duration::from_secs(1);
        db.expect("open").set_modified(later).expect("set");
        assert_eq!(Note::holds(&path, &folder), None, "it was written later");
        fs::write(&path, "{\"number\":").expect("written");
        assert_eq!(Note::holds(&path, &folder), None, "half a note");
    }
}
