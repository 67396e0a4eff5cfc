//! `PATCH /v1/memories/{custom_id}`: puts a memory right. The body is a JSON merge patch (RFC 7396) of what was put right:
//! a value takes a field's place, `null` gives back what was read.

use super::{
    auth::Caller,
    body,
    error::{Answered, internal, invalid, refuse},
    held::answer,
    memories::{detail, find, no_memory},
    memory::{Memory, Share},
};
use crate::{
    app::{App, now},
    extract::{LARGEST_MEMORY, LONGEST_NARRATIVE},
    store::{StoreError, Trace, as_read, records::MemoryRecord},
    when::When,
};
use axum::{
    extract::{Path, Request},
    response::Response,
};
use memo_common::{
    api::{Correction, MemoryDetail, MemoryPatch},
    problem::Code,
};
use serde_json::{Map, Value};
use std::{sync::Arc, time::Duration};

/// Names of one memory, and tags, at most.
const MOST_NAMES: usize = 100;

/// Characters of a name or tag, at most.
const LONGEST_NAME: usize = 200;

/// How long the answer waits until the index has it, looking as often as this.
const SHOWN: (Duration, Duration) = (Duration::from_secs(10), Duration::from_millis(10));

pub(super) async fn edit(
    caller: Caller,
    Path(id): Path<String>,
    request: Request,
) -> Answered<Response> {
    let fields = body::read_json(request, &caller.memory).await?;
    caller.still()?;
    let patch = patch(&fields)?;
    let Caller { app, key, memory } = caller;
    let (detail, share) = correct(&app, &memory, &key.user, &id, patch).await?;
    Ok(answer(&detail, share))
}

/// Puts a user's memory right, and answers it once questions find it as it is now.
pub(super) async fn correct(
    app: &Arc<App>,
    memory: &Memory,
    user: &str,
    id: &str,
    patch: MemoryPatch,
) -> Answered<(MemoryDetail, Share)> {
    let place = find(app, user, id)?;
    let work = {
        let (app, memory) = (app.clone(), memory.clone());
        move || {
            let mut share = Share::default();
            let about = app.store.version(place.0)?.ok_or_else(no_memory)?;
            memory.texts.hold(&mut share, about.bytes as usize)?;
            let patch = as_written(&app, place, &about.user, patch)?;
            put(&app, place, patch)?.ok_or_else(no_memory)
        }
    };
    let change = tokio::task::spawn_blocking(work)
        .await
        .map_err(internal)??;
    app.level.notify();
    let end = tokio::time::Instant::now() + SHOWN.0;
    while app.store.settled()? < change && tokio::time::Instant::now() < end {
        tokio::time::sleep(SHOWN.1).await;
    }
    let (app, memory) = (app.clone(), memory.clone());
    let read = move || detail(&app, &memory, place.0, place.1);
    tokio::task::spawn_blocking(read).await.map_err(internal)?
}

/// Names that a person took over as they are shown, as the memory has them: what is said of names stays apart.
fn as_written(
    app: &App,
    (version, index): (u64, u32),
    user: &str,
    mut patch: MemoryPatch,
) -> Answered<MemoryPatch> {
    let people = app.people(user)?;
    let memory = app.store.memory(version, index)?;
    if let (Some(Some(names)), Some(memory)) = (&mut patch.participants, memory) {
        let held = read(app, version, &memory)?.participants;
        let all: Vec<&String> = held.iter().chain(&memory.participants).collect();
        for name in names {
            let is = |held: &&&String| people.shown(held) == name.as_str();
            if let Some(held) = all.iter().find(is) {
                *name = (*held).clone();
            }
        }
    }
    Ok(patch)
}

/// Puts a memory right; answers the change that the index has to take in, `None` where there is no such memory. Blocks.
pub(super) fn put(
    app: &App,
    (version, index): (u64, u32),
    patch: MemoryPatch,
) -> Answered<Option<u64>> {
    let (Some(about), Some(memory)) = (
        app.store.version(version)?,
        app.store.memory(version, index)?,
    ) else {
        return Ok(None);
    };
    let trace = match memory.correction {
        Some(_) => Trace::default(),
        None => {
            let text = app.store.text(version, &about).unwrap_or_default();
            let mut memories = app
                .store
                .memories(version)?
                .collect::<Result<Vec<_>, StoreError>>()?;
            for (_, memory) in &mut memories {
                *memory = read(app, version, memory)?;
            }
            let traces = Trace::all(&memories, &text.unwrap_or_default());
            let at = memories.binary_search_by_key(&index, |(index, _)| *index);
            let trace = at.ok().and_then(|at| traces.into_iter().nth(at));
            trace.unwrap_or_default()
        }
    };
    let put = app.store.correct((version, index), patch, trace, now());
    let change = put.wait()?;
    app.memory_changed(&about.user, version);
    Ok(change)
}

/// A memory as it was read.
pub(super) fn read(app: &App, version: u64, memory: &MemoryRecord) -> Answered<MemoryRecord> {
    if memory.correction.is_none() {
        return Ok(memory.clone());
    }
    let Some(about) = app.store.version(version)? else {
        return Ok(memory.clone());
    };
    let correction = app.store.correction(&about.user, &about.item_id, memory)?;
    Ok(correction.map_or_else(|| memory.clone(), |c| as_read(memory, &c)))
}

/// Bytes of the words of fields.
pub(super) fn bytes(fields: &Correction) -> usize {
    let names = fields.participants.iter().chain(&fields.tags).flatten();
    let others = [&fields.narrative, &fields.when, &fields.place];
    let others = others.into_iter().flatten();
    names.chain(others).map(String::len).sum()
}

/// Whether fields of an import are no larger than a memory may be.
pub(super) fn checked_fields(fields: &Correction) -> Answered<()> {
    match bytes(fields) <= LARGEST_MEMORY {
        true => Ok(()),
        false => Err(refuse(
            Code::InvalidForm,
            format!("A memory has at most {LARGEST_MEMORY} bytes of words."),
        )),
    }
}

/// What a body asks for.
pub(super) fn patch(fields: &Map<String, Value>) -> Answered<MemoryPatch> {
    let patch = MemoryPatch {
        narrative: field(fields, "narrative", narrative)?,
        participants: field(fields, "participants", |name, value| names(name, value, ""))?,
        when: field(fields, "when", when)?,
        place: field(fields, "where", |name, value| {
            word(name, text(name, value)?)
        })?,
        tags: field(fields, "tags", |name, value| names(name, value, "#"))?,
    };
    match patch.is_empty() {
        false => Ok(patch),
        true => Err(refuse(
            Code::MissingField,
            "There is nothing to put right: send `narrative`, `participants`, `when`, `where` or `tags`; `null` gives back \
             what was read.",
        )),
    }
}

/// A field that may be absent, or `null`.
fn field<T>(
    fields: &Map<String, Value>,
    name: &'static str,
    read: impl FnOnce(&'static str, &Value) -> Answered<T>,
) -> Answered<Option<Option<T>>> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::Null) => Ok(Some(None)),
        Some(value) => read(name, value).map(|value| Some(Some(value))),
    }
}

fn text<'v>(name: &'static str, value: &'v Value) -> Answered<&'v str> {
    let wrong = || {
        invalid(
            name,
            format!("The field `{name}` has to be a string, or null."),
        )
    };
    value.as_str().map(str::trim).ok_or_else(wrong)
}

fn narrative(name: &'static str, value: &Value) -> Answered<String> {
    let text = text(name, value)?;
    let odd = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.is_empty() || text.chars().count() > LONGEST_NARRATIVE || text.contains(odd) {
        return Err(invalid(
            name,
            format!(
                "The field `{name}` has 1 to {LONGEST_NARRATIVE} characters, and no control characters but line breaks and tabs."
            ),
        ));
    }
    Ok(text.to_owned())
}

fn when(name: &'static str, value: &Value) -> Answered<String> {
    let text = text(name, value)?;
    if text.is_empty() {
        return Ok(String::new());
    }
    let when = text.parse::<When>().map_err(|_| {
        invalid(
            name,
            format!(
                "The field `{name}` has to be a time as precise as is known: 2024, 2024-05, 2024-05-03, 2024-05-03 14:30, \
                 or two of these joined by `/`; empty where nothing is known."
            ),
        )
    })?;
    Ok(when.to_string())
}

fn word(name: &'static str, text: &str) -> Answered<String> {
    if text.chars().count() > LONGEST_NAME || text.contains(char::is_control) {
        return Err(invalid(
            name,
            format!(
                "The field `{name}` takes at most {LONGEST_NAME} characters, and no control characters."
            ),
        ));
    }
    Ok(text.to_owned())
}

/// A list of names, each once, without the sign that they may be written with.
fn names(name: &'static str, value: &Value, sign: &str) -> Answered<Vec<String>> {
    let wrong = || {
        invalid(
            name,
            format!(
                "The field `{name}` has to be a list of at most {MOST_NAMES} strings, none empty."
            ),
        )
    };
    let all = value.as_array().ok_or_else(wrong)?;
    let mut names: Vec<String> = Vec::new();
    for one in all {
        let text = one.as_str().ok_or_else(wrong)?;
        let text = word(
            name,
            text.trim().trim_start_matches(|c| sign.contains(c)).trim(),
        )?;
        match text.is_empty() {
            true => return Err(wrong()),
            false if names.contains(&text) => {}
            false if names.len() == MOST_NAMES => return Err(wrong()),
            false => names.push(text),
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<MemoryPatch, String> {
        let fields = serde_json::from_str(json).expect("JSON");
        patch(&fields).map_err(|refusal| refusal.0.field.unwrap_or_default())
    }

    #[test]
    fn values_are_put_into_their_form() {
        let patch = read(
            r##"{"when": " 2024-05-03 ", "where": null, "tags": ["#rye", "rye ", "bread"], "participants": []}"##,
        );
        let patch = patch.expect("a patch");
        assert_eq!(patch.when, Some(Some("2024-05-03".into())));
        assert_eq!(patch.place, Some(None));
        assert_eq!(patch.tags, Some(Some(vec!["rye".into(), "bread".into()])));
        assert_eq!(patch.participants, Some(Some(Vec::new())));
        assert_eq!(patch.narrative, None);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (json, field) in [
            ("{}", ""),
            (r#"{"place": "Lisbon"}"#, ""),
            (r#"{"when": "yesterday"}"#, "when"),
            (r#"{"when": 2024}"#, "when"),
            (r#"{"narrative": " "}"#, "narrative"),
            (r#"{"narrative": "a\u0000"}"#, "narrative"),
            (r#"{"participants": "Ana"}"#, "participants"),
            (r#"{"participants": [""]}"#, "participants"),
            (r#"{"tags": [1]}"#, "tags"),
            (r##"{"tags": ["#"]}"##, "tags"),
            (r#"{"where": "a\nb"}"#, "where"),
        ] {
            assert_eq!(read(json), Err(field.to_owned()), "{json}");
        }
        let many = serde_json::json!({"tags": (0..101).map(|n| n.to_string()).collect::<Vec<_>>()});
        assert_eq!(read(&many.to_string()), Err("tags".to_owned()));
    }
}
