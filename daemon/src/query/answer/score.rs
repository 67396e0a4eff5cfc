//! Which sentence answers: features of each, and the line that adds them up.

use super::{
    Rarity, Source,
    passage::{self, Sentence, Voice},
    question::{Kind, Question},
    spans,
    words::{Word, words},
};
use crate::embed::{Vector, cosine, embedder};
use std::collections::{HashMap, HashSet};

/// How many features a sentence has.
pub(super) const FEATURES: usize = 26;

/// A sentence's features.
pub(super) type Features = [f32; FEATURES];

/// Where the share of the question stands that a sentence has, and that the one behind it has.
const COVERED: usize = 3;
const AFTER: usize = 20;
/// Where the share stands that its memory has.
const MEMORY_COVERED: usize = 4;

/// Sentences that score less than the best by more than this hold no better fact.
const FACT_WITHIN: f32 = 2.0;

/// A memory with less than this of what the best one has of the question is about something else.
const ALIKE: f32 = 0.6;

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
    focus: Option<Vector>,
    /// Words of everybody's names, folded.
    names: &'a HashSet<String>,
    /// Rarity of words by stem.
    rarity: Rarity<'a>,
}

/// Words of a question that say what is asked for, not about what.
const EMPTY: &[&str] = &[
    "kind", "type", "sort", "many", "much", "long", "name", "time", "year", "month", "date", "day",
    "happen", "recent", "ago", "mani", "far", "often", "know",
];

impl<'a> Wanted<'a> {
    pub(super) fn new(question: &Question, names: &'a HashSet<String>, rarity: Rarity<'a>) -> Self {
        let mut people: Vec<String> = Vec::new();
        let mut terms: Vec<(String, f32)> = Vec::new();
        let mut vectors: Vec<Vector> = Vec::new();
        let mut plain: Vec<&str> = Vec::new();
        for word in &question.words {
            if word.capital && names.contains(&word.folded) {
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
            }
        }
        Self {
            total: terms.iter().map(|t| t.1).sum::<f32>().max(1e-3),
            meaning: embedder().embed_words(plain),
            focus: question.focus.as_ref().map(|f| embedder().embed(&f.folded)),
            people,
            terms,
            vectors,
            names,
            rarity,
        }
    }

    /// How alike a word is to the kind of thing asked for (0 where no kind is named), and to the question.
    pub(super) fn likeness(&self, word: &Word) -> (f32, f32) {
        let vector = embedder().embed(&word.folded);
        let focus = self.focus.as_ref().map_or(0.0, |f| cosine(f, &vector));
        (focus, cosine(&self.meaning, &vector))
    }

    /// Whether a word is of somebody's name.
    pub(super) fn names(&self, word: &Word) -> bool {
        self.names.contains(&word.folded)
    }

    /// Whether a word stands in the question.
    pub(super) fn asks_of(&self, word: &Word) -> bool {
        self.terms.iter().any(|t| t.0 == word.stem)
    }

    /// How rare a word is, by its stem.
    pub(super) fn rarity(&self, stem: &str) -> f32 {
        self.rarity.idf(stem)
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

    /// Share of the question's words, by rarity, that are among these.
    pub(super) fn covered(&self, has: impl Fn(&str) -> bool) -> f32 {
        let found: f32 = self.terms.iter().filter(|t| has(&t.0)).map(|t| t.1).sum();
        found / self.total
    }
}

/// Everything known of the memories found, for scoring their sentences.
pub(super) struct Scored<'a> {
    pub(super) sentences: Vec<Sentence<'a>>,
    pub(super) features: Vec<Features>,
}

impl Scored<'_> {
    /// Places of the sentences, best first.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sentences.len()).collect();
        order.sort_by(|a, b| self.score(*b).total_cmp(&self.score(*a)));
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
        sum(&self.features[at])
    }
}

/// All sentences of the memories with their features.
pub(super) fn features<'a>(
    question: &Question,
    wanted: &Wanted,
    sources: &[Source<'a>],
) -> Scored<'a> {
    let sentences: Vec<Sentence> = sources
        .iter()
        .enumerate()
        .flat_map(|(at, source)| passage::sentences(at, source))
        .collect();
    let stems =
        |words: &[Word]| -> HashSet<String> { words.iter().map(|w| w.stem.clone()).collect() };
    let of_sources: Vec<SourceFacts> = sources
        .iter()
        .map(|s| SourceFacts::new(s, wanted))
        .collect();
    let best = sources.iter().map(|s| s.score).fold(1e-6, f32::max);
    let mut all = Vec::with_capacity(sentences.len());
    let mut previous: HashMap<usize, f32> = HashMap::new();
    let mut asked: HashMap<usize, f32> = HashMap::new();
    for sentence in &sentences {
        let of = &of_sources[sentence.source];
        let own = stems(&sentence.words);
        let covered = wanted.covered(|t| own.contains(t));
        let before = previous.insert(sentence.source, covered).unwrap_or(0.0);
        // How much of the question stands in the last question that somebody else asked.
        let was_asked = asked.get(&sentence.source).copied().unwrap_or(of.asked);
        if sentence.asks {
            asked.insert(sentence.source, covered.max(was_asked * 0.5));
        }
        let new = || {
            let words = sentence.words.iter();
            words.filter(|w| !w.stop && !wanted.terms.iter().any(|t| t.0 == w.stem))
        };
        let content = new().count() as f32;
        let alike = new().map(|w| wanted.likeness(w).0).fold(0.0, f32::max);
        let on = |yes: bool| f32::from(u8::from(yes));
        let about = wanted.people.first();
        let speaks = about.is_some_and(|a| is_called(sentence.voice.name(), a))
            || about.is_none() && question.of_user && matches!(sentence.voice, Voice::User(_));
        let names = about.is_some_and(|a| sentence.words.iter().any(|w| w.folded == *a));
        let score = sources[sentence.source].score;
        let like = cosine(&embedder().embed(sentence.text), &wanted.meaning);
        let source = &sources[sentence.source];
        let fits = on(spans::fits(question.kind, sentence, source));
        // Talk answers in other words than it is asked in; what is written names its matter.
        let written = on(!sentence.spoken);
        all.push([
            -((1 + sentence.source) as f32).ln(),
            score,
            score / best,
            covered,
            of.covered,
            of.around,
            like,
            of.meaning,
            on(speaks),
            on(names),
            on(sentence.asks),
            fits,
            if sentence.asks { 0.0 } else { was_asked },
            on(sentence.words.len() < 4),
            on(sentence.order == 0),
            on(sentence.shown),
            before,
            (1.0 + content).ln(),
            on(matches!(question.kind, Kind::Thing | Kind::Manner | Kind::Reason) && content < 3.0),
            alike,
            0.0,
            written * covered,
            written * of.covered,
            written * of.around,
            written * fits,
            written * like,
        ]);
    }
    for at in 1..all.len() {
        if sentences[at].source == sentences[at - 1].source {
            all[at - 1][AFTER] = all[at][COVERED];
        }
    }
    Scored {
        sentences,
        features: all,
    }
}

/// The line's weights, in the order of features; fitted listwise (softmax over a question's sentences, weighed by how
/// much of the answer each has) on questions over five long conversations and over documents of every source type.
const WEIGHTS: [f32; FEATURES] = [
    0.40, 1.21, 0.74, 0.27, -1.43, 1.46, 3.48, -2.46, 0.46, 0.40, -0.06, 3.01, 0.81, -0.52, 0.16,
    -0.54, 0.70, 0.72, -0.76, 2.62, -0.31, 0.50, 3.09, 0.64, -1.01, -0.13,
];

/// The line's sum.
fn sum(features: &Features) -> f32 {
    WEIGHTS.iter().zip(features).map(|(w, f)| w * f).sum()
}

/// Whether somebody of this full name is called by this first (or other) name, folded.
pub(super) fn is_called(name: &str, called: &str) -> bool {
    words(name).iter().any(|w| w.folded == called)
}

struct SourceFacts {
    /// Share of the question that the memory has.
    covered: f32,
    /// … that it has with its neighbours.
    around: f32,
    /// Its cosine with the question.
    meaning: f32,
    /// Share of the question that the question before it has, where one stands there.
    asked: f32,
}

impl SourceFacts {
    fn new(source: &Source, wanted: &Wanted) -> Self {
        let stems =
            |text: &str| -> HashSet<String> { words(text).into_iter().map(|w| w.stem).collect() };
        let own = stems(&source.content.narrative);
        let before = source
            .before
            .map(|c| stems(&c.narrative))
            .unwrap_or_default();
        let after = source
            .after
            .map(|c| stems(&c.narrative))
            .unwrap_or_default();
        let asked = source
            .before
            .is_some_and(|c| c.narrative.trim_end_matches(['”', '"', ')']).ends_with('?'));
        Self {
            covered: wanted.covered(|t| own.contains(t)),
            around: wanted.covered(|t| own.contains(t) || before.contains(t) || after.contains(t)),
            meaning: cosine(
                &embedder().embed(&source.content.narrative),
                &wanted.meaning,
            ),
            asked: if asked {
                wanted.covered(|t| before.contains(t))
            } else {
                0.0
            },
        }
    }
}
