//! Who is connected, and who gives way to a newcomer for whom there is no place.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// Who is connected.
#[derive(Debug)]
pub(super) struct Guests {
    seats: Mutex<HashMap<u64, Arc<Seat>>>,
    most: usize,
    recent: Duration,
    next: AtomicU64,
    start: Instant,
}

/// A connection's place.
#[derive(Debug)]
pub(super) struct Seat {
    /// Requests that are being answered; one, or none.
    busy: AtomicU64,
    /// When it last began or ended one, milliseconds since `start`.
    since: AtomicU64,
    start: Instant,
    /// Told where its place is given to another.
    pub leave: CancellationToken,
}

/// A connection that has a place, for as long as this is kept.
pub(super) struct Guest {
    guests: Arc<Guests>,
    id: u64,
    pub seat: Arc<Seat>,
}

impl Guests {
    /// Room for so many; who had a request within `recent` keeps the place.
    pub(super) fn new(most: usize, recent: Duration) -> Self {
        Self {
            seats: Mutex::default(),
            most,
            recent,
            next: AtomicU64::default(),
            start: Instant::now(),
        }
    }

    /// A place; `None` where every connection is being answered.
    pub(super) fn enter(self: &Arc<Self>) -> Option<Guest> {
        if self.lock().len() >= self.most && !self.make_room() {
            return None;
        }
        let seat = Arc::new(Seat {
            busy: AtomicU64::default(),
            since: AtomicU64::default(),
            start: self.start,
            leave: CancellationToken::new(),
        });
        seat.touch();
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        self.lock().insert(id, seat.clone());
        let guests = self.clone();
        Some(Guest { guests, id, seat })
    }

    /// Ends the connection that has been without a request for longest; `false` where there is none.
    pub(super) fn make_room(&self) -> bool {
        let mut seats = self.lock();
        let idle = seats.iter().filter(|(_, seat)| seat.is_idle(self.recent));
        let longest = idle.min_by_key(|(id, seat)| (seat.since.load(Ordering::Relaxed), **id));
        let Some(id) = longest.map(|(id, _)| *id) else {
            return false;
        };
        if let Some(seat) = seats.remove(&id) {
            seat.leave.cancel();
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Arc<Seat>>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.guests.lock().remove(&self.id);
    }
}

impl Seat {
    /// Whether a request of it is being answered.
    pub(super) fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Relaxed) > 0
    }

    /// Whether it has had no request for so long.
    fn is_idle(&self, recent: Duration) -> bool {
        let since = Duration::from_millis(self.since.load(Ordering::Relaxed));
        !self.is_busy() && self.start.elapsed().saturating_sub(since) >= recent
    }

    fn touch(&self) {
        let now = self.start.elapsed().as_millis();
        self.since
            .store(u64::try_from(now).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}

/// A request that is being answered.
pub(super) struct Busy(Arc<Seat>);

impl Busy {
    /// One more, until this is dropped.
    pub(super) fn new(seat: Arc<Seat>) -> Self {
        seat.busy.fetch_add(1, Ordering::Relaxed);
        seat.touch();
        Self(seat)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.touch();
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newcomer_takes_the_place_of_who_waited_longest() {
        let guests = Arc::new(Guests::new(2, Duration::ZERO));
        let first = guests.enter().expect("a place");
        let second = guests.enter().expect("a place");
        let _asking = Busy::new(first.seat.clone());
        let third = guests.enter().expect("the second's place");
        assert!(second.seat.leave.is_cancelled() && !first.seat.leave.is_cancelled());
        let _also = Busy::new(third.seat.clone());
        assert!(guests.enter().is_none());
        drop(first);
        assert!(guests.enter().is_some());
        let guests = Arc::new(Guests::new(1, Duration::MAX));
        let recent = guests.enter();
        assert!(recent.is_some() && guests.enter().is_none());
    }
}
