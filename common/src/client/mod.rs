//! The typed HTTP client of the service. Blocking: the command line has nothing else to do meanwhile.
//!
//! - `upload`: a document on its way
//! - `aloud`: the answer that is said while it is found
//! - `mcp`: a message of the Model Context Protocol, handed on
//! - `calls`: everything else

mod aloud;
mod calls;
mod mcp;
mod upload;

pub use mcp::McpHeaders;
pub use upload::Upload;

use crate::{
    http::{self, Pieces},
    paths::DaemonFile,
    problem::{Code, Problem},
    proof::{Unproven, proven},
};
use reqwest::{Method, RequestBuilder, Response, StatusCode, header::HeaderValue};
use serde::de::DeserializeOwned;
use std::{
    error::Error,
    io::{self, Read},
    sync::Arc,
    time::Duration,
};
use tokio::{
    runtime::{self, Runtime},
    time::timeout,
};
use tower::util::AndThenLayer;

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(3);
/// How long to wait for a connection whose other end has to show first who it is; it may be busy.
const PROVEN: Duration = Duration::from_secs(30);
/// How long to wait for an answer once a request is sent, and for more of an answer that has begun.
const ANSWER: Duration = Duration::from_secs(120);
/// No answer of the service is longer, bytes; streams aside.
const LONGEST_ANSWER: usize = 64 << 20;
/// A connection that was not used for so long is not used again: the daemon may have closed it.
const IDLE: Duration = Duration::from_secs(15);

/// Why a call has no result.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Nobody answers there.
    #[error("no daemon answers at {url}: {reason}")]
    Unreachable {
        /// The base address.
        url: String,
        /// What the network says.
        reason: String,
    },
    /// No answer in time.
    #[error("the daemon at {url} took too long to answer")]
    TimedOut {
        /// The base address.
        url: String,
    },
    /// The daemon refuses, and says why.
    #[error("{}", .0.detail)]
    Problem(Box<Problem>),
    /// Whoever answers there is not the daemon that is meant.
    #[error("who answers at {url} is not known to be the daemon of this folder: {reason}")]
    Unproven {
        /// The base address.
        url: String,
        /// What it said.
        reason: String,
    },
    /// The answer is none of this service's.
    #[error("{url} does not answer like a memo daemon: {reason}")]
    Protocol {
        /// The base address.
        url: String,
        /// What is odd.
        reason: String,
    },
    /// There is no client to begin with: the system gives it nothing, or the key fits into no header.
    #[error("cannot speak HTTP: {0}")]
    Setup(String),
}

/// One key (or none) on one daemon.
///
/// Its clones share connections. They are worked on while a call waits, on the thread that waits, so that a client costs
/// no thread; it must not be used from within an asynchronous runtime.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    runtime: Arc<Runtime>,
    url: String,
    key: Option<HeaderValue>,
    answer: Duration,
}

impl Client {
    /// A client of the daemon at this base address; connects when first used.
    ///
    /// # Errors
    /// [`ClientError::Setup`]
    pub fn new(url: impl Into<String>, key: Option<String>) -> Result<Self, ClientError> {
        Self::with_timeout(url, key, ANSWER)
    }

    /// The same, waiting for an answer no longer than this.
    ///
    /// # Errors
    /// [`ClientError::Setup`]
    pub fn with_timeout(
        url: impl Into<String>,
        key: Option<String>,
        answer: Duration,
    ) -> Result<Self, ClientError> {
        let url = url.into().trim_end_matches('/').to_owned();
        let http = http::builder(&url, CONNECT.min(answer));
        Self::made(http, url, key, answer)
    }

    /// A client of the daemon that wrote this file. Nothing but a challenge is sent to anybody who has not shown to be
    /// it, on any connection: it may end meanwhile, and somebody else may answer there.
    ///
    /// # Errors
    /// [`ClientError::Setup`]
    pub fn proven(
        file: &DaemonFile,
        key: Option<String>,
        answer: Option<Duration>,
    ) -> Result<Self, ClientError> {
        let answer = answer.unwrap_or(ANSWER);
        let url = file.url.trim_end_matches('/').to_owned();
        let host = url.trim_start_matches("http://").to_owned();
        let secret = file.secret.clone();
        let layer = AndThenLayer::new(move |c| proven(c, secret.clone(), host.clone()));
        let http = http::builder(&url, PROVEN.min(answer)).connector_layer(layer);
        Self::made(http, url, key, answer)
    }

    fn made(
        http: reqwest::ClientBuilder,
        url: String,
        key: Option<String>,
        answer: Duration,
    ) -> Result<Self, ClientError> {
        let http = http
            .pool_idle_timeout(IDLE)
            .build()
            .map_err(|e| ClientError::Setup(http::cause(&e)))?;
        let runtime = runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|e| ClientError::Setup(e.to_string()))?;
        let key = key.map(|key| {
            let mut key = HeaderValue::try_from(key)?;
            key.set_sensitive(true);
            Ok::<_, reqwest::header::InvalidHeaderValue>(key)
        });
        let odd_key = |_| ClientError::Setup("the API key holds signs that no key has".into());
        Ok(Self {
            http,
            runtime: Arc::new(runtime),
            url,
            key: key.transpose().map_err(odd_key)?,
            answer,
        })
    }

    /// The base address.
    pub fn url(&self) -> &str {
        &self.url
    }

    fn get(&self, path: &str) -> RequestBuilder {
        self.request(Method::GET, path)
    }

    fn delete(&self, path: &str) -> RequestBuilder {
        self.request(Method::DELETE, path)
    }

    fn post(&self, path: &str) -> RequestBuilder {
        self.request(Method::POST, path)
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.url));
        match &self.key {
            Some(key) => request.header("x-api-key", key),
            None => request,
        }
    }

    /// The beginning of an answer.
    fn send(&self, request: RequestBuilder) -> Result<Response, ClientError> {
        self.in_time(request.send())
    }

    /// What this future comes to, if it does within the time for an answer.
    fn in_time<T>(
        &self,
        future: impl Future<Output = reqwest::Result<T>>,
    ) -> Result<T, ClientError> {
        // The timer needs the runtime, so it is made inside.
        let result = self
            .runtime
            .block_on(async { timeout(self.answer, future).await });
        match result {
            Ok(result) => result.map_err(|e| self.network(&e)),
            Err(_) => Err(self.timed_out()),
        }
    }

    /// Sends a request and reads its answer, JSON.
    fn call<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, ClientError> {
        self.read(self.send(request)?)
    }

    /// Reads an answer that has begun, JSON.
    fn read<T: DeserializeOwned>(&self, response: Response) -> Result<T, ClientError> {
        let body = self.bytes(response)?;
        self.parse(&body)
    }

    fn parse<T: DeserializeOwned>(&self, json: &[u8]) -> Result<T, ClientError> {
        serde_json::from_slice(json).map_err(|e| self.odd(format!("unexpected answer: {e}")))
    }

    /// Sends a request and reads its answer, text.
    fn text(&self, request: RequestBuilder) -> Result<String, ClientError> {
        let body = self.bytes(self.send(request)?)?;
        String::from_utf8(body).map_err(|e| self.odd(e.to_string()))
    }

    /// An answer of any length, to be read as it comes.
    fn stream(&self, path: &str) -> Result<impl Read + use<>, ClientError> {
        let mut response = self.send(self.get(path))?;
        if !response.status().is_success() {
            return Err(self.refusal(response));
        }
        let client = self.clone();
        let next = move || client.in_time(response.chunk()).map_err(io::Error::other);
        Ok(Pieces::new(next))
    }

    /// The body of a successful answer.
    fn bytes(&self, response: Response) -> Result<Vec<u8>, ClientError> {
        match response.status().is_success() {
            true => self.whole(response),
            false => Err(self.refusal(response)),
        }
    }

    fn refusal(&self, response: Response) -> ClientError {
        let status: StatusCode = response.status();
        let body = match self.whole(response) {
            Ok(body) => body,
            Err(error) => return error,
        };
        match serde_json::from_slice::<Problem>(&body) {
            Ok(problem) => ClientError::Problem(Box::new(problem)),
            Err(_) => self.odd(format!("status {status}")),
        }
    }

    /// A body, whatever the status.
    fn whole(&self, mut response: Response) -> Result<Vec<u8>, ClientError> {
        let mut body = Vec::new();
        while let Some(chunk) = self.in_time(response.chunk())? {
            if body.len() + chunk.len() > LONGEST_ANSWER {
                return Err(self.odd("the answer is too long".into()));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn odd(&self, reason: String) -> ClientError {
        let url = self.url.clone();
        ClientError::Protocol { url, reason }
    }

    fn timed_out(&self) -> ClientError {
        let url = self.url.clone();
        ClientError::TimedOut { url }
    }

    fn network(&self, error: &reqwest::Error) -> ClientError {
        let reason = http::cause(error);
        if error.is_timeout() && !error.is_connect() {
            return self.timed_out();
        }
        let mut sources = std::iter::successors(error.source(), |e| (*e).source());
        if let Some(unproven) = sources.clone().find_map(|e| e.downcast_ref::<Unproven>()) {
            // A daemon whose places are all taken says so to whoever connects, before it reads anything.
            return match unproven.status.contains(" 429 ") {
                true => ClientError::Problem(Box::new(Problem::new(
                    Code::TooManyRequests,
                    "Too many connections are being answered. Try again in a moment.",
                ))),
                false => ClientError::Unproven {
                    url: self.url.clone(),
                    reason,
                },
            };
        }
        // Whoever closes a connection in the middle is gone; whoever says what is no HTTP is somebody else.
        match error.is_connect() || sources.any(|e| e.is::<io::Error>()) {
            true => ClientError::Unreachable {
                url: self.url.clone(),
                reason,
            },
            false => self.odd(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{BufRead, Write},
        net::TcpListener,
        thread,
    };

    #[test]
    fn nobody_there_is_unreachable() {
        let client = Client::new("http://127.0.0.1:9", None).expect("a client");
        assert!(matches!(
            client.healthz(),
            Err(ClientError::Unreachable { .. })
        ));
    }

    /// A server that says this to the first request, and then keeps the connection open in silence.
    fn saying(text: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            // What is said before anything was asked is no answer.
            let head = io::BufReader::new(stream.try_clone().expect("a stream")).lines();
            let ends = |line: &io::Result<String>| line.as_ref().map_or(true, String::is_empty);
            head.take_while(|line| !ends(line)).for_each(drop);
            stream.write_all(text.as_bytes()).expect("a listener");
            // Until the client has left.
            let _ = io::copy(&mut stream, &mut io::sink());
        });
        format!("http://{address}")
    }

    fn impatient(url: String) -> Client {
        Client::with_timeout(url, None, Duration::from_millis(50)).expect("a client")
    }

    #[test]
    fn silence_ends_a_call_and_a_stream_that_has_begun() {
        let silent = impatient(saying(""));
        assert!(matches!(
            silent.healthz(),
            Err(ClientError::TimedOut { .. })
        ));
        let head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n";
        let begun = impatient(saying(head));
        assert!(matches!(begun.healthz(), Err(ClientError::TimedOut { .. })));
        let begun = impatient(saying(head)).export();
        let end = begun
            .expect("a stream")
            .read(&mut [0; 8])
            .map_err(|e| e.downcast());
        assert!(matches!(end, Err(Ok(ClientError::TimedOut { .. }))));
    }

    #[test]
    fn whoever_leads_elsewhere_or_speaks_no_http_is_no_daemon() {
        let elsewhere = "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n";
        for text in [elsewhere, "220 mail.example.org ESMTP\r\n"] {
            let client = impatient(saying(text));
            let end = client.healthz();
            assert!(matches!(end, Err(ClientError::Protocol { .. })), "{end:?}");
        }
    }

    #[test]
    fn the_key_is_not_shown() {
        let client = Client::new("http://127.0.0.1:9", Some("sk-secret".into()));
        assert!(!format!("{:?}", client.expect("a client")).contains("sk-secret"));
        let odd = Client::new("http://127.0.0.1:9", Some("a\nb".into()));
        assert!(matches!(odd, Err(ClientError::Setup(_))));
    }
}
