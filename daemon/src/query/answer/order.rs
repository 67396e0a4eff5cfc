//! The sentences of the memories found, in the order in which they may answer.

use super::{Asked, Source, passage::Sentence, words::Word};

/// A sentence with less than this of what the best one has of the question tells of something else.
const ALIKE: f32 = 0.6;

/// Places of the sentences: those of the likeliest memory first; of one memory that one first which holds what the reader
/// found, then those behind it, then those before it.
pub(super) fn likeliest_first(sentences: &[Sentence], sources: &[Source]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sentences.len()).collect();
    let likely = |at: usize| sources[sentences[at].source].likely().unwrap_or(0.0);
    let place = |at: usize| {
        let sentence = &sentences[at];
        let Some(reading) = sources[sentence.source].reading else {
            return (1, sentence.order);
        };
        let span = sentence.within(sources);
        let words = &reading.words;
        let part = match span.start < words.end {
            true if words.start < span.end => 0,
            true => 2,
            false => 1,
        };
        (part, sentence.order)
    };
    order.sort_by(|&a, &b| {
        likely(b)
            .total_cmp(&likely(a))
            .then(sentences[a].source.cmp(&sentences[b].source))
            .then(place(a).cmp(&place(b)))
    });
    order
}

impl<'a> Asked<'a> {
    /// The sentence that answers likeliest.
    pub(super) fn best(&self) -> &'a Sentence<'a> {
        &self.sentences[self.order[0]]
    }

    /// Places of the sentences of the likeliest memory, best first.
    pub(super) fn near(&self) -> impl Iterator<Item = usize> {
        let (sentences, source) = (self.sentences, self.best().source);
        let order = self.order.iter().copied();
        order.filter(move |&at| sentences[at].source == source)
    }

    /// As [`near`](Self::near), those first that have the most of the names that the question says. "I met Bo in Leeds. I met
    /// Ana in Lund." tells of Ana in the second.
    pub(super) fn near_named(&self) -> Vec<usize> {
        let mut near: Vec<usize> = self.near().collect();
        let named: Vec<&Word> = self.question.named().collect();
        if !self.best().spoken {
            near.sort_by_cached_key(|&at| {
                let own = &self.sentences[at].words;
                let has = |name: &&&Word| own.iter().any(|w| w.stem == name.stem);
                named.len() - named.iter().filter(has).count()
            });
        }
        near
    }

    /// Whether a sentence has about as much of the question as the best one.
    pub(super) fn tells_too(&self, at: usize) -> bool {
        let covered = self.wanted.covered(&self.sentences[at]);
        covered > 0.0 && covered >= ALIKE * self.wanted.covered(self.best())
    }

    /// The words of a memory's sentences.
    pub(super) fn words_of(&self, source: usize) -> impl Iterator<Item = &'a Word> {
        let own = self.sentences.iter().filter(move |s| s.source == source);
        own.flat_map(|s| &s.words)
    }
}
