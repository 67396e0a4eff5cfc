//! How many calls are made at once. Answers, which somebody waits for, go before memories.

use super::{LOOK, error::LlmError, wire::Purpose};
use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

pub(super) struct Slots {
    state: Mutex<State>,
    freed: Condvar,
    most: usize,
}

#[derive(Default)]
struct State {
    taken: usize,
    answers_waiting: usize,
}

/// The right to make one call, given back with this value.
pub(super) struct Slot(Arc<Slots>);

impl Slots {
    pub(super) fn new(most: usize) -> Self {
        Self {
            state: Mutex::default(),
            freed: Condvar::new(),
            most,
        }
    }

    /// Waits for a slot until the deadline.
    pub(super) fn take(
        self: &Arc<Self>,
        purpose: Purpose,
        deadline: Instant,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Slot, LlmError> {
        let is_answer = purpose == Purpose::Answer;
        let mut state = self.lock();
        state.answers_waiting += usize::from(is_answer);
        let result = loop {
            if is_over() {
                break Err(LlmError::Cancelled);
            }
            if state.taken < self.most && (is_answer || state.answers_waiting == 0) {
                state.taken += 1;
                break Ok(Slot(self.clone()));
            }
            if Instant::now() >= deadline {
                break Err(LlmError::NoRoom);
            }
            let waited = self.freed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        state.answers_waiting -= usize::from(is_answer);
        drop(state);
        result
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.lock().taken -= 1;
        self.0.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_bounded_and_come_back() {
        let slots = Arc::new(Slots::new(1));
        let now = Instant::now();
        let one = slots.take(Purpose::Memories, now, &|| false).expect("free");
        let two = slots.take(Purpose::Answer, now, &|| false);
        assert_eq!(two.err(), Some(LlmError::NoRoom));
        let over = slots.take(Purpose::Answer, now, &|| true);
        assert_eq!(over.err(), Some(LlmError::Cancelled));
        drop(one);
        slots
            .take(Purpose::Memories, now, &|| false)
            .expect("free again");
    }

    #[test]
    fn memories_wait_for_answers() {
        let slots = Slots::new(1);
        slots.lock().answers_waiting = 1;
        let slots = Arc::new(slots);
        let result = slots.take(Purpose::Memories, Instant::now(), &|| false);
        assert_eq!(result.err(), Some(LlmError::NoRoom));
    }
}
