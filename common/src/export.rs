//! The export format: one user's documents, memories and ratings as JSON Lines, to be read by other programs and by
//! other versions of this one.
//!
//! The first line is a [`Line::MemoExport`]. Then comes each document, followed by its memories in ascending order of
//! their indexes, and by the ratings of them; at the end a [`Line::End`], without which the export was cut short. Fields
//! that a reader does not know are to be ignored; a change that old readers cannot ignore raises [`VERSION`].

use crate::api::{Content, Correction, SourceType};
use serde::{Deserialize, Serialize};

/// The version of the format.
pub const VERSION: u32 = 1;

/// How the first line begins, by which an export is known.
pub const BEGINS: &str = "{\"type\":\"memo_export\"";

/// No line is longer, bytes: a document of 10 MiB of which each byte is written as six.
pub const LONGEST_LINE: usize = 64 << 20;

/// The media type of an export.
pub const MEDIA_TYPE: &str = "application/x-ndjson";

/// One line; its field `type` says which.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Line {
    /// The first.
    MemoExport(Header),
    /// A document.
    Document(Document),
    /// A memory of the document before it.
    Memory(Memory),
    /// A rating of a memory of the document before it.
    Rating(Rating),
    /// The last.
    End(End),
}

/// What an export is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub version: u32,
    /// Version of memo that wrote it.
    pub memo: String,
    /// RFC 3339.
    pub exported_at: String,
    /// What was said of names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<Name>,
}

/// What was said of a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// The name, as memories write it.
    pub name: String,
    /// The name that it was merged into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<String>,
    /// The name to show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// Names that are somebody else's, however alike.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<String>,
}

/// A document with its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Its name.
    pub item_id: String,
    /// From whose point of view its memories are told.
    pub user_name: String,
    /// The upload's file name, where it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filename: Option<String>,
    /// Its type, where the upload said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_type: Option<SourceType>,
    /// RFC 3339: when it was written, where the upload said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference_time: Option<String>,
    /// RFC 3339: when it was uploaded.
    pub created_at: String,
    /// What was made of it; absent while nothing is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extracted: Option<Extracted>,
    /// What was put right in memories that are not there: it waits for their passages to come back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
    /// The text.
    pub text: String,
}

/// What was made of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// The type it was read as.
    pub source_type: SourceType,
    /// How many memories were made; their indexes go from 0.
    pub memories: u32,
    /// Indexes of those that were removed since; all others follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<u32>,
}

/// What was put right in a memory that is not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// What the memory is known by, for memo alone to read.
    pub trace: serde_json::Value,
    /// What the fields say that were put right.
    pub fields: Correction,
    /// RFC 3339: when it was changed last.
    pub changed_at: String,
}

/// What was put right in a memory, whose content holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corrected {
    /// What was read of the fields that were put right.
    pub read: Correction,
    /// How it repeats as it was read, where its time was put right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// RFC 3339: when it was changed last.
    pub changed_at: String,
}

/// A memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// `<item_id>_memory_<index>`.
    pub custom_id: String,
    /// What is remembered.
    #[serde(flatten)]
    pub content: Content,
    /// The passages it rests on: bytes of the text, first and behind the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<(u64, u64)>,
    /// Who speaks in it, where one alone does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// Whether its last words are a question.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks: bool,
    /// Which of the document's threads it belongs to.
    #[serde(default)]
    pub thread: u32,
    /// How it repeats, where it does: its first occurrence, the parts of iCalendar's rule, and `EXDATE` and `RDATE` as days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// What was put right in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Box<Corrected>>,
}

/// A standing rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// `custom_id` of the rated memory.
    pub memory_id: String,
    /// The query that surfaced it.
    pub query_text: String,
    /// Above 0 is helpful, below 0 is not.
    pub rating: i32,
}

/// The end of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// What came before.
    #[serde(flatten)]
    pub counts: Counts,
    /// Documents that were left out, since their texts cannot be read any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<String>,
}

/// How much an export holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Documents.
    pub documents: u64,
    /// Memories.
    pub memories: u64,
    /// Ratings.
    pub ratings: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An export as the first version wrote it: it has to read for ever.
    #[test]
    fn lines_of_the_first_version_read() {
        let lines = [
            r#"{"type":"memo_export","version":1,"memo":"0.1.0","exported_at":"2026-11-21T17:00:00.000Z"}"#,
            r#"{"type":"document","item_id":"garden","user_name":"Mira","created_at":"2026-11-21T17:00:00.000Z","extracted":{"source_type":"text","memories":2,"removed":[1]},"text":"I planted tulips."}"#,
            r#"{"type":"memory","custom_id":"garden_memory_0","narrative":"I planted tulips.","participants":["Mira"],"when":"2024-05-03","where":null,"entities":[{"name":"Lisbon","type":"location"}],"tags":["tulips"],"spans":[[0,17]],"thread":0}"#,
            r#"{"type":"rating","memory_id":"garden_memory_0","query_text":"tulips","rating":1}"#,
            r#"{"type":"end","documents":1,"memories":1,"ratings":1}"#,
        ];
        assert!(lines[0].starts_with(BEGINS));
        for text in lines {
            let line: Line = serde_json::from_str(text).expect(text);
            assert_eq!(serde_json::to_string(&line).expect("written"), text);
        }
    }
}
