//! `memo status`: what the daemon is doing, or how one run is getting on.

use super::list;
use crate::{
    card::{clean, count, table},
    context::Context,
    error::{Exit, Failure, Result},
    output::style,
};
use memo_common::{
    api::{Document, Embedding, Execution, Model, ModelState, RunError, RunState},
    client::{Client, ClientError},
};
use std::{thread, time::Duration};

/// The daemon's runs stand here.
const RUNS: &str = "projects/local/locations/local/workflows/memory-extraction/executions";
/// Between two looks with --wait.
const LOOK: Duration = Duration::from_millis(100);

/// Say what is there and what is being worked on, or how one run is
///
/// Without RUN: the daemon, the number of documents and memories, and every run that is at work or has failed.
/// Never starts a daemon for that.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo status
  memo status 01933f6e-7a53-7c40-9d0c-6f0a1b2c3d4e --wait")]
pub(crate) struct Args {
    /// A run, or the document it works on
    #[arg(value_name = "RUN")]
    run: Option<String>,
    /// Wait until the run has ended
    #[arg(long, short, requires = "run")]
    wait: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        match &self.run {
            Some(run) => self.one(context, run),
            None => overview(context),
        }
    }

    fn one(&self, context: &Context, run: &str) -> Result<Exit> {
        let client = context.client()?;
        let output = &context.output;
        let mut execution = find(&client, run)?;
        while self.wait && execution.state == RunState::Active {
            thread::sleep(LOOK);
            execution = client.execution(&execution.name)?;
        }
        match output.is_json() {
            true => output.json(&execution)?,
            false => output.result(&line(&execution))?,
        }
        Ok(match execution.state {
            RunState::Failed => Exit::SomeFailed,
            RunState::Active | RunState::Succeeded => Exit::Done,
        })
    }
}

/// A run by its resource path, by the last part of it, or by its document.
fn find(client: &Client, run: &str) -> Result<Execution> {
    let path = match run.contains('/') {
        true => run
            .trim_start_matches('/')
            .trim_start_matches("v1/")
            .to_owned(),
        false => format!("{RUNS}/{run}"),
    };
    match client.execution(&path) {
        Err(ClientError::Problem(problem)) if problem.status == 404 && !run.contains('/') => {
            match client.document(run) {
                Ok(document) => Ok(document.run),
                Err(_) => Err((*problem).into()),
            }
        }
        result => Ok(result?),
    }
}

fn line(run: &Execution) -> String {
    let id = clean(&run.item_id);
    match run.state {
        RunState::Active => {
            let steps = match run.progress.total {
                0 => String::new(),
                total => format!(" {}/{total}", run.progress.done),
            };
            format!("{}{steps}  {id}", clean(&run.progress.stage))
        }
        RunState::Succeeded => {
            let memories = count(run.memories.unwrap_or_default(), "memory", "memories");
            let good = style::GOOD;
            let how = match (run.extractor.as_deref(), &run.fallback) {
                (Some("embedded"), Some(why)) => {
                    format!("  (without the model: {})", clean(&why.message))
                }
                (_, Some(why)) => {
                    let why = clean(&why.message);
                    format!("  (in part without the model: {why})")
                }
                (Some("llm" | "mixed"), None) => "  (told by the model)".to_owned(),
                _ => String::new(),
            };
            format!("{good}done{good:#}  {memories}  {id}{how}")
        }
        RunState::Failed => {
            let why = run
                .error
                .as_ref()
                .map_or("no reason given", |e| e.message.as_str());
            let bad = style::BAD;
            format!("{bad}failed{bad:#}  {}  {id}", clean(why))
        }
    }
}

fn overview(context: &Context) -> Result<Exit> {
    let Some(client) = context.client_if_running()? else {
        let folder = context.config.data_dir.display();
        return Err(
            Failure::new(Exit::NoDaemon, format!("no daemon serves {folder}"))
                .hint("start it with `memo daemon start`"),
        );
    };
    let health = client.healthz()?;
    // A daemon of an earlier version knows of none.
    let model = client.model().unwrap_or_default();
    let embedding = client.embedding().unwrap_or_default();
    let documents = list::documents(&client, usize::MAX)?;
    let memories: u64 = documents.iter().map(|d| d.memories).sum();
    let of =
        |state| -> Vec<&Document> { documents.iter().filter(|d| d.run.state == state).collect() };
    let (active, failed) = (of(RunState::Active), of(RunState::Failed));
    let output = &context.output;
    if output.is_json() {
        let runs = |of: &[&Document]| of.iter().map(|d| d.run.clone()).collect::<Vec<_>>();
        output.json(&serde_json::json!({
            "daemon": {"url": client.url(), "version": health.version, "status": health.status},
            "data_dir": context.config.data_dir,
            "documents": documents.len(),
            "memories": memories,
            "active": runs(&active),
            "failed": runs(&failed),
            "model": model,
            "embedding": embedding,
        }))?;
        return Ok(Exit::Done);
    }
    let mut out = format!(
        "memod {} at {}\n{}, {}\n",
        clean(&health.version),
        client.url(),
        count(documents.len() as u64, "document", "documents"),
        count(memories, "memory", "memories"),
    );
    out.push_str(&about(&model, &embedding));
    if !active.is_empty() || !failed.is_empty() {
        let rows: Vec<Vec<String>> = active.iter().chain(&failed).map(|d| row(&d.run)).collect();
        out.push('\n');
        out.push_str(&table(&["RUN", "STATE", "DOCUMENT"], &rows, output.width()));
    }
    output.result(&out)?;
    Ok(Exit::Done)
}

/// Where texts and questions go.
pub(crate) fn about(model: &Model, embedding: &Embedding) -> String {
    let mut out = String::new();
    if let (Some(url), Some(name)) = (&model.base_url, &model.model) {
        let what = match model.uses.as_deref() {
            Some("extract") => "texts go",
            Some("answer") => "questions and the memories found for them go",
            _ => "texts, questions and the memories found for them go",
        };
        out += &format!("{what} to {} at {}\n", clean(name), clean(url));
        out += &resting(model.state, model.retry_in, model.last_error.as_ref());
    }
    if let (Some(url), Some(name)) = (&embedding.base_url, &embedding.model) {
        let there = format!("{} at {}", clean(name), clean(url));
        out += &format!("memories and questions go to {there}, for vectors: ");
        out += &match (embedding.done, embedding.total, embedding.in_use) {
            (done, total, true) if done >= total => "in use\n".to_owned(),
            (done, total, true) => format!("in use, {done} of {total} memories have theirs\n"),
            (done, total, false) => {
                format!("not in use yet, {done} of {total} memories have theirs\n")
            }
        };
        let last = embedding.last_error.as_ref();
        out += &resting(embedding.state, embedding.retry_in, last);
    }
    if out.is_empty() {
        out += "no model is set: nothing leaves the daemon's machine\n";
    }
    if embedding.base_url.is_none() && embedding.done < embedding.total {
        let (done, total) = (embedding.done, embedding.total);
        out += &format!("found by meaning: {done} of {total} memories; by words all are\n");
    }
    out
}

/// That a server failed and is left alone.
fn resting(state: Option<ModelState>, retry_in: Option<u64>, last: Option<&RunError>) -> String {
    let (Some(ModelState::Resting), Some(error)) = (state, last) else {
        return String::new();
    };
    let (wait, warn) = (retry_in.unwrap_or_default(), style::WARN);
    let error = clean(&error.message);
    format!("{warn}it is left alone for {wait} s{warn:#}: {error}\n")
}

fn row(run: &Execution) -> Vec<String> {
    let id = run.name.rsplit('/').next().unwrap_or_default();
    let state = match run.state {
        RunState::Failed => {
            let why = run.error.as_ref().map_or("", |e| e.message.as_str());
            format!("failed: {}", clean(why))
        }
        _ => format!(
            "{} {}/{}",
            clean(&run.progress.stage),
            run.progress.done,
            run.progress.total
        ),
    };
    vec![id.to_owned(), state, clean(&run.item_id)]
}
