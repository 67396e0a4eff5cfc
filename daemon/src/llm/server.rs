//! A server: who may call it, and what came of it.

use super::{
    LOOK, Purpose,
    breaker::Breaker,
    error::LlmError,
    exchange::{self, Address, Part, Reader},
    slots::Slots,
};
use crate::metrics::Calls;
use memo_common::{
    api::{ModelState, RunError},
    http,
};
use reqwest::Client;
use serde_json::Value;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::RecvTimeoutError,
    },
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(5);

/// A server, and what is known of how it does.
pub(super) struct Server {
    address: Address,
    /// None where the system gives a client nothing to begin with.
    client: Option<Client>,
    breaker: Breaker,
    slots: Arc<Slots>,
    calls: AtomicU64,
    tally: Calls,
    failures: AtomicU64,
    pub(super) stop: CancellationToken,
}

/// A request.
pub(super) struct Ask {
    pub(super) purpose: Purpose,
    /// Below the base address.
    pub(super) path: &'static str,
    pub(super) body: Value,
    pub(super) deadline: Instant,
    /// What reads the body of the reply.
    pub(super) read: Reader,
}

/// How a server does.
pub(super) struct State {
    pub(super) state: ModelState,
    /// Seconds until it is asked again.
    pub(super) retry_in: Option<u64>,
    pub(super) calls: u64,
    pub(super) failures: u64,
    pub(super) last_error: Option<RunError>,
}

impl Server {
    pub(super) fn new(address: Address, concurrency: usize) -> Self {
        let client = http::builder(&address.base_url, CONNECT)
            // Calls are rare and long; a connection that was kept may be dead by the next.
            .pool_max_idle_per_host(0)
            .build();
        Self {
            client: client
                .inspect_err(|e| tracing::error!(error = http::cause(e), "no HTTP client"))
                .ok(),
            breaker: Breaker::default(),
            slots: Arc::new(Slots::new(concurrency)),
            calls: AtomicU64::new(0),
            tally: Calls::default(),
            failures: AtomicU64::new(0),
            stop: CancellationToken::new(),
            address,
        }
    }

    pub(super) fn state(&self, now: Instant) -> State {
        let (rest, last) = self.breaker.state(now);
        State {
            state: match rest {
                Some(_) => ModelState::Resting,
                None => ModelState::Ready,
            },
            retry_in: rest.map(|left| left.as_secs() + 1),
            calls: self.calls.load(Ordering::Relaxed),
            failures: self.failures.load(Ordering::Relaxed),
            last_error: last.map(|(code, message)| RunError {
                code: code.to_owned(),
                message,
            }),
        }
    }

    /// What came of its calls, counted.
    pub(super) const fn tally(&self) -> &Calls {
        &self.tally
    }

    /// Makes a call, unless the server is left alone, and notes what came of it.
    pub(super) fn call<T>(
        &self,
        purpose: Purpose,
        cancelled: &CancellationToken,
        work: impl FnOnce() -> Result<T, LlmError>,
    ) -> Result<T, LlmError> {
        if cancelled.is_cancelled() || self.stop.is_cancelled() {
            return Err(LlmError::Cancelled);
        }
        let start = Instant::now();
        if let Err(error) = self.breaker.enter(start) {
            self.tally.note(purpose.name(), error.outcome(), None);
            return Err(error);
        }
        let result = work();
        self.count(purpose.name(), &result, start);
        self.calls.fetch_add(1, Ordering::Relaxed);
        match &result {
            Ok(_) => self.breaker.succeeded(),
            Err(LlmError::Cancelled | LlmError::NoRoom) => self.breaker.left(),
            Err(error) => {
                self.failures.fetch_add(1, Ordering::Relaxed);
                let why = error.without_words();
                tracing::warn!(code = error.code(), why, "a call of the model failed");
                self.breaker.failed(error, Instant::now());
            }
        }
        result
    }

    fn count<T>(&self, purpose: &'static str, result: &Result<T, LlmError>, start: Instant) {
        let outcome = result.as_ref().map_or_else(LlmError::outcome, |_| "ok");
        self.tally.note(purpose, outcome, Some(start.elapsed()));
    }

    /// Notes what came of a call that was made although the server may be left alone.
    pub(super) fn note<T>(&self, result: &Result<T, LlmError>, start: Instant) {
        self.count("test", result, start);
        match result {
            Ok(_) => self.breaker.succeeded(),
            Err(error) => self.breaker.failed(error, Instant::now()),
        }
    }

    /// One request, when there is a slot for it; `on_text` is given each piece of the reply and the bytes so far, and may
    /// end it.
    pub(super) fn exchange(
        &self,
        ask: Ask,
        is_over: &dyn Fn() -> bool,
        on_text: &mut dyn FnMut(&str, usize) -> Result<(), LlmError>,
    ) -> Result<String, LlmError> {
        let deadline = ask.deadline;
        let slot = self.slots.take(ask.purpose, deadline, is_over)?;
        let client = self
            .client
            .as_ref()
            .ok_or_else(|| LlmError::Broken("there is no HTTP client".into()))?;
        let parts = exchange::begin(client, &self.address, ask, slot)?;
        let mut text = String::new();
        loop {
            if is_over() {
                return Err(LlmError::Cancelled);
            }
            match parts.receiver.recv_timeout(LOOK) {
                Ok(Part::Text(piece)) => {
                    on_text(&piece, text.len() + piece.len())?;
                    text.push_str(&piece);
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
}
