//! Whether the memories hold an answer at all.
//!
//! A logistic line over what speaks for the best sentence, over what of the question the memories do not have, over
//! whether anything of the kind asked for stands there, and over whether the person asked about says it: a question
//! about the wrong person finds its words in another's mouth. Talk of several people is weighed apart from the rest,
//! where the way a question is asked counts, too.

use super::{
    doubts::{Doubts, FEATURES, Weighed},
    prior, unknown,
};

/// The two lines' weights and what they weigh: of several people who tell of themselves, and otherwise; the latter goes
/// with [`prior::WEIGHTS`]. Fitted by logistic regression: the first on 1,085 questions over seven long conversations
/// (263 of them about the wrong person; those of the two of another manner weigh twice). The second was fitted on 1,521
/// questions over 323 documents, and then on 1,493 over 99 others (773 with an answer in the words of who asks, 541
/// without one that ask a detail of what is told), held near the first fit by an L2 penalty of 0.03 on what changes, a
/// feature's deviation the unit; each among all documents' memories, among its own document's, and among 1, 2 and 4 of
/// these. Each writer's scored with weights fitted on the others', it declines .61 of the unanswerable and .11 of the
/// others; of questions that were made to look alike, .51 and .15.
pub(super) const WEIGHTS: [(f32, f32, &str); FEATURES] = [
    (0.40, 0.22, "score of the best sentence"),
    (0.01, -0.05, "score above the fifth"),
    (-1.11, -0.04, "likelihood of the best sentence"),
    (-0.35, -0.87, "likelihood of its memory"),
    (0.88, 0.05, "recall's score of its memory"),
    (0.90, 0.72, "share of the question that any memory has"),
    (
        -0.28,
        0.17,
        "share that its memory and those beside it have",
    ),
    (
        -0.31,
        -0.46,
        "how far the best sentence meets the question, by alike words",
    ),
    (0.10, -0.55, "it and those beside it"),
    (0.18, 0.34, "its memory"),
    (
        -0.14,
        -0.65,
        "rarest term that it and those beside it do not meet",
    ),
    (0.52, -0.33, "that it does not meet itself"),
    (
        -0.84,
        -1.05,
        "how far any sentence and those beside it meet the question",
    ),
    (
        -0.71,
        -0.04,
        "any that holds what the kind of question asks for",
    ),
    (0.03, -1.54, "how much less the latter"),
    (0.56, -0.19, "how far the last term is met"),
    (-0.17, 0.21, "the first term"),
    (
        0.67,
        0.36,
        "of several: how much further the person asked about meets it than others",
    ),
    (
        0.60,
        0.00,
        "of several: by how much his best sentence scores above the others'",
    ),
    (0.04, -0.04, "the person asked about says it"),
    (-0.04, 0.07, "and speaks of himself"),
    (1.87, 0.09, "another says it, and speaks to somebody"),
    (-1.92, -0.56, "he says it, and speaks of somebody"),
    (-0.28, 0.08, "another says it, and speaks of himself"),
    (0.61, -0.22, "the person asked about is named"),
    (2.25, 0.47, "it was said, not written"),
    (2.25, 0.26, "asks for a time"),
    (1.46, 0.94, "asks for a person"),
    (0.36, -1.12, "asks for a number"),
    (0.15, 0.57, "asks for a place"),
    (0.05, -0.06, "asks why, how or how it felt"),
    (1.65, -1.48, "asks whether"),
    (-0.33, -1.52, "asks for a thing of a kind"),
    (
        0.61,
        -0.58,
        "asks for a number or a person, and none was found",
    ),
    (0.03, -0.10, "kind of thing that its memory does not name"),
    (0.87, -0.10, "that no memory found names"),
    (
        0.73,
        0.30,
        "the same as the former, and the sentence has no name or number",
    ),
    (
        0.63,
        0.33,
        "share of the question of which no memory at all has the word",
    ),
    (
        0.62,
        0.13,
        "rarest name of the question that its memory does not meet",
    ),
    (-0.65, -0.37, "that no memory found meets"),
    (-0.11, -0.01, "words of the answer that are expected"),
    (-0.69, 0.56, "likelihood of the likeliest word"),
    (
        0.60,
        0.27,
        "the best sentence holds what the kind of question asks for",
    ),
    (
        0.62,
        -0.64,
        "share of the question that somebody asked before it",
    ),
    (0.08, 0.78, "terms of the question, logarithm"),
    (-0.46, -0.34, "rarest term that its memory does not meet"),
    (-0.74, -0.25, "that no memory found meets"),
    (
        0.98,
        0.65,
        "of several: how much more of the words the person asked about has",
    ),
    (0.32, -1.09, "asks for a form"),
    (-0.25, -0.02, "the best sentence holds it"),
    (-0.09, 0.90, "it or those beside it do"),
    (
        0.94,
        0.29,
        "how far any that holds it meets the question, with those beside it",
    ),
    (0.24, 0.83, "by itself"),
    (-0.90, -0.16, "how much less than any sentence"),
    (
        0.36,
        -0.30,
        "asks for the name of something, or for one of a kind",
    ),
    (
        0.46,
        1.79,
        "how far a sentence that names it meets the question",
    ),
    (-0.52, -1.49, "asks for a name"),
    (-0.03, 0.41, "asks for a sum"),
    (-0.88, 0.12, "asks for a number or what has digits"),
    (0.54, -0.09, "a sum, and it or those beside it hold one"),
    (-0.02, -0.57, "a name, and it or those beside it hold one"),
    (2.22, -0.04, "how far any with a sum meets the question"),
    (
        1.26,
        -3.41,
        "how far any that names what is asked for meets the question",
    ),
];
/// What is added, less what a line has to come to before an answer is given.
const BIAS: (f32, f32) = (-5.85, 0.37);

/// Where it stands how much of the question any memory has, and how little is nothing.
const MOST: usize = 5;
const LITTLE: f32 = 0.1;

/// What a name that no memory has speaks against an answer. Not fitted: such names are rare, and are told in other words
/// often enough that what is otherwise sure stands.
const UNKNOWN_NAME: f32 = 1.0;

/// Whether the best sentence is likely enough to answer: a wrong answer costs more than a missing one.
pub(super) fn answers(weighed: &Weighed, text: &str) -> bool {
    let features: Doubts = weighed.features();
    if features[MOST] < LITTLE {
        return false;
    }
    let several = weighed.of_several();
    let weights = WEIGHTS.iter().map(|w| if several { w.0 } else { w.1 });
    let sum: f32 = weights.zip(features).map(|(w, f)| w * f).sum();
    let rest = match several {
        true => BIAS.0,
        false => BIAS.1 + prior::weigh(weighed.asked.question),
    };
    let unknown = match unknown::names_unknown(weighed.asked, text) {
        true => UNKNOWN_NAME,
        false => 0.0,
    };
    sum + rest - unknown >= 0.0
}
