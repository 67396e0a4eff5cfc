//! `POST /v1/admin/compact`: gives space back, and with it whatever was forgotten.

use super::{
    auth::Caller,
    error::{Answered, internal, refuse},
};
use crate::{app::App, store::StoreError};
use axum::Json;
use memo_common::{api::Compacted, problem::Code};

pub(super) async fn compact(caller: Caller) -> Answered<Json<Compacted>> {
    if !caller.key.admin {
        return Err(refuse(
            Code::NotFound,
            "Only an administrator's key finds something at this path.",
        ));
    }
    let app = caller.app;
    let work = move || App::compact(&app);
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
