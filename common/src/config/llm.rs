//! The settings of a language model.

use std::{fmt, time::Duration};

/// A server that speaks the OpenAI protocol, and what it is used for.
#[derive(Clone)]
pub struct Llm {
    /// Base address such as `http://127.0.0.1:11434/v1`, without a slash at its end.
    pub base_url: String,
    /// The model to ask for there.
    pub model: String,
    /// Sent as a bearer token.
    pub api_key: Option<String>,
    /// What it is used for.
    pub uses: Uses,
    /// How long one call for memories may take in all.
    pub timeout: Duration,
    /// How long an answer may take in all; then the embedded one is given.
    pub answer_timeout: Duration,
    /// How many calls are made at once.
    pub concurrency: usize,
}

/// What a language model is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uses {
    /// Memories and answers.
    Both,
    /// Memories alone.
    Extract,
    /// Answers alone.
    Answer,
}

impl Uses {
    /// The value of `llm.use`, if it is one.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "both" => Some(Self::Both),
            "extract" => Some(Self::Extract),
            "answer" => Some(Self::Answer),
            _ => None,
        }
    }

    /// Whether memories are made with it.
    pub fn extracts(self) -> bool {
        self != Self::Answer
    }

    /// Whether answers are made with it.
    pub fn answers(self) -> bool {
        self != Self::Extract
    }
}

impl fmt::Display for Uses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Both => "both",
            Self::Extract => "extract",
            Self::Answer => "answer",
        })
    }
}

// The key is nobody's to read, in logs least of all.
impl fmt::Debug for Llm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Llm")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .field("uses", &self.uses)
            .finish_non_exhaustive()
    }
}

/// Whether an address can be a base address: it names a host, and carries neither a user's name nor a query.
pub(super) fn is_base(url: &str) -> bool {
    let rest = url
        .strip_prefix("http://")
        .or_else(|| url.strip_prefix("https://"));
    rest.is_some_and(|rest| {
        let host = rest.split('/').next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '?' | '#' | '@');
        !host.is_empty() && !host.starts_with(':') && rest.chars().all(plain)
    })
}
