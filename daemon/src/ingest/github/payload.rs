//! A JSON object of GitHub's: a webhook's payload, an entry of the events API, an object of the REST API, or `gh`'s.

use super::markup::plain;
use super::subject::Subject;
use crate::ingest::PersonId;
use crate::ingest::json::string;
use crate::ingest::posts::Posts;
use memo_common::api::EntityType;
use serde_json::Value;
use std::ops::Range;

/// How deep lists of objects within objects are followed (an issue's comments, their replies).
const DEEPEST: usize = 3;

/// Reads one object.
pub(super) fn read(value: &Value, span: Range<usize>, posts: &mut Posts) {
    let thread = u32::try_from(posts.document.passages.len()).unwrap_or(u32::MAX);
    let mut reader = Reader {
        posts,
        span,
        thread,
        repository: None,
    };
    reader.event(value);
}

struct Reader<'p> {
    posts: &'p mut Posts,
    span: Range<usize>,
    thread: u32,
    repository: Option<String>,
}

impl Reader<'_> {
    /// A payload, whose members say what happened; else an object by itself.
    fn event(&mut self, value: &Value) {
        self.repository = value
            .get("repository")
            .and_then(|r| string(r, &["full_name", "nameWithOwner"]))
            .or_else(|| {
                value
                    .get("repo")
                    .and_then(|r| string(r, &["name", "full_name"]))
            })
            .map(str::to_owned)
            .or_else(|| self.repository.take());
        // An entry of the events API wraps the payload.
        if let (Some(payload), Some(actor)) = (value.get("payload"), value.get("actor")) {
            let mut inner = payload.clone();
            if let Some(members) = inner.as_object_mut() {
                members.entry("sender").or_insert_with(|| actor.clone());
                if let Some(at) = value.get("created_at") {
                    members.entry("created_at").or_insert_with(|| at.clone());
                }
            }
            if value.get("type").and_then(Value::as_str) == Some("WatchEvent") {
                self.act(value, &inner, "starred");
            } else {
                self.event(&inner);
            }
            return;
        }
        let part = |key: &str| value.get(key).filter(|v| v.is_object());
        let action = string(value, &["action"]).unwrap_or_default();
        match (
            part("comment"),
            part("review"),
            part("issue"),
            part("pull_request"),
            part("discussion"),
        ) {
            (Some(comment), _, issue, pull, discussion) => {
                let (object, kind) = issue
                    .map(|i| (Some(i), "issue"))
                    .or_else(|| pull.map(|p| (Some(p), "pull request")))
                    .or_else(|| discussion.map(|d| (Some(d), "discussion")))
                    .unwrap_or((None, "issue"));
                if let Some(object) = object {
                    self.opened(object, kind);
                }
                let subject = object.map(|o| self.subject(o, kind));
                self.comment(comment, subject.as_ref());
            }
            (None, Some(review), _, Some(pull), _) => {
                self.opened(pull, "pull request");
                let subject = self.subject(pull, "pull request");
                self.review(review, &subject);
            }
            (None, _, Some(issue), _, _) => {
                self.opened(issue, "issue");
                self.changed(value, issue, "issue", action);
            }
            (None, _, _, Some(pull), _) => {
                self.opened(pull, "pull request");
                self.changed(value, pull, "pull request", action);
            }
            (None, _, _, _, Some(discussion)) => {
                self.opened(discussion, "discussion");
                self.changed(value, discussion, "discussion", action);
            }
            _ => self.other_event(value, action),
        }
    }

    fn other_event(&mut self, value: &Value, action: &str) {
        let part = |key: &str| value.get(key).filter(|v| v.is_object());
        if let Some(release) = part("release") {
            self.release(release);
        } else if value.get("ref").is_some() && value.get("commits").is_some_and(Value::is_array) {
            self.push(value);
        } else if let Some(run) = part("workflow_run").or_else(|| part("check_run")) {
            self.run(value, run);
        } else if let Some(fork) = part("forkee") {
            let to = string(fork, &["full_name"]).unwrap_or("a copy").to_owned();
            self.act(value, fork, &format!("forked {{repo}} to {to}"));
        } else if value.get("starred_at").is_some() {
            let verb = if action == "deleted" {
                "unstarred"
            } else {
                "starred"
            };
            self.act(value, value, verb);
        } else if let Some(kind) = string(value, &["ref_type"]) {
            let name = string(value, &["ref"]).unwrap_or_default();
            let verb = if value.get("master_branch").is_some() || value.get("created_at").is_some()
            {
                "created"
            } else {
                "deleted"
            };
            self.act(
                value,
                value,
                &format!("{verb} the {kind} {name} in {{repo}}"),
            );
        } else if let Some(member) = part("member") {
            let who = string(member, &["login"]).unwrap_or("somebody").to_owned();
            self.act(
                value,
                member,
                &format!("{action} {who} as a member of {{repo}}"),
            );
        } else if let Some((kind, thing)) = ["label", "milestone"]
            .into_iter()
            .find_map(|kind| Some((kind, part(kind)?)))
        {
            let name = string(thing, &["name", "title"])
                .unwrap_or_default()
                .to_owned();
            self.act(
                value,
                thing,
                &format!("{action} the {kind} “{name}” in {{repo}}"),
            );
        } else {
            self.object(value, 0);
        }
    }

    /// An object of the REST API or of `gh`, by what it holds.
    fn object(&mut self, value: &Value, depth: usize) {
        if value.get("tag_name").is_some() || value.get("tagName").is_some() {
            self.release(value);
        } else if let Some(commit) = value.get("commit").filter(|c| c.get("message").is_some()) {
            self.commit(commit, value.get("author"));
        } else if value.get("message").is_some() && value.get("author").is_some() {
            self.commit(value, None);
        } else if value.get("title").is_some() {
            self.opened(value, "issue");
            let subject = self.subject(value, "issue");
            for comment in list(value, &["comments", "comments_list"]) {
                self.comment(comment, Some(&subject));
            }
            for review in list(value, &["reviews"]) {
                self.review(review, &subject);
            }
            self.closed(value, &subject);
        } else if value.get("state").is_some() && value.get("submitted_at").is_some() {
            let subject = self.subject(value, "pull request");
            self.review(value, &subject);
        } else if value.get("body").is_some() {
            let subject = Subject::of(value, Some("issue"), self.repository.as_deref());
            self.comment(value, subject.number.is_some().then_some(&subject));
        } else if depth < DEEPEST {
            for key in [
                "items",
                "data",
                "issues",
                "pull_requests",
                "pullRequests",
                "comments",
                "releases",
                "events",
                "node",
                "nodes",
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

    fn subject(&self, object: &Value, kind: &'static str) -> Subject {
        Subject::of(object, Some(kind), self.repository.as_deref())
    }

    /// The person who wrote an object, or who sent an event.
    fn person(&mut self, value: &Value, keys: &[&str]) -> Option<PersonId> {
        let user = keys
            .iter()
            .find_map(|key| value.get(key).filter(|v| v.is_object()))?;
        if string(user, &["type"]) == Some("Bot")
            || user.get("is_bot").and_then(Value::as_bool) == Some(true)
        {
            return None;
        }
        let login = string(user, &["login", "username"]);
        self.posts
            .author(login, string(user, &["name"]), string(user, &["email"]))
    }

    fn post(&mut self, author: Option<PersonId>, act: &str, body: &str, at: Option<&str>) {
        let Some(author) = author else { return };
        let when = at.and_then(|at| self.posts.instant(at));
        self.posts.post(
            author,
            act,
            &plain(body),
            self.span.clone(),
            when,
            self.thread,
        );
        let repository = self.repository.clone();
        self.posts
            .names(repository.map(|name| (name, EntityType::Repository)));
    }

    /// What the sender did; `{repo}` stands for the repository, at the end where it is left out.
    fn act(&mut self, event: &Value, dated: &Value, act: &str) {
        let author = self.person(event, &["sender", "actor"]);
        let repository = self
            .repository
            .clone()
            .unwrap_or_else(|| "a repository".to_owned());
        let act = if act.contains(' ') {
            act.replace("{repo}", &repository)
        } else {
            format!("{act} {repository}")
        };
        let at = string(dated, &["starred_at", "created_at", "updated_at"])
            .or_else(|| {
                event
                    .get("repository")
                    .and_then(|r| string(r, &["pushed_at", "updated_at"]))
            })
            .map(str::to_owned);
        self.post(author, &act, "", at.as_deref());
    }

    fn opened(&mut self, object: &Value, kind: &'static str) {
        let author = self.person(object, &["user", "author"]);
        let subject = self.subject(object, kind);
        if self.repository.is_none() {
            self.repository.clone_from(&subject.repository);
        }
        let at = string(object, &["created_at", "createdAt"]);
        let body = string(object, &["body"]).unwrap_or_default();
        if self.posts.document.title.is_none() {
            self.posts.document.title = subject.title.clone();
        }
        self.post(author, &format!("opened {}", subject.shown()), body, at);
    }

    /// What an action beyond opening did.
    fn changed(&mut self, event: &Value, object: &Value, kind: &'static str, action: &str) {
        let merged = object.get("merged").and_then(Value::as_bool) == Some(true);
        let verb = match action {
            "closed" if merged => "merged",
            "closed" => "closed",
            "reopened" => "reopened",
            "answered" => "marked an answer in",
            _ => return,
        };
        let author = self.person(event, &["sender", "actor"]);
        let subject = self.subject(object, kind);
        let at = string(object, &["merged_at", "closed_at", "updated_at"]);
        self.post(author, &format!("{verb} {}", subject.shown()), "", at);
    }

    /// That an object of the API has been merged or closed, where it says by whom.
    fn closed(&mut self, object: &Value, subject: &Subject) {
        let merged = string(object, &["merged_at", "mergedAt"]);
        let at = merged.or_else(|| string(object, &["closed_at", "closedAt"]));
        if at.is_some() {
            let author = self.person(object, &["merged_by", "mergedBy", "closed_by"]);
            let verb = if merged.is_some() { "merged" } else { "closed" };
            self.post(author, &format!("{verb} {}", subject.shown()), "", at);
        }
    }

    fn comment(&mut self, comment: &Value, subject: Option<&Subject>) {
        let author = self.person(comment, &["user", "author"]);
        let about = subject.map_or_else(
            || match (string(comment, &["commit_id"]), &self.repository) {
                (Some(_), Some(repository)) => format!("a commit in {repository}"),
                _ => "something".to_owned(),
            },
            Subject::shown,
        );
        let act = match string(comment, &["path"]) {
            Some(path) => format!("commented on {path} in {about}"),
            None => format!("commented on {about}"),
        };
        let at = string(comment, &["created_at", "createdAt"]);
        let body = string(comment, &["body"]).unwrap_or_default();
        self.post(author, &act, body, at);
    }

    fn review(&mut self, review: &Value, subject: &Subject) {
        let author = self.person(review, &["user", "author"]);
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
        let at = string(review, &["submitted_at", "submittedAt"]);
        let body = string(review, &["body"]).unwrap_or_default();
        self.post(author, &format!("{verb} {}", subject.shown()), body, at);
        for comment in list(review, &["comments"]) {
            self.comment(comment, Some(subject));
        }
    }

    fn release(&mut self, release: &Value) {
        let author = self.person(release, &["author"]);
        let tag = string(release, &["tag_name", "tagName"]).unwrap_or_default();
        let mut act = format!("released {tag}");
        if let Some(repository) = self.repository.clone().or_else(|| {
            super::subject::repository_in(string(release, &["html_url", "url"]).unwrap_or_default())
        }) {
            act.push_str(&format!(" of {repository}"));
        }
        if let Some(name) = string(release, &["name"]).filter(|name| *name != tag) {
            act.push_str(&format!(", “{name}”"));
        }
        let at = string(
            release,
            &["published_at", "publishedAt", "created_at", "createdAt"],
        );
        let body = string(release, &["body"]).unwrap_or_default();
        self.post(author, &act, body, at);
        self.posts.names([(tag.to_owned(), EntityType::Product)]);
    }

    fn push(&mut self, event: &Value) {
        let name = string(event, &["ref"]).unwrap_or_default();
        let branch = name
            .rsplit_once("refs/heads/")
            .or_else(|| name.rsplit_once("refs/tags/"))
            .map_or(name, |(_, b)| b);
        let repository = self.repository.clone().unwrap_or_default();
        let commits = list(event, &["commits"]).count();
        if commits == 0 {
            let head = event.get("head_commit").unwrap_or(event);
            self.act(
                event,
                &serde_json::json!({"created_at": string(head, &["timestamp"])}),
                &format!("pushed {branch} to {{repo}}"),
            );
        }
        for commit in list(event, &["commits"]) {
            let author = self.person(commit, &["author", "committer"]);
            let message = string(commit, &["message"]).unwrap_or_default();
            let (title, body) = message.split_once('\n').unwrap_or((message, ""));
            if title.starts_with("Merge ") {
                continue;
            }
            let at = string(commit, &["timestamp"]).map(str::to_owned);
            let act = format!("pushed “{}” to {branch} of {repository}", title.trim());
            self.post(author, &act, body, at.as_deref());
        }
    }

    fn commit(&mut self, commit: &Value, user: Option<&Value>) {
        let signed = commit.get("author").cloned().unwrap_or_default();
        let login = user.and_then(|u| string(u, &["login"]));
        let author = self.posts.author(
            login,
            string(&signed, &["name"]),
            string(&signed, &["email"]),
        );
        let message = string(commit, &["message"]).unwrap_or_default();
        let (title, body) = message.split_once('\n').unwrap_or((message, ""));
        if !title.starts_with("Merge ") {
            let at = string(&signed, &["date"]).map(str::to_owned);
            self.post(
                author,
                &format!("committed “{}”", title.trim()),
                body,
                at.as_deref(),
            );
        }
    }

    fn run(&mut self, event: &Value, run: &Value) {
        let author = self
            .person(run, &["triggering_actor", "actor"])
            .or_else(|| self.person(event, &["sender"]));
        let name = string(run, &["name"]).unwrap_or("a workflow");
        let branch = string(run, &["head_branch"])
            .or_else(|| {
                run.get("check_suite")
                    .and_then(|s| string(s, &["head_branch"]))
            })
            .unwrap_or("a branch");
        let end = match string(run, &["conclusion"]) {
            Some("success") => "it succeeded",
            Some("failure") => "it failed",
            Some("cancelled") => "it was cancelled",
            _ => "it has not ended",
        };
        let repository = self.repository.clone().unwrap_or_default();
        let act = format!("ran the workflow “{name}” on {branch} of {repository}; {end}");
        let at = string(
            run,
            &["updated_at", "completed_at", "created_at", "started_at"],
        )
        .map(str::to_owned);
        self.post(author, &act, "", at.as_deref());
    }
}

/// The objects of the first of these members that is a list, or GraphQL's connection to one.
fn list<'v>(value: &'v Value, keys: &[&str]) -> impl Iterator<Item = &'v Value> + use<'v> {
    keys.iter()
        .find_map(|key| {
            let member = value.get(key)?;
            member
                .as_array()
                .or_else(|| member.get("nodes")?.as_array())
        })
        .into_iter()
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{read_now, shown};

    #[test]
    fn a_comment_with_its_issue() {
        let text = r#"{"action":"created","issue":{"number":4,"title":"Soup is cold","html_url":"https://github.com/a/b/issues/4",
            "user":{"login":"ida-e","type":"User"},"body":"It `is`.","created_at":"2024-02-05T09:12:00Z"},
            "comment":{"user":{"login":"bo"},"body":"Good catch @ida-e.\r\n\r\nBo Alm","created_at":"2024-02-06T10:22:00Z"},
            "repository":{"full_name":"a/b"},"sender":{"login":"bo"}}"#;
        assert_eq!(
            shown(&read_now(text)),
            [
                "2024-02-05 09:12 ida-e opened issue #4 in a/b, “Soup is cold”: It is.",
                "2024-02-06 10:22 Bo Alm commented on issue #4 in a/b, “Soup is cold”: Good catch @ida-e.",
            ]
        );
    }

    #[test]
    fn acts_without_words_and_programs() {
        let text = r#"[{"action":"created","starred_at":"2024-02-05T09:12:00Z","repository":{"full_name":"a/b"},"sender":{"login":"ida"}},
            {"action":"opened","pull_request":{"number":5,"title":"Bump","user":{"login":"dependabot[bot]","type":"Bot"}},"sender":{"login":"dependabot[bot]","type":"Bot"}},
            {"action":"closed","pull_request":{"number":6,"title":"Stir","merged":true,"merged_at":"2024-02-07T10:00:00Z","user":{"login":"bo"},"created_at":"2024-02-06T10:00:00Z"},"repository":{"full_name":"a/b"},"sender":{"login":"ida"}}]"#;
        assert_eq!(
            shown(&read_now(text)),
            [
                "2024-02-05 09:12 ida starred a/b.",
                "2024-02-06 10:00 bo opened pull request #6 in a/b, “Stir”.",
                "2024-02-07 10:00 ida merged pull request #6 in a/b, “Stir”.",
            ]
        );
    }

    #[test]
    fn json_of_the_command_line() {
        let text = r#"{"number":4,"title":"Soup","url":"https://github.com/a/b/pull/4","author":{"login":"ida","name":"Ida Ek"},"createdAt":"2024-02-05T09:12:00Z",
            "body":"New soup.","headRefName":"soup","comments":[{"author":{"login":"bo"},"body":"Yum.","createdAt":"2024-02-05T10:00:00Z"}],
            "reviews":[{"author":{"login":"bo"},"state":"APPROVED","body":"","submittedAt":"2024-02-05T11:00:00Z"}]}"#;
        assert_eq!(
            shown(&read_now(text)),
            [
                "2024-02-05 09:12 Ida Ek opened pull request #4 in a/b, “Soup”: New soup.",
                "2024-02-05 10:00 bo commented on pull request #4 in a/b, “Soup”: Yum.",
                "2024-02-05 11:00 bo approved pull request #4 in a/b, “Soup”.",
            ]
        );
    }
}
