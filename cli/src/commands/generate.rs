//! `memo generate`, hidden: writes what completions/ holds.

use super::completions::Shell;
use crate::{
    cli::Cli,
    error::{Exit, Failure, Result},
};
use clap::CommandFactory;
use std::{fs, path::PathBuf};

/// Write the completion scripts and man pages that ship with memo
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The folder to write to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Args {
    pub(crate) fn run(&self) -> Result<Exit> {
        let failed = |e: std::io::Error| {
            Failure::io(
                format_args!("cannot write to {}", self.folder.display()),
                &e,
            )
        };
        let man = self.folder.join("man");
        fs::create_dir_all(&man).map_err(failed)?;
        for (shell, name) in Shell::SHIPPED {
            fs::write(self.folder.join(name), shell.script()?).map_err(failed)?;
        }
        clap_mangen::generate_to(Cli::command(), &man).map_err(failed)?;
        Ok(Exit::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeMap, path::Path};

    fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
        let mut all = BTreeMap::new();
        for folder in [folder.to_owned(), folder.join("man")] {
            for entry in fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_file() {
                    let text = fs::read_to_string(&path).expect("text");
                    let name = path.file_name().expect("a name").into();
                    all.insert(name, text.replace("\r\n", "\n"));
                }
            }
        }
        all
    }

    #[test]
    fn what_is_shipped_is_fresh() {
        let fresh = tempfile::tempdir().expect("a folder");
        let folder = fresh.path().to_owned();
        Args { folder }.run().expect("written");
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../completions");
        let (fresh, shipped) = (files(fresh.path()), files(&shipped));
        let stale: Vec<_> = fresh
            .keys()
            .chain(shipped.keys())
            .filter(|name| fresh.get(*name) != shipped.get(*name))
            .collect();
        assert!(
            stale.is_empty(),
            "{stale:?}: run `cargo run -p memo-cli -- generate completions`"
        );
    }
}
