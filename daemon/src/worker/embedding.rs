//! Vectors by the encoder, or by a model's server where one is set: made in the background for all memories that have
//! none, and handed to the index.
//!
//! Which memories those are, the index itself says; so work goes on where a stop cut it short, and a model of another name
//! or width begins anew. Until all have theirs, and whenever the server fails, the embedded table's vectors are used.

use super::follow;
use crate::{
    app::App,
    index::{Entry, ModelVector, View},
    llm::LlmError,
    store::StoreError,
    vectors::Vectors,
};
use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak},
    time::{Duration, Instant},
};

/// Texts of one call.
const BATCH: usize = 32;

/// Memories whose vectors are handed over together, at most: each time the index commits.
const TOGETHER: usize = 2000;

/// After so long they are handed over however few they are.
const SOON: Duration = Duration::from_secs(5);

/// How often the thread looks by itself whether there is something to do.
const LOOK: Duration = Duration::from_secs(1);

/// The vectors of a version's memories, in their order, each with the account that it is of.
pub(super) type Made = (u64, Vec<(String, ModelVector)>);

/// What is handed from the thread that asks the model to the one that writes the index.
#[derive(Debug, Default)]
pub(crate) struct Handover {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    made: Vec<Made>,
    /// Taken, and not yet shown by the index.
    taken: bool,
    stopped: bool,
}

impl Handover {
    /// The index shows something else than before.
    pub(super) fn notify(&self) {
        self.changed.notify_all();
    }

    pub(crate) fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    /// What was made since the last time; [`shown`](Self::shown) has to follow.
    pub(super) fn take(&self) -> Vec<Made> {
        let mut state = self.lock();
        state.taken = !state.made.is_empty();
        std::mem::take(&mut state.made)
    }

    /// The index shows what was taken, or could not be written: then it is missing, and is made again.
    pub(super) fn shown(&self) {
        self.lock().taken = false;
        self.changed.notify_all();
    }

    /// Hands vectors over, and waits until the index shows them; `false` once stopped.
    fn hand(&self, made: Vec<Made>, app: &App) -> bool {
        let mut state = self.lock();
        state.made.extend(made);
        app.level.notify();
        while !state.stopped && (state.taken || !state.made.is_empty()) {
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
        !state.stopped
    }

    /// Waits for a change, or so long; `false` once stopped.
    fn wait(&self, time: Duration) -> bool {
        let state = self.lock();
        if state.stopped {
            return false;
        }
        let waited = self.changed.wait_timeout(state, time);
        let state = waited.unwrap_or_else(PoisonError::into_inner).0;
        !state.stopped
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why a round came to nothing.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Model(#[from] LlmError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The thread that asks the model.
pub(super) fn run(app: &App) {
    // Not held on to: a view keeps files that the index would do without.
    let mut level = Weak::new();
    loop {
        let view = app.index.view();
        if app.level.is_ready() && !std::ptr::eq(level.as_ptr(), Arc::as_ptr(&view)) {
            match round(app, &view) {
                Ok(true) => {
                    app.vectors.set_level(&view);
                    level = Arc::downgrade(&view);
                }
                Ok(false) => {}
                Err(Trouble::Model(_)) => {}
                Err(error) => tracing::error!(%error, "vectors cannot be made; trying again"),
            }
        }
        // What came meanwhile, and what was handed over, is looked at right away.
        let is_shown = Arc::ptr_eq(&view, &app.index.view());
        drop(view);
        let pause = if is_shown { LOOK } else { Duration::ZERO };
        if !app.handover.wait(pause) {
            return;
        }
    }
}

/// Makes all vectors that are missing; whether none was.
fn round(app: &App, view: &View) -> Result<bool, Trouble> {
    let maker = &app.vectors;
    let number = maker.number()?;
    let (versions, mut done, total) = view.without_vector(number);
    maker.set_progress(done, total);
    if versions.is_empty() {
        return Ok(true);
    }
    let mut batch = Batch::default();
    let mut made = Vec::new();
    let mut since = Instant::now();
    let mut hand = |made: &mut Vec<Made>| {
        done += made
            .iter()
            .map(|(_, vectors)| vectors.len() as u64)
            .sum::<u64>();
        let goes_on = app.handover.hand(std::mem::take(made), app);
        // Whether all are done the next round sees: others may have come meanwhile.
        maker.set_progress(done.min(total.saturating_sub(1)), total);
        goes_on
    };
    let mut versions = versions.into_iter();
    loop {
        let next = versions.next();
        if let Some(version) = next
            && let Some(entry) = follow::answering_entry(app, version)?
        {
            batch.add(version, entry);
        }
        if batch.texts >= BATCH || next.is_none() {
            match std::mem::take(&mut batch).vectors(maker, number) {
                Ok(vectors) => made.extend(vectors),
                Err(error) => {
                    hand(&mut made);
                    return Err(error.into());
                }
            }
        }
        let memories: usize = made.iter().map(|(_, vectors)| vectors.len()).sum();
        if memories >= TOGETHER || since.elapsed() >= SOON || next.is_none() {
            if !made.is_empty() && !hand(&mut made) {
                return Ok(false);
            }
            since = Instant::now();
        }
        if next.is_none() {
            return Ok(false);
        }
    }
}

/// Texts that are sent together.
#[derive(Default)]
struct Batch {
    versions: Vec<(u64, Vec<String>)>,
    texts: usize,
}

impl Batch {
    fn add(&mut self, version: u64, entry: Entry) {
        let texts: Vec<String> = entry.memories.into_iter().map(|m| m.narrative).collect();
        self.texts += texts.len();
        self.versions.push((version, texts));
    }

    fn vectors(self, maker: &Vectors, number: u64) -> Result<Vec<Made>, LlmError> {
        // A memory that was removed, or that says nothing, counts as done.
        let says = |text: &&String| !text.trim().is_empty();
        let texts = self.versions.iter().flat_map(|(_, texts)| texts);
        let texts: Vec<&str> = texts.filter(says).map(String::as_str).collect();
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            vectors.extend(maker.memories(batch)?);
        }
        let mut vectors = vectors.into_iter();
        let mut vector_of = |text: &String| {
            let vector = says(&text).then(|| vectors.next()).flatten().flatten();
            vector.unwrap_or_else(|| ModelVector::none(number))
        };
        let vectors: Vec<Vec<ModelVector>> = self
            .versions
            .iter()
            .map(|(_, texts)| texts.iter().map(&mut vector_of).collect())
            .collect();
        let made = self.versions.into_iter().zip(vectors);
        Ok(made
            .map(|((version, texts), vectors)| (version, texts.into_iter().zip(vectors).collect()))
            .collect())
    }
}
