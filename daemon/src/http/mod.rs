//! The interface, and the only user of axum.
//!
//! - `auth`: who asks, and whether it was meant for this daemon
//! - `serve`: connections; `guests`: how many, and who gives way; `stream`: what one is read from and written to
//! - `error`: problem documents; `accept`: as what a client takes an answer; `events`: one as a stream
//! - `body`, `multipart`, `urlencoded`, `lines`: forms and lines, read as streams with a bound; `form`: what was read;
//!   `pace`, `hoard`, `memory`: those bounds
//! - `mcp`: the same for assistants, by a protocol of theirs
//! - one file per resource; `web`: the pages

mod accept;
mod admin;
mod agenda;
mod ask;
mod auth;
mod backup;
mod body;
mod correct;
mod days;
mod documents;
mod embedding;
mod error;
mod events;
mod executions;
mod export;
mod facets;
mod feedback;
mod form;
mod guests;
mod health;
mod held;
mod hoard;
mod import;
mod keys;
mod lines;
mod mcp;
mod memories;
mod memorize;
mod memory;
mod model;
mod multipart;
mod openapi;
mod pace;
mod people;
mod pieces;
mod recall;
mod serve;
mod stream;
mod suggestions;
mod timeline;
mod urlencoded;
mod watches;
mod web;

use crate::{app::App, metrics::Metrics};
use auth::{Hosts, framed};
use axum::{
    Router,
    extract::{DefaultBodyLimit, MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
#[cfg(any(test, fuzzing))]
pub(crate) use body::fuzz as fuzz_form;
use error::{Answered, internal, refuse, write_problem};
use futures_util::FutureExt;
#[cfg(any(test, fuzzing))]
pub(crate) use import::fuzz as fuzz_import;
use memo_common::{
    config::Config,
    problem::Code,
    proof::{CHALLENGE, PROOF, Secret},
};
pub(crate) use serve::serve;
use std::{
    io,
    panic::AssertUnwindSafe,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    runtime::Handle,
    sync::{Semaphore, watch},
};
use tracing::Instrument;

/// How long a request waits for the store to be opened before it is sent away.
const OPENING: Duration = Duration::from_secs(10);

/// How many uploads write their text at once; the others wait, each with its share of the memory.
const STORING: usize = 8;

/// Does what waits for the disk or computes long beside the threads that answer.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Answered<T> + Send + 'static,
) -> Answered<T> {
    tokio::task::spawn_blocking(work).await.map_err(internal)?
}

/// What the handlers share. The daemon answers while its parts are still being opened.
pub(crate) struct Server {
    app: watch::Sender<Option<Arc<App>>>,
    hosts: Hosts,
    memory: memory::Shared,
    /// Where what is large is read and written: its threads give way to those that answer.
    patient: Handle,
    /// Uploads that may write their text at once.
    storing: Semaphore,
    /// The place for the backup that is being made.
    backups: Arc<Semaphore>,
    /// Who is logged in to the pages.
    sessions: web::Sessions,
    /// What assistants wait for.
    running: mcp::Running,
    /// What shows whoever reads `daemon.json` that this is the daemon which wrote it.
    pub secret: Secret,
    pub metrics: Arc<Metrics>,
}

impl Server {
    pub(crate) fn new(config: &Config, patient: Handle) -> io::Result<Self> {
        Ok(Self {
            app: watch::Sender::new(None),
            hosts: Hosts::new(config.listen.ip(), &config.allowed_hosts),
            memory: memory::Shared::default(),
            patient,
            storing: Semaphore::new(STORING),
            backups: Arc::new(Semaphore::new(1)),
            sessions: web::Sessions::default(),
            running: mcp::Running::default(),
            secret: Secret::new()?,
            metrics: Arc::default(),
        })
    }

    /// The parts are open from now on.
    pub(crate) fn open(&self, app: Arc<App>) {
        self.app.send_replace(Some(app));
    }

    fn app(&self) -> Answered<Arc<App>> {
        let app = self.app.borrow().clone();
        app.ok_or_else(|| refuse(Code::NotReady, "The store is being opened; try again soon."))
    }

    /// The parts, once they are open; that is a moment, except for a large store after a crash.
    async fn opened(&self) -> Answered<Arc<App>> {
        let mut app = self.app.subscribe();
        let open = app.wait_for(Option::is_some);
        // Whichever way the wait ends, what counts is what is there now.
        let _ = tokio::time::timeout(OPENING, open).await;
        self.app()
    }
}

/// Every route of the interface: path, methods.
pub(crate) fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/v1/memorize", post(memorize::memorize))
        .route("/v1/memories/recall", post(recall::recall))
        .route("/v1/memories/ask", post(ask::ask))
        .route("/v1/memories/feedback", post(feedback::feedback))
        .route(
            "/v1/projects/{project}/locations/{location}/workflows/{workflow}/executions/{id}",
            get(executions::show),
        )
        .route("/v1/documents", get(documents::list))
        .route(
            "/v1/documents/{item_id}",
            get(documents::show).delete(documents::forget),
        )
        .route("/v1/documents/{item_id}/text", get(documents::text))
        .route("/v1/memories", get(memories::list))
        .route(
            "/v1/memories/{custom_id}",
            get(memories::show)
                .patch(correct::edit)
                .delete(memories::forget),
        )
        .route("/v1/people", get(people::list))
        .route("/v1/people/suggestions", get(suggestions::list))
        .route("/v1/people/suggestions/dismiss", post(suggestions::dismiss))
        .route("/v1/people/merge", post(people::merge))
        .route("/v1/people/split", post(people::split))
        .route("/v1/people/rename", post(people::rename))
        .route("/v1/people/me", post(people::me))
        .route("/v1/facets", get(facets::show))
        .route("/v1/days", get(days::show))
        .route("/v1/timeline", get(timeline::show))
        .route("/v1/watches", get(watches::list).post(watches::add))
        .route(
            "/v1/watches/{watch_id}",
            get(watches::show).delete(watches::remove),
        )
        .route("/v1/keys", get(keys::list).post(keys::create))
        .route("/v1/keys/{key_id}", axum::routing::delete(keys::revoke))
        .route("/v1/export", get(export::export))
        .route("/v1/import", post(import::import))
        .route("/v1/model", get(model::show))
        .route("/v1/model/test", post(model::test))
        .route("/v1/embedding", get(embedding::show))
        .route("/v1/embedding/test", post(embedding::test))
        .route("/v1/admin/backup", get(backup::backup))
        .route("/v1/admin/compact", post(admin::compact))
        .route("/mcp", post(mcp::answer))
        .route("/v1/web/login", post(web::invite))
        .nest("/web", web::router())
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .route("/openapi.json", get(openapi::document))
        .fallback(async || refuse(Code::NotFound, "There is nothing at this path."))
        .method_not_allowed_fallback(async || {
            refuse(
                Code::MethodNotAllowed,
                "The allow header lists the methods that this path takes.",
            )
        })
        // Bodies are read as streams, each with a bound of its own.
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn_with_state(server.clone(), around))
        .with_state(server)
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What every answer says: it is somebody's memory, for whoever asked alone, and no page of another site may make
/// anything of it.
const EVERYWHERE: [(HeaderName, HeaderValue); 3] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Around every request: its id, the check of its host, a net under panics, the count, a line in the log.
async fn around(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let id = request_id(&request);
    let method = name_of(request.method());
    let challenge = request.headers().get(CHALLENGE);
    let proof = challenge.and_then(|c| server.secret.proof(c.as_bytes()));
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("unknown", |m| m.as_str())
        .to_owned();
    let meant = server.hosts.check(request.uri(), request.headers());
    let mut response = match meant.and_then(|()| framed(request.headers())) {
        Ok(()) => {
            // Whatever is logged on the way carries the id.
            let span = tracing::error_span!("request", id = id.to_str().unwrap_or_default());
            let answer = AssertUnwindSafe(next.run(request)).catch_unwind();
            match answer.instrument(span.clone()).await {
                Ok(response) => framework_error(response),
                Err(_) => span.in_scope(|| internal("a handler panicked").into_response()),
            }
        }
        Err(refusal) => refusal.into_response(),
    };
    let (status, took) = (response.status().as_u16(), start.elapsed());
    server.metrics.answered(&route, method, status, took);
    macro_rules! answered {
        ($level:ident) => {
            tracing::$level!(
                id = id.to_str().unwrap_or_default(),
                method,
                route,
                status,
                ms = took.as_millis() as u64,
                "answered"
            )
        };
    }
    // A client that waits for its run asks many times; what changes nothing and went well is not worth a line.
    match matches!(method, "GET" | "HEAD") && (status < 400 || status == 404) {
        true => answered!(debug),
        false => answered!(info),
    }
    write_problem(&mut response, &id);
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, id);
    // Hexadecimal digits make a header's value.
    if let Some(Ok(proof)) = proof.map(HeaderValue::try_from) {
        headers.insert(PROOF, proof);
    }
    for (name, value) in EVERYWHERE {
        headers.entry(name).or_insert(value);
    }
    response
}

/// What the framework itself refuses (a path or query string that does not read) becomes a problem document, too. It
/// refuses in plain text; what is JSON is a handler's own.
fn framework_error(response: Response) -> Response {
    let status = response.status();
    let is_own = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| {
            kind == "application/problem+json" || kind == "application/json" || kind == web::HTML
        });
    if is_own || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let code = Code::ALL
        .into_iter()
        .find(|c| c.status() == status.as_u16() && !matches!(c, Code::InvalidForm))
        .unwrap_or(Code::Internal);
    match status.as_u16() {
        400 => refuse(
            Code::InvalidForm,
            "The path or the query string does not read.",
        ),
        500.. => internal(status),
        _ => refuse(code, "The request does not read."),
    }
    .into_response()
}

/// The caller's own id where it is one, else a new one.
fn request_id(request: &Request) -> HeaderValue {
    let given = request.headers().get(REQUEST_ID);
    let fits = |id: &&HeaderValue| {
        id.len() <= 64
            && !id.is_empty()
            && id
                .as_bytes()
                .iter()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
    };
    let new = || HeaderValue::from_str(&uuid::Uuid::now_v7().to_string());
    match given.filter(fits) {
        Some(id) => id.clone(),
        None => new().unwrap_or(HeaderValue::from_static("none")),
    }
}

/// Known methods by name; others would make labels without end.
fn name_of(method: &axum::http::Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "DELETE" => "DELETE",
        "HEAD" => "HEAD",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}
