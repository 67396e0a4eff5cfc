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
    /// Who answers: `embedded` (what is inside the daemon) or `llm` (a language model).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answerer: Option<String>,
    /// Why the language model's answer is missing, or ends where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<RunError>,
}

/// A piece of a streamed answer: the pieces together are its `response`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerPiece {
    /// A sentence that has been checked, with what parts it from the one before.
    pub text: String,
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
    /// How the memories were made, once succeeded: `embedded` (with what is inside the daemon), `llm` (told by a
    /// language model) or `mixed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extractor: Option<String>,
    /// Why the language model's way was left, for all of the document or a part of it; once succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<RunError>,
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

/// A key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyInfo {
    /// Names the key in lists and for revoking.
    pub key_id: String,
    /// Whose memory it opens.
    pub user_id: String,
    /// What its maker calls it.
    pub name: String,
    /// Whether it may make keys for other users.
    pub admin: bool,
    /// RFC 3339.
    pub created_at: String,
    /// Whether it is the key this request was made with.
    #[serde(default)]
    pub current: bool,
}

/// A new key: the only answer that ever holds its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewKey {
    /// The secret: the value of `x-api-key`.
    pub api_key: String,
    /// The rest of it.
    #[serde(flatten)]
    pub info: KeyInfo,
}

/// The keys that the caller may manage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyList {
    /// Oldest first.
    pub keys: Vec<KeyInfo>,
}

/// What `/healthz` and `/readyz` answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// `ok`, or what is still being done.
    pub status: String,
    /// The daemon's version.
    pub version: String,
}

/// The language model that the daemon uses for memories and answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// Whether one is set; without one nothing leaves the machine.
    pub configured: bool,
    /// Where the texts and questions go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// The model's name there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What it is used for: `extract`, `answer` or `both`.
    #[serde(rename = "use", default, skip_serializing_if = "Option::is_none")]
    pub uses: Option<String>,
    /// Whether it is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<ModelState>,
    /// Seconds until it is asked again, while it is left alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_in: Option<u64>,
    /// Calls made since the daemon started.
    #[serde(default)]
    pub calls: u64,
    /// How many of them had no reply.
    #[serde(default)]
    pub failures: u64,
    /// Why the last one had none; absent once one has succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<RunError>,
}

/// Whether a model is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ModelState {
    /// It is.
    Ready,
    /// It failed, and is left alone for a while.
    Resting,
}

/// What came of one call of the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelTest {
    /// Whether there was a reply.
    pub ok: bool,
    /// How long it took, milliseconds.
    pub took_ms: u64,
    /// What came back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// Whether that has the form that was asked for; what has not is mended, or left for the embedded way.
    pub follows_schema: bool,
    /// Why there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<RunError>,
}

/// What a compaction answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compacted {
    /// `success`.
    pub status: String,
    /// Size of the store on disk before.
    pub bytes_before: u64,
    /// And after.
    pub bytes_after: u64,
}

/// What narrows the memories that are looked at, in recall, ask and lists of memories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only memories of this day or later (ISO date).
    pub since: Option<String>,
    /// Only memories of this day or earlier (ISO date).
    pub until: Option<String>,
    /// Only memories that this person took part in (any part of a name).
    pub participant: Option<String>,
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
            ("tag", &self.tag),
            ("item_id", &self.item_id),
            ("source_type", &source_type),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.clone()?)))
        .collect()
    }
}
