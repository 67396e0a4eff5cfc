//! `memo recall`: the memories that match.

use super::{ask::check, narrow::Narrow};
use crate::{
    card::{card, count},
    context::Context,
    error::{Exit, Result},
    output::found,
    recent,
};

/// No query has more characters.
const LONGEST: usize = 1000;

/// Find memories
///
/// Shows the memories that match the query, best first, each with its score, time, place, people, tags and id.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo recall budget meeting
  memo recall \"dinner in Lisbon\" --with Ana --since 2026-09 --limit 3
  memo recall deadline --json | jq -r '.memories[].content.narrative'")]
pub(crate) struct Args {
    /// What to look for
    #[arg(required = true, value_name = "QUERY")]
    query: Vec<String>,
    /// How many memories at most
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100), default_value_t = 10)]
    limit: u32,
    #[command(flatten)]
    narrow: Narrow,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let query = self.query.join(" ");
        check(&query, LONGEST, "what to look for")?;
        let client = context.client()?;
        let filter = self.narrow.filter(context, &client)?;
        let envelope = client.recall(&query, Some(self.limit), &filter)?;
        recent::remember(&context.config, &query, &envelope.memories);
        let output = &context.output;
        if output.is_json() {
            output.json(&envelope)?;
        } else {
            let width = output.width();
            let cards = envelope.memories.iter().enumerate();
            let cards: Vec<String> = cards.map(|(i, m)| card(Some(i + 1), m, width)).collect();
            output.result(&cards.join("\n"))?;
            match envelope.memories.len() as u64 {
                0 => output.note("no memory matches"),
                n if output.is_terminal() => {
                    output.note(&format!("\n{}", count(n, "memory", "memories")));
                }
                _ => {}
            }
        }
        Ok(found(!envelope.memories.is_empty()))
    }
}
