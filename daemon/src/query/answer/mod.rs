//! Memories found → the answer to a question, in words.
//!
//! The reader says how likely each memory holds the answer, and with which words; here it is decided whether to say anything,
//! what its words mean (days, lengths of time, ages), and how it is told.
//!
//! - `source`: the memories found, with what is known of them
//! - `question`, `asking`, `foreign`: what kind of answer is asked for
//! - `passage`: memories → sentences, each with who says it; `order`: which of them answers
//! - `wanted`: what a question says, made ready for matching
//! - `facts`, `times`: the time that answers; `denials`: what is denied or over
//! - `numbers`: words that are numbers; `changed`: what newer memories tell otherwise
//! - `whose`: whose "I" and "my" a sentence is; `who`: who says "I" of what is asked
//! - `verdict`: yes or no; `choice`: which of two things offered is taken
//! - `elapsed`: lengths of time and ages, computed
//! - `listing`, `tasks`: answers of several memories; `agenda`: what is answered from memories' times
//! - `hours`: the hour of a day that is asked about
//! - `told`, `say`: the reply, in words

pub(crate) mod agenda;
mod asking;
mod changed;
mod choice;
mod denials;
mod elapsed;
mod facts;
mod foreign;
mod hours;
mod irregular;
mod listing;
mod numbers;
mod order;
mod passage;
mod question;
mod say;
mod source;
mod tasks;
mod times;
mod told;
mod verdict;
mod wanted;
mod who;
mod whose;
mod words;

use crate::extract::dates::Lean;
use jiff::civil::Date;
use passage::Sentence;
use question::{Kind, Question};
use say::Found;
pub use source::{Rarity, Source};
pub use tasks::{has_open, sought};
use wanted::Wanted;

/// How many memories are looked through.
const SOURCES: usize = 12;

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
    /// Those of the memories found; never none.
    sentences: &'a [Sentence<'a>],
    sources: &'a [Source<'a>],
    /// Places of the sentences, best first.
    order: &'a [usize],
    /// What "ago" counts back from.
    today: Date,
}

fn answer_on(today: Date, text: &str, sources: &[Source], rarity: Rarity) -> Reply {
    with_sentences(today, text, sources, rarity, reply)
}

/// Says that no memory answers, as somebody else has found, and offers those that are likeliest to.
pub(crate) fn decline(text: &str, sources: &[Source], rarity: Rarity) -> Reply {
    let today = jiff::Zoned::now().date();
    with_sentences(today, text, sources, rarity, |asked, _| nearest(asked))
}

/// What `reply` makes of a question and the sentences of the memories found.
fn with_sentences(
    today: Date,
    text: &str,
    sources: &[Source],
    rarity: Rarity,
    reply: impl Fn(&Asked, &str) -> Reply,
) -> Reply {
    let sources = &sources[..sources.len().min(SOURCES)];
    let question = question::read(text);
    let wanted = Wanted::new(&question, rarity);
    let all = sources.iter().enumerate();
    let all = all.flat_map(|(at, source)| passage::sentences(at, source));
    let sentences = whose::told_of_asker(&question, &wanted, all.collect());
    if sentences.is_empty() {
        return say::unknown();
    }
    let order = order::likeliest_first(&sentences, sources);
    let asked = Asked {
        question: &question,
        wanted: &wanted,
        sentences: &sentences,
        sources,
        order: &order,
        today,
    };
    let order = hours::order(&asked, text);
    let asked = Asked {
        order: &order,
        ..asked
    };
    reply(&asked, text)
}

fn reply(asked: &Asked, text: &str) -> Reply {
    if let Some(reply) = listed(asked, text) {
        return reply;
    }
    // Both rest on what they name being told.
    if let Some(passed) = elapsed::passed(asked) {
        return say::cite(&[passed]);
    }
    let best = asked.best().source;
    let least = match asked.question.kind {
        Kind::YesNo => LEAST_YES,
        // Of how many memories there are, none holds it.
        Kind::Times => 0.0,
        _ => LEAST,
    };
    if let Some((name, sentence)) = who::says_so(asked, best) {
        return say::tell(name, vec![sentence]);
    }
    let likely = asked.sources[best].likely();
    if likely.is_some_and(|likely| likely < least) {
        return nearest(asked);
    }
    match found(asked, text, best) {
        Some(found) if found.sources().len() > 1 => say::cite(&[found]),
        Some(found) => say::tell(found, told::sentences(asked, best, WORDS)),
        None => nearest(asked),
    }
}

/// What answers, of the likeliest memory: what its words come to, by the kind that is asked for, or as they are.
fn found(asked: &Asked, text: &str, best: usize) -> Option<Found> {
    let kind = asked.question.kind;
    let worked_out = match kind {
        Kind::Date | Kind::Clock => facts::time(asked, text),
        Kind::Duration if asked.question.until_now => elapsed::since(asked, false),
        Kind::Ago => elapsed::since(asked, true),
        Kind::Age => elapsed::age(asked),
        Kind::YesNo => verdict::yes_or_no(asked, text),
        Kind::Times => listing::times(asked),
        _ => None,
    };
    worked_out.or_else(|| {
        // Of two things offered the sentence says which, the words before it hardly.
        if kind == Kind::YesNo {
            return told::sentences(asked, best, WORDS).into_iter().next();
        }
        let (sentence, words) = told::held(asked, best)?;
        let counts = matches!(kind, Kind::Count | Kind::Money | Kind::Amount | Kind::Age);
        if counts && !numbers::tells(&words) {
            return None;
        }
        let words = match kind {
            Kind::Money => numbers::sum_of(asked, sentence).unwrap_or(words),
            Kind::Count => numbers::counted(asked, &words),
            _ => words,
        };
        if let Some(choice) = choice::of(asked, sentence) {
            return Some(Found::of(
                sentence.text[choice.taken.span.clone()].to_owned(),
                best,
            ));
        }
        // "I", "who" and "it" say nothing by themselves
        if told::is_empty(&words) {
            let name = sentence.voice.name();
            let said = kind == Kind::Person && !name.is_empty() && told::says_i(&words);
            return match said {
                true => Some(Found::of(name.to_owned(), best)),
                false => told::sentences(asked, best, WORDS).into_iter().next(),
            };
        }
        let found = Found::of(words, best);
        Some(match counts {
            true => changed::newest(asked, found, best),
            false => found,
        })
    })
}

/// Says that no memory answers, and offers those that are likeliest to.
fn nearest(asked: &Asked) -> Reply {
    let mut offered: Vec<usize> = Vec::new();
    for &at in asked.order {
        let source = asked.sentences[at].source;
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
    let anothers = tasks::of_another(asked.question, sources);
    if !anothers.is_empty() {
        return Some(say::list(&anothers));
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

#[cfg(test)]
mod tests;
