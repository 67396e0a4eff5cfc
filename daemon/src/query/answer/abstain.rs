//! Whether the memories hold an answer at all.
//!
//! A logistic line over what speaks for the best sentence, and over how much better somebody else's memories answer
//! than those of the person asked about: a question about the wrong person finds its words in another's mouth.

use super::{
    question::{Kind, Question},
    score::Scored,
};

/// Answers less likely than this are not given: a wrong answer costs more than a missing one.
pub(super) const ENOUGH: f32 = 0.35;

/// How many features there are.
const FEATURES: usize = 10;

/// The line's weights and what they weigh.
const WEIGHTS: [(f32, &str); FEATURES] = [
    (0.35, "score of the best sentence"),
    (
        -0.11,
        "share of the question that the best sentence's memory and its neighbours have",
    ),
    (0.21, "share of it that any memory has"),
    (
        1.72,
        "share that the best sentence of the person asked about has, less that of others",
    ),
    (0.42, "the same for memories"),
    (-1.36, "the same for meaning"),
    (
        0.59,
        "the best sentence is that person's, were it only for its words",
    ),
    (
        0.13,
        "share of the question that the question before the sentence has",
    ),
    (1.91, "asks for a time"),
    (0.08, "how far the best sentence stands out"),
];
const BIAS: f32 = -2.32;

/// Features of a question and its scored sentences, which are not empty.
pub(super) fn features(question: &Question, scored: &Scored, order: &[usize]) -> [f32; FEATURES] {
    let all = &scored.features;
    let best = &all[order[0]];
    let highest = |at: usize, theirs: bool| {
        all.iter()
            .filter(|f| (f[8] > 0.0) == theirs)
            .map(|f| f[at])
            .fold(0.0, f32::max)
    };
    let less = |at: usize| {
        if all.iter().all(|f| f[8] > 0.0) {
            0.0
        } else {
            highest(at, true) - highest(at, false)
        }
    };
    let by_words = |f: &[f32; 19]| f[3] + f[4] + f[5] + 2.0 * f[6] - 0.2 * f[0].abs();
    let wordiest = all
        .iter()
        .max_by(|a, b| by_words(a).total_cmp(&by_words(b)));
    let fifth = order[order.len().min(5) - 1];
    [
        scored.score(order[0]),
        best[5],
        all.iter().map(|f| f[4]).fold(0.0, f32::max),
        less(3),
        less(4),
        less(6),
        wordiest.map_or(0.0, |f| f[8]),
        best[12],
        f32::from(u8::from(question.kind == Kind::Date)),
        scored.score(order[0]) - scored.score(fifth),
    ]
}

/// How likely the best sentence answers.
pub(super) fn likely(question: &Question, scored: &Scored, order: &[usize]) -> f32 {
    let features = features(question, scored, order);
    let sum: f32 = WEIGHTS.iter().zip(features).map(|(w, f)| w.0 * f).sum();
    1.0 / (1.0 + (-(sum + BIAS)).exp())
}
