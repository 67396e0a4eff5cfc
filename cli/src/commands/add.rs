//! `memo add`: documents into memories.

use super::{narrow::source_type_values, report::Report};
use crate::{
    card::count,
    context::Context,
    error::{Exit, Failure, Result},
    output::Output,
    upload::{self, Ended},
};
use memo_common::{
    api::{Embedding, SourceType},
    config::Flags,
    files::{Gathered, Options, Skipped, gather},
};
use std::path::PathBuf;

/// Remember files, folders or standard input
///
/// Folders are searched for text, PDF, .docx and .odt files, mbox files and the archives of chats; hidden files, symbolic
/// links, binary and empty files and what a .memoignore names are left out and reported. What is longer than 10 MiB is
/// cut into several documents. A file that was added before and has changed replaces its memories; one that has not is
/// skipped, and one that was renamed or moved keeps them. Ends when the memories can be recalled; Ctrl-C ends the waiting,
/// not the work.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo add notes.md mail/ 'journal/2026-*.md'
  memo add report.pdf --user-name \"Ana Lima\"
  memo add 'WhatsApp Chat with Bo.zip'
  git log -50 | memo add - --source-type vscode --item-id work-log
  memo add --quiet --no-wait ~/notes          from cron")]
pub(crate) struct Args {
    /// Files, folders, patterns, or - for standard input
    #[arg(required = true, value_name = "PATH", value_hint = clap::ValueHint::AnyPath)]
    paths: Vec<PathBuf>,
    /// Whose memories these are: they are told from this person's point of view
    #[arg(long, value_name = "NAME")]
    user_name: Option<String>,
    /// The document's own name, for one document [default: made from the file's path]
    #[arg(long, value_name = "ID")]
    item_id: Option<String>,
    /// What the documents are [default: seen from their content]
    #[arg(long, value_name = "TYPE", value_parser = source_type_values())]
    source_type: Option<SourceType>,
    /// Take a chat or another export also where it holds less than what is remembered of it
    #[arg(long)]
    replace: bool,
    /// Write a line for each file, however many there are
    #[arg(long, short)]
    verbose: bool,
    /// Do not wait for the memories
    #[arg(long)]
    no_wait: bool,
}

impl Args {
    /// The settings that these arguments give.
    pub(crate) fn flags(&self) -> Flags {
        let name = self.user_name.clone();
        name.map(|name| ("user_name", name)).into_iter().collect()
    }

    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let gathered = gather(&self.paths);
        if let Some(id) = &self.item_id {
            check_item_id(id)?;
            if gathered.inputs.len() > 1 {
                return Err(Failure::usage(format!(
                    "--item-id names one document, and here are {}",
                    gathered.inputs.len()
                )));
            }
        }
        let options = Options {
            user_name: context.user_name()?,
            source_type: self.source_type,
            item_id: self.item_id.clone(),
            replace: self.replace,
        };
        add(context, gathered, &options, !self.no_wait, self.verbose)
    }
}

/// Adds what was gathered, and tells about it.
pub(super) fn add(
    context: &Context,
    gathered: Gathered,
    options: &Options,
    wait: bool,
    verbose: bool,
) -> Result<Exit> {
    let Gathered {
        inputs,
        skipped,
        unreadable,
    } = gathered;
    let mut report = Report::new(&context.output, inputs.len(), verbose);
    for Skipped { path, reason } in &skipped {
        report.skipped(path, reason)?;
    }
    for fault in &unreadable {
        report.failed(&fault.path, &fault.reason, None)?;
    }
    let mut behind = None;
    if !inputs.is_empty() {
        let client = context.client()?;
        let on = &mut |index: usize, event| report.event(index, &inputs[index], event);
        if let Ended::Interrupted { unsent, runs } =
            upload::run(context, &client, &inputs, options, wait, on)?
        {
            report.clear();
            return Ok(interrupted(&context.output, unsent, &runs));
        }
        // A daemon of an earlier version knows of none.
        let vectors = client.embedding().unwrap_or_default();
        behind = Some(vectors).filter(|v| wait && v.total >= v.done + MANY);
    }
    let exit = report.finish(!wait)?;
    if let Some(Embedding { done, total, .. }) = behind {
        context.output.note(&format!(
            "all are found by their words; by meaning {done} of {total} so far, `memo status` says how far that is"
        ));
    }
    Ok(exit)
}

/// Checks a document's name that was given on the command line.
fn check_item_id(id: &str) -> Result<()> {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    if (1..=100).contains(&id.len()) && id.bytes().all(fits) {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "--item-id {id}: a name has 1 to 100 of the characters a-z, A-Z, 0-9, - and _"
    )))
}

/// So many memories without their vectors take longer than somebody notices.
const MANY: u64 = 200;

/// What Ctrl-C leaves behind, and how to go on.
fn interrupted(output: &Output, unsent: usize, runs: &[String]) -> Exit {
    if let [first, more @ ..] = runs {
        let run = first.rsplit('/').next().unwrap_or(first);
        let others = match more.len() {
            0 => String::new(),
            n => format!(" (and {n} more; `memo status` lists them)"),
        };
        output.note(&format!(
            "the daemon goes on; follow it with `memo status {run}`{others}"
        ));
    }
    if unsent > 0 {
        let files = count(unsent as u64, "file was", "files were");
        output.note(&format!(
            "{files} not sent; the same command again goes on there"
        ));
    }
    Exit::Interrupted
}
