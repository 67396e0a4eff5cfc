//! Folders, files, calendars and mailboxes that the daemon keeps up with by itself.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// What happens to a file's memories when the file is deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnDelete {
    /// They stay.
    #[default]
    Keep,
    /// They go with it.
    Forget,
}

/// Neither `keep` nor `forget`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected keep or forget")]
pub struct UnknownOnDelete;

impl OnDelete {
    /// As it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Forget => "forget",
        }
    }
}

impl FromStr for OnDelete {
    type Err = UnknownOnDelete;

    fn from_str(text: &str) -> Result<Self, UnknownOnDelete> {
        match text {
            "keep" => Ok(Self::Keep),
            "forget" => Ok(Self::Forget),
            _ => Err(UnknownOnDelete),
        }
    }
}

impl fmt::Display for OnDelete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a watch is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WatchState {
    /// It has not looked yet.
    #[default]
    New,
    /// It reads what is new.
    Reading,
    /// All that was there is read; it waits for more.
    Watching,
    /// The last look came to nothing; `error` says why, and it looks again by itself.
    Failing,
}

impl WatchState {
    /// As it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Reading => "reading",
            Self::Watching => "watching",
            Self::Failing => "failing",
        }
    }
}

/// Something that is watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Watch {
    /// Its id.
    pub watch_id: String,
    /// A folder, a file, or the address of a calendar or a mailbox.
    pub source: String,
    /// From whose point of view its memories are told.
    pub user_name: String,
    /// What happens to the memories of a file that is deleted.
    pub on_delete: OnDelete,
    /// RFC 3339: since when it is watched.
    pub created_at: String,
    /// The folders of a mailbox that are read; empty where it is all but those for what is deleted, unwanted or not yet
    /// sent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<String>,
    /// What it is doing.
    pub state: WatchState,
    /// RFC 3339: when it last looked at everything, whatever came of it; absent until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looked_at: Option<String>,
    /// Files that it has read.
    pub files: u64,
    /// Documents that these became.
    pub documents: u64,
    /// Files of the look in progress that are done, of `total`.
    pub done: u64,
    /// Files of the look in progress that are new or have changed; 0 when there is none.
    pub total: u64,
    /// What went wrong last, where the last look had something go wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// All that is watched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WatchList {
    /// In the order in which they were added.
    pub watches: Vec<Watch>,
}
