//! How far runs are, in memory: what a crash forgets, the next start does again.

use memo_common::api::Progress;
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The stages of a run that is being worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Queued,
    Reading,
    Extracting,
    Storing,
    Indexing,
}

impl Stage {
    const fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Reading => "reading",
            Self::Extracting => "extracting",
            Self::Storing => "storing",
            Self::Indexing => "indexing",
        }
    }
}

/// Where each version stands that is between its claim and its end.
#[derive(Debug, Default)]
pub(crate) struct ProgressTable(Mutex<HashMap<u64, (Stage, u64, u64)>>);

impl ProgressTable {
    pub(crate) fn set(&self, version: u64, stage: Stage, done: u64, total: u64) {
        self.lock().insert(version, (stage, done, total));
    }

    /// All is stored, and the index has it to take in, unless it was quicker than the telling.
    pub(crate) fn stored(&self, version: u64) {
        if let Some(place) = self.lock().get_mut(&version) {
            *place = (Stage::Indexing, 0, 1);
        }
    }

    pub(crate) fn end(&self, version: u64) {
        self.lock().remove(&version);
    }

    /// Where an active run stands; one that nobody has begun is queued.
    pub(crate) fn of(&self, version: u64) -> Progress {
        let (stage, done, total) =
            self.lock()
                .get(&version)
                .copied()
                .unwrap_or((Stage::Queued, 0, 1));
        Progress {
            stage: stage.name().to_owned(),
            done,
            total,
        }
    }

    /// How many stand at each stage, those left out that nobody has begun.
    pub(crate) fn stages(&self) -> [(&'static str, u64); 4] {
        use Stage::{Extracting, Indexing, Reading, Storing};
        let table = self.lock();
        [Reading, Extracting, Storing, Indexing].map(|stage| {
            let standing = table.values().filter(|(at, ..)| *at == stage);
            (stage.name(), standing.count() as u64)
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, (Stage, u64, u64)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_index_has_taken_in_already_does_not_begin_again() {
        let table = ProgressTable::default();
        let indexing = || table.stages()[3];
        for version in [1, 2] {
            table.set(version, Stage::Storing, 0, 1);
        }
        table.end(1);
        table.stored(1);
        table.stored(2);
        assert_eq!(indexing(), ("indexing", 1));
        table.end(2);
        assert_eq!(indexing(), ("indexing", 0));
    }
}
