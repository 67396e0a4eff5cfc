//! What is done with code itself: releases, pushes, commits, runs of workflows.

use super::super::subject::repository_in;
use super::{Reader, list};
use crate::extract::dates::{self, Reference};
use crate::ingest::json::string;
use jiff::civil::DateTime;
use memo_common::api::EntityType;
use serde_json::Value;

impl Reader<'_> {
    pub(super) fn release(&mut self, release: &Value) {
        let author = self.doer(release, &["author"]);
        let sent = self.sent_at();
        let tag = string(release, &["tag_name", "tagName"]).unwrap_or_default();
        let mut act = format!("released {tag}");
        if let Some(repository) = self
            .repository
            .clone()
            .or_else(|| repository_in(string(release, &["html_url", "url"]).unwrap_or_default()))
        {
            act.push_str(&format!(" of {repository}"));
        }
        if let Some(name) = string(release, &["name"]).filter(|name| *name != tag) {
            act.push_str(&format!(", “{name}”"));
        }
        let at = string(
            release,
            &["published_at", "publishedAt", "created_at", "createdAt"],
        )
        .or(sent.as_deref());
        let body = string(release, &["body"]).unwrap_or_default();
        self.post(author, &act, body, at);
        self.posts.names([(tag.to_owned(), EntityType::Product)]);
    }

    pub(super) fn push(&mut self, event: &Value) {
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
            // what a message dates itself was not when it was pushed
            let dated = dates::find(title, &Reference::at(DateTime::default()));
            let at = at.or_else(|| self.sent_at().filter(|_| dated.is_empty()));
            let act = format!("pushed “{}” to {branch} of {repository}", title.trim());
            self.post(author, &act, body, at.as_deref());
        }
    }

    pub(super) fn commit(&mut self, commit: &Value, user: Option<&Value>) {
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

    /// A commit of a pull request, as `gh` lists it.
    pub(super) fn listed_commit(&mut self, commit: &Value) {
        let Some(title) = string(commit, &["messageHeadline"]) else {
            return;
        };
        let Some(signed) = list(commit, &["authors"]).next() else {
            return;
        };
        if title.starts_with("Merge ") {
            return;
        }
        let author = self.posts.author(
            string(signed, &["login"]),
            string(signed, &["name"]),
            string(signed, &["email"]),
        );
        let at = string(commit, &["authoredDate", "committedDate"]);
        let body = string(commit, &["messageBody"]).unwrap_or_default();
        self.post(author, &format!("committed “{title}”"), body, at);
    }

    pub(super) fn run(&mut self, event: &Value, run: &Value) {
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
