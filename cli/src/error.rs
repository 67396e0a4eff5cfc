//! What went wrong, as the person at the terminal meets it: the exit code, a sentence, and what to do next.

use memo_common::{config::ConfigError, problem::Problem};
use std::{fmt, io};

/// How the command ended; documented in `cli/README.md` and in `memo --help`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done.
    Done = 0,
    /// Nothing was found, or the memories do not answer.
    Nothing = 1,
    /// Wrong usage: arguments, settings.
    Usage = 2,
    /// No daemon answers, and none could be started.
    NoDaemon = 3,
    /// The daemon refused.
    Refused = 4,
    /// Some files or questions failed.
    SomeFailed = 5,
    /// Ctrl-C, by the shells' convention.
    Interrupted = 130,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) exit: Exit,
    /// What happened, in one sentence.
    pub(crate) message: String,
    /// What to do about it.
    pub(crate) hint: Option<String>,
    /// The daemon's code for it, where the daemon said so.
    pub(crate) code: Option<String>,
    /// Whether the reader of our output has gone away, which is no failure at all.
    pub(crate) broken_pipe: bool,
}

/// What every command's `run` gives back.
pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// A failure with this exit code.
    pub(crate) fn new(exit: Exit, message: impl Into<String>) -> Self {
        Self {
            exit,
            message: message.into(),
            hint: None,
            code: None,
            broken_pipe: false,
        }
    }

    /// Wrong arguments or settings.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Exit::Usage, message)
    }

    /// The same failure with what to do about it.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// What `--json` writes of it.
    pub(crate) fn document(&self) -> serde_json::Value {
        serde_json::json!({
            "exit": self.exit as u8,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
        })
    }

    /// Something on this machine failed while doing `what`.
    pub(crate) fn io(what: impl fmt::Display, error: &io::Error) -> Self {
        Self::usage(format!("{what}: {error}"))
    }

    /// The terminal, pipe or file we write to failed.
    pub(crate) fn output(error: &io::Error) -> Self {
        let mut failure = Self::io("cannot write the output", error);
        failure.broken_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        failure
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::usage(error.to_string()).hint(
            "`memo config path` says where the settings file is, `memo config get` what is set",
        )
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        let message = match problem.field {
            // Somebody at a terminal gave a flag, and knows of no field.
            Some(field) if flag(&field).is_some() => {
                let own = format!("The field `{field}`");
                problem
                    .detail
                    .replace(&own, flag(&field).unwrap_or_default())
            }
            // Most details name their field themselves.
            Some(field) if !names(&problem.detail, &field) => {
                format!("{} ({field})", problem.detail)
            }
            _ => problem.detail,
        };
        let exit = if problem.status == 404 {
            Exit::Nothing
        } else {
            Exit::Refused
        };
        let mut failure = Self::new(exit, message);
        if problem.status == 401 {
            failure.hint = Some(
                "set MEMO_API_KEY to a valid key, or unset it to use the key in the folder of data; \
                 where that one was revoked, `memo daemon restart` puts a new one there"
                    .into(),
            );
        }
        failure.code = Some(problem.code);
        failure
    }
}

/// The flag that gives a field of the interface.
fn flag(field: &str) -> Option<&'static str> {
    const FLAGS: [(&str, &str); 5] = [
        ("item_id", "--item-id"),
        ("query_text", "--query"),
        ("source_type", "--source-type"),
        ("user_id", "--user"),
        ("user_name", "--user-name"),
    ];
    let mut flags = FLAGS.into_iter();
    flags.find(|(name, _)| *name == field).map(|(_, flag)| flag)
}

/// Whether a sentence has this name in it, as a word of its own.
fn names(sentence: &str, name: &str) -> bool {
    let mut words = sentence.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| word == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_named_once() {
        let told = |detail: &str, field: &str| {
            let problem = Problem {
                detail: detail.into(),
                field: Some(field.into()),
                ..Problem::new(memo_common::problem::Code::InvalidField, "")
            };
            Failure::from(problem).message
        };
        let detail = "The field text is empty.";
        assert_eq!(told(detail, "text"), detail);
        assert_eq!(told("It is no text.", "tex"), "It is no text. (tex)");
        let detail = "The field `user_id` is empty.";
        assert_eq!(told(detail, "user_id"), "--user is empty.");
    }
}
