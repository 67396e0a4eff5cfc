//! The one thread that writes, with group commit.

use super::{
    StoreError, Trees, Txn,
    home::Home,
    space::Space,
    waiting::{PATIENCE, Pace, Pulse, Waiting},
};
use crate::priority::{Questions, Turn};
use std::{
    sync::{Arc, Mutex, PoisonError, RwLock, atomic::Ordering, mpsc},
    thread::{self, JoinHandle},
};
use tokio::sync::oneshot;

/// No more transactions than this share a flush, so that the first need not wait for all of a long queue.
const GROUP: usize = 256;

type Finish = Box<dyn FnOnce(Result<(), StoreError>) + Send>;

/// A transaction: applied to the trees, or refused.
type Apply = Box<dyn FnOnce(Result<&Trees, StoreError>) -> Finish + Send>;

/// What the thread is asked to do.
enum Job {
    /// A transaction; others may share its flush.
    Apply(Apply),
    /// Something for which no transaction may be under way.
    Alone(Box<dyn FnOnce() + Send>),
}

pub(super) struct Writer {
    /// Many send at once: none waits for another.
    jobs: RwLock<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    pace: Pace,
}

impl Writer {
    pub(super) fn start(
        home: Arc<Home>,
        space: Arc<Space>,
        questions: Arc<Questions>,
    ) -> std::io::Result<Self> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let pace = Pace::default();
        let pulse = pace.pulse.clone();
        let thread = thread::Builder::new().name("store".into()).spawn(move || {
            // At full priority: who reads waits for this thread's locks, and so for whatever comes before it.
            work(&home, &space, &questions, &pulse, &waiting);
        })?;
        Ok(Self {
            jobs: RwLock::new(Some(jobs)),
            thread: Mutex::new(Some(thread)),
            pace,
        })
    }

    pub(super) fn submit<T, F>(&self, op: F) -> Waiting<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut Txn<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, waiting) = oneshot::channel();
        self.send(Job::Apply(Box::new(move |trees| {
            let result = trees.and_then(|trees| {
                let mut txn = Txn::new(trees);
                let value = op(&mut txn)?;
                txn.apply()?;
                Ok(value)
            });
            // Nobody listening is no error: a request was given up, its transaction stands.
            Box::new(move |flushed| drop(answer.send(flushed.and(result))))
        })));
        Waiting {
            answer: waiting,
            pulse: self.pace.pulse.clone(),
        }
    }

    /// Runs something on the thread, between transactions. It has to keep the pace, and to end where that says so.
    pub(super) fn alone<T, F>(&self, work: F) -> Waiting<T>
    where
        T: Send + 'static,
        F: FnOnce(&Pace) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, waiting) = oneshot::channel();
        let pace = self.pace.clone();
        let work = move || drop(answer.send(pace.step().and_then(|()| work(&pace))));
        self.send(Job::Alone(Box::new(work)));
        Waiting {
            answer: waiting,
            pulse: self.pace.pulse.clone(),
        }
    }

    fn send(&self, job: Job) {
        if self.pace.pulse.is_stuck() {
            return;
        }
        let jobs = self.jobs.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(jobs) = &*jobs {
            // Where the thread is gone the sender is dropped here, and the caller hears that the store is closed.
            let _ = jobs.send(job);
        }
    }

    /// Whether the thread has come to a stand.
    pub(super) fn is_stuck(&self) -> bool {
        self.pace.pulse.is_stuck()
    }

    /// From now on what takes long ends at its next step.
    pub(super) fn cut_short(&self) {
        self.pace.stopping.store(true, Ordering::Release);
    }

    /// Ends the thread once it has done all transactions that wait; `false` where it is stuck.
    pub(super) fn stop(&self) -> bool {
        self.cut_short();
        drop(
            self.jobs
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
        let thread = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if self.pace.pulse.is_stuck() {
            return false;
        }
        thread.is_none_or(|thread| thread.join().is_ok())
    }
}

fn work(
    home: &Home,
    space: &Space,
    questions: &Questions,
    pulse: &Pulse,
    waiting: &mpsc::Receiver<Job>,
) {
    let mut turn = Turn::new();
    while let Ok(first) = waiting.recv() {
        let mut next = Some(first);
        while let Some(job) = next.take() {
            match job {
                Job::Alone(work) => work(),
                Job::Apply(apply) => {
                    pulse.within(PATIENCE);
                    let mut calm = || questions.give_way(&mut turn);
                    next = group(home, space, &mut calm, apply, waiting);
                }
            }
            pulse.done();
        }
    }
}

/// Applies this transaction and those that wait behind it, flushes once, and answers them all. Answers with a job that
/// has to be done alone, where it met one. Before each transaction it waits until it is `calm`.
fn group(
    home: &Home,
    space: &Space,
    calm: &mut dyn FnMut(),
    first: Apply,
    waiting: &mpsc::Receiver<Job>,
) -> Option<Job> {
    // Dropped with the jobs, their callers hear that the store is closed.
    let trees = home.trees().ok()?;
    if !space.for_removals() {
        first(Err(StoreError::Full))(Ok(()));
        return None;
    }
    calm();
    let mut finish = vec![first(Ok(&trees))];
    let mut left = None;
    while finish.len() < GROUP {
        match waiting.try_recv() {
            Ok(Job::Apply(apply)) => {
                calm();
                finish.push(apply(Ok(&trees)));
            }
            Ok(alone) => {
                left = Some(alone);
                break;
            }
            Err(_) => break,
        }
    }
    let flushed = trees.db.flush().map(drop).map_err(StoreError::from);
    if let Err(error) = &flushed {
        tracing::error!(%error, "the store cannot be flushed; nothing is written until the next start");
        if let Some(journal) = trees.journal().as_mut() {
            journal.stick();
        }
    }
    for answer in finish {
        answer(flushed.clone());
    }
    left
}
