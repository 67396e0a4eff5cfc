//! Telling what a reader kept as facts: passages of such kinds become sentences of the user's.

mod calendar;
mod times;
mod titles;

use crate::extract::Context;
use crate::ingest::{Document, Kind};

/// The document with every [`Kind::Event`] told: as a [`Kind::Record`], and what its description says beyond a note
/// as messages or prose of the same thread.
pub fn tell(mut document: Document, context: &Context) -> Document {
    if !document
        .passages
        .iter()
        .any(|p| matches!(p.kind, Kind::Event(_)))
    {
        return document;
    }
    for passage in std::mem::take(&mut document.passages) {
        if let Kind::Event(event) = &passage.kind {
            let told = calendar::tell(event, &passage, &mut document, context);
            document.passages.extend(told);
        } else {
            document.passages.push(passage);
        }
    }
    document
}
