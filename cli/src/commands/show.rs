//! `memo show`: one document or memory.

use super::{
    find::{Thing, find},
    list::day_and_time,
};
use crate::{
    card::{card, clean, count},
    complete,
    context::Context,
    error::{Exit, Result},
    output::style,
    pages::pages,
};
use clap_complete::engine::ArgValueCompleter;
use memo_common::{
    api::{Document, Filter, MemoryDetail, RunState},
    client::Client,
};
use std::fmt::Write;

/// Show a document or a memory
///
/// A document with its memories, or one memory. With --source: the passage of the document that a memory comes
/// from, with its line numbers, or a document's whole text.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo show notes-md-1f2e3d4c5b6a
  memo show notes.md
  memo show 2                                  the second memory of the last answer
  memo show notes-md-1f2e3d4c5b6a_memory_3 --source")]
pub(crate) struct Args {
    /// The document or memory: its id or the beginning of it, a file's name, or a number of the last answer
    #[arg(value_name = "ID", add = ArgValueCompleter::new(complete::documents_and_memories))]
    id: String,
    /// Show the text it comes from
    #[arg(long)]
    source: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let client = context.client()?;
        let output = &context.output;
        match find(context, &client, &self.id)? {
            Thing::Memory(memory) if output.is_json() => output.json(&memory)?,
            Thing::Memory(memory) => {
                let mut text = card(None, &memory.memory, output.width());
                if self.source {
                    text.push_str(&source(&memory));
                }
                output.paged(&text)?;
            }
            Thing::Document(document) => self.document(context, &client, &document)?,
        }
        Ok(Exit::Done)
    }

    fn document(&self, context: &Context, client: &Client, document: &Document) -> Result<()> {
        let output = &context.output;
        let text = match self.source {
            true => Some(client.document_text(&document.item_id)?),
            false => None,
        };
        if output.is_json() {
            let mut value = serde_json::json!(document);
            if let Some(text) = text {
                value["text"] = text.into();
            }
            return output.json(&value);
        }
        let mut out = about(document);
        match text {
            Some(text) => {
                out.push('\n');
                numbered(&mut out, &text, 1);
            }
            None => {
                let filter = Filter {
                    item_id: Some(document.item_id.clone()),
                    ..Filter::default()
                };
                let (memories, _) = pages(usize::MAX, |limit, cursor| {
                    let page = client.memories(&filter, Some(limit), cursor)?;
                    Ok((page.memories, page.next_cursor))
                })?;
                for memory in &memories {
                    let _ = write!(out, "\n{}", card(None, memory, output.width()));
                }
            }
        }
        output.paged(&out)
    }
}

fn about(document: &Document) -> String {
    let strong = style::STRONG;
    let mut head = vec![format!("{strong}{}{strong:#}", clean(&document.item_id))];
    head.extend(document.filename.as_deref().map(clean));
    head.extend(document.source_type.map(|t| t.to_string()));
    let state = match (document.run.state, &document.run.error) {
        (RunState::Active, _) => format!("{} ...", document.run.progress.stage),
        (RunState::Failed, Some(error)) => format!("failed: {}", clean(&error.message)),
        (RunState::Failed, None) => "failed".into(),
        (RunState::Succeeded, _) => count(document.memories, "memory", "memories"),
    };
    format!(
        "{}\n{} bytes, uploaded {}, told as {}\n{state}\n",
        head.join("  "),
        document.bytes,
        day_and_time(&document.created_at),
        clean(&document.user_name),
    )
}

fn source(memory: &MemoryDetail) -> String {
    let mut out = String::new();
    if memory.source.is_empty() {
        out.push_str("\nthe text it comes from is gone\n");
    }
    // Passages that follow each other are one to a reader.
    let parts = memory
        .source
        .chunk_by(|a, b| b.first_line <= a.last_line + 1);
    for part in parts {
        let (first, last) = (part[0].first_line, part[part.len() - 1].last_line);
        let dim = style::DIM;
        let lines = match first == last {
            true => format!("line {first}"),
            false => format!("lines {first} to {last}"),
        };
        let id = clean(&memory.memory.item_id);
        let _ = writeln!(out, "\n{dim}{id}, {lines}{dim:#}");
        for span in part {
            numbered(&mut out, &span.text, span.first_line);
        }
    }
    out
}

/// Lines with their numbers.
fn numbered(out: &mut String, text: &str, first: u64) {
    let dim = style::DIM;
    for (number, line) in (first..).zip(text.lines()) {
        let _ = writeln!(out, "{dim}{number:>5}{dim:#}  {}", clean(line));
    }
}
