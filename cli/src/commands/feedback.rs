//! `memo feedback`: how well a memory served a query.

use super::find::{Thing, find};
use crate::{
    complete,
    context::Context,
    error::{Exit, Failure, Result},
    recent,
};
use clap_complete::engine::ArgValueCompleter;

/// Rate a memory that a query showed
///
/// Ratings move a memory up or down for this query and ones like it. A later rating for the same memory and query
/// replaces the earlier one; 0 withdraws it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo feedback 2 --up                         the second memory of the last answer
  memo feedback notes_memory_3 --up
  memo feedback notes_memory_3 --rating 0 --query \"launch date\"")]
pub(crate) struct Args {
    /// The memory: the id under it, or its number in the last answer
    #[arg(value_name = "MEMORY_ID", add = ArgValueCompleter::new(complete::memories))]
    memory_id: String,
    #[command(flatten)]
    how: How,
    /// The query it is about [default: your last one that showed this memory]
    #[arg(long, value_name = "TEXT")]
    query: Option<String>,
}

/// One of these is needed.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct How {
    /// It was what I looked for
    #[arg(long)]
    up: bool,
    /// It was not
    #[arg(long)]
    down: bool,
    /// Any whole number: above 0 is helpful, below 0 is not, 0 withdraws
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    rating: Option<i32>,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let rating = self.how.rating.unwrap_or(if self.how.up { 1 } else { -1 });
        let client = context.client()?;
        let memory_id = match find(context, &client, &self.memory_id)? {
            Thing::Memory(memory) => memory.memory.custom_id,
            Thing::Document(_) => {
                return Err(
                    Failure::usage("this is a document; a rating is for one memory")
                        .hint("the id of a memory stands under it"),
                );
            }
        };
        let query = match &self.query {
            Some(query) => query.clone(),
            None => recent::query_for(&context.config, &memory_id).ok_or_else(|| {
                Failure::usage("none of your recent queries showed this memory")
                    .hint("say what it is about with --query TEXT")
            })?,
        };
        let query: String = query.chars().take(1000).collect();
        let rated = client.feedback(&memory_id, rating, &query)?;
        if context.output.is_json() {
            context.output.json(&rated)?;
        } else {
            let what = match rating {
                0 => "rating withdrawn",
                1.. => "rated as helpful",
                _ => "rated as not helpful",
            };
            context
                .output
                .note(&format!("{what} for the query \"{query}\""));
        }
        Ok(Exit::Done)
    }
}
