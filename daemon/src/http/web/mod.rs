//! The pages that a browser shows, under `/web`. What they look like is [`crate::web`]'s business.
//!
//! - `sessions`: who is logged in; `visit`: whose visit a request belongs to, and whether a change comes from its own forms
//! - `login`: how a visit begins and ends; `look`: days, months, people, places, sources; `search`, `ask`, `memory`,
//!   `person`, `document`

mod ask;
mod document;
mod login;
mod look;
mod memory;
mod person;
mod search;
mod sessions;
mod visit;

pub(super) use login::invite;
pub(super) use sessions::Sessions;

use super::{
    Server,
    error::{refuse, take_problem},
    held::held,
    memory::Share,
};
use crate::web::{login::SCRIPT, problem};
use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use maud::Markup;
use memo_common::problem::Code;
use std::sync::Arc;

/// What a page is.
pub(super) const HTML: &str = "text/html; charset=utf-8";

/// Every page: path, methods.
pub(super) fn router() -> Router<Arc<Server>> {
    Router::new()
        .route("/", get(login::show))
        .route("/login", get(login::show).post(login::enter))
        .route(
            "/style.css",
            get(async || asset("text/css", include_str!("../../web/style.css"))),
        )
        .route("/login.js", get(async || asset("text/javascript", SCRIPT)))
        .route(
            "/icon.svg",
            get(async || asset("image/svg+xml", include_str!("../../web/icon.svg"))),
        )
        .route("/{session}/logout", post(login::leave))
        .route("/{session}/day", get(look::today))
        .route("/{session}/day/{day}", get(look::day))
        .route("/{session}/month", get(look::this_month))
        .route("/{session}/month/{month}", get(look::month))
        .route("/{session}/search", get(search::show))
        .route("/{session}/ask", get(ask::show))
        .route("/{session}/people", get(look::people))
        .route("/{session}/person", get(person::show))
        .route("/{session}/person/merge", post(person::merge))
        .route("/{session}/person/decide", post(person::decide))
        .route("/{session}/person/split", post(person::split))
        .route("/{session}/person/rename", post(person::rename))
        .route("/{session}/person/me", post(person::me))
        .route("/{session}/places", get(look::places))
        .route("/{session}/place", get(look::place))
        .route("/{session}/sources", get(look::sources))
        .route("/{session}/sources/unwatch", post(look::unwatch))
        .route("/{session}/document/{item_id}", get(document::show))
        .route("/{session}/memory/{custom_id}", get(memory::show))
        .route("/{session}/memory/{custom_id}/rate", post(memory::rate))
        .route(
            "/{session}/memory/{custom_id}/correct",
            post(memory::correct),
        )
        .route("/{session}/memory/{custom_id}/undo", post(memory::undo))
        .route("/{session}/memory/{custom_id}/forget", post(memory::forget))
        .fallback(async || refuse(Code::NotFound, "There is no such page."))
        .method_not_allowed_fallback(async || {
            refuse(Code::MethodNotAllowed, "This page does not take that.")
        })
        .layer(middleware::from_fn(around))
}

/// What each page says to the browser: nothing is loaded but what stands here, nothing is sent elsewhere, no other page
/// may show it within itself or is told where the visitor came from. The one script is that of the page for logging in.
const HEADERS: [(HeaderName, HeaderValue); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; \
             frame-ancestors 'none'",
        ),
    ),
    (
        // With "no-referrer" browsers would not say of a form which page it is from.
        header::REFERRER_POLICY,
        HeaderValue::from_static("same-origin"),
    ),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// The same for the page on which a visit begins.
const LOGIN: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'",
);

/// Around each page: what went wrong becomes a page, too, and all say what browsers are to keep out.
async fn around(request: Request, next: Next) -> Response {
    let home = home(request.uri().path());
    let mut response = next.run(request).await;
    if let Some(problem) = take_problem(&mut response) {
        let status = response.status();
        let mut page = page(problem::page(&problem, home.as_deref()), Share::default());
        *page.status_mut() = status;
        if problem.code == Code::MissingOrInvalidKey.code() {
            page.headers_mut()
                .insert(header::CONTENT_SECURITY_POLICY, LOGIN);
        }
        for name in [header::RETRY_AFTER, header::ALLOW] {
            if let Some(value) = response.headers_mut().remove(&name) {
                page.headers_mut().insert(name, value);
            }
        }
        response = page;
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    response
}

/// Where the visit of this address goes on.
fn home(path: &str) -> Option<String> {
    // The router may have taken what it is nested under away.
    let path = path.strip_prefix("/web").unwrap_or(path);
    let session = path.split('/').nth(1)?;
    let is = session.len() == 32 && session.bytes().all(|b| b.is_ascii_hexdigit());
    is.then(|| format!("/web/{session}/day"))
}

/// A page, which keeps its part of a pool until it is sent.
fn page(page: Markup, share: Share) -> Response {
    let body = Body::from(page.into_string());
    ([(header::CONTENT_TYPE, HTML)], held(body, share)).into_response()
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// Sends the browser on to another page.
fn see(address: &str) -> Response {
    (StatusCode::SEE_OTHER, [(header::LOCATION, address)]).into_response()
}
