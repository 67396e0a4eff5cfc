//! What a question is answered with.

use super::{Memory, RunError};
use serde::{Deserialize, Serialize};

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
