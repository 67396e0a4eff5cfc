//! What may be wrong with a folder of data, as far as its files show.

use crate::{daemon, os};
use memo_common::{
    config::Config,
    paths::{self, DaemonFile},
};
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
    if let Ok(about) = fs::metadata(folder) {
        files.insert(0, (folder.clone(), about));
    }
    let faults = [
        closed(folder, &files, os::account()),
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

/// What this account may not work with: what is another's, and what its own rights close.
fn closed(folder: &Path, files: &[(PathBuf, fs::Metadata)], account: Option<u32>) -> Option<Fault> {
    const ADMINISTRATOR: u32 = 0;
    let is_administrator = account? == ADMINISTRATOR;
    // The administrator looks after somebody's folder: everything in it is to be that account's.
    let own = match is_administrator {
        true => os::owner(&files.first()?.1)?,
        false => account?,
    };
    let of = |found: Vec<&Path>, what: String, mend: String| {
        Some(Fault {
            name: "rights",
            found: format!("{}: {what}", several(&found)?),
            mend: format!("{mend} {}", quoted(folder)),
        })
    };
    let others: Vec<_> = files
        .iter()
        .filter(|(_, about)| os::owner(about) != Some(own))
        .collect();
    if let Some((_, about)) = others.first() {
        let whose = os::owner(about).map(os::account_name).unwrap_or_default();
        let who = match is_administrator {
            true => format!("chown -R {}", os::account_name(own)),
            false => "sudo chown -R \"$USER\"".to_owned(),
        };
        let what = format!("owned by another account ({whose}), so that the daemon cannot work");
        return of(others.iter().map(|(p, _)| p.as_path()).collect(), what, who);
    }
    let kept_out = |(_, about): &&(PathBuf, fs::Metadata)| os::owner_is_kept_out(about);
    let kept_out = files.iter().filter(kept_out).map(|(p, _)| p.as_path());
    match is_administrator {
        true => None,
        false => of(
            kept_out.collect(),
            "its owner may not read it".into(),
            "chmod -R u+rwX".into(),
        ),
    }
}

/// What makes a key that cannot be read readable.
pub(crate) fn mend_key(config: &Config) -> String {
    let (folder, key) = (&config.data_dir, paths::key_file(&config.data_dir));
    let owner = fs::metadata(&key).ok().and_then(|about| os::owner(&about));
    match owner.is_some() && owner == os::account() {
        true => format!("chmod u+rw {}", quoted(&key)),
        false => format!("sudo chown -R \"$USER\" {}", quoted(folder)),
    }
}

/// The first of several, and how many there are beside it.
fn several(paths: &[&Path]) -> Option<String> {
    let (first, more) = paths.split_first()?;
    Some(match more.len() {
        0 => first.display().to_string(),
        n => format!("{} and {n} more", first.display()),
    })
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+@%:,".contains(c);
    match text.chars().all(plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

fn permissions(folder: &Path, files: &[(PathBuf, fs::Metadata)]) -> Option<Fault> {
    let open = files
        .iter()
        // The folder itself is looked at elsewhere.
        .filter(|(path, about)| path != folder && os::others_may_read(about));
    let open: Vec<&Path> = open.map(|(path, _)| path.as_path()).collect();
    Some(Fault {
        name: "files",
        found: format!("other accounts may read {}", several(&open)?),
        mend: format!("chmod -R go= {}", quoted(folder)),
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
        mend: "free some space on the disk; `memo forget` helps, too: what is forgotten gives its room back soon"
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

    #[cfg(unix)]
    #[test]
    fn what_this_account_may_not_work_with_is_a_fault() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let dir = tempfile::tempdir().expect("a folder");
        let key = dir.path().join("key");
        fs::write(&key, "x").expect("written");
        let about = |path: &Path| (path.to_owned(), fs::metadata(path).expect("there"));
        // As an account that is no administrator, whoever runs this.
        let found = |account: Option<u32>| {
            let files = [about(dir.path()), about(&key)];
            closed(dir.path(), &files, account).map(|f| (f.found, f.mend))
        };
        let own = fs::metadata(&key).expect("there").uid();
        let folder = dir.path().display().to_string();
        let (told, mend) = found(Some(own + 1)).expect("a fault");
        assert!(told.starts_with(&format!("{folder} and 1 more: owned by another account")));
        assert_eq!(mend, format!("sudo chown -R \"$USER\" {folder}"));
        assert_eq!(found(Some(0)), None);
        let closes = |mode: u32| {
            fs::set_permissions(&key, fs::Permissions::from_mode(mode)).expect("set");
            os::owner_is_kept_out(&fs::metadata(&key).expect("there"))
        };
        assert!(closes(0o000) && closes(0o200) && !closes(0o400) && !closes(0o600));
        assert_eq!(quoted(Path::new("/a b/c'd")), "'/a b/c'\\''d'");
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
