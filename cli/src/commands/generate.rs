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
