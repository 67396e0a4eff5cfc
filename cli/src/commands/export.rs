//! `memo export`: everything of one user, as JSON Lines.

use crate::{
    card::{clean, count},
    context::Context,
    error::{Exit, Failure, Result},
    keep::{Draft, copy},
};
use memo_common::export::{End, Line};
use std::path::PathBuf;

/// Write all documents, memories and ratings as JSON Lines
///
/// `daemon/README.md` describes the format, which other programs can read and `memo import` takes in again. A file is put in
/// place whole, readable by you alone, or not at all.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo export memories.jsonl
  memo export | jq -r 'select(.type == \"memory\").narrative'")]
pub(crate) struct Args {
    /// Where to; - for standard output
    #[arg(default_value = "-", value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: PathBuf,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let client = context.client()?;
        let last = if self.file.as_os_str() == "-" {
            copy(client.export()?, &mut context.output.lines())?
        } else {
            // A place that cannot be written to is told before the daemon begins.
            let mut draft = Draft::beside(&self.file)?;
            let last = copy(client.export()?, draft.file())?;
            draft.put()?;
            last
        };
        let Ok(Line::End(End { counts, unreadable })) = serde_json::from_slice(&last) else {
            return Err(Failure::new(Exit::Refused, "the export has no proper end"));
        };
        context.output.note(&format!(
            "exported {}",
            [
                count(counts.documents, "document", "documents"),
                count(counts.memories, "memory", "memories"),
                count(counts.ratings, "rating", "ratings"),
            ]
            .join(", ")
        ));
        for item_id in &unreadable {
            let id = clean(item_id);
            context.output.complain(&format!(
                "{id} is left out: its text cannot be read; `memo doctor --repair` says more"
            ));
        }
        Ok(match unreadable.is_empty() {
            true => Exit::Done,
            false => Exit::SomeFailed,
        })
    }
}
