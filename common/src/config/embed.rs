//! The settings of a model that makes vectors.

use std::{fmt, time::Duration};

/// A server that speaks the OpenAI protocol, and its model that makes vectors of texts.
#[derive(Clone)]
pub struct Embed {
    /// Base address such as `http://127.0.0.1:11434/v1`, without a slash at its end.
    pub base_url: String,
    /// The model to ask for there.
    pub model: String,
    /// Sent as a bearer token.
    pub api_key: Option<String>,
    /// How long one call for memories may take; a question waits for a second at most.
    pub timeout: Duration,
}

// The key is nobody's to read, in logs least of all.
impl fmt::Debug for Embed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embed")
            .field("base_url", &self.base_url)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}
