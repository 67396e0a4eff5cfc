//! How likely a word of a sentence belongs to the answer: what is known of it and of the words beside it, weighed by the
//! [`network`].

use super::{
    Asked, SENTENCES,
    evidence::{self, ALIKE, ASKED, FEATURES, Having, OWN},
    features::on,
    network::{self, Input, NEAR, NUMBERS, Narrow, Told},
    pick::Candidate,
    words::Word,
};
use crate::{
    embed::{DIMS, Vector, embedder},
    hashed::{fnv, mix, suffix},
};
use std::collections::HashMap;

/// How far around a word its neighbours' features are looked at, and how many are known of each: those and whether there
/// is no such word.
const AROUND: usize = 3;
const BESIDE: usize = OWN.len() + 1;

/// Numbers of the question: its kind, its asking word, and three more.
const KINDS: usize = 19;
const QUESTION: usize = KINDS + ASKING.len() + 3;
/// Numbers of the sentence.
const SENTENCE: usize = 4;

const _: () = assert!(NUMBERS == FEATURES + 2 * AROUND * BESIDE + QUESTION + SENTENCE);

/// Words by which a question asks.
const ASKING: [&str; 14] = [
    "what", "who", "where", "when", "why", "how", "which", "whose", "is", "did", "does", "do",
    "in", "for",
];

/// A question's candidates, for weighing their words.
pub(super) struct Likely<'a> {
    asked: &'a Asked<'a>,
    candidates: &'a [Candidate<'a>],
    having: Having<'a>,
    told: Told,
    question: [f32; QUESTION],
    /// Hashes of its asking word, and of that with the noun asked for.
    asking: u32,
    focus: u32,
    /// Vectors of the candidates' words, narrowed, by their folded forms.
    vectors: HashMap<&'a str, Narrow>,
}

impl<'a> Likely<'a> {
    pub(super) fn new(asked: &'a Asked<'a>, candidates: &'a [Candidate<'a>]) -> Self {
        let question = asked.question;
        let mut vectors: HashMap<&str, Narrow> = HashMap::new();
        for word in candidates.iter().flat_map(|c| &c.words) {
            let like = asked.scored.likeness.get(&word.folded);
            let narrow = || like.map_or_else(Narrow::default, |l| network::narrow(&l.vector));
            vectors.entry(&word.folded).or_insert_with(narrow);
        }
        let asking = question
            .words
            .iter()
            .find(|w| ASKING.contains(&w.folded.as_str()));
        let asking = asking.map_or("", |w| w.folded.as_str());
        let noun = question.focus.as_ref().map_or("", |f| f.folded.as_str());
        Self {
            asked,
            candidates,
            having: Having::new(candidates),
            told: Told::of(&asked.wanted.focus.unwrap_or([0.0; DIMS]), &meaning(asked)),
            question: numbers(asked, asking),
            asking: fnv(asking.bytes()),
            focus: mix(0, fnv(asking.bytes()), fnv(noun.bytes())),
            vectors,
        }
    }

    /// How likely each word of a candidate belongs to the answer.
    pub(super) fn of(&self, at: usize) -> Vec<f32> {
        let inputs = self.inputs(at);
        inputs.iter().map(|i| self.told.likelihood(i)).collect()
    }

    /// What the network is told of each word of a candidate.
    pub(super) fn inputs(&self, at: usize) -> Vec<Input> {
        let candidate = &self.candidates[at];
        let words = &candidate.words;
        let features = evidence::features(self.asked, self.candidates, &self.having, at);
        let alike = features.iter().map(|f| f[ASKED].max(f[ALIKE]));
        let sentence = [
            at as f32 / SENTENCES as f32,
            on(candidate.spoken),
            candidate.order as f32 / 10.0,
            alike.fold(0.0, f32::max),
        ];
        let hash = |at: Option<usize>| {
            let word = at.and_then(|at| words.get(at));
            word.map_or(1, |w| fnv(w.folded.bytes()))
        };
        (0..words.len())
            .map(|k| {
                let mut numbers = [0.0; NUMBERS];
                let own = features[k].iter().copied();
                let beside = (1..=AROUND).flat_map(|n| [k.checked_sub(n), Some(k + n)]);
                let beside = beside.flat_map(|at| match at.and_then(|at| features.get(at)) {
                    Some(other) => beside_it(other),
                    None => NOBODY,
                });
                let all = own.chain(beside).chain(self.question).chain(sentence);
                for (to, number) in numbers.iter_mut().zip(all) {
                    *to = number;
                }
                Input {
                    numbers,
                    rows: [
                        mix(1, hash(Some(k)), 0),
                        mix(2, hash(k.checked_sub(1)), 0),
                        mix(3, hash(Some(k + 1)), 0),
                        mix(4, self.focus, 0),
                        mix(5, self.asking, fnv(suffix(&words[k].folded, 3).bytes())),
                    ],
                    near: std::array::from_fn(|n| {
                        let at = (k + n).checked_sub(NEAR / 2);
                        at.and_then(|at| words.get(at))
                            .map_or_else(Narrow::default, |w| self.vectors[w.folded.as_str()])
                    }),
                }
            })
            .collect()
    }
}

/// The numbers of a word that stands beside another; those of none.
fn beside_it(features: &[f32; FEATURES]) -> [f32; BESIDE] {
    let mut beside = [0.0; BESIDE];
    for (to, at) in beside.iter_mut().zip(OWN) {
        *to = features[at];
    }
    beside
}
const NOBODY: [f32; BESIDE] = {
    let mut beside = [0.0; BESIDE];
    beside[BESIDE - 1] = 1.0;
    beside
};

/// The numbers of a question.
fn numbers(asked: &Asked, asking: &str) -> [f32; QUESTION] {
    let mut numbers = [0.0; QUESTION];
    numbers[asked.question.kind as usize] = 1.0;
    if let Some(at) = ASKING.iter().position(|a| *a == asking) {
        numbers[KINDS + at] = 1.0;
    }
    let rest = [
        on(asked.question.focus.is_some()),
        asked.wanted.people.len() as f32,
        asked.wanted.terms.len() as f32 / 5.0,
    ];
    numbers[KINDS + ASKING.len()..].copy_from_slice(&rest);
    numbers
}

/// The words of a question that say what it is about.
pub(super) fn about<'a>(asked: &'a Asked) -> impl Iterator<Item = &'a Word> {
    let words = asked.question.words.iter();
    words.filter(|w| !w.stop && !asked.wanted.people.contains(&w.folded))
}

/// The mean of the vectors of those; zeros where there are none.
fn meaning(asked: &Asked) -> Vector {
    let mut mean = [0.0; DIMS];
    let mut count = 0.0;
    for word in about(asked) {
        count += 1.0;
        for (to, x) in mean.iter_mut().zip(embedder().embed(&word.folded)) {
            *to += x;
        }
    }
    mean.map(|x| x / f32::max(count, 1.0))
}
