//! The memories that were found, with what is known of them.

use crate::{
    encoder::Reading,
    query::{bm25::idf, read},
};
use memo_common::api::{Content, SourceType};

/// A memory that recall found, with what stands beside it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The memory.
    pub content: &'a Content,
    /// Who "I" is in it.
    pub user_name: &'a str,
    /// What kind of text it is of.
    pub source_type: SourceType,
    /// Recall's score, 0 to 1.
    pub score: f32,
    /// What the reader makes of it, where it has been read with the question.
    pub(crate) reading: Option<&'a Reading>,
    /// The memory before it in the same thread.
    pub before: Option<&'a Content>,
    /// The memory after it.
    pub after: Option<&'a Content>,
}

impl<'a> Source<'a> {
    /// How likely it holds the answer, 0 to 1; `None` where it has not been read.
    pub(super) fn likely(&self) -> Option<f32> {
        self.reading
            .map(|reading| read::likely(self.score, reading))
    }

    /// A memory of which nothing else is known.
    pub fn of(content: &'a Content) -> Self {
        Self {
            content,
            user_name: "",
            source_type: SourceType::Text,
            score: 0.0,
            reading: None,
            before: None,
            after: None,
        }
    }
}

/// How often words occur in the asker's memories.
#[derive(Clone, Copy)]
pub struct Rarity<'a> {
    /// How many memories there are.
    pub memories: u64,
    /// How many of them have the term.
    pub having: &'a dyn Fn(&str) -> u64,
}

impl Rarity<'_> {
    /// Robertson and Spärck Jones' weight of a term, never below 0.
    pub(super) fn idf(&self, term: &str) -> f32 {
        idf(self.memories as f32, (self.having)(term) as f32)
    }
}
