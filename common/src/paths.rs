//! Where things lie on disk: the folder of data and what is in it.

use crate::proof::Secret;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The folder of data when nothing says otherwise; `None` where the account has no home.
pub fn default_data_dir() -> Option<PathBuf> {
    project().map(|p| p.data_dir().to_owned())
}

/// The settings file when nothing says otherwise; `None` where the account has no home.
pub fn default_config_file() -> Option<PathBuf> {
    project().map(|p| p.config_dir().join("config.toml"))
}

fn project() -> Option<directories::ProjectDirs> {
    directories::ProjectDirs::from("", "", "memo")
}

/// The other account that a folder of data belongs to, where it does; this process works as `account`. Whoever owns a
/// folder puts into it what they like: links, through which the files of an administrator would be written.
#[cfg(unix)]
pub fn other_owner(data_dir: &Path, account: u32) -> Option<u32> {
    let owner = std::os::unix::fs::MetadataExt::uid(&fs::metadata(data_dir).ok()?);
    (owner != account).then_some(owner)
}

/// The file with the first key, made at the first start (mode 0600).
pub fn key_file(data_dir: &Path) -> PathBuf {
    data_dir.join("key")
}

/// The file that a running daemon holds locked.
pub fn lock_file(data_dir: &Path) -> PathBuf {
    data_dir.join("lock")
}

/// The file beside it with the process that serves the folder, for when `daemon.json`, which says more, is lost. Only to
/// be believed while the lock is held.
pub fn pid_file(data_dir: &Path) -> PathBuf {
    data_dir.join("lock.pid")
}

/// The process that serves the folder, if it has noted itself there.
pub fn read_pid(data_dir: &Path) -> Option<u32> {
    let text = fs::read_to_string(pid_file(data_dir)).ok()?;
    text.trim().parse().ok()
}

/// The folder of the daemon's logs.
pub fn log_dir(data_dir: &Path) -> PathBuf {
    data_dir.join("logs")
}

/// The key that the daemon made at its first start, where there is one.
///
/// # Errors
/// The file is there and cannot be read.
pub fn read_key(data_dir: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(key_file(data_dir)) {
        Ok(text) => Ok(Some(text.trim().to_owned()).filter(|k| !k.is_empty())),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

/// Leaves a file to its owner alone; on systems without Unix modes the folder's own rights have to do.
///
/// # Errors
/// Its mode cannot be set.
pub fn private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = if path.is_dir() { 0o700 } else { 0o600 };
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    }
    let _ = path;
    Ok(())
}

/// Puts a file in place whole, so that no reader sees half of it, and for its owner alone. What stands in the place of
/// its draft is taken away first: through a link there another's file would be written.
///
/// # Errors
/// The folder cannot be written.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let draft = PathBuf::from(draft);
    match fs::remove_file(&draft) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    let mut options = fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(draft, path)
}

/// What `daemon.json` says of the daemon that serves a folder of data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DaemonFile {
    /// Where it answers, such as `http://127.0.0.1:7437`.
    pub url: String,
    /// Its process.
    pub pid: u32,
    /// Its version.
    pub version: String,
    /// What it shows by that it is the one; earlier versions had none.
    #[serde(default)]
    pub secret: Option<Secret>,
}

impl DaemonFile {
    /// Its place in the folder of data.
    pub fn path(data_dir: &Path) -> PathBuf {
        data_dir.join("daemon.json")
    }

    /// What is written there; `None` when no daemon has said that it is ready (or the file is not whole).
    pub fn read(data_dir: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(Self::path(data_dir)).ok()?).ok()
    }

    /// Puts it in place whole, so that no reader sees half of it.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write(&self, data_dir: &Path) -> io::Result<()> {
        write_private(&Self::path(data_dir), &serde_json::to_vec_pretty(self)?)
    }

    /// Takes it away, if it is still this process's.
    pub fn remove(&self, data_dir: &Path) {
        if Self::read(data_dir).is_some_and(|f| f.pid == self.pid) {
            // Nothing depends on it: a reader finds that nobody answers at the url.
            let _ = fs::remove_file(Self::path(data_dir));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn daemon_file_comes_back_and_goes() {
        let dir = tempfile::tempdir().expect("a folder");
        assert_eq!(DaemonFile::read(dir.path()), None);
        let file = DaemonFile {
            url: "http://127.0.0.1:1".into(),
            pid: 7,
            version: "1".into(),
            secret: Secret::new().ok(),
        };
        file.write(dir.path()).expect("written");
        assert_eq!(DaemonFile::read(dir.path()), Some(file.clone()));
        let other = DaemonFile {
            pid: 8,
            ..file.clone()
        };
        other.remove(dir.path());
        assert!(DaemonFile::read(dir.path()).is_some());
        file.remove(dir.path());
        assert_eq!(DaemonFile::read(dir.path()), None);
    }
}
