//! Whether the memories hold an answer at all.
//!
//! A logistic line over what speaks for the best sentence, and over how much better somebody else's memories answer
//! than those of the person asked about: a question about the wrong person finds its words in another's mouth.

use super::{
    Source,
    question::{Kind, Question},
    score::{self, Scored, Wanted},
    words,
};
use crate::embed::{cosine, embedder};

/// Answers less likely than this are not given: a wrong answer costs more than a missing one. Where several people tell
/// of themselves and one of them is asked about, more is asked for.
const ENOUGH: f32 = 0.6;
const ENOUGH_OF_SEVERAL: f32 = 0.585;

/// How many features there are.
const FEATURES: usize = 19;

/// The line's weights and what they weigh.
const WEIGHTS: [(f32, &str); FEATURES] = [
    (0.27, "score of the best sentence"),
    (
        0.63,
        "share of the question that the best sentence's memory and its neighbours have",
    ),
    (0.51, "share of it that any memory has"),
    (
        1.74,
        "share that the best sentence of the person asked about has, less that of others",
    ),
    (1.41, "the same for memories"),
    (-0.49, "the same for meaning"),
    (
        0.34,
        "the best sentence is that person's, were it only for its words",
    ),
    (
        0.24,
        "share of the question that the question before the sentence has",
    ),
    (1.53, "asks for a time"),
    (0.04, "how far the best sentence stands out"),
    (-0.30, "asks about somebody of several"),
    (
        0.07,
        "asks for a thing of a kind that the best memory does not name",
    ),
    (
        0.05,
        "the best sentence holds nothing of the kind asked for",
    ),
    (
        -0.78,
        "the best sentence's memory has less of the question than another",
    ),
    (
        2.07,
        "otherwise: asks for a time, by the share of the question that any memory has",
    ),
    (1.70, "otherwise: share of the question that any memory has"),
    (
        -1.61,
        "otherwise: asks for a thing of a kind that the best memory does not name",
    ),
    (-0.04, "otherwise: score of the best sentence"),
    (-0.92, "otherwise: asks for a time"),
];
const BIAS: f32 = -1.94;

/// Where it stands how much of the question any memory has, and how little is nothing.
const MOST: usize = 2;
const LITTLE: f32 = 0.1;
/// Where it stands whether the question is about one of several people.
const SEVERAL: usize = 10;

/// Features of a question and its scored sentences, which are not empty.
pub(super) fn features(
    question: &Question,
    wanted: &Wanted,
    scored: &Scored,
    sources: &[Source],
    order: &[usize],
) -> [f32; FEATURES] {
    let all = &scored.features;
    let best = &all[order[0]];
    // Whether the question is about one of several people.
    let several = !wanted.people.is_empty()
        && all.iter().any(|f| f[8] > 0.0)
        && all.iter().any(|f| f[8] == 0.0);
    let highest = |at: usize, theirs: bool| {
        all.iter()
            .filter(|f| (f[8] > 0.0) == theirs)
            .map(|f| f[at])
            .fold(0.0, f32::max)
    };
    let less = |at: usize| {
        if several {
            highest(at, true) - highest(at, false)
        } else {
            0.0
        }
    };
    let by_words = |f: &score::Features| f[3] + f[4] + f[5] + 2.0 * f[6] - 0.2 * f[0].abs();
    let wordiest = all
        .iter()
        .max_by(|a, b| by_words(a).total_cmp(&by_words(b)));
    let fifth = order[order.len().min(5) - 1];
    let most = all.iter().map(|f| f[4]).fold(0.0, f32::max);
    let on = |yes: bool| f32::from(u8::from(yes));
    let time = on(question.kind == Kind::Date);
    let unnamed = unnamed(question, &sources[scored.sentences[order[0]].source]);
    let otherwise = on(!several);
    [
        scored.score(order[0]),
        best[5],
        most,
        less(3),
        less(4),
        less(6),
        wordiest.map_or(0.0, |f| f[8]) * on(several),
        best[12],
        time,
        scored.score(order[0]) - scored.score(fifth),
        on(several),
        unnamed,
        1.0 - best[11],
        best[4] - most,
        otherwise * time * most,
        otherwise * most,
        otherwise * unnamed,
        otherwise * scored.score(order[0]),
        otherwise * time,
    ]
}

/// How far the kind of thing asked for ("which **hotel**") is from every word of a memory: 0 where it is named.
fn unnamed(question: &Question, source: &Source) -> f32 {
    let Some(focus) = &question.focus else {
        return 0.0;
    };
    let wanted = embedder().embed(focus);
    let nearest = words::words(&source.content.narrative)
        .iter()
        .filter(|w| !w.stop)
        .map(|w| cosine(&embedder().embed(&w.folded), &wanted))
        .fold(0.0, f32::max);
    1.0 - nearest.min(1.0)
}

/// Whether the best sentence is likely enough to answer.
pub(super) fn answers(
    question: &Question,
    wanted: &Wanted,
    scored: &Scored,
    sources: &[Source],
    order: &[usize],
) -> bool {
    let features = features(question, wanted, scored, sources, order);
    if features[MOST] < LITTLE {
        return false;
    }
    let sum: f32 = WEIGHTS.iter().zip(features).map(|(w, f)| w.0 * f).sum();
    let likely = 1.0 / (1.0 + (-(sum + BIAS)).exp());
    let several = features[SEVERAL] > 0.0;
    likely >= if several { ENOUGH_OF_SEVERAL } else { ENOUGH }
}
