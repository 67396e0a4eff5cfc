//! Okapi BM25: what a word says of a memory.

use crate::index::View;

/// BM25's saturation and length normalisation; as in Anserini's defaults, which short passages do well with.
const K1: f32 = 0.9;
const B: f32 = 0.4;

/// Sums over all the user's memories.
pub(super) struct Counts {
    pub(super) memories: f32,
    pub(super) sessions: f32,
    pub(super) mean_length: f32,
    pub(super) mean_session: f32,
}

impl Counts {
    pub(super) fn of(view: &View, user: u64) -> Self {
        let (mut memories, mut sessions, mut terms) = (0.0f32, 0.0f32, 0.0f32);
        for segment in view.segments() {
            if let Some(facts) = view.facts(segment).user(user) {
                memories += facts.memories as f32;
                sessions += facts.sessions as f32;
                terms += facts.terms as f32;
            }
        }
        Self {
            memories,
            sessions,
            mean_length: (terms / memories.max(1.0)).max(1.0),
            mean_session: (terms / sessions.max(1.0)).max(1.0),
        }
    }
}

/// Robertson and Spärck Jones' weight, never below 0.
pub(super) fn idf(all: f32, having: f32) -> f32 {
    (1.0 + (all - having + 0.5).max(0.0) / (having + 0.5)).ln()
}

/// BM25's share of a word's rarity.
pub(super) fn saturated(tf: u32, length: u32, mean: f32) -> f32 {
    let tf = tf as f32;
    tf * (K1 + 1.0) / (tf + K1 * (1.0 - B + B * length as f32 / mean))
}
