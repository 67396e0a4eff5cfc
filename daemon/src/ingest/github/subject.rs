//! The issue, pull request, discussion or commit that something on GitHub belongs to.

use crate::ingest::json::string;
use crate::ingest::title::short;
use crate::wording::quoted;
use serde_json::Value;

/// A numbered subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Subject {
    /// "issue", "pull request" or "discussion".
    pub(super) kind: &'static str,
    pub(super) number: Option<u64>,
    pub(super) title: Option<String>,
    /// `owner/name`.
    pub(super) repository: Option<String>,
}

impl Subject {
    /// By an object of the API, and the kind that its place in a payload gives it.
    pub(super) fn of(value: &Value, kind: Option<&'static str>, repository: Option<&str>) -> Self {
        let url = string(
            value,
            &[
                "html_url",
                "url",
                "issue_url",
                "pull_request_url",
                "web_url",
            ],
        )
        .unwrap_or_default();
        let is_pull = value.get("pull_request").is_some_and(Value::is_object)
            || value.get("merged_at").is_some()
            || value.get("mergedAt").is_some()
            || value.get("headRefName").is_some()
            || url.contains("/pull/")
            || url.contains("/pulls/");
        // GitLab's name for it
        let is_merge = value.get("source_branch").is_some()
            || url.contains("/merge_requests/")
            || value.get("noteable_type").and_then(Value::as_str) == Some("MergeRequest");
        let kind = kind
            .filter(|_| !is_pull && !is_merge)
            .unwrap_or(if is_merge {
                "merge request"
            } else if is_pull {
                "pull request"
            } else if url.contains("/discussions/") {
                "discussion"
            } else {
                "issue"
            });
        Self {
            kind,
            number: value
                .get("number")
                .or_else(|| value.get("iid"))
                .or_else(|| value.get("noteable_iid"))
                .and_then(Value::as_u64)
                .or_else(|| number_in(url)),
            title: string(value, &["title"]).map(str::to_owned),
            repository: repository.map(str::to_owned).or_else(|| repository_in(url)),
        }
    }

    /// `issue #4 in a/b, “Soup”`.
    pub(super) fn shown(&self) -> String {
        let mut out = self.kind.to_owned();
        if let Some(number) = self.number {
            out.push_str(&format!(" #{number}"));
        }
        if let Some(repository) = &self.repository {
            out.push_str(&format!(" in {repository}"));
        }
        if let Some(title) = &self.title {
            out.push_str(&format!(", {}", quoted(short(title))));
        }
        out
    }
}

/// `owner/name` of an address on github.com or its API.
pub(super) fn repository_in(url: &str) -> Option<String> {
    let path = url
        .split_once("api.github.com/repos/")
        .or_else(|| url.split_once("github.com/"))?
        .1;
    let mut parts = path.split('/');
    let (owner, name) = (parts.next()?, parts.next()?);
    (!owner.is_empty() && !name.is_empty()).then(|| format!("{owner}/{name}"))
}

/// The number in `…/issues/4`, `…/pull/4` or `…/merge_requests/4`.
pub(super) fn number_in(url: &str) -> Option<u64> {
    let mut parts = url.split(['/', '#', '?']);
    let kinds = ["issues", "pull", "pulls", "discussions", "merge_requests"];
    parts.find(|p| kinds.contains(p))?;
    parts.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_is_known() {
        let value = serde_json::json!({"number": 4, "title": "Soup", "html_url": "https://github.com/a/b/pull/4"});
        assert_eq!(
            Subject::of(&value, None, None).shown(),
            "pull request #4 in a/b, “Soup”"
        );
        let bare = serde_json::json!({"issue_url": "https://api.github.com/repos/a/b/issues/7"});
        assert_eq!(Subject::of(&bare, None, None).shown(), "issue #7 in a/b");
    }
}
