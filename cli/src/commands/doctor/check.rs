//! What was looked at, and how it is.

use crate::{card::clean, output::style};
use serde::Serialize;

/// What mends texts that are lost.
pub(super) const ADD_AGAIN: &str = "add the documents' files again (`memo add`): that puts the same texts back; `memo forget` forgets those whose files are gone, too";

/// One thing looked at.
#[derive(Debug, Serialize)]
pub(super) struct Check {
    name: &'static str,
    /// `None`: it could not be looked at, so nobody knows.
    pub(super) ok: Option<bool>,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<String>,
}

/// It is well.
pub(super) fn good(name: &'static str, found: impl Into<String>) -> Check {
    Check {
        name,
        ok: Some(true),
        found: found.into(),
        mend: None,
    }
}

/// It is not, and this mends it.
pub(super) fn bad(name: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Check {
    Check {
        ok: Some(false),
        mend: Some(mend.into()),
        ..good(name, found)
    }
}

/// It could not be looked at.
pub(super) fn unseen(name: &'static str, why: impl std::fmt::Display) -> Check {
    Check {
        ok: None,
        ..good(name, format!("not checked: {why}"))
    }
}

/// A check for a person to read.
pub(super) fn line(check: &Check) -> String {
    let (mark, color) = match check.ok {
        Some(true) => ("ok", style::GOOD),
        Some(false) => ("BAD", style::BAD),
        None => ("?", style::WARN),
    };
    let mut line = format!(
        "{color}{mark:4}{color:#} {:9} {}\n",
        check.name,
        clean(&check.found)
    );
    if let Some(mend) = &check.mend {
        let dim = style::DIM;
        line.push_str(&format!("{:15}{dim}mend:{dim:#} {mend}\n", ""));
    }
    line
}
