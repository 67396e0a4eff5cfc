//! Memory that requests may take together. Who would take more is asked to come back: what is too much at once is soon
//! done with. No user may take all of it: who sends or reads slowly would keep everybody else away.

use super::{
    error::{Answered, refuse},
    serve,
};
use memo_common::problem::Code;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// All texts of documents that are being read or answered, bytes.
const TEXTS: usize = 256 << 20;

/// All other forms that are being read, bytes. Apart from the texts, so that questions are asked while these take all.
const FORMS: usize = 64 << 20;

/// Exports that are written: each holds a document.
const EXPORTS: usize = 4;

/// Of texts, forms, and requests that are being answered, of which each takes a connection, four pieces, one user may take
/// so many.
const OF_FOUR: usize = 3;

/// A longer body waits for its turn, bytes.
const LARGE: u64 = 64 << 10;

/// How long it waits at most.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Bytes are given in pieces of so many.
const PIECE: usize = 64 << 10;

/// What there is for everybody.
#[derive(Debug, Default)]
pub(super) struct Shared {
    everybody: Memory,
    /// Those who have asked for something; they are no more than have had a key.
    users: Mutex<HashMap<String, Memory>>,
}

impl Shared {
    /// What this user's requests may take.
    pub(super) fn of(&self, user: &str) -> Memory {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(memory) = users.get(user) {
            return memory.clone();
        }
        let memory = self.everybody.for_another();
        users.insert(user.to_owned(), memory.clone());
        memory
    }
}

/// What one user's requests may take.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub texts: Pool,
    pub forms: Pool,
    pub exports: Pool,
    pub requests: Pool,
    /// Whose turn it is to have a large body read, where they are read one after the other.
    reading: Arc<tokio::sync::Mutex<()>>,
    /// Whose turn it is to have an upload stored, where they are stored one after the other.
    pub storing: Arc<tokio::sync::Mutex<()>>,
    /// Whose turn it is to have a question answered: as many at once as there are processors.
    asking: Arc<Semaphore>,
}

impl Default for Memory {
    fn default() -> Self {
        let connections = serve::most();
        let bytes = |all| Pool::new(all / PIECE, all / PIECE / 4 * OF_FOUR);
        Self {
            texts: bytes(TEXTS),
            forms: bytes(FORMS),
            exports: Pool::new(EXPORTS, 1),
            requests: Pool::new(connections, connections * OF_FOUR / 4),
            reading: Arc::default(),
            storing: Arc::default(),
            asking: turns(),
        }
    }
}

/// So many threads as there are processors leave a thread of another user one of them soon.
fn turns() -> Arc<Semaphore> {
    let processors = std::thread::available_parallelism();
    Arc::new(Semaphore::new(processors.map_or(2, usize::from).max(2)))
}

impl Memory {
    fn for_another(&self) -> Self {
        Self {
            texts: self.texts.for_another(),
            forms: self.forms.for_another(),
            exports: self.exports.for_another(),
            requests: self.requests.for_another(),
            reading: Arc::default(),
            storing: Arc::default(),
            asking: turns(),
        }
    }

    /// The turn of a question to be answered, for as long as it is kept: those of one user wait for each other, so that
    /// another's need not wait for all of them.
    pub(super) async fn turn_to_ask(&self) -> Option<OwnedSemaphorePermit> {
        // Nobody closes it.
        self.asking.clone().acquire_owned().await.ok()
    }

    /// The turn of a body of so many bytes, where that is known, to be read: at once for a small one. A large one waits
    /// for the one before, but not for ever: who sends slowly may take minutes.
    pub(super) async fn turn_to_send(&self, length: Option<u64>) -> Option<OwnedMutexGuard<()>> {
        if length.is_some_and(|length| length <= LARGE) {
            return None;
        }
        let turn = self.reading.clone().lock_owned();
        timeout(LONGEST_WAIT, turn).await.ok()
    }
}

/// Where a request keeps the place of its user, until its answer is sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Place(pub Arc<OnceLock<Share>>);

/// What a user may take of something that is there for everybody.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    all: Arc<Semaphore>,
    own: Arc<Semaphore>,
    /// The most that is one user's.
    each: usize,
}

impl Pool {
    fn new(all: usize, each: usize) -> Self {
        Self {
            all: Arc::new(Semaphore::new(all)),
            own: Arc::new(Semaphore::new(each)),
            each,
        }
    }

    /// The same for another user.
    fn for_another(&self) -> Self {
        Self {
            all: self.all.clone(),
            own: Arc::new(Semaphore::new(self.each)),
            each: self.each,
        }
    }

    /// Lets a share grow to so many bytes, or refuses.
    pub(super) fn hold(&self, share: &mut Share, bytes: usize) -> Answered<()> {
        let more = bytes.div_ceil(PIECE).saturating_sub(share.held());
        if more == 0 {
            return Ok(());
        }
        let taken = self.take(more).ok_or_else(|| {
            refuse(
                Code::TooManyRequests,
                "Too much is sent or read at once. Try again in a moment.",
            )
        })?;
        share.add(taken);
        Ok(())
    }

    /// One place, where there is one.
    pub(super) fn place(&self) -> Option<Share> {
        self.take(1)
    }

    fn take(&self, permits: usize) -> Option<Share> {
        let permits = u32::try_from(permits).ok()?;
        let take = |from: &Arc<Semaphore>| from.clone().try_acquire_many_owned(permits).ok();
        // The user's own first: who has had theirs takes nothing from the others, not even for a moment.
        let own = take(&self.own)?;
        let all = take(&self.all)?;
        Some(Share(Some((own, all))))
    }
}

/// A part of a pool, given back when it is dropped: of what is the user's, and of what is everybody's.
#[derive(Debug, Default)]
pub(super) struct Share(Option<(OwnedSemaphorePermit, OwnedSemaphorePermit)>);

impl Share {
    fn held(&self) -> usize {
        self.0.as_ref().map_or(0, |(own, _)| own.num_permits())
    }

    /// More of the same pool.
    fn add(&mut self, more: Self) {
        match (&mut self.0, more.0) {
            (Some((own, all)), Some((more_own, more_all))) => {
                own.merge(more_own);
                all.merge(more_all);
            }
            (share, more) => *share = more,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hold(pool: &Pool, share: &mut Share, pieces: usize) -> Result<(), u16> {
        let held = pool.hold(share, pieces * PIECE);
        held.map_err(|refusal| refusal.0.status)
    }

    #[test]
    fn a_pool_is_given_out_once_and_comes_back() {
        let pool = Pool::new(3, 3);
        let (mut first, mut second) = (Share::default(), Share::default());
        assert!(pool.hold(&mut first, 1).is_ok());
        assert_eq!(hold(&pool, &mut first, 2), Ok(()));
        assert_eq!(hold(&pool, &mut second, 1), Ok(()));
        assert_eq!(
            pool.hold(&mut second, PIECE + 1).map_err(|r| r.0.status),
            Err(429)
        );
        drop(first);
        assert_eq!(hold(&pool, &mut second, 3), Ok(()));
    }

    #[test]
    fn one_user_leaves_something_to_the_others() {
        let shared = Shared::default();
        let (mine, theirs) = (shared.of("mira"), shared.of("tomas"));
        for (mine, theirs, all) in [
            (&mine.texts, &theirs.texts, TEXTS / PIECE),
            (&mine.forms, &theirs.forms, FORMS / PIECE),
            (&mine.exports, &theirs.exports, EXPORTS),
            (&mine.requests, &theirs.requests, serve::most()),
        ] {
            let (mut first, mut second) = (Share::default(), Share::default());
            assert_eq!(hold(mine, &mut first, mine.each), Ok(()));
            assert_eq!(hold(mine, &mut second, 1), Err(429));
            assert_eq!(hold(theirs, &mut second, all - mine.each + 1), Err(429));
            let left = theirs.each.min(all - mine.each);
            assert_eq!(hold(theirs, &mut second, left), Ok(()));
        }
        // Whichever of their requests asks, it is the same user.
        let share = mine.exports.place();
        assert!(share.is_some() && shared.of("mira").exports.place().is_none());
        drop(share);
        assert!(shared.of("mira").exports.place().is_some());
    }

    #[tokio::test]
    async fn questions_of_a_user_wait_for_one_another() {
        use futures_util::FutureExt;
        let shared = Shared::default();
        let (mine, theirs) = (shared.of("mira"), shared.of("tomas"));
        let mut turns = Vec::new();
        while let Some(turn) = mine.turn_to_ask().now_or_never() {
            turns.push(turn.expect("a turn"));
        }
        assert!(turns.len() >= 2);
        assert!(theirs.turn_to_ask().now_or_never().is_some());
        turns.pop();
        let next = shared.of("mira").turn_to_ask().now_or_never();
        assert!(next.is_some());
    }

    #[tokio::test]
    async fn large_bodies_of_a_user_wait_for_one_another() {
        use futures_util::FutureExt;
        let shared = Shared::default();
        let (mine, theirs) = (shared.of("mira"), shared.of("tomas"));
        let large = || mine.turn_to_send(Some(LARGE + 1)).now_or_never();
        let first = large();
        assert!(matches!(first, Some(Some(_))));
        assert!(large().is_none(), "it waits");
        let unknown = mine.turn_to_send(None).now_or_never();
        assert!(unknown.is_none(), "so does one of unknown length");
        let small = mine.turn_to_send(Some(LARGE)).now_or_never();
        assert!(matches!(small, Some(None)), "a small one does not");
        let another = theirs.turn_to_send(Some(LARGE + 1)).now_or_never();
        assert!(matches!(another, Some(Some(_))));
        drop(first);
        assert!(matches!(large(), Some(Some(_))));
    }
}
