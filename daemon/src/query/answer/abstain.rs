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
/// with [`prior::WEIGHTS`]. Fitted by logistic regression, held near an earlier fit by an L2 penalty of 0.03 and 0.3 on what
/// changes, a feature's deviation the unit; a question without an answer weighs as much as three with one. The first on
/// 2,856 questions over 40 conversations (`daemon/answers/talk`) and, twice, on 671 over five long ones; each of those
/// scored with weights fitted on the others, it declines .64 of the questions about the wrong person, and .07 of the others.
/// The second on the rest of these, and, twenty times, on 447 over 99 documents; before, on some 3,000 over 422 others. Of
/// questions over 72 documents by four more writers, made to look alike, it declines .53 of the unanswerable and .11 of the
/// others (.47 and .13 before).
pub(super) const WEIGHTS: [(f32, f32, &str); FEATURES] = [
    (0.39, 0.24, "score of the best sentence"),
    (-0.02, -0.03, "score above the fifth"),
    (-1.18, 0.06, "likelihood of the best sentence"),
    (-0.42, -0.65, "likelihood of its memory"),
    (0.61, 0.16, "recall's score of its memory"),
    (0.47, 0.88, "share of the question that any memory has"),
    (
        -0.39,
        0.37,
        "share that its memory and those beside it have",
    ),
    (
        -0.13,
        -0.31,
        "how far the best sentence meets the question, by alike words",
    ),
    (0.21, -0.44, "it and those beside it"),
    (0.26, 0.44, "its memory"),
    (
        -0.28,
        -0.64,
        "rarest term that it and those beside it do not meet",
    ),
    (0.24, -0.32, "that it does not meet itself"),
    (
        -1.18,
        -0.97,
        "how far any sentence and those beside it meet the question",
    ),
    (
        -0.99,
        -0.02,
        "any that holds what the kind of question asks for",
    ),
    (-0.07, -1.31, "how much less the latter"),
    (0.30, -0.09, "how far the last term is met"),
    (-0.04, 0.21, "the first term"),
    (
        0.78,
        0.36,
        "of several: how much further the person asked about meets it than others",
    ),
    (
        0.60,
        0.00,
        "of several: by how much his best sentence scores above the others'",
    ),
    (0.05, -0.09, "the person asked about says it"),
    (-0.02, 0.07, "and speaks of himself"),
    (2.34, -0.07, "another says it, and speaks to somebody"),
    (-1.89, -0.44, "he says it, and speaks of somebody"),
    (-0.56, 0.08, "another says it, and speaks of himself"),
    (0.67, -0.09, "the person asked about is named"),
    (2.84, 0.80, "it was said, not written"),
    (2.44, 0.28, "asks for a time"),
    (0.91, 1.06, "asks for a person"),
    (0.18, -1.54, "asks for a number"),
    (0.68, 0.73, "asks for a place"),
    (0.23, -0.06, "asks why, how or how it felt"),
    (1.72, -2.73, "asks whether"),
    (-0.38, -1.52, "asks for a thing of a kind"),
    (
        0.10,
        -0.68,
        "asks for a number or a person, and none was found",
    ),
    (0.17, -0.05, "kind of thing that its memory does not name"),
    (0.72, -0.12, "that no memory found names"),
    (
        0.10,
        0.39,
        "the same as the former, and the sentence has no name or number",
    ),
    (
        0.72,
        0.25,
        "share of the question of which no memory at all has the word",
    ),
    (
        0.09,
        -0.02,
        "rarest name of the question that its memory does not meet",
    ),
    (-0.71, -0.32, "that no memory found meets"),
    (0.02, 0.01, "words of the answer that are expected"),
    (0.03, 0.60, "likelihood of the likeliest word"),
    (
        0.62,
        -0.21,
        "the best sentence holds what the kind of question asks for",
    ),
    (
        0.80,
        -0.56,
        "share of the question that somebody asked before it",
    ),
    (-0.16, 0.88, "terms of the question, logarithm"),
    (-0.67, -0.33, "rarest term that its memory does not meet"),
    (-0.42, -0.24, "that no memory found meets"),
    (
        1.08,
        0.64,
        "of several: how much more of the words the person asked about has",
    ),
    (0.19, -1.12, "asks for a form"),
    (-0.22, -0.06, "the best sentence holds it"),
    (-0.03, 0.87, "it or those beside it do"),
    (
        0.68,
        0.29,
        "how far any that holds it meets the question, with those beside it",
    ),
    (0.03, 0.84, "by itself"),
    (-0.06, -0.14, "how much less than any sentence"),
    (
        0.20,
        -0.31,
        "asks for the name of something, or for one of a kind",
    ),
    (
        0.67,
        1.86,
        "how far a sentence that names it meets the question",
    ),
    (-0.75, -1.35, "asks for a name"),
    (-1.36, 0.19, "asks for a sum"),
    (-1.00, -0.32, "asks for a number or what has digits"),
    (-0.36, 0.55, "a sum, and it or those beside it hold one"),
    (-0.02, -0.42, "a name, and it or those beside it hold one"),
    (1.00, -1.14, "how far any with a sum meets the question"),
    (
        0.18,
        -3.92,
        "how far any that names what is asked for meets the question",
    ),
];
/// What is added, less what a line has to come to before an answer is given.
const BIAS: (f32, f32) = (-5.40, 0.04);

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
