//! Who asks: the key of a request, and whether the request was meant for this daemon at all.

use super::{
    OPENING, Server, blocking,
    error::{Answered, Refusal, refuse},
    memory::{Memory, Place},
};
use crate::{app::App, store::records::KeyRecord, worker::Rebuild};
use axum::{
    extract::{FromRequestParts, MatchedPath},
    http::{HeaderMap, HeaderName, Method, Uri, header, request::Parts, uri::Authority},
};
use memo_common::problem::Code;
use std::{net::IpAddr, sync::Arc};

/// A request with a valid key, on a daemon that is open.
#[derive(Clone)]
pub(super) struct Caller {
    pub app: Arc<App>,
    pub key: Arc<KeyRecord>,
    /// What the request may take.
    pub memory: Memory,
}

impl Caller {
    /// Looks through the memories that the key opens, beside the threads that answer and when it is its user's turn to ask.
    pub(super) async fn in_turn<T: Send + 'static>(
        self,
        look: impl FnOnce(&Self) -> Answered<T> + Send + 'static,
    ) -> Answered<T> {
        let turn = self.memory.turn_to_ask().await;
        blocking(move || {
            let _turn = turn;
            look(&self)
        })
        .await
    }

    /// Whose memory the key opens.
    pub(super) fn user(&self) -> &str {
        &self.key.user
    }

    /// Refuses where the key was taken back while the request arrived: a body may take its time.
    pub(super) fn still(&self) -> Answered<()> {
        still(&self.app, &self.key)
    }

    /// Refuses where the key is no administrator's: what is asked for is everybody's, or costs something.
    pub(super) fn administers(&self) -> Answered<()> {
        match self.key.admin {
            true => Ok(()),
            false => Err(refuse(
                Code::AdministratorOnly,
                "This takes an administrator's key, and the key that was sent is none. The first key, in the daemon's \
                 folder of data, is one.",
            )),
        }
    }

    /// Waits until questions find everything: an index that is built anew finds nothing at first, and to say so would
    /// be no answer.
    pub(super) async fn wait_for_index(&self) -> Answered<()> {
        let filled = self.app.level.filled(OPENING).await;
        filled.map_err(|Rebuild { done, total }| {
            refuse(
                Code::NotReady,
                format!(
                    "The index is built anew, {done} of {total} documents so far. Try again soon."
                ),
            )
        })
    }
}

impl FromRequestParts<Arc<Server>> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Answered<Self> {
        let app = server.opened().await?;
        let key = find(&app, &parts.headers).ok_or_else(no_key)?;
        if key.read_only && !only_reads(parts) {
            return Err(read_only());
        }
        Self::admitted(server, app, key, parts)
    }
}

impl Caller {
    /// Whoever has this key, with a place for the request.
    pub(super) fn admitted(
        server: &Server,
        app: Arc<App>,
        key: Arc<KeyRecord>,
        parts: &Parts,
    ) -> Answered<Self> {
        let memory = server.memory.of(&key.user);
        let place = memory.requests.place().ok_or_else(|| {
            refuse(
                Code::TooManyRequests,
                "Too many requests of this user are being answered. Try again in a moment.",
            )
        })?;
        if let Some(kept) = parts.extensions.get::<Place>() {
            // A request has one caller; were it asked for twice, the first place would count.
            let _ = kept.0.set(place);
        }
        Ok(Self { app, key, memory })
    }
}

/// One answer to all whose key opens nothing.
pub(super) fn no_key() -> Refusal {
    refuse(
        Code::MissingOrInvalidKey,
        "Send a valid key in the x-api-key header, or as `Authorization: Bearer KEY`.",
    )
}

/// Calls that change nothing although they are posted: questions, and a token for pages on which such a key may only
/// read, too; of `/mcp` each tool says whether it does.
const QUESTIONS: [&str; 4] = [
    "/v1/memories/recall",
    "/v1/memories/ask",
    "/v1/web/login",
    "/mcp",
];

/// Whether a request changes nothing. Whatever is not known to be so is taken for a change, calls that are added later
/// among them.
fn only_reads(parts: &Parts) -> bool {
    let asks = |path: &MatchedPath| QUESTIONS.contains(&path.as_str());
    matches!(parts.method, Method::GET | Method::HEAD)
        || parts.extensions.get::<MatchedPath>().is_some_and(asks)
}

/// The answer to a key that may only read, where something would change or cost something.
pub(super) fn read_only() -> Refusal {
    refuse(
        Code::ReadOnlyKey,
        "The key that was sent may only read: recall, ask, list and look at what is there. Send another for this; \
         `memo key create` makes one.",
    )
}

/// Refuses where the key was taken back meanwhile.
pub(super) fn still(app: &App, key: &KeyRecord) -> Answered<()> {
    match app.keys.has(key) {
        true => Ok(()),
        false => Err(no_key()),
    }
}

const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

fn find(app: &App, headers: &HeaderMap) -> Option<Arc<KeyRecord>> {
    app.keys.find(secret(headers)?)
}

/// The secret of a request: in the header of its own or, where that is missing, as a bearer token (RFC 6750), which is
/// all that some clients can send. What stands in front of the daemon may use `Authorization` for itself.
fn secret(headers: &HeaderMap) -> Option<&str> {
    if headers.contains_key(API_KEY) {
        return only(headers, API_KEY);
    }
    let (scheme, token) = only(headers, header::AUTHORIZATION)?.split_once(' ')?;
    let is_bearer = scheme.eq_ignore_ascii_case("bearer");
    is_bearer.then(|| token.trim_start_matches(' '))
}

/// Refuses a body of which two readers might see different ends: what stands in front of the daemon would take the rest
/// of it for somebody else's request.
pub(super) fn framed(headers: &HeaderMap) -> Answered<()> {
    let coded = headers.contains_key(header::TRANSFER_ENCODING);
    let chunked = only(headers, header::TRANSFER_ENCODING)
        .is_some_and(|coding| coding.eq_ignore_ascii_case("chunked"));
    match !coded || (chunked && !headers.contains_key(header::CONTENT_LENGTH)) {
        true => Ok(()),
        false => Err(refuse(
            Code::InvalidForm,
            "The headers leave open where the body ends.",
        )),
    }
}

/// The value of a header that is there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?;
    match all.next() {
        Some(_) => None,
        None => first.to_str().ok(),
    }
}

/// Which page a browser asks for: <https://www.w3.org/TR/fetch-metadata/>.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Hosts that requests may be meant for. A web page that a browser has open can reach a daemon on its machine, by a
/// name of its own that leads here; it cannot choose the `Host` that the browser sends.
#[derive(Debug)]
pub(super) struct Hosts {
    names: Vec<String>,
    /// Listening beyond loopback: any address may lead here, and an address is no name that somebody made up.
    addresses: bool,
}

impl Hosts {
    pub(super) fn new(listen: IpAddr, allowed: &[String]) -> Self {
        let mut names = vec!["localhost".to_owned(), listen.to_string()];
        names.extend(allowed.iter().cloned());
        Self {
            names,
            addresses: !listen.is_loopback(),
        }
    }

    /// Refuses a request that was meant for another host, or was sent by another site's page.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Answered<()> {
        let host = only(headers, header::HOST).unwrap_or_default();
        let named = host.parse::<Authority>().ok();
        // What stands in front may go by either.
        let mut names = named.iter().chain(uri.authority());
        if named.is_none() || !names.all(|a| self.is_own(a.host())) {
            return Err(refuse(
                Code::ForeignHost,
                "The Host header names another host. Use the daemon's own address, or set allowed_hosts.",
            ));
        }
        let own = match headers.contains_key(header::ORIGIN) {
            true => only(headers, header::ORIGIN)
                .and_then(|origin| origin.split_once("://"))
                .is_some_and(|(_, authority)| authority.eq_ignore_ascii_case(host)),
            // Browsers send no origin with what only reads; they say of everything whether a page of ours asked for it.
            false => match headers.contains_key(SEC_FETCH_SITE) {
                true => matches!(only(headers, SEC_FETCH_SITE), Some("same-origin" | "none")),
                false => true,
            },
        };
        match own {
            true => Ok(()),
            false => Err(refuse(
                Code::ForeignHost,
                "The request comes from a page of another site.",
            )),
        }
    }

    fn is_own(&self, host: &str) -> bool {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let address: Option<IpAddr> = host.parse().ok();
        address.is_some_and(|ip| ip.is_loopback() || self.addresses)
            || self.names.iter().any(|n| n.eq_ignore_ascii_case(host))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(listen: &str, allowed: &[&str], host: &str, origin: Option<&str>) -> bool {
        let allowed: Vec<_> = allowed.iter().map(|h| (*h).to_owned()).collect();
        let hosts = Hosts::new(listen.parse().expect("an address"), &allowed);
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a value"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a value"));
        }
        hosts.check(&Uri::from_static("/"), &headers).is_ok()
    }

    #[test]
    fn own_names_pass_and_others_do_not() {
        for host in ["127.0.0.1:7437", "localhost:7437", "LOCALHOST", "[::1]:9"] {
            assert!(check("127.0.0.1", &[], host, None), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example",
            "192.168.1.5:7437",
            "",
            "a b",
        ] {
            assert!(!check("127.0.0.1", &[], host, None), "{host}");
        }
        assert!(check("127.0.0.1", &["memo.example"], "memo.example", None));
        assert!(check("0.0.0.0", &[], "192.168.1.5:7437", None));
        assert!(!check("0.0.0.0", &[], "evil.example", None));
    }

    #[test]
    fn another_sites_page_is_refused() {
        let host = "127.0.0.1:7437";
        assert!(check("127.0.0.1", &[], host, Some("http://127.0.0.1:7437")));
        for origin in ["http://evil.example", "null", "http://127.0.0.1:8000"] {
            assert!(!check("127.0.0.1", &[], host, Some(origin)), "{origin}");
        }
    }

    #[test]
    fn a_body_has_one_end() {
        let fits = |fields: &[(&str, &str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in fields {
                let name: HeaderName = name.parse().expect("a name");
                headers.append(name, value.parse().expect("a value"));
            }
            framed(&headers).is_ok()
        };
        assert!(fits(&[]) && fits(&[("content-length", "7")]));
        assert!(fits(&[("transfer-encoding", "Chunked")]));
        for odd in ["identity", "gzip, chunked", "chunked, chunked", ""] {
            assert!(!fits(&[("transfer-encoding", odd)]), "{odd}");
        }
        let coding = ("transfer-encoding", "chunked");
        assert!(!fits(&[coding, ("content-length", "7")]));
        assert!(!fits(&[coding, coding]));
    }
}
