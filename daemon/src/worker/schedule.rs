//! Who is worked on next: users take turns, and big documents never keep all workers from small ones.

use crate::store::Queued;
use std::{
    collections::{HashMap, VecDeque},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// A text above this is big, bytes.
const BIG: u64 = 256 << 10;

/// Small documents that are claimed with one write.
const BATCH: usize = 16;

/// What waits to be worked on, in memory; the store's queue is what lasts.
pub(crate) struct Schedule {
    state: Mutex<State>,
    changed: Condvar,
    workers: usize,
    batch: usize,
}

#[derive(Default)]
struct State {
    small: Lane,
    big: Lane,
    /// Workers that are on a big document.
    busy_with_big: usize,
    big_was_last: bool,
    stopped: bool,
}

/// Documents by user, users in turn.
#[derive(Default)]
struct Lane {
    turn: VecDeque<String>,
    waiting: HashMap<String, VecDeque<(Instant, Queued)>>,
    length: usize,
}

impl Lane {
    fn push(&mut self, queued: Queued) {
        self.length += 1;
        let line = self.waiting.entry(queued.user.clone()).or_default();
        if line.is_empty() {
            self.turn.push_back(queued.user.clone());
        }
        line.push_back((Instant::now(), queued));
    }

    fn peek(&self) -> Option<&Queued> {
        let first = self.waiting.get(self.turn.front()?)?.front()?;
        Some(&first.1)
    }

    fn pop(&mut self) -> Option<Queued> {
        let user = self.turn.pop_front()?;
        let line = self.waiting.get_mut(&user)?;
        let (_, queued) = line.pop_front()?;
        if line.is_empty() {
            self.waiting.remove(&user);
        } else {
            self.turn.push_back(user);
        }
        self.length -= 1;
        Some(queued)
    }
}

impl Lane {
    /// When the one that waits longest came.
    fn oldest(&self) -> Option<Instant> {
        let first = |line: &VecDeque<(Instant, Queued)>| line.front().map(|(since, _)| *since);
        self.waiting.values().filter_map(first).min()
    }
}

/// What a worker has to do; to be handed back when done.
pub(crate) struct Work {
    pub documents: Vec<Queued>,
    big: bool,
}

impl Schedule {
    /// For so many workers; where documents take long, each is claimed by itself.
    pub(crate) fn new(workers: usize, long: bool) -> Self {
        Self {
            state: Mutex::default(),
            changed: Condvar::new(),
            workers,
            batch: if long { 1 } else { BATCH },
        }
    }

    pub(crate) fn push(&self, queued: Queued) {
        let mut state = self.lock();
        if queued.bytes > BIG {
            state.big.push(queued);
        } else {
            state.small.push(queued);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        let state = self.lock();
        state.small.length + state.big.length
    }

    /// How long the one that waits longest has waited, since this daemon started; nothing where none waits.
    pub(crate) fn age(&self) -> Duration {
        let state = self.lock();
        let oldest = [state.small.oldest(), state.big.oldest()];
        let oldest = oldest.into_iter().flatten().min();
        oldest.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Waits for work; `None` once stopped.
    pub(crate) fn take(&self) -> Option<Work> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            if let Some(work) = state.next(self.workers, self.batch) {
                return Some(work);
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The work is done (or given back through [`push`](Self::push)).
    pub(crate) fn done(&self, big: bool) {
        if big {
            self.lock().busy_with_big -= 1;
            self.changed.notify_all();
        }
    }

    pub(crate) fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work {
    pub(crate) fn is_big(&self) -> bool {
        self.big
    }
}

impl State {
    fn next(&mut self, workers: usize, batch: usize) -> Option<Work> {
        let room = self.busy_with_big < workers.saturating_sub(1).max(1);
        // With one worker alone, big and small take turns.
        let turn = workers > 1 || !self.big_was_last || self.small.length == 0;
        if room
            && turn
            && let Some(queued) = self.big.pop()
        {
            self.busy_with_big += 1;
            self.big_was_last = true;
            return Some(Work {
                documents: vec![queued],
                big: true,
            });
        }
        let first = self.small.pop()?;
        self.big_was_last = false;
        // One that was begun before and not ended is worked on alone: should it bring the daemon down, no other
        // document is counted as begun with it.
        let alone = first.suspect;
        let mut documents = vec![first];
        while !alone
            && documents.len() < batch
            && self.small.peek().is_some_and(|q| !q.suspect)
            && let Some(next) = self.small.pop()
        {
            documents.push(next);
        }
        Some(Work {
            documents,
            big: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queued(version: u64, user: &str, bytes: u64) -> Queued {
        Queued {
            version,
            user: user.to_owned(),
            bytes,
            suspect: false,
        }
    }

    fn numbers(work: Option<Work>) -> Vec<u64> {
        work.map(|w| w.documents.iter().map(|q| q.version).collect())
            .unwrap_or_default()
    }

    #[test]
    fn users_take_turns() {
        let schedule = Schedule::new(2, false);
        for n in 0..20 {
            schedule.push(queued(n, "much", 10));
        }
        schedule.push(queued(100, "little", 10));
        let first = numbers(schedule.take());
        assert_eq!(first.len(), BATCH);
        assert_eq!(first[..3], [0, 100, 1]);
        assert!(schedule.age() > Duration::ZERO);
        while schedule.waiting() > 0 {
            schedule.take();
        }
        assert_eq!(schedule.age(), Duration::ZERO);
    }

    #[test]
    fn long_work_is_claimed_one_by_one() {
        let schedule = Schedule::new(1, true);
        schedule.push(queued(1, "u", 10));
        schedule.push(queued(2, "u", 10));
        assert_eq!(numbers(schedule.take()), [1]);
        assert_eq!(numbers(schedule.take()), [2]);
    }

    #[test]
    fn one_worker_is_left_for_small_ones() {
        let schedule = Schedule::new(2, false);
        schedule.push(queued(1, "u", BIG + 1));
        schedule.push(queued(2, "u", BIG + 1));
        schedule.push(queued(3, "u", 10));
        assert_eq!(numbers(schedule.take()), [1]);
        assert_eq!(numbers(schedule.take()), [3]);
        schedule.done(true);
        assert_eq!(numbers(schedule.take()), [2]);
    }

    #[test]
    fn one_worker_alone_takes_turns() {
        let schedule = Schedule::new(1, false);
        schedule.push(queued(1, "u", BIG + 1));
        schedule.push(queued(2, "u", BIG + 1));
        schedule.push(queued(3, "u", 10));
        assert_eq!(numbers(schedule.take()), [1]);
        schedule.done(true);
        assert_eq!(numbers(schedule.take()), [3]);
        assert_eq!(numbers(schedule.take()), [2]);
    }

    #[test]
    fn suspects_are_alone() {
        let schedule = Schedule::new(2, false);
        schedule.push(queued(1, "u", 10));
        schedule.push(Queued {
            suspect: true,
            ..queued(2, "u", 10)
        });
        schedule.push(queued(3, "u", 10));
        assert_eq!(numbers(schedule.take()), [1]);
        assert_eq!(numbers(schedule.take()), [2]);
        assert_eq!(numbers(schedule.take()), [3]);
        schedule.stop();
        assert!(schedule.take().is_none());
    }
}
