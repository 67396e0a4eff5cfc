//! Whether the memories hold an answer at all.
//!
//! A logistic line over what speaks for the best sentence, over what of the question the memories near it do not have,
//! and over how much better somebody else's memories answer than those of the person asked about: a question about the
//! wrong person finds its words in another's mouth.

use super::{
    question::{Kind, Question},
    score::{Scored, Wanted},
    words::Word,
};

/// Answers less likely than this are not given: a wrong answer costs more than a missing one. Where several people tell
/// of themselves and one of them is asked about, more is asked for.
const ENOUGH: f32 = 0.355;
const ENOUGH_OF_SEVERAL: f32 = 0.56;

/// How many features there are.
const FEATURES: usize = 19;

/// The line's weights and what they weigh, fitted on questions over five long conversations and over documents, those
/// of the documents asked a second time without the memories that answer them.
const WEIGHTS: [(f32, &str); FEATURES] = [
    (0.60, "score of the best sentence"),
    (
        -0.80,
        "share of the question that its memory and neighbours have",
    ),
    (1.24, "share of it that any memory has"),
    (
        3.28,
        "share that the best sentence of the person asked about has, less that of others",
    ),
    (0.18, "how far the best sentence stands out"),
    (2.52, "asks for a time"),
    (0.95, "asks for a person"),
    (
        -0.37,
        "of several people: share of the question that the best memory has, like words too",
    ),
    (
        -0.57,
        "of several people: the rarest of its words that the best memory does not have",
    ),
    (-0.26, "otherwise: score of the best sentence"),
    (2.34, "otherwise: share of the question that any memory has"),
    (
        -1.09,
        "otherwise: share that the best sentence's memory and neighbours have",
    ),
    (
        -0.37,
        "otherwise: the rarest word that the best sentence and those beside it do not have",
    ),
    (1.61, "otherwise: the best sentence was said, not written"),
    (-2.26, "otherwise: asks for a time"),
    (-0.17, "otherwise: asks for a person"),
    (-0.72, "asks for a number or a person, and none was found"),
    (
        -0.72,
        "otherwise: asks for a thing of a kind that the best memory does not name",
    ),
    (
        0.72,
        "otherwise: the same, where the best sentence has no name or number either",
    ),
];
const BIAS: f32 = -3.73;

/// Where it stands how much of the question any memory has, and how little is nothing.
const MOST: usize = 2;
const LITTLE: f32 = 0.1;

/// Less alike than this, two words have nothing to do with each other.
const UNLIKE: f32 = 0.4;

/// Features of a question and its scored sentences, which are not empty; `found` says whether they hold a fact of the
/// kind asked for.
pub(super) fn features(
    question: &Question,
    wanted: &Wanted,
    scored: &Scored,
    order: &[usize],
    found: bool,
) -> [f32; FEATURES] {
    let all = &scored.features;
    let at = order[0];
    let best = &all[at];
    let several = of_several(wanted, scored);
    let highest = |feature: usize, theirs: bool| {
        all.iter()
            .filter(|f| (f[8] > 0.0) == theirs)
            .map(|f| f[feature])
            .fold(0.0, f32::max)
    };
    let less = if several {
        highest(3, true) - highest(3, false)
    } else {
        0.0
    };
    let fifth = order[order.len().min(5) - 1];
    let most = all.iter().map(|f| f[4]).fold(0.0, f32::max);
    let on = |yes: bool| f32::from(u8::from(yes));
    let time = on(question.kind == Kind::Date);
    let person = on(question.kind == Kind::Person);
    let sentence = &scored.sentences[at];
    let score = scored.score(at);
    let memory = wanted.met(scored.words_of(sentence.source));
    let shared: f32 = memory.iter().map(|(met, rarity)| met * rarity).sum();
    let missing = missing(&memory, |met| met) / 7.0;
    let beside = at.saturating_sub(1)..(at + 2).min(scored.sentences.len());
    let beside = scored.sentences[beside].iter();
    let window = wanted.met(
        beside
            .filter(|s| s.source == sentence.source)
            .flat_map(|s| &s.words),
    );
    let rarest = wanted.terms.iter().map(|t| t.1).fold(1e-3, f32::max);
    let gap = self::missing(&window, |met| ((met - UNLIKE) / (1.0 - UNLIKE)).max(0.0)) / rarest;
    let of_a_kind = matches!(
        question.kind,
        Kind::Count | Kind::Money | Kind::Amount | Kind::Age | Kind::Clock | Kind::Person
    );
    let named = |focus: &Word| {
        let at = wanted.terms.iter().position(|t| t.0 == focus.stem);
        at.map_or(1.0, |at| memory[at].0)
    };
    let unnamed = 1.0 - question.focus.as_ref().map_or(1.0, named);
    let bare = !sentence
        .words
        .iter()
        .any(|w| (w.capital && !w.first || w.is_number()) && !wanted.asks_of(w));
    let one = on(several);
    let otherwise = on(!several);
    [
        score,
        best[5],
        most,
        less,
        score - scored.score(fifth),
        time,
        person,
        one * shared / wanted.total,
        one * missing,
        otherwise * score,
        otherwise * most,
        otherwise * best[5],
        otherwise * gap,
        otherwise * on(sentence.spoken),
        otherwise * time,
        otherwise * person,
        on(!found && of_a_kind),
        otherwise * unnamed,
        otherwise * unnamed * on(bare),
    ]
}

/// Whether several people tell of themselves, and the question is about one of them.
fn of_several(wanted: &Wanted, scored: &Scored) -> bool {
    let all = &scored.features;
    !wanted.people.is_empty() && all.iter().any(|f| f[8] > 0.0) && all.iter().any(|f| f[8] == 0.0)
}

/// The rarity of the rarest word of the question that is not met, less so where it nearly is.
fn missing(met: &[(f32, f32)], how_far: impl Fn(f32) -> f32) -> f32 {
    let each = met.iter().map(|(m, rarity)| rarity * (1.0 - how_far(*m)));
    each.fold(0.0, f32::max)
}

/// Whether the best sentence is likely enough to answer.
pub(super) fn answers(
    question: &Question,
    wanted: &Wanted,
    scored: &Scored,
    order: &[usize],
    found: bool,
) -> bool {
    let features = features(question, wanted, scored, order, found);
    if features[MOST] < LITTLE {
        return false;
    }
    let sum: f32 = WEIGHTS.iter().zip(features).map(|(w, f)| w.0 * f).sum();
    let likely = 1.0 / (1.0 + (-(sum + BIAS)).exp());
    let enough = if of_several(wanted, scored) {
        ENOUGH_OF_SEVERAL
    } else {
        ENOUGH
    };
    likely >= enough
}
