//! What a question says, made ready for matching.

use super::{Rarity, question::Question, words::Word};
use crate::embed::{Vector, cosine, embedder};
use std::collections::HashSet;

/// Words of the names in the memories found, folded.
#[derive(Default)]
pub(super) struct Names {
    /// Everybody's.
    pub(super) all: HashSet<String>,
    /// Those of who speaks or writes.
    pub(super) speakers: HashSet<String>,
}

/// How alike a word is to what a question says.
#[derive(Clone, Debug)]
pub(super) struct Likeness {
    /// The word's vector.
    pub(super) vector: Vector,
    /// To each of its terms, 1 for the same stem.
    pub(super) terms: Vec<f32>,
    /// To the kind of thing asked for; 0 where none is named.
    pub(super) focus: f32,
    /// To all of it.
    pub(super) meaning: f32,
    /// How rare the word is.
    pub(super) rarity: f32,
}

/// What the question says, made ready for matching.
pub(super) struct Wanted<'a> {
    /// Stems of its content words, with their rarity.
    pub(super) terms: Vec<(String, f32)>,
    /// Their vectors.
    vectors: Vec<Vector>,
    /// Sum of the rarities.
    pub(super) total: f32,
    /// First names of the people it names, folded; whom it asks about first.
    pub(super) people: Vec<String>,
    /// Vector of its words other than names.
    meaning: Vector,
    /// Vector of the noun that says what is asked for.
    pub(super) focus: Option<Vector>,
    /// Which of the terms say what it is about: all but the names of who speaks.
    topic: Vec<bool>,
    /// Words of names, folded.
    names: &'a Names,
    /// Rarity of words by stem.
    rarity: Rarity<'a>,
}

/// Words of a question that say what is asked for, not about what.
const EMPTY: &[&str] = &[
    "kind", "type", "sort", "many", "much", "long", "name", "time", "year", "month", "date", "day",
    "happen", "recent", "ago", "mani", "far", "often", "know",
];

impl<'a> Wanted<'a> {
    pub(super) fn new(question: &Question, names: &'a Names, rarity: Rarity<'a>) -> Self {
        let mut people: Vec<String> = Vec::new();
        let mut terms: Vec<(String, f32)> = Vec::new();
        let mut vectors: Vec<Vector> = Vec::new();
        let mut topic: Vec<bool> = Vec::new();
        let mut plain: Vec<&str> = Vec::new();
        for word in &question.words {
            if word.capital && names.all.contains(&word.folded) {
                if !people.contains(&word.folded) {
                    people.push(word.folded.clone());
                }
            } else {
                plain.push(&word.folded);
            }
            let known = terms.iter().any(|(t, _)| *t == word.stem);
            if !word.stop && !known && !EMPTY.contains(&word.stem.as_str()) {
                terms.push((word.stem.clone(), rarity.idf(&word.stem)));
                vectors.push(embedder().embed(&word.folded));
                topic.push(!names.speakers.contains(&word.folded));
            }
        }
        Self {
            total: terms.iter().map(|t| t.1).sum::<f32>().max(1e-3),
            meaning: embedder().embed_words(plain),
            focus: question.focus.as_ref().map(|f| embedder().embed(&f.folded)),
            people,
            terms,
            vectors,
            topic,
            names,
            rarity,
        }
    }

    /// How alike a word is to what the question says.
    pub(super) fn likeness(&self, word: &Word) -> Likeness {
        let vector = embedder().embed(&word.folded);
        let met = self
            .terms
            .iter()
            .zip(&self.vectors)
            .map(|((term, _), own)| {
                if *term == word.stem {
                    1.0
                } else {
                    cosine(own, &vector).max(0.0)
                }
            });
        Likeness {
            terms: met.collect(),
            focus: self.focus.as_ref().map_or(0.0, |f| cosine(f, &vector)),
            meaning: cosine(&self.meaning, &vector),
            rarity: self.rarity(&word.stem),
            vector,
        }
    }

    /// How alike a text is to the question.
    pub(super) fn meant(&self, text: &str) -> f32 {
        cosine(&embedder().embed(text), &self.meaning)
    }

    /// Share of what the question is about that is met so far, each term's part squared: what is nearly said counts
    /// little.
    pub(super) fn met_softly(&self, met: &[f32]) -> f32 {
        let topic = self.topic(met).map(|(met, rarity)| met * met * rarity);
        topic.sum::<f32>() / self.topic(met).map(|t| t.1).sum::<f32>().max(1e-3)
    }

    /// The weightiest term of what the question is about that is not met, against the rarest.
    pub(super) fn unmet(&self, met: &[f32]) -> f32 {
        let rarest = self.topic(met).map(|t| t.1).fold(1e-3, f32::max);
        let unmet = self.topic(met).map(|(met, rarity)| rarity * (1.0 - met));
        unmet.fold(0.0, f32::max) / rarest
    }

    /// How far the first and the last term of what the question is about are met.
    pub(super) fn ends(&self, met: &[f32]) -> (f32, f32) {
        let first = self.topic(met).next().map_or(0.0, |t| t.0);
        (first, self.topic(met).last().map_or(0.0, |t| t.0))
    }

    fn topic<'m>(&'m self, met: &'m [f32]) -> impl Iterator<Item = (f32, f32)> + 'm {
        let all = met.iter().zip(&self.terms).zip(&self.topic);
        all.filter(|(_, topic)| **topic)
            .map(|((met, term), _)| (*met, term.1))
    }

    /// Whether a word is of somebody's name.
    pub(super) fn names(&self, word: &Word) -> bool {
        self.names.all.contains(&word.folded)
    }

    /// Whether a word is of the name of somebody who speaks or writes.
    pub(super) fn speaks(&self, word: &Word) -> bool {
        self.names.speakers.contains(&word.folded)
    }

    /// Share of the question, by rarity, of which no memory at all has the word.
    pub(super) fn unknown(&self) -> f32 {
        let unknown = self
            .terms
            .iter()
            .filter(|t| (self.rarity.having)(&t.0) == 0);
        unknown.map(|t| t.1).sum::<f32>() / self.total
    }

    /// Whether any memory has a word, by its stem.
    pub(super) fn is_known(&self, stem: &str) -> bool {
        (self.rarity.having)(stem) > 0
    }

    /// Whether a word stands in the question.
    pub(super) fn asks_of(&self, word: &Word) -> bool {
        self.terms.iter().any(|t| t.0 == word.stem)
    }

    /// How rare a word is, by its stem.
    pub(super) fn rarity(&self, stem: &str) -> f32 {
        self.rarity.idf(stem)
    }

    /// How rare a word can be among so many memories.
    pub(super) fn rarest(&self) -> f32 {
        self.rarity.rarest()
    }

    /// How far each of the question's words is met by the nearest of these, 0 to 1, with its rarity.
    pub(super) fn met<'w>(&self, words: impl IntoIterator<Item = &'w Word>) -> Vec<(f32, f32)> {
        let mut best = vec![0.0_f32; self.terms.len()];
        let mut seen: HashSet<&str> = HashSet::new();
        for word in words {
            if word.stop || !seen.insert(&word.folded) {
                continue;
            }
            let vector = embedder().embed(&word.folded);
            for (at, (term, _)) in self.terms.iter().enumerate() {
                let alike = if *term == word.stem {
                    1.0
                } else {
                    cosine(&self.vectors[at], &vector)
                };
                best[at] = best[at].max(alike);
            }
        }
        best.into_iter()
            .zip(self.terms.iter().map(|t| t.1))
            .collect()
    }

    /// The stems of the question's words.
    pub(super) fn stems(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(|t| t.0.as_str())
    }

    /// Share of the question's words, by rarity, that are had.
    pub(super) fn covered(&self, had: &[bool]) -> f32 {
        let found = self.terms.iter().zip(had).filter(|(_, had)| **had);
        found.map(|(term, _)| term.1).sum::<f32>() / self.total
    }
}
