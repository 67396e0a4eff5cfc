//! `memo note`: a line, remembered at once.

use crate::{
    card::{card, count},
    context::Context,
    error::{Exit, Failure, Result},
    runs::Runs,
    upload::Event,
};
use jiff::Zoned;
use memo_common::{
    api::{Accepted, Filter, Memory, SourceType},
    client::{Client, Upload},
    files::{local_time, read_most, send_text, short_hash},
};
use std::{
    io::{self, IsTerminal},
    thread,
    time::SystemTime,
};

/// Remember a line of yours at once
///
/// It becomes a document of its own, of this day and hour, and can be found when the command ends. Without words it takes
/// what comes on standard input.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo note Ines has the key to the pump house until Friday
  memo note \"Lunch with Ana: the pilot is moved to 2 November\"
  pbpaste | memo note")]
pub(crate) struct Args {
    /// What to remember, or - for standard input
    #[arg(value_name = "TEXT")]
    words: Vec<String>,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let words = self.words()?;
        if words.trim().is_empty() {
            return Err(Failure::usage("there is nothing to remember in it"));
        }
        let user_name = context.user_name()?;
        let client = context.client()?;
        let accepted = send(&client, &words, &user_name)?;
        wait(context, &client, &accepted)?;
        let filter = Filter {
            item_id: Some(accepted.item_id.clone()),
            ..Filter::default()
        };
        let memories = client.memories(&filter, None, None)?.memories;
        if memories.is_empty() {
            // Kept, it would only be in the way.
            client.forget_document(&accepted.item_id)?;
            let message = "memo finds nothing to remember in this, and has not kept it";
            return Err(Failure::new(Exit::Nothing, message)
                .hint("say in a sentence who did what, or what is the case"));
        }
        tell(context, &accepted, &memories)?;
        Ok(Exit::Done)
    }

    fn words(&self) -> Result<String> {
        let piped = match self.words.as_slice() {
            [] if io::stdin().is_terminal() => {
                return Err(Failure::usage("what is to be remembered?")
                    .hint("`memo note TEXT`, or pipe the text in"));
            }
            [] => true,
            [one] => one == "-",
            _ => false,
        };
        if !piped {
            return Ok(self.words.join(" "));
        }
        let cannot = |e: &io::Error| Failure::io("cannot read standard input", e);
        let bytes = read_most(io::stdin().lock()).map_err(|e| cannot(&e))?;
        String::from_utf8(bytes).map_err(|_| {
            Failure::usage("what comes on standard input is not UTF-8 text")
                .hint("`memo add -` takes other encodings, too")
        })
    }
}

/// Uploads the words as a note of this minute.
fn send(client: &Client, words: &str, user_name: &str) -> Result<Accepted> {
    let now = Zoned::now();
    let text = dated(words, &now);
    // One that is said twice is two notes.
    let unique = short_hash(format!("{}{text}", now.timestamp()).as_bytes());
    let item_id = format!("note-{}-{unique}", now.strftime("%Y-%m-%d"));
    let written = local_time(SystemTime::now());
    let upload = Upload {
        filename: Some("note.md"),
        user_name,
        item_id: Some(&item_id),
        source_type: Some(SourceType::Text),
        reference_time: written.as_deref(),
    };
    Ok(send_text(client, &upload, text.as_bytes(), &mut |_| {})?)
}

/// A note under its day and hour, which "yesterday" in it is read against.
fn dated(words: &str, now: &Zoned) -> String {
    format!("# {}\n\n{}\n", now.strftime("%Y-%m-%d %H:%M"), words.trim())
}

/// Waits until what was made of it can be found.
fn wait(context: &Context, client: &Client, accepted: &Accepted) -> Result<()> {
    let mut watch = Runs::new(client.clone());
    watch
        .runs
        .push_back((0, accepted.workflow_execution.clone()));
    let mut failed = None;
    while !watch.runs.is_empty() {
        thread::sleep(watch.pause);
        watch.look(context, &mut |_, event| {
            if let Event::Failed(reason) = event {
                failed = Some(reason);
            }
            Ok(())
        })?;
    }
    match failed {
        None => Ok(()),
        Some(reason) => Err(Failure::new(Exit::SomeFailed, reason)),
    }
}

fn tell(context: &Context, accepted: &Accepted, memories: &[Memory]) -> Result<()> {
    let output = &context.output;
    if output.is_json() {
        let item_id = &accepted.item_id;
        return output.json(&serde_json::json!({ "item_id": item_id, "memories": memories }));
    }
    for memory in memories {
        output.progress_line(&card(None, memory, output.width()))?;
    }
    output.note(&count(memories.len() as u64, "memory", "memories"));
    Ok(())
}
