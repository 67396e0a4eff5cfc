//! What was typed at a prompt: a command with its output.

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
    /// A command that looks for something.
    Found,
    /// What was asked of an interpreter, a database.
    Asked,
}

/// Lines of an answer that are kept.
const KEPT: usize = 8;

impl What {
    pub(super) fn of(command: &str) -> Self {
        let mut words = command.split_whitespace();
        match (words.next(), words.next()) {
            (Some("rg" | "grep" | "egrep" | "ag" | "ack"), Some(_))
            | (Some("git"), Some("grep"))
                if !command.contains('|') || command.contains(['"', '\'']) =>
            {
                Self::Found
            }
            _ => Self::Command,
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
        Self {
            what: What::of(command),
            command: command.trim().chars().take(200).collect(),
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
