//! Memories found, read together with the question.

use super::Hit;
use crate::encoder::{Reading, Threads, reader};
use memo_common::api::Memory;

/// How many of the memories found are read: each takes 5 to 20 ms.
const READ: usize = 8;

/// Logistic regression of "the memory holds the answer" on the reader's logit and on the logit of recall's score, over the best
/// memory for each of 320 questions about four lives that the reader was not taught on and 453 about 151 documents, both
/// weighing the same (`daemon/encoder/gate.py`).
const ANSWERS: f32 = 0.69;
/// See [`ANSWERS`].
const FOUND: f32 = 0.45;
/// See [`ANSWERS`].
const CONSTANT: f32 = -0.30;

/// How likely a memory holds the answer, 0 to 1, by recall's score and by what the reader makes of it.
pub(crate) fn likely(score: f32, reading: &Reading) -> f32 {
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    let logit = (score / (1.0 - score)).ln();
    let sum = ANSWERS * reading.answers + FOUND * logit + CONSTANT;
    1.0 / (1.0 + (-sum).exp())
}

/// What the reader makes of each of the first memories found, with the question as it is put to that one; of none where it
/// cannot be run.
pub(crate) fn read(
    question: &dyn Fn(&Memory) -> String,
    found: &[(Hit, Memory)],
    threads: &Threads,
) -> Vec<Reading> {
    let first = &found[..found.len().min(READ)];
    let read = |memory: &Memory| {
        let narrative = &memory.content.narrative;
        reader().read(&question(memory), narrative, threads)
    };
    let readings: Result<Vec<Reading>, _> = first.iter().map(|(_, m)| read(m)).collect();
    readings.unwrap_or_else(|error| {
        tracing::error!(%error, "memories cannot be read");
        Vec::new()
    })
}
