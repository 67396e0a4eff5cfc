//! `memo daemon`: the process that keeps the memories.

use super::{logs::logs, service};
use crate::{
    context::Context,
    daemon::{self, Holder, Running, Started},
    error::{Exit, Failure, Result},
    memod,
};
use clap::Subcommand;
use std::{ffi::OsString, process::Command};

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
            file: Some(running),
            ..
        }) => tell(context, "stopped", &running)?,
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
