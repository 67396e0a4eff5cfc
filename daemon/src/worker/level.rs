//! How the others and the index thread hear of each other.

use std::{
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::sync::watch;

/// How often the thread looks for changes that nobody told it of.
pub(super) const LOOK: Duration = Duration::from_secs(1);

/// Wakes the index thread, and says whether the index is level with what the store had at start.
#[derive(Debug, Default)]
pub(crate) struct Level {
    told: Mutex<Told>,
    changed: Condvar,
    pub(super) ready: AtomicBool,
    /// The rebuild that is under way.
    pub(super) rebuild: watch::Sender<Option<Rebuild>>,
}

/// How far a rebuild is, in documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rebuild {
    pub done: usize,
    pub total: usize,
}

#[derive(Debug, Default)]
struct Told {
    changed: bool,
    stopped: bool,
}

impl Level {
    /// Before an index that has to be filled first, or one that is as it was.
    pub(crate) fn new(rebuild: bool) -> Self {
        Self {
            rebuild: watch::Sender::new(rebuild.then(Rebuild::default)),
            ..Self::default()
        }
    }

    /// Waits so long for the index to be filled; how far it is, where that did not do.
    pub(crate) async fn filled(&self, patience: Duration) -> Result<(), Rebuild> {
        let mut rebuild = self.rebuild.subscribe();
        // Whichever way the wait ends, what counts is what is so now.
        let _ = tokio::time::timeout(patience, rebuild.wait_for(Option::is_none)).await;
        let now = *rebuild.borrow();
        now.map_or(Ok(()), Err)
    }

    /// There is a change to take in.
    pub(crate) fn notify(&self) {
        self.told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .changed = true;
        self.changed.notify_all();
    }

    pub(crate) fn stop(&self) {
        self.told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .stopped = true;
        self.changed.notify_all();
    }

    /// Whether the index follows the store, and shows all that was stored when the daemon started.
    pub(crate) fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }

    /// Waits until told, or for a moment; `false` once stopped.
    pub(super) fn wait(&self) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if !told.changed && !told.stopped {
            told = self
                .changed
                .wait_timeout(told, LOOK)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        told.changed = false;
        !told.stopped
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.told
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .stopped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_waits_for_a_rebuild_and_hears_how_far_it_is() {
        let runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = { runtime }.enable_time().build().expect("a runtime");
        let filled = |level: &Level, patience| runtime.block_on(level.filled(patience));
        assert_eq!(filled(&Level::new(false), Duration::ZERO), Ok(()));
        let level = Level::new(true);
        let far = Rebuild { done: 3, total: 7 };
        level.rebuild.send_replace(Some(far));
        assert_eq!(filled(&level, Duration::ZERO), Err(far));
        std::thread::scope(|scope| {
            let asked = scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread();
                let runtime = { runtime }.enable_time().build().expect("a runtime");
                runtime.block_on(level.filled(Duration::from_secs(60)))
            });
            level.rebuild.send_replace(None);
            assert_eq!(asked.join().expect("an answer"), Ok(()));
        });
    }
}
