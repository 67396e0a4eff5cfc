//! A note, remembered at once: it becomes a document of its own, and can be found when the tool answers.

use super::{arguments::form, schema::named, server::Assistant};
use crate::http::{
    documents,
    error::{Answered, invalid, refuse},
    executions,
    form::File,
    memories, memorize,
    memory::Share,
    people,
};
use axum::{Json, extract::Path};
use jiff::Zoned;
use memo_common::{
    api::{Accepted, Memory, RunState},
    problem::Code,
};
use rmcp::model::JsonObject;
use serde::Serialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub(super) const FIELDS: [&str; 3] = ["text", "user_name", "reference_time"];

/// How long to wait until it is read; a language model may take longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The answer to a note that says nothing.
const NOTHING: &str = "There is nothing to remember in it, and it was not kept. Say in a whole sentence who did what, or what \
                       is the case.";

/// Between two looks.
const LOOK: Duration = Duration::from_millis(20);

/// What was kept.
#[derive(Serialize)]
pub(super) struct Remembered {
    item_id: String,
    state: RunState,
    memories: Vec<Memory>,
}

pub(super) fn schema() -> JsonObject {
    let schema = json!({
        "type": "object",
        "required": ["item_id", "state", "memories"],
        "properties": {
            "item_id": { "type": "string", "description": "The document that the note became" },
            "state": {
                "type": "string",
                "enum": ["ACTIVE", "SUCCEEDED"],
                "description": "ACTIVE: it is kept, and still being read",
            },
            "memories": {
                "type": "array",
                "items": Value::Object(named("Memory")),
                "description": "What was made of it",
            },
        },
    });
    schema.as_object().cloned().unwrap_or_default()
}

/// Keeps a note and waits until its memories can be found.
pub(super) async fn remember(assistant: &Assistant, arguments: JsonObject) -> Answered<Remembered> {
    let accepted = keep(assistant, arguments).await?;
    let caller = &assistant.caller;
    let (app, item_id) = (&caller.app, accepted.item_id);
    let end = Instant::now() + PATIENCE;
    let run = loop {
        let run = executions::of(app, &accepted.workflow_execution)?;
        match run {
            Some(run) if run.state == RunState::Active && Instant::now() < end => {
                tokio::time::sleep(LOOK).await;
            }
            run => break run,
        }
    };
    let state = run.as_ref().map_or(RunState::Active, |run| run.state);
    let memories = memories::of(caller, &item_id)?;
    let nothing = match (state, memories.is_empty()) {
        (RunState::Failed, _) => {
            let error = run.and_then(|run| run.error);
            error.map_or_else(|| NOTHING.into(), |error| error.message)
        }
        (RunState::Succeeded, true) => NOTHING.into(),
        _ => {
            return Ok(Remembered {
                item_id,
                state,
                memories,
            });
        }
    };
    // Kept, it would only be in the way.
    let Json(_) = documents::forget(caller.clone(), Path(item_id)).await?;
    Err(refuse(Code::InvalidField, nothing))
}

async fn keep(assistant: &Assistant, arguments: JsonObject) -> Answered<Accepted> {
    let caller = &assistant.caller;
    let mut form = form(arguments, &FIELDS)?;
    let text = form.need("text")?;
    if !text.contains(char::is_alphanumeric) {
        return Err(invalid("text", NOTHING));
    }
    let name = form
        .take("user_name")
        .or_else(|| assistant.wishes.user_name.clone())
        .or_else(|| people::own_name(&caller.app, caller.user()))
        .or_else(|| caller.app.config.user_name.clone());
    let name = name.ok_or_else(|| {
        let detail = "Say in `user_name` whose note it is: the user's name, as others write it.";
        invalid("user_name", detail)
    })?;
    let now = Zoned::now();
    let written = form.take("reference_time");
    // Under its day and hour, which "yesterday" in it is read against.
    let text = match &written {
        Some(_) => text,
        None => format!("# {}\n\n{text}\n", now.strftime("%Y-%m-%d %H:%M")),
    };
    let written = written.unwrap_or_else(|| now.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string());
    let unique = uuid::Uuid::now_v7().simple().to_string();
    let unique = &unique[unique.len() - 12..];
    let mut share = Share::default();
    caller.memory.texts.hold(&mut share, text.len())?;
    form.put("user_name", name)?;
    form.put(
        "item_id",
        format!("note-{}-{unique}", now.strftime("%Y-%m-%d")),
    )?;
    form.put("source_type", "text".into())?;
    form.put("reference_time", written)?;
    form.file = Some(File {
        name: Some("note.md".into()),
        content: text.into_bytes(),
        share,
    });
    memorize::keep(assistant.server.clone(), caller.clone(), form).await
}
