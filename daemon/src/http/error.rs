//! Every refusal leaves as a problem document; what went wrong inside is logged, once, and not told.

use crate::store::StoreError;
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use memo_common::problem::{Code, Problem};

/// A request that is answered with a problem document.
#[derive(Debug)]
pub(super) struct Refusal(pub Box<Problem>);

/// The result of every handler.
pub(super) type Answered<T> = Result<T, Refusal>;

/// A refusal of this code, with what happened and what to do.
pub(super) fn refuse(code: Code, detail: impl Into<String>) -> Refusal {
    Refusal(Box::new(Problem::new(code, detail)))
}

/// A field's value is not allowed.
pub(super) fn invalid(field: &str, detail: impl Into<String>) -> Refusal {
    Refusal(Box::new(
        Problem::new(Code::InvalidField, detail).field(field),
    ))
}

/// Something that the caller cannot mend.
pub(super) fn internal(error: impl std::fmt::Display) -> Refusal {
    tracing::error!(%error, "a request failed");
    refuse(
        Code::Internal,
        "The daemon's log says more, under this answer's x-request-id.",
    )
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full => {
                tracing::error!(%error, "a request failed");
                refuse(
                    Code::StorageFull,
                    "Too little room is left on the daemon's disk; free some and try again.",
                )
            }
            StoreError::NoFiles => refuse(
                Code::NotReady,
                "The daemon has too many files open. Try again in a moment.",
            ),
            StoreError::Stuck => refuse(
                Code::NotReady,
                "A write to the disk failed. Mend the disk, and start the daemon again (`memo daemon restart`).",
            ),
            StoreError::Damaged { .. } => {
                tracing::error!(%error, "a request failed");
                refuse(
                    Code::Internal,
                    "What is asked for is damaged on the disk. `memo doctor --repair` says what it is.",
                )
            }
            StoreError::Closed => refuse(Code::NotReady, "The daemon is stopping."),
            error => internal(error),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status =
            StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        match status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("ApiKey"));
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
            }
            _ => {}
        }
        response.extensions_mut().insert(Told(self.0));
        response
    }
}

/// The problem that an answer tells of; its body is written once the request's id is known.
#[derive(Clone)]
struct Told(Box<Problem>);

/// Takes the problem that an answer tells of out of it, to be told in another form.
pub(super) fn take_problem(response: &mut Response) -> Option<Box<Problem>> {
    let told = response.extensions_mut().remove::<Told>();
    told.map(|told| told.0)
}

/// Writes the body of an answer that tells of a problem, with the request's id, under which the log says more.
pub(super) fn write_problem(response: &mut Response, id: &HeaderValue) {
    let Some(Told(mut problem)) = response.extensions_mut().remove::<Told>() else {
        return;
    };
    // Who has no key is told the same every time.
    if problem.code != Code::MissingOrInvalidKey.code() {
        problem.request_id = id.to_str().ok().map(str::to_owned);
    }
    let body = serde_json::to_vec(&*problem).unwrap_or_default();
    *response.body_mut() = body.into();
}
