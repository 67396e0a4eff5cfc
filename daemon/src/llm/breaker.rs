//! A server that fails is left alone for a while: one call notices, the others do not wait for it.
//!
//! The circuit breaker of Nygard's "Release It!": closed, open for a time that doubles with every failure, and then
//! half open, when one call tries it.

use super::error::{LlmError, Weight};
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How long a server is left alone at first, and at most.
const FIRST: Duration = Duration::from_secs(30);
const MOST: Duration = Duration::from_secs(600);

/// So many light failures one behind the other weigh as much as a heavy one.
const LIGHT: u32 = 2;

#[derive(Debug, Default)]
pub(super) struct Breaker(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Light failures since the last success.
    light: u32,
    /// How often it was opened since the last success.
    opened: u32,
    /// Left alone until then.
    until: Option<Instant>,
    /// One call tries whether it works again.
    trying: bool,
    last: Option<(&'static str, String)>,
}

impl Breaker {
    /// Whether a call may be made now. After that one of [`succeeded`](Self::succeeded), [`failed`](Self::failed) and
    /// [`left`](Self::left) has to follow.
    pub(super) fn enter(&self, now: Instant) -> Result<(), LlmError> {
        let mut state = self.lock();
        let Some(until) = state.until else {
            return Ok(());
        };
        if now < until || state.trying {
            let why = state.last.as_ref().map(|(_, message)| message.clone());
            return Err(LlmError::Resting(why.unwrap_or_default()));
        }
        state.trying = true;
        Ok(())
    }

    pub(super) fn succeeded(&self) {
        *self.lock() = State::default();
    }

    /// The call ended without telling anything about the server.
    pub(super) fn left(&self) {
        self.lock().trying = false;
    }

    pub(super) fn failed(&self, error: &LlmError, now: Instant) {
        let mut state = self.lock();
        let tried = std::mem::take(&mut state.trying);
        state.last = Some((error.code(), error.without_words()));
        match error.weight() {
            Weight::None => return,
            Weight::Light => {
                state.light += 1;
                if state.light < LIGHT && !tried {
                    return;
                }
            }
            Weight::Heavy => {}
        }
        let own = FIRST.saturating_mul(1 << state.opened.min(8)).min(MOST);
        state.opened += 1;
        state.light = 0;
        state.until = Some(now + error.wait().map_or(own, |w| w.clamp(own.min(FIRST), MOST)));
    }

    /// How long it is still left alone, and what went wrong last.
    pub(super) fn state(&self, now: Instant) -> (Option<Duration>, Option<(&'static str, String)>) {
        let state = self.lock();
        let left = state.until.map(|u| u.saturating_duration_since(now));
        (left.filter(|l| !l.is_zero()), state.last.clone())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dead() -> LlmError {
        LlmError::Unreachable("no".into())
    }

    #[test]
    fn a_dead_server_is_noticed_once_and_tried_again_by_one_call() {
        let (breaker, start) = (Breaker::default(), Instant::now());
        breaker.enter(start).expect("unknown yet");
        breaker.failed(&dead(), start);
        assert!(matches!(breaker.enter(start), Err(LlmError::Resting(_))));
        let later = start + FIRST;
        breaker.enter(later).expect("one may try");
        assert!(breaker.enter(later).is_err());
        breaker.failed(&dead(), later);
        assert!(breaker.enter(later + FIRST).is_err(), "twice as long");
        breaker.enter(later + 2 * FIRST).expect("one may try");
        breaker.succeeded();
        breaker.enter(later).expect("well again");
        breaker.enter(later).expect("for all");
    }

    #[test]
    fn light_failures_weigh_together_and_a_success_between_them_counts() {
        let (breaker, now) = (Breaker::default(), Instant::now());
        breaker.failed(&LlmError::TimedOut, now);
        breaker.succeeded();
        breaker.failed(&LlmError::TimedOut, now);
        breaker.enter(now).expect("only one");
        breaker.failed(&LlmError::TooLong, now);
        breaker.enter(now).expect("that was the document's fault");
        breaker.failed(&LlmError::Truncated, now);
        assert!(breaker.enter(now).is_err());
    }

    #[test]
    fn the_servers_own_wish_is_heeded_within_bounds() {
        let now = Instant::now();
        let rests = |wait: u64| {
            let breaker = Breaker::default();
            let wait = Some(Duration::from_secs(wait));
            breaker.failed(&LlmError::Busy { status: 429, wait }, now);
            breaker.state(now).0.expect("it rests")
        };
        assert_eq!(rests(1), FIRST);
        assert_eq!(rests(90), Duration::from_secs(90));
        assert_eq!(rests(1_000_000), MOST);
    }

    #[test]
    fn a_try_that_was_called_off_leaves_room_for_another() {
        let (breaker, now) = (Breaker::default(), Instant::now());
        breaker.failed(&dead(), now);
        breaker.enter(now + FIRST).expect("one may try");
        breaker.left();
        breaker.enter(now + FIRST).expect("another may try");
    }
}
