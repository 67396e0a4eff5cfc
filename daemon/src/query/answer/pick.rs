//! The stretches of words that answer, chosen for the best expected overlap with the answer.
//!
//! [`super::likely`] tells of each word how likely it belongs to the answer; stretches are added as
//! long as what they are likely to bring is worth their length.

use super::{
    Asked,
    light::{ARTICLES, JOINERS, OWNERS, PREPOSITIONS, PRONOUNS},
    likely::Likely,
    question::Kind,
    words::Word,
};
use std::collections::HashSet;

/// What finding a share of the answer is worth beside F-measure, which falls with every word too many. Fitted so that
/// both stand where they are wished, on talk; what is written is dense, and its words are the answer's.
const RECALL: f32 = 0.26;
const RECALL_WRITTEN: f32 = 0.5;
/// At most this many stretches: more of them read as torn paper.
const STRETCHES: usize = 6;
/// Longest stretch, and longest answer, in words.
const LONGEST: usize = 40;
const ENOUGH: f32 = 60.0;

/// A sentence to choose from.
pub(super) struct Candidate<'a> {
    pub(super) text: &'a str,
    /// Its words, those in square brackets left out.
    pub(super) words: Vec<&'a Word>,
    /// The line's score.
    pub(super) score: f32,
    /// How likely it is the one that answers, among all sentences.
    pub(super) share: f32,
    /// Which memory it is of.
    pub(super) source: usize,
    /// Its place among the memory's sentences.
    pub(super) order: usize,
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
    /// Its length without articles, and a word more for the citation of another memory.
    length: f32,
}

/// What was picked.
pub(super) struct Picked {
    /// The stretches that answer, in the order of candidates, which come best first.
    pub(super) stretches: Vec<Stretch>,
    /// How many words of the answer they are expected to have.
    pub(super) hits: f32,
    /// How likely the likeliest word is of the answer.
    pub(super) likeliest: f32,
}

/// Picks the stretches that answer.
pub(super) fn pick(asked: &Asked, candidates: &[Candidate]) -> Picked {
    let words = Likely::new(asked, candidates);
    let mut likely: Vec<Vec<f32>> = (0..candidates.len())
        .map(|at| {
            let mut likely = words.of(at);
            once(&candidates[at].words, &mut likely);
            likely
        })
        .collect();
    let seams: Vec<Seams> = candidates.iter().map(Seams::of).collect();
    let likeliest = likely.iter().flatten().copied().fold(0.0, f32::max);
    let recall = match candidates.first() {
        Some(best) if best.spoken => RECALL,
        _ => RECALL_WRITTEN,
    };
    let answer = expected_length(asked.question.kind);
    let value = |hits: f32, length: f32| hits * (2.0 / (length + answer) + recall / answer);
    let mut chosen: Vec<Stretch> = Vec::new();
    let (mut hits, mut length, mut worth) = (0.0, 0.0, 0.0);
    for _ in 0..STRETCHES {
        let mut best: Option<(f32, Stretch)> = None;
        for (at, likely) in likely.iter().enumerate() {
            stretches(candidates, at, &seams[at], likely, &chosen, |stretch| {
                let (hits, length) = (hits + stretch.hits, length + stretch.length);
                let better = value(hits, length);
                if length <= ENOUGH && best.as_ref().is_none_or(|b| better > b.0) {
                    best = Some((better, stretch));
                }
            });
        }
        let Some((better, stretch)) = best.filter(|b| b.0 > worth + 1e-4) else {
            break;
        };
        worth = better;
        hits += stretch.hits;
        length += stretch.length;
        chosen.push(stretch);
        // What is said once brings nothing the second time.
        let said = &candidates[stretch.candidate].words[stretch.from..stretch.to];
        let said: HashSet<&str> = said.iter().map(|w| w.folded.as_str()).collect();
        for (candidate, likely) in candidates.iter().zip(&mut likely) {
            for (word, likely) in candidate.words.iter().zip(likely) {
                if said.contains(word.folded.as_str()) {
                    *likely = 0.0;
                }
            }
        }
    }
    chosen.sort_by_key(|s| (s.candidate, s.from));
    Picked {
        stretches: chosen,
        hits,
        likeliest,
    }
}

/// Leaves a word's likelihood at its first mention alone, and articles none.
fn once(words: &[&Word], likely: &mut [f32]) {
    let mut known: HashSet<&str> = HashSet::new();
    for at in 0..words.len() {
        let again = !known.insert(&words[at].folded);
        if again || ARTICLES.contains(&words[at].folded.as_str()) {
            likely[at] = 0.0;
        }
    }
}

/// How many words an answer has, by what is asked for.
fn expected_length(kind: Kind) -> f32 {
    match kind {
        Kind::Count | Kind::Times | Kind::Age => 1.5,
        Kind::Money | Kind::Place => 2.5,
        Kind::Person | Kind::Amount => 3.0,
        Kind::Reason | Kind::Manner => 7.0,
        _ => 5.0,
    }
}

/// Where a stretch of a candidate may begin and end, by the places of its words and the one behind the last: never
/// within a run of words that carry content, so that no phrase is cut, nor behind a word that leads on to the next.
struct Seams {
    begins: Vec<bool>,
    ends: Vec<bool>,
}

impl Seams {
    fn of(candidate: &Candidate) -> Self {
        let Candidate { text, words, .. } = candidate;
        let marked = |at: usize| {
            let between = &text[words[at - 1].span.end..words[at].span.start];
            let joins = |c: char| c.is_whitespace() || matches!(c, '-' | '/' | '\'');
            between.contains(" -") || !between.chars().all(joins)
        };
        let begins = |at: usize| at == 0 || marked(at) || words[at - 1].stop || words[at].stop;
        let ends = |at: usize| {
            at == words.len() || at > 0 && (marked(at) || words[at].stop && !words[at - 1].stop)
        };
        Self {
            begins: (0..words.len()).map(begins).collect(),
            ends: (0..=words.len()).map(ends).collect(),
        }
    }
}

/// Every stretch of a candidate that can stand by itself, beside those chosen.
fn stretches(
    candidates: &[Candidate],
    at: usize,
    seams: &Seams,
    likely: &[f32],
    chosen: &[Stretch],
    mut take: impl FnMut(Stretch),
) {
    let candidate = &candidates[at];
    let words = &candidate.words;
    let is = |i: usize, list: &[&str]| list.contains(&words[i].folded.as_str());
    let taken = |i: usize| {
        let mut own = chosen.iter().filter(|c| c.candidate == at);
        own.any(|c| (c.from..c.to).contains(&i))
    };
    // The citation of another memory counts as a word.
    let mut cited = chosen.iter().map(|c| candidates[c.candidate].source);
    let citation = if cited.any(|c| c == candidate.source) {
        0.0
    } else {
        1.0
    };
    let tells = |w: &Word| w.capital && !w.first || w.is_number();
    for from in 0..words.len() {
        if !seams.begins[from] {
            continue;
        }
        if is(from, PRONOUNS) && !is(from, OWNERS) || is(from, JOINERS) {
            continue;
        }
        let (mut hits, mut length) = (0.0, citation);
        for to in from + 1..=words.len().min(from + LONGEST) {
            if taken(to - 1) {
                break;
            }
            if !is(to - 1, ARTICLES) {
                hits += likely[to - 1];
                length += 1.0;
            }
            let dangles = [PREPOSITIONS, PRONOUNS, ARTICLES, JOINERS]
                .iter()
                .any(|list| is(to - 1, list));
            // A word alone says nothing beside others, unless it names or counts.
            let enough = chosen.is_empty() || to - from > 1 || tells(words[from]);
            if !dangles && enough && seams.ends[to] {
                take(Stretch {
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
