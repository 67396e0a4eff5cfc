//! One background run, under the path that memorize answered.

use super::{
    auth::Caller,
    error::{Answered, refuse},
};
use crate::{app::App, store::records::RunRecord};
use axum::{Json, extract::Path};
use memo_common::{
    api::{Execution, Progress, RunState},
    problem::Code,
};

/// Everything of a run's resource path but its id.
const PARENT: &str = "projects/local/locations/local/workflows/memory-extraction/executions/";

/// A run's resource path.
pub(super) fn name(run: &str) -> String {
    format!("{PARENT}{run}")
}

pub(super) async fn show(
    caller: Caller,
    Path((project, location, workflow, id)): Path<(String, String, String, String)>,
) -> Answered<Json<Execution>> {
    let path = format!("projects/{project}/locations/{location}/workflows/{workflow}/executions/");
    let run = match path == PARENT {
        true => caller.app.store.run(&id)?,
        false => None,
    };
    match run.filter(|r| r.user == caller.key.user) {
        Some(run) => Ok(Json(execution(&caller.app, &id, run))),
        None => Err(refuse(Code::NotFound, "There is no run of this name.")),
    }
}

/// The run at a resource path that [`name`] gave.
pub(super) fn of(app: &App, name: &str) -> Answered<Option<RunRecord>> {
    match name.strip_prefix(PARENT) {
        Some(id) => Ok(app.store.run(id)?),
        None => Ok(None),
    }
}

/// A run as it is shown.
pub(super) fn execution(app: &App, id: &str, run: RunRecord) -> Execution {
    let progress = match run.state {
        RunState::Active => app.progress.of(run.version),
        RunState::Succeeded | RunState::Failed => Progress {
            stage: "done".into(),
            done: 1,
            total: 1,
        },
    };
    Execution {
        name: name(id),
        state: run.state,
        item_id: run.item_id,
        progress,
        memories: run.memories,
        extractor: (run.state == RunState::Succeeded)
            .then(|| run.extractor.unwrap_or_else(|| "embedded".into())),
        fallback: run.fallback.filter(|_| run.state == RunState::Succeeded),
        start_time: run.started,
        end_time: run.ended,
        error: run.error,
    }
}
