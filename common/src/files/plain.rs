//! Regular files alone: a pipe nobody writes into, a device or a kernel's log would be waited for, or never end.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::Path,
};

/// Opens a regular file to be read, behind whatever links. What is none is refused, and nothing is waited for.
///
/// # Errors
/// It cannot be opened, or is no regular file.
pub fn open(path: &Path) -> io::Result<File> {
    checked(options(0).open(path)?)
}

/// The same, where no link may lead to it.
pub(crate) fn open_itself(path: &Path) -> io::Result<File> {
    // Where the system cannot be told when it opens, this has to do.
    match fs::symlink_metadata(path)?.is_file() {
        true => checked(options(NO_FOLLOW).open(path)?),
        false => Err(no_file()),
    }
}

fn checked(file: File) -> io::Result<File> {
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(no_file()),
    }
}

fn no_file() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        "it is no regular file; what a pipe or a device gives goes to standard input, named `-`",
    )
}

#[cfg(unix)]
const NO_FOLLOW: i32 = nix::fcntl::OFlag::O_NOFOLLOW.bits();
#[cfg(not(unix))]
const NO_FOLLOW: i32 = 0;

fn options(flags: i32) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    // A regular file is read as ever; a pipe is opened at once, to be refused, and a kernel's log that has nothing to say
    // says so.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        flags | nix::fcntl::OFlag::O_NONBLOCK.bits(),
    );
    let _ = flags;
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_files_only_where_they_may() {
        let dir = tempfile::tempdir().expect("a folder");
        let (file, folder) = (dir.path().join("a"), dir.path());
        fs::write(&file, "a").expect("written");
        assert!(open(&file).is_ok() && open_itself(&file).is_ok());
        assert!(open(folder).is_err() && open(&folder.join("none")).is_err());
        #[cfg(unix)]
        {
            let link = dir.path().join("link");
            std::os::unix::fs::symlink(&file, &link).expect("a link");
            assert!(open(&link).is_ok() && open_itself(&link).is_err());
            assert!(open(Path::new("/dev/zero")).is_err());
        }
    }
}
