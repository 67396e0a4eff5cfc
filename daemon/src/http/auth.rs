//! Who asks: the key of a request, and whether the request was meant for this daemon at all.

use super::{
    OPENING, Server,
    error::{Answered, Refusal, refuse},
    memory::Memory,
};
use crate::{app::App, store::records::KeyRecord, worker::Rebuild};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts, uri::Authority},
};
use memo_common::problem::Code;
use std::{net::IpAddr, sync::Arc};

/// A request with a valid key, on a daemon that is open.
pub(super) struct Caller {
    pub app: Arc<App>,
    pub key: Arc<KeyRecord>,
    /// What the request may take.
    pub memory: Memory,
}

impl Caller {
    /// Whose memory the key opens.
    pub(super) fn user(&self) -> &str {
        &self.key.user
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
        let key = find(&app, &parts.headers).ok_or_else(|| {
            refuse(
                Code::MissingOrInvalidKey,
                "Send a valid key in the x-api-key header.",
            )
        })?;
        let memory = server.memory.clone();
        Ok(Self { app, key, memory })
    }
}

fn find(app: &App, headers: &HeaderMap) -> Option<Arc<KeyRecord>> {
    let mut given = headers.get_all("x-api-key").iter();
    let (Some(key), None) = (given.next(), given.next()) else {
        return None;
    };
    app.keys.find(key.to_str().ok()?)
}

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
    pub(super) fn check(&self, headers: &HeaderMap) -> Answered<()> {
        let text = |name| headers.get(name).and_then(|v| v.to_str().ok());
        let host = text(header::HOST).unwrap_or_default();
        let known = host
            .parse::<Authority>()
            .is_ok_and(|a| self.is_own(a.host()));
        if !known {
            return Err(refuse(
                Code::ForeignHost,
                "The Host header names another host. Use the daemon's own address, or set allowed_hosts.",
            ));
        }
        if headers.contains_key(header::ORIGIN) {
            let origin = text(header::ORIGIN).unwrap_or_default();
            let origin = origin.split_once("://").map(|(_, authority)| authority);
            if origin.is_none_or(|o| !o.eq_ignore_ascii_case(host)) {
                return Err(refuse(
                    Code::ForeignHost,
                    "The request comes from a page of another site.",
                ));
            }
        }
        Ok(())
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
        hosts.check(&headers).is_ok()
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
}
