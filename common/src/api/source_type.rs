//! What kind of document an upload is.

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
