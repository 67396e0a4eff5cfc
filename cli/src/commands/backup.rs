//! `memo backup`: everything of everybody, in one file.

use crate::{
    context::Context,
    error::{Exit, Failure, Result},
    keep::{Draft, copy},
};
use std::path::PathBuf;

/// Copy the whole memory into one file
///
/// Documents, memories, ratings and keys of all users, as of one moment, while the daemon goes on; `memo restore` puts
/// it back. It takes an administrator's key. The file is readable by you alone, and put in place whole or not at all;
/// it is not encrypted. What is forgotten later stays in it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo backup /mnt/usb/memo.backup
  memo backup ~/backups          names the file by the time
  memo backup --replace latest.backup
  memo backup - | ssh elsewhere 'cat > memo.backup'")]
pub(crate) struct Args {
    /// The file, or a folder for it; - for standard output
    #[arg(default_value = ".", value_name = "PATH", value_hint = clap::ValueHint::AnyPath)]
    path: PathBuf,
    /// Take the place of a file that is there
    #[arg(long)]
    replace: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let output = &context.output;
        if self.path.as_os_str() == "-" {
            copy(context.client()?.backup()?, &mut output.lines())?;
            output.note("backed up to standard output");
            return Ok(Exit::Done);
        }
        let mut place = self.path.clone();
        if place.is_dir() {
            let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S");
            place.push(format!("memo-{now}.backup"));
        }
        if !self.replace && place.is_file() {
            return Err(Failure::usage(format!(
                "{} is there already, and is left as it is",
                place.display()
            ))
            .hint("give a folder, in which each backup has a name of its own, or say --replace"));
        }
        let client = context.client()?;
        let mut draft = Draft::beside(&place)?;
        copy(client.backup()?, draft.file())?;
        draft.put()?;
        match output.is_json() {
            true => output
                .json(&serde_json::json!({"status": "success", "file": place.to_string_lossy()}))?,
            false => output.note(&format!("backed up to {}", place.display())),
        }
        Ok(Exit::Done)
    }
}
