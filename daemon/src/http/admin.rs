//! `POST /v1/admin/compact`: gives space back, and with it whatever was forgotten.

use super::{
    auth::Caller,
    error::{Answered, internal, refuse},
};
use crate::{app::App, store::StoreError};
use axum::Json;
use memo_common::{api::Compacted, problem::Code};
use std::time::{Duration, Instant};

/// How long a compaction waits for what is to be removed, looking as often as this.
const SETTLED: (Duration, Duration) = (Duration::from_secs(20), Duration::from_millis(10));

pub(super) async fn compact(caller: Caller) -> Answered<Json<Compacted>> {
    caller.administers()?;
    let app = caller.app;
    let work = move || {
        settled(&app)?;
        app.compact()
    };
    match tokio::task::spawn_blocking(work).await.map_err(internal)? {
        Ok(done) => Ok(Json(Compacted {
            status: "success".into(),
            bytes_before: done.bytes_before,
            bytes_after: done.bytes_after,
        })),
        Err(crate::OpenError::Store(StoreError::Busy)) => Err(refuse(
            Code::NotReady,
            "The store is too busy to be compacted now. Try again later.",
        )),
        Err(crate::OpenError::Store(error)) => Err(error.into()),
        Err(crate::OpenError::Index(error)) => Err(internal(error)),
    }
}

/// Waits until what was forgotten before now is removed from the store: only then does a compaction leave it behind.
/// Blocks.
fn settled(app: &App) -> Result<(), StoreError> {
    let upto = app.store.last_change()?;
    let end = Instant::now() + SETTLED.0;
    while app.store.settled()? < upto {
        if Instant::now() > end {
            return Err(StoreError::Busy);
        }
        std::thread::sleep(SETTLED.1);
    }
    Ok(())
}
