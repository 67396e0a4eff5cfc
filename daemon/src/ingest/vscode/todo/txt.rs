//! Tasks of todo.txt, one a line.

use super::{State, Task, date};
use crate::ingest::lines;
use crate::ingest::pattern::pattern;

pattern!(
    TXT,
    r"^(x\s+)?(?:\(([A-Z])\)\s+)?((?:\d{4}-\d{2}-\d{2}\s+){0,2})(\S.*)$"
);
pattern!(PAIR, r"(?:^|\s)(\w+):(\d{4}-\d{2}-\d{2})\b");
pattern!(CONTEXT, r"(?:^|\s)[+@](\S+)");

/// Whether a line could be of no other list: it says by its marks when it was begun or done, or of what rank it is.
pub(super) fn is_task(line: &str) -> bool {
    TXT.captures(line)
        .is_some_and(|c| c.get(2).is_some() || c.get(1).is_some() && !c[3].is_empty())
}

/// Lines that are looked at, and of which a list has at least so many.
const LOOKED_AT: usize = 400;
const FEWEST: usize = 3;

/// Whether most of a text's lines are tasks.
pub(super) fn is_list(text: &str) -> bool {
    let lines = || filled(text);
    let all = lines().count();
    all >= FEWEST && lines().filter(|l| is_task(l)).count() * 5 >= all * 3
}

/// Whether a list bears the marks of its program, which nobody's letters in brackets have: days and projects.
pub(super) fn is_marked(text: &str) -> bool {
    let marked = |line: &&str| {
        let dated = TXT.captures(line).is_some_and(|c| !c[3].is_empty());
        is_task(line) && (dated || PAIR.is_match(line) || CONTEXT.is_match(line))
    };
    is_list(text) && filled(text).filter(marked).count() >= 2
}

/// The lines that are looked at.
pub(super) fn filled(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|l| !l.trim().is_empty())
        .take(LOOKED_AT)
}

/// The tasks of a list.
pub(super) fn read(text: &str) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (line, span) in lines::spanned(text) {
        let Some(found) = TXT.captures(line) else {
            continue;
        };
        let done = found.get(1).is_some();
        let due = PAIR
            .captures_iter(&found[4])
            .find(|p| matches!(&p[1], "due" | "t"));
        let when = if done {
            date(&found[3])
        } else {
            due.and_then(|p| date(&p[2]))
        };
        let under = CONTEXT
            .captures_iter(&found[4])
            .filter(|c| c[0].trim_start().starts_with('+'))
            .map(|c| c[1].to_owned())
            .collect();
        let title = PAIR.replace_all(&found[4], "");
        tasks.push(Task {
            state: if done { State::Done } else { State::Open },
            title: CONTEXT.replace_all(&title, "").trim().to_owned(),
            under,
            notes: Vec::new(),
            when,
            indent: 0,
            span,
        });
    }
    tasks
}
