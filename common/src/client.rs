//! The typed HTTP client of the service. Blocking: the command line has nothing else to do meanwhile.

use crate::{
    api::{
        Accepted, Answer, AnswerPiece, Compacted, Document, DocumentPage, Envelope, Execution,
        Filter, Forgotten, Health, ImportReport, KeyInfo, KeyList, MemoryDetail, MemoryPage, Model,
        ModelTest, NewKey, Rated, SourceType,
    },
    export::MEDIA_TYPE,
    problem::Problem,
    sse::Events,
};
use serde::de::DeserializeOwned;
use std::{
    io::{self, Read},
    time::Duration,
};
use ureq::{
    Agent, Body, RequestBuilder, SendBody,
    http::Response,
    typestate::{WithBody, WithoutBody},
};

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(3);
/// How long to wait for an answer once a request is sent.
const ANSWER: Duration = Duration::from_secs(120);
/// No answer of the service is longer, bytes.
const LONGEST_ANSWER: u64 = 64 << 20;

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
    /// The answer is none of this service's.
    #[error("{url} does not answer like a memo daemon: {reason}")]
    Protocol {
        /// The base address.
        url: String,
        /// What is odd.
        reason: String,
    },
    /// What was to be uploaded cannot be read.
    #[error("cannot read the file: {0}")]
    Input(io::Error),
}

/// A document to upload.
#[derive(Clone, Copy, Debug, Default)]
pub struct Upload<'a> {
    /// Its name, for guessing the type.
    pub filename: Option<&'a str>,
    /// Size of the content, bytes.
    pub size: u64,
    /// From whose point of view to tell.
    pub user_name: &'a str,
    /// The document's own name.
    pub item_id: Option<&'a str>,
    /// What it is.
    pub source_type: Option<SourceType>,
    /// RFC 3339: when it was written.
    pub reference_time: Option<&'a str>,
}

/// One key (or none) on one daemon.
#[derive(Clone, Debug)]
pub struct Client {
    agent: Agent,
    url: String,
    key: Option<String>,
}

impl Client {
    /// A client of the daemon at this base address; connects when first used.
    pub fn new(url: impl Into<String>, key: Option<String>) -> Self {
        Self::with_timeout(url, key, ANSWER)
    }

    /// The same, waiting for an answer no longer than this.
    pub fn with_timeout(url: impl Into<String>, key: Option<String>, answer: Duration) -> Self {
        let url = url.into().trim_end_matches('/').to_owned();
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_connect(Some(CONNECT.min(answer)))
            .timeout_recv_response(Some(answer))
            .timeout_recv_body(Some(answer))
            .user_agent(concat!("memo/", env!("CARGO_PKG_VERSION")));
        if is_loopback(&url) {
            config = config.proxy(None);
        }
        Self {
            agent: config.build().new_agent(),
            url,
            key,
        }
    }

    /// The base address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Uploads a document; `sent` is told the number of bytes of content that are on their way.
    ///
    /// # Errors
    /// As for every call: [`ClientError`].
    pub fn memorize(
        &self,
        upload: &Upload<'_>,
        content: &mut dyn Read,
        sent: &mut dyn FnMut(u64),
    ) -> Result<Accepted, ClientError> {
        let boundary = format!("memo-{}", uuid::Uuid::now_v7().simple());
        let source_type = upload.source_type.map(SourceType::as_str);
        let mut head = String::new();
        for (name, value) in [
            ("user_name", Some(upload.user_name)),
            ("item_id", upload.item_id),
            ("source_type", source_type),
            ("reference_time", upload.reference_time),
        ] {
            if let Some(value) = value {
                head += &format!(
                    "--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
                );
            }
        }
        let filename = quoted(upload.filename.unwrap_or("document.txt"));
        head += &format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{filename}\"\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n"
        );
        let tail = format!("\r\n--{boundary}--\r\n");
        let length = head.len() as u64 + upload.size + tail.len() as u64;
        let mut failed = None;
        let counted = Counted {
            inner: content,
            left: upload.size,
            done: 0,
            sent,
            failed: &mut failed,
        };
        let mut body = head.as_bytes().chain(counted).chain(tail.as_bytes());
        let request = self
            .post("/v1/memorize")
            .header(
                "content-type",
                format!("multipart/form-data; boundary={boundary}"),
            )
            .header("content-length", length.to_string());
        let result = request.send(SendBody::from_reader(&mut body));
        match failed {
            Some(error) => Err(ClientError::Input(error)),
            None => self.read(result),
        }
    }

    /// A run, by the resource path that memorize answered.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn execution(&self, resource: &str) -> Result<Execution, ClientError> {
        self.read(self.get(&format!("/v1/{resource}")).call())
    }

    /// The memories that match, best first.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn recall(
        &self,
        text: &str,
        limit: Option<u32>,
        filter: &Filter,
    ) -> Result<Envelope, ClientError> {
        self.read(self.question("/v1/memories/recall", text, limit, filter))
    }

    /// An answer and the memories it rests on.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn ask(
        &self,
        text: &str,
        limit: Option<u32>,
        filter: &Filter,
    ) -> Result<Answer, ClientError> {
        self.read(self.question("/v1/memories/ask", text, limit, filter))
    }

    /// The same; `said` is given each piece of the response as soon as it stands. A daemon that cannot stream answers
    /// in one piece.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn ask_aloud(
        &self,
        text: &str,
        limit: Option<u32>,
        filter: &Filter,
        said: &mut dyn FnMut(&str),
    ) -> Result<Answer, ClientError> {
        let accept = "text/event-stream, application/json;q=0.9";
        let request = self.post("/v1/memories/ask").header("accept", accept);
        let response = request.send_form(fields(text, limit, filter));
        let mut response = response.map_err(|e| self.network(e))?;
        let kind = response.headers().get("content-type");
        let streams = kind.is_some_and(|k| k.as_bytes().starts_with(b"text/event-stream"));
        if !streams {
            let answer: Answer = self.read(Ok(response))?;
            said(&answer.response);
            return Ok(answer);
        }
        let mut body = response.body_mut().as_reader();
        let mut events = Events::default();
        let mut buffer = [0; 4096];
        loop {
            let size = match body.read(&mut buffer) {
                Ok(size) => size,
                Err(e) => match e.downcast::<ureq::Error>() {
                    Ok(e) => return Err(self.network(e)),
                    Err(e) => return Err(self.network(ureq::Error::Io(e))),
                },
            };
            let found = match size {
                0 => events.end().into_iter().collect(),
                size => events
                    .push(&buffer[..size])
                    .map_err(|e| self.odd(e.to_string()))?,
            };
            for event in found {
                match event.name.as_str() {
                    "sentence" => said(&self.parse::<AnswerPiece>(event.data.as_bytes())?.text),
                    "answer" => return self.parse(event.data.as_bytes()),
                    "error" => {
                        let problem = self.parse(event.data.as_bytes())?;
                        return Err(ClientError::Problem(Box::new(problem)));
                    }
                    // What a later daemon adds is not for us.
                    _ => {}
                }
            }
            if size == 0 {
                return Err(self.odd("the answer broke off".to_owned()));
            }
        }
    }

    fn question(
        &self,
        path: &str,
        text: &str,
        limit: Option<u32>,
        filter: &Filter,
    ) -> Result<Response<Body>, ureq::Error> {
        self.post(path).send_form(fields(text, limit, filter))
    }

    /// Rates a memory for the query that surfaced it; 0 withdraws.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn feedback(
        &self,
        memory_id: &str,
        rating: i32,
        query_text: &str,
    ) -> Result<Rated, ClientError> {
        let rating = rating.to_string();
        let form = [
            ("memory_id", memory_id),
            ("rating", &rating),
            ("query_text", query_text),
        ];
        self.read(self.post("/v1/memories/feedback").send_form(form))
    }

    /// A page of memories, newest first.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn memories(
        &self,
        filter: &Filter,
        limit: Option<u32>,
        cursor: Option<&str>,
    ) -> Result<MemoryPage, ClientError> {
        let request = filter
            .fields()
            .into_iter()
            .fold(self.get("/v1/memories"), |r, (k, v)| r.query(k, v));
        self.read(paged(request, limit, cursor).call())
    }

    /// One memory with the passages it rests on.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn memory(&self, custom_id: &str) -> Result<MemoryDetail, ClientError> {
        self.read(
            self.get(&format!("/v1/memories/{}", segment(custom_id)))
                .call(),
        )
    }

    /// Removes one memory.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn forget_memory(&self, custom_id: &str) -> Result<Forgotten, ClientError> {
        self.read(
            self.delete(&format!("/v1/memories/{}", segment(custom_id)))
                .call(),
        )
    }

    /// A page of documents, by name.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn documents(
        &self,
        limit: Option<u32>,
        cursor: Option<&str>,
    ) -> Result<DocumentPage, ClientError> {
        self.read(paged(self.get("/v1/documents"), limit, cursor).call())
    }

    /// One document.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn document(&self, item_id: &str) -> Result<Document, ClientError> {
        self.read(
            self.get(&format!("/v1/documents/{}", segment(item_id)))
                .call(),
        )
    }

    /// One document's text, as it was uploaded.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn document_text(&self, item_id: &str) -> Result<String, ClientError> {
        self.text(
            self.get(&format!("/v1/documents/{}/text", segment(item_id)))
                .call(),
        )
    }

    /// Forgets a document with its text and memories.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn forget_document(&self, item_id: &str) -> Result<Forgotten, ClientError> {
        self.read(
            self.delete(&format!("/v1/documents/{}", segment(item_id)))
                .call(),
        )
    }

    /// The keys that this key may manage.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn keys(&self) -> Result<KeyList, ClientError> {
        self.read(self.get("/v1/keys").call())
    }

    /// Makes a key, for this key's user or, as an administrator, for another (made where new).
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn create_key(
        &self,
        name: Option<&str>,
        user_id: Option<&str>,
    ) -> Result<NewKey, ClientError> {
        let form = [("name", name), ("user_id", user_id)];
        let form = form.into_iter().filter_map(|(k, v)| Some((k, v?)));
        self.read(self.post("/v1/keys").send_form(form))
    }

    /// Revokes a key, by its `key_id`.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn revoke_key(&self, key_id: &str) -> Result<KeyInfo, ClientError> {
        self.read(self.delete(&format!("/v1/keys/{}", segment(key_id))).call())
    }

    /// All documents, memories and ratings of this key's user, in the form of [`crate::export`]; to be read to its
    /// last line.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn export(&self) -> Result<impl Read + use<>, ClientError> {
        self.stream("/v1/export")
    }

    /// Everything of everybody, for `memo restore`; takes an administrator's key. To be read to its last line.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn backup(&self) -> Result<impl Read + use<>, ClientError> {
        self.stream("/v1/admin/backup")
    }

    /// Takes in lines of an export: the first, and whole documents.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn import(&self, lines: &[u8]) -> Result<ImportReport, ClientError> {
        let request = self
            .post("/v1/import")
            .header("content-type", MEDIA_TYPE)
            .send(lines);
        self.read(request)
    }

    /// An answer of any length, to be read as it comes.
    fn stream(&self, path: &str) -> Result<impl Read + use<>, ClientError> {
        let request = self.get(path).config().timeout_recv_body(None).build();
        let response = request.call();
        match response {
            Ok(response) if response.status().is_success() => {
                Ok(response.into_body().into_reader())
            }
            other => Err(match self.bytes(other) {
                Ok(_) => self.odd("no stream".into()),
                Err(error) => error,
            }),
        }
    }

    /// Gives space on disk back, and with it whatever was forgotten.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn compact(&self) -> Result<Compacted, ClientError> {
        self.read(self.post("/v1/admin/compact").send_empty())
    }

    /// The language model that the daemon uses, and how it does.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn model(&self) -> Result<Model, ClientError> {
        self.read(self.get("/v1/model").call())
    }

    /// Has the daemon make one call of its language model, with nothing of anybody's memories in it.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn test_model(&self) -> Result<ModelTest, ClientError> {
        self.read(self.post("/v1/model/test").send_empty())
    }

    /// Whether the daemon answers at all.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn healthz(&self) -> Result<Health, ClientError> {
        self.read(self.get("/healthz").call())
    }

    /// Whether store and index are open and level.
    ///
    /// # Errors
    /// [`ClientError`]; a 503 problem while they are not.
    pub fn readyz(&self) -> Result<Health, ClientError> {
        self.read(self.get("/readyz").call())
    }

    /// Counters, in the Prometheus text form.
    ///
    /// # Errors
    /// [`ClientError`]
    pub fn metrics(&self) -> Result<String, ClientError> {
        self.text(self.get("/metrics").call())
    }

    fn get(&self, path: &str) -> RequestBuilder<WithoutBody> {
        self.keyed(self.agent.get(format!("{}{path}", self.url)))
    }

    fn delete(&self, path: &str) -> RequestBuilder<WithoutBody> {
        self.keyed(self.agent.delete(format!("{}{path}", self.url)))
    }

    fn post(&self, path: &str) -> RequestBuilder<WithBody> {
        self.keyed(self.agent.post(format!("{}{path}", self.url)))
    }

    fn keyed<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.key {
            Some(key) => request.header("x-api-key", key),
            None => request,
        }
    }

    fn read<T: DeserializeOwned>(
        &self,
        result: Result<Response<Body>, ureq::Error>,
    ) -> Result<T, ClientError> {
        let body = self.bytes(result)?;
        self.parse(&body)
    }

    fn parse<T: DeserializeOwned>(&self, json: &[u8]) -> Result<T, ClientError> {
        serde_json::from_slice(json).map_err(|e| self.odd(format!("unexpected answer: {e}")))
    }

    fn text(&self, result: Result<Response<Body>, ureq::Error>) -> Result<String, ClientError> {
        String::from_utf8(self.bytes(result)?).map_err(|e| self.odd(e.to_string()))
    }

    /// The body of a successful answer.
    fn bytes(&self, result: Result<Response<Body>, ureq::Error>) -> Result<Vec<u8>, ClientError> {
        let mut response = result.map_err(|e| self.network(e))?;
        let body = response
            .body_mut()
            .with_config()
            .limit(LONGEST_ANSWER)
            .read_to_vec()
            .map_err(|e| self.network(e))?;
        if response.status().is_success() {
            return Ok(body);
        }
        match serde_json::from_slice::<Problem>(&body) {
            Ok(problem) => Err(ClientError::Problem(Box::new(problem))),
            Err(_) => Err(self.odd(format!("status {}", response.status()))),
        }
    }

    fn odd(&self, reason: String) -> ClientError {
        let url = self.url.clone();
        ClientError::Protocol { url, reason }
    }

    fn network(&self, error: ureq::Error) -> ClientError {
        let url = self.url.clone();
        match error {
            ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve)
            | ureq::Error::ConnectionFailed
            | ureq::Error::HostNotFound => ClientError::Unreachable {
                url,
                reason: error.to_string(),
            },
            ureq::Error::Timeout(_) => ClientError::TimedOut { url },
            ureq::Error::Io(e) if e.kind() == io::ErrorKind::TimedOut => {
                ClientError::TimedOut { url }
            }
            ureq::Error::Io(e) => ClientError::Unreachable {
                url,
                reason: e.to_string(),
            },
            other => self.odd(other.to_string()),
        }
    }
}

/// The form of a question.
fn fields(text: &str, limit: Option<u32>, filter: &Filter) -> Vec<(&'static str, String)> {
    let mut form = filter.fields();
    form.push(("text", text.to_owned()));
    form.extend(limit.map(|n| ("limit", n.to_string())));
    form
}

fn paged(
    mut request: RequestBuilder<WithoutBody>,
    limit: Option<u32>,
    cursor: Option<&str>,
) -> RequestBuilder<WithoutBody> {
    if let Some(limit) = limit {
        request = request.query("limit", limit.to_string());
    }
    if let Some(cursor) = cursor {
        request = request.query("cursor", cursor);
    }
    request
}

/// Whether the address is this machine's own: no proxy stands in between.
pub fn is_loopback(url: &str) -> bool {
    let Ok(uri) = url.parse::<ureq::http::Uri>() else {
        return false;
    };
    let host = uri.host().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || host
            .parse::<std::net::IpAddr>()
            .is_ok_and(|ip| ip.is_loopback())
}

/// One segment of a path, percent-encoded.
fn segment(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'~');
    text.bytes()
        .map(|b| match plain(b) {
            true => char::from(b).to_string(),
            false => format!("%{b:02X}"),
        })
        .collect()
}

/// A file name as browsers write it into a multipart header.
fn quoted(name: &str) -> String {
    let kept = name.chars().filter(|c| !c.is_control() || *c == '\t');
    kept.collect::<String>().replace('"', "%22")
}

/// Reads just `left` bytes, counts them, and keeps the error that reading met.
struct Counted<'a> {
    inner: &'a mut dyn Read,
    left: u64,
    done: u64,
    sent: &'a mut dyn FnMut(u64),
    failed: &'a mut Option<io::Error>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 || buffer.is_empty() {
            return Ok(0);
        }
        let room = buffer
            .len()
            .min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let result = self.inner.read(&mut buffer[..room]).and_then(|n| match n {
            0 => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "it became shorter while it was read",
            )),
            n => Ok(n),
        });
        match result {
            Ok(n) => {
                self.left -= n as u64;
                self.done += n as u64;
                (self.sent)(self.done);
                Ok(n)
            }
            Err(e) => {
                let copy = io::Error::new(e.kind(), e.to_string());
                *self.failed = Some(e);
                Err(copy)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_is_known_by_its_address() {
        for url in [
            "http://127.0.0.1:1",
            "http://localhost:1/x",
            "http://[::1]:1",
        ] {
            assert!(is_loopback(url), "{url}");
        }
        for url in ["http://example.org", "http://127.evil.org", "nonsense"] {
            assert!(!is_loopback(url), "{url}");
        }
    }

    #[test]
    fn segments_cannot_leave_their_place() {
        assert_eq!(segment("a-b_c/../d?é"), "a-b_c%2F..%2Fd%3F%C3%A9");
    }

    #[test]
    fn nobody_there_is_unreachable() {
        let client = Client::new("http://127.0.0.1:9", None);
        assert!(matches!(
            client.healthz(),
            Err(ClientError::Unreachable { .. })
        ));
    }
}
