//! What the index thread does now and then: gives room back, on the disk and in memory, and forgets old runs.

use crate::{app::App, heap, store::StoreError};
use std::time::{Duration, Instant};

/// How often it looks for runs that nobody needs any more, and for room that can be given back.
const UPKEEP: Duration = Duration::from_secs(300);

/// How often where the disk is full: uploads wait for the room of what was forgotten.
const UPKEEP_WHEN_FULL: Duration = Duration::from_secs(5);

/// Nor more often than it takes, so many times: it reads the whole store, and what is to be forgotten waits for it.
const SHARE_WHEN_FULL: u32 = 20;

/// How often, in such looks, a small store is compacted only because something was forgotten: hourly.
const FORGOTTEN: u32 = 12;

/// So many of the newest runs are kept for an hour, and no more: each takes 1.7 KB of memory, and a flood of replacements
/// would make a hundred thousand of them.
const RUNS: usize = 20_000;

/// What was done of it, and when.
#[derive(Default)]
pub(super) struct Upkeep {
    last: Option<Instant>,
    /// How long it took.
    took: Duration,
    /// How often it has been done.
    count: u32,
    /// Behind which run to go on looking for old ones.
    pruned: Vec<u8>,
}

impl Upkeep {
    /// Whether it is time for it: also the first time.
    pub(super) fn is_due(&self, app: &App) -> bool {
        let pause = UPKEEP_WHEN_FULL.max(self.took * SHARE_WHEN_FULL);
        let waits = |at: Instant| at.elapsed() < pause || app.store.space().for_uploads();
        self.is_overdue() || !self.last.is_some_and(waits)
    }

    /// Whether it is time for it again, so that what comes without a pause must wait a little.
    pub(super) fn is_overdue(&self) -> bool {
        self.last.is_some_and(|at| at.elapsed() > UPKEEP)
    }

    /// Gives room back where that is worth its while, and forgets old runs.
    pub(super) fn run(&mut self, app: &App) -> Result<(), StoreError> {
        let begun = Instant::now();
        let result = match app
            .store
            .wants_compaction(self.count.is_multiple_of(FORGOTTEN))
        {
            Ok(true) => app.compact().map(drop),
            Ok(false) => Ok(()),
            Err(e) => Err(e.into()),
        };
        // Nothing is lost: the next time, or somebody who asks for it, tries again.
        if let Err(error) = result
            && !app.level.is_stopped()
        {
            tracing::warn!(%error, "the store was not compacted");
        }
        self.pruned = app.store.prune_runs(&self.pruned, old(), RUNS)?;
        heap::give_back();
        self.last = Some(Instant::now());
        self.took = begun.elapsed();
        self.count = self.count.wrapping_add(1);
        Ok(())
    }
}

/// Runs that ended before this and whose versions are gone, replaced or deleted, are forgotten: who has asked for one has
/// long heard of it.
fn old() -> String {
    let hour = jiff::SignedDuration::from_hours(1);
    let now = jiff::Timestamp::now();
    format!("{:.3}", now.checked_sub(hour).unwrap_or(now))
}
