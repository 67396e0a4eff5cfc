//! `GET /v1/embedding`, `POST /v1/embedding/test`: the model that makes vectors, how far it is, and whether it works.

use super::{
    auth::Caller,
    error::{Answered, internal},
    model::may_test,
};
use crate::llm::Embeddings;
use axum::Json;
use memo_common::api::{Embedding, EmbeddingTest, RunError};

/// Everybody may know where their memories and questions go.
pub(super) async fn show(caller: Caller) -> Json<Embedding> {
    Json(caller.app.vectors.state())
}

pub(super) async fn test(caller: Caller) -> Answered<Json<EmbeddingTest>> {
    may_test(&caller, caller.app.vectors.server().is_some())?;
    let app = caller.app;
    let work = move || app.vectors.server().map(Embeddings::probe);
    let probed = tokio::task::spawn_blocking(work).await.map_err(internal)?;
    let probed = probed.ok_or_else(|| internal("the model is gone"))?;
    Ok(Json(EmbeddingTest {
        ok: probed.width.is_ok(),
        took_ms: u64::try_from(probed.took.as_millis()).unwrap_or(u64::MAX),
        error: probed.width.as_ref().err().map(RunError::from),
        dimensions: probed.width.ok().map(|width| width as u64),
    }))
}
