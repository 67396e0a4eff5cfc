//! Whether a claim says the opposite of what it was made of: the same words, with a "not" more or less.

use super::parts;
use crate::{
    extract::entities::token::tokens,
    index::terms::{is_stop, stem},
};
use frostem::{Algorithm, Stemmer};
use std::collections::HashSet;

/// Words that deny, folded and without apostrophes.
pub(crate) const DENIALS: &[&str] = &[
    "no", "not", "never", "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "havent",
    "hasnt", "hadnt", "cant", "cannot", "couldnt", "wont", "wouldnt", "nobody", "none", "nothing",
];

/// The same in other languages; folded.
pub(crate) const OTHER_DENIALS: &[&str] = &[
    "nicht", "kein", "keine", "keinen", "niet", "geen", "nunca", "tampoco",
];

/// Share of the words of content that two sentences have in common from which on they speak of the same.
const SAME: f32 = 0.75;

/// What a sentence says, as far as it can be told from its words.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// Stems of its words of content.
    stems: HashSet<String>,
    denies: bool,
}

impl Statement {
    pub(super) fn of(sentence: &str) -> Self {
        let stemmer = Stemmer::new(Algorithm::English);
        let (mut stems, mut denies) = (HashSet::new(), false);
        for token in tokens(sentence).iter().filter(|t| t.word) {
            let word = token.folded.replace(['\'', '’'], "");
            if DENIALS.contains(&word.as_str()) || OTHER_DENIALS.contains(&word.as_str()) {
                denies = true;
            } else if !is_stop(&word) {
                stems.extend(parts(&word).map(|p| stem(&stemmer, p).into_owned()));
            }
        }
        Self { stems, denies }
    }

    /// Whether this is denied in these, and said in none of them.
    pub(super) fn is_turned(&self, said: &[Self]) -> bool {
        let same = |other: &&Self| {
            let common = self.stems.intersection(&other.stems).count() as f32;
            common > 1.0 && common >= SAME * self.stems.len().max(other.stems.len()) as f32
        };
        let mut near = said.iter().filter(same).peekable();
        near.peek().is_some() && near.all(|other| other.denies != self.denies)
    }
}
