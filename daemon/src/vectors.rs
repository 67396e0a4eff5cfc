//! Who makes the vectors of memories and questions: the encoder within this program, or a model's server where one is set;
//! and how far they are.

use crate::{
    encoder::{self, EncodeError, Threads, encoder},
    index::{Index, ModelVector, View},
    llm::{Embeddings, LlmError},
};
use memo_common::api::Embedding;
use std::{
    sync::{
        Arc, Condvar, Mutex, OnceLock, PoisonError, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The number of the encoder's vectors: another model, or other weights, take another, and all vectors are made anew.
pub(crate) const ENCODER: u64 = 2;

/// Who makes vectors, and how many have been made.
pub(crate) struct Vectors {
    /// A model's server; the encoder where there is none.
    server: Option<Embeddings>,
    /// What questions are encoded on; memories have threads of their own, of lower priority.
    questions: OnceLock<Threads>,
    memories: OnceLock<Threads>,
    /// Whether all memories have had their vector once: then questions use them.
    complete: AtomicBool,
    /// Memories that have a vector, and all.
    done: AtomicU64,
    total: AtomicU64,
    /// The last state of the index in which no vector was missing.
    level: Mutex<Weak<View>>,
    leveled: Condvar,
}

/// A question waits for the vectors of what was just added, where so few memories are behind.
const FEW: u64 = 1000;

/// As long as this at most.
const PATIENCE: Duration = Duration::from_secs(10);

impl Vectors {
    /// The server's where there is one, else the encoder's.
    pub(crate) fn new(server: Option<Embeddings>) -> Self {
        Self {
            server,
            questions: OnceLock::new(),
            memories: OnceLock::new(),
            complete: AtomicBool::new(false),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            level: Mutex::default(),
            leveled: Condvar::new(),
        }
    }

    /// No vector is missing in this state of the index.
    pub(crate) fn set_level(&self, view: &Arc<View>) {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(view);
        self.leveled.notify_all();
    }

    /// Waits until no vector is missing in what the index shows: not for a server, not where many are, and not for long.
    pub(crate) fn wait_until_level(&self, index: &Index) {
        let end = Instant::now() + PATIENCE;
        let mut level = self.level.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let view = index.view();
            let shown = std::ptr::eq(level.as_ptr(), Arc::as_ptr(&view));
            let (done, total) = (&self.done, &self.total);
            let behind = total.load(Ordering::Relaxed) > done.load(Ordering::Relaxed) + FEW;
            if shown || behind || self.server.is_some() {
                return;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                // Nor does the next question wait for them.
                *level = Arc::downgrade(&view);
                return;
            }
            drop(view);
            let waited = self.leveled.wait_timeout(level, left);
            level = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The server that makes them, where one does.
    pub(crate) const fn server(&self) -> Option<&Embeddings> {
        self.server.as_ref()
    }

    /// Who makes them and how far that is, for whoever asks.
    pub(crate) fn state(&self) -> Embedding {
        let maker = match &self.server {
            Some(server) => server.state(),
            None => Embedding {
                dimensions: Some(encoder::DIMS as u64),
                ..Embedding::default()
            },
        };
        Embedding {
            in_use: self.complete.load(Ordering::Acquire),
            done: self.done.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
            ..maker
        }
    }

    /// The number under which the vectors are kept: that of who makes them.
    ///
    /// # Errors
    /// A server has to be asked for it, and does not answer.
    pub(crate) fn number(&self) -> Result<u64, LlmError> {
        self.server.as_ref().map_or(Ok(ENCODER), Embeddings::number)
    }

    /// How far the memories are; once all have their vector, questions use them.
    pub(crate) fn set_progress(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        if done == total && !self.complete.swap(true, Ordering::AcqRel) {
            tracing::debug!(
                memories = total,
                "questions use the vectors of all memories"
            );
        }
    }

    /// The vectors of memories' texts, in their order; `None` for one that a server does not take, though it takes others.
    /// To be called from a thread of low priority.
    ///
    /// # Errors
    /// There are none. A server may be left alone for a while: [`LlmError::Resting`].
    pub(crate) fn memories(&self, texts: &[&str]) -> Result<Vec<Option<ModelVector>>, LlmError> {
        if let Some(server) = &self.server {
            return server.memories(texts);
        }
        let threads = self.memories.get_or_init(Threads::new);
        let each = texts
            .iter()
            .map(|text| kept(encoder().encode(text, threads)).map(Some));
        each.collect()
    }

    /// The vector of a question, where it comes in time and all memories have theirs.
    pub(crate) fn question(&self, text: &str) -> Option<ModelVector> {
        if !self.complete.load(Ordering::Acquire) {
            return None;
        }
        match &self.server {
            Some(server) => server.question(text),
            None => kept(encoder().question(text, self.threads())).ok(),
        }
    }

    /// What questions are encoded and read on.
    pub(crate) fn threads(&self) -> &Threads {
        self.questions.get_or_init(Threads::new)
    }

    /// Ends every call of a server that is under way, and lets no other begin.
    pub(crate) fn stop(&self) {
        if let Some(server) = &self.server {
            server.stop();
        }
    }
}

/// A vector of the encoder's as it is kept.
fn kept(vector: Result<Vec<f32>, EncodeError>) -> Result<ModelVector, LlmError> {
    match vector {
        Ok(vector) => Ok(ModelVector::new(ENCODER, &vector)),
        Err(error) => {
            tracing::error!(%error, "a text cannot be encoded");
            Err(LlmError::Broken(error.to_string()))
        }
    }
}
