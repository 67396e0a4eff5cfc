//! What is kept elsewhere: streams that are read to their last line, files that are put in place whole, readable by
//! their owner alone.

use crate::{
    error::{Exit, Failure, Result},
    os,
};
use memo_common::export::LONGEST_LINE;
use std::{
    fs::{self, File},
    io::{BufRead, BufReader, Read, Write},
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
        let place = &place_of(place)?;
        let mut name = place.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let path = place.with_file_name(name);
        let failed = |e| Failure::io(format_args!("cannot write {}", place.display()), &e);
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let unfinished = path.clone();
        // Only fails when a handler is set already; then that one's owner decides.
        let _ = ctrlc::set_handler(move || {
            // One that is in its place by now has another name.
            let _ = fs::remove_file(&unfinished);
            os::end_interrupted();
        });
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

/// Where a file of this name is to be put: behind links, in the place of a file or of none. What is something else is
/// neither replaced nor written into.
fn place_of(place: &Path) -> Result<PathBuf> {
    let about = match fs::metadata(place) {
        Err(_) if fs::symlink_metadata(place).is_err() => return Ok(place.to_owned()),
        about => {
            about.map_err(|e| Failure::io(format_args!("cannot write {}", place.display()), &e))?
        }
    };
    match about.is_file() {
        true => fs::canonicalize(place)
            .map_err(|e| Failure::io(format_args!("cannot write {}", place.display()), &e)),
        false => Err(Failure::usage(format!(
            "{} is no regular file, and is left as it is",
            place.display()
        ))
        .hint("`-` in its place writes to standard output, which can lead there: memo … - > FILE")),
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

/// Copies JSON Lines; answers the last line, which says that it is the end.
pub(crate) fn copy(from: impl Read, to: &mut dyn Write) -> Result<Vec<u8>> {
    let cut = |why: &str| {
        Failure::new(Exit::Refused, format!("the answer broke off: {why}"))
            .hint("`memo daemon logs` says more")
    };
    let mut from = BufReader::new(from);
    let (mut line, mut last) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let most = LONGEST_LINE as u64 + 1;
        let read = (&mut from).take(most).read_until(b'\n', &mut line);
        if read.map_err(|e| cut(&e.to_string()))? == 0 {
            break;
        }
        to.write_all(&line).map_err(|e| Failure::output(&e))?;
        std::mem::swap(&mut line, &mut last);
    }
    to.flush().map_err(|e| Failure::output(&e))?;
    match last.starts_with(b"{\"type\":\"end\"") {
        true => Ok(last),
        false => Err(cut("its last line is missing")),
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
