//! What is said and done on an issue, a pull request or a discussion: opening, closing, comments, reviews.

use super::super::subject::Subject;
use super::{Reader, list};
use crate::ingest::json::string;
use crate::wording;
use serde_json::Value;

/// Of those to whom something is given, so many are named.
const LISTED: usize = 4;

/// Members that hold what somebody wrote.
const TEXT: [&str; 3] = ["body", "bodyText", "body_text"];

/// What GitLab notes of an issue that matters beyond its pages.
const DONE: [&str; 3] = ["closed", "reopened", "merged"];

impl Reader<'_> {
    /// That it was opened, in the words of whoever opened it.
    pub(super) fn opened(&mut self, object: &Value, kind: &'static str) {
        let author = self.person(object, &["user", "author"]);
        let subject = self.subject(object, kind);
        if self.repository.is_none() {
            self.repository.clone_from(&subject.repository);
        }
        let at = string(object, &["created_at", "createdAt"]);
        let body =
            string(object, &["body", "description", "bodyText", "body_text"]).unwrap_or_default();
        if self.posts.document.title.is_none() {
            self.posts.document.title = subject.title.as_deref().map(Into::into);
        }
        // an entry of the events API names what it is of, and tells nothing of when that began
        if self.sent.is_some() && at.is_none() && body.is_empty() {
            return;
        }
        let given = self.given_to(object);
        self.post(
            author,
            &format!("opened {}{given}", subject.shown()),
            body,
            at,
        );
    }

    /// Whose work an object is, behind what it is called: ", which is assigned to ida and bo".
    fn given_to(&mut self, object: &Value) -> String {
        let mut out = String::new();
        for (key, before, behind) in [
            ("assignees", "is assigned to ", ""),
            ("requested_reviewers", "", " is to review"),
        ] {
            let those: Vec<&Value> = list(object, &[key]).collect();
            let mut names: Vec<String> = Vec::new();
            for user in those.into_iter().filter(|u| u.is_object()).take(LISTED) {
                names.extend(self.user(user).map(|id| self.posts.name(id).to_owned()));
            }
            if !names.is_empty() {
                let link = if out.is_empty() { ", which " } else { " and " };
                out.push_str(&format!("{link}{before}{}{behind}", wording::list(&names)));
            }
        }
        out
    }

    /// What an action beyond opening did.
    pub(super) fn changed(
        &mut self,
        event: &Value,
        object: &Value,
        kind: &'static str,
        action: &str,
    ) {
        let merged = object.get("merged").and_then(Value::as_bool) == Some(true);
        let subject = self.subject(object, kind);
        let (key, verb) = match action {
            "assigned" => ("assignee", "to work on"),
            "review_requested" => ("requested_reviewer", "to review"),
            _ => ("", ""),
        };
        if let Some(user) = event.get(key) {
            let author = self.person(event, &["sender"]);
            if let Some(asked) = self.user(user).filter(|asked| Some(*asked) != author) {
                let asked = self.posts.name(asked).to_owned();
                let at = string(object, &["updated_at"]);
                let act = format!("asked {asked} {verb} {}", subject.shown());
                self.post(author, &act, "", at);
            }
            return;
        }
        let verb = match action {
            "closed" if merged => "merged",
            "closed" => "closed",
            "reopened" => "reopened",
            "answered" => "marked an answer in",
            _ => return,
        };
        let author = self.person(event, &["sender", "actor"]);
        let sent = self.sent_at();
        let at = string(object, &["merged_at", "closed_at", "updated_at"]).or(sent.as_deref());
        self.post(author, &format!("{verb} {}", subject.shown()), "", at);
    }

    /// That an object of the API has been merged or closed, where it says by whom.
    pub(super) fn closed(&mut self, object: &Value, subject: &Subject) {
        let merged = string(object, &["merged_at", "mergedAt"]);
        let at = merged.or_else(|| string(object, &["closed_at", "closedAt"]));
        if at.is_some() {
            let author = self.person(object, &["merged_by", "mergedBy", "closed_by"]);
            let verb = if merged.is_some() { "merged" } else { "closed" };
            self.post(author, &format!("{verb} {}", subject.shown()), "", at);
        }
    }

    pub(super) fn comment(&mut self, comment: &Value, subject: Option<&Subject>) {
        // what GitLab notes itself: "assigned to @ida"
        let noted = comment.get("system").and_then(Value::as_bool) == Some(true);
        let body = string(comment, &TEXT).unwrap_or_default();
        if noted {
            // an issue by itself says who closed it
            let done = subject.filter(|s| s.title.is_none() && DONE.contains(&body));
            if let Some(subject) = done {
                let author = self.doer(comment, &["author"]);
                let at = string(comment, &["created_at"]);
                self.post(author, &format!("{body} {}", subject.shown()), "", at);
            }
            return;
        }
        if is_of_a_program(body) {
            return;
        }
        let author = self.doer(comment, &["user", "author"]);
        let about = subject.map_or_else(
            || match (string(comment, &["commit_id"]), &self.repository) {
                (Some(_), Some(repository)) => format!("a commit in {repository}"),
                _ => "something".to_owned(),
            },
            Subject::shown,
        );
        let act = match string(comment, &["path"]) {
            Some(path) if about == "something" => format!("commented on {path}"),
            Some(path) => format!("commented on {path} in {about}"),
            None => format!("commented on {about}"),
        };
        let sent = self.sent_at();
        let at = string(comment, &["created_at", "createdAt"]).or(sent.as_deref());
        self.post(author, &act, body, at);
    }

    pub(super) fn review(&mut self, review: &Value, subject: &Subject) {
        let author = self.doer(review, &["user", "author"]);
        let sent = self.sent_at();
        let verb = match string(review, &["state"])
            .unwrap_or_default()
            .to_lowercase()
            .as_str()
        {
            "approved" => "approved",
            "changes_requested" => "requested changes on",
            "dismissed" => "dismissed a review of",
            _ => "reviewed",
        };
        let at = string(review, &["submitted_at", "submittedAt"]).or(sent.as_deref());
        let body = string(review, &TEXT).unwrap_or_default();
        self.post(author, &format!("{verb} {}", subject.shown()), body, at);
        for comment in list(review, &["comments"]) {
            self.comment(comment, Some(subject));
        }
    }
}

/// Whether a comment says that a program has written it: its login may be anybody's.
fn is_of_a_program(body: &str) -> bool {
    const SAYS: [&str; 5] = [
        "i am a bot",
        "i'm a bot",
        "performed automatically",
        "this is an automated",
        "automatically generated comment",
    ];
    let lower = body.to_lowercase().replace('’', "'");
    SAYS.iter().any(|said| lower.contains(said))
}
