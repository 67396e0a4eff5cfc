//! The one door to the terminal: results on standard output, everything else on standard error.
//!
//! Whatever goes through it is cleaned here, too, of what a terminal would obey, so that no message can be forgotten: of
//! escape sequences only those are left that [`style`] and the help are made of.

use crate::{
    card::wrap,
    error::{Exit, Failure, Result},
    os,
};
use anstream::{AutoStream, ColorChoice};
use indicatif::{MultiProgress, ProgressDrawTarget};
use memo_common::printable;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use unicode_width::UnicodeWidthStr;

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

    /// Every sequence that these are written with, and clap's underline.
    pub(super) const SEQUENCES: [&str; 8] = [
        "\u{1b}[0m",
        "\u{1b}[1m",
        "\u{1b}[2m",
        "\u{1b}[4m",
        "\u{1b}[31m",
        "\u{1b}[32m",
        "\u{1b}[33m",
        "\u{1b}[36m",
    ];
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
        let text = printable::styled(text, &style::SEQUENCES);
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

    /// A result that may be longer than the terminal: then the person's pager shows it.
    pub(crate) fn paged(&self, text: &str) -> Result<()> {
        let height = terminal_size::terminal_size().map_or(usize::MAX, |(_, h)| usize::from(h.0));
        if !self.results_terminal || self.quiet || text.lines().count() < height {
            return self.result(text);
        }
        let shown = printable::styled(text, &style::SEQUENCES);
        let shown = match color(&io::stdout()) {
            ColorChoice::Never => anstream::adapter::strip_str(&shown).to_string(),
            _ => shown,
        };
        match os::page(&shown) {
            true => Ok(()),
            false => self.result(text),
        }
    }

    /// A result for a program: one JSON document on a line of its own.
    pub(crate) fn json(&self, value: &impl Serialize) -> Result<()> {
        let text = serde_json::to_string(value).map_err(|e| Failure::output(&e.into()))?;
        self.result(&printable::json(&text))
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
            self.say(&printable::lines(text));
        }
    }

    /// Something to look at, said even with `--quiet`.
    pub(crate) fn warn(&self, text: &str) {
        let (s, e) = (style::WARN, style::WARN.render_reset());
        self.say(&format!("{s}warning:{e} {}", printable::lines(text)));
    }

    /// Why the command failed.
    pub(crate) fn failure(&self, failure: &Failure) {
        if self.json {
            let error = serde_json::json!({ "error": failure.document() });
            self.say(&printable::json(&error.to_string()));
            return;
        }
        let (s, e) = (style::BAD, style::BAD.render_reset());
        let message = printable::lines(&failure.message);
        self.say(&format!("{s}error:{e} {message}"));
        if let Some(hint) = &failure.hint {
            let (s, e) = (style::DIM, style::DIM.render_reset());
            self.say(&format!("{s}hint:{e} {}", printable::lines(hint)));
        }
    }

    /// Help, or what is wrong with the arguments.
    pub(crate) fn usage(&self, error: &clap::Error) -> Result<()> {
        let text = error.render().ansi().to_string();
        match error.use_stderr() {
            true => self.say(text.trim_end()),
            false => self.result(&text)?,
        }
        Ok(())
    }

    /// Standard output for lines of JSON that are handed on, each written at once.
    pub(crate) fn lines(&self) -> Lines {
        Lines {
            terminal: self.results_terminal,
            out: io::stdout().lock(),
        }
    }

    fn say(&self, text: &str) {
        let text = printable::styled(text, &style::SEQUENCES);
        let text = match self.notes_terminal {
            true => broken(&text),
            false => text,
        };
        self.progress.suspend(|| {
            let mut err = AutoStream::new(io::stderr().lock(), color(&io::stderr()));
            // Nobody is left to tell when standard error is gone.
            let _ = writeln!(err, "{text}");
        });
    }

    /// Asks for yes or no; only where [`Output::can_ask`].
    pub(crate) fn confirm(&self, question: &str) -> Result<bool> {
        let answer = self.ask(&format!("{question} [y/N]"))?;
        Ok(matches!(answer.to_ascii_lowercase().as_str(), "y" | "yes"))
    }

    /// Asks for a line; only where [`Output::can_ask`].
    pub(crate) fn ask(&self, question: &str) -> Result<String> {
        Ok(self.ask_line(question)?.trim().to_owned())
    }

    fn ask_line(&self, question: &str) -> Result<String> {
        self.progress.suspend(|| {
            let mut err = io::stderr().lock();
            let _ = write!(err, "{} ", printable::clean(question));
            let _ = err.flush();
        });
        let mut line = String::new();
        io::stdin()
            .read_line(&mut line)
            .map_err(|e| Failure::io("cannot read the answer", &e))?;
        Ok(line)
    }

    /// Asks for what nobody is to see; only where [`Output::can_ask`].
    pub(crate) fn ask_secret(&self, question: &str) -> Result<String> {
        let answer = os::without_echo(|| self.ask_line(question));
        let answer = answer.map_err(|e| Failure::io("cannot hide what is typed", &e))?;
        // The line's end was not shown either.
        self.progress.suspend(|| {
            let _ = writeln!(io::stderr().lock());
        });
        let answer = answer?;
        Ok(answer.trim_end_matches(['\r', '\n']).to_owned())
    }
}

/// Lines that are too long for the terminal, broken between words; a command, in backticks, stays in one piece.
fn broken(text: &str) -> String {
    /// Stands for a blank that is none to break at.
    const BLANK: &str = "\u{e000}";
    let width = terminal_size::terminal_size().map_or(80, |(w, _)| usize::from(w.0));
    let lines = text.split('\n').flat_map(|line| {
        if anstream::adapter::strip_str(line).to_string().width() <= width {
            return vec![line.to_owned()];
        }
        let parts = line.split('`').enumerate();
        let parts: Vec<String> = parts
            .map(|(n, part)| match n % 2 {
                0 => part.to_owned(),
                _ => part.replace(' ', BLANK),
            })
            .collect();
        let lines = wrap(&parts.join("`"), width);
        lines.iter().map(|l| l.replace(BLANK, " ")).collect()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Lines of JSON that are handed on. A program gets them as they are, a terminal with nothing in them to be obeyed.
pub(crate) struct Lines {
    terminal: bool,
    out: io::StdoutLock<'static>,
}

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        match self.terminal {
            true => {
                let text = String::from_utf8_lossy(line);
                self.out.write_all(printable::json(&text).as_bytes())?;
            }
            false => self.out.write_all(line)?,
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn color(stream: &impl anstream::stream::RawStream) -> ColorChoice {
    AutoStream::choice(stream)
}

/// `result` for commands that found nothing: done, but with exit code 1.
pub(crate) fn found(any: bool) -> Exit {
    if any { Exit::Done } else { Exit::Nothing }
}
