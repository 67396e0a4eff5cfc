//! Who makes the vectors of memories and questions: the encoder within this program, or a model's server where one is set;
//! and how far they are.

use crate::{
    encoder::{self, EncodeError, Threads, encoder},
    index::ModelVector,
    llm::{Embeddings, LlmError},
};
use memo_common::api::Embedding;
use std::sync::{
    OnceLock,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

/// The number of the encoder's vectors: another model, or other weights, take another, and all vectors are made anew.
pub(crate) const ENCODER: u64 = 1;

/// Who makes vectors, and how many have been made.
pub(crate) struct Vectors {
    /// A model's server; the encoder where there is none.
    server: Option<Embeddings>,
    /// What questions are encoded on; memories have threads of their own, of lower priority.
    questions: Threads,
    memories: OnceLock<Threads>,
    /// Whether all memories have had their vector once: then questions use them.
    complete: AtomicBool,
    /// Memories that have a vector, and all.
    done: AtomicU64,
    total: AtomicU64,
}

impl Vectors {
    /// The server's where there is one, else the encoder's.
    pub(crate) fn new(server: Option<Embeddings>) -> Self {
        Self {
            server,
            questions: Threads::new(),
            memories: OnceLock::new(),
            complete: AtomicBool::new(false),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
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
            None => kept(encoder().question(text, &self.questions)).ok(),
        }
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
