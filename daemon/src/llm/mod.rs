//! The one client of servers that speak the OpenAI protocol (Ollama, llama.cpp, vLLM, LM Studio, OpenAI, …).
//!
//! - this file: a call: attempts, deadlines, who may call
//! - `exchange`: one request and its reply, on a thread of its own, so that nobody has to wait for a silent server
//! - `wire`: what requests and replies look like
//! - `breaker`: a server that fails is left alone for a while; `slots`: how many calls are made at once
//! - `error`: why there is no reply
//! - `probe`: one call to see whether it works
//!
//! It keeps to what every such server knows. What a server refuses (a schema, a temperature) is left out the next time.
//! What comes back is text, bounded in length, and nothing more: whoever asked has to check it.

mod breaker;
mod error;
mod exchange;
mod probe;
mod slots;
mod wire;

pub(crate) use error::LlmError;
use wire::Wishes;
pub(crate) use wire::{Call, Purpose, Schema, fenced, object_in, without_thoughts};

use breaker::Breaker;
use exchange::{Part, Parts};
use memo_common::{
    api::{Model, ModelState, RunError},
    client,
    config::Llm as Settings,
};
use slots::Slots;
use std::{
    ops::ControlFlow,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::RecvTimeoutError,
    },
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;
use ureq::Agent;

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// How often one call is tried.
const ATTEMPTS: u32 = 3;

/// How long to wait before the second attempt where the server does not say; doubled for the third.
const PAUSE: Duration = Duration::from_millis(500);

/// How soon a call that waits takes note of its being cancelled.
const LOOK: Duration = Duration::from_millis(50);

/// Longest reply that is taken, bytes of text.
const LONGEST: usize = 256 << 10;

/// A server, and what is known of how it does.
pub(crate) struct Llm {
    settings: Settings,
    agent: Agent,
    breaker: Breaker,
    slots: Arc<Slots>,
    /// What the server takes, as far as is known.
    wishes: Mutex<Wishes>,
    calls: AtomicU64,
    failures: AtomicU64,
    stop: CancellationToken,
}

impl Llm {
    pub(crate) fn new(settings: Settings) -> Self {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // What is sent goes where the settings say, and nowhere else.
            .max_redirects(0)
            .max_redirects_will_error(false)
            // Calls are rare and long; a connection that was kept may be dead by the next.
            .max_idle_connections(0)
            .timeout_connect(Some(CONNECT))
            .user_agent(concat!("memo/", env!("CARGO_PKG_VERSION")));
        if client::is_loopback(&settings.base_url) {
            config = config.proxy(None);
        }
        Self {
            agent: config.build().new_agent(),
            breaker: Breaker::default(),
            slots: Arc::new(Slots::new(settings.concurrency)),
            wishes: Mutex::default(),
            calls: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            stop: CancellationToken::new(),
            settings,
        }
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Ends every call that is under way, and lets no other begin.
    pub(crate) fn stop(&self) {
        self.stop.cancel();
    }

    /// Is cancelled when the daemon stops.
    pub(crate) fn stopped(&self) -> CancellationToken {
        self.stop.child_token()
    }

    /// How it does, for whoever asks.
    pub(crate) fn state(&self) -> Model {
        let now = Instant::now();
        let (rest, last) = self.breaker.state(now);
        Model {
            configured: true,
            base_url: Some(self.settings.base_url.clone()),
            model: Some(self.settings.model.clone()),
            uses: Some(self.settings.uses.to_string()),
            state: Some(match rest {
                Some(_) => ModelState::Resting,
                None => ModelState::Ready,
            }),
            retry_in: rest.map(|left| left.as_secs() + 1),
            calls: self.calls.load(Ordering::Relaxed),
            failures: self.failures.load(Ordering::Relaxed),
            last_error: last.map(|(code, message)| RunError {
                code: code.to_owned(),
                message,
            }),
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
        if cancelled.is_cancelled() || self.stop.is_cancelled() {
            return Err(LlmError::Cancelled);
        }
        self.breaker.enter(Instant::now())?;
        let result = self.attempts(call, cancelled, on_text);
        self.calls.fetch_add(1, Ordering::Relaxed);
        match &result {
            Ok(_) => self.breaker.succeeded(),
            Err(LlmError::Cancelled | LlmError::NoRoom) => self.breaker.left(),
            Err(error) => {
                self.failures.fetch_add(1, Ordering::Relaxed);
                tracing::warn!(code = error.code(), %error, "a call of the model failed");
                self.breaker.failed(error, Instant::now());
            }
        }
        result
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
        let is_over = || cancelled.is_cancelled() || self.stop.is_cancelled();
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
        let slot = self.slots.take(call.purpose, deadline, is_over)?;
        let left = deadline.saturating_duration_since(Instant::now());
        let body = call.body(&self.settings.model, wishes);
        let parts = exchange::begin(&self.agent, &self.settings, body, left, slot)?;
        let text = gather(&parts, deadline, is_over, on_text)?;
        match text.trim().is_empty() {
            true => Err(LlmError::Empty),
            false => Ok(text),
        }
    }
}

/// Puts a reply together.
fn gather(
    parts: &Parts,
    deadline: Instant,
    is_over: &dyn Fn() -> bool,
    on_text: &mut dyn FnMut(&str) -> ControlFlow<()>,
) -> Result<String, LlmError> {
    let mut text = String::new();
    loop {
        if is_over() {
            return Err(LlmError::Cancelled);
        }
        match parts.receiver.recv_timeout(LOOK) {
            Ok(Part::Text(piece)) => {
                if text.len() + piece.len() > LONGEST {
                    return Err(LlmError::TooLong);
                }
                text.push_str(&piece);
                if on_text(&piece).is_break() {
                    return Err(LlmError::Cancelled);
                }
            }
            Ok(Part::End(end)) => return end.map(|()| text),
            Err(RecvTimeoutError::Timeout) if Instant::now() < deadline + CONNECT => {}
            Err(RecvTimeoutError::Timeout) => return Err(LlmError::TimedOut),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(LlmError::Broken("the exchange ended without a word".into()));
            }
        }
    }
}
