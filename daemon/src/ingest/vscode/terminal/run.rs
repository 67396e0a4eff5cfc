//! What was typed at a prompt: a command with its output, a note to oneself, a text put into a file.

use super::quoted;
use crate::ingest::lines;
use crate::ingest::pattern::pattern;
use crate::when::When;
use std::ops::Range;

// what a database and an interpreter say beside their answer
pattern!(
    COUNTS,
    r#"^(?:\(\d+ rows?\)|\d+ rows? in set.*|Time: [\d.]+ m?s.*|Traceback \(most recent call last\):|File "<.*|Timing is o(?:n|ff)\.)$"#
);

/// A command with its output.
pub(super) struct Run {
    pub(super) command: String,
    pub(super) what: What,
    /// Bytes of what it printed.
    pub(super) output: Range<usize>,
    pub(super) folder: Option<String>,
    pub(super) when: Option<When>,
    /// The last line of its output that tells how it went, else its last line.
    pub(super) ended: Option<String>,
    pub(super) tells: bool,
    /// The first lines of what it found, or gave as an answer.
    pub(super) lines: Vec<String>,
    pub(super) span: Range<usize>,
}

/// What a line at the prompt is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Command,
    /// A comment: a note to oneself.
    Note,
    /// A command that shows commits.
    Log,
    /// A command that shows a text.
    Shown,
    /// A text written at the prompt: `cat >> notes.md <<EOF`.
    Written,
    /// A command that lists what is to be done.
    Tasks,
    /// A command that looks for something.
    Found,
    /// What was asked of an interpreter, a database.
    Asked,
    /// A commit whose message has more than its title.
    Committed,
}

/// Lines of an answer that are kept.
const KEPT: usize = 8;

impl What {
    pub(super) fn of(command: &str) -> Self {
        let shows_log = |part: &str| {
            // "git --no-pager -C soup log"
            let mut words = part.split_whitespace();
            let program = words.next();
            let verb = loop {
                match words.next() {
                    Some("-C" | "-c") => words.next(),
                    Some(option) if option.starts_with('-') => continue,
                    verb => break verb,
                };
            };
            matches!(
                (program, verb),
                (Some("git"), Some("log" | "show" | "reflog" | "whatchanged"))
            )
        };
        // "git fetch && git log"
        if command.split("&&").any(shows_log) {
            return Self::Log;
        }
        let mut words = command.split_whitespace();
        match (words.next(), words.next()) {
            (Some(first), _) if first.starts_with('#') => Self::Note,
            (Some("echo"), _) if echoed(command).is_some() => Self::Note,
            (Some("cat" | "tee"), _) if ends_with(command).is_some() => Self::Written,
            (Some("cat" | "bat" | "less" | "more" | "type"), Some(file)) if is_text(file) => {
                Self::Shown
            }
            _ if shows_behind(command) => Self::Shown,
            // of some of its lines
            (Some("tail" | "head"), _)
                if !command.contains('|')
                    && command.split_whitespace().last().is_some_and(is_text) =>
            {
                Self::Shown
            }
            (Some("rg" | "grep" | "egrep" | "ag" | "ack"), Some(_))
            | (Some("git"), Some("grep"))
                if !command.contains('|') || command.contains(['"', '\'']) =>
            {
                Self::Found
            }
            (Some(name), verb) if lists_tasks(name, verb) => Self::Tasks,
            _ => Self::Command,
        }
    }
}

/// What is put into a file of notes: of `echo "rang Ida about the lid" >> notes.md` the quoted words.
pub(super) fn echoed(command: &str) -> Option<&str> {
    let rest = command.strip_prefix("echo ")?.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (said, behind) = rest[1..].rsplit_once(quote)?;
    let file = behind.trim_start().strip_prefix(">>")?.trim();
    (is_text(file) && said.split_whitespace().count() >= 3).then_some(said)
}

/// The word that ends a text written at the prompt: EOF, of `cat >> notes.md <<EOF`; of `cat >> notes.md` the key that
/// ends the input.
pub(super) fn ends_with(command: &str) -> Option<&str> {
    let Some((_, end)) = command.split_once("<<") else {
        let file = command.strip_prefix("cat")?.trim_start();
        let file = file.strip_prefix('>')?.trim_start_matches('>').trim();
        return (is_text(file) && !file.contains(' ')).then_some("^D");
    };
    let end = end.trim_start_matches('-').split_whitespace().next()?;
    Some(end.trim_matches(['\'', '"', '\\'])).filter(|end| !end.starts_with('<'))
}

/// Whether a program for tasks is asked for its list.
fn lists_tasks(program: &str, verb: Option<&str>) -> bool {
    let known = matches!(
        program,
        "todo"
            | "todo.sh"
            | "task"
            | "tasks"
            | "todoist"
            | "dstask"
            | "ultralist"
            | "tb"
            | "todoman"
            | "topydo"
            | "td"
    );
    known
        && verb.is_none_or(|verb| {
            matches!(
                verb,
                "ls" | "list" | "l" | "lsa" | "next" | "all" | "agenda" | "show" | "due" | "today"
            )
        })
}

/// Whether a command shows a text behind another: `ssh ida@nas 'df; cat NOTES.txt'`.
fn shows_behind(command: &str) -> bool {
    let mut parts = command.split([';', '&']).skip(1);
    parts.any(|part| {
        let mut words = part.split_whitespace();
        let file = words.by_ref().skip_while(|word| *word != "cat").nth(1);
        file.is_some_and(|file| is_text(file.trim_matches(['\'', '"'])))
    })
}

/// Whether a file holds a text, by its name.
fn is_text(file: &str) -> bool {
    let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
    match name.rsplit_once('.') {
        Some((_, end)) => matches!(end, "txt" | "md" | "org" | "markdown" | "log"),
        None => {
            name.starts_with(char::is_uppercase) || name.contains("todo") || name.contains("note")
        }
    }
}

impl Run {
    /// A command that has printed nothing yet.
    pub(super) fn of(
        command: &str,
        folder: Option<String>,
        when: Option<When>,
        span: Range<usize>,
    ) -> Self {
        let noted = command.trim_start().starts_with('#') || echoed(command).is_some();
        let most = if noted { 2000 } else { 200 };
        Self {
            what: What::of(command),
            output: span.end..span.end,
            command: command.trim().chars().take(most).collect(),
            folder,
            when,
            ended: None,
            tells: false,
            lines: Vec::new(),
            span,
        }
    }

    /// Takes in a line that goes on with the command.
    pub(super) fn go_on(&mut self, line: &str) {
        const LONGEST: usize = 4000;
        if self.command.len() + line.len() < LONGEST {
            self.command.push('\n');
            self.command.push_str(line);
        }
        if quoted::message(&self.command).is_some() {
            self.what = What::Committed;
        }
    }

    /// Whether more than the last line of its output tells something.
    pub(super) fn answers(&self) -> bool {
        matches!(self.what, What::Found | What::Asked)
    }

    /// Takes in a line of an answer, unless it only rules a table or counts its rows.
    pub(super) fn answer(&mut self, line: &str) {
        let line = lines::columns(line.trim());
        let rules = !line.contains(char::is_alphanumeric);
        if self.lines.len() < KEPT && !rules && !COUNTS.is_match(&line) {
            self.lines.push(line.chars().take(160).collect());
        }
    }

    pub(super) fn words(&self) -> usize {
        self.command.split_whitespace().count()
            + self
                .ended
                .as_deref()
                .map_or(0, |e| e.split_whitespace().count())
            + self
                .lines
                .iter()
                .map(|l| l.split_whitespace().count())
                .sum::<usize>()
    }

    /// "“cargo test” (“3 passed”)".
    pub(super) fn told(&self) -> String {
        let quoted = |s: &str| s.replace(['“', '”'], "\"");
        let verb = match self.what {
            What::Found => "found",
            _ => "gave",
        };
        match &self.ended {
            _ if !self.lines.is_empty() => format!(
                "“{}”, which {verb} “{}”",
                quoted(&self.command),
                quoted(&self.lines.join("; "))
            ),
            Some(ended) => format!(
                "“{}”, which ended with “{}”",
                quoted(&self.command),
                quoted(ended)
            ),
            None => format!("“{}”", quoted(&self.command)),
        }
    }
}
