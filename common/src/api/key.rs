//! Keys, with and without their secrets.

use serde::{Deserialize, Serialize};

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
    /// Whether it may only read: ask, recall, list and look.
    #[serde(default)]
    pub read_only: bool,
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
