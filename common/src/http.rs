//! One way to make an HTTP client: to the daemon, and from the daemon to a model's server.
//!
//! What is sent goes where the settings say and nowhere else: no redirect is followed, and no proxy stands before an
//! address of this machine. TLS is rustls; a server's certificate may come from an authority that Mozilla trusts (their
//! certificates are compiled in, so that a bare container has them) or that this machine trusts.

use bytes::Bytes;
use reqwest::{Client, ClientBuilder, redirect::Policy};
use rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::CertificateDer};
use std::{
    error::Error,
    io::{self, Read},
    net::IpAddr,
    sync::Arc,
    time::Duration,
};

/// The beginnings of a client of the server at this address, which has to answer a connection within `connect`.
pub fn builder(url: &str, connect: Duration) -> ClientBuilder {
    let builder = Client::builder()
        .redirect(Policy::none())
        .connect_timeout(connect)
        .tls_backend_preconfigured(tls(url))
        .user_agent(concat!("memo/", env!("CARGO_PKG_VERSION")));
    match is_loopback(url) {
        true => builder.no_proxy(),
        false => builder,
    }
}

/// Whom to trust. Certificates take milliseconds to read, so nobody is trusted where there is no TLS.
fn tls(url: &str) -> ClientConfig {
    // A proxy may be behind TLS itself, but not for this machine's own addresses.
    match is_loopback(url) && url.starts_with("http:") {
        true => trusting(RootCertStore::empty()),
        false => tls_client(),
    }
}

/// TLS with servers whose certificates come from an authority that Mozilla or this machine trusts.
pub fn tls_client() -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    // A store that cannot be read, or an odd certificate in it, leaves the compiled ones.
    let own: Vec<CertificateDer<'_>> = rustls_native_certs::load_native_certs().certs;
    roots.add_parsable_certificates(own);
    trusting(roots)
}

fn trusting(roots: RootCertStore) -> ClientConfig {
    ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring speaks TLS 1.2 and 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth()
}

/// Whether the address is this machine's own: no proxy stands in between.
pub fn is_loopback(url: &str) -> bool {
    let Ok(url) = url.parse::<reqwest::Url>() else {
        return false;
    };
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// A body that comes in pieces, as a reader; `next` waits for a piece, and gives none at the end.
pub struct Pieces<F> {
    next: F,
    rest: Bytes,
}

impl<F: FnMut() -> io::Result<Option<Bytes>>> Pieces<F> {
    /// Nothing is waited for before it is read.
    pub const fn new(next: F) -> Self {
        let rest = Bytes::new();
        Self { next, rest }
    }
}

impl<F: FnMut() -> io::Result<Option<Bytes>>> Read for Pieces<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            match (self.next)()? {
                Some(piece) => self.rest = piece,
                None => return Ok(0),
            }
        }
        let size = self.rest.len().min(buffer.len());
        buffer[..size].copy_from_slice(&self.rest.split_to(size));
        Ok(size)
    }
}

/// What lies at the bottom of an error: "Connection refused", not "error sending request".
pub fn cause(error: &reqwest::Error) -> String {
    let mut deepest: &dyn Error = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string()
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
}
