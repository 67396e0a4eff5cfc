//! A log on disk that takes a bounded room: a file that is full gives way to a new one, and the oldest is removed.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The file that is written to.
const NAME: &str = "memod.log";

/// Full files that are kept beside it: `memod.log.1`, the newest, to `memod.log.7`.
const KEPT: u32 = 7;

pub(super) struct Rotated {
    folder: PathBuf,
    file: File,
    /// Bytes in the file.
    written: u64,
    /// Bytes that a file takes at most.
    full: u64,
}

impl Rotated {
    /// Opens the log in this folder, and goes on where it ends.
    pub(super) fn open(folder: &Path, full: u64) -> io::Result<Self> {
        remove_dated(folder);
        let file = open(folder)?;
        let written = file.metadata()?.len();
        Ok(Self {
            folder: folder.to_owned(),
            file,
            written,
            full,
        })
    }

    fn rotate(&mut self) -> io::Result<()> {
        let kept = |n: u32| self.folder.join(format!("{NAME}.{n}"));
        for n in (1..KEPT).rev() {
            if kept(n).exists() {
                fs::rename(kept(n), kept(n + 1))?;
            }
        }
        fs::rename(self.folder.join(NAME), kept(1))?;
        self.file = open(&self.folder)?;
        self.written = 0;
        Ok(())
    }
}

impl Write for Rotated {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.written > 0 && self.written + line.len() as u64 > self.full {
            self.rotate()?;
        }
        let written = self.file.write(line)?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn open(folder: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true).open(folder.join(NAME))
}

/// Removes what earlier versions have written, a file each day: `memod.2026-01-31.log`. What cannot be removed stays.
fn remove_dated(folder: &Path) {
    let dated = |name: &str| {
        let day = name.strip_prefix("memod.")?.strip_suffix(".log")?;
        day.parse::<jiff::civil::Date>().ok()
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().and_then(dated).is_some() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        let mut names: Vec<_> = entries
            .map(|e| e.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_log_takes_a_bounded_room_and_keeps_the_newest() {
        let dir = tempfile::tempdir().expect("a folder");
        let dir = dir.path();
        for old in ["memod.2026-01-31.log", "memod.mine.log", "start-7.log"] {
            fs::write(dir.join(old), "old").expect("written");
        }
        for n in 0..100 {
            // Also when the daemon is started anew each time.
            let mut log = Rotated::open(dir, 10).expect("a log");
            for line in [format!("{n:03}\n"), format!("{n:03}\n")] {
                log.write_all(line.as_bytes()).expect("written");
            }
        }
        let full: Vec<_> = (1..=KEPT).map(|n| format!("{NAME}.{n}")).collect();
        let mut all = vec![NAME.to_owned()];
        all.extend(full);
        all.extend(["memod.mine.log".to_owned(), "start-7.log".to_owned()]);
        assert_eq!(names(dir), all);
        let read = |name: &str| fs::read_to_string(dir.join(name)).expect("a log");
        assert_eq!(read(NAME), "099\n099\n");
        assert_eq!(read("memod.log.1"), "098\n098\n");
        assert_eq!(read("memod.log.7"), "092\n092\n");
    }

    #[test]
    fn a_line_longer_than_a_file_is_written_whole() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut log = Rotated::open(dir.path(), 4).expect("a log");
        log.write_all(b"long line\n").expect("written");
        log.write_all(b"next\n").expect("written");
        assert_eq!(names(dir.path()), ["memod.log", "memod.log.1"]);
        let first = fs::read_to_string(dir.path().join("memod.log.1"));
        assert_eq!(first.expect("a log"), "long line\n");
    }
}
