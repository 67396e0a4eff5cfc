//! What a document may yield: a memory is short, and all of them together are in proportion to the text.

use super::Draft;
use crate::ingest::{
    Document,
    title::{cut, shorten},
};

/// Characters of a memory's account.
pub(crate) const LONGEST_NARRATIVE: usize = 16_000;

/// People of a memory, and named things.
const MOST_NAMES: usize = 256;

/// Parts of the text that a memory rests on.
pub(crate) const MOST_SPANS: usize = 1 << 12;

/// Bytes of a memory's words, its names with them: more than the above, so that what an earlier version made is let in.
pub(crate) const LARGEST_MEMORY: usize = 1 << 20;

/// Bytes that memories may take of any document,
const ANY: usize = 1 << 20;

/// and for each byte of its text.
const FOR_EACH: usize = 16;

/// Bytes that are counted for a memory besides its words: its rows, its place in the index, its vector.
const ROW: usize = 256;

/// A document's memories are out of all proportion to its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "This document says too many things for its length to be remembered as one: split it into several, or add the \
     part of it that matters."
)]
pub struct TooMuch;

/// Bytes that a document's memories may still take.
pub(super) struct Room(usize);

impl Room {
    /// All that the document may yield.
    pub(super) fn of(document: &Document) -> Self {
        let ends = document.passages.iter().map(|p| p.span.end);
        Self(ANY + FOR_EACH * ends.max().unwrap_or(0))
    }

    /// The memory within its bounds, if there is room for it.
    pub(super) fn take(&mut self, mut draft: Draft) -> Result<Draft, TooMuch> {
        bound(&mut draft);
        let names = draft.participants.iter().chain(&draft.tags);
        let names = names.chain(draft.entities.iter().map(|e| &e.name));
        let names: usize = names.map(|n| n.len() + size_of::<String>()).sum();
        let spans = size_of_val(draft.spans.as_slice());
        let bytes = ROW + draft.narrative.len() + names + spans;
        self.0 = self.0.checked_sub(bytes).ok_or(TooMuch)?;
        Ok(draft)
    }
}

/// Cuts what is too long, and leaves out names that are too many.
fn bound(draft: &mut Draft) {
    let end = cut(&draft.narrative, LONGEST_NARRATIVE).len();
    draft.narrative.truncate(end);
    draft.participants.truncate(MOST_NAMES);
    draft.entities.truncate(MOST_NAMES);
    draft.spans.truncate(MOST_SPANS);
    let names = draft.participants.iter_mut().chain(&mut draft.tags);
    let names = names.chain(draft.entities.iter_mut().map(|e| &mut e.name));
    for name in names.chain(&mut draft.place).chain(&mut draft.speaker) {
        shorten(name);
    }
}
