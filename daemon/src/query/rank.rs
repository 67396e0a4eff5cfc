//! One order out of all features, and what it says as a probability.

use super::{
    features::{FEATURES, Features},
    retrieve::Candidate,
};
use crate::{
    embed::compact::{Codes, cosine, differing_signs},
    index::View,
};

/// The line's weights, in the order of [`FEATURE_NAMES`](super::features::FEATURE_NAMES).
const WEIGHTS: [f32; FEATURES] = [
    1.7, 1.75, 1.15, 0.6, 2.6, 3.2, -1.0, 2.4, 1.35, 1.0, 2.2, 2.0, 0.3, 1.0, 1.75, 0.6, 0.4,
];

/// The line: what all features together say for a memory, comparable within a question alone.
pub(super) fn sum(features: &Features) -> f32 {
    WEIGHTS.iter().zip(features).map(|(w, f)| w * f).sum()
}

/// From this cosine on two memories say the same.
const SAME: f32 = 0.97;

/// Vectors of the same meaning differ in no more signs than this: those beyond are not compared closely.
const SAME_SIGNS: u32 = 12;

/// What a memory that says the same as a better one loses.
const REPEATS: f32 = 2.0;

/// The line's sum at which a memory is as likely as not to hold what was asked for.
const EVEN: f32 = 6.0;

/// The best `limit` candidates with their probability. `found` is best first; what says the same as a better one
/// comes later than it would by itself.
pub(super) fn best<'a>(
    view: &View,
    found: &'a [Candidate],
    limit: usize,
) -> Vec<(&'a Candidate, f32)> {
    let looked_at = &found[..found.len().min(2 * limit)];
    let codes: Vec<Codes> = looked_at
        .iter()
        .map(|c| view.segments()[c.segment].codes(c.doc))
        .collect();
    let signs = |c: &Candidate| view.facts(&view.segments()[c.segment]).signs(c.doc);
    let mut ranked: Vec<(&Candidate, f32)> = looked_at
        .iter()
        .enumerate()
        .map(|(at, candidate)| {
            let repeats = (0..at).any(|better| {
                differing_signs(signs(candidate), signs(&looked_at[better])) <= SAME_SIGNS
                    && cosine(&codes[at], &codes[better]) >= SAME
            });
            let loss = if repeats { REPEATS } else { 0.0 };
            (candidate, candidate.sum() - loss)
        })
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked.truncate(limit);
    for (_, score) in &mut ranked {
        *score = probability(*score);
    }
    ranked
}

/// How likely a memory with this sum is to hold what was asked for.
fn probability(sum: f32) -> f32 {
    1.0 / (1.0 + (EVEN - sum).exp())
}
