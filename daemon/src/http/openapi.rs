//! `GET /openapi.json`: the interface, described.

use axum::{http::header, response::IntoResponse};

/// OpenAPI 3.1; tests hold it against the routes, the problem codes and real answers.
pub(super) const DOCUMENT: &str = include_str!("openapi.json");

pub(super) async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}
