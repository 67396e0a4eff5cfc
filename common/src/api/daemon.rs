//! The daemon itself: its health, its language model, its space on disk.

use super::RunError;
use serde::{Deserialize, Serialize};

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
    /// Whether one is set; without one no text leaves the machine, but for an [`Embedding`]'s.
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

/// What makes the vectors of memories and questions: the encoder within the daemon, or a model where one is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Embedding {
    /// Whether a model is set; without one the vectors are those of the encoder within the daemon.
    pub configured: bool,
    /// Where the memories and questions go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// The model's name there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Whether it is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<ModelState>,
    /// Seconds until it is asked again, while it is left alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_in: Option<u64>,
    /// How many numbers its vectors have, once that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimensions: Option<u64>,
    /// Whether questions use its vectors: from when all memories had theirs.
    #[serde(default)]
    pub in_use: bool,
    /// Memories that have a vector by it.
    #[serde(default)]
    pub done: u64,
    /// All memories.
    #[serde(default)]
    pub total: u64,
    /// Calls made since the daemon started.
    #[serde(default)]
    pub calls: u64,
    /// How many of them gave no vectors.
    #[serde(default)]
    pub failures: u64,
    /// Why the last one gave none; absent once one has succeeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<RunError>,
}

/// What came of one call for a vector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddingTest {
    /// Whether there was one.
    pub ok: bool,
    /// How long it took, milliseconds.
    pub took_ms: u64,
    /// How many numbers it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dimensions: Option<u64>,
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
