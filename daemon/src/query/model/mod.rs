//! A question answered by a language model from memories that were found, and checked.
//!
//! The model is given the memories as numbered data, and is to cite them; for a sentence without a citation, as small
//! models write, the first memory that bears it out is taken. Each sentence is checked as soon as it is whole: the memories
//! have to be among those that were given, and its names, numbers, dates and links have to stand in those, and
//! most of its words in those or in the question. A sentence that does not hold is dropped; where none holds, the
//! embedded answer stands. The check is on words: a "not" that was lost is noticed where the rest is as it was.
//!
//! - `prompt`: question and memories as messages
//! - `sentences`: a reply as it comes in → whole sentences with their citations
//! - this file: which of them hold, and what they make together

mod prompt;
mod sentences;

use super::answer::{Reply, Source};
use crate::{
    extract::{dates::Reference, evidence::Evidence},
    llm::{Call, Llm, LlmError, Purpose},
    when::When,
};
use jiff::civil::DateTime;
use memo_common::api::RunError;
use sentences::{Sentence, Sentences};
use std::ops::ControlFlow;
use tokio_util::sync::CancellationToken;

/// Share of a sentence's words of content that have to stand in the memories it cites, or in the question.
const SHARE: f32 = 0.6;

/// Sentences of an answer.
const MOST: usize = 12;

/// Sentences of a reply that are looked at: one that has not come to the point by then never does.
const MOST_SEEN: usize = 3 * MOST;

/// Fewer words than this ("Yes.") are part of the sentence behind them.
const SHORT: usize = 4;

/// What came of asking the model.
pub(crate) enum Outcome {
    /// An answer that holds; where it ends early, why.
    Told(Reply, Option<RunError>),
    /// The memories do not hold the answer, the model says.
    Declined,
    /// There is no answer of the model that holds.
    Failed(RunError),
}

/// What is asked.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) question: &'a str,
    /// Memories found for it, best first.
    pub(crate) sources: &'a [Source<'a>],
    /// The asker's clock.
    pub(crate) now: DateTime,
}

/// Answers a question by the model. `say` is given each sentence once it is checked, and may end it all.
pub(crate) fn answer(
    llm: &Llm,
    asked: Asked,
    cancelled: &CancellationToken,
    say: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Outcome {
    let mut given = prompt::given(asked.sources);
    loop {
        let call = Call {
            purpose: Purpose::Answer,
            messages: prompt::messages(asked, given),
            schema: None,
            stream: true,
        };
        let mut reply = Checked::new(asked, given, say);
        let mut sentences = Sentences::default();
        let end = llm.chat(&call, cancelled, &mut |piece| {
            let whole = sentences.push(piece);
            whole.into_iter().try_for_each(|s| reply.take(s))
        });
        match end {
            Err(LlmError::PromptTooLong(_)) if given > 1 => given /= 2,
            Err(error) => return reply.outcome(Some(error)),
            Ok(_) => {
                // What breaks off here has been told already.
                let _ = sentences.end().into_iter().try_for_each(|s| reply.take(s));
                return reply.outcome(None);
            }
        }
    }
}

/// The sentences that hold.
struct Checked<'a> {
    asked: Asked<'a>,
    /// How many of the memories the model was given.
    given: usize,
    say: &'a mut dyn FnMut(&str) -> ControlFlow<()>,
    response: String,
    used: Vec<usize>,
    /// The sentences in it, without citations.
    sentences: Vec<String>,
    /// What waits for the sentence that it belongs to.
    lead: String,
    declined: bool,
    /// Sentences of the reply so far, whether they hold or not.
    seen: usize,
}

impl<'a> Checked<'a> {
    fn new(
        asked: Asked<'a>,
        given: usize,
        say: &'a mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Self {
        Self {
            asked,
            given,
            say,
            response: String::new(),
            used: Vec::new(),
            sentences: Vec::new(),
            lead: String::new(),
            declined: false,
            seen: 0,
        }
    }

    /// Takes a sentence in, if it holds.
    fn take(&mut self, sentence: Sentence) -> ControlFlow<()> {
        self.seen += 1;
        if self.seen > MOST_SEEN {
            return ControlFlow::Break(());
        }
        let Sentence { text, cited } = sentence;
        if cited.is_empty() && text.to_uppercase().contains(prompt::NONE) {
            self.declined = true;
            return ControlFlow::Continue(());
        }
        if cited.is_empty() && text.split_whitespace().count() < SHORT {
            self.lead = text;
            return ControlFlow::Continue(());
        }
        let lead = std::mem::take(&mut self.lead);
        let text = format!("{lead} {text}").trim().to_owned();
        let cited = match cited.is_empty() {
            true => self.bearing(&text).into_iter().collect(),
            false => cited,
        };
        if !self.holds(&text, &cited) || self.sentences.contains(&text) {
            return ControlFlow::Continue(());
        }
        let mut places = String::new();
        for number in cited {
            let source = number - 1;
            let place = self.used.iter().position(|u| *u == source);
            let place = place.unwrap_or_else(|| {
                self.used.push(source);
                self.used.len() - 1
            });
            let place = format!("[{}]", place + 1);
            if !places.contains(&place) {
                places.push_str(&place);
            }
        }
        let gap = if self.response.is_empty() { "" } else { " " };
        let words = text.trim_end_matches(['.', '!', '?']);
        let mark = &text[words.len()..];
        let piece = format!("{gap}{words} {places}{mark}");
        self.response.push_str(&piece);
        self.sentences.push(text);
        (self.say)(&piece)?;
        match self.sentences.len() < MOST {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }

    /// The number of the first memory by whose words a sentence could have been made.
    fn bearing(&self, text: &str) -> Option<usize> {
        (1..=self.given).find(|number| self.holds(text, &[*number]))
    }

    /// Whether a sentence could have been made of the memories it cites.
    fn holds(&self, text: &str, cited: &[usize]) -> bool {
        if cited.is_empty() || cited.iter().any(|n| !(1..=self.given).contains(n)) {
            return false;
        }
        let mut evidence = Evidence::default();
        for number in cited {
            add(&mut evidence, &self.asked.sources[number - 1]);
        }
        evidence.add_loose(self.asked.question);
        let reference = Reference::at(self.asked.now);
        evidence.supports(text, &reference, SHARE).is_ok()
    }

    fn outcome(self, error: Option<LlmError>) -> Outcome {
        // Enough is no failure.
        let enough = self.sentences.len() >= MOST || self.seen > MOST_SEEN;
        let error = error.filter(|_| !enough);
        if !self.sentences.is_empty() {
            let reply = Reply {
                response: self.response,
                answered: true,
                used: self.used,
            };
            return Outcome::Told(reply, error.map(|e| failure(&e)));
        }
        match (error, self.declined) {
            (Some(error), _) => Outcome::Failed(failure(&error)),
            (None, true) => Outcome::Declined,
            (None, false) => Outcome::Failed(RunError {
                code: "model_unsupported".into(),
                message: "Nothing of the model's answer is borne out by memories that it cites."
                    .into(),
            }),
        }
    }
}

fn failure(error: &LlmError) -> RunError {
    RunError {
        code: error.code().to_owned(),
        message: format!("The model: {error}."),
    }
}

/// Takes in what a memory says.
fn add(evidence: &mut Evidence, source: &Source) {
    let content = source.content;
    evidence.add(&content.narrative);
    let named = content.entities.iter().map(|e| &e.name);
    let names = content.participants.iter().chain(&content.place);
    for text in names.chain(named).chain(&content.tags) {
        evidence.add(text);
    }
    evidence.add(source.user_name);
    for when in content.when.split('/').chain([content.when.as_str()]) {
        if let Ok(when) = when.parse::<When>() {
            evidence.add_when(when);
        }
    }
}

#[cfg(test)]
mod tests;
