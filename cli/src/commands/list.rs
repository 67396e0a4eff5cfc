//! `memo list`: what is there.

use super::narrow::Narrow;
use crate::{
    card::{card, clean, table},
    context::Context,
    error::{Exit, Result},
    output::found,
    pages::{PAGE, pages},
};
use memo_common::{
    api::{Document, Filter, RunState, SourceType},
    client::Client,
};

/// List documents, or memories by time
///
/// The documents that were added last come first, and of memories those of the latest days. What days, people, places or
/// tags narrow are memories. On a terminal a long list is shown by the program that PAGER names.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo list
  memo list --source-type calendar
  memo list --since yesterday
  memo list --json | jq -r '.documents[].item_id'")]
pub(crate) struct Args {
    /// List memories, the latest day first, instead of documents
    #[arg(long, short)]
    memories: bool,
    /// How many at most [default: all documents, 100 memories]
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    #[command(flatten)]
    narrow: Narrow,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let client = context.client()?;
        let filter = self.narrow.filter(context, &client)?;
        let of_memories = [
            &filter.since,
            &filter.until,
            &filter.participant,
            &filter.place,
            &filter.tag,
        ];
        match self.memories || of_memories.iter().any(|flag| flag.is_some()) {
            true => self.memories(context, &client, &filter),
            false => self.documents(context, &client, &filter),
        }
    }

    fn documents(&self, context: &Context, client: &Client, filter: &Filter) -> Result<Exit> {
        let mut documents = documents(client, usize::MAX)?;
        let is_none = documents.is_empty();
        documents.retain(|d| {
            let is_item = |id: &String| d.item_id == *id;
            filter.item_id.as_ref().is_none_or(is_item)
                && (filter.source_type.is_none() || d.source_type == filter.source_type)
        });
        // RFC 3339 in UTC: by the letter is by time.
        documents.sort_by(|a, b| b.created_at.cmp(&a.created_at));
        documents.truncate(self.limit.map_or(usize::MAX, |n| n as usize));
        let output = &context.output;
        if output.is_json() {
            output.json(&serde_json::json!({ "documents": documents }))?;
        } else if documents.is_empty() && !is_none {
            output.note("there are no such documents");
        } else if documents.is_empty() {
            output.note("there are no documents yet; `memo add PATH` brings some");
        } else {
            let rows: Vec<Vec<String>> = documents.iter().map(row).collect();
            let head = ["DOCUMENT", "TYPE", "MEMORIES", "UPLOADED", "FILE"];
            output.paged(&table(&head, &rows, output.width()))?;
        }
        Ok(found(!documents.is_empty()))
    }

    fn memories(&self, context: &Context, client: &Client, filter: &Filter) -> Result<Exit> {
        let most = self.limit.unwrap_or(PAGE) as usize;
        let (memories, more) = pages(most, |limit, cursor| {
            let page = client.memories(filter, Some(limit), cursor)?;
            Ok((page.memories, page.next_cursor))
        })?;
        let output = &context.output;
        if output.is_json() {
            output.json(&serde_json::json!({ "memories": memories }))?;
        } else {
            let cards: Vec<String> = memories
                .iter()
                .map(|m| card(None, m, output.width()))
                .collect();
            output.paged(&cards.join("\n"))?;
            if memories.is_empty() {
                output.note("there are no such memories");
            } else if more {
                output.note("there are more; ask for them with --limit");
            }
        }
        Ok(found(!memories.is_empty()))
    }
}

/// Every document, up to `most`.
pub(crate) fn documents(client: &Client, most: usize) -> Result<Vec<Document>> {
    let (all, _) = pages(most, |limit, cursor| {
        let page = client.documents(Some(limit), cursor)?;
        Ok((page.documents, page.next_cursor))
    })?;
    Ok(all)
}

fn row(document: &Document) -> Vec<String> {
    let memories = match document.run.state {
        RunState::Active => document.run.progress.stage.clone(),
        RunState::Failed => "failed".into(),
        RunState::Succeeded => document.memories.to_string(),
    };
    vec![
        clean(&document.item_id),
        document
            .source_type
            .map_or("", SourceType::as_str)
            .to_owned(),
        memories,
        day_and_time(&document.created_at),
        clean(document.filename.as_deref().unwrap_or_default()),
    ]
}

/// An RFC 3339 time as this place's clock showed it.
pub(crate) fn day_and_time(text: &str) -> String {
    match text.parse::<jiff::Timestamp>() {
        Ok(time) => {
            let here = time.to_zoned(jiff::tz::TimeZone::system());
            here.strftime("%Y-%m-%d %H:%M").to_string()
        }
        Err(_) => clean(text),
    }
}
