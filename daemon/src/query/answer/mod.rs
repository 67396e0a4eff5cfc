//! Memories found → the answer to a question, in words.
//!
//! - `question`, `asking`, `foreign`: what kind of answer is asked for
//! - `passage`: memories → sentences, each with who says it
//! - `wanted`: what a question says, made ready for matching
//! - `features`, `alike`, `score`: which sentence answers
//! - `facts`, `persons`, `named`, `amounts`, `spans`, `times`: the fact that answers, by the kind asked for
//! - `units`, `currencies`: what numbers count
//! - `premises`, `denials`: names that are no people's, and what is denied or over
//! - `verdict`: yes or no
//! - `elapsed`: lengths of time and ages, computed
//! - `choice`: which of two things offered
//! - `changed`: what newer memories tell otherwise
//! - `listing`, `tasks`: answers of several memories
//! - `likely`, `pick`: the stretches of words that answer
//! - `quote`, `say`: the reply, in words
//! - `hours`: the hour of a day that is asked about
//! - `form`, `doubts`, `abstain`, `unknown`: whether to answer at all

mod abstain;
mod alike;
mod amounts;
mod asking;
mod changed;
mod choice;
mod currencies;
mod denials;
mod doubts;
mod elapsed;
mod facts;
mod features;
mod foreign;
mod form;
mod hours;
mod irregular;
mod light;
mod likely;
mod listing;
mod named;
mod passage;
mod persons;
mod pick;
mod premises;
mod prior;
mod question;
mod quote;
mod say;
mod score;
mod spans;
mod tasks;
mod times;
mod units;
mod unknown;
mod verdict;
mod wanted;
mod words;

use crate::extract::dates::Lean;
use doubts::Weighed;
use jiff::civil::Date;
use memo_common::api::{Content, EntityType, SourceType};
use pick::Candidate;
use question::{Kind, Question};
use say::Found;
use score::Scored;
pub use tasks::{has_open, sought};
use wanted::{Names, Wanted};

/// A memory that recall found, with what stands beside it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The memory.
    pub content: &'a Content,
    /// Who speaks in it, where one person does.
    pub speaker: Option<&'a str>,
    /// Who "I" is in it.
    pub user_name: &'a str,
    /// What kind of text it is of.
    pub source_type: SourceType,
    /// Recall's score, 0 to 1.
    pub score: f32,
    /// The memory before it in the same thread.
    pub before: Option<&'a Content>,
    /// The memory after it.
    pub after: Option<&'a Content>,
}

impl<'a> Source<'a> {
    /// A memory of which nothing else is known.
    pub fn of(content: &'a Content) -> Self {
        Self {
            content,
            speaker: None,
            user_name: "",
            source_type: SourceType::Text,
            score: 0.0,
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
    fn idf(&self, term: &str) -> f32 {
        let (all, having) = (self.memories as f32, (self.having)(term) as f32);
        (1.0 + (all - having + 0.5).max(0.0) / (having + 0.5)).ln()
    }
}

/// How many memories are looked through.
const SOURCES: usize = 12;

/// How many sentences an answer is picked from.
const SENTENCES: usize = 12;

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

/// A question with all that is known for answering it.
#[derive(Clone, Copy)]
struct Asked<'a> {
    question: &'a Question,
    wanted: &'a Wanted<'a>,
    /// The sentences of the memories found; never none.
    scored: &'a Scored<'a>,
    sources: &'a [Source<'a>],
    /// Places of the sentences, best first.
    order: &'a [usize],
    /// What "ago" counts back from.
    today: Date,
}

fn answer_on(today: Date, text: &str, sources: &[Source], rarity: Rarity) -> Reply {
    let sources = &sources[..sources.len().min(SOURCES)];
    let question = question::read(text);
    let names = names(sources);
    let wanted = Wanted::new(&question, &names, rarity);
    let scored = features::score(&question, &wanted, sources);
    if scored.sentences.is_empty() {
        return say::unknown();
    }
    let asked = Asked {
        question: &question,
        wanted: &wanted,
        scored: &scored,
        sources,
        order: &scored.order_named(&question, sources),
        today,
    };
    let order = hours::order(&asked, text);
    let asked = Asked {
        order: &order,
        ..asked
    };
    if tasks::are_asked(text) {
        // what is to be done is to come
        let period = listing::period(text, today, Some(Lean::Future));
        let to_do = tasks::open(period.as_ref(), sources, today);
        if !to_do.is_empty() {
            return say::list(&to_do);
        }
        // where no task is due then, what else there is on that day
        if let Some(period) = period {
            let told = listing::happened(&asked, &period);
            return match told.is_empty() {
                true => say::unknown(),
                false => say::list(&told),
            };
        }
    }
    let listed = match (question.kind, listing::period(text, today, None)) {
        (Kind::Happened, Some(period)) => Some(listing::happened(&asked, &period)),
        (Kind::About, _) => Some(listing::about(&asked)),
        _ => None,
    };
    match listed {
        Some(told) if told.is_empty() => return say::nothing(&scored, asked.order),
        Some(told) => return say::list(&told),
        None => {}
    }
    // Both rest on what they name being told.
    if let Some(passed) = elapsed::passed(&asked) {
        return say::cite(&[passed]);
    }
    let candidates = say::candidates(&asked);
    let picked = pick::pick(&asked, &candidates);
    // A message of a channel is a sentence or two, and torn it says nothing.
    let written = candidates
        .first()
        .is_some_and(|c| !c.spoken || sources[c.source].source_type == SourceType::Slack);
    if let Some(chosen) = choice::choose(&asked, text) {
        if written {
            return quoted(Some(chosen), &wanted, &candidates);
        }
        let mut all = vec![chosen];
        all.extend(say::stretches(&picked, &candidates));
        return say::cite(&all);
    }
    // A telephone number of whom the question names is one, however little else its sentence says of it.
    if let Some(formed) = named::formed(&asked) {
        return quoted(Some(formed), &wanted, &candidates);
    }
    let attended = persons::attended(&asked);
    let found = attended.clone().or_else(|| find(&asked, text));
    let weighed = Weighed {
        asked: &asked,
        found: found.is_some(),
        picked: &picked,
    };
    let another = amounts::prices_another(&asked, text, found.as_ref());
    if another || !abstain::answers(&weighed, text) {
        return say::nothing(&scored, asked.order);
    }
    if written && question.kind != Kind::Times {
        return quoted(found, &wanted, &candidates);
    }
    let certain = matches!(
        question.kind,
        Kind::Date | Kind::Clock | Kind::Duration | Kind::Ago | Kind::Age | Kind::Times
    );
    // who was there, the meeting itself says
    let certain = certain || attended.is_some();
    let enough = found.is_some() && certain && !question.double;
    let picked = match enough {
        true => Vec::new(),
        false => say::stretches(&picked, &candidates),
    };
    // What the first stretch begins with needs no saying before it.
    let said = |f: &Found| picked.first().is_some_and(|first| first.begins_with(f));
    let mut all: Vec<Found> = found.into_iter().filter(|f| !said(f)).collect();
    all.extend(picked);
    say::cite(&all)
}

/// The fact, and the sentences that it rests on.
fn quoted(fact: Option<Found>, wanted: &Wanted, candidates: &[Candidate]) -> Reply {
    let sentences = quote::sentences(fact.as_ref(), wanted, candidates);
    say::tell(fact, sentences)
}

/// Says that no memory answers, and offers the nearest.
pub(crate) fn decline(text: &str, sources: &[Source], rarity: Rarity) -> Reply {
    let sources = &sources[..sources.len().min(SOURCES)];
    let question = question::read(text);
    let names = names(sources);
    let scored = features::score(&question, &Wanted::new(&question, &names, rarity), sources);
    match scored.sentences.is_empty() {
        true => say::unknown(),
        false => say::nothing(&scored, &scored.order()),
    }
}

/// The fact that answers, by the kind asked for.
fn find(asked: &Asked, text: &str) -> Option<Found> {
    let question = asked.question;
    match question.kind {
        Kind::Date | Kind::Clock => facts::time(asked, text),
        Kind::Duration => facts::duration(asked, false)
            .or_else(|| elapsed::since(asked, false).filter(|_| question.until_now)),
        Kind::Ago => facts::duration(asked, true).or_else(|| elapsed::since(asked, true)),
        Kind::Age => elapsed::age(asked),
        Kind::YesNo => verdict::yes_or_no(asked, text),
        Kind::Times => listing::times(asked),
        Kind::Person => persons::person(asked),
        Kind::Place => named::place(asked),
        Kind::Count | Kind::Money | Kind::Amount => amounts::number(asked),
        _ => None,
    }
}

/// Words of the names in the memories, folded.
fn names(sources: &[Source]) -> Names {
    let mut names = Names::default();
    let folded = |name: &str| words::words(name).into_iter().map(|w| w.folded);
    for source in sources {
        let speakers = source.speaker.into_iter().chain([source.user_name]);
        names.speakers.extend(speakers.flat_map(folded));
        let entities = source.content.entities.iter();
        let people = entities
            .filter(|e| e.kind == EntityType::Person)
            .map(|e| e.name.as_str())
            .chain(source.content.participants.iter().map(String::as_str));
        names.all.extend(people.flat_map(folded));
    }
    names.all.extend(names.speakers.iter().cloned());
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
    /// Whether several people tell of themselves.
    pub several: bool,
}

/// What [`answer`] weighs; `None` where nothing was found.
pub fn explain(text: &str, sources: &[Source], rarity: Rarity) -> Option<Explained> {
    let sources = &sources[..sources.len().min(SOURCES)];
    let question = question::read(text);
    let names = names(sources);
    let wanted = Wanted::new(&question, &names, rarity);
    let scored = features::score(&question, &wanted, sources);
    if scored.sentences.is_empty() {
        return None;
    }
    let asked = Asked {
        question: &question,
        wanted: &wanted,
        scored: &scored,
        sources,
        order: &scored.order_named(&question, sources),
        today: jiff::Zoned::now().date(),
    };
    let candidates = say::candidates(&asked);
    let having = likely::Having::new(&candidates);
    let words = candidates.iter().enumerate().map(|(i, candidate)| {
        let features = likely::features(&asked, &candidates, &having, i);
        let words = candidate.words.iter().zip(features);
        let words = words.map(|(w, f)| (w.folded.clone(), f.to_vec()));
        (asked.order[i], words.collect())
    });
    let sentences = scored.sentences.iter().zip(&scored.features);
    let weighed = Weighed {
        asked: &asked,
        found: persons::attended(&asked).is_some() || find(&asked, text).is_some(),
        picked: &pick::pick(&asked, &candidates),
    };
    Some(Explained {
        kind: format!("{:?}", question.kind),
        sentences: sentences
            .map(|(s, f)| (s.text.to_owned(), s.source, f.to_vec()))
            .collect(),
        words: words.collect(),
        doubts: weighed.features().to_vec(),
        several: weighed.of_several(),
    })
}

#[cfg(test)]
mod tests;
