//! Terminal sessions and shell histories: what was run, and what it said at its end; what was noted behind `#`, and the
//! commits that a log showed.

mod quoted;
mod run;
mod session;
mod shown;

use super::prompt::Prompts;
use crate::ingest::furniture::Medium;
use crate::ingest::posts::Posts;
use crate::ingest::{About, stamp};
use crate::when::When;
use jiff::civil::Date;
use memo_common::api::SourceType;
use run::{Run, What};

/// What a line of the editor's own is compared with.
const EDITOR: Medium = Medium::of(SourceType::Vscode);

/// Words of one memory's commands.
const FULL: usize = 45;

/// Silence that ends a stretch of work, in minutes.
const SILENCE: i64 = 30;

/// Whether a text begins at a prompt and comes back to it.
pub(super) fn returns(text: &str, prompts: &Prompts) -> bool {
    /// Lines at the beginning: what a shell greets with, and the first prompt.
    const OPENING: usize = 3;
    let mut lines = text.lines().filter(|l| !l.trim().is_empty());
    let prompt = |line: &str| session::is_prompt(line, prompts);
    lines.by_ref().take(OPENING).any(prompt) && lines.any(prompt)
}

/// Reads a session; `false` where the text is none, nothing being added then.
pub(super) fn read(text: &str, prompts: &Prompts, about: &About<'_>, posts: &mut Posts) -> bool {
    if !session::is_session(text, prompts) {
        return false;
    }
    let mut group: Vec<Run> = Vec::new();
    let mut thread = 0;
    for run in session::runs(text, prompts, about) {
        if run.what != What::Command && !run.answers() {
            tell(std::mem::take(&mut group), thread, posts);
            shown::tell(&run, text, about, thread, posts);
            continue;
        }
        let words: usize = group.iter().map(|r| r.words()).sum();
        let apart = group.last().is_some_and(|last| {
            last.folder.is_some() && run.folder.is_some() && last.folder != run.folder
                || silence(last.when, run.when)
        });
        if !group.is_empty() && (apart || words + run.words() > FULL) {
            tell(std::mem::take(&mut group), thread, posts);
            thread += u32::from(apart);
        }
        group.push(run);
    }
    tell(group, thread, posts);
    true
}

/// Whether a stretch of work has ended between two times.
fn silence(before: Option<When>, after: Option<When>) -> bool {
    let moment = |when: Option<When>| when?.start.moment();
    moment(before)
        .zip(moment(after))
        .is_some_and(|(a, b)| b.duration_since(a) > jiff::SignedDuration::from_mins(SILENCE))
}

/// The time of a prompt or history; `today` is the day of a time alone.
fn when(text: &str, today: Date) -> Option<When> {
    let (stamp, _) = stamp::take(text);
    let date = match stamp.day {
        Some(day) => day.date(false, today.year())?,
        None => today,
    };
    Some(When::on(date, stamp.time))
}

/// Tells a stretch of commands.
fn tell(group: Vec<Run>, thread: u32, posts: &mut Posts) {
    let (Some(first), Some(last)) = (group.first(), group.last()) else {
        return;
    };
    let span = first.span.start..last.span.end;
    let mut told = "In the terminal".to_owned();
    if let Some(folder) = group.iter().find_map(|r| r.folder.as_ref()) {
        told.push_str(&format!(", in {folder},"));
    }
    let runs: Vec<String> = group.iter().map(Run::told).collect();
    told.push_str(&format!(" I ran {}", runs.join("; then ")));
    posts.own(&told, "", span, first.when, thread);
}

#[cfg(test)]
mod tests;
