//! Waiting for the writer thread, as long as there is anything to wait for.

use super::StoreError;
use std::{
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// How long one group of transactions, or one step of something longer, may take. After a write that failed, sled at
/// times waits for ever for what will never be written.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// How often those who wait look whether there is anything left to wait for.
pub(crate) const LOOK: Duration = Duration::from_secs(1);

/// By when what is under way has to be done.
#[derive(Debug, Default)]
pub(super) struct Pulse(Mutex<Option<Instant>>);

/// Told by what takes long that it goes on, step by step.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    pub pulse: Arc<Pulse>,
    pub stopping: Arc<AtomicBool>,
}

impl Pace {
    /// A step is done; an error where there is no time for another.
    pub(super) fn step(&self) -> Result<(), StoreError> {
        if self.stopping.load(Ordering::Acquire) {
            return Err(StoreError::Closed);
        }
        self.pulse.within(PATIENCE);
        Ok(())
    }
}

impl Pulse {
    /// What is under way has so long from now on.
    pub(super) fn within(&self, patience: Duration) {
        self.set(Some(Instant::now() + patience));
    }

    /// Nothing is under way.
    pub(super) fn done(&self) {
        self.set(None);
    }

    fn set(&self, end: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = end;
    }

    /// Whether the thread has come to a stand, and will do nothing any more.
    pub(super) fn is_stuck(&self) -> bool {
        let end = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        end.is_some_and(|end| Instant::now() >= end)
    }

    /// Why a job was dropped.
    fn why_dropped(&self) -> StoreError {
        if self.is_stuck() {
            StoreError::Stuck
        } else {
            StoreError::Closed
        }
    }
}

/// An answer of the writer thread, to be awaited or waited for.
pub(crate) struct Waiting<T> {
    pub(super) answer: oneshot::Receiver<Result<T, StoreError>>,
    pub(super) pulse: Arc<Pulse>,
}

impl<T> Waiting<T> {
    /// Blocks until the answer is there, or the thread has come to a stand. Not for async code.
    pub(crate) fn wait(mut self) -> Result<T, StoreError> {
        struct Unpark(Thread);
        impl Wake for Unpark {
            fn wake(self: Arc<Self>) {
                self.0.unpark();
            }
        }
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut context = Context::from_waker(&waker);
        loop {
            if let Poll::Ready(answer) = Pin::new(&mut self.answer).poll(&mut context) {
                return answer.unwrap_or_else(|_| Err(self.pulse.why_dropped()));
            }
            if self.pulse.is_stuck() {
                return Err(StoreError::Stuck);
            }
            thread::park_timeout(LOOK);
        }
    }
}

impl<T> Waiting<T> {
    /// The answer, also of a thread that has come to a stand and goes on after all.
    pub(crate) async fn in_the_end(self) -> Result<T, StoreError> {
        let Self { answer, pulse } = self;
        answer.await.unwrap_or_else(|_| Err(pulse.why_dropped()))
    }
}

impl<T: Send + 'static> IntoFuture for Waiting<T> {
    type Output = Result<T, StoreError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    /// The answer; that the store is stuck, where it has come to a stand meanwhile.
    fn into_future(self) -> Self::IntoFuture {
        let Self { mut answer, pulse } = self;
        Box::pin(async move {
            loop {
                match tokio::time::timeout(LOOK, &mut answer).await {
                    Ok(answer) => return answer.unwrap_or_else(|_| Err(pulse.why_dropped())),
                    Err(_) if pulse.is_stuck() => return Err(StoreError::Stuck),
                    // It stands behind a long queue or a compaction.
                    Err(_) => {}
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_too_long_is_stuck_until_it_is_done() {
        let pulse = Pulse::default();
        assert!(!pulse.is_stuck());
        pulse.within(PATIENCE);
        assert!(matches!(pulse.why_dropped(), StoreError::Closed));
        pulse.within(Duration::ZERO);
        assert!(matches!(pulse.why_dropped(), StoreError::Stuck));
        pulse.done();
        assert!(!pulse.is_stuck());
    }

    #[test]
    fn who_waits_for_what_hangs_hears_of_it() {
        let pulse = Arc::<Pulse>::default();
        pulse.within(Duration::ZERO);
        let waiting = || {
            let (kept, answer) = oneshot::channel::<Result<(), StoreError>>();
            let pulse = pulse.clone();
            (kept, Waiting { answer, pulse })
        };
        let (_kept, blocked) = waiting();
        assert!(matches!(blocked.wait(), Err(StoreError::Stuck)));
        let (_kept, awaited) = waiting();
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_time().build().expect("a runtime");
        let answer = runtime.block_on(awaited.into_future());
        assert!(matches!(answer, Err(StoreError::Stuck)));
        let (answer, late) = waiting();
        let late = runtime.block_on(async {
            let sent = async {
                tokio::task::yield_now().await;
                answer.send(Ok(())).expect("heard");
            };
            tokio::join!(late.in_the_end(), sent).0
        });
        assert!(late.is_ok(), "it was late, but it was done");
        let (answer, waiting) = waiting();
        answer.send(Ok(())).expect("heard");
        assert!(waiting.wait().is_ok(), "an answer that is there counts");
    }
}
