//! Answers in JSON Lines that are made piece by piece while they are sent.

use super::error::internal;
use crate::store::StoreError;
use axum::{
    body::Body,
    http::header,
    response::{IntoResponse, Response},
};
use futures_util::stream;
use memo_common::export::MEDIA_TYPE;

/// Sends what `piece` makes of `source`, until it makes nothing more. It may block on the disk. What `source` holds is
/// let go with the last piece, or when the other side leaves.
pub(super) fn send<S: Send + 'static>(
    source: S,
    piece: fn(&mut S) -> Result<Option<Vec<u8>>, StoreError>,
) -> Response {
    let pieces = stream::unfold(Some(source), move |source: Option<S>| async move {
        let mut source = source?;
        let work = tokio::task::spawn_blocking(move || {
            let made = piece(&mut source);
            (source, made)
        });
        match work.await {
            Ok((_, Ok(None))) => None,
            Ok((source, Ok(Some(made)))) => Some((Ok(made), Some(source))),
            // The answer breaks off, without its last line.
            Ok((_, Err(error))) => Some((Err(internal(error).0.detail), None)),
            Err(error) => Some((Err(internal(error).0.detail), None)),
        }
    });
    let headers = [
        (header::CONTENT_TYPE, MEDIA_TYPE),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Body::from_stream(pieces)).into_response()
}
