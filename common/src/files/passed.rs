//! What the search of a folder passes by, so that it can be told.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

/// Names what a folder's search leaves out.
pub(crate) const IGNORE: &str = ".memoignore";

/// No list of what to leave out is longer, bytes.
const LONGEST: u64 = 1 << 20;

/// Whether a folder's rules can be read: there are none, or they are a file like any other. A pipe would be waited for, and
/// a device never ends.
pub(crate) fn has_readable_rules(folder: &Path) -> bool {
    let rules = folder.join(IGNORE);
    match fs::metadata(&rules) {
        Ok(about) => about.is_file() && about.len() <= LONGEST,
        // A link that leads nowhere is no rules, and is read as none.
        Err(_) => true,
    }
}

/// What a walk passes by.
#[derive(Default)]
pub(crate) struct Passed {
    /// Files and folders, in the order met.
    pub(crate) hidden: Vec<PathBuf>,
    /// Folders whose `.memoignore` cannot be read: nobody knows what they leave out.
    pub(crate) unruly: Vec<PathBuf>,
    /// Folders that hold a `.memoignore`.
    ruled: Vec<PathBuf>,
}

impl Passed {
    /// Notes a hidden file or folder that was met.
    pub(crate) fn hidden(&mut self, path: &Path) {
        match (path.file_name(), path.parent()) {
            (Some(name), Some(folder)) if name == IGNORE => self.ruled.push(folder.to_owned()),
            _ => self.hidden.push(path.to_owned()),
        }
    }

    /// What stands in these folders and was not met: the walk says nothing of what a `.memoignore` names.
    pub(crate) fn left_out(&self, folders: &[PathBuf], met: &HashSet<PathBuf>) -> Vec<PathBuf> {
        let hidden: HashSet<&PathBuf> = self.hidden.iter().collect();
        let ruled = |folder: &&PathBuf| self.ruled.iter().any(|r| folder.starts_with(r));
        let mut left_out = Vec::new();
        for folder in folders.iter().filter(ruled) {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            let unmet = entries.map(|entry| entry.path()).filter(|path| {
                let rules = path.file_name().is_some_and(|name| name == IGNORE);
                !rules && !met.contains(path) && !hidden.contains(path)
            });
            left_out.extend(unmet);
        }
        left_out.sort();
        left_out
    }
}
