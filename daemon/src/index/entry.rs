//! What is handed over to be indexed.

use crate::when::When;
use memo_common::api::{Entity, SourceType};

/// One version of a document with its memories, in order.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The store's number for this version of the document; never used again for another.
    pub version: u64,
    /// Whose memories these are.
    pub user: String,
    /// The document's name.
    pub item_id: String,
    /// What kind of document it is.
    pub source_type: SourceType,
    /// The memories; a memory's place here is its index.
    pub memories: Vec<MemoryEntry>,
}

/// What of one memory is searched.
#[derive(Clone, Debug, Default)]
pub struct MemoryEntry {
    /// First-person account.
    pub narrative: String,
    /// Who took part.
    pub participants: Vec<String>,
    /// When it happened.
    pub when: Option<When>,
    /// Where.
    pub place: Option<String>,
    /// Named things.
    pub entities: Vec<Entity>,
    /// Keywords.
    pub tags: Vec<String>,
    /// Who speaks, where one person does.
    pub speaker: Option<String>,
    /// Whether its last words are a question.
    pub asks: bool,
    /// Memories of the same thread are neighbours.
    pub thread: u32,
}

/// A change of what is to be found.
#[derive(Clone, Debug)]
pub enum Change {
    /// This version is there from now on (again, where it was there before).
    Put(Entry),
    /// This version is gone.
    Remove(u64),
}
