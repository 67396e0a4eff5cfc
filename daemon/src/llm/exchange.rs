//! One request and its reply, on a thread of its own.

use super::{
    LONGEST,
    error::LlmError,
    server::Ask,
    slots::Slot,
    wire::{self, Said},
};
use bytes::Bytes;
use jiff::{Timestamp, fmt::rfc2822};
use memo_common::{
    http::{self, Pieces},
    sse::{Event, Events, TooLong},
};
use reqwest::Client;
use serde_json::Value;
use std::{
    io::{self, Read},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};
use tokio::runtime::{self, Runtime};
use tokio_util::sync::{CancellationToken, DropGuard};

/// Longest body that is read, bytes: a streamed reply takes some hundred for each word.
const LONGEST_BODY: usize = 16 * LONGEST;

/// Longest body of a refusal that is looked at, bytes.
const LONGEST_REFUSAL: u64 = 64 << 10;

/// What of a server's own words is told, characters.
const TOLD: usize = 200;

/// Where a server is, and what it is shown.
#[derive(Clone)]
pub(super) struct Address {
    /// Without a slash at its end.
    pub(super) base_url: String,
    /// Sent as a bearer token.
    pub(super) api_key: Option<String>,
}

/// Reads the body of a reply, and hands on what it says. The last argument makes a server's own words fit to be told.
pub(super) type Reader =
    fn(&mut dyn Read, &Out, &dyn Fn(&str) -> String) -> Result<Result<(), LlmError>, Gone>;

/// A piece of a reply.
pub(super) enum Part {
    /// More of its text.
    Text(String),
    /// The last part.
    End(Result<(), LlmError>),
}

/// Nobody waits for the reply any more.
pub(super) struct Gone;

/// To whoever waits for the reply.
pub(super) struct Out {
    sender: SyncSender<Part>,
    left: CancellationToken,
}

impl Out {
    pub(super) fn text(&self, text: String) -> Result<(), Gone> {
        self.sender.send(Part::Text(text)).map_err(|_| Gone)
    }
}

/// A reply as it comes in. Where it is dropped, the exchange ends.
pub(super) struct Parts {
    pub(super) receiver: Receiver<Part>,
    _left: DropGuard,
}

/// Sends a request. The slot is held until the exchange has ended.
pub(super) fn begin(
    client: &Client,
    address: &Address,
    ask: Ask,
    slot: Slot,
) -> Result<Parts, LlmError> {
    let (sender, receiver) = sync_channel(16);
    let left = CancellationToken::new();
    let parts = Parts {
        receiver,
        _left: left.clone().drop_guard(),
    };
    let (client, address) = (client.clone(), address.clone());
    let work = move || {
        let _slot = slot;
        let out = Out { sender, left };
        let end = exchange(&client, &address, &ask, &out);
        // Whoever asked may have left.
        let _ = out.sender.send(Part::End(end));
    };
    match thread::Builder::new().name("model".into()).spawn(work) {
        Ok(_) => Ok(parts),
        Err(error) => Err(LlmError::Broken(error.to_string())),
    }
}

fn exchange(client: &Client, address: &Address, ask: &Ask, out: &Out) -> Result<(), LlmError> {
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| LlmError::Broken(e.to_string()))?;
    let time = ask.deadline.saturating_duration_since(Instant::now());
    let mut request = client
        .post(format!("{}{}", address.base_url, ask.path))
        // From here to the last byte of the reply.
        .timeout(time)
        .header("accept", "application/json, text/event-stream")
        .json(&ask.body);
    if let Some(key) = &address.api_key {
        request = request.bearer_auth(key);
    }
    // Its timer needs the runtime, so it is made inside.
    let mut response = unless_left(&runtime, &out.left, async { request.send().await })?;
    let status = response.status();
    let wait = response
        .headers()
        .get("retry-after")
        .and_then(|v| v.to_str().ok())
        .and_then(|v| retry_after(v, Timestamp::now()));
    let mut room = LONGEST_BODY;
    // Its errors hold an `LlmError`.
    let mut body = Pieces::new(|| {
        let piece = unless_left(&runtime, &out.left, response.chunk()).map_err(io::Error::other)?;
        let size = piece.as_ref().map_or(0, Bytes::len);
        room = room
            .checked_sub(size)
            .ok_or_else(|| io::Error::other(LlmError::TooLong))?;
        Ok(piece)
    });
    if !status.is_success() {
        return Err(refusal(status.as_u16(), wait, &mut body, address));
    }
    let hide = |said: &str| told(said, address);
    match (ask.read)(&mut body, out, &hide) {
        Ok(end) => end,
        Err(Gone) => Err(LlmError::Cancelled),
    }
}

/// Waits for the network, but not once nobody waits for the reply.
fn unless_left<T>(
    runtime: &Runtime,
    left: &CancellationToken,
    network: impl Future<Output = reqwest::Result<T>>,
) -> Result<T, LlmError> {
    let result = runtime.block_on(left.run_until_cancelled(network));
    match result {
        Some(result) => result.map_err(|e| failure(&e)),
        None => Err(LlmError::Cancelled),
    }
}

/// Reads a body as it is.
pub(super) fn read_whole(
    body: &mut dyn Read,
    out: &Out,
    _: &dyn Fn(&str) -> String,
) -> Result<Result<(), LlmError>, Gone> {
    let mut whole = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        match body.read(&mut buffer) {
            Ok(0) => break,
            Ok(size) => whole.extend_from_slice(&buffer[..size]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Ok(Err(broken(error))),
        }
        if out.left.is_cancelled() {
            return Err(Gone);
        }
    }
    match String::from_utf8(whole) {
        Ok(text) => out.text(text).map(Ok),
        Err(error) => Ok(Err(LlmError::Garbled(error.to_string()))),
    }
}

/// Reads a body, whichever form it has: what was asked for is not always what comes.
pub(super) fn read_reply(
    body: &mut dyn Read,
    out: &Out,
    hide: &dyn Fn(&str) -> String,
) -> Result<Result<(), LlmError>, Gone> {
    let mut buffer = [0; 8192];
    let mut whole: Vec<u8> = Vec::new();
    let mut events: Option<Events> = None;
    let mut ended = None;
    loop {
        let size = match body.read(&mut buffer) {
            Ok(0) => break,
            Ok(size) => size,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // All that counts is there.
            Err(_) if ended.is_some() => break,
            Err(error) => return Ok(Err(broken(error))),
        };
        if out.left.is_cancelled() {
            return Err(Gone);
        }
        let bytes = &buffer[..size];
        let found = match &mut events {
            Some(events) => events.push(bytes),
            None => {
                whole.extend_from_slice(bytes);
                let first = whole.iter().find(|b| !b.is_ascii_whitespace());
                if first.is_none_or(|b| *b == b'{') {
                    continue;
                }
                events
                    .insert(Events::default())
                    .push(&std::mem::take(&mut whole))
            }
        };
        match pass(found, out, &mut ended, hide)? {
            Err(error) => return Ok(Err(error)),
            Ok(true) => break,
            Ok(false) => {}
        }
    }
    match events {
        Some(mut events) => {
            let rest = Ok(events.end().into_iter().collect());
            if let Err(error) = pass(rest, out, &mut ended, hide)? {
                return Ok(Err(error));
            }
        }
        None => match wire::read(&whole, hide) {
            Err(error) => return Ok(Err(error)),
            Ok(said) => {
                ended = Some(said.ended.unwrap_or(Ok(())));
                out.text(said.text)?;
            }
        },
    }
    let early = || Err(LlmError::Broken("it ended before the model did".into()));
    Ok(ended.unwrap_or_else(early))
}

/// Hands on what events say; whether the last one was among them.
fn pass(
    events: Result<Vec<Event>, TooLong>,
    out: &Out,
    ended: &mut Option<Result<(), LlmError>>,
    hide: &dyn Fn(&str) -> String,
) -> Result<Result<bool, LlmError>, Gone> {
    let Ok(events) = events else {
        return Ok(Err(LlmError::TooLong));
    };
    for Event { data, .. } in events {
        if data.trim() == "[DONE]" {
            ended.get_or_insert(Ok(()));
            return Ok(Ok(true));
        }
        let Said { text, ended: end } = match wire::read(data.as_bytes(), hide) {
            Ok(said) => said,
            Err(error) => return Ok(Err(error)),
        };
        if !text.is_empty() {
            out.text(text)?;
        }
        if end.is_some() {
            *ended = end;
        }
    }
    Ok(Ok(false))
}

/// Why a status is no success.
fn refusal(
    status: u16,
    wait: Option<Duration>,
    reply: &mut dyn Read,
    address: &Address,
) -> LlmError {
    let mut body = Vec::new();
    // What it says is told where it says it; a refusal without words is one as well.
    let _ = reply.take(LONGEST_REFUSAL).read_to_end(&mut body);
    let said = match serde_json::from_slice::<Value>(&body) {
        Ok(error) => told(&wire::message_of(&error), address),
        Err(_) => told(&String::from_utf8_lossy(&body), address),
    };
    match status {
        429 => LlmError::Busy { status, wait },
        503 if wait.is_some() => LlmError::Busy { status, wait },
        413 => LlmError::PromptTooLong(said),
        400 | 422 => LlmError::of_words(said, LlmError::BadRequest),
        500.. => LlmError::of_words(said, |said| LlmError::Failing { status, said }),
        300..=399 => LlmError::Refused {
            status,
            said: "it leads elsewhere, and memo does not follow".into(),
        },
        status => LlmError::Refused { status, said },
    }
}

/// How long to wait, by a `retry-after` header: seconds, or a date.
fn retry_after(value: &str, now: Timestamp) -> Option<Duration> {
    if let Ok(seconds) = value.trim().parse::<f64>() {
        // Whole seconds by the standard; some servers send parts.
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = rfc2822::DateTimeParser::new().parse_timestamp(value.trim());
    let left = date.ok()?.duration_since(now);
    Some(Duration::try_from(left).unwrap_or_default())
}

/// A server's own words as they may be told: short, on one line, without the key.
fn told(said: &str, address: &Address) -> String {
    let mut said = said.to_owned();
    if let Some(key) = address.api_key.as_deref().filter(|k| !k.is_empty()) {
        said = said.replace(key, "(key)");
    }
    let line = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let plain = line.chars().filter(|c| !c.is_control());
    plain.take(TOLD).collect()
}

/// Why a request did not go through.
fn failure(error: &reqwest::Error) -> LlmError {
    match (error.is_connect(), error.is_timeout()) {
        (true, true) => LlmError::Unreachable("no connection in time".into()),
        // What speaks no TLS, or with an unknown certificate, is among these: it will not do so the next time.
        (true, false) => LlmError::Unreachable(http::cause(error)),
        (false, true) => LlmError::TimedOut,
        (false, false) => LlmError::Broken(http::cause(error)),
    }
}

/// Why a body broke off.
fn broken(error: io::Error) -> LlmError {
    match error.downcast::<LlmError>() {
        Ok(error) => error,
        Err(error) => LlmError::Broken(error.to_string()),
    }
}

#[cfg(test)]
mod tests;
