//! `memo forget`: gone for good.

use super::show::{Thing, find};
use crate::{
    card::{clean, count},
    complete,
    context::Context,
    error::{Exit, Failure, Result},
};
use clap_complete::engine::ArgValueCompleter;
use serde::Serialize;

/// Forget documents or memories
///
/// A document goes with its text and all its memories. The file it was added from is not touched. Asks first on a
/// terminal; elsewhere --yes is needed.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo forget notes-md-1f2e3d4c5b6a
  memo forget --yes notes-md-1f2e3d4c5b6a_memory_3 old-mail")]
pub(crate) struct Args {
    /// The documents or memories
    #[arg(required = true, value_name = "ID", add = ArgValueCompleter::new(complete::documents_and_memories))]
    ids: Vec<String>,
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
            let thing = match find(&client, id) {
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
                    format!("the document {} with {memories}", clean(id))
                }
                Thing::Memory(_) => format!("the memory {}", clean(id)),
            };
            if !self.yes && !output.confirm(&format!("Forget {what}?"))? {
                tell("kept", 0)?;
                continue;
            }
            let forgotten = match thing {
                Thing::Document(_) => client.forget_document(id)?,
                Thing::Memory(_) => client.forget_memory(id)?,
            };
            tell("forgotten", forgotten.memories)?;
            if !output.is_json() {
                output.note(&format!("forgot {what}"));
            }
        }
        Ok(exit)
    }
}
