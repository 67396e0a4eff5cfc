//! Documents, and what comes of importing and forgetting them.

use super::{Execution, SourceType};
use serde::{Deserialize, Serialize};

/// An uploaded document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Its name.
    pub item_id: String,
    /// As given, or as guessed by the reader; absent until it has been read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_type: Option<SourceType>,
    /// From whose point of view its memories are told.
    pub user_name: String,
    /// The upload's file name, where it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    /// RFC 3339: when this text was uploaded.
    pub created_at: String,
    /// Size of the text.
    pub bytes: u64,
    /// How many memories it has that can be recalled.
    pub memories: u64,
    /// The run that works, or worked, on the text.
    pub run: Execution,
}

/// One page of documents.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DocumentPage {
    /// By `item_id`.
    pub documents: Vec<Document>,
    /// Give it back as `cursor` for the next page; absent on the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// What a deletion answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forgotten {
    /// `success`.
    pub status: String,
    /// How many memories are gone.
    pub memories: u64,
}

/// What an import answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportReport {
    /// `success`.
    pub status: String,
    /// Documents that were taken in with their memories.
    pub documents: u64,
    /// Memories that were taken in with them.
    pub memories: u64,
    /// Ratings that were taken in.
    pub ratings: u64,
    /// Documents without memories, which are worked on now.
    pub queued: u64,
    /// Documents that are here already.
    pub unchanged: u64,
    /// Documents that were left out, since what is here under their names was uploaded later.
    pub kept: u64,
}
