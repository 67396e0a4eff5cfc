//! Why there is no reply.

use memo_common::api::RunError;
use std::time::Duration;

/// A server that asks for more patience than this is left alone instead.
const MOST_PATIENCE: Duration = Duration::from_secs(20);

/// Why there is no reply. The messages are for the documents' owner: they hold no key, and of what the server says a
/// little at most.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LlmError {
    /// Nobody answers there.
    #[error("nobody answers there: {0}")]
    Unreachable(String),
    /// No whole reply in time.
    #[error("it took too long")]
    TimedOut,
    /// It will not serve us: the key, the model or the address is wrong.
    #[error("it refuses with status {status}{}", after_colon(.said))]
    Refused {
        /// The status.
        status: u16,
        /// What it says of it.
        said: String,
    },
    /// It does not take the request.
    #[error("it does not take the request{}", after_colon(.0))]
    BadRequest(String),
    /// What it was given is longer than the model's context.
    #[error("what it was given is too long for it{}", after_colon(.0))]
    PromptTooLong(String),
    /// Too many requests, or it is overloaded.
    #[error("it is too busy (status {status})")]
    Busy {
        /// The status.
        status: u16,
        /// How long it wants to be left alone.
        wait: Option<Duration>,
    },
    /// It fails by itself.
    #[error("it fails with status {status}{}", after_colon(.said))]
    Failing {
        /// The status.
        status: u16,
        /// What it says of it.
        said: String,
    },
    /// The connection ended in the middle.
    #[error("its reply broke off: {0}")]
    Broken(String),
    /// What came back is not of the protocol.
    #[error("its reply cannot be read: {0}")]
    Garbled(String),
    /// The reply has no end.
    #[error("its reply is too long")]
    TooLong,
    /// The model was cut short by the number of tokens it may make.
    #[error("its reply was cut short")]
    Truncated,
    /// There are no words in it.
    #[error("its reply is empty")]
    Empty,
    /// It says something, but not in the form that was asked for, even when asked a second time.
    #[error("its reply has not the form that was asked for: {0}")]
    WrongShape(String),
    /// It failed a moment ago and is left alone.
    #[error("it is left alone after it failed: {0}")]
    Resting(String),
    /// Too many calls are under way.
    #[error("too many calls are under way")]
    NoRoom,
    /// Nobody waits for the reply any more.
    #[error("nobody waits for it any more")]
    Cancelled,
}

fn after_colon(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!(": {text}"),
    }
}

/// What a failure means for the calls to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// The next call would fare no better.
    Heavy,
    /// It may have been this call alone.
    Light,
    /// It says nothing about the server.
    None,
}

impl From<&LlmError> for RunError {
    fn from(error: &LlmError) -> Self {
        Self {
            code: error.code().to_owned(),
            message: error.to_string(),
        }
    }
}

impl LlmError {
    /// The stable snake_case code.
    pub(crate) const fn code(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "model_unreachable",
            Self::TimedOut => "model_timed_out",
            Self::Refused { .. } => "model_refused",
            Self::BadRequest(_) => "model_bad_request",
            Self::PromptTooLong(_) => "model_prompt_too_long",
            Self::Busy { .. } => "model_busy",
            Self::Failing { .. } => "model_failing",
            Self::Broken(_) => "model_broke_off",
            Self::Garbled(_) => "model_garbled",
            Self::TooLong => "model_too_long",
            Self::Truncated => "model_truncated",
            Self::Empty => "model_empty",
            Self::WrongShape(_) => "model_wrong_shape",
            Self::Resting(_) => "model_resting",
            Self::NoRoom => "model_no_room",
            Self::Cancelled => "cancelled",
        }
    }

    /// The same without the server's own words, which may repeat what it was sent: for whoever else calls it, and for
    /// the log.
    pub(super) fn without_words(&self) -> String {
        let mut plain = self.clone();
        match &mut plain {
            Self::Refused { said, .. }
            | Self::Failing { said, .. }
            | Self::BadRequest(said)
            | Self::PromptTooLong(said) => said.clear(),
            Self::Broken(_) => return "its reply broke off".into(),
            Self::Garbled(_) => return "its reply cannot be read".into(),
            Self::WrongShape(_) => return "its reply has not the form that was asked for".into(),
            _ => {}
        }
        plain.to_string()
    }

    /// What came of the call, in few words, for counting.
    pub(super) const fn outcome(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "unreachable",
            Self::TimedOut => "timed_out",
            Self::Refused { .. }
            | Self::BadRequest(_)
            | Self::PromptTooLong(_)
            | Self::Busy { .. } => "refused",
            Self::Failing { .. } | Self::Broken(_) => "failed",
            Self::Garbled(_) | Self::TooLong | Self::Truncated | Self::Empty => "malformed",
            Self::WrongShape(_) => "wrong_shape",
            Self::Resting(_) => "resting",
            Self::NoRoom => "no_room",
            Self::Cancelled => "cancelled",
        }
    }

    /// What it means for the calls to come.
    pub(super) const fn weight(&self) -> Weight {
        match self {
            Self::Unreachable(_) | Self::Refused { .. } | Self::Busy { .. } => Weight::Heavy,
            Self::TimedOut
            | Self::Failing { .. }
            | Self::Broken(_)
            | Self::Garbled(_)
            // Some models run on to the end of what they hold, whatever they are asked.
            | Self::Truncated
            | Self::Empty
            | Self::WrongShape(_)
            | Self::BadRequest(_) => Weight::Light,
            Self::TooLong
            | Self::PromptTooLong(_)
            | Self::Resting(_)
            | Self::NoRoom
            | Self::Cancelled => Weight::None,
        }
    }

    /// What a server means that says this: that the request is too long for the model's context, or else `other`. Every
    /// server has its own words for it, and a status for no other reason as well.
    pub(super) fn of_words(said: String, other: impl FnOnce(String) -> Self) -> Self {
        const LONG: [&str; 6] = ["exceed", "long", "large", "greater", "maximum", "overflow"];
        let folded = said.to_lowercase();
        match folded.contains("context") && LONG.iter().any(|long| folded.contains(long)) {
            true => Self::PromptTooLong(said),
            false => other(said),
        }
    }

    /// Whether it may be for a wish that the server does not know; some say so as if they had failed.
    pub(super) fn is_about_wishes(&self) -> bool {
        match self {
            Self::BadRequest(_) => true,
            Self::Failing { said, .. } => ["response_format", "temperature", "json_schema"]
                .iter()
                .any(|wish| said.contains(wish)),
            _ => false,
        }
    }

    /// How long the server wants to be left alone.
    pub(super) const fn wait(&self) -> Option<Duration> {
        match self {
            Self::Busy { wait, .. } => *wait,
            _ => None,
        }
    }

    /// How long to wait before the same is tried again, where that may help; `own` where the server does not say.
    pub(super) fn pause(&self, own: Duration) -> Option<Duration> {
        match self {
            Self::Busy { wait, .. } => Some(wait.unwrap_or(own)).filter(|w| *w <= MOST_PATIENCE),
            Self::Failing { .. } | Self::Broken(_) => Some(own),
            _ => None,
        }
    }

    /// Whether the calls to come for the same document are not worth making.
    pub(crate) fn ends_the_way(&self) -> bool {
        self.weight() == Weight::Heavy
            || matches!(self, Self::TimedOut | Self::Resting(_) | Self::Cancelled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_say_each_in_their_words_that_a_prompt_is_too_long() {
        for said in [
            // llama.cpp
            "request (5004 tokens) exceeds the available context size (1024 tokens), try increasing it",
            // OpenAI, vLLM
            "This model's maximum context length is 4096 tokens. However, your messages resulted in 5004 tokens.",
            // llama-cpp-python
            "Requested tokens (5004) exceed context window of 1024",
            // LM Studio
            "Trying to keep the first 5004 tokens when context the overflows.",
        ] {
            let error = LlmError::of_words(said.into(), LlmError::BadRequest);
            assert_eq!(error.code(), "model_prompt_too_long", "{said}");
            assert!(!error.is_about_wishes());
        }
        for said in ["response_format: unknown", "no context", "too long"] {
            let error = LlmError::of_words(said.into(), LlmError::BadRequest);
            assert_eq!(error.code(), "model_bad_request", "{said}");
        }
    }
}
