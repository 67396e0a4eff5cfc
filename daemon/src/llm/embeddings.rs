//! A model that makes vectors of texts: `/v1/embeddings`, as far as it is used. `reply`: what it says.
//!
//! What it says is a list of numbers for each text, and is checked: as many lists as texts, all of one length, every
//! number finite. Which length that is, is learned from the first call of a daemon's life; vectors of another are refused.

mod reply;

use super::{
    Purpose,
    error::LlmError,
    exchange::{self, Address},
    server::{Ask, Server},
};
use crate::{index::ModelVector, metrics::Calls};
use memo_common::{api::Embedding, config::Embed as Settings};
use serde_json::json;
use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How long a question waits for its vector; then the embedded table's is used.
const QUESTION: Duration = Duration::from_secs(1);

/// How many calls are made at once: one for memories, the others for questions.
const CALLS: usize = 4;

/// What of a text is sent, bytes: models take a few hundred words, and some refuse more.
const LONGEST_TEXT: usize = 4000;

/// Questions whose vectors are kept, so that what is asked again is not sent again.
const KEPT: usize = 32;

/// A text of nobody's, to learn whether the server works, and how wide its vectors are.
const HARMLESS: &str = "memory";

/// A model that makes vectors, and its server.
pub(crate) struct Embeddings {
    settings: Settings,
    server: Server,
    /// How many numbers a vector has, once that is known.
    width: Mutex<Option<usize>>,
    kept: Mutex<VecDeque<(String, ModelVector)>>,
}

/// What came of one call.
pub(crate) struct Probed {
    /// How many numbers the vector has, or why there is none.
    pub(crate) width: Result<usize, LlmError>,
    pub(crate) took: Duration,
}

impl Embeddings {
    pub(crate) fn new(settings: Settings) -> Self {
        let address = Address {
            base_url: settings.base_url.clone(),
            api_key: settings.api_key.clone(),
        };
        Self {
            server: Server::new(address, CALLS),
            width: Mutex::default(),
            kept: Mutex::default(),
            settings,
        }
    }

    /// Ends every call that is under way, and lets no other begin.
    pub(crate) fn stop(&self) {
        self.server.stop.cancel();
    }

    /// What came of its calls, counted.
    pub(crate) const fn tally(&self) -> &Calls {
        self.server.tally()
    }

    /// How it does, for whoever asks; how far the memories are is known elsewhere.
    pub(crate) fn state(&self) -> Embedding {
        let now = self.server.state(Instant::now());
        Embedding {
            configured: true,
            base_url: Some(self.settings.base_url.clone()),
            model: Some(self.settings.model.clone()),
            state: Some(now.state),
            retry_in: now.retry_in,
            dimensions: self.width().map(|width| width as u64),
            calls: now.calls,
            failures: now.failures,
            last_error: now.last_error,
            ..Embedding::default()
        }
    }

    /// The number under which the model's vectors are kept: that of its name and their width. Learned by a call, once.
    ///
    /// # Errors
    /// There is no vector to learn it from.
    pub(crate) fn number(&self) -> Result<u64, LlmError> {
        let known = *self.width();
        let width = known.map_or_else(|| self.learn(), Ok)?;
        Ok(self.number_of(width))
    }

    fn learn(&self) -> Result<usize, LlmError> {
        let deadline = Instant::now() + self.settings.timeout;
        let purpose = Purpose::Memories;
        let vectors = self.server.call(purpose, &self.server.stop, || {
            self.vectors(&[HARMLESS], purpose, deadline)
        })?;
        let width = vectors.first().map_or(0, Vec::len);
        *self.width() = Some(width);
        Ok(width)
    }

    fn number_of(&self, width: usize) -> u64 {
        let name = format!("{}\0{width}", self.settings.model);
        let hash = blake3::hash(name.as_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&hash.as_bytes()[..8]);
        // 0 stands for none.
        u64::from_le_bytes(first).max(1)
    }

    /// The vectors of memories' texts; `None` for one that the server does not take, though it takes others.
    ///
    /// # Errors
    /// There are none. The server may be left alone for a while: [`LlmError::Resting`].
    pub(crate) fn memories(&self, texts: &[&str]) -> Result<Vec<Option<ModelVector>>, LlmError> {
        let number = self.number()?;
        let vectors = self.server.call(Purpose::Memories, &self.server.stop, || {
            self.part_by_part(texts)
        })?;
        let kept = |vector: Vec<f32>| ModelVector::new(number, &vector);
        Ok(vectors.into_iter().map(|v| v.map(kept)).collect())
    }

    /// All at once, or where one of them may be at fault, the halves.
    fn part_by_part(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, LlmError> {
        let deadline = Instant::now() + self.settings.timeout;
        let error = match self.vectors(texts, Purpose::Memories, deadline) {
            Ok(vectors) => return Ok(vectors.into_iter().map(Some).collect()),
            Err(error) => error,
        };
        let may_be_a_text = matches!(
            error,
            LlmError::BadRequest(_) | LlmError::PromptTooLong(_) | LlmError::Failing { .. }
        );
        match texts.len() {
            _ if !may_be_a_text => Err(error),
            1 => {
                // Whose fault it is shows in a text that is none's.
                self.vectors(&[HARMLESS], Purpose::Memories, deadline)?;
                Ok(vec![None])
            }
            n => {
                let (first, second) = texts.split_at(n / 2);
                let mut vectors = self.part_by_part(first)?;
                vectors.extend(self.part_by_part(second)?);
                Ok(vectors)
            }
        }
    }

    /// The vector of a question, where it comes in time.
    pub(crate) fn question(&self, text: &str) -> Option<ModelVector> {
        let width = (*self.width())?;
        if let Some((_, vector)) = self.kept().iter().find(|(known, _)| known == text) {
            return Some(vector.clone());
        }
        let deadline = Instant::now() + QUESTION;
        let purpose = Purpose::Answer;
        let vectors = self.server.call(purpose, &self.server.stop, || {
            self.vectors(&[text], purpose, deadline)
        });
        let vector = ModelVector::new(self.number_of(width), &vectors.ok()?.pop()?);
        let mut kept = self.kept();
        kept.truncate(KEPT - 1);
        kept.push_front((text.to_owned(), vector.clone()));
        Some(vector)
    }

    /// Makes one call, whether or not the server is being left alone. Nothing of anybody's memories is in it.
    pub(crate) fn probe(&self) -> Probed {
        let start = Instant::now();
        let deadline = start + self.settings.timeout;
        let vectors = self.vectors(&[HARMLESS], Purpose::Answer, deadline);
        self.server.note(&vectors, start);
        Probed {
            width: vectors.map(|v| v.first().map_or(0, Vec::len)),
            took: start.elapsed(),
        }
    }

    /// One request.
    fn vectors(
        &self,
        texts: &[&str],
        purpose: Purpose,
        deadline: Instant,
    ) -> Result<Vec<Vec<f32>>, LlmError> {
        let texts: Vec<&str> = texts.iter().map(|text| bounded(text)).collect();
        let ask = Ask {
            purpose,
            path: "/embeddings",
            body: json!({"model": self.settings.model, "input": texts}),
            deadline,
            read: exchange::read_whole,
        };
        let is_over = || self.server.stop.is_cancelled() || Instant::now() >= deadline;
        let reply = self.server.exchange(ask, &is_over, &mut |_, _| Ok(()));
        let reply = reply.map_err(|error| match error {
            LlmError::Cancelled if !self.server.stop.is_cancelled() => LlmError::TimedOut,
            error => error,
        })?;
        let width = *self.width();
        reply::read(&reply, texts.len(), width)
    }

    fn width(&self) -> MutexGuard<'_, Option<usize>> {
        self.width.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<(String, ModelVector)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The beginning of a text.
fn bounded(text: &str) -> &str {
    let mut end = text.len().min(LONGEST_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(bounded("short"), "short");
        let long = "é".repeat(LONGEST_TEXT);
        assert_eq!(bounded(&long).len(), LONGEST_TEXT);
        let odd = format!("x{long}");
        assert_eq!(bounded(&odd).len(), LONGEST_TEXT - 1);
    }
}
