//! Which sentence answers: the sentences of the memories found, in order.

use super::{
    Source,
    features::{self, COVERED, Features, MEMORY_COVERED},
    passage::Sentence,
    question::Question,
    wanted::Likeness,
    words::{Word, words},
};
use std::collections::HashMap;

/// Sentences that score less than the best by more than this hold no better fact.
const FACT_WITHIN: f32 = 2.0;

/// Sentences that score less than the best by more than this do not stand before it, whatever they name.
const NAMED_WITHIN: f32 = 1.5;

/// A memory with less than this of what the best one has of the question is about something else.
const ALIKE: f32 = 0.6;

/// Everything known of the memories found, for scoring their sentences.
pub(super) struct Scored<'a> {
    pub(super) sentences: Vec<Sentence<'a>>,
    pub(super) features: Vec<Features>,
    /// How alike each of their words is to the question, by its folded form.
    pub(super) likeness: HashMap<String, Likeness>,
}

impl Scored<'_> {
    /// Only the sentences at these places.
    pub(super) fn only(mut self, keep: impl Fn(usize) -> bool) -> Self {
        let mut places = (0..self.sentences.len()).map(&keep);
        self.sentences.retain(|_| places.next().unwrap_or(true));
        let mut places = (0..self.features.len()).map(&keep);
        self.features.retain(|_| places.next().unwrap_or(true));
        self
    }

    /// Places of the sentences, best first.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sentences.len()).collect();
        order.sort_by(|a, b| self.score(*b).total_cmp(&self.score(*a)));
        order
    }

    /// As [`order`](Self::order), where the best is written and neither its memory nor one beside it has a name that the
    /// question says: first the sentences that score about as much and have them all. "When is the plumber coming to Elm
    /// Row?" is answered by what tells of Elm Row.
    pub(super) fn order_named(&self, question: &Question, sources: &[Source]) -> Vec<usize> {
        let mut order = self.order();
        let named: Vec<&Word> = question.named().collect();
        let Some(&best) = order.first().filter(|_| !named.is_empty()) else {
            return order;
        };
        let source = &sources[self.sentences[best].source];
        let beside = [source.before, source.after].into_iter().flatten();
        let told: Vec<Word> = beside
            .flat_map(|c| words(&c.narrative))
            .chain(words(&source.content.participants.join(" ")))
            .collect();
        let mut told = self.words_of(self.sentences[best].source).chain(&told);
        if self.sentences[best].spoken || told.any(|t| named.iter().any(|n| n.stem == t.stem)) {
            return order;
        }
        let score = self.score(best);
        let has = |at: usize, name: &Word| {
            let mut own = self.sentences[at].words.iter();
            own.any(|w| w.stem == name.stem)
        };
        let tells = |at: usize| {
            score - self.score(at) < NAMED_WITHIN && named.iter().all(|name| has(at, name))
        };
        order.sort_by_key(|&at| !tells(at));
        order
    }

    /// In this order, but those of the memory first that holds the answer likeliest; of those that were not read last.
    pub(super) fn order_likely(&self, order: &[usize], sources: &[Source]) -> Vec<usize> {
        let mut order = order.to_vec();
        let likely = |at: &usize| sources[self.sentences[*at].source].likely().unwrap_or(0.0);
        order.sort_by(|a, b| likely(b).total_cmp(&likely(a)));
        order
    }

    /// Whether a sentence's memory is of the same matter as the best sentence's: has much of the question too, where
    /// that is written. Talk says the same in many words.
    pub(super) fn touches(&self, at: usize, best: usize) -> bool {
        let of = |at: usize| self.features[at][MEMORY_COVERED];
        self.sentences[at].source == self.sentences[best].source
            || self.sentences[best].spoken
            || of(at) >= ALIKE * of(best) && of(at) > 0.0
    }

    /// Whether a sentence has about as much of the question as the best one.
    pub(super) fn tells_too(&self, at: usize, best: usize) -> bool {
        self.features[at][COVERED] >= ALIKE * self.features[best][COVERED]
    }

    /// Sentences that may hold a fact, best first: those that score not much less than the best and are of its matter.
    pub(super) fn near(&self, order: &[usize]) -> impl Iterator<Item = usize> {
        let best = order.first().copied().unwrap_or(0);
        order
            .iter()
            .copied()
            .take_while(move |&at| self.score(best) - self.score(at) < FACT_WITHIN)
            .filter(move |&at| self.touches(at, best))
    }

    /// As [`near`](Self::near), where the best is written: of one memory those first that have the most of the names that
    /// the question says. "I met Bo in Leeds. I met Ana in Lund." tells of Ana in the second.
    pub(super) fn near_named(&self, order: &[usize], question: &Question) -> Vec<usize> {
        let mut near: Vec<usize> = self.near(order).collect();
        let Some(best) = near.first().map(|at| &self.sentences[*at]) else {
            return near;
        };
        let (source, spoken) = (best.source, best.spoken);
        let named: Vec<&Word> = question.named().collect();
        if spoken || named.is_empty() {
            return near;
        }
        let lacks = |at: &usize| {
            let own = &self.sentences[*at];
            let has = |name: &&&Word| own.words.iter().any(|w| w.stem == name.stem);
            match own.source == source {
                true => named.len() - named.iter().filter(has).count(),
                false => named.len() + 1,
            }
        };
        near.sort_by_cached_key(lacks);
        near
    }

    /// Share of the question that a sentence has.
    pub(super) fn has_of_question(&self, at: usize) -> f32 {
        self.features[at][COVERED]
    }

    /// The words of a memory's sentences.
    pub(super) fn words_of(&self, source: usize) -> impl Iterator<Item = &Word> {
        let own = self.sentences.iter().filter(move |s| s.source == source);
        own.flat_map(|s| &s.words)
    }

    /// What speaks for a sentence; comparable within a question.
    pub(super) fn score(&self, at: usize) -> f32 {
        features::sum(&self.features[at])
    }
}
