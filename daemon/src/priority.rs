//! Who comes first: those that answer questions. The others take what these leave of the processors, and of the locks.
//!
//! The thread that writes the store is not among the others: questions wait for its locks, and a thread of lower priority
//! that holds one is the first to lose its processor. It gives way to them between two transactions instead.

use std::{
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

/// How far the threads that take uploads in are below those that answer.
pub(crate) const UPLOADS: i32 = 5;

/// How far those are that work in the background.
pub(crate) const WORKS: i32 = 10;

/// How long to give way at once. Most questions are answered by then.
const LONGEST: Duration = Duration::from_millis(5);

/// How often to look meanwhile whether they are. Nobody is woken: who has answered a question would pay for that, with
/// its processor gone before the answer is sent.
const LOOK: Duration = Duration::from_micros(200);

/// Lowers the priority of this thread, and of those that it starts from now on.
pub(crate) fn give_way(by: i32) {
    // On other systems this would slow down the whole process.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, by) {
        tracing::debug!(%error, "a thread keeps its priority");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = by;
}

/// For how long after a question another is to be expected.
const LATELY: Duration = Duration::from_secs(1);

/// The questions that are being answered. sled's readers wait while a transaction is applied, and the processors
/// change threads late; so what can wait a moment does so between two of its steps.
#[derive(Debug)]
pub(crate) struct Questions {
    asked: AtomicUsize,
    /// When the last of them came, milliseconds since `start`; 0 where none has.
    last: AtomicU64,
    start: Instant,
}

/// A question that is being answered, until this is dropped.
#[derive(Debug)]
pub(crate) struct Asked<'a>(&'a Questions);

/// Until when a thread that gave way need not do so again. However many ask, it gets half of the time.
#[derive(Debug)]
pub(crate) struct Turn(Instant);

impl Turn {
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }
}

impl Default for Questions {
    fn default() -> Self {
        Self {
            asked: AtomicUsize::default(),
            last: AtomicU64::default(),
            start: Instant::now(),
        }
    }
}

impl Questions {
    /// A question comes.
    pub(crate) fn ask(&self) -> Asked<'_> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.last.store(self.elapsed(), Ordering::Relaxed);
        Asked(self)
    }

    /// Whether one is being answered.
    pub(crate) fn are_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed) > 0
    }

    /// Whether one came within the last second.
    pub(crate) fn came_lately(&self) -> bool {
        let last = self.last.load(Ordering::Relaxed);
        last > 0 && u128::from(self.elapsed().saturating_sub(last)) < LATELY.as_millis()
    }

    /// Milliseconds since the start, at least 1.
    fn elapsed(&self) -> u64 {
        let elapsed = self.start.elapsed().as_millis().max(1);
        u64::try_from(elapsed).unwrap_or(u64::MAX)
    }

    /// Waits until no question is asked, [`LONGEST`] at most. Blocks the thread.
    pub(crate) fn give_way(&self, turn: &mut Turn) {
        let start = Instant::now();
        if start < turn.0 || !self.are_asked() {
            return;
        }
        while self.are_asked() && start.elapsed() < LONGEST {
            thread::sleep(LOOK);
        }
        let now = Instant::now();
        turn.0 = now + (now - start);
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.0.asked.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_waits_for_questions_half_of_the_time_at_most() {
        let questions = Questions::default();
        let mut turn = Turn::new();
        let took = |turn: &mut Turn| {
            let start = Instant::now();
            questions.give_way(turn);
            start.elapsed()
        };
        assert!(took(&mut turn) < LONGEST, "nobody asks");
        let asked = [questions.ask(), questions.ask()];
        assert!(took(&mut turn) >= LONGEST);
        // However late this thread comes to it, the same time again is its own.
        turn.0 += Duration::from_secs(3600);
        assert!(took(&mut turn) < LONGEST);
        let [first, second] = asked;
        drop(first);
        assert!(questions.are_asked());
        drop(second);
        assert!(!questions.are_asked());
    }

    #[test]
    fn a_question_makes_another_likely_for_a_while() {
        let mut questions = Questions::default();
        assert!(!questions.came_lately());
        drop(questions.ask());
        assert!(questions.came_lately());
        questions.last.store(1, Ordering::Relaxed);
        questions.start -= LATELY + Duration::from_millis(1);
        assert!(!questions.came_lately());
    }

    #[test]
    fn the_last_answer_ends_the_wait() {
        let questions = Questions::default();
        let asked = questions.ask();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| questions.give_way(&mut Turn::new()));
            drop(asked);
            waiting.join().expect("it goes on");
        });
    }
}
