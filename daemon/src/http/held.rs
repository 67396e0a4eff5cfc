//! Bodies of answers that keep something until they are sent.

use super::memory::Share;
use axum::{
    Json,
    body::Body,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use serde::Serialize;
use std::{
    pin::Pin,
    task::{Context, Poll},
};

/// The body, which drops `kept` once it is sent or given up.
pub(super) fn held<T: Send + Unpin + 'static>(body: Body, kept: T) -> Body {
    Body::new(Held { body, _kept: kept })
}

/// What is answered as JSON, which keeps its part of a pool until it is sent.
pub(super) fn answer(value: &impl Serialize, share: Share) -> Response {
    Json(value).into_response().map(|body| held(body, share))
}

struct Held<T> {
    body: Body,
    _kept: T,
}

impl<T: Unpin> hyper::body::Body for Held<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
