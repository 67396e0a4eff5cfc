//! `memo export`: everything of one user, as JSON Lines.

use crate::{
    card::count,
    context::Context,
    error::{Exit, Failure, Result},
    keep::Draft,
};
use memo_common::export::{Counts, LONGEST_LINE, Line};
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    path::PathBuf,
};

/// Write all documents, memories and ratings as JSON Lines
///
/// The README describes the format, which other programs can read and `memo import` takes in again. A file is put in
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
        let from = client.export()?;
        let counts = if self.file.as_os_str() == "-" {
            copy(from, &mut io::stdout().lock())?
        } else {
            let mut draft = Draft::beside(&self.file)?;
            let counts = copy(from, draft.file())?;
            draft.put()?;
            counts
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
        Ok(Exit::Done)
    }
}

/// Copies line by line; an export without its last line is none.
fn copy(from: impl Read, to: &mut dyn Write) -> Result<Counts> {
    let cut = |why: &str| {
        Failure::new(Exit::Refused, format!("the export broke off: {why}"))
            .hint("`memo daemon logs` says more")
    };
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    let mut last = None;
    loop {
        line.clear();
        let most = LONGEST_LINE as u64 + 1;
        let read = (&mut from).take(most).read_until(b'\n', &mut line);
        if read.map_err(|e| cut(&e.to_string()))? == 0 {
            break;
        }
        to.write_all(&line).map_err(|e| Failure::output(&e))?;
        last = match line.starts_with(b"{\"type\":\"end\"") {
            true => serde_json::from_slice(&line).ok(),
            false => None,
        };
    }
    to.flush().map_err(|e| Failure::output(&e))?;
    match last {
        Some(Line::End(counts)) => Ok(counts),
        _ => Err(cut("its last line is missing")),
    }
}
