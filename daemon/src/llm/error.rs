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
            Self::Busy { .. } => "model_busy",
            Self::Failing { .. } => "model_failing",
            Self::Broken(_) => "model_broke_off",
            Self::Garbled(_) => "model_garbled",
            Self::TooLong => "model_too_long",
            Self::Truncated => "model_truncated",
            Self::Empty => "model_empty",
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
            Self::Refused { said, .. } | Self::Failing { said, .. } | Self::BadRequest(said) => {
                said.clear();
            }
            Self::Broken(_) => return "its reply broke off".into(),
            Self::Garbled(_) => return "its reply cannot be read".into(),
            _ => {}
        }
        plain.to_string()
    }

    /// What came of the call, in few words, for counting.
    pub(super) const fn outcome(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "unreachable",
            Self::TimedOut => "timed_out",
            Self::Refused { .. } | Self::BadRequest(_) | Self::Busy { .. } => "refused",
            Self::Failing { .. } | Self::Broken(_) => "failed",
            Self::Garbled(_) | Self::TooLong | Self::Truncated | Self::Empty => "malformed",
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
            | Self::BadRequest(_) => Weight::Light,
            Self::TooLong
            | Self::Empty
            | Self::Resting(_)
            | Self::NoRoom
            | Self::Cancelled => Weight::None,
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
