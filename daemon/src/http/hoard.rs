//! What the multipart parser is given at once, and what it keeps back: while it looks for the end of a part's head, or
//! for the first part, it keeps whatever arrives.

use axum::body::Body;
use futures_util::{StreamExt, stream};
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Poll, ready},
};

/// The most that it may keep, bytes: some times what arrives at once.
const MOST: usize = 256 << 10;

/// What it is given at once, bytes. It takes whatever there is before it hands anything on, and there may be all of a
/// body.
const AT_ONCE: usize = 64 << 10;

/// Bytes that went into the parser since something came out of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Hoard(Arc<AtomicUsize>);

impl Hoard {
    /// The same body, which fails once too much of it is kept back. Its end comes by itself: looking for the first part,
    /// the parser asks for more twice, and takes a body that is told to be over the second time for one without parts.
    /// A body that arrives on another thread may well arrive in between.
    pub(super) fn watch(&self, body: Body) -> Body {
        let kept = self.0.clone();
        let mut body = body.into_data_stream();
        let mut given = 0;
        let mut ended = false;
        Body::from_stream(stream::poll_fn(move |context| {
            if given >= AT_ONCE {
                given = 0;
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            if ended {
                return Poll::Ready(None);
            }
            let Some(chunk) = ready!(body.poll_next_unpin(context)) else {
                ended = true;
                context.waker().wake_by_ref();
                return Poll::Pending;
            };
            let chunk = chunk.map_err(io::Error::other)?;
            given += chunk.len();
            let all = kept.fetch_add(chunk.len(), Ordering::Relaxed) + chunk.len();
            Poll::Ready(Some(match all > MOST {
                true => Err(io::Error::other("a part's head is too long")),
                false => Ok(chunk),
            }))
        }))
    }

    /// Something came out.
    pub(super) fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use futures_util::FutureExt;

    #[test]
    fn what_is_there_at_once_is_given_in_pieces() {
        let pieces = (0..64).map(|_| Ok::<_, io::Error>(Bytes::from(vec![b'a'; 16 << 10])));
        let hoard = Hoard::default();
        let mut body = hoard
            .watch(Body::from_stream(stream::iter(pieces)))
            .into_data_stream();
        let mut all = 0;
        loop {
            // What the parser does before it looks at anything.
            let mut given = 0;
            let ended = loop {
                match body.next().now_or_never() {
                    Some(Some(chunk)) => given += chunk.expect("it is not kept back").len(),
                    Some(None) => break true,
                    None => break false,
                }
            };
            assert!(given <= AT_ONCE);
            all += given;
            hoard.clear();
            if ended {
                break;
            }
        }
        assert_eq!(all, 1 << 20);
    }
}
