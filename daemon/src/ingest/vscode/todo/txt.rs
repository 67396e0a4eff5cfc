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
