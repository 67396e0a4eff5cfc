//! `memo today`: the timeline of today.

use super::timeline;
use crate::{
    context::Context,
    error::{Exit, Result},
    pages::PAGE,
};
use memo_common::api::Filter;

/// Show what is on today, and what happened on this day in other years
///
/// The same as `memo timeline today`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo today
  memo today --json | jq -r '.entries[].memory.content.narrative'")]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        timeline::today(context, Filter::default(), PAGE)
    }
}
