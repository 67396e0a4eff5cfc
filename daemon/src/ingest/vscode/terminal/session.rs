//! The lines of a session or a history → what was run, with what it printed.

use super::quoted;
use super::run::{Run, What};
use super::{EDITOR, when};
use crate::ingest::pattern::pattern;
use crate::ingest::vscode::prompt::Prompts;
use crate::ingest::{About, furniture, instant, stamp};
use crate::when::When;
use jiff::civil::Date;
use jiff::tz::TimeZone;

pattern!(
    PROMPT,
    r"^(?:\[?(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?|\d{1,2}:\d{2}(?::\d{2})?)\]?\s+)?(?:\([\w.-]+\)\s*)?(?:[\w.-]+@[\w.-]+(?:[:\s]\s*([~/][^\s$#%❯]*))?\s*(?:\([^)]*\)\s*)?[$#%❯]|PS [A-Z]:[^>]*>|[$❯➜%]|([~/][\w./~-]*)\s*(?:\([^)]*\)\s*)?[$❯➜%])\s+(\S.*)$"
);
pattern!(
    ABOVE,
    r"^\S*[\w.-]+@[\w.-]+[:\s]\s*([~/]\S*)(?:\s\([^)]*\))?(?:\s+\[?(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?|\d{1,2}:\d{2}(?::\d{2})?)\]?)?$"
);
pattern!(STAMPED, r"^\[(\d{1,2}:\d{2}(?::\d{2})?)\]\s+(\S.*)$");
pattern!(ZSH, r"^: (\d{9,11}):\d+;(.+)$");
pattern!(BASH_TIME, r"^#(\d{9,11})$");
pattern!(
    NUMBERED,
    r"^\s*\d{1,6}\s{1,2}(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?)\s+(\S.*)$"
);
pattern!(ESCAPE, r"\x1b\[[0-9;?]*[A-Za-z]");
pattern!(
    TELLING,
    r"(?i)\b(?:error|failed|failure|passed|warning|finished|success|deployed|released|done|denied|refused|not found|timed? ?out|panicked|ok\b|listening|published|pushed)"
);

// what a push or a pull says of each branch: "1a2b3c4..5d6e7f8  main -> main"
pattern!(
    MOVED,
    r"^\s*[+*!=-]?\s*(?:[0-9a-f]{6,40}\.{2,3}[0-9a-f]{6,40}|\[new (?:branch|tag)\])\s+\S+\s+->\s+\S+"
);

// what a shell says of a word that is no command
pattern!(
    UNKNOWN,
    r"(?i): command not found$|command not found: |is not recognized as (?:an internal|the name of a)|^fish: Unknown command|^Command '[^']*' not found"
);

/// Commands that say nothing by themselves.
const SILENT: [&str; 17] = [
    "exit()", "quit()", "quit", "\\q", "\\timing", "ls", "ll", "la", "cd", "clear", "pwd", "exit",
    "history", "cls", "dir", "top", "htop",
];
pattern!(
    STARTED,
    r"^Script started on (\d{4}-\d{2}-\d{2}|\w{3} \d{1,2} \w{3} \d{4})"
);
pattern!(
    GIT_STATE,
    r"^[\w.~/-]+\s+git:\([^)]*\)\s+(?:[✗✘±*]\s+)?(\S.*)$"
);

/// Lines in which a text shows whether it is a session.
const HEAD: usize = 200;

/// Whether a text is a session or a history, by how many of its lines stand at a prompt.
pub(super) fn is_session(text: &str, prompts: &Prompts) -> bool {
    let head = text.lines().take(HEAD).filter(|l| !l.trim().is_empty());
    let (lines, hits) = head.fold((0, 0), |(n, h), line| {
        (n + 1, h + usize::from(begins(line, prompts)))
    });
    hits * 12 >= lines && hits > 0 || hits >= 3
}

/// Whether a command begins with a line, at a prompt or in a history.
fn begins(line: &str, prompts: &Prompts) -> bool {
    is_prompt(line, prompts)
        || ZSH.is_match(line)
        || BASH_TIME.is_match(line)
        || NUMBERED.is_match(line)
}

/// Whether a line stands at a prompt.
pub(super) fn is_prompt(line: &str, prompts: &Prompts) -> bool {
    PROMPT.is_match(line) || prompts.line(line).is_some() || prompts.asked(line).is_some()
}

/// What was run, in order.
pub(super) fn runs(text: &str, prompts: &Prompts, about: &About<'_>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut reader = Reader {
        prompts,
        zone: about.reference.time_zone(),
        day: started(text, about).unwrap_or_else(|| about.reference.date()),
        stamped: None,
        above: Typed::default(),
    };
    // Output before the first command, or below one that says nothing, is nobody's.
    let mut open = false;
    // lines that go on with the command above, which its quotation mark has opened
    let mut inside = 0;
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let span = at..at + raw.trim_end().len();
        at += raw.len();
        let clean = ESCAPE.replace_all(raw.trim_end(), "");
        let line = clean.as_ref();
        if inside > 0 {
            inside -= 1;
            if let Some(run) = runs.last_mut().filter(|_| open) {
                run.go_on(quoted::bare(line));
                run.output = at..at;
                run.span.end = span.end;
            }
            continue;
        }
        let lists = open && runs.last().is_some_and(|run| run.what == What::Tasks);
        match reader.line(line, lists) {
            Line::Typed(typed) => {
                let name = typed.command.split_whitespace().next().unwrap_or_default();
                open = !SILENT.contains(&name);
                if typed.goes_on {
                    if let Some(run) = runs.last_mut().filter(|_| open) {
                        run.command.push('\n');
                        run.command.extend(typed.command.chars().take(200));
                    }
                } else if open {
                    let mut run = Run::of(&typed.command, typed.folder, typed.when, span);
                    run.output = at..at;
                    if typed.asked {
                        run.what = What::Asked;
                    }
                    runs.push(run);
                }
                if !typed.asked {
                    let next = |line: &str| begins(line, prompts);
                    inside = quoted::lines_below(&typed.command, &text[at..], next);
                }
            }
            Line::Empty => open = false,
            // how it would have ended nobody knows
            Line::Printed if line.trim() == "^C" => {
                if let Some(run) = runs.last_mut().filter(|_| open) {
                    run.ended = None;
                }
                open = false;
            }
            Line::Printed => {
                let told = open && !line.trim().is_empty() && !furniture::is_line(line, EDITOR);
                if let Some(run) = runs.last_mut().filter(|_| told) {
                    run.output.end = at;
                    let tells = TELLING.is_match(line);
                    if (tells || !run.tells) && !MOVED.is_match(line) {
                        run.ended = Some(line.trim().chars().take(160).collect());
                    }
                    run.tells |= tells;
                    if run.answers() {
                        run.answer(line);
                    }
                    run.span.end = span.end;
                }
            }
        }
    }
    runs.retain(|run| !run.ended.as_deref().is_some_and(|e| UNKNOWN.is_match(e)));
    runs
}

/// The day on which `script` says that it was started.
fn started(text: &str, about: &About<'_>) -> Option<Date> {
    let found = STARTED.captures(text.lines().next()?)?;
    let day = stamp::take(&found[1]).0.day?;
    day.date(false, about.reference.year())
}

/// What a line of a session is.
enum Line {
    /// A command.
    Typed(Typed),
    /// A prompt with nothing behind it, its first line, a history's time: what ran before has ended.
    Empty,
    /// What a command has printed.
    Printed,
}

/// What was typed, where and when.
#[derive(Default)]
struct Typed {
    command: String,
    folder: Option<String>,
    when: Option<When>,
    /// Whether it was typed into an interpreter.
    asked: bool,
    /// Whether it goes on with what was typed above.
    goes_on: bool,
}

/// Reads lines one after the other.
struct Reader<'a> {
    prompts: &'a Prompts,
    zone: &'a TimeZone,
    /// The day of a time alone.
    day: Date,
    /// The time in the line above a command of a history.
    stamped: Option<When>,
    /// What a prompt's first line says, where its mark stands on the next.
    above: Typed,
}

impl Reader<'_> {
    /// Reads a line; `lists`: whether it may be of a list of tasks.
    fn line(&mut self, line: &str, lists: bool) -> Line {
        let found = match self.typed(line, lists) {
            Some(typed) if typed.command.is_empty() => return Line::Empty,
            Some(typed) => Some(typed),
            None if self.is_empty(line) => return Line::Empty,
            None => self.stamped.take().map(|at| Typed {
                command: line.to_owned(),
                when: Some(at),
                ..Typed::default()
            }),
        };
        let Some(mut typed) = found else {
            return Line::Printed;
        };
        // a clock behind the prompt's sign
        if let Some(found) = STAMPED.captures(&typed.command) {
            typed.when = typed.when.or_else(|| when(&found[1], self.day));
            typed.command = found[2].to_owned();
        }
        // `➜  soup git:(main) ✗ cargo test`
        if let Some(found) = GIT_STATE.captures(&typed.command) {
            typed.command = found[1].to_owned();
        }
        Line::Typed(typed)
    }

    /// What was typed in a line of a history or at a prompt.
    fn typed(&mut self, line: &str, lists: bool) -> Option<Typed> {
        let day = self.day;
        if let Some((sign, command)) = self.prompts.asked(line) {
            return Some(Typed {
                command: command.to_owned(),
                asked: true,
                goes_on: sign.starts_with("..."),
                ..Typed::default()
            });
        }
        if let Some(c) = ZSH.captures(line) {
            return Some(Typed {
                command: c[2].to_owned(),
                when: instant::exact(&c[1], self.zone),
                ..Typed::default()
            });
        }
        if let Some(c) = NUMBERED.captures(line).filter(|_| !lists) {
            return Some(Typed {
                command: c[2].to_owned(),
                when: when(&c[1], day),
                ..Typed::default()
            });
        }
        let (command, folder, clock) = if let Some(found) = self.prompts.line(line) {
            let folder = found.folder.map(str::to_owned);
            (
                found.command.to_owned(),
                folder,
                found.clock.and_then(|clock| when(clock, day)),
            )
        } else {
            let c = PROMPT.captures(line)?;
            let folder = c.get(2).or_else(|| c.get(3)).map(|m| m.as_str().to_owned());
            let clock = c.get(1).and_then(|m| when(m.as_str(), day));
            (c[4].to_owned(), folder, clock)
        };
        let above = std::mem::take(&mut self.above);
        Some(Typed {
            command,
            folder: folder.or(above.folder),
            when: clock.or(above.when),
            ..Typed::default()
        })
    }

    /// Whether a line is a prompt's first, a prompt alone, or a history's time; takes in what it says.
    fn is_empty(&mut self, line: &str) -> bool {
        if let Some(c) = BASH_TIME.captures(line) {
            self.stamped = instant::exact(&c[1], self.zone);
            return true;
        }
        if let Some(c) = ABOVE.captures(line) {
            self.above = Typed {
                command: String::new(),
                folder: Some(c[1].to_owned()),
                when: c.get(2).and_then(|m| when(m.as_str(), self.day)),
                ..Typed::default()
            };
            return true;
        }
        line.trim() == "$"
    }
}
