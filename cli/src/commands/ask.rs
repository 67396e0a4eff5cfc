//! `memo ask`: an answer, and the memories it rests on.

use super::narrow::Narrow;
use crate::{
    card::{card, clean, wrap},
    context::Context,
    error::{Exit, Failure, Result},
    output::style,
    recent,
};
use memo_common::{
    api::{Answer, Filter},
    client::Client,
    config::Config,
};
use rustyline::{DefaultEditor, error::ReadlineError};
use serde::Serialize;
use std::{
    io::{self, BufRead, IsTerminal},
    path::PathBuf,
};

/// No question has more characters.
const LONGEST: usize = 4000;

/// Checks what is asked for, before the daemon does, which knows it as a field of a form.
pub(super) fn check(text: &str, longest: usize, what: &str) -> Result<()> {
    match text.trim().chars().count() {
        0 => Err(Failure::new(Exit::Refused, format!("{what} is empty"))),
        n if n > longest => {
            let message = format!("{what} has {n} characters; {longest} are the most");
            Err(Failure::new(Exit::Refused, message))
        }
        _ => Ok(()),
    }
}

/// What can be typed at the prompt.
const HELP: &str = "\
Type a question in plain words: When did I last see Ana?
+1, -2    the first memory of the last answer helped, the second did not
?, help   this
exit      ends, and so do quit and Ctrl-D
The arrow keys bring back earlier questions.";

/// Where the questions are kept that were asked one after another.
pub(super) fn history(config: &Config) -> PathBuf {
    config.data_dir.join("ask-history")
}

/// Ask a question
///
/// Answers from the memories, and shows the ones that the answer rests on. Without a question, on a terminal, it
/// asks for one after another, with history and line editing; `+2` then rates the second memory of the last
/// answer as helpful, `-2` as not. Off a terminal it reads one question per line of standard input; a line that cannot
/// be answered is told with its number, and the others are answered.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo ask \"Who suggested moving the launch?\"
  memo ask                                     one question after another
  memo ask --json < questions.txt > answers.jsonl")]
pub(crate) struct Args {
    /// The question
    #[arg(value_name = "QUESTION")]
    question: Vec<String>,
    /// How many memories the answer may rest on
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    limit: Option<u32>,
    #[command(flatten)]
    narrow: Narrow,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let client = context.client()?;
        let asking = Asking {
            context,
            filter: self.narrow.filter(context, &client)?,
            client,
            limit: self.limit,
        };
        let question = self.question.join(" ");
        if !self.question.is_empty() {
            return Ok(exit(asking.one(&question)?.answered));
        }
        match io::stdin().is_terminal() {
            true => asking.prompt(),
            false => asking.lines(),
        }
    }
}

fn exit(answered: bool) -> Exit {
    crate::output::found(answered)
}

/// An answer beside its question, as `--json` writes it.
#[derive(Serialize)]
struct Answered<'a> {
    question: &'a str,
    #[serde(flatten)]
    answer: &'a Answer,
}

struct Asking<'a> {
    context: &'a Context,
    client: Client,
    limit: Option<u32>,
    filter: Filter,
}

impl Asking<'_> {
    /// Asks and prints.
    fn one(&self, question: &str) -> Result<Answer> {
        check(question, LONGEST, "the question")?;
        let output = &self.context.output;
        if output.is_terminal() && !output.is_json() {
            return self.aloud(question);
        }
        let answer = self.client.ask(question, self.limit, &self.filter)?;
        recent::remember(&self.context.config, question, &answer.memories);
        if output.is_json() {
            output.json(&Answered {
                question,
                answer: &answer,
            })?;
            return Ok(answer);
        }
        let width = output.width();
        let strong = match answer.answered {
            true => style::STRONG,
            false => style::WARN,
        };
        let mut text = String::new();
        for line in answer.response.lines().flat_map(|l| wrap(&clean(l), width)) {
            text.push_str(&format!("{strong}{line}{strong:#}\n"));
        }
        text.push_str(&cards(&answer, width));
        output.result(&text)?;
        Ok(answer)
    }

    /// Asks, and prints each sentence as soon as it stands.
    fn aloud(&self, question: &str) -> Result<Answer> {
        let output = &self.context.output;
        let width = output.width();
        let strong = style::STRONG;
        let mut written = Ok(());
        let mut say = |piece: &str| {
            for line in piece.lines().flat_map(|l| wrap(&clean(l), width)) {
                let result = output.result(&format!("{strong}{line}{strong:#}"));
                if written.is_ok() {
                    written = result;
                }
            }
        };
        let answer = self
            .client
            .ask_aloud(question, self.limit, &self.filter, &mut say)?;
        written?;
        recent::remember(&self.context.config, question, &answer.memories);
        output.result(&cards(&answer, width))?;
        Ok(answer)
    }

    /// One question per line of standard input. One line's trouble does not end the others'; only where nobody answers
    /// any question, this ends.
    fn lines(&self) -> Result<Exit> {
        let output = &self.context.output;
        let (mut all, mut first, mut failed) = (true, true, false);
        for (number, line) in (1u64..).zip(io::stdin().lock().split(b'\n')) {
            let line = line.map_err(|e| Failure::io("cannot read the questions", &e))?;
            let question = String::from_utf8_lossy(&line);
            let question = question.trim();
            if question.is_empty() {
                continue;
            }
            if !first && !output.is_json() {
                output.result("\n")?;
            }
            first = false;
            let result = match str::from_utf8(&line) {
                Ok(_) => self.one(question),
                Err(_) => Err(Failure::usage("the question is not UTF-8 text")
                    .hint("`iconv -f latin1 -t utf-8` converts it, if it is Latin-1")),
            };
            match result {
                Ok(answer) => all &= answer.answered,
                Err(failure) if failure.broken_pipe || failure.exit == Exit::NoDaemon => {
                    return Err(failure);
                }
                Err(failure) => {
                    failed = true;
                    self.tell_failed(number, question, failure)?;
                }
            }
        }
        match (first, failed) {
            (true, _) => Err(Failure::usage("there is no question")
                .hint("give one as an argument, or one per line of standard input")),
            (false, true) => Ok(Exit::SomeFailed),
            (false, false) => Ok(exit(all)),
        }
    }

    /// One line's trouble: in the place of its answer for a program, beside the answers for a person.
    fn tell_failed(&self, line: u64, question: &str, mut failure: Failure) -> Result<()> {
        let output = &self.context.output;
        if output.is_json() {
            let error = failure.document();
            return output
                .json(&serde_json::json!({"line": line, "question": question, "error": error}));
        }
        failure.message = format!("line {line}: {}", failure.message);
        output.failure(&failure);
        Ok(())
    }

    /// Question after question, until the person has had enough.
    fn prompt(&self) -> Result<Exit> {
        let output = &self.context.output;
        let failed =
            |e: ReadlineError| Failure::usage(format!("cannot read from the terminal: {e}"));
        let mut editor = DefaultEditor::new().map_err(failed)?;
        let history = history(&self.context.config);
        // There is none the first time.
        let _ = editor.load_history(&history);
        output.note("Ask away; `?` says what else can be typed, Ctrl-D ends.");
        let mut last: Option<(String, Answer)> = None;
        loop {
            let line = match editor.readline("ask> ") {
                Ok(line) => line,
                Err(ReadlineError::Interrupted) => continue,
                Err(ReadlineError::Eof) => break,
                Err(error) => return Err(failed(error)),
            };
            let text = line.trim();
            if matches!(text, "exit" | "quit") {
                break;
            }
            if text.is_empty() {
                continue;
            }
            if matches!(text, "?" | "help") {
                output.note(HELP);
                continue;
            }
            // Only what cannot be kept is forgotten: the next prompt starts without it.
            let _ = editor.add_history_entry(text);
            let result = match rating(text) {
                Some((number, up)) => self.rate(last.as_ref(), number, up),
                None => self
                    .one(text)
                    .map(|answer| last = Some((text.to_owned(), answer))),
            };
            match result {
                Err(failure) if failure.broken_pipe => return Err(failure),
                // One question's trouble does not end the talk.
                Err(failure) => output.failure(&failure),
                Ok(()) => {}
            }
            let _ = editor.save_history(&history);
        }
        if history.exists() {
            // Questions are as private as their answers.
            memo_common::paths::private(&history)
                .map_err(|e| Failure::io("cannot keep the history to yourself", &e))?;
        }
        Ok(Exit::Done)
    }

    fn rate(&self, last: Option<&(String, Answer)>, number: usize, up: bool) -> Result<()> {
        let shown = last.map(|(question, answer)| (question, &answer.memories));
        let Some((question, memory)) =
            shown.and_then(|(q, all)| Some((q, all.get(number.checked_sub(1)?)?)))
        else {
            return Err(Failure::usage(format!(
                "the last answer shows no memory {number}"
            )));
        };
        let query: String = question.chars().take(1000).collect();
        let rating = if up { 1 } else { -1 };
        self.client.feedback(&memory.custom_id, rating, &query)?;
        let word = if up { "helpful" } else { "not helpful" };
        self.context
            .output
            .note(&format!("[{number}] rated as {word}"));
        Ok(())
    }
}

/// The memories of an answer, and why the model did not give it.
fn cards(answer: &Answer, width: usize) -> String {
    let mut text = String::new();
    for (i, memory) in answer.memories.iter().enumerate() {
        text.push('\n');
        text.push_str(&card(Some(i + 1), memory, width));
    }
    if let Some(why) = &answer.fallback {
        let dim = style::DIM;
        let how = match answer.answerer.as_deref() {
            Some("llm") => "The answer may be cut short",
            _ => "Answered without the model",
        };
        let why = format!("{how}. {}", clean(&why.message));
        for line in wrap(&why, width) {
            text.push_str(&format!("\n{dim}{line}{dim:#}"));
        }
        text.push('\n');
    }
    text
}

/// `+2` or `-2`: a memory's number, and whether it helped.
fn rating(text: &str) -> Option<(usize, bool)> {
    let (sign, number) = text.split_at_checked(1)?;
    let number = number.trim().parse().ok()?;
    match sign {
        "+" => Some((number, true)),
        "-" => Some((number, false)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_told_from_questions() {
        assert_eq!(rating("+2"), Some((2, true)));
        assert_eq!(rating("- 1"), Some((1, false)));
        for text in ["", "2", "+", "+two", "é1", "-1 degrees?"] {
            assert_eq!(rating(text), None, "{text}");
        }
    }
}
