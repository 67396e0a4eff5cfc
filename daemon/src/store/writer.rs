//! The one thread that writes, with group commit.

use super::{StoreError, Trees, Txn};
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
type Job = Box<dyn FnOnce(&Trees) -> Finish + Send>;

pub(super) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(super) fn start(db: sled::Db, trees: Arc<Trees>) -> std::io::Result<Self> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let thread = thread::Builder::new()
            .name("store".into())
            .spawn(move || work(&db, &trees, &waiting))?;
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
        let job: Job = Box::new(move |trees| {
            let mut txn = Txn::new(trees);
            let result = op(&mut txn).and_then(|value| txn.apply().map(|()| value));
            // Nobody listening is no error: a request was given up, its transaction stands.
            Box::new(move |flushed| drop(answer.send(flushed.and(result))))
        });
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(jobs) = &*jobs {
            // Where the thread is gone the sender is dropped here, and the caller hears that the store is closed.
            let _ = jobs.send(job);
        }
        Waiting(waiting)
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

fn work(db: &sled::Db, trees: &Trees, waiting: &mpsc::Receiver<Job>) {
    while let Ok(first) = waiting.recv() {
        let mut finish = vec![first(trees)];
        while finish.len() < GROUP
            && let Ok(next) = waiting.try_recv()
        {
            finish.push(next(trees));
        }
        let flushed = db.flush().map(drop).map_err(StoreError::from);
        if let Err(error) = &flushed {
            tracing::error!(%error, "the store cannot be flushed");
        }
        for answer in finish {
            answer(flushed.clone());
        }
    }
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
