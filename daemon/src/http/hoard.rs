//! What the multipart parser keeps back: while it looks for the end of a part's head, or for the first part, it keeps
//! whatever arrives.

use axum::body::Body;
use futures_util::StreamExt;
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// The most that it may keep, bytes: some times what arrives at once.
const MOST: usize = 256 << 10;

/// Bytes that went into the parser since something came out of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Hoard(Arc<AtomicUsize>);

impl Hoard {
    /// The same body, which fails once too much of it is kept back.
    pub(super) fn watch(&self, body: Body) -> Body {
        let kept = self.0.clone();
        Body::from_stream(body.into_data_stream().map(move |chunk| {
            let chunk = chunk.map_err(io::Error::other)?;
            match kept.fetch_add(chunk.len(), Ordering::Relaxed) + chunk.len() {
                n if n > MOST => Err(io::Error::other("a part's head is too long")),
                _ => Ok(chunk),
            }
        }))
    }

    /// Something came out.
    pub(super) fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}
