//! Memory that requests may take together. Who would take more is asked to come back: what is too much at once is soon
//! done with.

use super::error::{Answered, refuse};
use memo_common::problem::Code;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// All texts of documents that are being read or answered, bytes.
const TEXTS: usize = 256 << 20;

/// All other forms that are being read, bytes. Apart from the texts, so that questions are asked while these take all.
const FORMS: usize = 64 << 20;

/// Bytes are given in pieces of so many.
const PIECE: usize = 64 << 10;

/// What there is.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub texts: Pool,
    pub forms: Pool,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            texts: Pool::new(TEXTS),
            forms: Pool::new(FORMS),
        }
    }
}

/// A number of bytes to be shared.
#[derive(Clone, Debug)]
pub(super) struct Pool(Arc<Semaphore>);

impl Pool {
    fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new(bytes / PIECE)))
    }

    /// Lets a share grow to so many bytes, or refuses.
    pub(super) fn hold(&self, share: &mut Share, bytes: usize) -> Answered<()> {
        let held = share
            .0
            .as_ref()
            .map_or(0, OwnedSemaphorePermit::num_permits);
        let more = bytes.div_ceil(PIECE).saturating_sub(held);
        if more == 0 {
            return Ok(());
        }
        let more = u32::try_from(more).unwrap_or(u32::MAX);
        let permits = self.0.clone().try_acquire_many_owned(more).map_err(|_| {
            refuse(
                Code::TooManyRequests,
                "Too much is sent or read at once. Try again in a moment.",
            )
        })?;
        match &mut share.0 {
            Some(held) => held.merge(permits),
            None => share.0 = Some(permits),
        }
        Ok(())
    }
}

/// A part of a pool, given back when it is dropped.
#[derive(Debug, Default)]
pub(super) struct Share(Option<OwnedSemaphorePermit>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_is_given_out_once_and_comes_back() {
        let pool = Pool::new(3 * PIECE);
        let (mut first, mut second) = (Share::default(), Share::default());
        assert!(pool.hold(&mut first, 1).is_ok());
        assert!(pool.hold(&mut first, 2 * PIECE).is_ok());
        assert!(pool.hold(&mut second, PIECE).is_ok());
        assert_eq!(
            pool.hold(&mut second, PIECE + 1).map_err(|r| r.0.status),
            Err(429)
        );
        drop(first);
        assert!(pool.hold(&mut second, 3 * PIECE).is_ok());
    }
}
