//! Maildir folders: a mailbox is a folder with `cur`, `new` and `tmp`; within it lie its mails, a file each, and its other
//! mailboxes, whose names begin with a dot.

use std::path::Path;

/// Whether a folder is a mailbox.
pub(crate) fn is_one(folder: &Path) -> bool {
    ["cur", "new", "tmp"]
        .iter()
        .all(|part| folder.join(part).is_dir())
}

/// Whether a file lies in a mailbox and is none of its mails: a server's lists, or one that is still being delivered.
pub(crate) fn is_beside(file: &Path) -> bool {
    let Some(folder) = file.parent() else {
        return false;
    };
    let is_tmp = folder.file_name().is_some_and(|name| name == "tmp");
    is_one(folder) || (is_tmp && folder.parent().is_some_and(is_one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::walk;
    use std::fs;

    #[test]
    fn mailboxes_within_a_mailbox_are_found_and_their_lists_are_not() {
        let dir = tempfile::tempdir().expect("a folder");
        let write = |name: &str| {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, "a").expect("written");
        };
        for mailbox in ["", ".Sent/"] {
            for part in ["cur", "new", "tmp"] {
                fs::create_dir_all(dir.path().join(mailbox).join(part)).expect("made");
            }
        }
        write("cur/1:2,S");
        write("tmp/2");
        write("dovecot-uidlist");
        write(".Sent/cur/3:2,S");
        write(".git/config");
        let found = walk(dir.path());
        let names: Vec<_> = found
            .files
            .iter()
            .map(|p| p.strip_prefix(dir.path()).expect("within").to_owned())
            .collect();
        assert_eq!(
            names,
            [Path::new(".Sent/cur/3:2,S"), Path::new("cur/1:2,S")]
        );
    }
}
