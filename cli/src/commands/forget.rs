//! `memo forget`: gone for good.

use super::{
    ask,
    find::{Thing, by_id, find, nothing},
    list::documents,
};
use crate::{
    card::{clean, count},
    complete,
    context::Context,
    error::{Exit, Failure, Result},
    recent,
};
use clap_complete::engine::ArgValueCompleter;
use memo_common::{
    client::{Client, ClientError},
    files::{self, Files},
};
use serde::Serialize;

/// Forget documents or memories
///
/// A document goes with its text and all its memories. The file it was added from is not touched. Asks first on a
/// terminal; elsewhere --yes is needed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo forget notes-md-1f2e3d4c5b6a
  memo forget --yes notes-md-1f2e3d4c5b6a_memory_3 old-mail
  memo forget --all")]
pub(crate) struct Args {
    /// The documents or memories; with --yes their whole ids
    #[arg(required_unless_present = "all", value_name = "ID", add = ArgValueCompleter::new(complete::documents_and_memories))]
    ids: Vec<String>,
    /// All of your documents with all their memories, and what this computer remembers of your questions
    #[arg(long, conflicts_with = "ids")]
    all: bool,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
}

/// One id's outcome, as `--json` writes it.
#[derive(Serialize)]
struct Outcome<'a> {
    id: &'a str,
    /// `forgotten`, `kept` or `not_found`.
    status: &'a str,
    memories: u64,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let output = &context.output;
        if !self.yes && !output.can_ask() {
            return Err(Failure::usage(
                "forgetting cannot be undone, and nobody can be asked here",
            )
            .hint("say --yes if it is meant"));
        }
        let client = context.client()?;
        if self.all {
            return self.forget_all(context, &client);
        }
        let mut exit = Exit::Done;
        for id in &self.ids {
            let tell = |status, memories| match output.is_json() {
                true => output.json(&Outcome {
                    id,
                    status,
                    memories,
                }),
                false => Ok(()),
            };
            // What cannot be asked has to be named in full.
            let found = match self.yes {
                true => by_id(&client, id).and_then(|found| found.ok_or_else(|| nothing(id))),
                false => find(context, &client, id),
            };
            let thing = match found {
                Ok(thing) => thing,
                Err(failure) if failure.exit == Exit::Nothing => {
                    exit = Exit::Nothing;
                    tell("not_found", 0)?;
                    if !output.is_json() {
                        output.failure(&failure);
                    }
                    continue;
                }
                Err(failure) => return Err(failure),
            };
            let what = match &thing {
                Thing::Document(document) => {
                    let memories = count(document.memories, "memory", "memories");
                    format!("the document {} with {memories}", clean(thing.id()))
                }
                Thing::Memory(_) => format!("the memory {}", clean(thing.id())),
            };
            if !self.yes && !output.confirm(&format!("Forget {what}?"))? {
                tell("kept", 0)?;
                continue;
            }
            let forgotten = match thing {
                Thing::Document(document) => {
                    let forgotten = client.forget_document(&document.item_id)?;
                    let list = files::list(&context.config);
                    Files::open(&context.config)
                        .forget(&document.item_id)
                        .map_err(|e| {
                            Failure::io(format_args!("cannot write {}", list.display()), &e)
                        })?;
                    forgotten
                }
                Thing::Memory(memory) => client.forget_memory(&memory.memory.custom_id)?,
            };
            tell("forgotten", forgotten.memories)?;
            if !output.is_json() {
                output.note(&format!("forgot {what}"));
            }
        }
        Ok(exit)
    }

    /// Forgets every document of this key's user; other users' are not touched.
    fn forget_all(&self, context: &Context, client: &Client) -> Result<Exit> {
        let output = &context.output;
        let mut sum = (0u64, 0u64);
        let all = documents(client, usize::MAX)?;
        if !all.is_empty() && !self.yes {
            let memories = all.iter().map(|d| d.memories).sum();
            let what = format!(
                "{} with {}",
                count(all.len() as u64, "document", "documents"),
                count(memories, "memory", "memories")
            );
            if !output.confirm(&format!("Forget all you have, {what}?"))? {
                return Ok(Exit::Done);
            }
        }
        for document in &all {
            match client.forget_document(&document.item_id) {
                Ok(forgotten) => {
                    sum.0 += 1;
                    sum.1 += forgotten.memories;
                }
                // Somebody else was faster.
                Err(ClientError::Problem(problem)) if problem.status == 404 => {}
                Err(error) => return Err(error.into()),
            }
        }
        if context.config.url.is_none() {
            let config = &context.config;
            for path in [
                recent::file(config),
                ask::history(config),
                files::list(config),
            ] {
                match std::fs::remove_file(&path) {
                    Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                        let what = format_args!("cannot remove {}", path.display());
                        return Err(Failure::io(what, &e));
                    }
                    _ => {}
                }
            }
        }
        match output.is_json() {
            true => output.json(&serde_json::json!({
                "status": "forgotten", "documents": sum.0, "memories": sum.1
            }))?,
            false => output.note(&format!(
                "forgot {} with {}",
                count(sum.0, "document", "documents"),
                count(sum.1, "memory", "memories")
            )),
        }
        Ok(Exit::Done)
    }
}
