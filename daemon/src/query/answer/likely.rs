//! How likely a word of a sentence belongs to the answer.

use super::{
    Asked,
    light::{ARTICLES, INTERJECTIONS, JOINERS, LINKS, OWNERS, PRAISE, PREPOSITIONS, PRONOUNS},
    pick::Candidate,
    question::Kind,
    wanted::Likeness,
    words::Word,
};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// How many features a word has.
pub(super) const FEATURES: usize = 55;

/// The line's weights and what they weigh, fitted by logistic regression on 562 questions over five long conversations;
/// each scored with weights fitted on the other four, a word of the answer has the higher likelihood in .80 of pairs.
const WEIGHTS: [(f32, &str); FEATURES] = [
    (-0.12, "score below the best sentence's"),
    (1.14, "likelihood of the sentence"),
    (0.41, "its logarithm"),
    (-0.26, "best sentence"),
    (0.09, "among the best three"),
    (0.15, "memory of the best sentence"),
    (-0.18, "shown, not said"),
    (-1.25, "in the question"),
    (-1.59, "stop word"),
    (-0.63, "interjection"),
    (-0.48, "praise"),
    (0.33, "pronoun"),
    (1.95, "preposition"),
    (0.01, "copula or link"),
    (-1.59, "capital within the sentence"),
    (-0.26, "number"),
    (1.18, "rarity"),
    (0.10, "within 3 behind a word of the question"),
    (0.41, "within 6 behind"),
    (0.01, "within 3 before"),
    (0.12, "within 6 before"),
    (-0.12, "sentence has a word of the question"),
    (-0.30, "among the first three"),
    (-0.06, "among the last four"),
    (-0.42, "length of the sentence"),
    (0.26, "long word"),
    (-0.41, "ends in -ing"),
    (-0.57, "ends in -ed"),
    (0.90, "alike to the question"),
    (1.05, "of a name"),
    (1.84, "of a name, where a person is asked for"),
    (0.45, "number, where a number is asked for"),
    (-0.13, "share of the question met by the three words before"),
    (-0.01, "by the three behind"),
    (0.02, "by the four before those"),
    (-0.66, "by the four behind those"),
    (0.10, "alike to one term of the question"),
    (1.30, "in how many of the memories, logarithm"),
    (0.09, "behind an article"),
    (0.02, "behind a preposition"),
    (0.07, "behind a possessive"),
    (-0.67, "behind a copula or link"),
    (-0.40, "behind “to”"),
    (-0.21, "before a preposition"),
    (-0.62, "ends in -ly"),
    (-0.27, "ends in -s"),
    (3.40, "conjunction"),
    (0.09, "behind a conjunction"),
    (-0.21, "next behind a word of the question"),
    (1.07, "alike to the kind of thing asked for"),
    (0.29, "why, how or whether is asked for"),
    (0.29, "stop word, where why, how or whether is asked for"),
    (1.33, "within quotation marks"),
    (2.05, "capital, where a thing or place is asked for"),
    (
        -0.30,
        "behind “in” and the like, where a place is asked for",
    ),
];
const BIAS: f32 = -2.96;

/// Sentences among which it counts how many memories have a word.
const AMONG: usize = 20;

/// How likely each word of a candidate belongs to the answer.
pub(super) fn likelihoods(
    asked: &Asked,
    candidates: &[Candidate],
    having: &Having,
    at: usize,
) -> Vec<f32> {
    features(asked, candidates, having, at)
        .into_iter()
        .map(|features| {
            let sum: f32 = WEIGHTS.iter().zip(features).map(|(w, f)| w.0 * f).sum();
            1.0 / (1.0 + (-(sum + BIAS)).exp())
        })
        .collect()
}

/// Features of a candidate's words, in the order of [`WEIGHTS`].
pub(super) fn features(
    of: &Asked,
    candidates: &[Candidate],
    having: &Having,
    at: usize,
) -> Vec<[f32; FEATURES]> {
    let Asked {
        question,
        wanted,
        scored,
        ..
    } = *of;
    let candidate = &candidates[at];
    let words = &candidate.words;
    let best = &candidates[0];
    let alike: Vec<Option<&Likeness>> = words
        .iter()
        .map(|w| scored.likeness.get(&w.folded).filter(|_| !w.stop))
        .collect();
    let asked: Vec<bool> = words
        .iter()
        .map(|w| question.words.iter().any(|q| !q.stop && q.stem == w.stem))
        .collect();
    let any = asked.iter().any(|a| *a);
    // From so many words behind to so many before, as far as there are any.
    let around = |from: usize, to: usize| from.min(words.len())..to.min(words.len());
    let near = |range: Range<usize>| on(asked[range].iter().any(|a| *a));
    let met = |range: Range<usize>| {
        let mut met = vec![0.0_f32; wanted.terms.len()];
        for like in alike[range].iter().flatten() {
            for (met, own) in met.iter_mut().zip(&like.terms) {
                *met = met.max(*own);
            }
        }
        wanted.met_softly(&met)
    };
    let quoted = quoted(candidate.text);
    let open = matches!(
        question.kind,
        Kind::Reason | Kind::Manner | Kind::Feeling | Kind::YesNo | Kind::Happened
    );
    let named = matches!(question.kind, Kind::Thing | Kind::Place);
    let numbers = matches!(
        question.kind,
        Kind::Count | Kind::Times | Kind::Money | Kind::Amount
    );
    let below = candidate.score - best.score;
    words
        .iter()
        .enumerate()
        .map(|(k, word)| {
            let like = alike[k];
            let is = |list: &[&str]| among(word, list);
            let before = |n: usize| k.checked_sub(n).map(|i| words[i]);
            let behind = |list: &[&str]| on(before(1).is_some_and(|w| among(w, list)));
            let next_behind =
                k > 0 && asked[k - 1] || k > 1 && asked[k - 2] && among(words[k - 1], ARTICLES);
            let capital = word.capital && !word.first;
            let nearest = like.map_or(0.0, |l| l.terms.iter().copied().fold(0.0, f32::max));
            [
                below,
                candidate.share,
                (candidate.share + 1e-4).ln(),
                on(at == 0),
                on(at < 3),
                on(candidate.source == best.source),
                on(candidate.shown),
                on(asked[k]),
                on(word.stop),
                on(is(INTERJECTIONS)),
                on(is(PRAISE)),
                on(is(PRONOUNS)),
                on(is(PREPOSITIONS)),
                on(is(LINKS)),
                on(capital),
                on(word.is_number()),
                wanted.rarity(&word.stem).min(7.0) / 7.0,
                near(around(k.saturating_sub(3), k)),
                near(around(k.saturating_sub(6), k)),
                near(around(k + 1, k + 4)),
                near(around(k + 1, k + 7)),
                on(any),
                on(k < 3),
                on(k + 5 > words.len()),
                words.len() as f32 / 20.0,
                on(word.folded.len() > 6),
                on(word.folded.ends_with("ing")),
                on(word.folded.ends_with("ed")),
                like.map_or(0.0, |l| l.meaning),
                on(word.capital && wanted.names(word)),
                on(word.capital && wanted.names(word) && question.kind == Kind::Person),
                on(word.is_number() && numbers),
                met(around(k.saturating_sub(3), k)),
                met(around(k + 1, k + 4)),
                met(around(k.saturating_sub(7), k.saturating_sub(3))),
                met(around(k + 4, k + 8)),
                if asked[k] { 0.0 } else { nearest },
                if word.stop { 0.0 } else { having.of(word) },
                behind(ARTICLES),
                behind(PREPOSITIONS),
                behind(OWNERS),
                behind(LINKS),
                behind(&["to"]),
                on(words.get(k + 1).is_some_and(|w| among(w, PREPOSITIONS))),
                on(word.folded.ends_with("ly")),
                on(word.folded.len() > 3 && word.folded.ends_with('s')),
                on(is(JOINERS)),
                behind(JOINERS),
                on(next_behind),
                like.map_or(0.0, |l| l.focus),
                on(open),
                on(open && word.stop),
                on(quoted.iter().any(|q| q.contains(&word.span.start))),
                on(named && capital),
                on(question.kind == Kind::Place && behind(&["in", "at", "from", "near"]) > 0.0),
            ]
        })
        .collect()
}

/// How many memories have a word in one of the best sentences, by its stem.
pub(super) struct Having<'a>(HashMap<&'a str, HashSet<usize>>);

impl<'a> Having<'a> {
    pub(super) fn new(candidates: &'a [Candidate]) -> Self {
        let mut having: HashMap<&str, HashSet<usize>> = HashMap::new();
        for candidate in candidates.iter().take(AMONG) {
            for word in candidate.words.iter().filter(|w| !w.stop) {
                having
                    .entry(&word.stem)
                    .or_default()
                    .insert(candidate.source);
            }
        }
        Self(having)
    }

    /// The logarithm of their number.
    fn of(&self, word: &Word) -> f32 {
        let having = self.0.get(word.stem.as_str()).map_or(1, HashSet::len);
        (having as f32).ln()
    }
}

/// What stands between quotation marks within a sentence: a title, mostly.
fn quoted(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let opens = matches!(c, '\'' | '"' | '‘' | '“') && !before.is_alphanumeric();
        let closes = matches!(c, '\'' | '"' | '’' | '”') && before != ' ';
        match open {
            Some(from) if closes => {
                found.push(from..at);
                open = None;
            }
            None if opens => open = Some(at),
            _ => {}
        }
        before = c;
    }
    found
}

fn among(word: &Word, list: &[&str]) -> bool {
    list.contains(&word.folded.as_str())
}

fn on(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}
