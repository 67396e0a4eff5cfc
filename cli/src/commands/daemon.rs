//! `memo daemon`: the process that keeps the memories.

use super::service;
use crate::{
    card::clean,
    context::Context,
    daemon::{self, Holder, Running, Started},
    error::{Exit, Failure, Result},
    memod,
};
use clap::Subcommand;
use memo_common::paths;
use std::{ffi::OsString, fs, io::Read, path::PathBuf, process::Command, thread, time::Duration};

/// Between two looks at a log that is followed.
const LOOK: Duration = Duration::from_millis(200);
/// A line of the log is hardly longer, bytes.
const LONG_LINE: u64 = 400;

/// Run, start, stop and watch the daemon
///
/// Commands that need the daemon start it themselves. It serves one folder of data, on loopback alone unless told
/// otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo daemon status
  memo daemon restart
  memo daemon logs --follow
  memo daemon install        start it with every login")]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Run it here in the foreground; what follows -- goes to memod
    Run {
        /// For memod itself
        #[arg(last = true, value_name = "MEMOD_ARGS")]
        args: Vec<OsString>,
    },
    /// Start it in the background, unless it answers already
    Start,
    /// Stop it; unfinished work goes on after the next start
    Stop,
    /// Stop it if it runs, and start it
    Restart,
    /// Say whether it answers, where, and which version
    Status,
    /// Show its log
    Logs {
        /// Go on showing what is added
        #[arg(long, short)]
        follow: bool,
        /// How many lines
        #[arg(long, short = 'n', value_name = "N", default_value_t = 50)]
        lines: usize,
    },
    /// Have it started with every login (a systemd user unit, or a launchd agent)
    Install {
        /// Only print the unit or agent
        #[arg(long)]
        print: bool,
    },
    /// Have it no longer started with every login
    Uninstall,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        // The rest says itself that it is of this machine.
        if !matches!(
            self.action,
            Action::Run { .. } | Action::Install { .. } | Action::Uninstall
        ) {
            daemon::only_here(&context.config)?;
        }
        match &self.action {
            Action::Run { args } => run(context, args),
            Action::Start => start(context),
            Action::Stop => stop(context),
            Action::Restart => {
                daemon::stop(&context.config)?;
                start(context)
            }
            Action::Status => status(context),
            Action::Logs { follow, lines } => logs(context, *follow, *lines),
            Action::Install { print } => service::install(context, *print),
            Action::Uninstall => service::uninstall(context),
        }
    }
}

fn run(context: &Context, args: &[OsString]) -> Result<Exit> {
    let binary = memod::binary()?;
    let status = Command::new(&binary)
        .arg("--data-dir")
        .arg(&context.config.data_dir)
        .args(args)
        .status()
        .map_err(|e| {
            Failure::new(
                Exit::NoDaemon,
                format!("cannot run {}: {e}", binary.display()),
            )
        })?;
    match status.success() {
        true => Ok(Exit::Done),
        false => Err(Failure::new(
            Exit::NoDaemon,
            format!("memod ended ({status})"),
        )),
    }
}

fn tell(context: &Context, word: &str, running: &Running) -> Result<()> {
    match context.output.is_json() {
        true => context.output.json(&serde_json::json!({
            "status": word,
            "url": running.url,
            "pid": running.pid,
            "version": running.version,
            "data_dir": context.config.data_dir,
        })),
        false => context.output.result(&format!(
            "{word}: memod {} at {}, process {}",
            running.version, running.url, running.pid
        )),
    }
}

fn start(context: &Context) -> Result<Exit> {
    let (how, running) = daemon::start(&context.config)?;
    let word = match how {
        Started::Now => "started",
        Started::Already => "already running",
    };
    tell(context, word, &running)?;
    context.tell_other_version(&running);
    Ok(Exit::Done)
}

fn stop(context: &Context) -> Result<Exit> {
    match daemon::stop(&context.config)? {
        Some(Holder {
            pid,
            file: Some(file),
        }) => {
            let running = Running {
                url: file.url,
                pid,
                version: file.version,
            };
            tell(context, "stopped", &running)?;
        }
        Some(Holder { pid, file: None }) => match context.output.is_json() {
            true => context.output.json(&serde_json::json!({
                "status": "stopped",
                "pid": pid,
                "data_dir": context.config.data_dir,
            }))?,
            false => {
                let line = format!("stopped: memod, process {pid}");
                context.output.result(&line)?;
            }
        },
        None if context.output.is_json() => {
            context
                .output
                .json(&serde_json::json!({"status": "not running"}))?;
        }
        None => context.output.note("it was not running"),
    }
    Ok(Exit::Done)
}

fn status(context: &Context) -> Result<Exit> {
    let config = &context.config;
    if let Some(running) = daemon::find(config) {
        tell(context, "running", &running)?;
        context.tell_other_version(&running);
        return Ok(Exit::Done);
    }
    let (word, holder) = match daemon::is_held(config) {
        true => ("not answering", daemon::holder(config)),
        false => ("not running", None),
    };
    let why = holder.as_ref().map(daemon::why_silent);
    match context.output.is_json() {
        true => context.output.json(&serde_json::json!({
            "status": word,
            "pid": holder.map(|h| h.pid),
            "why": why,
            "data_dir": config.data_dir,
        }))?,
        false => {
            context.output.result(word)?;
            if let Some(why) = why {
                context.output.note(&why);
            }
        }
    }
    Ok(Exit::NoDaemon)
}

/// The log that was written to last.
fn newest(context: &Context) -> Option<PathBuf> {
    let folder = paths::log_dir(&context.config.data_dir);
    let written = |entry: &fs::DirEntry| entry.metadata().and_then(|m| m.modified()).ok();
    fs::read_dir(folder)
        .ok()?
        .filter_map(std::result::Result::ok)
        .max_by_key(written)
        .map(|entry| entry.path())
}

fn logs(context: &Context, follow: bool, lines: usize) -> Result<Exit> {
    let Some(path) = newest(context) else {
        return Err(Failure::new(Exit::Nothing, "there is no log yet"));
    };
    let failed =
        |e: std::io::Error| Failure::io(format_args!("cannot read {}", path.display()), &e);
    let mut file = fs::File::open(&path).map_err(failed)?;
    let end = daemon::tail(&mut file, LONG_LINE * lines as u64).map_err(failed)?;
    let (whole, mut rest) = whole_lines(end);
    let all: Vec<&str> = whole.lines().collect();
    let last = &all[all.len().saturating_sub(lines)..];
    context.output.result(&readable(context, last))?;
    if !follow {
        return Ok(Exit::Done);
    }
    loop {
        let mut added = Vec::new();
        file.read_to_end(&mut added).map_err(failed)?;
        let whole;
        (whole, rest) = whole_lines(rest + &String::from_utf8_lossy(&added));
        let lines_added: Vec<&str> = whole.lines().collect();
        context.output.result(&readable(context, &lines_added))?;
        // The log is rotated: go on with the new one.
        if added.is_empty()
            && let Some(next) = newest(context).filter(|next| *next != path)
        {
            let modified = |p: &PathBuf| fs::metadata(p).and_then(|m| m.modified()).ok();
            if modified(&next) > modified(&path) {
                return logs(context, true, lines);
            }
        }
        thread::sleep(LOOK);
    }
}

/// The lines that are written to their end, and the beginning of the next one.
fn whole_lines(mut text: String) -> (String, String) {
    let rest = text.split_off(text.rfind('\n').map_or(0, |at| at + 1));
    (text, rest)
}

/// The log's JSON as lines for a person; with --json, and where a line is no JSON, as it is.
fn readable(context: &Context, lines: &[&str]) -> String {
    let as_is = context.output.is_json();
    let line = |line: &&str| {
        let parsed = serde_json::from_str::<LogLine>(line).ok();
        match parsed.filter(|_| !as_is) {
            Some(parsed) => parsed.to_string(),
            None => (*line).to_owned(),
        }
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// One line of the daemon's log.
#[derive(serde::Deserialize)]
struct LogLine {
    timestamp: String,
    level: String,
    fields: serde_json::Map<String, serde_json::Value>,
}

impl std::fmt::Display for LogLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => clean(text),
            other => other.to_string(),
        };
        let message = self.fields.get("message").map(text).unwrap_or_default();
        write!(
            f,
            "{}  {:5}  {message}",
            clean(&self.timestamp),
            clean(&self.level)
        )?;
        for (name, value) in self.fields.iter().filter(|(name, _)| *name != "message") {
            write!(f, "  {name}={}", text(value))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_log_is_readable() {
        let line = r#"{"timestamp":"2026-11-21T14:00:00Z","level":"INFO","target":"memod","fields":{"message":"ready","url":"http://x","took_ms":12}}"#;
        let line: LogLine = serde_json::from_str(line).expect("a line");
        assert_eq!(
            line.to_string(),
            "2026-11-21T14:00:00Z  INFO   ready  took_ms=12  url=http://x"
        );
    }
}
