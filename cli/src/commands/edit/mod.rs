//! `memo edit`: a memory put right.

mod form;

use super::find::{Thing, find};
use crate::{
    card::{card, clean},
    complete,
    context::Context,
    error::{Exit, Failure, Result},
    os,
};
use clap::ValueEnum;
use clap_complete::engine::ArgValueCompleter;
use memo_common::api::{MemoryDetail, MemoryPatch};
use std::{
    fs,
    io::{self, Write},
    path::Path,
};

/// Put a memory right
///
/// What you say takes the place of what was read; the document's own words stay, and `memo show ID --source` shows them. It
/// holds when the document is read again. On a terminal, without flags, your editor opens (VISUAL or EDITOR).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo edit 1                                  the first memory of the last answer, in your editor
  memo edit notes.md_memory_3 --when 2026-10-03 --where Lisbon
  memo edit 2 --participant \"Ana Ruiz\" --participant \"Ben Cole\"
  memo edit 2 --undo where")]
pub(crate) struct Args {
    /// The memory: its id, or a number of the last answer
    #[arg(value_name = "ID", add = ArgValueCompleter::new(complete::memories))]
    id: String,
    /// Who took part: all of them, the flag given once for each; "" for nobody
    #[arg(long, value_name = "PERSON", add = ArgValueCompleter::new(complete::people))]
    participant: Vec<String>,
    /// When it happened: 2026, 2026-10, 2026-10-03, "2026-10-03 14:30", or two of these with / between; "" for unknown
    #[arg(long, value_name = "TIME")]
    when: Option<String>,
    /// Where it took place; "" for unknown
    #[arg(long = "where", value_name = "PLACE", add = ArgValueCompleter::new(complete::places))]
    place: Option<String>,
    /// Its keywords: all of them, the flag given once for each; "" for none
    #[arg(long, add = ArgValueCompleter::new(complete::tags))]
    tag: Vec<String>,
    /// What happened, in your words
    #[arg(long, value_name = "TEXT")]
    narrative: Option<String>,
    /// Back to what was read: the flag given once for each field
    #[arg(long, value_name = "FIELD")]
    undo: Vec<Field>,
}

/// A field that can be put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Field {
    Narrative,
    Participants,
    When,
    Where,
    Tags,
    All,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let output = &context.output;
        let mut patch = self.patch();
        if patch.is_empty() && !(output.can_ask() && output.is_terminal()) {
            return Err(Failure::usage(
                "nothing is said to be put right, and no editor can be opened here",
            )
            .hint("say --when, --where, --participant, --tag, --narrative or --undo"));
        }
        let client = context.client()?;
        let memory = match find(context, &client, &self.id)? {
            Thing::Memory(memory) => memory,
            Thing::Document(document) => {
                let id = clean(&document.item_id);
                return Err(Failure::usage(format!(
                    "{id} is a document, and memories are put right"
                ))
                .hint(format!(
                    "`memo show {id}` shows its memories with their ids"
                )));
            }
        };
        let mut written = None;
        if patch.is_empty() {
            let path = context
                .config
                .data_dir
                .join(format!("edit-{}.txt", std::process::id()));
            patch = in_editor(&path, &memory)?;
            written = Some(path);
        }
        let edited = match patch.is_empty() {
            true => {
                output.note("nothing was changed");
                *memory
            }
            false => client
                .edit_memory(&memory.memory.custom_id, &patch)
                .map_err(|error| match &written {
                    Some(path) => {
                        let kept = format!("what you wrote is in {}", path.display());
                        Failure::from(error).hint(kept)
                    }
                    None => error.into(),
                })?,
        };
        if let Some(path) = written {
            // Left behind it does no harm: the folder is its owner's alone.
            let _ = fs::remove_file(path);
        }
        match output.is_json() {
            true => output.json(&edited)?,
            false => output.result(&card(None, &edited.memory, output.width()))?,
        }
        Ok(Exit::Done)
    }

    /// What the flags ask for.
    fn patch(&self) -> MemoryPatch {
        let undone = |field| {
            let is = |f: &Field| *f == field || *f == Field::All;
            self.undo.iter().any(is).then_some(None)
        };
        fn list(given: &[String]) -> Option<Option<Vec<String>>> {
            let named = given.iter().filter(|name| !name.trim().is_empty());
            (!given.is_empty()).then(|| Some(named.cloned().collect()))
        }
        MemoryPatch {
            narrative: self
                .narrative
                .clone()
                .map(Some)
                .or(undone(Field::Narrative)),
            participants: list(&self.participant)
                .or_else(|| undone(Field::Participants).map(|_| None)),
            when: self.when.clone().map(Some).or(undone(Field::When)),
            place: self.place.clone().map(Some).or(undone(Field::Where)),
            tags: list(&self.tag).or_else(|| undone(Field::Tags).map(|_| None)),
        }
    }
}

/// What a person makes of the memory in an editor.
fn in_editor(path: &Path, memory: &MemoryDetail) -> Result<MemoryPatch> {
    let failed = |e: io::Error| Failure::io(format_args!("cannot write {}", path.display()), &e);
    let form = form::written(memory);
    write(path, &form).map_err(failed)?;
    if let Err(error) = os::edit(path) {
        // Nothing was written that is worth keeping.
        let _ = fs::remove_file(path);
        return Err(
            Failure::new(Exit::SomeFailed, format!("no editor was run: {error}"))
                .hint("set EDITOR to one, or use flags: `memo edit --help`"),
        );
    }
    let changed = fs::read_to_string(path)
        .map_err(|e| Failure::io(format_args!("cannot read {}", path.display()), &e))?;
    form::read(memory, &changed)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}
