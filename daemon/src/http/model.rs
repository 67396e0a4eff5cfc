//! `GET /v1/model`, `POST /v1/model/test`: the language model, where its texts go, and whether it works.

use super::{
    auth::Caller,
    error::{Answered, internal, refuse},
};
use axum::Json;
use memo_common::{
    api::{Model, ModelTest, RunError},
    problem::Code,
};

/// What of a reply is shown, characters.
const SHOWN: usize = 500;

/// Everybody may know where their texts go.
pub(super) async fn show(caller: Caller) -> Json<Model> {
    let llm = caller.app.llm.as_ref();
    Json(llm.map_or_else(Model::default, |llm| llm.state()))
}

pub(super) async fn test(caller: Caller) -> Answered<Json<ModelTest>> {
    may_test(&caller, caller.app.llm.is_some())?;
    let app = caller.app;
    let work = move || app.llm.as_ref().map(|llm| llm.probe());
    let probed = tokio::task::spawn_blocking(work).await.map_err(internal)?;
    let probed = probed.ok_or_else(|| internal("the model is gone"))?;
    Ok(Json(ModelTest {
        ok: probed.reply.is_ok(),
        took_ms: u64::try_from(probed.took.as_millis()).unwrap_or(u64::MAX),
        follows_schema: probed.follows_schema,
        error: probed.reply.as_ref().err().map(RunError::from),
        reply: probed.reply.ok().map(|r| r.chars().take(SHOWN).collect()),
    }))
}

/// Whether a model may be tested: a test costs whoever runs it something.
pub(super) fn may_test(caller: &Caller, set: bool) -> Answered<()> {
    caller.administers()?;
    match set {
        true => Ok(()),
        false => Err(refuse(
            Code::NotFound,
            "There is no model to test: none is set for the daemon.",
        )),
    }
}
