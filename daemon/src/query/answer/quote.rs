//! What comes nearest, where nothing answers: sentences, whole.

use super::{
    pick::Candidate,
    say::{self, Found, LONG},
    wanted::Wanted,
};

/// At most this many sentences are told, and words, of which whoever reads a reply sees so many at a glance.
const MOST: usize = 6;
const WORDS: usize = 60;

/// Once it is as likely as this that one of the sentences told is the one that answers, no more are. Of .7, .8, .9 and 1,
/// judged on 504 questions over 99 documents: .8 has all but .01 of what all that fit in would have, in 46 words for 51.
const LIKELY: f32 = 0.8;

/// The best sentences; those of one memory stand in its order.
pub(super) fn sentences(wanted: &Wanted, candidates: &[Candidate]) -> Vec<Found> {
    let mut told: Vec<usize> = (0..candidates.len().min(1)).collect();
    let length = |at: usize| candidates[at].words.len().min(LONG);
    let share = |at: usize| candidates[at].share;
    let mut words: usize = told.iter().map(|&at| length(at)).sum();
    let mut likely: f32 = told.iter().map(|&at| share(at)).sum();
    for (at, candidate) in candidates.iter().enumerate() {
        if told.len() == MOST || likely > LIKELY {
            break;
        }
        let known = told.iter().any(|&t| same(&candidates[t], candidate));
        if !known && words + length(at) <= WORDS {
            told.push(at);
            words += length(at);
            likely += share(at);
        }
    }
    // those of one memory together, in its order; the memory of the first, first
    let first: Vec<usize> = told.iter().map(|&at| candidates[at].source).collect();
    let rank = |source: usize| first.iter().position(|s| *s == source);
    told.sort_by_key(|&at| (rank(candidates[at].source), candidates[at].order));
    told.into_iter()
        .map(|at| Found::of(whole(&candidates[at], wanted), candidates[at].source))
        .collect()
}

/// Whether two sentences say the same in the same words.
fn same(one: &Candidate, other: &Candidate) -> bool {
    let (one, other) = (one.words.iter(), other.words.iter());
    one.map(|w| &w.folded).eq(other.map(|w| &w.folded))
}

/// A sentence as it stands; of a long one the part that has most of the question.
fn whole(candidate: &Candidate, wanted: &Wanted) -> String {
    let Candidate { text, words, .. } = candidate;
    let from = || densest(candidate, wanted).saturating_sub(LONG / 4);
    say::part(text, words, from)
}

/// So many words around one are looked at together.
const AROUND: usize = 8;

/// The first word around which most of the question stands, by rarity.
fn densest(candidate: &Candidate, wanted: &Wanted) -> usize {
    let words = &candidate.words;
    let worth: Vec<f32> = words
        .iter()
        .map(|w| match wanted.asks_of(w) {
            true => wanted.rarity(&w.stem),
            false => 0.0,
        })
        .collect();
    let mut best = (0.0, 0);
    for at in 0..words.len() {
        let around = at.saturating_sub(AROUND)..words.len().min(at + AROUND + 1);
        let sum: f32 = worth[around].iter().sum();
        if worth[at] > 0.0 && sum > best.0 {
            best = (sum, at);
        }
    }
    best.1
}
