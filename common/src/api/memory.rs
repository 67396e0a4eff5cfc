//! Memories, lists of them, what narrows a list, and their ratings.

use super::SourceType;
use serde::{Deserialize, Serialize};

/// One episodic memory as queries return it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// `<item_id>_memory_<index>`.
    pub custom_id: String,
    /// The document it came from.
    pub item_id: String,
    /// 0 to 1: how likely this memory is to be what was asked for; 0 where nothing was asked.
    pub score: f64,
    /// What is remembered.
    pub content: Content,
}

/// What a memory holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// First-person account, from the point of view of the user named at upload.
    pub narrative: String,
    /// Who took part, by their fullest known names; the user included where they took part.
    pub participants: Vec<String>,
    /// ISO 8601 at the precision known, or a range with `/`; empty when nothing is known.
    pub when: String,
    /// Where it took place, as the source names it.
    #[serde(rename = "where")]
    pub place: Option<String>,
    /// Named things in the narrative.
    #[serde(default)]
    pub entities: Vec<Entity>,
    /// The few keywords one would file it under.
    pub tags: Vec<String>,
}

/// A named thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Entity {
    /// As the source writes it.
    pub name: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: EntityType,
}

/// The entity types of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum EntityType {
    Person,
    Organization,
    Location,
    Event,
    Product,
    Work,
    Url,
    Email,
    Phone,
    Money,
    File,
    Repository,
    Issue,
    #[serde(other)]
    Other,
}

/// What recall answers; also the shape of every list of memories.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Envelope {
    /// Best first.
    pub memories: Vec<Memory>,
    /// Always empty.
    #[serde(default)]
    pub qa: Vec<serde_json::Value>,
    /// Always empty.
    #[serde(default)]
    pub chunks: Vec<serde_json::Value>,
}

/// One page of memories: the envelope, and where the next page begins.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MemoryPage {
    /// By time, newest first; undated ones by the time they were stored.
    pub memories: Vec<Memory>,
    /// Give it back as `cursor` for the next page; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// One memory with the passages it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MemoryDetail {
    /// The memory itself; its fields stand at the top level.
    #[serde(flatten)]
    pub memory: Memory,
    /// The passages of the document, in order; empty where the document's text is gone.
    #[serde(default)]
    pub source: Vec<SourceSpan>,
    /// What was read of the fields that were put right since; absent where none were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<Correction>,
}

/// Fields of a memory, those that are meant: what a person says of them, or what was read before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// The account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narrative: Option<String>,
    /// Who took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub participants: Option<Vec<String>>,
    /// When it happened; empty when nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// Where it took place; empty when nothing is known.
    #[serde(rename = "where", default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The keywords.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
}

impl Correction {
    /// Whether no field is meant.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What is to be done with the fields of a memory: nothing (absent), a value to be put in (some), or back to what was read
/// (null).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MemoryPatch {
    /// The account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub narrative: Option<Option<String>>,
    /// Who took part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub participants: Option<Option<Vec<String>>>,
    /// When it happened; empty for nothing known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Option<String>>,
    /// Where it took place; empty for nothing known.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<Option<String>>,
    /// The keywords.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Option<Vec<String>>>,
}

impl From<Correction> for MemoryPatch {
    /// Puts these fields in.
    fn from(fields: Correction) -> Self {
        Self {
            narrative: fields.narrative.map(Some),
            participants: fields.participants.map(Some),
            when: fields.when.map(Some),
            place: fields.place.map(Some),
            tags: fields.tags.map(Some),
        }
    }
}

impl MemoryPatch {
    /// Whether it does nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The fields that are put right, once this is done to those that were before.
    pub fn applied(&self, before: Correction) -> Correction {
        fn one<T: Clone>(patch: &Option<Option<T>>, before: Option<T>) -> Option<T> {
            patch.clone().unwrap_or(before)
        }
        Correction {
            narrative: one(&self.narrative, before.narrative),
            participants: one(&self.participants, before.participants),
            when: one(&self.when, before.when),
            place: one(&self.place, before.place),
            tags: one(&self.tags, before.tags),
        }
    }
}

/// A passage of an uploaded document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceSpan {
    /// First byte of it in the document.
    pub start: u64,
    /// The byte after its last.
    pub end: u64,
    /// Its first line, counted from 1.
    pub first_line: u64,
    /// Its last line.
    pub last_line: u64,
    /// The text itself.
    pub text: String,
}

/// What feedback answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rated {
    /// `success`.
    pub status: String,
    /// The rated memory.
    pub memory_id: String,
    /// The rating that now stands; 0 where one was withdrawn.
    pub rating: i32,
}

/// What narrows the memories that are looked at, in recall, ask and lists of memories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only memories of this day or later (ISO date).
    pub since: Option<String>,
    /// Only memories of this day or earlier (ISO date).
    pub until: Option<String>,
    /// Only memories that this person took part in or is mentioned in (any part of a name).
    pub participant: Option<String>,
    /// Only memories at this place (any part of its name).
    pub place: Option<String>,
    /// Only memories with this tag.
    pub tag: Option<String>,
    /// Only memories of this document.
    pub item_id: Option<String>,
    /// Only memories of documents of this type.
    pub source_type: Option<SourceType>,
}

impl Filter {
    /// The fields that are set, by their names on the wire.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let source_type = self.source_type.map(|t| t.to_string());
        [
            ("since", &self.since),
            ("until", &self.until),
            ("participant", &self.participant),
            ("place", &self.place),
            ("tag", &self.tag),
            ("item_id", &self.item_id),
            ("source_type", &source_type),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.clone()?)))
        .collect()
    }
}
