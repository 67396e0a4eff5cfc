//! `POST /v1/import`: takes in what `GET /v1/export` gave, as JSON Lines.
//!
//! Memories come as they were, under their own names, so that ratings meet them and what was removed stays removed. A
//! document goes live when its last line is read, so that a body that breaks off leaves whole documents alone.

//!
//! - this file: the call
//! - `importing`: line by line
//! - `fate`: what becomes of a document

mod fate;
mod importing;

use super::{
    Server,
    auth::{Caller, still},
    error::{Answered, Refusal, internal, refuse},
    lines::{self, Lines},
};
use crate::store::records::KeyRecord;
use axum::{
    Json,
    extract::{Request, State},
};
use importing::Importing;
use memo_common::{
    api::{ImportReport, RunState},
    problem::Code,
};
use std::{sync::Arc, time::Duration};

/// How long the answer waits until the memories can be recalled, looking as often as this.
const SHOWN: (Duration, Duration) = (Duration::from_secs(20), Duration::from_millis(20));

pub(super) async fn import(
    State(server): State<Arc<Server>>,
    caller: Caller,
    request: Request,
) -> Answered<Json<ImportReport>> {
    let lines = lines::lines(request, &caller.memory)?;
    let importing = Importing::new(caller.app, caller.key.user.clone());
    // A task of its own: it comes to its end, and leaves nothing half done, also where the sender goes away.
    let report = server
        .patient
        .spawn(read(importing, caller.key, lines))
        .await;
    report.map_err(internal)?.map(Json)
}

async fn read(
    mut importing: Importing,
    key: Arc<KeyRecord>,
    mut lines: Lines,
) -> Answered<ImportReport> {
    let mut number = 0u64;
    let result = loop {
        let line = match lines.next().await {
            Ok(Some(line)) => line,
            Ok(None) => break Ok(()),
            Err(refusal) => break Err(refusal),
        };
        number += 1;
        // An import may take as long as its sender likes.
        if let Err(refusal) = still(&importing.app, &key) {
            break Err(refusal);
        }
        // A line waits for the disk.
        let work = tokio::task::spawn_blocking(move || {
            let result = importing.line(&line);
            (importing, result)
        });
        let result;
        (importing, result) = work.await.map_err(internal)?;
        if let Err(refusal) = result {
            break Err(refusal);
        }
    };
    let work = tokio::task::spawn_blocking(move || {
        let result = result.and_then(|()| importing.end());
        importing.abandon();
        (importing, result)
    });
    let (mut importing, result) = work.await.map_err(internal)?;
    importing.settled();
    if let Err(Refusal(mut problem)) = result {
        lines.drain().await;
        if problem.status < 500 && problem.status != 401 {
            problem.detail = format!("Line {number}: {}", problem.detail);
        }
        return Err(Refusal(problem));
    }
    shown(&importing).await?;
    importing.report.status = "success".into();
    Ok(importing.report)
}

fn wrong(detail: impl Into<String>) -> Refusal {
    refuse(Code::InvalidForm, detail)
}

/// Waits until what was imported can be recalled, though not for ever.
async fn shown(importing: &Importing) -> Answered<()> {
    let Some(run) = &importing.last_run else {
        return Ok(());
    };
    let end = tokio::time::Instant::now() + SHOWN.0;
    while tokio::time::Instant::now() < end {
        let run = importing.app.store.run(run)?;
        if run.is_none_or(|r| r.state != RunState::Active) {
            break;
        }
        tokio::time::sleep(SHOWN.1).await;
    }
    Ok(())
}

/// Lines of an import, for the fuzz targets: whatever they are, nothing of ours is to blame.
#[cfg(any(test, fuzzing))]
pub(crate) fn fuzz(app: &Arc<crate::app::App>, input: &[u8]) {
    let mut importing = Importing::new(app.clone(), "u".to_owned());
    let mut lines = input.split(|byte| *byte == b'\n');
    let taken = lines.try_for_each(|line| importing.line(line));
    if let Err(Refusal(problem)) = taken.and_then(|()| importing.end()) {
        assert!(problem.status < 500, "{problem:?}");
    }
    importing.abandon();
    importing.settled();
}
