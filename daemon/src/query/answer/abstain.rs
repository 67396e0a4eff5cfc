//! Whether the memories hold an answer at all.
//!
//! A logistic line over what speaks for the best sentence, over what of the question the memories do not have, over
//! whether anything of the kind asked for stands there, and over whether the person asked about says it: a question
//! about the wrong person finds its words in another's mouth. Talk of several people is weighed apart from the rest.

use super::doubts::{Doubts, FEATURES, Weighed};

/// The two lines' weights and what they weigh: of several people who tell of themselves, and otherwise. Fitted by
/// logistic regression on 948 questions over five long conversations (237 of them about the wrong person) and 353 over
/// 72 documents (69 without an answer), the answerable ones of the documents asked a second time, at a tenth of the
/// weight, without the memories that answer them. Each conversation and set of documents scored with weights fitted on
/// the others, talk declines .50 of the unanswerable questions and .06 of the others, documents .34 and .06.
pub(super) const WEIGHTS: [(f32, f32, &str); FEATURES] = [
    (0.36, 0.11, "score of the best sentence"),
    (0.05, -0.03, "score above the fifth"),
    (-1.02, 0.56, "likelihood of the best sentence"),
    (-0.54, -0.78, "likelihood of its memory"),
    (0.28, 0.53, "recall's score of its memory"),
    (1.14, 0.50, "share of the question that any memory has"),
    (
        -0.11,
        1.66,
        "share that its memory and those beside it have",
    ),
    (
        -0.42,
        0.12,
        "how far the best sentence meets the question, by alike words",
    ),
    (0.26, 0.30, "it and those beside it"),
    (0.24, -0.46, "its memory"),
    (
        -0.23,
        -0.96,
        "rarest term that it and those beside it do not meet",
    ),
    (0.40, -0.17, "that it does not meet itself"),
    (
        -0.77,
        0.31,
        "how far any sentence and those beside it meet the question",
    ),
    (
        -0.61,
        -0.17,
        "any that holds what the kind of question asks for",
    ),
    (-0.17, 2.29, "how much less the latter"),
    (0.67, -0.10, "how far the last term is met"),
    (-0.16, 0.50, "the first term"),
    (
        0.90,
        0.54,
        "of several: how much further the person asked about meets it than others",
    ),
    (
        0.68,
        0.00,
        "of several: by how much his best sentence scores above the others'",
    ),
    (-0.08, 0.31, "the person asked about says it"),
    (-0.18, 0.28, "and speaks of himself"),
    (2.45, -0.26, "another says it, and speaks to somebody"),
    (-1.72, -2.79, "he says it, and speaks of somebody"),
    (-0.36, -0.08, "another says it, and speaks of himself"),
    (0.86, 0.51, "the person asked about is named"),
    (2.27, 0.74, "it was said, not written"),
    (1.93, 0.93, "asks for a time"),
    (-0.13, 1.82, "asks for a person"),
    (1.71, 0.77, "asks for a number"),
    (0.26, 1.86, "asks for a place"),
    (-0.20, 0.32, "asks why, how or how it felt"),
    (1.62, -0.72, "asks whether"),
    (-0.32, -1.01, "asks for a thing of a kind"),
    (
        0.15,
        -0.68,
        "asks for a number or a person, and none was found",
    ),
    (-0.13, 0.94, "kind of thing that its memory does not name"),
    (0.69, -0.09, "that no memory found names"),
    (
        0.94,
        2.12,
        "the same as the former, and the sentence has no name or number",
    ),
    (
        0.02,
        0.82,
        "share of the question of which no memory at all has the word",
    ),
    (
        0.94,
        -0.28,
        "rarest name of the question that its memory does not meet",
    ),
    (-0.52, 0.16, "that no memory found meets"),
    (0.01, 0.01, "words of the answer that are expected"),
    (0.40, 0.29, "likelihood of the likeliest word"),
    (
        -0.48,
        0.51,
        "the best sentence holds what the kind of question asks for",
    ),
    (
        0.67,
        -0.49,
        "share of the question that somebody asked before it",
    ),
    (0.07, -0.49, "terms of the question, logarithm"),
    (-0.48, 0.52, "rarest term that its memory does not meet"),
    (-0.72, -1.28, "that no memory found meets"),
    (
        1.04,
        0.76,
        "of several: how much more of the words the person asked about has",
    ),
    (-0.01, -0.65, "asks for a form"),
    (0.07, 0.30, "the best sentence holds it"),
    (0.18, 0.31, "it or those beside it do"),
    (
        0.75,
        0.30,
        "how far any that holds it meets the question, with those beside it",
    ),
    (0.37, 0.25, "by itself"),
    (0.30, -0.58, "how much less than any sentence"),
    (
        0.35,
        0.12,
        "asks for the name of something, or for one of a kind",
    ),
    (
        0.35,
        2.46,
        "how far a sentence that names it meets the question",
    ),
    (-0.60, -0.95, "asks for a name"),
    (1.07, -1.02, "asks for a sum"),
    (-1.22, -1.19, "asks for a number or what has digits"),
    (-0.37, -0.09, "a sum, and it or those beside it hold one"),
    (0.09, -0.46, "a name, and it or those beside it hold one"),
    (1.25, -0.18, "how far any with a sum meets the question"),
    (
        0.28,
        -6.18,
        "how far any that names what is asked for meets the question",
    ),
];
/// What is added, less what a line has to come to before an answer is given.
const BIAS: (f32, f32) = (-4.91, -0.33);

/// Where it stands how much of the question any memory has, and how little is nothing.
const MOST: usize = 5;
const LITTLE: f32 = 0.1;

/// Whether the best sentence is likely enough to answer: a wrong answer costs more than a missing one.
pub(super) fn answers(weighed: &Weighed) -> bool {
    let features: Doubts = weighed.features();
    if features[MOST] < LITTLE {
        return false;
    }
    let several = weighed.of_several();
    let weights = WEIGHTS.iter().map(|w| if several { w.0 } else { w.1 });
    let sum: f32 = weights.zip(features).map(|(w, f)| w * f).sum();
    sum + if several { BIAS.0 } else { BIAS.1 } >= 0.0
}
