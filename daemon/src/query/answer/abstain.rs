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
/// (263 of them about the wrong person; those of the two of another manner weigh twice), the second on 1,521 questions
/// over 323 documents (220 without an answer; a twelfth of them weighs five times) and, at a third of the weight, on 261
/// over the conversations. Each conversation and set of documents scored with weights fitted on the others, talk declines
/// .49 of the unanswerable questions and .08 of the others (.58 and .23 in the manner that no other conversation has),
/// documents .61 and .07; of a set that was never looked at .75 and .04.
pub(super) const WEIGHTS: [(f32, f32, &str); FEATURES] = [
    (0.40, 0.26, "score of the best sentence"),
    (0.01, -0.01, "score above the fifth"),
    (-1.11, 0.33, "likelihood of the best sentence"),
    (-0.35, -0.80, "likelihood of its memory"),
    (0.88, 0.42, "recall's score of its memory"),
    (0.90, 1.77, "share of the question that any memory has"),
    (
        -0.28,
        0.91,
        "share that its memory and those beside it have",
    ),
    (
        -0.31,
        -0.38,
        "how far the best sentence meets the question, by alike words",
    ),
    (0.10, -0.54, "it and those beside it"),
    (0.18, 0.68, "its memory"),
    (
        -0.14,
        -0.53,
        "rarest term that it and those beside it do not meet",
    ),
    (0.52, -0.42, "that it does not meet itself"),
    (
        -0.84,
        -0.12,
        "how far any sentence and those beside it meet the question",
    ),
    (
        -0.71,
        0.02,
        "any that holds what the kind of question asks for",
    ),
    (0.03, -0.43, "how much less the latter"),
    (0.56, -0.53, "how far the last term is met"),
    (-0.17, -0.07, "the first term"),
    (
        0.67,
        0.29,
        "of several: how much further the person asked about meets it than others",
    ),
    (
        0.60,
        0.00,
        "of several: by how much his best sentence scores above the others'",
    ),
    (0.04, 0.00, "the person asked about says it"),
    (-0.04, 0.33, "and speaks of himself"),
    (1.87, -0.13, "another says it, and speaks to somebody"),
    (-1.92, 0.29, "he says it, and speaks of somebody"),
    (-0.28, -0.12, "another says it, and speaks of himself"),
    (0.61, 0.30, "the person asked about is named"),
    (2.25, 0.59, "it was said, not written"),
    (2.25, 0.25, "asks for a time"),
    (1.46, 1.09, "asks for a person"),
    (0.36, -1.08, "asks for a number"),
    (0.15, 1.08, "asks for a place"),
    (0.05, 0.63, "asks why, how or how it felt"),
    (1.65, -3.38, "asks whether"),
    (-0.33, -1.67, "asks for a thing of a kind"),
    (
        0.61,
        -0.18,
        "asks for a number or a person, and none was found",
    ),
    (0.03, -0.24, "kind of thing that its memory does not name"),
    (0.87, -0.03, "that no memory found names"),
    (
        0.73,
        0.81,
        "the same as the former, and the sentence has no name or number",
    ),
    (
        0.63,
        -0.17,
        "share of the question of which no memory at all has the word",
    ),
    (
        0.62,
        0.33,
        "rarest name of the question that its memory does not meet",
    ),
    (-0.65, -1.28, "that no memory found meets"),
    (-0.11, -0.09, "words of the answer that are expected"),
    (-0.69, 0.59, "likelihood of the likeliest word"),
    (
        0.60,
        -0.19,
        "the best sentence holds what the kind of question asks for",
    ),
    (
        0.62,
        -0.29,
        "share of the question that somebody asked before it",
    ),
    (0.08, 1.47, "terms of the question, logarithm"),
    (-0.46, -0.17, "rarest term that its memory does not meet"),
    (-0.74, -0.36, "that no memory found meets"),
    (
        0.98,
        0.43,
        "of several: how much more of the words the person asked about has",
    ),
    (0.32, -0.94, "asks for a form"),
    (-0.25, 0.19, "the best sentence holds it"),
    (-0.09, 1.11, "it or those beside it do"),
    (
        0.94,
        0.45,
        "how far any that holds it meets the question, with those beside it",
    ),
    (0.24, 0.72, "by itself"),
    (-0.90, -0.27, "how much less than any sentence"),
    (
        0.36,
        -0.03,
        "asks for the name of something, or for one of a kind",
    ),
    (
        0.46,
        2.93,
        "how far a sentence that names it meets the question",
    ),
    (-0.52, -1.32, "asks for a name"),
    (-0.03, 0.29, "asks for a sum"),
    (-0.88, -0.21, "asks for a number or what has digits"),
    (0.54, 0.12, "a sum, and it or those beside it hold one"),
    (-0.02, -0.31, "a name, and it or those beside it hold one"),
    (2.22, -0.25, "how far any with a sum meets the question"),
    (
        1.26,
        -6.12,
        "how far any that names what is asked for meets the question",
    ),
];
/// What is added, less what a line has to come to before an answer is given.
const BIAS: (f32, f32) = (-5.60, -2.19);

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
