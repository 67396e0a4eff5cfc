//! What may be wrong with a folder of data, as far as its files show.

use crate::{daemon, os};
use memo_common::{config::Config, paths::DaemonFile};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// A fault and what mends it.
pub(crate) struct Fault {
    /// The part that has it: one word.
    pub name: &'static str,
    pub found: String,
    pub mend: String,
}

/// Below this the daemon takes no uploads, bytes.
const ROOM: u64 = 64 << 20;

/// Files that were written so long after now were written by another clock.
const AHEAD: Duration = Duration::from_secs(10 * 60);

/// This program was not made before: 2026-01-01, seconds since 1970.
const MADE: u64 = 1_767_225_600;

/// How deep the folder's own files lie.
const DEPTH: usize = 4;

/// What is wrong with the folder's files, its disk, and the clock.
pub(crate) fn faults(config: &Config) -> Vec<Fault> {
    let folder = &config.data_dir;
    let mut files = Vec::new();
    list(folder, DEPTH, &mut files);
    let faults = [
        permissions(folder, &files),
        stale(config),
        os::free_bytes(folder).and_then(room),
        clock(&files, SystemTime::now()),
    ];
    faults.into_iter().flatten().collect()
}

fn list(folder: &Path, depth: usize, files: &mut Vec<(PathBuf, fs::Metadata)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // What goes meanwhile has no fault.
        let Ok(about) = entry.metadata() else {
            continue;
        };
        if about.is_dir() && depth > 1 {
            list(&entry.path(), depth - 1, files);
        }
        files.push((entry.path(), about));
    }
}

fn permissions(folder: &Path, files: &[(PathBuf, fs::Metadata)]) -> Option<Fault> {
    let open: Vec<_> = files
        .iter()
        .filter(|(_, about)| os::others_may_read(about))
        .collect();
    let (first, _) = open.first()?;
    Some(Fault {
        name: "files",
        found: format!(
            "other accounts may read {} and {} more",
            first.display(),
            open.len() - 1
        ),
        mend: format!("chmod -R go= {}", folder.display()),
    })
}

/// A daemon that was killed leaves its address behind.
fn stale(config: &Config) -> Option<Fault> {
    let file = DaemonFile::read(&config.data_dir)?;
    (!daemon::is_held(config)).then(|| Fault {
        name: "address",
        found: format!(
            "daemon.json tells of process {} at {}, which is gone",
            file.pid, file.url
        ),
        mend: "memo daemon start".into(),
    })
}

/// A disk with so many free bytes.
fn room(free: u64) -> Option<Fault> {
    (free < ROOM).then(|| Fault {
        name: "disk",
        found: format!(
            "{} MiB are free; below {} the daemon takes no uploads, and answers questions alone",
            free >> 20,
            ROOM >> 20
        ),
        mend: "free some space on the disk; `POST /v1/admin/compact` gives back what was forgotten"
            .into(),
    })
}

/// Words like "yesterday", and what was uploaded when, go by the clock.
fn clock(files: &[(PathBuf, fs::Metadata)], now: SystemTime) -> Option<Fault> {
    let written = files.iter().filter_map(|(path, about)| {
        let ahead = about.modified().ok()?.duration_since(now).ok()?;
        (ahead > AHEAD).then_some((ahead, path))
    });
    let found = match written.max() {
        Some((ahead, path)) => format!(
            "{} was written {} hours from now: the clock was ahead, or was set back since",
            path.display(),
            ahead.as_secs().div_ceil(3600)
        ),
        None if now < SystemTime::UNIX_EPOCH + Duration::from_secs(MADE) => {
            "it is before 2026 on this machine's clock".into()
        }
        None => return None,
    };
    Some(Fault {
        name: "clock",
        found,
        mend: "set the clock (`timedatectl`); documents added meanwhile may have wrong dates: add them again".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_with_too_little_room_is_a_fault() {
        assert!(room(ROOM).is_none());
        let fault = room(ROOM - 1).expect("a fault");
        assert_eq!(fault.name, "disk");
        assert!(
            fault.found.starts_with("63 MiB are free"),
            "{}",
            fault.found
        );
    }

    #[test]
    fn a_clock_that_jumped_is_a_fault() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("key"), "x").expect("written");
        let mut files = Vec::new();
        list(dir.path(), 1, &mut files);
        let now = SystemTime::now();
        let found = |now| clock(&files, now).map(|fault| fault.found);
        assert_eq!(found(now), None);
        // Set back by a day, after the file was written.
        let told = found(now - Duration::from_secs(24 * 3600)).expect("a fault");
        assert!(told.contains("24 hours from now"), "{told}");
        let reset = clock(&[], SystemTime::UNIX_EPOCH).expect("a fault");
        assert!(reset.found.contains("before 2026"), "{}", reset.found);
    }
}
