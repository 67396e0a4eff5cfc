//! What a page says of its subject: a title with its number, labelled fields.

use super::{By, Open, Page};
use crate::ingest::github::markup::inline;
use crate::ingest::github::subject::{number_in, repository_in};
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use std::ops::Range;

pattern!(
    TITLE,
    r"^(?:\[?\\?#(\d+)(?:\s+(Issue|PR|Pull Request|Discussion))?\]?[):]?\s*)?(?:closed|open|merged)?:?\s*(.*?)(?:\s*[(\[]?\\?#(\d+)[)\]]?)?$"
);
pattern!(
    FIELD,
    r"^(title|state|author|number|url|labels|assignees|milestone|projects|association|edited|status|comments|reviewers|additions|deletions|auto-merge|repo(?:sitory)?|date|created|issue|pull request):\s*(.*)$"
);
pattern!(
    ELSEWHERE,
    r"^(?:Bug (\d+) [-–] (\S.*)|(?:Bug|Feature|Support|Task|Defect|Ticket|Story|Epic|Patch|Enhancement) #(\d+)|~([\w.-]+/[\w.-]+): (\d+) (\S.*)|#?\W{0,2}(\d+) (?:new|open|closed|assigned|accepted|reopened) (?:defect|enhancement|task|bug|feature)\b.*|https?://\S+[?&]id=(\d+))$"
);
pattern!(NUMBERED, r"^(\S.*?)\s+([\w.-]+/[\w.-]+)#(\d+)$");

impl Page<'_> {
    /// A heading or a first line that names the subject.
    pub(super) fn title(&mut self, line: &str, posts: &mut Posts) -> bool {
        let mut bare = inline(line);
        // "Soup boils over kettle/soup#7", as `gh` prints it
        if self.subject.title.is_none()
            && let Some(found) = NUMBERED.captures(&bare)
        {
            self.subject.repository = Some(found[2].to_owned());
            bare = format!("{} #{}", &found[1], &found[3]);
        }
        // "Bug #4711", its title below; "Bug 4711 - Soup boils over"; "~ida/kettle: 4 Soup boils over"
        if self.subject.title.is_none()
            && let Some(found) = ELSEWHERE.captures(&bare)
        {
            let part = |n: usize| found.get(n).map(|m| m.as_str());
            self.subject.kind = "issue";
            self.subject.number = [1, 3, 5, 7, 8].iter().find_map(|n| part(*n)?.parse().ok());
            self.subject.repository = part(4)
                .map(str::to_owned)
                .or(self.subject.repository.take());
            if let Some(title) = part(2).or(part(6)) {
                self.subject.title = Some(title.to_owned());
                posts.document.title.get_or_insert_with(|| title.into());
            }
            return true;
        }
        let Some(found) = TITLE.captures(&bare) else {
            return false;
        };
        let number = found
            .get(1)
            .or_else(|| found.get(4))
            .and_then(|m| m.as_str().parse().ok())
            .or_else(|| number_in(line));
        let title = found[3].trim().trim_matches('`').to_owned();
        let first = self.subject.title.is_none();
        if title.is_empty() || !(first || number.is_some() && line.starts_with("# ")) {
            return false;
        }
        self.close(posts);
        self.thread += u32::from(!first);
        let is_pull = self.is_pull
            || line.contains("/pull/")
            || matches!(
                found.get(2).map(|m| m.as_str()),
                Some("PR" | "Pull Request")
            );
        if self.subject.kind != "merge request" {
            self.subject.kind = if is_pull { "pull request" } else { "issue" };
        }
        // the number may stand above
        self.subject.number = number.or(self.subject.number.filter(|_| first));
        self.subject.title = Some(title.clone());
        posts.document.title.get_or_insert(title.into());
        true
    }

    /// A labelled field; `false` where the line is none.
    pub(super) fn field(&mut self, line: &str, span: Range<usize>, posts: &mut Posts) -> bool {
        let Some(found) = FIELD.captures(line) else {
            return false;
        };
        let value = found[2].trim();
        let key = &found[1];
        match key {
            "title" | "issue" | "pull request" => {
                self.subject.kind = if key == "pull request" {
                    "pull request"
                } else {
                    "issue"
                };
                self.subject.title = Some(value.to_owned());
                posts.document.title.get_or_insert_with(|| value.into());
            }
            "number" => self.subject.number = value.trim_start_matches('#').parse().ok(),
            "url" | "repo" | "repository" => {
                self.subject.repository = repository_in(value).or_else(|| Some(value.to_owned()));
                self.subject.number = self.subject.number.or_else(|| number_in(value));
            }
            "date" | "created" => {
                let when = self.when(value);
                posts.document.written = posts.document.written.or(when);
                if let Some(open) = &mut self.open {
                    open.when = open.when.or(when);
                }
            }
            "author" if !value.is_empty() => {
                let begun = self.open.is_some();
                self.close(posts);
                let verb = if begun { "commented on" } else { "opened" };
                self.open = Some(Open {
                    by: By::of(value, posts),
                    // The title may stand below its author.
                    act: verb.to_owned(),
                    when: posts.document.written,
                    lines: Vec::new(),
                    span,
                });
            }
            // these stand above what somebody said, not above what was opened
            "association" | "edited" | "status" => {
                let open = self.open.as_mut();
                if let Some(open) = open.filter(|o| o.lines.iter().all(|l| l.trim().is_empty())) {
                    match value.to_lowercase().replace('_', " ").as_str() {
                        "approved" => open.act = "approved".to_owned(),
                        "changes requested" => open.act = "requested changes on".to_owned(),
                        _ if open.act == "opened" => open.act = "commented on".to_owned(),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        true
    }
}
