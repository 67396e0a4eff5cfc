//! Memories found → the answer to a question, in words.
//!
//! - `source`: the memories found, with what is known of them
//! - `question`, `asking`, `foreign`: what kind of answer is asked for
//! - `passage`: memories → sentences, each with who says it
//! - `wanted`: what a question says, made ready for matching
//! - `features`, `alike`, `score`: which sentence answers
//! - `facts`, `persons`, `named`, `amounts`, `spans`, `times`: the fact that answers, by the kind asked for
//! - `units`, `currencies`: what numbers count
//! - `whose`: whose "I" and "my" a sentence is
//! - `premises`, `denials`: names that are no people's, and what is denied or over
//! - `verdict`: yes or no
//! - `elapsed`: lengths of time and ages, computed
//! - `choice`: which of two things offered
//! - `changed`: what newer memories tell otherwise
//! - `listing`, `tasks`: answers of several memories; `agenda`: what is answered from memories' times
//! - `evidence`, `network`, `likely`, `pick`: the stretches of words that answer
//! - `told`, `quote`, `say`: the reply, in words
//! - `hours`: the hour of a day that is asked about
//! - `form`, `doubts`, `abstain`, `unknown`: whether to answer at all

mod abstain;
pub(crate) mod agenda;
mod alike;
mod amounts;
mod asking;
mod changed;
mod choice;
mod currencies;
mod denials;
mod doubts;
mod elapsed;
mod evidence;
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
mod network;
mod passage;
mod persons;
mod pick;
mod premises;
mod prior;
mod question;
mod quote;
mod say;
mod score;
mod source;
mod spans;
mod tasks;
mod times;
mod told;
#[cfg(feature = "train")]
mod train;
mod units;
mod unknown;
mod verdict;
mod wanted;
mod whose;
mod words;

use crate::extract::dates::Lean;
use doubts::Weighed;
use jiff::civil::Date;
use memo_common::api::SourceType;
use pick::Candidate;
use question::{Kind, Question};
use say::Found;
use score::Scored;
pub use source::{Rarity, Source};
pub use tasks::{has_open, sought};
use wanted::Wanted;

/// How many memories are looked through.
const SOURCES: usize = 12;

/// How many sentences an answer is picked from.
const SENTENCES: usize = 12;

/// Nothing is asserted where the best memory is less likely to hold the answer than this, by [`Source::likely`]. Of .2 to .5,
/// judged on 453 questions over 151 documents and 320 over four lives, whose writers the reader was not taught on
/// (`daemon/encoder/gate.py`): the best memory holds the answer for .77 and .50 of what is asserted then, and for .71 and .42
/// from .25 on.
const LEAST: f32 = 0.35;

/// The same for "yes" and "no", which is more than that a memory is about it.
const LEAST_YES: f32 = 0.5;

/// How many memories are offered where none answers.
const OFFERED: usize = 3;

/// What is less likely to hold the answer than this is not offered either: of what answers, .02 is below.
const WORTH_OFFERING: f32 = 0.1;

/// How many words of memories are told behind a fact: about what whoever reads a reply sees at a glance.
const WORDS: usize = 52;

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
    let names = source::names(sources);
    let wanted = Wanted::new(&question, &names, rarity);
    let scored = features::score(&question, &wanted, sources);
    let scored = whose::told_of_asker(&question, scored);
    if scored.sentences.is_empty() {
        return say::unknown();
    }
    let named = scored.order_named(&question, sources);
    let asked = Asked {
        question: &question,
        wanted: &wanted,
        scored: &scored,
        sources,
        order: &named,
        today,
    };
    let order = hours::order(&asked, text);
    let asked = Asked {
        order: &order,
        ..asked
    };
    if let Some(reply) = listed(&asked, text) {
        return reply;
    }
    // Both rest on what they name being told.
    if let Some(passed) = elapsed::passed(&asked) {
        return say::cite(&[passed]);
    }
    let first = &scored.sentences[order[0]];
    // A message of a channel is a sentence or two, and torn it says nothing.
    let is_talk = first.spoken && sources[first.source].source_type != SourceType::Slack;
    let order = hours::order(
        &Asked {
            order: &scored.order_likely(&named, sources),
            ..asked
        },
        text,
    );
    let best = scored.sentences[order[0]].source;
    let least = match question.kind {
        Kind::YesNo => LEAST_YES,
        // Of how many memories there are, none holds it.
        Kind::Times => 0.0,
        _ => LEAST,
    };
    let likely = Asked {
        order: &order,
        ..asked
    };
    if sources[best].likely().is_some_and(|likely| likely < least) {
        return nearest(&likely);
    }
    match is_talk {
        true => of_talk(&asked, text),
        false => of_likeliest(&likely, text, best),
    }
}

/// The answer of what people say to each other: the fact, and the stretches of words that answer.
fn of_talk(asked: &Asked, text: &str) -> Reply {
    let question = asked.question;
    let candidates = &say::candidates(asked.scored, asked.order, asked.sources);
    #[cfg(feature = "train")]
    let _ = train::write(text, asked, candidates);
    let picked = pick::pick(asked, candidates);
    if let Some(chosen) = choice::choose(asked, text) {
        let mut all = vec![chosen];
        all.extend(say::stretches(&picked, candidates));
        return say::cite(&all);
    }
    // A telephone number of whom the question names is one, however little else its sentence says of it.
    if let Some(formed) = named::formed(asked) {
        return say::cite(&[formed]);
    }
    let attended = persons::attended(asked);
    let found = attended.clone().or_else(|| find(asked, text));
    let weighed = Weighed {
        asked,
        found: found.is_some(),
        picked: &picked,
    };
    let another = amounts::prices_another(asked, text, found.as_ref());
    // An age is only found where somebody who is asked about was born or turns so many.
    let sure = question.kind == Kind::Age && found.is_some();
    if another || !sure && !abstain::answers(&weighed, text) {
        return nothing(asked.wanted, candidates);
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
        false => say::stretches(&picked, candidates),
    };
    // What the first stretch begins with needs no saying before it.
    let said = |f: &Found| picked.first().is_some_and(|first| first.begins_with(f));
    let mut all: Vec<Found> = found.into_iter().filter(|f| !said(f)).collect();
    all.extend(picked);
    say::cite(&all)
}

/// The answer of the memory that holds it likeliest, or what is worked out from several.
fn of_likeliest(asked: &Asked, text: &str, best: usize) -> Reply {
    let found = choice::choose(asked, text)
        .or_else(|| named::formed(asked))
        .or_else(|| persons::attended(asked))
        .or_else(|| find(asked, text));
    if amounts::prices_another(asked, text, found.as_ref()) {
        return nearest(asked);
    }
    let fact = found
        .filter(|fact| fact.sources().len() > 1 || fact.sources() == [best])
        .or_else(|| told::words(asked, best));
    match fact {
        Some(fact) if fact.sources().len() > 1 => say::cite(&[fact]),
        Some(fact) => say::tell(fact, told::sentences(asked, best, WORDS)),
        None => nearest(asked),
    }
}

/// Says that no memory answers, and offers those that are likeliest to.
fn nearest(asked: &Asked) -> Reply {
    let mut offered: Vec<usize> = Vec::new();
    for &at in asked.order {
        let source = asked.scored.sentences[at].source;
        let likely = asked.sources[source].likely();
        let worth = likely.is_some_and(|likely| likely >= WORTH_OFFERING);
        if worth && offered.len() < OFFERED && !offered.contains(&source) {
            offered.push(source);
        }
    }
    if offered.is_empty() {
        return say::unknown();
    }
    let told = offered.into_iter();
    let told = told.flat_map(|at| told::sentences(asked, at, WORDS / 2));
    say::nothing(&told.collect::<Vec<Found>>())
}

/// What is to be done, what happened in a stretch of time, what there is about somebody: of all memories found.
fn listed(asked: &Asked, text: &str) -> Option<Reply> {
    let (sources, today) = (asked.sources, asked.today);
    if tasks::are_asked(text) {
        // what is to be done is to come
        let period = listing::period(text, today, Some(Lean::Future));
        let to_do = tasks::open(period.as_ref(), sources, today);
        if !to_do.is_empty() {
            return Some(say::list(&to_do));
        }
        // where no task is due then, what else there is on that day
        if let Some(period) = period {
            let told = listing::happened(asked, &period);
            return Some(match told.is_empty() {
                true => say::unknown(),
                false => say::list(&told),
            });
        }
    }
    let told = match (asked.question.kind, listing::period(text, today, None)) {
        (Kind::Happened, Some(period)) => listing::happened(asked, &period),
        (Kind::About, _) => listing::about(asked),
        _ => return None,
    };
    Some(match told.is_empty() {
        true => nearest(asked),
        false => say::list(&told),
    })
}

/// Says that no memory answers, and offers what comes nearest.
fn nothing(wanted: &Wanted, candidates: &[Candidate]) -> Reply {
    say::nothing(&quote::sentences(wanted, candidates))
}

/// As [`nothing`], where somebody else has found that no memory answers.
pub(crate) fn decline(text: &str, sources: &[Source], rarity: Rarity) -> Reply {
    let sources = &sources[..sources.len().min(SOURCES)];
    let question = question::read(text);
    let names = source::names(sources);
    let wanted = Wanted::new(&question, &names, rarity);
    let scored = features::score(&question, &wanted, sources);
    match scored.sentences.is_empty() {
        true => say::unknown(),
        false => nothing(&wanted, &say::candidates(&scored, &scored.order(), sources)),
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

#[cfg(test)]
mod tests;
