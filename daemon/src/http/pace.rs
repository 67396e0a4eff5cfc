//! How slowly a body may arrive.

use super::{
    error::{Answered, refuse},
    stream::PATIENCE,
};
use memo_common::problem::Code;
use std::time::{Duration, Instant};

/// What a sender has to reach on the whole, after the first [`PATIENCE`], bytes a second.
const SLOWEST: u64 = 16 << 10;

/// A body that is arriving.
#[derive(Debug)]
pub(super) struct Pace {
    start: Instant,
    bytes: u64,
}

impl Pace {
    pub(super) fn new() -> Self {
        let start = Instant::now();
        Self { start, bytes: 0 }
    }

    /// So many bytes more have arrived.
    pub(super) fn add(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
    }

    /// Waits for what comes next, if that comes in time.
    pub(super) async fn next<T>(&self, next: impl Future<Output = T>) -> Answered<T> {
        let left = left(self.start.elapsed(), self.bytes);
        tokio::time::timeout(left, next).await.map_err(|_| {
            refuse(
                Code::RequestTimeout,
                "The body arrives too slowly, or not at all.",
            )
        })
    }
}

/// How long to wait on, so long after the start and with so many bytes.
fn left(elapsed: Duration, bytes: u64) -> Duration {
    let allowed = PATIENCE + Duration::from_secs(bytes / SLOWEST);
    allowed.saturating_sub(elapsed).min(PATIENCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_sends_a_byte_now_and_then_is_not_waited_for() {
        let seconds = Duration::from_secs;
        assert_eq!(left(seconds(0), 0), PATIENCE);
        assert_eq!(left(seconds(29), 29), seconds(1));
        assert_eq!(left(seconds(30), 30), seconds(0));
        // Ten MiB at twice the slowest speed.
        assert_eq!(left(seconds(320), 10 << 20), PATIENCE);
        assert_eq!(left(seconds(669), 10 << 20), seconds(1));
    }
}
