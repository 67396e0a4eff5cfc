//! Files that are put in place whole, readable by their owner alone.

use crate::error::{Failure, Result};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

/// A file that is not in its place yet; removed where it never gets there.
#[derive(Debug)]
pub(crate) struct Draft {
    file: File,
    path: PathBuf,
    place: PathBuf,
    put: bool,
}

impl Draft {
    /// A draft of this file, in its folder.
    pub(crate) fn beside(place: &Path) -> Result<Self> {
        let mut name = place.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let path = place.with_file_name(name);
        let failed = |e| Failure::io(format_args!("cannot write {}", path.display()), &e);
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(failed)?;
        Ok(Self {
            file,
            path,
            place: place.to_owned(),
            put: false,
        })
    }

    /// What to write into.
    pub(crate) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Puts it in its place, on disk.
    pub(crate) fn put(mut self) -> Result<()> {
        let failed = |e| Failure::io(format_args!("cannot write {}", self.place.display()), &e);
        self.file.sync_all().map_err(failed)?;
        fs::rename(&self.path, &self.place).map_err(failed)?;
        self.put = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.put {
            // It is no use to anybody; nothing depends on it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let dir = tempfile::tempdir().expect("a folder");
        let place = dir.path().join("a.jsonl");
        let mut draft = Draft::beside(&place).expect("a draft");
        draft.file().write_all(b"half").expect("written");
        drop(draft);
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 0);
        let mut draft = Draft::beside(&place).expect("a draft");
        draft.file().write_all(b"whole").expect("written");
        draft.put().expect("in place");
        assert_eq!(fs::read(&place).expect("readable"), b"whole");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&place).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}
