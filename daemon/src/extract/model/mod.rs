//! Memories told anew by a language model, and checked.
//!
//! The embedded way goes first. Its memories are the units that the model is given, a window at a time, numbered, with
//! the words they were made of; the model tells them in its own words and says which units each memory rests on. What
//! it says is checked against those words, field by field; a field that does not hold is the embedded memory's.
//! An embedded memory goes only where the model's memories say all that it says: nothing is lost by a model that
//! leaves things out, and nothing but text comes of one that was talked into something by a document.
//!
//! - `window`: units → windows that fit a small model
//! - `prompt`: a window as messages
//! - `reply`: a reply → memories as told
//! - `check`: a memory as told → one that holds
//! - `join`: the memories of all windows, and what is left of the embedded ones

mod check;
mod join;
mod prompt;
mod reply;
mod window;

use super::{Context, Draft, NotRead, Read, Source, Watch, evidence::Evidence, read};
use crate::{
    ingest::{Document, Title},
    llm::{Call, Llm, LlmError, Purpose},
};
use check::Told;
use memo_common::api::RunError;
use reply::Reply;
use std::ops::Range;

/// Windows of a document that are told anew, at most; the rest of a longer one stays as the embedded way tells it.
const MOST_WINDOWS: usize = 64;

/// Headings that a memory may take words from: those of a book would be all of its language.
const MOST_HEADINGS: usize = 100;

/// An embedded memory, with what it was made of.
struct Unit {
    draft: Draft,
    source: Option<Source>,
}

/// How memories were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// With what is inside the daemon.
    Embedded,
    /// By the model.
    Llm,
    /// Some by the one, some by the other.
    Mixed,
}

impl Way {
    /// As executions name it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::Llm => "llm",
            Self::Mixed => "mixed",
        }
    }
}

/// What a document gave.
pub(crate) struct Extracted {
    pub(crate) drafts: Vec<Draft>,
    pub(crate) way: Way,
    /// Why the model's way was left, for all of the document or a part of it.
    pub(crate) fallback: Option<RunError>,
}

/// Makes the memories of a document, with the model as far as it serves. `watch` is told windows done, and of how many.
pub(crate) fn extract(
    document: &Document,
    context: &Context,
    llm: &Llm,
    watch: Watch,
) -> Result<Extracted, NotRead> {
    let first = |_, _| watch(0, 1);
    let read = read(document, context, &first, |draft, source| Unit {
        draft,
        source,
    })?;
    let reader = Reader {
        document,
        context,
        shared: shared(document, context),
        read,
        llm,
    };
    Ok(reader.run(watch))
}

/// What holds for all of the document: whose it is, its title and headings.
fn shared(document: &Document, context: &Context) -> Evidence {
    let mut shared = Evidence::default();
    shared.add(&context.user_name);
    let mut headings: Vec<&Title> = Vec::new();
    for heading in document.passages.iter().flat_map(|p| &p.headings) {
        if headings.len() < MOST_HEADINGS && !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    for title in document.title.iter().chain(headings) {
        shared.add(title);
    }
    shared
}

struct Reader<'a> {
    document: &'a Document,
    context: &'a Context,
    shared: Evidence,
    read: Read<Unit>,
    llm: &'a Llm,
}

impl Reader<'_> {
    fn run(self, watch: Watch) -> Extracted {
        let mut windows = window::windows(&self.read.made);
        let mut fallback = None;
        if windows.len() > MOST_WINDOWS {
            windows.truncate(MOST_WINDOWS);
            let message = "Only the first part of this long document was given to the model.";
            fallback = Some(failure("document_too_long", message));
        }
        let total = windows.len() as u64;
        let mut told: Vec<Told> = Vec::new();
        for (done, window) in windows.into_iter().enumerate() {
            if watch(done as u64, total).is_break() {
                break;
            }
            if let Err(error) = self.window(window, &mut told) {
                let ends = error.ends_the_way();
                let message = format!("The model: {error}.");
                fallback = Some(failure(error.code(), &message));
                if ends {
                    break;
                }
            }
        }
        if told.is_empty() && fallback.is_none() && total > 0 {
            let message = "Nothing of what the model tells stands in the document.";
            fallback = Some(failure("model_unsupported", message));
        }
        let Read { made, clock, .. } = self.read;
        let kept = join::join(made, told, &self.shared, clock);
        Extracted {
            drafts: kept.drafts,
            way: kept.way,
            fallback,
        }
    }

    /// The memories of one window that hold. What is too long for the model is halved until it fits.
    fn window(&self, window: Range<usize>, told: &mut Vec<Told>) -> Result<(), LlmError> {
        let units: Vec<(usize, &Unit)> = window
            .clone()
            .map(|i| (i, &self.read.made[i]))
            .filter(|(_, unit)| unit.source.is_some())
            .collect();
        let call = Call {
            purpose: Purpose::Memories,
            messages: prompt::messages(self.document, self.context, &units),
            schema: Some(prompt::schema(units.len())),
            stream: false,
        };
        match self.llm.read(call, &self.llm.stopped(), reply::read) {
            Ok(reply) => told.extend(self.checked(reply, &units)),
            Err(LlmError::PromptTooLong(_)) if window.len() > 1 => {
                let middle = window.start + window.len() / 2;
                self.window(window.start..middle, told)?;
                self.window(middle..window.end, told)?;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn checked(&self, reply: Reply, units: &[(usize, &Unit)]) -> Vec<Told> {
        let mut whole = self.shared.clone();
        for (_, unit) in units {
            check::add_unit(&mut whole, unit);
        }
        let memories = reply.memories.into_iter();
        memories
            .filter_map(|memory| check::check(memory, units, &whole, &self.shared, &self.read))
            .collect()
    }
}

fn failure(code: &str, message: &str) -> RunError {
    RunError {
        code: code.to_owned(),
        message: message.to_owned(),
    }
}

#[cfg(test)]
mod tests;
