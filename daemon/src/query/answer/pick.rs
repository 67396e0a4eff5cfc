//! The stretches of sentences that answer, chosen for the best expected overlap with the answer.
//!
//! A line over features of a word tells how likely it belongs to the answer; stretches are added as long as what they
//! are likely to bring is worth their length (expected F-measure).

use super::{question::Question, score::Wanted, words::Word};

/// How many features a word has.
pub(super) const FEATURES: usize = 27;

/// The line's weights and what they weigh, fitted by logistic regression on questions over five long conversations,
/// each conversation scored with weights fitted on the other four.
const WEIGHTS: [(f32, &str); FEATURES] = [
    (0.12, "score below the best sentence's"),
    (0.04, "best sentence"),
    (0.42, "among the best three"),
    (0.19, "memory of the best sentence"),
    (-0.32, "shown, not said"),
    (0.27, "in the question"),
    (0.09, "stop word"),
    (-0.52, "interjection"),
    (-0.91, "praise"),
    (-1.25, "pronoun"),
    (0.17, "preposition"),
    (-0.97, "copula or link"),
    (0.53, "capital within the sentence"),
    (0.10, "number"),
    (0.31, "rarity"),
    (-0.02, "within 2 behind a word of the question"),
    (0.40, "within 5 behind"),
    (0.17, "within 2 before"),
    (-0.14, "within 5 before"),
    (0.05, "sentence has a word of the question"),
    (-0.52, "among the first three"),
    (-0.07, "among the last four"),
    (-0.42, "length of the sentence"),
    (-0.07, "weight of the sentence"),
    (0.22, "long word"),
    (-0.36, "ends in -ing"),
    (-0.31, "ends in -ed"),
];
const BIAS: f32 = -2.76;

/// Expected length of an answer, in words.
const LENGTH: f32 = 5.0;
/// Weight of finding all of the answer over saying nothing else (the square of F-measure's beta).
const BETA: f32 = 6.0;
/// At most this many stretches.
const STRETCHES: usize = 4;
/// Longest stretch, in words.
const LONGEST: usize = 30;

const INTERJECTIONS: &[&str] = &[
    "yeah",
    "yep",
    "yes",
    "no",
    "nope",
    "oh",
    "wow",
    "hey",
    "hi",
    "thanks",
    "thank",
    "woah",
    "whoa",
    "cool",
    "awesome",
    "great",
    "totally",
    "definitely",
    "absolutely",
    "really",
    "sure",
    "haha",
    "lol",
    "gonna",
    "wanna",
    "congrats",
    "nice",
    "well",
    "glad",
    "sounds",
];
const PRAISE: &[&str] = &[
    "awesome",
    "amazing",
    "great",
    "cool",
    "wonderful",
    "incredible",
    "fantastic",
    "super",
    "fun",
    "lovely",
    "good",
    "best",
    "nice",
    "special",
    "so",
    "much",
    "lot",
    "really",
    "just",
    "totally",
];
const PRONOUNS: &[&str] = &[
    "i", "im", "ive", "id", "ill", "we", "were", "weve", "me", "my", "our", "us", "you", "your",
    "youre", "it", "its", "that", "thats", "this", "there", "he", "she", "they", "his", "their",
    "her", "them", "him",
];
const OWNERS: &[&str] = &["my", "our", "his", "her", "their"];
const PREPOSITIONS: &[&str] = &[
    "in", "on", "at", "from", "for", "with", "to", "of", "by", "about", "during", "after",
    "before", "through", "into", "like", "as",
];
const LINKS: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "called", "named", "because", "since",
];
const ARTICLES: &[&str] = &["a", "an", "the"];
const JOINERS: &[&str] = &["and", "or", "but"];

/// A sentence to choose from.
pub(super) struct Candidate<'a> {
    pub(super) text: &'a str,
    /// Its words, those in square brackets left out.
    pub(super) words: Vec<&'a Word>,
    /// The line's score.
    pub(super) score: f32,
    /// Which memory it is of.
    pub(super) source: usize,
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
    let value = |hits: f32, length: f32| (1.0 + BETA) * hits / (length + BETA * LENGTH);
    let mut chosen: Vec<Stretch> = Vec::new();
    // The citation counts as a word.
    let (mut hits, mut length, mut worth) = (0.0, 1.0, 0.0);
    for _ in 0..STRETCHES {
        let free = all.iter().filter(|s| {
            !chosen
                .iter()
                .any(|c| c.candidate == s.candidate && s.from < c.to && c.from < s.to)
        });
        let best = free
            .map(|s| (value(hits + s.hits, length + s.length), s))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((better, stretch)) if better > worth + 1e-4 => {
                worth = better;
                hits += stretch.hits;
                length += stretch.length;
                chosen.push(*stretch);
            }
            _ => break,
        }
    }
    chosen.sort_by_key(|s| (s.candidate, s.from));
    chosen
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
    let below = candidate.score - best.score;
    words
        .iter()
        .enumerate()
        .map(|(k, word)| {
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
            ]
        })
        .collect()
}
