//! What a question says, made ready for matching.

use super::{Rarity, passage::Sentence, question::Question, words::Word};

/// What the question says, made ready for matching.
pub(super) struct Wanted<'a> {
    /// Stems of its content words, with their rarity.
    terms: Vec<(String, f32)>,
    /// Sum of the rarities.
    total: f32,
    /// Rarity of words by stem.
    rarity: Rarity<'a>,
}

/// Words of a question that say what is asked for, not about what.
const EMPTY: &[&str] = &[
    "kind", "type", "sort", "many", "much", "long", "name", "time", "year", "month", "date", "day",
    "happen", "recent", "ago", "mani", "far", "often", "know",
];

impl<'a> Wanted<'a> {
    pub(super) fn new(question: &Question, rarity: Rarity<'a>) -> Self {
        let mut terms: Vec<(String, f32)> = Vec::new();
        for word in question.words.iter().filter(|w| !w.stop) {
            let known = terms.iter().any(|(t, _)| *t == word.stem);
            if !known && !EMPTY.contains(&word.stem.as_str()) {
                terms.push((word.stem.clone(), rarity.idf(&word.stem)));
            }
        }
        Self {
            total: terms.iter().map(|t| t.1).sum::<f32>().max(1e-3),
            terms,
            rarity,
        }
    }

    /// Whether a word stands in the question.
    pub(super) fn asks_of(&self, word: &Word) -> bool {
        self.terms.iter().any(|t| t.0 == word.stem)
    }

    /// How rare a word is, by its stem.
    pub(super) fn rarity(&self, stem: &str) -> f32 {
        self.rarity.idf(stem)
    }

    /// Share of the question's words, by rarity, that a sentence has.
    pub(super) fn covered(&self, sentence: &Sentence) -> f32 {
        let has = |stem: &str| sentence.words.iter().any(|w| w.stem == stem);
        let had = self.terms.iter().filter(|t| has(&t.0));
        had.map(|t| t.1).sum::<f32>() / self.total
    }
}
