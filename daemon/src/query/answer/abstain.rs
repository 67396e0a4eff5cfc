//! Whether the memories hold an answer at all.
//!
//! A logistic line over what speaks for the best sentence, over what of the question the memories do not have, over
//! whether anything of the kind asked for stands there, and over whether the person asked about says it: a question
//! about the wrong person finds its words in another's mouth. Talk of several people is weighed apart from the rest.

use super::doubts::{Doubts, FEATURES, Weighed};

/// The two lines' weights and what they weigh: of several people who tell of themselves, and otherwise. Fitted by
/// logistic regression on 1,085 questions over seven long conversations (263 of them about the wrong person; those of
/// the two of another manner weigh twice) and 488 over 99 documents (123 without an answer), the answerable ones of the
/// documents asked a second time, at a tenth of the weight, without the memories that answer them. Each conversation and
/// set of documents scored with weights fitted on the others, talk declines .49 of the unanswerable questions and .08 of
/// the others (.58 and .23 in the manner that no other conversation has), documents .41 and .07.
pub(super) const WEIGHTS: [(f32, f32, &str); FEATURES] = [
    (0.40, 0.08, "score of the best sentence"),
    (0.01, 0.02, "score above the fifth"),
    (-1.11, 0.20, "likelihood of the best sentence"),
    (-0.35, -0.32, "likelihood of its memory"),
    (0.88, 0.28, "recall's score of its memory"),
    (0.90, 0.44, "share of the question that any memory has"),
    (
        -0.28,
        0.60,
        "share that its memory and those beside it have",
    ),
    (
        -0.31,
        0.14,
        "how far the best sentence meets the question, by alike words",
    ),
    (0.10, 0.47, "it and those beside it"),
    (0.18, -0.23, "its memory"),
    (
        -0.14,
        -1.20,
        "rarest term that it and those beside it do not meet",
    ),
    (0.52, -0.39, "that it does not meet itself"),
    (
        -0.84,
        -0.11,
        "how far any sentence and those beside it meet the question",
    ),
    (
        -0.71,
        -0.37,
        "any that holds what the kind of question asks for",
    ),
    (0.03, 1.47, "how much less the latter"),
    (0.56, -0.49, "how far the last term is met"),
    (-0.17, 0.37, "the first term"),
    (
        0.67,
        0.33,
        "of several: how much further the person asked about meets it than others",
    ),
    (
        0.60,
        0.00,
        "of several: by how much his best sentence scores above the others'",
    ),
    (0.04, -0.09, "the person asked about says it"),
    (-0.04, 0.09, "and speaks of himself"),
    (1.87, 0.14, "another says it, and speaks to somebody"),
    (-1.92, -1.78, "he says it, and speaks of somebody"),
    (-0.28, -0.01, "another says it, and speaks of himself"),
    (0.61, -0.06, "the person asked about is named"),
    (2.25, 1.08, "it was said, not written"),
    (2.25, 1.03, "asks for a time"),
    (1.46, 1.88, "asks for a person"),
    (0.36, 0.70, "asks for a number"),
    (0.15, 2.09, "asks for a place"),
    (0.05, 0.40, "asks why, how or how it felt"),
    (1.65, -1.08, "asks whether"),
    (-0.33, -0.68, "asks for a thing of a kind"),
    (
        0.61,
        -1.00,
        "asks for a number or a person, and none was found",
    ),
    (0.03, 0.71, "kind of thing that its memory does not name"),
    (0.87, -0.76, "that no memory found names"),
    (
        0.73,
        2.56,
        "the same as the former, and the sentence has no name or number",
    ),
    (
        0.63,
        0.98,
        "share of the question of which no memory at all has the word",
    ),
    (
        0.62,
        -0.31,
        "rarest name of the question that its memory does not meet",
    ),
    (-0.65, -0.68, "that no memory found meets"),
    (-0.11, -0.04, "words of the answer that are expected"),
    (-0.69, 0.17, "likelihood of the likeliest word"),
    (
        0.60,
        0.28,
        "the best sentence holds what the kind of question asks for",
    ),
    (
        0.62,
        0.07,
        "share of the question that somebody asked before it",
    ),
    (0.08, -0.46, "terms of the question, logarithm"),
    (-0.46, 0.32, "rarest term that its memory does not meet"),
    (-0.74, -1.00, "that no memory found meets"),
    (
        0.98,
        0.96,
        "of several: how much more of the words the person asked about has",
    ),
    (0.32, -1.00, "asks for a form"),
    (-0.25, 0.47, "the best sentence holds it"),
    (-0.09, 0.25, "it or those beside it do"),
    (
        0.94,
        0.36,
        "how far any that holds it meets the question, with those beside it",
    ),
    (0.24, 0.61, "by itself"),
    (-0.90, -0.75, "how much less than any sentence"),
    (
        0.36,
        -0.03,
        "asks for the name of something, or for one of a kind",
    ),
    (
        0.46,
        2.42,
        "how far a sentence that names it meets the question",
    ),
    (-0.52, -1.32, "asks for a name"),
    (-0.03, -1.30, "asks for a sum"),
    (-0.88, -1.45, "asks for a number or what has digits"),
    (0.54, -0.48, "a sum, and it or those beside it hold one"),
    (-0.02, -0.27, "a name, and it or those beside it hold one"),
    (2.22, 1.22, "how far any with a sum meets the question"),
    (
        1.26,
        -4.93,
        "how far any that names what is asked for meets the question",
    ),
];
/// What is added, less what a line has to come to before an answer is given.
const BIAS: (f32, f32) = (-5.60, 1.83);

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
