//! What a daemon that runs says of itself.

use super::check::{ADD_AGAIN, Check, bad, good, unseen};
use crate::{card::count, context::Context, daemon, error::Failure, folder};
use memo_common::{
    client::{Client, ClientError},
    problem::Code,
};
use std::{
    thread,
    time::{Duration, Instant},
};

/// How long a daemon that has just started may take to be ready, looking as often as this.
const MOMENT: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(100);

/// Whether the daemon is ready; one that has just started has a moment.
fn ready(client: &Client) -> Result<(), ClientError> {
    let end = Instant::now() + MOMENT;
    loop {
        match client.readyz() {
            Err(ClientError::Problem(_)) if Instant::now() < end => thread::sleep(LOOK),
            ready => return ready.map(drop),
        }
    }
}

/// What a daemon that runs has read of its store since its start, and the texts that it could not read.
fn read_since(client: &Client) -> Vec<Check> {
    let Ok(metrics) = client.metrics() else {
        return Vec::new();
    };
    let gauge = |name: &str| {
        let mut lines = metrics.lines();
        lines.find_map(|line| line.strip_prefix(name)?.trim().parse::<u64>().ok())
    };
    let mut checks = vec![match gauge("memo_store_checked ") == Some(1) {
        true => good("store", "all of it was read since the start, and is whole"),
        false => unseen(
            "store",
            "it is being read in the background; a daemon that finds it damaged says so and ends",
        ),
    }];
    if let Some(lost) = gauge("memo_texts_lost ").filter(|lost| *lost > 0) {
        let found = format!(
            "{} of documents are damaged or missing on the disk; the memories are kept (while the daemon is stopped, \
             `memo doctor` names the documents)",
            count(lost, "text", "texts")
        );
        checks.push(bad("texts", found, ADD_AGAIN));
    }
    checks
}

/// The daemon, where one answers: whether it is ready, and what it says of its store, the key and the models.
pub(super) fn answers(context: &Context) -> Vec<Check> {
    let elsewhere = context.config.url.is_some();
    let client = match context.client_if_running() {
        Ok(Some(client)) => client,
        Ok(None) if daemon::is_held(&context.config) => {
            let found = match daemon::holder(&context.config) {
                Some(holder) => daemon::why_silent(&holder),
                None => "a process holds the folder and has not said which it is: it is just starting, or at work on it".to_owned(),
            };
            return vec![bad(
                "daemon",
                found,
                "wait a little, then memo daemon restart",
            )];
        }
        Ok(None) => {
            return vec![good(
                "daemon",
                "not running; a command that needs it starts it",
            )];
        }
        // It answers, and the key to it cannot be read.
        Err(failure) => {
            let mend = folder::mend_key(&context.config);
            return vec![bad("key", failure.message, mend)];
        }
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
            let mend = match (elsewhere, context.config.api_key.is_some()) {
                (true, _) => "set MEMO_API_KEY to a key of that daemon".to_owned(),
                (false, true) => "unset MEMO_API_KEY, or set it to a valid key".to_owned(),
                (false, false) => {
                    "memo daemon restart (it puts a valid key into the folder of data)".to_owned()
                }
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
        Err(ClientError::Problem(problem)) if problem.code == Code::AdministratorOnly.code() => {
            return unseen(
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
        Err(ClientError::Problem(problem)) if problem.code == Code::AdministratorOnly.code() => {
            unseen(
                "vectors",
                format!("{there}; only an administrator's key may test it"),
            )
        }
        Err(error) => bad("vectors", error.to_string(), MEND),
    })
}
