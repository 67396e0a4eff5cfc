//! What is written, told: the fact first, then the sentences that it rests on, whole.

use super::{
    pick::Candidate,
    say::{self, Found},
    wanted::Wanted,
};

/// At most this many sentences are told.
const MOST: usize = 2;

/// A sentence that scores less than the best by more than this has nothing to add. Of 1, 1.5, 2 and 2.5, judged on 446
/// questions over six sets of documents, 2 has all but .01 of what further sentences bring.
const WITHIN: f32 = 2.0;

/// The longest sentence that is told whole, in words.
const LONG: usize = 45;

/// The best sentences, the one that holds the fact among them; sentences of one memory stand in its order.
pub(super) fn sentences(
    fact: Option<&Found>,
    wanted: &Wanted,
    candidates: &[Candidate],
) -> Vec<Found> {
    let Some(best) = candidates.first() else {
        return Vec::new();
    };
    let source = fact.and_then(|f| f.sources().first().copied());
    let holding = candidates
        .iter()
        .position(|c| source.is_none_or(|s| s == c.source));
    let mut told: Vec<usize> = holding.into_iter().collect();
    for (at, candidate) in candidates.iter().enumerate() {
        let near = best.score - candidate.score < WITHIN;
        let known = told.iter().any(|&t| same(&candidates[t], candidate));
        if told.len() < MOST && near && !known {
            told.push(at);
        }
    }
    if let [first, second] = told[..] {
        let (one, other) = (&candidates[first], &candidates[second]);
        if one.source == other.source && other.order < one.order {
            told.swap(0, 1);
        }
    }
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
    if words.len() <= LONG {
        return say::dated(text.trim());
    }
    let most = words.len() - LONG;
    let from = densest(candidate, wanted)
        .saturating_sub(LONG / 4)
        .min(most);
    let to = from + LONG;
    let (Some(first), Some(last)) = (words.get(from), words[..to].last()) else {
        return String::new();
    };
    let end = if to < words.len() {
        last.span.end
    } else {
        text.trim_end().len()
    };
    let part = say::dated(text[first.span.start..end.max(first.span.start)].trim());
    let before = if from > 0 { "… " } else { "" };
    let behind = if to < words.len() { " …" } else { "" };
    format!("{before}{part}{behind}")
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
