//! `memo doctor`: what is wrong, and the command that mends it.
//!
//! - this file: the command; the settings, the folder of data and its parts
//! - `running`: a daemon that runs
//! - `check`: what was looked at

mod check;
mod running;

use crate::{
    card::clean,
    context::Context,
    daemon,
    error::{Exit, Result},
    folder, memod,
    output::Output,
};
use check::{Check, bad, good, line, unseen};
use running::answers;
use std::{fs, net::TcpListener};

/// Say what is wrong, and which command mends it
///
/// Looks at the settings, the folder of data, the daemon, the key and the models (each is called once, where one is
/// set), and changes nothing. Of a folder that no daemon serves, it reads the store, its journal, the texts and the
/// index. With --repair it mends a folder of data that is damaged: the index is built again, the store is made anew from
/// its journal, and what cannot be read is set aside and said. What could not be looked at is marked "?" (`"ok": null`).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo doctor
  memo doctor --repair
  memo doctor --json | jq '.checks[] | select(.ok | not)'")]
pub(crate) struct Args {
    /// Mend a damaged folder of data; its daemon must not be running
    #[arg(long)]
    repair: bool,
}

impl Args {
    /// `context` may fail: that is one of the things to look at.
    pub(crate) fn run(
        &self,
        output: &Output,
        context: impl Fn() -> Result<Context>,
    ) -> Result<Exit> {
        if self.repair {
            return repair(&context()?);
        }
        let mut checks = Vec::new();
        match context() {
            Ok(context) => {
                checks.push(settings(&context));
                checks.extend(half_a_model(&context, "model", "llm"));
                checks.extend(half_a_model(&context, "vectors", "embed"));
                checks.push(user(&context));
                match context.config.url {
                    Some(_) => checks.push(good("folder", "not needed: the daemon is elsewhere")),
                    None => {
                        checks.push(folder(&context));
                        let faults = folder::faults(&context.config).into_iter();
                        checks.extend(faults.map(|f| bad(f.name, f.found, f.mend)));
                        checks.push(binary());
                        checks.extend(taken(&context));
                        checks.extend(parts(&context));
                    }
                }
                checks.extend(answers(&context));
            }
            Err(failure) => {
                let mend = "mend the settings file: `memo config path` says where it is";
                checks.push(bad("settings", failure.message, mend));
            }
        }
        // What could not be looked at is said, and is no fault.
        let ok = checks.iter().all(|check| check.ok != Some(false));
        if output.is_json() {
            output.json(&serde_json::json!({ "ok": ok, "checks": checks }))?;
        } else {
            let lines: String = checks.iter().map(line).collect();
            output.result(&lines)?;
        }
        Ok(match ok {
            true => Exit::Done,
            false => Exit::Nothing,
        })
    }
}

/// Has the daemon's program mend the folder of data.
fn repair(context: &Context) -> Result<Exit> {
    let said = memod::run(&context.config, &["--repair".as_ref()])?;
    let mut lines = said.lines();
    let whole = lines.next() == Some("whole");
    let told: Vec<String> = lines.map(clean).collect();
    let output = &context.output;
    match output.is_json() {
        true => output.json(&serde_json::json!({"ok": whole, "told": told}))?,
        false => output.result(&told.join("\n"))?,
    }
    Ok(match whole {
        true => Exit::Done,
        false => Exit::SomeFailed,
    })
}

fn settings(context: &Context) -> Check {
    match &context.config.file {
        Some(file) if file.exists() => good("settings", format!("{} is read", file.display())),
        _ => good("settings", "no settings file; defaults hold"),
    }
}

/// Where of a model's address and name only one is set, none is used.
fn half_a_model(context: &Context, name: &'static str, table: &str) -> Option<Check> {
    let is_set = |key: &str| context.config.get(&format!("{table}.{key}")).is_some();
    let (there, missing, value) = match (is_set("base_url"), is_set("model")) {
        (true, false) => ("base_url", "model", "NAME"),
        (false, true) => ("model", "base_url", "URL"),
        _ => return None,
    };
    Some(bad(
        name,
        format!("{table}.{there} is set, {table}.{missing} is not"),
        format!("memo config set {table}.{missing} {value}"),
    ))
}

fn user(context: &Context) -> Check {
    match context.known_name() {
        Some(name) => good("user", format!("memories are told as {name}")),
        None => good("user", "no name is set yet; `memo add` asks for it"),
    }
}

fn folder(context: &Context) -> Check {
    let folder = &context.config.data_dir;
    let shown = folder.display();
    let about = match fs::metadata(folder) {
        Ok(about) => about,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            return good("folder", format!("{shown} is made at the first start"));
        }
        Err(e) => {
            return bad(
                "folder",
                format!("{shown}: {e}"),
                "give another with --data-dir or MEMO_DATA_DIR",
            );
        }
    };
    if !about.is_dir() {
        return bad(
            "folder",
            format!("{shown} is no folder"),
            format!("move {shown} away"),
        );
    }
    if about.permissions().readonly() {
        return bad(
            "folder",
            format!("{shown} cannot be written"),
            format!("chmod u+w {shown}"),
        );
    }
    match crate::os::others_may_read(&about) {
        true => bad(
            "folder",
            format!("other accounts may read {shown}"),
            format!("chmod 700 {shown}"),
        ),
        false => good("folder", shown.to_string()),
    }
}

fn binary() -> Check {
    match memod::binary() {
        Ok(path) => good("memod", path.display().to_string()),
        Err(failure) => bad("memod", failure.message, "cargo build --release"),
    }
}

/// Whether a daemon that is started could not listen: something else is at its address.
fn taken(context: &Context) -> Option<Check> {
    let config = &context.config;
    if daemon::is_held(config) {
        return None;
    }
    let error = TcpListener::bind(config.listen).err()?;
    Some(bad(
        "port",
        format!("the daemon could not listen on {}: {error}", config.listen),
        daemon::other_port(config),
    ))
}

/// The parts of a folder that no daemon serves, as the daemon's program reads them.
fn parts(context: &Context) -> Vec<Check> {
    const REPAIR: &str = "memo doctor --repair";
    if !context.config.data_dir.join("store").exists() || daemon::is_held(&context.config) {
        return Vec::new();
    }
    let said = match memod::run(&context.config, &["--inspect".as_ref()]) {
        Ok(said) => said,
        Err(failure) => return vec![bad("store", failure.message, REPAIR)],
    };
    let part = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let state = words.next()?;
        let part = words.next()?;
        let name = ["store", "journal", "texts", "index"];
        let name = name.into_iter().find(|name| *name == part)?;
        let found = words.next()?;
        Some(match state {
            "whole" => good(name, found),
            "unread" => unseen(name, found),
            // What is gone from the disk is nowhere else here.
            _ if name == "texts" => bad(name, found, check::ADD_AGAIN),
            _ => bad(name, found, REPAIR),
        })
    };
    said.lines().filter_map(part).collect()
}
