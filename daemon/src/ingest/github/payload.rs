//! A JSON object of GitHub's: a webhook's payload, an entry of the events API, an object of the REST API, or `gh`'s; and
//! an issue or merge request of GitLab's API, or Jira's.
//!
//! - `caught`: what programs put round an object
//! - `object`, `thread`, `code`: what is opened, said and done
//! - `timeline`: an issue's events
//! - `jira`: Jira's issues
//! - `other`: the objects of other trackers

mod caught;
mod code;
mod jira;
mod object;
mod other;
mod thread;
mod timeline;

use super::markup::plain;
use super::subject::Subject;
use crate::ingest::PersonId;
use crate::ingest::json::members::is_program;
use crate::ingest::json::string;
use crate::ingest::posts::Posts;
use memo_common::api::EntityType;
use serde_json::Value;
use std::ops::Range;

/// Reads one object, without what a program has put round it.
pub(super) fn read(value: &Value, span: Range<usize>, posts: &mut Posts) {
    let caught = caught::object(value);
    let value = caught.as_deref().unwrap_or(value);
    let thread = posts.document.new_thread();
    let mut reader = Reader {
        posts,
        span,
        thread,
        repository: None,
        sent: None,
        opener: None,
    };
    reader.meet(value);
    reader.event(value);
}

struct Reader<'p> {
    posts: &'p mut Posts,
    span: Range<usize>,
    thread: u32,
    repository: Option<String>,
    /// Who did what an entry of the events API tells, and when.
    sent: Option<(Option<PersonId>, Option<String>)>,
    /// Who opened what is commented on: they read it.
    opener: Option<PersonId>,
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
        // An object by itself may have a milestone, a label, a reference to another of its own.
        let alone = value.get("action").is_none() && value.get("sender").is_none();
        if alone && value.get("title").is_some_and(Value::is_string) {
            return self.object(value, 0);
        }
        // An entry of the events API wraps the payload.
        if let (Some(payload), Some(actor)) = (value.get("payload"), value.get("actor")) {
            let at = string(value, &["created_at"]).map(str::to_owned);
            self.sent = Some((self.person(value, &["actor"]), at));
            let mut inner = payload.clone();
            if let Some(members) = inner.as_object_mut() {
                members.entry("sender").or_insert_with(|| actor.clone());
                if let Some(at) = value.get("created_at") {
                    members.entry("created_at").or_insert_with(|| at.clone());
                }
                if value.get("type").and_then(Value::as_str) == Some("DeleteEvent") {
                    members.insert("deleted".to_owned(), Value::Bool(true));
                }
            }
            if value.get("type").and_then(Value::as_str) == Some("WatchEvent") {
                self.act(value, &inner, "starred");
            } else {
                self.event(&inner);
            }
            return;
        }
        if let Some(event) = timeline::event(value) {
            return self.happened(value, event);
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

    /// Takes in who is called what, of everybody whom the value gives a login and a name.
    fn meet(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|v| self.meet(v)),
            Value::Object(members) => {
                if !is_program(value)
                    && let (Some(login), Some(name)) = (
                        string(value, &["login", "username"]),
                        string(value, &["name", "full_name"]).filter(|name| !name.contains('/')),
                    )
                {
                    self.posts.author(Some(login), Some(name), None);
                }
                members.values().for_each(|v| self.meet(v));
            }
            _ => {}
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
            let made = value.get("master_branch").is_some() || value.get("created_at").is_some();
            let verb = if made && value.get("deleted").is_none() {
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

    fn subject(&self, object: &Value, kind: &'static str) -> Subject {
        Subject::of(object, Some(kind), self.repository.as_deref())
    }

    /// The person who wrote an object, or who sent an event.
    fn person(&mut self, value: &Value, keys: &[&str]) -> Option<PersonId> {
        let user = keys
            .iter()
            .find_map(|key| value.get(key).filter(|v| v.is_object()))?;
        self.user(user)
    }

    /// The person that an object describes; `None` for programs.
    fn user(&mut self, user: &Value) -> Option<PersonId> {
        if is_program(user) {
            return None;
        }
        let login = string(user, &["login", "username"]);
        let name = string(user, &["name", "full_name", "displayName", "display_name"]);
        let email = string(user, &["email", "emailAddress"]);
        self.posts.author(login, name, email)
    }

    /// Who wrote what an event is of; whoever the event says, where the payload was cut short.
    fn doer(&mut self, value: &Value, keys: &[&str]) -> Option<PersonId> {
        let named = keys.iter().any(|key| value.get(key).is_some());
        match &self.sent {
            Some((doer, _)) if !named => *doer,
            _ => self.person(value, keys),
        }
    }

    /// When an event took place, where what it is of does not say.
    fn sent_at(&self) -> Option<String> {
        self.sent.as_ref()?.1.clone()
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
        if let Some(passage) = self.posts.document.passages.last_mut() {
            let reader = self.opener.filter(|opener| *opener != author);
            passage.audience.extend(reader);
        }
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
        // an entry of the events API says itself when it took place
        let at = self.sent_at().or_else(|| {
            string(dated, &["starred_at", "created_at", "updated_at"])
                .or_else(|| string(event, &["created_at"]))
                .or_else(|| {
                    event
                        .get("repository")
                        .and_then(|r| string(r, &["pushed_at", "updated_at"]))
                })
                .map(str::to_owned)
        });
        self.post(author, &act, "", at.as_deref());
    }
}

/// The objects of the first of these members that is a list, or GraphQL's connection to one.
fn list<'v>(value: &'v Value, keys: &[&str]) -> impl Iterator<Item = &'v Value> + use<'v> {
    let array = |member: &'v Value| {
        member
            .as_array()
            .or_else(|| member.get("nodes")?.as_array())
    };
    let exact = keys.iter().find_map(|key| array(value.get(key)?));
    // beside the API's count of comments, scripts put the comments themselves under such a name
    let scripted = || {
        let members = value.as_object()?.iter();
        let named = members.filter(|(name, _)| keys.contains(&bare(name)));
        named.filter_map(|(_, member)| array(member)).next()
    };
    exact.or_else(scripted).into_iter().flatten()
}

/// A member's name without what scripts add to it: "_comments", "comments_list", "comments_data".
fn bare(name: &str) -> &str {
    let name = name.trim_start_matches('_');
    let ends = ["_list", "_data"];
    ends.iter()
        .find_map(|end| name.strip_suffix(end))
        .unwrap_or(name)
}

#[cfg(test)]
mod tests;
