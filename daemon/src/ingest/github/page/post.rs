//! What somebody wrote on a page, or did there, and how it is told.

use super::changes;
use crate::ingest::github::markup::plain;
use crate::ingest::github::subject::Subject;
use crate::ingest::posts::{Posts, is_program};
use crate::ingest::{Kind, Passage, PersonId};
use crate::when::When;
use crate::wording::list;
use memo_common::api::EntityType;
use std::ops::Range;

/// Whose a post is.
#[derive(PartialEq)]
pub(super) enum By {
    Person(PersonId),
    /// A program: nothing of it is told.
    Program,
    /// Nobody that the page names.
    Nobody,
}

impl By {
    /// By a login, or a name.
    pub(super) fn of(name: &str, posts: &mut Posts) -> Self {
        if is_program(name) {
            return Self::Program;
        }
        let author = if name.contains(' ') {
            posts.author(None, Some(name), None)
        } else {
            posts.author(Some(name), None, None)
        };
        author.map_or(Self::Nobody, Self::Person)
    }
}

/// A post being read.
pub(super) struct Open {
    pub(super) by: By,
    pub(super) act: String,
    pub(super) when: Option<When>,
    pub(super) lines: Vec<String>,
    pub(super) span: Range<usize>,
}

impl Open {
    /// Tells it, and what is changed by it.
    pub(super) fn tell(self, subject: &Subject, thread: u32, posts: &mut Posts) {
        let (written, changes) = changes::parted(&self.lines);
        let body = plain(&written.join("\n"));
        let shown = subject.shown();
        let named_or = |any: &str| match shown.as_str() {
            "" => any.to_owned(),
            shown => shown.to_owned(),
        };
        let act = match self.act.as_str() {
            act @ ("opened" | "commented on") => format!("{act} {}", named_or("an issue")),
            act @ ("approved" | "requested changes on") => {
                format!("{act} {}", named_or("a pull request"))
            }
            act => act.to_owned(),
        };
        match self.by {
            By::Person(author) => {
                let changed = (!changes.is_empty())
                    .then(|| format!("changed {} on {}", list(&changes), named_or("an issue")));
                let says = changed.is_none() || !body.is_empty() || !act.starts_with("commented");
                let acts = says.then_some((act.as_str(), body.as_str()));
                let all = acts
                    .into_iter()
                    .chain(changed.as_deref().map(|act| (act, "")));
                for (act, body) in all {
                    let span = self.span.clone();
                    posts.post(author, act, body, span, self.when, thread);
                    let repository = subject.repository.clone();
                    posts.names(repository.map(|name| (name, EntityType::Repository)));
                }
            }
            By::Nobody if !body.is_empty() => {
                let mut passage = Passage::new(Kind::Prose, body, self.span);
                passage.thread = thread;
                posts.document.passages.push(passage);
            }
            By::Nobody | By::Program => {}
        }
    }
}
