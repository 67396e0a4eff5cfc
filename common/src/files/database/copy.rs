//! A copy of a database, for reading.
//!
//! The program that keeps it may be running: to open its file would lock it, or leave files beside it. So the file and what
//! it has written and not yet put in its place (`-wal`, `-journal`) are copied into a folder of our own, and what is
//! opened is the copy.

use super::{super::plain, failed};
use rusqlite::{Connection, OpenFlags, config::DbConfig, limits::Limit};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::SystemTime,
};
use tempfile::TempDir;

/// How often a copy is made again of what was written meanwhile.
const TRIES: usize = 5;
/// No row that is read is longer, bytes.
const LONGEST_ROW: i32 = 16 << 20;
/// What SQLite keeps beside a database.
const BESIDE: [&str; 2] = ["-wal", "-journal"];

/// An open copy.
pub(super) struct Copy {
    pub(super) connection: Connection,
    _folder: Option<TempDir>,
}

/// Opens a copy.
pub(super) fn open(path: &Path) -> io::Result<Copy> {
    let folder = folder()?;
    let copy = folder.path().join("db");
    copy_whole(path, &copy)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&copy, flags).map_err(failed)?;
    guarded(&connection).map_err(failed)?;
    // Where a file that is open may go, nothing of it is left however this process ends.
    let folder = match cfg!(unix) {
        true => folder.close().map(|()| None)?,
        false => Some(folder),
    };
    Ok(Copy {
        connection,
        _folder: folder,
    })
}

/// Takes in what was not yet put in its place, and trusts nothing that the database says of itself.
fn guarded(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_ROW)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    connection.pragma_update(None, "journal_mode", "DELETE")?;
    connection.pragma_update(None, "query_only", true)
}

/// A folder that its owner alone can look into.
fn folder() -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("memo-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir()
}

/// Copies a database with what lies beside it, as it was at one moment.
fn copy_whole(path: &Path, copy: &Path) -> io::Result<()> {
    // What lies beside the file lies there, not beside a link to it.
    let path = &path.canonicalize()?;
    for _ in 0..TRIES {
        let before = state(path);
        copy_one(path, copy)?;
        for end in BESIDE {
            let target = with_end(copy, end);
            match copy_one(&with_end(path, end), &target) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    let _ = fs::remove_file(target);
                }
                copied => copied?,
            }
        }
        if state(path) == before {
            return Ok(());
        }
    }
    Err(io::Error::new(
        io::ErrorKind::ResourceBusy,
        "its program is writing it all the time: close the program, or try again later",
    ))
}

fn copy_one(from: &Path, to: &Path) -> io::Result<()> {
    io::copy(&mut plain::open(from)?, &mut File::create(to)?).map(drop)
}

/// The lengths and times of a database and of what lies beside it.
fn state(path: &Path) -> Vec<Option<(u64, Option<SystemTime>)>> {
    let beside = BESIDE.iter().map(|end| with_end(path, end));
    let files = std::iter::once(path.to_owned()).chain(beside);
    let state = |file: PathBuf| {
        let about = fs::metadata(file).ok()?;
        Some((about.len(), about.modified().ok()))
    };
    files.map(state).collect()
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}
