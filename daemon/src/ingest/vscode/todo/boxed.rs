//! Tasks in boxes, with tags: Todo+, PlainTasks, TaskPaper.

use super::{State, Task, date};
use crate::ingest::furniture::{self, Medium};
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::when::When;
use memo_common::api::SourceType;

pattern!(
    BOX,
    r"^(\s*)(?:[-*+]\s+)?(☐|□|❑|▢|❍|⬜|✔|✓|☑|✅|■|✘|✗|☒|❌|\[[ xX+-]\])\s+(\S.*)$"
);
pattern!(PROJECT, r"^(\s*)(\S[^:]{0,80}):\s*(?:@\S.*)?$");
pattern!(TAG, r"(?:^|\s)@([\w-]+)(?:\(([^()]*)\))?");

/// What a line of the editor's own is compared with.
const EDITOR: Medium = Medium::of(SourceType::Vscode);

/// Whether a line has a box that only such a program draws.
pub(super) fn is_task(line: &str) -> bool {
    BOX.captures(line)
        .is_some_and(|c| !c[2].starts_with('[') || line.contains(" @"))
}

/// The name of a list: its first line, where that is neither a box nor a project, nor a remark.
pub(super) fn name(text: &str) -> Option<String> {
    let first = text.lines().find(|l| !l.trim().is_empty())?.trim();
    let plain = !BOX.is_match(first) && !PROJECT.is_match(first) && !is_remark(first);
    plain.then(|| first.trim_matches(['#', '=', '-', ' ']).to_owned())
}

/// A line that speaks of the list itself, as in code.
fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// The tasks of a list.
pub(super) fn read(text: &str) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::new();
    let mut projects: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (line, span) in lines::spanned(text) {
        let indent = line.len() - line.trim_start().len();
        if let Some(found) = BOX.captures(line) {
            projects.retain(|(depth, _)| *depth < indent || *depth == 0 && indent == 0);
            let state = match &found[2] {
                "☐" | "□" | "❑" | "▢" | "❍" | "⬜" | "[ ]" => State::Open,
                "✘" | "✗" | "☒" | "❌" | "[-]" => State::Cancelled,
                _ => State::Done,
            };
            let (title, when, state, project) = tagged(&found[3], state);
            let mut under: Vec<String> = projects.iter().map(|(_, p)| p.clone()).collect();
            under.extend(project);
            tasks.push(Task {
                state,
                title,
                under,
                notes: Vec::new(),
                when,
                indent,
                span,
            });
            open = true;
        } else if line.trim().is_empty() || furniture::is_line(line, EDITOR) || is_remark(line) {
            continue;
        } else if let (Some(task), true) = (tasks.last_mut(), open)
            && indent > task.indent
        {
            let (note, ..) = tagged(line.trim(), State::Open);
            task.notes.push(note);
            task.span.end = span.end;
        } else if let Some(found) = PROJECT.captures(line) {
            projects.retain(|(depth, _)| *depth < indent);
            projects.push((indent, found[2].trim_start_matches('#').trim().to_owned()));
            open = false;
        } else if tasks.is_empty() && projects.is_empty() {
            // the list's name
            continue;
        } else {
            tasks.push(Task {
                state: State::Open,
                title: line.trim().to_owned(),
                under: projects.iter().map(|(_, p)| p.clone()).collect(),
                notes: Vec::new(),
                when: None,
                indent,
                span,
            });
            open = false;
        }
    }
    tasks
}

/// A task's words without its tags, its time by its state (done, cancelled, due), its state, and the project it was in.
fn tagged(text: &str, state: State) -> (String, Option<When>, State, Option<String>) {
    let mut state = state;
    let (mut settled, mut due, mut project) = (None, None, None);
    for tag in TAG.captures_iter(text) {
        let value = tag.get(2).map_or("", |m| m.as_str());
        match tag[1].to_lowercase().as_str() {
            "done" | "finished" | "completed" => {
                state = State::Done;
                settled = date(value);
            }
            "cancelled" | "canceled" => {
                state = State::Cancelled;
                settled = date(value);
            }
            "due" | "deadline" | "start" | "scheduled" | "remind" => due = due.or(date(value)),
            "project" => project = value.rsplit('.').next().map(str::to_owned),
            _ => {}
        }
    }
    let title = TAG.replace_all(text, "").trim().to_owned();
    let when = if state == State::Open { due } else { settled };
    (title, when, state, project.filter(|p| !p.is_empty()))
}
