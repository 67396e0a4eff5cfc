//! `POST /v1/memories/recall`: memories for a question.

use super::{
    auth::Caller,
    body,
    error::{Answered, invalid},
    form::Form,
    urlencoded::urlencoded,
};
use crate::{
    app::App,
    people::People,
    query::{self, Filter, Hit, Request as Question},
    store::records::MemoryRecord,
    when::When,
};
use axum::{Json, extract::Request};
use jiff::civil::Date;
use memo_common::api::{Content, Envelope, Memory, SourceType};
use std::{cell::Cell, sync::Arc};

/// The fields by which memories are narrowed, as [`filter`] reads them.
pub(super) const NARROWING: [&str; 7] = [
    "since",
    "until",
    "participant",
    "place",
    "tag",
    "item_id",
    "source_type",
];

/// The fields of both forms, this one's and that of `ask`.
pub(super) fn fields() -> Vec<&'static str> {
    [&["text", "limit"], &NARROWING[..]].concat()
}

/// Reads a query string of these fields and those by which memories are narrowed.
pub(super) fn narrowed(query: Option<String>, own: &[&'static str]) -> Answered<Form> {
    let known = [own, &NARROWING].concat();
    urlencoded(query.unwrap_or_default().as_bytes(), &known)
}

/// Memories per query, unless `limit` says otherwise.
const MEMORIES: i64 = 10;

/// How often a query is asked again because documents were replaced while it ran.
const AGAIN: usize = 3;

pub(super) async fn recall(caller: Caller, request: Request) -> Answered<Json<Envelope>> {
    let form = body::read(request, &fields(), &caller.memory).await?;
    answered(caller, form).await.map(Json)
}

pub(super) async fn answered(caller: Caller, mut form: Form) -> Answered<Envelope> {
    let text = form.text("text", 1000)?;
    let limit = form.number("limit", 1, 100)?.unwrap_or(MEMORIES) as usize;
    let people = caller.app.people(caller.user())?;
    let filter = filter(&mut form, &people)?;
    caller.wait_for_index().await?;
    caller.still()?;
    let Caller { app, key, memory } = caller;
    let _turn = memory.turn_to_ask().await;
    // Here and now: where all processors are taken, a turn for another thread comes late.
    let work = || find(&app, &key.user, &text, limit, &filter);
    let found = tokio::task::block_in_place(work)?;
    Ok(Envelope {
        memories: found.into_iter().map(|(_, memory)| memory).collect(),
        ..Envelope::default()
    })
}

/// The fields that narrow what is looked at.
pub(super) fn filter(form: &mut Form, people: &People) -> Answered<Filter> {
    let source_type = form
        .take("source_type")
        .map(|t| t.parse::<SourceType>())
        .transpose()
        .map_err(|e| invalid("source_type", format!("The field {e}.")))?;
    let mut filter = Filter {
        since: day(form, "since")?.map(|days| days.0),
        until: day(form, "until")?.map(|days| days.1),
        place: form.take("place"),
        tag: form.take("tag"),
        item_id: form.take("item_id"),
        source_type,
        ..Filter::default()
    };
    filter.with(form.take("participant"), people);
    Ok(filter)
}

/// The first and last day of what a field says.
pub(super) fn day(form: &mut Form, name: &'static str) -> Answered<Option<(Date, Date)>> {
    let Some(text) = form.take(name) else {
        return Ok(None);
    };
    let when: When = text.parse().map_err(|_| {
        let detail = format!("The field `{name}` has to be an ISO date such as 2024-05-03.");
        invalid(name, detail)
    })?;
    Ok(Some(when.days()))
}

/// The memories that answer best, best first.
pub(super) fn find(
    app: &App,
    user: &str,
    text: &str,
    limit: usize,
    filter: &Filter,
) -> Answered<Vec<(Hit, Memory)>> {
    app.vectors.wait_until_level(&app.index);
    let _asked = app.store.questions().ask();
    let (ratings, people) = (app.ratings(user)?, app.people(user)?);
    let question = Question {
        user,
        text,
        limit,
        filter,
        now: jiff::Zoned::now().datetime(),
        people: &people,
    };
    let mut found = Vec::new();
    for _ in 0..AGAIN {
        let view = app.index.view();
        let gone = Cell::new(false);
        let live = |version, index| {
            let is = app.live.has(version, index);
            gone.set(gone.get() || !is);
            is
        };
        let embed = |text: &str| app.vectors.question(text);
        #[cfg(feature = "train")]
        let _ = query::training::write(&view, &question, &embed, &live, &|version| {
            app.live.get(version).map(|alive| alive.item_id.to_string())
        });
        let hits = query::recall(&view, &question, &ratings, &embed, &live);
        let wanted = hits.len();
        found.clear();
        for hit in hits {
            let memory = memory(app, hit.version, hit.index, f64::from(hit.score))?;
            found.extend(memory.map(|memory| (hit, memory)));
        }
        // A replaced document's old memories may be gone before the view that found them: then a newer view has the
        // new ones.
        let gone = gone.get() && !Arc::ptr_eq(&view, &app.index.view());
        if found.len() == wanted && !gone {
            break;
        }
    }
    Ok(found)
}

/// A memory as it is answered; `None` where it may not answer (any more).
pub(super) fn memory(app: &App, version: u64, index: u32, score: f64) -> Answered<Option<Memory>> {
    let Some(alive) = app.live.get(version) else {
        return Ok(None);
    };
    let Some(record) = app.store.memory(version, index)? else {
        return Ok(None);
    };
    Ok(Some(Memory {
        custom_id: custom_id(&alive.item_id, index),
        item_id: alive.item_id.to_string(),
        score: score.clamp(0.0, 1.0),
        content: content(app, &alive.user, record)?,
    }))
}

/// What a memory holds, with people by the names to show.
pub(super) fn content(app: &App, user: &str, record: MemoryRecord) -> Answered<Content> {
    let mut content = record.content();
    app.people(user)?.apply(&mut content);
    Ok(content)
}

/// A memory's name.
pub(super) fn custom_id(item_id: &str, index: u32) -> String {
    format!("{item_id}_memory_{index}")
}

/// The document and index that a memory's name speaks of.
pub(super) fn parse_custom_id(id: &str) -> Option<(&str, u32)> {
    let (item_id, index) = id.rsplit_once("_memory_")?;
    // One name for one memory: no sign, no leading zero.
    let index: u32 = index
        .parse()
        .ok()
        .filter(|n: &u32| n.to_string() == index)?;
    Some((item_id, index))
}
