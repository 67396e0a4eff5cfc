//! Memories found → the answer to a question, in words.
//!
//! - `question`: what kind of answer is asked for
//! - `passage`: memories → sentences, each with who says it
//! - `score`: which sentence answers
//! - `facts`, `spans`, `times`: the fact that answers, by the kind asked for
//! - `elapsed`: lengths of time and ages, computed
//! - `choice`: which of two things offered
//! - `changed`: what newer memories tell otherwise
//! - `listing`: answers of several memories
//! - `pick`: the stretches of words that answer
//! - `abstain`: whether to answer at all

mod abstain;
mod asking;
mod changed;
mod choice;
mod elapsed;
mod facts;
mod irregular;
mod light;
mod listing;
mod passage;
mod pick;
mod question;
mod say;
mod score;
mod spans;
mod times;
mod words;

use jiff::civil::Date;
use memo_common::api::{Content, EntityType};
use question::{Kind, Question};
use say::Found;
use score::{Scored, Wanted};
use std::collections::HashSet;

/// A memory that recall found, with what stands beside it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The memory.
    pub content: &'a Content,
    /// Who speaks in it, where one person does.
    pub speaker: Option<&'a str>,
    /// Who "I" is in it.
    pub user_name: &'a str,
    /// Recall's score, 0 to 1.
    pub score: f32,
    /// The memory before it in the same thread.
    pub before: Option<&'a Content>,
    /// The memory after it.
    pub after: Option<&'a Content>,
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
    fn idf(&self, term: &str) -> f32 {
        let (all, having) = (self.memories as f32, (self.having)(term) as f32);
        (1.0 + (all - having + 0.5).max(0.0) / (having + 0.5)).ln()
    }
}

/// How many memories are looked through.
const SOURCES: usize = 12;

/// How many sentences an answer is picked from.
const SENTENCES: usize = 8;

/// An answer in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// What is said, citing memories as `[1]`, `[2]`: places in `used`, from 1 on.
    pub response: String,
    /// Whether the memories hold an answer.
    pub answered: bool,
    /// The memories that it rests on: places in the memories given.
    pub used: Vec<usize>,
}

/// Answers a question from memories that were found for it, best first; "how long ago" counts back from today.
pub fn answer(text: &str, sources: &[Source], rarity: Rarity) -> Reply {
    answer_on(jiff::Zoned::now().date(), text, sources, rarity)
}

fn answer_on(today: Date, text: &str, sources: &[Source], rarity: Rarity) -> Reply {
    let sources = &sources[..sources.len().min(SOURCES)];
    let question = question::read(text);
    let names = names(sources);
    let wanted = Wanted::new(&question, &names, rarity);
    let scored = score::features(&question, &wanted, sources);
    if scored.sentences.is_empty() {
        return say::unknown();
    }
    let order = scored.order();
    let listed = match (question.kind, listing::period(text, today)) {
        (Kind::Happened, Some(period)) => Some(listing::happened(
            &question, period, &scored, sources, &order,
        )),
        (Kind::About, _) => Some(listing::about(&question, &wanted, &scored, &order)),
        _ => None,
    };
    match listed {
        Some(told) if told.is_empty() => return say::nothing(&scored, &order),
        Some(told) => return say::list(&told),
        None => {}
    }
    // Both rest on what they name being told.
    if let Some(passed) = elapsed::passed(&question, &wanted, &scored, sources) {
        return say::cite(&[passed]);
    }
    if let Some(chosen) = choice::choose(text, &question, &scored, &wanted, &order) {
        let mut all = vec![chosen];
        all.extend(say::stretches(&question, &wanted, &scored, &order));
        return say::cite(&all);
    }
    let found = find(&question, &wanted, &scored, sources, &order, today);
    if !abstain::answers(&question, &wanted, &scored, &order, found.is_some()) {
        return say::nothing(&scored, &order);
    }
    let certain = matches!(
        question.kind,
        Kind::Date | Kind::Clock | Kind::Duration | Kind::Ago | Kind::Age | Kind::Times
    );
    let enough = found.is_some() && certain && !question.double;
    let mut all: Vec<Found> = found.into_iter().collect();
    if !enough {
        all.extend(say::stretches(&question, &wanted, &scored, &order));
    }
    say::cite(&all)
}

/// Says that no memory answers, and offers the nearest.
pub(crate) fn decline(text: &str, sources: &[Source], rarity: Rarity) -> Reply {
    let sources = &sources[..sources.len().min(SOURCES)];
    let question = question::read(text);
    let names = names(sources);
    let scored = score::features(&question, &Wanted::new(&question, &names, rarity), sources);
    match scored.sentences.is_empty() {
        true => say::unknown(),
        false => say::nothing(&scored, &scored.order()),
    }
}

/// The fact that answers, by the kind asked for.
fn find(
    question: &Question,
    wanted: &Wanted,
    scored: &Scored,
    sources: &[Source],
    order: &[usize],
    today: Date,
) -> Option<Found> {
    match question.kind {
        Kind::Date | Kind::Clock => facts::time(question, wanted, scored, sources, order),
        Kind::Duration => facts::duration(false, wanted, scored, order).or_else(|| {
            elapsed::since(false, wanted, scored, sources, order, today)
                .filter(|_| question.until_now)
        }),
        Kind::Ago => facts::duration(true, wanted, scored, order)
            .or_else(|| elapsed::since(true, wanted, scored, sources, order, today)),
        Kind::Age => elapsed::age(question, wanted, scored, sources, order, today),
        Kind::YesNo => facts::yes_or_no(question, scored, order),
        Kind::Times => listing::times(scored, sources, order),
        Kind::Person => facts::person(wanted, scored, order),
        Kind::Count | Kind::Money | Kind::Amount => {
            facts::number(question, wanted, scored, sources, order)
        }
        _ => None,
    }
}

/// Words of the names of everybody in the memories, folded.
fn names(sources: &[Source]) -> HashSet<String> {
    let mut names = HashSet::new();
    for source in sources {
        let entities = source.content.entities.iter();
        let people = entities
            .filter(|e| e.kind == EntityType::Person)
            .map(|e| e.name.as_str())
            .chain(source.content.participants.iter().map(String::as_str))
            .chain(source.speaker)
            .chain([source.user_name]);
        for name in people {
            names.extend(words::words(name).into_iter().map(|w| w.folded));
        }
    }
    names
}

/// Words, each with its features.
pub type WordFeatures = Vec<(String, Vec<f32>)>;

/// What an answer is weighed by, for fitting the lines.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The kind of answer asked for.
    pub kind: String,
    /// Sentences with the memory each is of, and its features.
    pub sentences: Vec<(String, usize, Vec<f32>)>,
    /// The best sentences' words, folded, each with its features; by the sentence's place.
    pub words: Vec<(usize, WordFeatures)>,
    /// Features of whether to answer at all.
    pub doubts: Vec<f32>,
}

/// What [`answer`] weighs.
pub fn explain(text: &str, sources: &[Source], rarity: Rarity) -> Explained {
    let sources = &sources[..sources.len().min(SOURCES)];
    let question = question::read(text);
    let names = names(sources);
    let wanted = Wanted::new(&question, &names, rarity);
    let scored = score::features(&question, &wanted, sources);
    let order = scored.order();
    let candidates = say::candidates(&scored, &order);
    let words = candidates.iter().enumerate().map(|(i, candidate)| {
        let features = pick::features(&question, &wanted, &candidates, i);
        let words = candidate.words.iter().zip(features);
        let words = words.map(|(w, f)| (w.folded.clone(), f.to_vec()));
        (order[i], words.collect())
    });
    let sentences = scored.sentences.iter().zip(&scored.features);
    Explained {
        kind: format!("{:?}", question.kind),
        sentences: sentences
            .map(|(s, f)| (s.text.to_owned(), s.source, f.to_vec()))
            .collect(),
        words: words.collect(),
        doubts: if order.is_empty() {
            Vec::new()
        } else {
            {
                let today = jiff::Zoned::now().date();
                let found = find(&question, &wanted, &scored, sources, &order, today);
                abstain::features(&question, &wanted, &scored, &order, found.is_some()).to_vec()
            }
        },
    }
}

#[cfg(test)]
mod tests;
