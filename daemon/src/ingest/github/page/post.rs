//! What somebody wrote on a page, or did there, and how it is told.

use crate::ingest::github::markup::plain;
use crate::ingest::github::subject::Subject;
use crate::ingest::posts::{Posts, is_program};
use crate::ingest::{Kind, Passage, PersonId};
use crate::when::When;
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
    /// Tells it.
    pub(super) fn tell(self, subject: &Subject, thread: u32, posts: &mut Posts) {
        let body = plain(&self.lines.join("\n"));
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
                posts.post(author, &act, &body, self.span, self.when, thread);
                let repository = subject.repository.clone();
                posts.names(repository.map(|name| (name, EntityType::Repository)));
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
