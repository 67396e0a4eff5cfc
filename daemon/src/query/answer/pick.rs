//! The stretches of sentences that answer, chosen for the best expected overlap with the answer.
//!
//! A line over features of a word tells how likely it belongs to the answer; stretches are added as long as what they
//! are likely to bring is worth their length (expected F-measure).

use super::{
    light::{ARTICLES, INTERJECTIONS, JOINERS, LINKS, OWNERS, PRAISE, PREPOSITIONS, PRONOUNS},
    question::{Kind, Question},
    score::Wanted,
    words::Word,
};

/// How many features a word has.
pub(super) const FEATURES: usize = 32;

/// The line's weights and what they weigh, fitted by logistic regression on questions over five long conversations,
/// each conversation scored with weights fitted on the other four.
const WEIGHTS: [(f32, &str); FEATURES] = [
    (0.18, "score below the best sentence's"),
    (0.24, "best sentence"),
    (0.30, "among the best three"),
    (0.05, "memory of the best sentence"),
    (-0.26, "shown, not said"),
    (-0.35, "in the question"),
    (0.18, "stop word"),
    (-0.49, "interjection"),
    (-0.90, "praise"),
    (-1.25, "pronoun"),
    (0.17, "preposition"),
    (-0.92, "copula or link"),
    (0.38, "capital within the sentence"),
    (0.09, "number"),
    (0.36, "rarity"),
    (0.00, "within 2 behind a word of the question"),
    (0.39, "within 5 behind"),
    (0.18, "within 2 before"),
    (-0.12, "within 5 before"),
    (-0.02, "sentence has a word of the question"),
    (-0.53, "among the first three"),
    (-0.06, "among the last four"),
    (-0.36, "length of the sentence"),
    (-0.16, "weight of the sentence"),
    (0.20, "long word"),
    (-0.41, "ends in -ing"),
    (-0.31, "ends in -ed"),
    (1.03, "alike to the kind asked for"),
    (1.05, "alike to the question"),
    (0.49, "of a name"),
    (0.22, "of a name, where a person is asked for"),
    (0.06, "number, where a number is asked for"),
];
const BIAS: f32 = -2.73;

/// Expected length of an answer, in words.
const LENGTH: f32 = 5.0;
/// Weight of finding all of the answer over saying nothing else (the square of F-measure's beta).
const BETA: f32 = 4.0;
/// … where it was written: what is written is dense, and its words are the answer's.
const BETA_WRITTEN: f32 = 6.0;
/// At most this many stretches.
const STRETCHES: usize = 4;
/// Longest stretch, in words.
const LONGEST: usize = 30;

/// A sentence to choose from.
pub(super) struct Candidate<'a> {
    pub(super) text: &'a str,
    /// Its words, those in square brackets left out.
    pub(super) words: Vec<&'a Word>,
    /// The line's score.
    pub(super) score: f32,
    /// Which memory it is of.
    pub(super) source: usize,
    /// Said in talk, not written.
    pub(super) spoken: bool,
    /// Describes what is shared.
    pub(super) shown: bool,
}

/// A stretch of a candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stretch {
    pub(super) candidate: usize,
    /// First word and the one behind the last.
    pub(super) from: usize,
    pub(super) to: usize,
    /// How many words of the answer it is expected to have.
    hits: f32,
    /// Its length without articles.
    length: f32,
}

/// The stretches that answer, in the order of candidates, which come best first.
pub(super) fn pick(question: &Question, wanted: &Wanted, candidates: &[Candidate]) -> Vec<Stretch> {
    let mut all = Vec::new();
    for at in 0..candidates.len() {
        stretches(question, wanted, candidates, at, &mut all);
    }
    let beta = match candidates.first() {
        Some(best) if best.spoken => BETA,
        _ => BETA_WRITTEN,
    };
    let value = |hits: f32, length: f32| (1.0 + beta) * hits / (length + beta * LENGTH);
    let mut chosen: Vec<Stretch> = Vec::new();
    let (mut hits, mut length, mut worth) = (0.0, 0.0, 0.0);
    let mut cited: Vec<usize> = Vec::new();
    for _ in 0..STRETCHES {
        let free = all.iter().filter(|s| {
            !chosen
                .iter()
                .any(|c| c.candidate == s.candidate && s.from < c.to && c.from < s.to)
        });
        let best = free
            .map(|s| {
                let length = length + s.length + citation(&cited, candidates, s);
                (value(hits + s.hits, length), s)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((better, stretch)) if better > worth + 1e-4 => {
                worth = better;
                hits += stretch.hits;
                length += stretch.length + citation(&cited, candidates, stretch);
                cited.push(candidates[stretch.candidate].source);
                chosen.push(*stretch);
            }
            _ => break,
        }
    }
    chosen.sort_by_key(|s| (s.candidate, s.from));
    chosen
}

/// What a stretch costs beside its words: the citation of another memory counts as a word.
fn citation(cited: &[usize], candidates: &[Candidate], stretch: &Stretch) -> f32 {
    let source = candidates[stretch.candidate].source;
    if cited.contains(&source) { 0.0 } else { 1.0 }
}

/// Every stretch of a candidate that can stand by itself.
fn stretches(
    question: &Question,
    wanted: &Wanted,
    candidates: &[Candidate],
    at: usize,
    all: &mut Vec<Stretch>,
) {
    let words = &candidates[at].words;
    let likely = likelihoods(question, wanted, candidates, at);
    let is = |i: usize, list: &[&str]| list.contains(&words[i].folded.as_str());
    for from in 0..words.len() {
        if is(from, PRONOUNS) && !is(from, OWNERS) || is(from, JOINERS) {
            continue;
        }
        let (mut hits, mut length) = (0.0, 0.0);
        for to in from + 1..=words.len().min(from + LONGEST) {
            if !is(to - 1, ARTICLES) {
                hits += likely[to - 1];
                length += 1.0;
            }
            let dangles = [PREPOSITIONS, PRONOUNS, ARTICLES, JOINERS]
                .iter()
                .any(|list| is(to - 1, list));
            // A word alone from another memory says nothing.
            let enough = candidates[at].source == candidates[0].source || to - from > 1;
            if !dangles && enough {
                all.push(Stretch {
                    candidate: at,
                    from,
                    to,
                    hits,
                    length,
                });
            }
        }
    }
}

/// How likely each word of a candidate belongs to the answer.
fn likelihoods(
    question: &Question,
    wanted: &Wanted,
    candidates: &[Candidate],
    at: usize,
) -> Vec<f32> {
    features(question, wanted, candidates, at)
        .into_iter()
        .map(|features| {
            let sum: f32 = WEIGHTS.iter().zip(features).map(|(w, f)| w.0 * f).sum();
            1.0 / (1.0 + (-(sum + BIAS)).exp())
        })
        .collect()
}

/// Features of a candidate's words, in the order of [`WEIGHTS`].
pub(super) fn features(
    question: &Question,
    wanted: &Wanted,
    candidates: &[Candidate],
    at: usize,
) -> Vec<[f32; FEATURES]> {
    let candidate = &candidates[at];
    let words = &candidate.words;
    let asked: Vec<bool> = words
        .iter()
        .map(|w| question.words.iter().any(|q| !q.stop && q.stem == w.stem))
        .collect();
    let any = asked.iter().any(|a| *a);
    let near = |range: std::ops::Range<usize>| asked[range].iter().any(|a| *a);
    let on = |yes: bool| f32::from(u8::from(yes));
    let best = &candidates[0];
    let numbers = matches!(
        question.kind,
        Kind::Count | Kind::Times | Kind::Money | Kind::Amount
    );
    let below = candidate.score - best.score;
    words
        .iter()
        .enumerate()
        .map(|(k, word)| {
            let (alike, like) = wanted.likeness(word);
            let is = |list: &[&str]| on(list.contains(&word.folded.as_str()));
            [
                below,
                on(at == 0),
                on(at < 3),
                on(candidate.source == best.source),
                on(candidate.shown),
                on(asked[k]),
                on(word.stop),
                is(INTERJECTIONS),
                is(PRAISE),
                is(PRONOUNS),
                is(PREPOSITIONS),
                is(LINKS),
                on(word.capital && !word.first),
                on(word.is_number()),
                wanted.rarity(&word.stem).min(7.0) / 7.0,
                on(near(k.saturating_sub(3)..k)),
                on(near(k.saturating_sub(6)..k)),
                on(near(k + 1..(k + 4).min(words.len()).max(k + 1))),
                on(near(k + 1..(k + 7).min(words.len()).max(k + 1))),
                on(any),
                on(k < 3),
                on(k + 5 > words.len()),
                words.len() as f32 / 20.0,
                below.min(0.0).exp(),
                on(word.folded.len() > 6),
                on(word.folded.ends_with("ing")),
                on(word.folded.ends_with("ed")),
                if word.stop { 0.0 } else { alike },
                if word.stop { 0.0 } else { like },
                on(word.capital && wanted.names(word)),
                on(word.capital && wanted.names(word) && question.kind == Kind::Person),
                on(word.is_number() && numbers),
            ]
        })
        .collect()
}
