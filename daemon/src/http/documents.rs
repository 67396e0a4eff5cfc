//! `GET /v1/documents`: list; `GET` and `DELETE /v1/documents/{item_id}`: look at one, and forget it.

use super::{
    auth::Caller,
    blocking,
    error::{Answered, Refusal, refuse},
    executions::execution,
    held::held,
    memory::{Memory, Share},
    urlencoded::urlencoded,
};
use crate::{
    app::{App, now},
    store::{
        StoreError,
        records::{DocumentRecord, VersionRecord},
    },
};
use axum::{
    Json,
    extract::{Path, RawQuery},
    http::header,
    response::{IntoResponse, Response},
};
use memo_common::{
    api::{Document, DocumentPage, Forgotten},
    problem::Code,
};

/// Documents on a page, unless `limit` says otherwise.
const PAGE: i64 = 50;

fn no_document() -> Refusal {
    refuse(Code::NotFound, "There is no document of this name.")
}

fn no_text() -> Refusal {
    refuse(
        Code::NotFound,
        "The text of this document is missing or damaged on the daemon's disk. Its memories are kept; adding the file \
         again puts the text back.",
    )
}

pub(super) async fn list(
    caller: Caller,
    RawQuery(query): RawQuery,
) -> Answered<Json<DocumentPage>> {
    let mut form = urlencoded(query.unwrap_or_default().as_bytes(), &["limit", "cursor"])?;
    let limit = form.number("limit", 1, 100)?.unwrap_or(PAGE) as usize;
    listed(caller, form.take("cursor"), limit).await.map(Json)
}

/// The documents behind a cursor. It is the last item id; one that is none only leads to another place in the order.
pub(super) async fn listed(
    caller: Caller,
    after: Option<String>,
    limit: usize,
) -> Answered<DocumentPage> {
    let Caller { app, key, .. } = caller;
    blocking(move || page(&app, &key.user, after.as_deref(), limit)).await
}

/// A page of a user's documents, by name.
pub(super) fn page(
    app: &App,
    user: &str,
    after: Option<&str>,
    limit: usize,
) -> Answered<DocumentPage> {
    let rows = app.store.documents(user, after, limit + 1)?;
    let more = rows.len() > limit;
    let mut page = DocumentPage::default();
    for (item_id, record) in rows.into_iter().take(limit) {
        page.next_cursor = more.then(|| item_id.clone());
        page.documents
            .extend(document(app, user, &item_id, &record)?);
    }
    Ok(page)
}

pub(super) async fn show(caller: Caller, Path(item_id): Path<String>) -> Answered<Json<Document>> {
    find(&caller.app, caller.user(), &item_id).map(Json)
}

/// A user's document.
pub(super) fn find(app: &App, user: &str, item_id: &str) -> Answered<Document> {
    match app.store.document(user, item_id)? {
        Some(record) => document(app, user, item_id, &record)?.ok_or_else(no_document),
        None => Err(no_document()),
    }
}

/// The document as it was uploaded last. `None`: it went away just now.
fn document(
    app: &App,
    user: &str,
    item_id: &str,
    record: &DocumentRecord,
) -> Answered<Option<Document>> {
    let Some(version) = app.store.version(record.newest)? else {
        return Ok(None);
    };
    let Some(run) = app.store.run(&version.run)? else {
        return Ok(None);
    };
    let answering = app.live.answering(user, item_id);
    let alive = answering.and_then(|v| app.live.get(v));
    Ok(Some(Document {
        item_id: item_id.to_owned(),
        source_type: version.source_type.or(version.given),
        user_name: version.user_name,
        filename: version.filename,
        created_at: version.created,
        bytes: version.bytes,
        memories: alive.map_or(0, |a| a.left()),
        run: execution(app, &version.run, run),
    }))
}

/// The text as it was uploaded.
pub(super) async fn text(caller: Caller, Path(item_id): Path<String>) -> Answered<Response> {
    let (_, text, share) = whole(caller, item_id).await?;
    let kind = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((kind, held(text.into(), share)).into_response())
}

/// A document with its text as it was uploaded, and the text's share of the memory.
pub(super) async fn whole(
    caller: Caller,
    item_id: String,
) -> Answered<(VersionRecord, String, Share)> {
    let Caller { app, key, memory } = caller;
    blocking(move || read(&app, &memory, &key.user, &item_id)).await
}

/// A document with its text, and the text's share of the memory. Blocks on the disk.
pub(super) fn read(
    app: &App,
    memory: &Memory,
    user: &str,
    item_id: &str,
) -> Answered<(VersionRecord, String, Share)> {
    let record = app.store.document(user, item_id)?;
    let newest = record.ok_or_else(no_document)?.newest;
    let version = app.store.version(newest)?.ok_or_else(no_document)?;
    let mut share = Share::default();
    memory.texts.hold(&mut share, version.bytes as usize)?;
    match app.store.text(newest, &version) {
        Ok(Some(text)) => Ok((version, text, share)),
        Ok(None) | Err(StoreError::Damaged { .. }) => {
            tracing::error!(version = newest, "a document's text is missing or damaged");
            Err(no_text())
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn forget(
    caller: Caller,
    Path(item_id): Path<String>,
) -> Answered<Json<Forgotten>> {
    let app = &caller.app;
    let answering = app.live.answering(caller.user(), &item_id);
    let memories = answering
        .and_then(|v| app.live.get(v))
        .map_or(0, |a| a.left());
    let removed = app.store.forget(caller.user(), &item_id, now()).await?;
    let removed = removed.ok_or_else(no_document)?;
    app.live.forget(caller.user(), &item_id, &removed.versions);
    app.level.notify();
    Ok(Json(Forgotten {
        status: "success".into(),
        memories,
    }))
}
