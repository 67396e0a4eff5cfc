//! Issues and pull requests as text: Markdown exports, `gh issue view`, what is pasted from a page. Each comment begins
//! with a line that says who wrote it.
//!
//! - `window`: what is round the page's own text; `stacked`: heads on lines of their own
//! - `head`: who wrote, and when, in one line
//! - `subject`: what the page says that it is about
//! - `post`: what somebody wrote or did, told
//! - `own`: lines of the page's own

mod head;
mod own;
mod post;
mod stacked;
mod subject;
mod window;

use super::subject::{Subject, repository_in};
use crate::ingest::About;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::when::When;
use head::Head;
pub(super) use head::when;
use own::is_own;
use post::{By, Open};
use stacked::Told;
use std::ops::Range;

// what `gh` is asked at a prompt, and the state before who opened it
pattern!(ASKED, r"^\S*[$❯#%>]\s*gh (?:issue|pr|release) \w+");
pattern!(
    STATE,
    r"(?i)^(?:open|closed|merged|draft)(?: \([\w ]+\))? [•·] "
);
pattern!(BARE_PROMPT, r"^(?:[\w.-]+@[\w.-]+[:\s]?\S*\s?[$#%❯]|[$❯])$");
pattern!(VERSION, r"^v?\d+\.\d+(?:\.\d+)*(?:[-.]\w+)?$");

/// Lines in which an event of a copied page ends.
const AHEAD: usize = 10;

/// A line of more bytes is nobody's head.
const LONGEST_HEAD: usize = 600;

/// Reads every line; nothing is refused.
pub(super) fn read(text: &str, about: &About<'_>, posts: &mut Posts) {
    let window = window::window(text);
    let mut page = Page {
        subject: Subject::default(),
        open: None,
        about,
        fields: true,
        thread: 0,
        last: None,
        is_pull: window.is_pull,
        opened: false,
        merged: false,
    };
    page.subject.repository = window.repository;
    if let Some((kind, number)) = window.subject {
        page.subject.kind = kind;
        page.subject.number = number;
    }
    let start = window.content.start;
    let lines: Vec<(&str, Range<usize>)> = lines::spanned(&text[window.content])
        .map(|(line, span)| (line, start + span.start..start + span.end))
        .collect();
    let mut n = 0;
    while let Some((line, span)) = lines.get(n) {
        let ahead = lines[n..].iter().take(AHEAD);
        let ahead: Vec<&str> = ahead.map(|(line, _)| line.trim()).collect();
        match stacked::told(&ahead) {
            Some((told, taken)) => {
                let span = span.start..lines[n + taken - 1].1.end;
                match told {
                    Told::Head(head) => page.line(&head, span, posts),
                    Told::Event => {}
                }
                n += taken;
            }
            None => {
                page.line(line, span.clone(), posts);
                n += 1;
            }
        }
    }
    page.close(posts);
}

struct Page<'a> {
    subject: Subject,
    open: Option<Open>,
    about: &'a About<'a>,
    /// Whether `title: …` lines may stand here.
    fields: bool,
    thread: u32,
    /// The line kept last: what is released is named above who releases it.
    last: Option<String>,
    /// Whether the page is a pull request's.
    is_pull: bool,
    /// Whether the words it was opened with have been met.
    opened: bool,
    /// Whether it has been told who merged it: the page says so at its top, and again where it was done.
    merged: bool,
}

impl Page<'_> {
    fn line(&mut self, line: &str, span: Range<usize>, posts: &mut Posts) {
        let trimmed = STATE
            .find(line.trim())
            .map_or(line.trim(), |state| &line.trim()[state.end()..]);
        if ASKED.is_match(trimmed) || BARE_PROMPT.is_match(trimmed) {
            // what a session shows next is no more of the last comment
            if ASKED.is_match(trimmed) {
                self.close(posts);
            }
            return;
        }
        if trimmed.is_empty() || trimmed == "--" {
            if let Some(open) = &mut self.open {
                open.lines.push(String::new());
            }
            self.fields |= trimmed == "--";
            return;
        }
        if trimmed.len() > LONGEST_HEAD {
            self.keep(line, span);
            return;
        }
        if self.fields && self.field(trimmed, span.clone(), posts) {
            return;
        }
        if let Some(repository) = repository_in(trimmed)
            && (self.subject.repository.is_none() || trimmed.starts_with('#'))
        {
            self.subject.repository = Some(repository.trim_end_matches([')', ']', '.']).to_owned());
        }
        if let Some(head) = Head::of(trimmed) {
            self.head(&head, span, posts);
            return;
        }
        if trimmed.starts_with('#') && self.title(trimmed, posts) {
            return;
        }
        if VERSION.is_match(trimmed) {
            // what is released below, where nothing says more of it
            self.last = Some(trimmed.to_owned());
            return;
        }
        let again = self.open.is_none() && self.subject.title.as_deref() == Some(trimmed);
        if again || is_own(trimmed) {
            return;
        }
        if self.open.is_none()
            && self.subject.title.is_none()
            && span.len() < 160
            && self.title(trimmed, posts)
        {
            return;
        }
        self.keep(line, span);
    }

    /// Opens the post that a head stands above.
    fn head(&mut self, head: &Head, span: Range<usize>, posts: &mut Posts) {
        let mut act = head.act(&self.subject);
        // who proposes it may say why right there
        let says = |open: &Open| open.lines.iter().any(|l| !l.trim().is_empty());
        self.opened |= self
            .open
            .as_ref()
            .is_some_and(|open| open.act.starts_with("proposed") && says(open));
        if let Some(name) = self.last.take().filter(|_| act.starts_with("released ")) {
            act = format!("released {name}");
            if let Some(open) = &mut self.open
                && open.lines.last().is_some_and(|l| l.trim() == name)
            {
                open.lines.pop();
            }
        }
        // the page of a pull request shows the words it was opened with as its first comment
        if self.is_pull && !self.opened && act.starts_with("commented on") {
            act = act.replacen("commented on", "opened", 1);
        }
        self.opened |= act.starts_with("opened");
        let merges = act.starts_with("merged");
        let by = if merges && self.merged {
            By::Program
        } else {
            By::of(&head.name, posts)
        };
        self.merged |= merges;
        let when = self.when(&head.dated);
        // "ida opened this", "ida commented": her first words are those it was opened with
        if let Some(open) = &mut self.open
            && open.act.starts_with("opened")
            && act.starts_with("commented")
            && open.by == by
            && open.lines.iter().all(|l| l.trim().is_empty())
        {
            open.span.end = span.end;
            return;
        }
        self.close(posts);
        self.fields = false;
        self.open = Some(Open {
            by,
            act,
            when,
            lines: Vec::new(),
            span,
        });
    }

    /// Adds a line to the post that is open.
    fn keep(&mut self, line: &str, span: Range<usize>) {
        self.last = Some(line.trim().to_owned());
        let open = self.open.get_or_insert_with(|| Open {
            by: By::Nobody,
            act: String::new(),
            when: None,
            lines: Vec::new(),
            span: span.clone(),
        });
        open.lines.push(line.to_owned());
        open.span.end = span.end;
    }

    fn close(&mut self, posts: &mut Posts) {
        if let Some(open) = self.open.take() {
            open.tell(&self.subject, self.thread, posts);
        }
    }

    /// The time that a text tells.
    fn when(&self, text: &str) -> Option<When> {
        when(text, self.about.reference.date())
    }
}

#[cfg(test)]
mod tests;
