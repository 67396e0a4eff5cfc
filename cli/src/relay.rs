//! Messages of the Model Context Protocol, handed on between an assistant (a line each, on standard input and output) and
//! the daemon. What they mean is the daemon's business, except for what HTTP says in headers.

use crate::{
    context::Context,
    error::{Exit, Failure, Result},
    output::Output,
};
use memo_common::{
    client::{Client, ClientError, McpHeaders},
    printable,
};
use serde_json::{Value, json};
use std::{
    io::{self, BufRead, IsTerminal, Read},
    process,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, sync_channel},
    },
    thread,
    time::{SystemTime, UNIX_EPOCH},
};

/// Messages that are answered at once; others wait.
const AT_ONCE: usize = 8;
/// Messages that wait for these.
const WAITING: usize = 64;

/// The longest message, bytes: the daemon takes no longer one.
const LONGEST: u64 = 256 << 10;

/// JSON-RPC's own codes.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const INTERNAL_ERROR: i32 = -32603;

/// The revision, in a message that brings its own.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Hands messages on until the input ends; those that are under way are answered.
pub(crate) fn run(context: &Context, allow_forget: bool) -> Result<Exit> {
    let client = context.client()?;
    if io::stdin().is_terminal() {
        context.output.note(
            "waiting for an assistant's messages on standard input; `memo mcp config --help` says how to set one up",
        );
    }
    let mut wishes = Vec::new();
    if allow_forget {
        wishes.push(("allow_forget", "true".to_owned()));
    }
    wishes.extend(context.known_name().map(|name| ("user_name", name)));
    let started = SystemTime::now().duration_since(UNIX_EPOCH);
    let relay = Relay {
        context,
        wishes,
        client: Mutex::new(client),
        version: Mutex::default(),
        session: format!(
            "{}-{}",
            process::id(),
            started.unwrap_or_default().as_nanos()
        ),
        left: AtomicBool::new(false),
    };
    let (sender, receiver) = sync_channel(WAITING);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| relay.work(&receiver));
        }
        let mut input = io::stdin().lock();
        let ended = loop {
            match next(&mut input) {
                // What ends another message does not wait behind it.
                Ok(Some(Some(line))) if ends_another(&line) => {
                    relay.answer(Some(line));
                }
                Ok(Some(line)) if !relay.left.load(Ordering::Relaxed) => {
                    if sender.send(line).is_err() {
                        break Ok(());
                    }
                }
                Ok(_) => break Ok(()),
                Err(error) => break Err(Failure::io("cannot read standard input", &error)),
            }
        };
        // Without it the others wait for more.
        drop(sender);
        ended
    })?;
    Ok(Exit::Done)
}

/// A line; `None` of it where it is too long.
type Line = Option<Vec<u8>>;

/// The next line that holds something; `None` at the end.
fn next(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    loop {
        let mut line = Vec::new();
        if (&mut *input)
            .take(LONGEST + 1)
            .read_until(b'\n', &mut line)?
            == 0
        {
            return Ok(None);
        }
        if line.len() as u64 > LONGEST && !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            return Ok(Some(None));
        }
        if !line.trim_ascii().is_empty() {
            return Ok(Some(Some(line)));
        }
    }
}

/// Whether a message says that another is not to be answered any more.
fn ends_another(line: &[u8]) -> bool {
    #[derive(Default, serde::Deserialize)]
    struct Message {
        method: String,
    }
    let message: Message = serde_json::from_slice(line).unwrap_or_default();
    message.method == "notifications/cancelled"
}

struct Relay<'a> {
    context: &'a Context,
    wishes: Vec<(&'static str, String)>,
    client: Mutex<Client>,
    /// The revision that was agreed on at the beginning, in those that have one.
    version: Mutex<Option<String>>,
    /// Tells this assistant's messages from another's.
    session: String,
    /// Nobody takes answers any more.
    left: AtomicBool,
}

impl Relay<'_> {
    fn work(&self, lines: &Mutex<Receiver<Line>>) {
        loop {
            let line = locked(lines).recv();
            let Ok(line) = line else { return };
            if let Some(answer) = self.answer(line) {
                let output: &Output = &self.context.output;
                if output.result(&printable::json(&answer)).is_err() {
                    self.left.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// The line that answers a line, where one does.
    fn answer(&self, line: Line) -> Option<String> {
        let Some(line) = line else {
            let words = format!("The message has more than {LONGEST} bytes.");
            return Some(error(&Value::Null, INVALID_REQUEST, &words));
        };
        let message: Value = match serde_json::from_slice(&line) {
            Ok(message) => message,
            Err(why) => {
                let words = format!("The line is no JSON: {why}.");
                return Some(error(&Value::Null, PARSE_ERROR, &words));
            }
        };
        let sent = self.current().and_then(|client| {
            let headers = self.headers(&message);
            Ok(client.mcp(line, &headers, &self.wishes)?)
        });
        match sent {
            Ok(answer) => {
                if let Some(answer) = answer
                    .as_deref()
                    .filter(|_| message["method"] == "initialize")
                {
                    self.agree(answer);
                }
                // A line each.
                answer.map(|answer| answer.replace(['\n', '\r'], " "))
            }
            Err(failure) => {
                let words = match failure.hint {
                    Some(hint) => format!("{} ({hint})", failure.message),
                    None => failure.message,
                };
                match message.get("id") {
                    Some(id) => Some(error(id, INTERNAL_ERROR, &words)),
                    None => {
                        self.context.output.warn(&words);
                        None
                    }
                }
            }
        }
    }

    /// The daemon; another one where that which was there has gone.
    fn current(&self) -> Result<Client> {
        let client = locked(&self.client).clone();
        match client.healthz() {
            Ok(_) | Err(ClientError::Problem(_)) => Ok(client),
            Err(_) => {
                let mut kept = locked(&self.client);
                *kept = self.context.client()?;
                Ok(kept.clone())
            }
        }
    }

    fn headers(&self, message: &Value) -> McpHeaders {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let params = &message["params"];
        let agreed = || locked(&self.version).clone();
        McpHeaders {
            version: text(&params["_meta"][VERSION]).or_else(agreed),
            method: text(&message["method"]),
            name: text(&params["name"]).or_else(|| text(&params["uri"])),
            session: Some(self.session.clone()),
        }
    }

    /// Keeps the revision that an answer to `initialize` names.
    fn agree(&self, answer: &str) {
        let answer: Value = serde_json::from_str(answer).unwrap_or_default();
        let version = answer["result"]["protocolVersion"].as_str();
        *locked(&self.version) = version.map(str::to_owned);
    }
}

fn error(id: &Value, code: i32, words: &str) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": words } }).to_string()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_bound_and_empty_ones_are_none() {
        let long = "x".repeat(LONGEST as usize + 7);
        let text = format!("{{}}\n\n \r\n{long}\n[]");
        let mut input = text.as_bytes();
        let mut lines = Vec::new();
        while let Some(line) = next(&mut input).expect("a line") {
            lines.push(line.map(|line| String::from_utf8(line).expect("text")));
        }
        let expected = [Some("{}\n".to_owned()), None, Some("[]".to_owned())];
        assert_eq!(lines, expected);
    }
}
