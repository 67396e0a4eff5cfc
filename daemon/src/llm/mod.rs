//! The one client of servers that speak the OpenAI protocol (Ollama, llama.cpp, vLLM, LM Studio, OpenAI, …).
//!
//! - this file: a model that replies in words: attempts, deadlines
//! - `embeddings`: a model that makes vectors of texts
//! - `server`: what both have: who may call, and what came of it
//! - `exchange`: one request and its reply, on a thread of its own, so that nobody has to wait for a silent server
//! - `wire`: what requests and replies look like
//! - `breaker`: a server that fails is left alone for a while; `slots`: how many calls are made at once
//! - `error`: why there is no reply
//! - `probe`: one call to see whether it works
//!
//! It keeps to what every such server knows. What a server refuses (a schema, a temperature) is left out the next time.
//! What comes back is text, bounded in length, and nothing more: whoever asked has to check it.

mod breaker;
mod embeddings;
mod error;
mod exchange;
mod probe;
mod server;
mod slots;
mod wire;

pub(crate) use embeddings::Embeddings;
pub(crate) use error::LlmError;
use wire::Wishes;
pub(crate) use wire::{Call, Purpose, Schema, fenced, object_in, without_thoughts};

use crate::metrics::Calls;
use exchange::Address;
use memo_common::{api::Model, config::Llm as Settings};
use server::Server;
use std::{
    ops::ControlFlow,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// How often one call is tried.
const ATTEMPTS: u32 = 3;

/// How long to wait before the second attempt where the server does not say; doubled for the third.
const PAUSE: Duration = Duration::from_millis(500);

/// How soon a call that waits takes note of its being cancelled.
const LOOK: Duration = Duration::from_millis(50);

/// Longest reply that is taken, bytes of text.
const LONGEST: usize = 256 << 10;

/// Characters of a reply of another form that are sent back to be mended.
const MENDED: usize = 2_000;

/// A model that replies in words, and its server.
pub(crate) struct Llm {
    settings: Settings,
    server: Server,
    /// What the server takes, as far as is known.
    wishes: Mutex<Wishes>,
}

impl Llm {
    pub(crate) fn new(settings: Settings) -> Self {
        let address = Address {
            base_url: settings.base_url.clone(),
            api_key: settings.api_key.clone(),
        };
        Self {
            server: Server::new(address, settings.concurrency),
            wishes: Mutex::default(),
            settings,
        }
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Ends every call that is under way, and lets no other begin.
    pub(crate) fn stop(&self) {
        self.server.stop.cancel();
    }

    /// Is cancelled when the daemon stops.
    pub(crate) fn stopped(&self) -> CancellationToken {
        self.server.stop.child_token()
    }

    /// What came of its calls, counted.
    pub(crate) const fn tally(&self) -> &Calls {
        self.server.tally()
    }

    /// How it does, for whoever asks.
    pub(crate) fn state(&self) -> Model {
        let now = self.server.state(Instant::now());
        Model {
            configured: true,
            base_url: Some(self.settings.base_url.clone()),
            model: Some(self.settings.model.clone()),
            uses: Some(self.settings.uses.to_string()),
            state: Some(now.state),
            retry_in: now.retry_in,
            calls: now.calls,
            failures: now.failures,
            last_error: now.last_error,
        }
    }

    /// The reply to a call, whole; `on_text` is given each piece of it as it comes in, and may end it.
    ///
    /// # Errors
    /// There is no reply, or not all of one. The server may be left alone for a while: [`LlmError::Resting`].
    pub(crate) fn chat(
        &self,
        call: &Call,
        cancelled: &CancellationToken,
        on_text: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<String, LlmError> {
        self.server.call(call.purpose, cancelled, || {
            self.attempts(call, cancelled, on_text)
        })
    }

    /// The reply to a call as `read` reads it. One of another form is sent back once, with what `read` says of it.
    ///
    /// # Errors
    /// As [`chat`](Self::chat), and [`LlmError::WrongShape`].
    pub(crate) fn read<T>(
        &self,
        mut call: Call,
        cancelled: &CancellationToken,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, LlmError> {
        let silent = &mut |_: &str| ControlFlow::Continue(());
        self.server.call(call.purpose, cancelled, || {
            let said = self.attempts(&call, cancelled, silent)?;
            let wrong = match read(&said) {
                Ok(read) => return Ok(read),
                Err(wrong) => wrong,
            };
            call.messages
                .push(("assistant", said.chars().take(MENDED).collect()));
            call.messages.push(("user", mend(&wrong)));
            let said = self.attempts(&call, cancelled, silent)?;
            read(&said).map_err(LlmError::WrongShape)
        })
    }

    fn attempts(
        &self,
        call: &Call,
        cancelled: &CancellationToken,
        on_text: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<String, LlmError> {
        let time = match call.purpose {
            Purpose::Memories => self.settings.timeout,
            Purpose::Answer => self.settings.answer_timeout,
        };
        let deadline = Instant::now() + time;
        let is_over = || cancelled.is_cancelled() || self.server.stop.is_cancelled();
        let mut attempt = 1;
        let mut wishes = *self.wishes();
        loop {
            let mut begun = false;
            let result = self.attempt(call, wishes, deadline, &is_over, &mut |text| {
                begun = true;
                on_text(text)
            });
            let Err(error) = result else {
                *self.wishes() = wishes;
                return result;
            };
            if let Some(fewer) = wishes.fewer()
                && error.is_about_wishes()
                && !begun
            {
                wishes = fewer;
                continue;
            }
            let pause = error.pause(PAUSE * attempt).filter(|_| !begun);
            let Some(pause) = pause.filter(|p| {
                attempt < ATTEMPTS && *p < deadline.saturating_duration_since(Instant::now())
            }) else {
                return Err(error);
            };
            attempt += 1;
            let end = Instant::now() + pause;
            while Instant::now() < end {
                if is_over() {
                    return Err(LlmError::Cancelled);
                }
                std::thread::sleep(LOOK.min(end.saturating_duration_since(Instant::now())));
            }
        }
    }

    fn wishes(&self) -> MutexGuard<'_, Wishes> {
        self.wishes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn attempt(
        &self,
        call: &Call,
        wishes: Wishes,
        deadline: Instant,
        is_over: &dyn Fn() -> bool,
        on_text: &mut dyn FnMut(&str) -> ControlFlow<()>,
    ) -> Result<String, LlmError> {
        let body = call.body(&self.settings.model, wishes);
        let ask = server::Ask {
            purpose: call.purpose,
            path: "/chat/completions",
            body,
            deadline,
            read: exchange::read_reply,
        };
        let text = self.server.exchange(ask, is_over, &mut |text, sum| {
            if sum > LONGEST {
                return Err(LlmError::TooLong);
            }
            match on_text(text) {
                ControlFlow::Break(()) => Err(LlmError::Cancelled),
                ControlFlow::Continue(()) => Ok(()),
            }
        })?;
        match text.trim().is_empty() {
            true => Err(LlmError::Empty),
            false => Ok(text),
        }
    }
}

/// What to say to a reply of another form.
fn mend(wrong: &str) -> String {
    format!("That reply cannot be used: {wrong}. Reply again, with the JSON object alone.")
}
