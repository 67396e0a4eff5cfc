//! `GET /v1/admin/backup`: everything of everybody, as of now.

use super::{
    Server,
    auth::Caller,
    error::{Answered, internal, refuse},
};
use crate::{app::now, store::Backup};
use axum::{
    body::Body,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use futures_util::stream;
use memo_common::{export::MEDIA_TYPE, problem::Code};
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

pub(super) async fn backup(
    State(server): State<Arc<Server>>,
    caller: Caller,
) -> Answered<Response> {
    if !caller.key.admin {
        return Err(refuse(
            Code::NotFound,
            "Only an administrator's key finds something at this path.",
        ));
    }
    // Each takes as much room as the store.
    let permit = server.backups.clone().try_acquire_owned();
    let permit = permit.map_err(|_| {
        refuse(
            Code::TooManyRequests,
            "A backup is being made already. Try again when it is done.",
        )
    })?;
    let app = caller.app;
    let backup = app.store.backup(&app.config.data_dir, now()).await?;
    let first: Option<(Backup, OwnedSemaphorePermit)> = Some((backup, permit));
    let pieces = stream::unfold(first, async |reading| {
        let (mut backup, permit) = reading?;
        let work = tokio::task::spawn_blocking(move || {
            let piece = backup.piece();
            (backup, piece)
        });
        match work.await {
            Ok((_, Ok(None))) => None,
            Ok((backup, Ok(Some(piece)))) => Some((Ok(piece), Some((backup, permit)))),
            // The answer breaks off, without its last line.
            Ok((_, Err(error))) => Some((Err(internal(error).0.detail), None)),
            Err(error) => Some((Err(internal(error).0.detail), None)),
        }
    });
    let headers = [
        (header::CONTENT_TYPE, MEDIA_TYPE),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(pieces)).into_response())
}
