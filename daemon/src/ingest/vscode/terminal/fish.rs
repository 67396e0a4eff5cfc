//! The history that the shell fish keeps: `- cmd: cargo test`, and below it `  when: 1714723200`.

use super::run::Run;
use super::session::SILENT;
use crate::ingest::instant;
use crate::ingest::lines;
use jiff::tz::TimeZone;

/// The mark of a command, and of when it was run.
const MARKS: [&str; 2] = ["- cmd: ", "  when: "];

/// Whether a text is such a history: by its first lines.
pub(super) fn is_history(text: &str) -> bool {
    let mut lines = text.lines().filter(|l| !l.trim().is_empty());
    lines.next().is_some_and(|l| l.starts_with(MARKS[0]))
        && lines.next().is_some_and(|l| l.starts_with(MARKS[1]))
}

/// What was run, in order.
pub(super) fn runs(text: &str, zone: &TimeZone) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    for (line, span) in lines::spanned(text) {
        if let Some(typed) = line.strip_prefix(MARKS[0]) {
            // lines of one command are kept on one
            let command = typed.replace("\\n", "\n").replace("\\\\", "\\");
            open = !SILENT.contains(&command.split_whitespace().next().unwrap_or_default());
            if open {
                runs.push(Run::of(&command, None, None, span));
            }
        } else if let Some(run) = runs.last_mut().filter(|_| open)
            && let Some(time) = line.strip_prefix(MARKS[1])
        {
            run.when = instant::exact(time, zone);
            run.span.end = span.end;
            run.output = span.end..span.end;
        }
    }
    runs
}
