//! Whether the daemon answers and whether it is level, for which no key is needed from this machine; and what it counts,
//! which takes one: what a plain proxy passes on comes from this machine, too, and says nothing of who sent it.

use super::{
    Server,
    auth::Caller,
    error::{Answered, refuse},
};
use crate::metrics::{Embedded, Gauges};
use axum::{
    Json,
    extract::{ConnectInfo, FromRequestParts, State},
    http::{HeaderName, header, request::Parts},
    response::{IntoResponse, Response},
};
use memo_common::{api::Health, problem::Code};
use std::{
    fs,
    net::SocketAddr,
    path::Path,
    sync::{Arc, atomic::Ordering},
};

/// A request from this machine, or with a key.
pub(super) struct Neighbour;

/// What proxies add to a request that somebody else sent.
const FORWARDED: [HeaderName; 4] = [
    header::FORWARDED,
    header::VIA,
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-real-ip"),
];

impl FromRequestParts<Arc<Server>> for Neighbour {
    type Rejection = super::error::Refusal;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Answered<Self> {
        if !is_near(parts) {
            Caller::from_request_parts(parts, server).await?;
        }
        Ok(Self)
    }
}

/// Whether a request comes from this machine, as far as can be seen.
pub(super) fn is_near(parts: &Parts) -> bool {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let near = peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback());
    near && !FORWARDED.iter().any(|h| parts.headers.contains_key(h))
}

fn health(status: &str) -> Health {
    Health {
        status: status.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

pub(super) async fn healthz(_: Neighbour) -> Json<Health> {
    Json(health("ok"))
}

pub(super) async fn readyz(
    State(server): State<Arc<Server>>,
    _: Neighbour,
) -> Answered<Json<Health>> {
    match server.app()?.level.is_ready() {
        true => Ok(Json(health("ok"))),
        false => Err(refuse(
            Code::NotReady,
            "The index is being brought level with the store.",
        )),
    }
}

/// What the files of a folder take, bytes; those that go meanwhile are left out.
fn folder_bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(about) if about.is_dir() => folder_bytes(&entry.path()),
        Ok(about) => about.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

pub(super) async fn metrics(State(server): State<Arc<Server>>, _: Caller) -> Response {
    let mut gauges = Gauges::default();
    let app = server.app().ok();
    let mut servers = Vec::new();
    if let Some(app) = &app {
        (gauges.documents, gauges.memories) = app.live.count();
        gauges.queued = app.schedule.waiting() as u64;
        gauges.queue_seconds = app.schedule.age().as_secs_f64();
        gauges.stages = app.progress.stages();
        gauges.store_bytes = app.store.size_on_disk();
        gauges.index_bytes = folder_bytes(&app.config.data_dir.join("index"));
        gauges.ready = app.level.is_ready();
        // Where the store does not read, it says so elsewhere.
        gauges.lost_texts = app.store.lost_texts().unwrap_or(0) as u64;
        gauges.checked = app.checked.load(Ordering::Acquire);
        let now = app.vectors.state();
        gauges.embedding = Some(Embedded {
            memories: now.done,
            missing: now.total.saturating_sub(now.done),
            calls: now.calls,
            failures: now.failures,
        });
    }
    if let Some(app) = &app {
        servers.extend(app.llm.as_ref().map(|llm| ("words", llm.tally())));
        let vectors = app.vectors.server().map(|e| ("vectors", e.tally()));
        servers.extend(vectors);
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, server.metrics.text(gauges, &servers)).into_response()
}
