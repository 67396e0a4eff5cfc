//! Uploads that were taken, and the background runs that work on them.

use serde::{Deserialize, Serialize};

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
    /// Whether all is as it was but for the text, which had been lost on the daemon's disk, and is back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restored: bool,
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
