//! The wire types: what goes over HTTP, and nothing else. Disk records live with the store.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// What kind of document an upload is; a hint at upload, settled by the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceType {
    /// Journals, notes, Markdown, plain lists.
    Text,
    /// RFC 5322 messages, mbox files, pasted threads.
    Email,
    /// Text that was taken out of a PDF.
    Pdf,
    /// Transcripts and talk: WebVTT, SRT, messenger exports.
    Stream,
    /// History, bookmarks, saved pages.
    Browser,
    /// An editor's traces: git logs, terminal logs, heartbeats.
    Vscode,
    /// iCalendar.
    Calendar,
    /// Issues, pull requests, webhooks, notification mail.
    Github,
    /// Slack exports and pasted channels.
    Slack,
}

impl SourceType {
    /// All nine, in the order the interface lists them.
    pub const ALL: [Self; 9] = [
        Self::Text,
        Self::Email,
        Self::Pdf,
        Self::Stream,
        Self::Browser,
        Self::Vscode,
        Self::Calendar,
        Self::Github,
        Self::Slack,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Email => "email",
            Self::Pdf => "pdf",
            Self::Stream => "stream",
            Self::Browser => "browser",
            Self::Vscode => "vscode",
            Self::Calendar => "calendar",
            Self::Github => "github",
            Self::Slack => "slack",
        }
    }
}

impl fmt::Display for SourceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is none of the nine source types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("source_type is one of text, email, pdf, stream, browser, vscode, calendar, github, slack")]
pub struct UnknownSourceType;

impl FromStr for SourceType {
    type Err = UnknownSourceType;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|t| t.as_str() == s)
            .ok_or(UnknownSourceType)
    }
}

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

/// What ask answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The answer in words, citing memories as `[1]`, `[2]`: their places in `memories`.
    pub response: String,
    /// Whether the memories hold an answer.
    #[serde(default = "yes")]
    pub answered: bool,
    /// The memories that the answer rests on, best first.
    #[serde(default)]
    pub memories: Vec<Memory>,
    /// Always empty.
    #[serde(default)]
    pub qa: Vec<serde_json::Value>,
    /// Always empty.
    #[serde(default)]
    pub chunks: Vec<serde_json::Value>,
}

fn yes() -> bool {
    true
}

/// What memorize answers once the document is safe on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accepted {
    /// `success`.
    pub status: String,
    /// Whose memory it went into.
    pub user_id: String,
    /// The document's name, given or made.
    pub item_id: String,
    /// The run's resource path, to be read under `/v1/`.
    pub workflow_execution: String,
}

/// One background run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Execution {
    /// Resource path.
    pub name: String,
    /// Where it stands.
    pub state: RunState,
    /// The document it works on.
    pub item_id: String,
    /// How far it is.
    pub progress: Progress,
    /// How many memories it made, once succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memories: Option<u64>,
    /// How the memories were made (`embedded` or `llm`), once succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extractor: Option<String>,
    /// RFC 3339.
    pub start_time: String,
    /// RFC 3339, once ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_time: Option<String>,
    /// Why it failed, once failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<RunError>,
}

/// The states of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum RunState {
    /// Waiting or at work.
    Active,
    /// Its memories can be recalled.
    Succeeded,
    /// Given up, `error` says why.
    Failed,
}

/// How far a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// `queued`, `reading`, `extracting`, `storing`, `indexing` or `done`.
    pub stage: String,
    /// Steps of the stage that are done.
    pub done: u64,
    /// Steps the stage has; 0 while unknown.
    pub total: u64,
}

/// Why a run failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunError {
    /// snake_case.
    pub code: String,
    /// For the document's owner to read.
    pub message: String,
}
