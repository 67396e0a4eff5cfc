//! The typed HTTP client of the service. Blocking: the command line has nothing else to do meanwhile.
//!
//! - `upload`: a document on its way
//! - `aloud`: the answer that is said while it is found
//! - `calls`: everything else

mod aloud;
mod calls;
mod upload;

pub use upload::Upload;

use crate::problem::Problem;
use serde::de::DeserializeOwned;
use std::{
    io::{self, Read},
    time::Duration,
};
use ureq::{
    Agent, Body, RequestBuilder,
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
    fn nobody_there_is_unreachable() {
        let client = Client::new("http://127.0.0.1:9", None);
        assert!(matches!(
            client.healthz(),
            Err(ClientError::Unreachable { .. })
        ));
    }
}
