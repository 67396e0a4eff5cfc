//! What past ratings say: a rated memory moves for that question and for those like it in meaning, and for no other.

use crate::{
    embed::{
        compact::{self, Codes},
        embedder,
    },
    index::terms::{fold, terms},
};

/// One standing rating by the asker.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The question for which the memory was rated.
    pub question: String,
    /// The version of the memory's document.
    pub version: u64,
    /// Its index in the document.
    pub index: u32,
    /// Above 0 helpful, below 0 not.
    pub rating: i32,
}

/// A user's ratings, made ready for questions; to be kept while they stay the same.
#[derive(Clone, Debug, Default)]
pub struct Ratings {
    all: Vec<Rated>,
}

#[derive(Clone, Debug)]
struct Rated {
    asked: Asked,
    version: u64,
    index: u32,
    strength: f32,
}

/// A question, for comparing with others.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Its content words, sorted, each once.
    terms: Vec<String>,
    /// Those of them that are written as names, sorted.
    names: Vec<String>,
    codes: Codes,
}

/// Ratings beyond this many points say no more.
const MOST_POINTS: f32 = 7.0;

/// What all ratings together can at most add to the line's sum.
const MOST: f32 = 5.0;

/// Up to this likeness questions are unlike, and a rating moves nothing.
const UNLIKE: f32 = 0.5;

impl Ratings {
    /// Makes ratings ready.
    pub fn new(ratings: impl IntoIterator<Item = Rating>) -> Self {
        let ready = |rating: Rating| {
            let points = (rating.rating.unsigned_abs() as f32).min(MOST_POINTS);
            Rated {
                asked: Asked::new(&rating.question),
                version: rating.version,
                index: rating.index,
                strength: (1.0 + points).log2() * rating.rating.signum() as f32,
            }
        };
        Self {
            all: ratings.into_iter().map(ready).collect(),
        }
    }

    /// The memories that ratings move for this question, as version and index, with what is added to the line's sum.
    pub(super) fn moves(&self, text: &str) -> Vec<((u64, u32), f32)> {
        if self.all.is_empty() {
            return Vec::new();
        }
        let asked = Asked::new(text);
        let mut moves: Vec<((u64, u32), f32)> = self
            .all
            .iter()
            .map(|rated| {
                let moved = rated.strength * rated.asked.likeness(&asked);
                ((rated.version, rated.index), moved)
            })
            .filter(|(_, moved)| *moved != 0.0)
            .collect();
        moves.sort_by_key(|(memory, _)| *memory);
        // Ratings of one memory that agree add up, but ever less.
        moves.dedup_by(|next, sum| {
            let same = next.0 == sum.0;
            if same {
                sum.1 += next.1;
            }
            same
        });
        for (_, moved) in &mut moves {
            *moved *= MOST / (1.0 + moved.abs());
        }
        moves
    }
}

impl Asked {
    fn new(text: &str) -> Self {
        let mut asked = Self {
            terms: terms(text),
            names: text
                .split_whitespace()
                .skip(1)
                .filter(|w| w.chars().next().is_some_and(char::is_uppercase))
                .flat_map(|w| terms(&fold(w)))
                .collect(),
            codes: compact::codes(&embedder().embed(text)),
        };
        for words in [&mut asked.terms, &mut asked.names] {
            words.sort_unstable();
            words.dedup();
        }
        asked
    }

    /// 1 for the same question, 0 for an unlike one. Questions that name different people or things are unlike however
    /// near their other words are.
    fn likeness(&self, other: &Self) -> f32 {
        if self.terms == other.terms {
            return 1.0;
        }
        let differ = |a: &Self, b: &Self| a.names.iter().any(|n| b.terms.binary_search(n).is_err());
        if differ(self, other) && differ(other, self) {
            return 0.0;
        }
        let shared = self
            .terms
            .iter()
            .filter(|t| other.terms.binary_search(t).is_ok())
            .count();
        let words = 2.0 * shared as f32 / (self.terms.len() + other.terms.len()).max(1) as f32;
        let meaning = compact::cosine(&self.codes, &other.codes).max(0.0);
        let both = 0.7 * meaning + 0.3 * words;
        ((both - UNLIKE) / (1.0 - UNLIKE)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(question: &str, rating: i32) -> Rating {
        Rating {
            question: question.to_owned(),
            version: 1,
            index: 0,
            rating,
        }
    }

    fn moved(ratings: &[Rating], question: &str) -> f32 {
        let moves = Ratings::new(ratings.iter().cloned()).moves(question);
        moves.first().map_or(0.0, |m| m.1)
    }

    #[test]
    fn a_rating_moves_its_question_and_fades_for_others() {
        let one = [rated("Where did Ana plant the tulips?", 1)];
        let same = moved(&one, "where did Ana plant the tulips");
        let like = moved(&one, "In which place were the tulips planted by Ana?");
        assert!(same > like && like > 0.0, "{same} {like}");
        assert_eq!(moved(&one, "What does the car insurance cost?"), 0.0);
        assert_eq!(moved(&one, "Where did Bo plant the tulips?"), 0.0);
    }

    #[test]
    fn agreement_adds_up_to_a_bound() {
        let once = moved(&[rated("who baked bread", 1)], "who baked bread");
        let many = vec![rated("who baked bread", 1); 50];
        let often = moved(&many, "who baked bread");
        assert!(once < often && often <= MOST);
        assert_eq!(
            moved(&[rated("who baked bread", -1)], "who baked bread"),
            -once
        );
        let both = [rated("who baked bread", 1), rated("who baked bread", -1)];
        assert_eq!(moved(&both, "who baked bread"), 0.0);
    }
}
