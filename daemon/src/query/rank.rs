//! One order out of all features, and what it says as a probability.
//!
//! The order is that of a line, Σ weight × feature. Its weights were fitted with regularised listwise logistic
//! regression (`daemon/order/fit.py`): the softmax of the sums over a question's candidates is to lie on the memories that
//! hold the answer; the L2 penalty is 0.001. Fitted on 771 questions about eleven invented lives in six languages, half of
//! them in the asker's own words and half as people type, 760 about five months-long conversations, and 114 about documents
//! of all source types, each kind weighing the same. With each life and conversation left out of fitting in turn, the share
//! of questions with an answer among the first three memories is what it is with all in, to 0.02. Weights are rounded to a
//! tenth; "late or early" had too few questions to be fitted and is set by hand.

use super::{
    features::{COVERED, FEATURES, Features, MEANING},
    retrieve::Candidate,
};
use crate::{
    embed::compact::{Codes, cosine, differing_signs},
    index::{View, schema::Space},
};

/// The line's weights, in the order of [`FEATURE_NAMES`](super::features::FEATURE_NAMES).
const WEIGHTS: [f32; FEATURES] = [
    0.7, 2.3, 0.5, 3.5, 2.3, -0.5, 1.4, 2.7, 1.0, 0.5, 2.2, 1.5, 4.7, 4.3, 0.6, 0.5, 3.9, 0.3,
];

/// The line: what all features together say for a memory, comparable within a question alone.
pub(super) fn line(features: &Features) -> f32 {
    WEIGHTS.iter().zip(features).map(|(w, f)| w * f).sum()
}

/// From this cosine on two memories say the same.
const SAME: f32 = 0.97;

/// Vectors of the same meaning differ in no more signs than this: those beyond are not compared closely.
const SAME_SIGNS: u32 = 12;

/// What a memory that says the same as a better one loses.
const REPEATS: f32 = 2.0;

/// Logistic regression of "holds the answer" on a memory's share of the softmax over all candidates (its logarithm), on
/// how much of the question the best memory covers, and on how near it is; fitted on the ten best memories for each of
/// the line's questions, where its expected calibration error is 0.004 (0.016 to 0.025 on each kind alone).
const SHARE: f32 = 1.04;
/// See [`SHARE`].
const BEST_COVERS: f32 = 1.09;
/// See [`SHARE`].
const BEST_NEAR: f32 = 1.38;
/// See [`SHARE`].
const CONSTANT: f32 = -0.04;

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
        .map(|c| {
            let mut codes = Codes::new();
            view.segments()[c.segment].read_codes(Space::Table, c.doc, &mut codes);
            codes
        })
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
            (candidate, candidate.sum - loss)
        })
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    ranked.truncate(limit);
    let probability = Calibration::new(found);
    for (_, score) in &mut ranked {
        *score = probability.of(*score);
    }
    ranked
}

/// Sums → probabilities, for the candidates of one question.
struct Calibration {
    /// Logarithm of the sum of the exponentials of all sums.
    all: f32,
    /// How much of the question the best covers.
    covered: f32,
    /// How near to it the best is.
    near: f32,
}

impl Calibration {
    fn new(found: &[Candidate]) -> Self {
        let greatest = found.first().map_or(0.0, |c| c.sum);
        let exponentials = found.iter().map(|c| (c.sum - greatest).exp());
        Self {
            all: greatest + exponentials.sum::<f32>().max(f32::MIN_POSITIVE).ln(),
            covered: found.first().map_or(0.0, |c| c.features[COVERED]),
            near: found.first().map_or(0.0, |c| c.features[MEANING]),
        }
    }

    /// How likely a memory with this sum is to hold what was asked for.
    fn of(&self, sum: f32) -> f32 {
        let best = BEST_COVERS * self.covered + BEST_NEAR * self.near;
        let logit = SHARE * (sum - self.all) + best + CONSTANT;
        1.0 / (1.0 + (-logit).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(words: f32) -> Candidate {
        let mut features = [0.0; FEATURES];
        features[0] = words;
        Candidate {
            segment: 0,
            doc: 0,
            features,
            moved: 0.0,
            sum: line(&features),
        }
    }

    #[test]
    fn probabilities_fall_with_the_sum_and_share_certainty() {
        let alone = [candidate(2.0), candidate(0.1)];
        let rivals = [candidate(2.0), candidate(1.9), candidate(1.8)];
        let (a, b) = (Calibration::new(&alone), Calibration::new(&rivals));
        let best = alone[0].sum;
        assert!(a.of(best) > a.of(alone[1].sum));
        assert!(a.of(best) > b.of(best));
        assert!((0.0..=1.0).contains(&a.of(best)));
        assert!(Calibration::new(&[]).of(0.0).is_finite());
    }
}
