//! One order out of all features, and what it says as a probability.

use super::features::{FEATURES, Features};

/// The line's weights, in the order of [`FEATURE_NAMES`](super::features::FEATURE_NAMES).
const WEIGHTS: [f32; FEATURES] = [
    2.1, 1.4, 0.5, 1.2, 0.5, 2.5, 3.2, -0.9, 2.3, 0.8, 1.0, 1.0, 2.8, 0.3, 1.0, 1.8, 0.3, 0.4,
];

/// The line: what all features together say for a memory, comparable within a question alone.
pub(super) fn sum(features: &Features) -> f32 {
    WEIGHTS.iter().zip(features).map(|(w, f)| w * f).sum()
}

/// The line's sum at which a memory is as likely as not to hold what was asked for.
const EVEN: f32 = 6.0;

/// How likely a memory with this sum is to hold what was asked for.
pub(super) fn probability(sum: f32) -> f32 {
    1.0 / (1.0 + (EVEN - sum).exp())
}
