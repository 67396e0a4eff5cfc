//! An object of the REST API or of `gh` by itself: an issue with its comments, a release, a commit, a list of them.

use super::super::subject::Subject;
use super::{Reader, list, other};
use serde_json::Value;

/// How deep lists of objects within objects are followed (an issue's comments, their replies).
const DEEPEST: usize = 6;

impl Reader<'_> {
    /// Reads an object by what it holds.
    pub(super) fn object(&mut self, value: &Value, depth: usize) {
        if let Some((objects, repository)) = other::translated(value).filter(|_| depth < DEEPEST) {
            self.repository = repository.or_else(|| self.repository.take());
            for object in &objects {
                self.object(object, DEEPEST);
            }
        } else if value.get("tag_name").is_some() || value.get("tagName").is_some() {
            self.release(value);
        } else if let Some(commit) = value.get("commit").filter(|c| c.get("message").is_some()) {
            self.commit(commit, value.get("author"));
        } else if value.get("message").is_some() && value.get("author").is_some() {
            self.commit(value, None);
        } else if value.get("title").is_some() {
            self.opened(value, "issue");
            let subject = self.subject(value, "issue");
            let said = list(value, &["comments", "notes"]);
            let of_code = list(value, &["review_comments", "reviewComments"]);
            for comment in said.chain(of_code) {
                self.comment(comment, Some(&subject));
            }
            // GitLab's threads
            for thread in list(value, &["discussions"]) {
                for note in list(thread, &["notes"]) {
                    self.comment(note, Some(&subject));
                }
            }
            for review in list(value, &["reviews"]) {
                self.review(review, &subject);
            }
            for commit in list(value, &["commits"]) {
                self.listed_commit(commit.get("commit").unwrap_or(commit));
            }
            self.closed(value, &subject);
        } else if value.get("state").is_some() && value.get("submitted_at").is_some() {
            let subject = self.subject(value, "pull request");
            self.review(value, &subject);
        } else if value.get("key").is_some() && value.get("fields").is_some_and(Value::is_object) {
            self.jira(value);
        } else if value.get("body").is_some() || value.get("bodyText").is_some() {
            let subject = Subject::of(value, Some("issue"), self.repository.as_deref());
            self.comment(value, subject.number.is_some().then_some(&subject));
        } else if depth < DEEPEST {
            for key in [
                "items",
                "value",
                "values",
                "data",
                "issues",
                "pull_requests",
                "pullRequests",
                "comments",
                "releases",
                "events",
                "node",
                "nodes",
                "edges",
                "repository",
                "search",
                "viewer",
                "issue",
                "pullRequest",
                "discussion",
            ] {
                match value.get(key) {
                    Some(Value::Array(items)) => {
                        items.iter().for_each(|v| self.object(v, depth + 1))
                    }
                    Some(inner @ Value::Object(_)) => self.object(inner, depth + 1),
                    _ => {}
                }
            }
        }
    }
}
