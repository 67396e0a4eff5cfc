//! The one thread that writes, with group commit.

use super::{StoreError, Trees, Txn, home::Home, space::Space};
use std::{
    pin::Pin,
    sync::{Arc, Mutex, PoisonError, mpsc},
    task::{Context, Poll},
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
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) fn start(home: Arc<Home>, space: Arc<Space>) -> std::io::Result<Self> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let thread = thread::Builder::new()
            .name("store".into())
            .spawn(move || work(&home, &space, &waiting))?;
        Ok(Self {
            jobs: Mutex::new(Some(jobs)),
            thread: Mutex::new(Some(thread)),
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
        Waiting(waiting)
    }

    /// Runs something on the thread, between transactions.
    pub(super) fn alone<T, F>(&self, work: F) -> Waiting<T>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, waiting) = oneshot::channel();
        self.send(Job::Alone(Box::new(move || drop(answer.send(work())))));
        Waiting(waiting)
    }

    fn send(&self, job: Job) {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(jobs) = &*jobs {
            // Where the thread is gone the sender is dropped here, and the caller hears that the store is closed.
            let _ = jobs.send(job);
        }
    }

    /// Ends the thread once it has done all that waits.
    pub(super) fn stop(&self) {
        drop(
            self.jobs
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take(),
        );
        let thread = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

fn work(home: &Home, space: &Space, waiting: &mpsc::Receiver<Job>) {
    while let Ok(first) = waiting.recv() {
        let mut next = Some(first);
        while let Some(job) = next.take() {
            match job {
                Job::Alone(work) => work(),
                Job::Apply(apply) => next = group(home, space, apply, waiting),
            }
        }
    }
}

/// Applies this transaction and those that wait behind it, flushes once, and answers them all. Answers with a job that
/// has to be done alone, where it met one.
fn group(home: &Home, space: &Space, first: Apply, waiting: &mpsc::Receiver<Job>) -> Option<Job> {
    // Dropped with the jobs, their callers hear that the store is closed.
    let trees = home.trees().ok()?;
    if !space.for_writes() {
        first(Err(StoreError::Full))(Ok(()));
        return None;
    }
    let mut finish = vec![first(Ok(&trees))];
    let mut left = None;
    while finish.len() < GROUP {
        match waiting.try_recv() {
            Ok(Job::Apply(apply)) => finish.push(apply(Ok(&trees))),
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

/// An answer of the writer thread, to be awaited or waited for.
pub(crate) struct Waiting<T>(oneshot::Receiver<Result<T, StoreError>>);

impl<T> Waiting<T> {
    /// Blocks until the answer is there. Not for async code.
    pub(crate) fn wait(self) -> Result<T, StoreError> {
        self.0.blocking_recv().unwrap_or(Err(StoreError::Closed))
    }
}

impl<T> Future for Waiting<T> {
    type Output = Result<T, StoreError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0)
            .poll(context)
            .map(|answer| answer.unwrap_or(Err(StoreError::Closed)))
    }
}
