//! What is handed over to be indexed.

use crate::{
    embed::compact::{self, Codes, Signs},
    when::When,
};
use jiff::civil::Date;
use memo_common::api::{Entity, EntityType, SourceType};

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
    /// Its last day, where it repeats beyond `when`.
    pub last: Option<Date>,
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
    /// Its vector by a model, where it has one already.
    pub vector: Option<ModelVector>,
}

impl MemoryEntry {
    /// The names of everybody in it.
    pub(super) fn people(&self) -> impl Iterator<Item = &str> {
        people(&self.participants, self.speaker.as_deref(), &self.entities)
    }
}

/// The names of everybody in a memory: who took part, who speaks, and who is only mentioned.
pub(crate) fn people<'m>(
    participants: &'m [String],
    speaker: Option<&'m str>,
    entities: &'m [Entity],
) -> impl Iterator<Item = &'m str> {
    let mentioned = entities.iter().filter(|e| e.kind == EntityType::Person);
    let mentioned = mentioned.map(|e| e.name.as_str());
    let took_part = participants.iter().map(String::as_str);
    took_part.chain(speaker).chain(mentioned)
}

/// The vector of a text by a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelVector {
    /// The number of the model; vectors of different ones are not compared. Not 0.
    pub model: u64,
    /// The vector.
    pub codes: Codes,
    /// The signs of its first numbers.
    pub signs: Signs<6>,
}

/// The signs of a memory of which the model makes no vector.
pub(crate) const NO_VECTOR: Signs<6> = [0; 6];

impl ModelVector {
    /// The vector as it is kept.
    pub fn new(model: u64, vector: &[f32]) -> Self {
        let mut signs = compact::signs(vector);
        if signs == NO_VECTOR {
            // One sign of many that is not right matters little.
            signs[0] = 1;
        }
        Self {
            model,
            codes: compact::codes(vector),
            signs,
        }
    }

    /// Stands for a memory of which the model makes none.
    pub(crate) fn none(model: u64) -> Self {
        Self {
            model,
            codes: Codes::new(),
            signs: NO_VECTOR,
        }
    }
}

/// A change of what is to be found.
#[derive(Clone, Debug)]
pub enum Change {
    /// This version is there from now on (again, where it was there before).
    Put(Entry),
    /// This version is gone.
    Remove(u64),
}
