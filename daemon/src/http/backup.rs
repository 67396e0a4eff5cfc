//! `GET /v1/admin/backup`: everything of everybody, as of now.

use super::{
    Server,
    auth::Caller,
    error::{Answered, refuse},
    pieces,
};
use crate::{app::now, store::StoreError};
use axum::{extract::State, response::Response};
use memo_common::problem::Code;
use std::sync::Arc;

pub(super) async fn backup(
    State(server): State<Arc<Server>>,
    caller: Caller,
) -> Answered<Response> {
    caller.administers()?;
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
    let sending = (backup, permit, app, caller.key);
    Ok(pieces::send(sending, |(backup, _, app, key)| {
        match app.keys.has(key) {
            true => backup.piece(),
            false => Err(StoreError::Closed),
        }
    }))
}
