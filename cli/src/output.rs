//! The one door to the terminal: results on standard output, everything else on standard error.

use crate::error::{Exit, Failure, Result};
use anstream::{AutoStream, ColorChoice};
use indicatif::{MultiProgress, ProgressDrawTarget};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// Colours, used by meaning.
pub(crate) mod style {
    use anstyle::{AnsiColor, Style};

    /// What the eye should find first.
    pub(crate) const STRONG: Style = Style::new().bold();
    /// What is there for the record.
    pub(crate) const DIM: Style = Style::new().dimmed();
    /// Done.
    pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
    /// Look here.
    pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
    /// Wrong.
    pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
    /// Times and places.
    pub(crate) const HEAD: Style = AnsiColor::Cyan.on_default();
}

/// How this process talks to the person or program that called it.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    json: bool,
    quiet: bool,
    /// Results go to a terminal.
    results_terminal: bool,
    /// The rest goes to a terminal.
    notes_terminal: bool,
    progress: MultiProgress,
}

impl Output {
    /// For the flags `--json` and `--quiet`.
    pub(crate) fn new(json: bool, quiet: bool) -> Self {
        let notes_terminal = io::stderr().is_terminal();
        let progress = if notes_terminal && !quiet {
            MultiProgress::new()
        } else {
            MultiProgress::with_draw_target(ProgressDrawTarget::hidden())
        };
        Self {
            json,
            quiet,
            results_terminal: io::stdout().is_terminal(),
            notes_terminal,
            progress,
        }
    }

    /// Whether results are for a program.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether a person can be asked something.
    pub(crate) fn can_ask(&self) -> bool {
        !self.json && self.notes_terminal && io::stdin().is_terminal()
    }

    /// Whether results are read on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.results_terminal
    }

    /// Columns to wrap results to; off a terminal lines stay whole.
    pub(crate) fn width(&self) -> usize {
        if !self.results_terminal {
            return usize::MAX;
        }
        terminal_size::terminal_size().map_or(80, |(w, _)| usize::from(w.0).clamp(30, 110))
    }

    /// Bars; drawn only on a terminal, and not with `--quiet`.
    pub(crate) fn progress(&self) -> &MultiProgress {
        &self.progress
    }

    /// A result: `text` as it is, ended by a line break if it has none.
    pub(crate) fn result(&self, text: &str) -> Result<()> {
        let end = if text.is_empty() || text.ends_with('\n') {
            ""
        } else {
            "\n"
        };
        self.progress
            .suspend(|| {
                let mut out = AutoStream::new(io::stdout().lock(), color(&io::stdout()));
                write!(out, "{text}{end}")?;
                out.flush()
            })
            .map_err(|e| Failure::output(&e))
    }

    /// A result for a program: one JSON document on a line of its own.
    pub(crate) fn json(&self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(value).map_err(|e| Failure::output(&e.into()))?;
        self.result(&text)
    }

    /// A line of result about work that is getting on; `--quiet` leaves it out.
    pub(crate) fn progress_line(&self, text: &str) -> Result<()> {
        match self.quiet {
            true => Ok(()),
            false => self.result(text),
        }
    }

    /// One thing that went wrong among several, said even with `--quiet`.
    pub(crate) fn complain(&self, text: &str) {
        self.say(text);
    }

    /// A remark for the person; `--quiet` leaves it out.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            self.say(text);
        }
    }

    /// Something to look at, said even with `--quiet`.
    pub(crate) fn warn(&self, text: &str) {
        let (s, e) = (style::WARN, style::WARN.render_reset());
        self.say(&format!("{s}warning:{e} {text}"));
    }

    /// Why the command failed.
    pub(crate) fn failure(&self, failure: &Failure) {
        if self.json {
            let error = serde_json::json!({ "error": failure.document() });
            self.say(&error.to_string());
            return;
        }
        let (s, e) = (style::BAD, style::BAD.render_reset());
        self.say(&format!("{s}error:{e} {}", failure.message));
        if let Some(hint) = &failure.hint {
            let (s, e) = (style::DIM, style::DIM.render_reset());
            self.say(&format!("{s}hint:{e} {hint}"));
        }
    }

    fn say(&self, text: &str) {
        self.progress.suspend(|| {
            let mut err = AutoStream::new(io::stderr().lock(), color(&io::stderr()));
            // Nobody is left to tell when standard error is gone.
            let _ = writeln!(err, "{text}");
        });
    }

    /// Asks for yes or no; only where [`Output::can_ask`].
    pub(crate) fn confirm(&self, question: &str) -> Result<bool> {
        self.progress.suspend(|| {
            let mut err = io::stderr().lock();
            let _ = write!(err, "{question} [y/N] ");
            let _ = err.flush();
        });
        let mut line = String::new();
        io::stdin()
            .read_line(&mut line)
            .map_err(|e| Failure::io("cannot read the answer", &e))?;
        Ok(matches!(
            line.trim().to_ascii_lowercase().as_str(),
            "y" | "yes"
        ))
    }
}

fn color(stream: &impl anstream::stream::RawStream) -> ColorChoice {
    AutoStream::choice(stream)
}

/// `result` for commands that found nothing: done, but with exit code 1.
pub(crate) fn found(any: bool) -> Exit {
    if any { Exit::Done } else { Exit::Nothing }
}
