//! `memo doctor`: what is wrong, and the command that mends it.

use crate::{
    card::clean,
    context::Context,
    daemon,
    error::{Exit, Failure, Result},
    folder,
    output::{Output, style},
};
use memo_common::{
    client::{Client, ClientError},
    paths,
};
use serde::Serialize;
use std::{
    fs, thread,
    time::{Duration, Instant},
};

/// How long a daemon that has just started may take to be ready, looking as often as this.
const MOMENT: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(100);

/// Say what is wrong, and which command mends it
///
/// Looks at the settings, the folder of data, the daemon, the key and the models (each is called once, where one is
/// set), and changes nothing. Of a folder that no daemon serves, it reads the store, its journal, the texts and the
/// index. With --repair it mends a folder of data that is damaged: the index is built again, the store is made anew from
/// its journal, and what cannot be read is set aside and said.
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

/// One thing looked at.
#[derive(Debug, Serialize)]
struct Check {
    name: &'static str,
    ok: bool,
    found: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<String>,
}

fn good(name: &'static str, found: impl Into<String>) -> Check {
    Check {
        name,
        ok: true,
        found: found.into(),
        mend: None,
    }
}

fn bad(name: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Check {
    Check {
        ok: false,
        mend: Some(mend.into()),
        ..good(name, found)
    }
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
        let ok = checks.iter().all(|check| check.ok);
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
    let said = daemon::run(&context.config, &["--repair".as_ref()])?;
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

fn line(check: &Check) -> String {
    let (mark, color) = match check.ok {
        true => ("ok", style::GOOD),
        false => ("BAD", style::BAD),
    };
    let mut line = format!(
        "{color}{mark:4}{color:#} {:9} {}\n",
        check.name,
        clean(&check.found)
    );
    if let Some(mend) = &check.mend {
        let dim = style::DIM;
        line.push_str(&format!("{:15}{dim}mend:{dim:#} {mend}\n", ""));
    }
    line
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
    match context.user_name() {
        Ok(name) => good("user", format!("memories are told as {name}")),
        Err(failure) => bad(
            "user",
            failure.message,
            "memo config set user_name \"Your Name\"",
        ),
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
    match daemon::binary() {
        Ok(path) => good("memod", path.display().to_string()),
        Err(failure) => bad("memod", failure.message, "cargo build --release"),
    }
}

/// The parts of a folder that no daemon serves, as the daemon's program reads them.
fn parts(context: &Context) -> Vec<Check> {
    const REPAIR: &str = "memo doctor --repair";
    if !context.config.data_dir.join("store").exists() || daemon::is_held(&context.config) {
        return Vec::new();
    }
    let said = match daemon::run(&context.config, &["--inspect".as_ref()]) {
        Ok(said) => said,
        Err(failure) => return vec![bad("store", failure.message, REPAIR)],
    };
    let part = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let whole = words.next()? == "whole";
        let part = words.next()?;
        let name = ["store", "journal", "texts", "index"];
        let name = name.into_iter().find(|name| *name == part)?;
        let found = words.next()?;
        Some(match whole {
            true => good(name, found),
            false => bad(name, found, REPAIR),
        })
    };
    said.lines().filter_map(part).collect()
}

/// Whether the daemon is ready; one that has just started has a moment.
fn ready(client: &Client) -> std::result::Result<(), ClientError> {
    let end = Instant::now() + MOMENT;
    loop {
        match client.readyz() {
            Err(ClientError::Problem(_)) if Instant::now() < end => thread::sleep(LOOK),
            ready => return ready.map(drop),
        }
    }
}

/// What a daemon that runs has read of its store since its start.
fn read_since(client: &Client) -> Option<Check> {
    let metrics = client.metrics().ok()?;
    let checked = metrics.lines().any(|line| line == "memo_store_checked 1");
    Some(good(
        "store",
        match checked {
            true => "all of it was read since the start, and is whole",
            false => {
                "it is being read in the background; a daemon that finds it damaged says so and ends"
            }
        },
    ))
}

fn answers(context: &Context) -> Vec<Check> {
    let elsewhere = context.config.url.is_some();
    let client = match context.client_if_running() {
        Ok(Some(client)) => client,
        Ok(None) if daemon::is_held(&context.config) => {
            return vec![bad(
                "daemon",
                "one holds the folder but does not answer (yet): it may be starting, recovering, or hanging",
                "memo daemon logs",
            )];
        }
        Ok(None) => {
            return vec![good(
                "daemon",
                "not running; a command that needs it starts it",
            )];
        }
        Err(failure) => return vec![bad("daemon", failure.message, "memo daemon logs")],
    };
    let mend = match elsewhere {
        true => "start the daemon there, or mend --url or MEMO_URL",
        false => "memo daemon restart",
    };
    let health = match client.healthz() {
        Ok(health) => health,
        Err(error) => return vec![bad("daemon", error.to_string(), mend)],
    };
    let mut checks = vec![match health.version == env!("CARGO_PKG_VERSION") {
        true => good(
            "daemon",
            format!("{} answers, version {}", client.url(), health.version),
        ),
        false => {
            let found = format!(
                "it is version {}, memo is {}",
                health.version,
                env!("CARGO_PKG_VERSION")
            );
            bad("daemon", found, mend)
        }
    }];
    checks.push(match ready(&client) {
        Ok(_) => good("ready", "store and index are open and level"),
        Err(ClientError::Problem(problem)) => bad(
            "ready",
            problem.detail,
            "wait a little; `memo daemon logs` shows what it is doing",
        ),
        Err(error) => bad("ready", error.to_string(), mend),
    });
    checks.extend(read_since(&client));
    checks.push(match client.documents(Some(1), None) {
        Ok(_) => good("key", "it is accepted"),
        Err(error) => {
            let key_file = paths::key_file(&context.config.data_dir);
            let mend = match (elsewhere, context.config.api_key.is_some()) {
                (true, _) => "set MEMO_API_KEY to a key of that daemon".to_owned(),
                (false, true) => "unset MEMO_API_KEY, or set it to a valid key".to_owned(),
                (false, false) => format!("put a valid key into {}", key_file.display()),
            };
            bad("key", Failure::from(error).message, mend)
        }
    });
    checks.push(model(&client));
    checks.extend(vectors(&client));
    checks
}

/// One real call, made by the daemon.
fn model(client: &Client) -> Check {
    const MEND: &str = "see `memo config get`, mend `llm.base_url`, `llm.model` or `llm.api_key` with `memo config set`, then `memo daemon restart`";
    let about = match client.model() {
        Ok(about) => about,
        Err(error) => return bad("model", error.to_string(), "memo daemon restart"),
    };
    let (Some(url), Some(name)) = (about.base_url, about.model) else {
        return good(
            "model",
            "none is set: no text leaves the daemon's machine for one",
        );
    };
    let there = format!("{name} at {url}");
    let test = match client.test_model() {
        Ok(test) => test,
        Err(ClientError::Problem(problem)) if problem.status == 404 => {
            return good(
                "model",
                format!("{there}; only an administrator's key may test it"),
            );
        }
        Err(error) => return bad("model", error.to_string(), MEND),
    };
    let (took, reply) = (test.took_ms, test.reply.unwrap_or_default());
    match (test.error, test.follows_schema) {
        (Some(error), _) => bad("model", format!("{there}: {}", error.message), MEND),
        (None, true) => good("model", format!("{there} replied in {took} ms: {reply}")),
        (None, false) => good(
            "model",
            format!(
                "{there} replied in {took} ms, but not in the form that was asked for (that is mended, or left out): {reply}"
            ),
        ),
    }
}

/// One real call for a vector, made by the daemon, where a model is set for that.
fn vectors(client: &Client) -> Option<Check> {
    const MEND: &str = "see `memo config get`, mend `embed.base_url`, `embed.model` or `embed.api_key` with `memo config set`, then `memo daemon restart`";
    let about = client.embedding().ok()?;
    let there = format!("{} at {}", about.model?, about.base_url?);
    Some(match client.test_embedding() {
        Ok(test) => match (test.error, test.dimensions) {
            (Some(error), _) => bad("vectors", format!("{there}: {}", error.message), MEND),
            (None, width) => {
                let (took, width) = (test.took_ms, width.unwrap_or_default());
                let found = format!("{there} made one of {width} numbers in {took} ms");
                good("vectors", found)
            }
        },
        Err(ClientError::Problem(problem)) if problem.status == 404 => good(
            "vectors",
            format!("{there}; only an administrator's key may test it"),
        ),
        Err(error) => bad("vectors", error.to_string(), MEND),
    })
}
