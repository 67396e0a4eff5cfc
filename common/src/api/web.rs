//! How a browser comes to the pages.

use serde::{Deserialize, Serialize};

/// Where a browser logs in as who asked for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebLogin {
    /// Path and fragment, to stand behind the daemon's address. It lets in once.
    pub path: String,
    /// For how many seconds it does.
    pub expires_in: u64,
}
