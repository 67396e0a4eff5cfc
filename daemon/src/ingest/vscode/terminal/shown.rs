//! What a session shows besides commands and how they ended: notes to oneself, a log's commits, texts, lists of tasks.

use super::run::{Run, What, echoed, ends_with};
use super::{EDITOR, quoted, when};
use crate::ingest::furniture;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::ingest::posts::Posts;
use crate::ingest::vscode::commit::Commit;
use crate::ingest::vscode::git;
use crate::ingest::{About, Document, Kind, Passage};
use crate::wording;
use std::collections::HashSet;

pattern!(
    TASK,
    r"^\s*\d{1,6}[.):]?\s+(?:\[ ?\]\s+)?(?:\([A-Z]\)\s+)?(\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?)?\s*(\S.*\p{L}.*)$"
);
pattern!(
    COUNTED,
    r"(?i)^\s*\d+ (?:of \d+ )?(?:open|done|pending|completed?|overdue|tasks?|items?|to-?dos?|shown)\b"
);

/// Leaves out the commits from this passage on that have no time and that a log above has told with theirs.
fn forget_again(document: &mut Document, from: usize) {
    let title = |p: &Passage| {
        let told = match &p.kind {
            Kind::Post { act } => act,
            _ => &p.text,
        };
        let (_, rest) = told.split_once('“')?;
        Some(rest.split('”').next().unwrap_or(rest).to_owned())
    };
    let told = document.passages[..from].iter();
    let known: HashSet<String> = told
        .filter(|p| p.when.is_some())
        .filter_map(title)
        .collect();
    let mut n = 0;
    document.passages.retain(|p| {
        n += 1;
        n <= from || p.when.is_some() || !title(p).is_some_and(|t| known.contains(&t))
    });
}

/// A note, as it is written; a log's commits as commits, where it shows any.
pub(super) fn tell(run: &Run, text: &str, about: &About<'_>, thread: u32, posts: &mut Posts) {
    let passages = posts.document.passages.len();
    match run.what {
        What::Note => {
            let comment = || run.command.trim_start_matches('#').trim();
            let said = echoed(&run.command).unwrap_or_else(comment);
            let mut passage = Passage::new(Kind::Prose, said, run.span.clone());
            passage.when = run.when;
            passage.thread = thread;
            if said.chars().any(char::is_alphabetic) {
                posts.document.passages.push(passage);
            }
        }
        What::Log => {
            let shown = text.get(run.output.clone()).unwrap_or_default();
            git::read(shown, about, posts);
            if run.command.contains("reflog") {
                forget_again(&mut posts.document, passages);
            }
        }
        What::Shown | What::Written => {
            let shown = text.get(run.output.clone()).unwrap_or_default();
            let todo = run.command.to_lowercase().contains("todo");
            let end = (run.what == What::Written)
                .then(|| ends_with(&run.command))
                .flatten();
            for mut line in lines::of(shown, run.output.start) {
                if end.is_some() {
                    // the shell's sign for a command that goes on
                    line.text = line
                        .text
                        .strip_prefix("> ")
                        .unwrap_or(&line.text)
                        .to_owned()
                        .into();
                }
                if end == Some(line.text.trim()) || end.is_some() && line.text.trim() == ">" {
                    continue;
                }
                let item = lines::item_text(&line.text).map(str::to_owned);
                let kind = item.as_ref().map_or(Kind::Prose, |_| Kind::Item {
                    task: todo.then_some(false),
                });
                let said = item.unwrap_or_else(|| line.text.trim().to_owned());
                if said.chars().any(char::is_alphabetic) && !furniture::is_line(&said, EDITOR) {
                    let mut passage = Passage::new(kind, said, line.span);
                    passage.when = run.when;
                    passage.thread = thread;
                    posts.document.passages.push(passage);
                }
            }
        }
        What::Tasks => {
            let shown = text.get(run.output.clone()).unwrap_or_default();
            for line in lines::of(shown, run.output.start) {
                if let Some(found) = TASK.captures(&line.text)
                    && !COUNTED.is_match(&line.text)
                {
                    let due = found
                        .get(1)
                        .and_then(|at| when(at.as_str(), about.reference.date()));
                    let title = wording::quoted(found[2].trim());
                    let mut told = format!("I have to do {title}");
                    if let Some(due) = due {
                        told.push_str(&format!(", due on {}", due.in_words()));
                    }
                    posts.own(&told, "", line.span, due.or(run.when), thread);
                }
            }
        }
        What::Committed => {
            let shown = text.get(run.output.clone()).unwrap_or_default();
            let dated = shown
                .lines()
                .find_map(|l| git::date(l.trim().strip_prefix("Date:")?.trim()));
            let message = quoted::message(&run.command).unwrap_or_default();
            let commit = Commit {
                when: dated.or(run.when),
                message: message.lines().map(str::to_owned).collect(),
                span: run.span.clone(),
                ..Commit::default()
            };
            commit.tell(posts);
        }
        What::Command | What::Found | What::Asked => {}
    }
    if run.what == What::Log {
        for passage in &mut posts.document.passages[passages..] {
            passage.span.start += run.output.start;
            passage.span.end += run.output.start;
        }
    }
}
