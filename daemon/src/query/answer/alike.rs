//! What speaks for a sentence by words alike to the question's, by those beside it, and by who speaks of whom and when.

use super::{
    features::{on, speaks},
    light::{FIRST_PERSON, INTERJECTIONS, PAST, PICTURES, SECOND_PERSON, TO_COME},
    passage::Sentence,
    question::Question,
    wanted::{Likeness, Wanted},
    words::{Word, among},
};
use std::collections::HashMap;

/// How many features rest on alike words, on those beside, and on who speaks of whom and when.
pub(super) const SOFT: usize = 27;

/// Features of each sentence.
pub(super) fn features(
    question: &Question,
    wanted: &Wanted,
    sentences: &[Sentence],
    likeness: &HashMap<String, Likeness>,
) -> Vec<[f32; SOFT]> {
    let met: Vec<Vec<f32>> = sentences.iter().map(|s| met(wanted, s, likeness)).collect();
    let mut of_memory: HashMap<usize, Vec<f32>> = HashMap::new();
    let mut in_memory: HashMap<usize, f32> = HashMap::new();
    for (sentence, met) in sentences.iter().zip(&met) {
        let whole = of_memory
            .entry(sentence.source)
            .or_insert_with(|| vec![0.0; met.len()]);
        widen(whole, met);
        *in_memory.entry(sentence.source).or_default() += 1.0;
    }
    let asks = |list: &[&str]| has(&question.words, list);
    let past = asks(&["did", "was", "were"]);
    let to_come = asks(&["will", "plan", "plans", "planning", "going"]);
    let pictured = asks(PICTURES);
    let each = sentences.iter().enumerate().map(|(at, sentence)| {
        let own = &met[at];
        let beside = |there: Option<usize>| {
            there.filter(|&i| {
                sentences
                    .get(i)
                    .is_some_and(|s| s.source == sentence.source)
            })
        };
        let (before, after) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
        let mut window = own.clone();
        for near in [before, after].into_iter().flatten() {
            widen(&mut window, &met[near]);
        }
        let fourth: Vec<f32> = own.iter().map(|m| m * m).collect();
        let (first, last) = wanted.ends(own);
        let said: Vec<&Word> = sentence.said().collect();
        let is = |list: &[&str]| has(said.iter().copied(), list);
        let voiced = speaks(question, wanted, sentence);
        let (of_self, of_other) = (is(FIRST_PERSON), is(SECOND_PERSON));
        let was = said
            .iter()
            .any(|w| w.folded.len() > 4 && w.folded.ends_with("ed"))
            || is(PAST);
        let comes = is(TO_COME);
        let empty = said.iter().filter(|w| among(w, INTERJECTIONS)).count();
        let mut new: Vec<&Word> = said
            .iter()
            .copied()
            .filter(|w| !w.stop && !wanted.asks_of(w))
            .collect();
        let content = new.len() as f32;
        new.sort_by(|a, b| a.stem.cmp(&b.stem));
        new.dedup_by(|a, b| a.stem == b.stem);
        let rare = new.iter().filter_map(|w| likeness.get(&w.folded));
        let rare: f32 = rare.map(|like| like.rarity).sum();
        let capitals = said.iter().filter(|w| w.capital && !w.first).count();
        let nearby = |there: Option<usize>| there.map_or(0.0, |i| wanted.met_softly(&met[i]));
        [
            wanted.met_softly(own),
            wanted.met_softly(&fourth),
            wanted.met_softly(&window),
            wanted.met_softly(&of_memory[&sentence.source]),
            wanted.unmet(&window),
            wanted.unmet(own),
            last,
            first,
            nearby(before),
            nearby(after),
            on(voiced && of_self),
            on(!voiced && of_other),
            on(voiced && of_other && !of_self),
            on(!voiced && of_self && !of_other),
            on(past && was),
            on(past && !was),
            on(to_come && comes),
            on(!to_come && comes),
            capitals as f32 / 5.0,
            on(said.iter().any(|w| w.is_number())),
            on(said.first().is_some_and(|w| among(w, INTERJECTIONS))),
            empty as f32 / said.len().max(1) as f32,
            content / 10.0,
            on(sentence.text.trim_end().ends_with('!')),
            in_memory[&sentence.source] / 8.0,
            rare / (new.len() + 1) as f32 / wanted.rarest(),
            on(sentence.shown && pictured),
        ]
    });
    each.collect()
}

/// How far each term of the question is met by a sentence's words.
pub(super) fn met(
    wanted: &Wanted,
    sentence: &Sentence,
    likeness: &HashMap<String, Likeness>,
) -> Vec<f32> {
    let mut met = vec![0.0; wanted.terms.len()];
    for word in sentence.said().filter(|w| !w.stop) {
        if let Some(like) = likeness.get(&word.folded) {
            widen(&mut met, &like.terms);
        }
    }
    met
}

/// Takes the larger of each.
fn widen(met: &mut [f32], other: &[f32]) {
    for (own, other) in met.iter_mut().zip(other) {
        *own = own.max(*other);
    }
}

fn has<'w>(words: impl IntoIterator<Item = &'w Word>, list: &[&str]) -> bool {
    words.into_iter().any(|w| among(w, list))
}
