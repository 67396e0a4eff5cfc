//! `memo restore`: a backup, put back.

use crate::{
    context::Context,
    error::{Exit, Result},
    memod,
};
use std::{ffi::OsStr, path::PathBuf};

/// Put a backup into an empty folder of data
///
/// The daemon of that folder must not be running. The index is built again at the next start, and keys are those of
/// the backup.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo restore /mnt/usb/memo.backup
  memo restore --replace memo.backup
  memo --data-dir /tmp/old restore memo.backup")]
pub(crate) struct Args {
    /// What `memo backup` wrote
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
    /// Set the memory that is in the folder aside, into set-aside/
    #[arg(long)]
    replace: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let mut arguments = vec![OsStr::new("--restore"), self.file.as_os_str()];
        if self.replace {
            arguments.push(OsStr::new("--replace"));
        }
        let done = memod::run(&context.config, &arguments).map_err(|failure| {
            match failure.message.contains("holds a memory already") {
                true => failure.hint(
                    "give another folder with --data-dir, or set what is there aside with --replace",
                ),
                false => failure,
            }
        })?;
        let (output, folder) = (&context.output, &context.config.data_dir);
        match output.is_json() {
            true => output.json(&serde_json::json!({"status": "success", "data_dir": folder}))?,
            false => {
                output.note(&format!("restored {} to {}", done.trim(), folder.display()));
                let old = folder.join("set-aside");
                if self.replace && old.exists() {
                    output.note(&format!(
                        "what was there before is kept in {}",
                        old.display()
                    ));
                }
                output.note("the next command starts the daemon, which builds the index meanwhile");
            }
        }
        Ok(Exit::Done)
    }
}
