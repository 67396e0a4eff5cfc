//! Whom the daemon answers at all: hosts, pages of other sites, other machines.

use crate::garden;
use memo_tests::{
    binaries::binary,
    daemon::{Daemon, Form, KEY, Reply},
};
use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    process::{Command, Stdio},
};

#[test]
fn a_foreign_host_is_refused() {
    let daemon = garden();
    for host in ["evil.example", "127.0.0.1.evil.example", ""] {
        for path in ["/v1/documents", "/healthz", "/nothing"] {
            let reply = daemon.request("GET", path).header("host", host).send();
            reply.problem(403, "foreign_host");
        }
    }
    let port = daemon.url().rsplit(':').next().expect("a port");
    let local = format!("localhost:{port}");
    daemon
        .request("GET", "/healthz")
        .header("host", &local)
        .send()
        .ok();
}

#[test]
fn another_sites_page_is_refused() {
    let daemon = garden();
    let form = Form::new().text("text", "tulips");
    let request = |origin: &str| {
        let request = daemon.post("/v1/memories/recall", &form);
        request.header("origin", origin).send()
    };
    request("https://evil.example").problem(403, "foreign_host");
    request("null").problem(403, "foreign_host");
    request(daemon.url()).ok();
}

#[test]
fn a_request_that_goes_by_two_names_is_refused() {
    let daemon = garden();
    let own = daemon.url().trim_start_matches("http://").to_owned();
    for head in [
        format!("GET /healthz HTTP/1.1\r\nHost: {own}\r\nHost: evil.example\r\n"),
        format!("GET /healthz HTTP/1.1\r\nHost: evil.example\r\nHost: {own}\r\n"),
        format!("GET http://evil.example/healthz HTTP/1.1\r\nHost: {own}\r\n"),
        "GET /healthz HTTP/1.0\r\n".to_owned(),
    ] {
        sent(&daemon, &head, "").problem(403, "foreign_host");
    }
}

#[test]
fn what_a_page_of_another_site_only_reads_is_refused() {
    let daemon = garden();
    let request = |site: &str| {
        let request = daemon.request("GET", "/metrics");
        request.header("sec-fetch-site", site).send()
    };
    for site in ["cross-site", "same-site", "", "same-origin, none"] {
        request(site).problem(403, "foreign_host");
    }
    for site in ["same-origin", "none"] {
        let reply = request(site).ok();
        // Nor may a page make a script or a picture of it, or a cache keep it.
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(
            reply.header("cross-origin-resource-policy"),
            Some("same-origin")
        );
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        assert!(reply.header("access-control-allow-origin").is_none());
    }
    let asked = daemon.request("OPTIONS", "/v1/memorize");
    let asked = asked.header("origin", daemon.url()).send();
    asked.problem(405, "method_not_allowed");
    assert!(asked.header("access-control-allow-origin").is_none());
}

#[test]
fn what_a_proxy_passes_on_needs_a_key() {
    let daemon = garden();
    for path in ["/healthz", "/readyz"] {
        for header in ["forwarded", "via", "x-forwarded-for", "x-real-ip"] {
            let request = || daemon.request("GET", path).header(header, "203.0.113.7");
            let reply = request().without("x-api-key").send();
            reply.problem(401, "missing_or_invalid_key");
            request().send().ok();
        }
    }
    // One that only copies bytes adds nothing, and is on this machine: of other people nothing is told without a key.
    let counters = daemon.request("GET", "/metrics");
    let refused = counters.without("x-api-key").send();
    refused.problem(401, "missing_or_invalid_key");
}

#[test]
fn a_body_whose_end_is_in_doubt_takes_no_other_request_along() {
    let daemon = garden();
    let own = daemon.url().trim_start_matches("http://");
    let head = format!(
        "POST /v1/memories/recall HTTP/1.1\r\nHost: {own}\r\nx-api-key: {KEY}\r\ncontent-type: application/x-www-form-urlencoded\r\n"
    );
    let hidden = format!("GET /v1/documents HTTP/1.1\r\nHost: {own}\r\nx-api-key: {KEY}\r\n\r\n");
    for (fields, body) in [
        (
            "content-length: 5\r\ntransfer-encoding: chunked\r\n",
            "0\r\n\r\n",
        ),
        (
            "transfer-encoding: chunked\r\ncontent-length: 5\r\n",
            "0\r\n\r\n",
        ),
        (
            "transfer-encoding: identity\r\ntransfer-encoding: chunked\r\n",
            "0\r\n\r\n",
        ),
        ("transfer-encoding: gzip, chunked\r\n", "0\r\n\r\n"),
        ("transfer-encoding: xchunked\r\n", "0\r\n\r\n"),
        ("transfer-encoding : chunked\r\n", "0\r\n\r\n"),
        ("content-length: 5\r\ncontent-length: 6\r\n", "text=a"),
        ("content-length: +6\r\n", "text=a"),
        ("content-length: 0x6\r\n", "text=a"),
    ] {
        let reply = sent(
            &daemon,
            &format!("{head}{fields}"),
            &format!("{body}{hidden}"),
        );
        assert_eq!(reply.status, 400, "{fields}: {reply:?}");
        assert!(!reply.body.contains("\"documents\""), "{fields}: {reply:?}");
    }
}

/// The answer to a request with this head, which says of itself that it is the last.
fn sent(daemon: &Daemon, head: &str, body: &str) -> Reply {
    let address = daemon.url().trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let whole = format!("{head}connection: close\r\n\r\n{body}");
    stream.write_all(whole.as_bytes()).expect("it goes");
    Reply::read(&mut stream)
}

#[test]
fn an_allowed_host_is_answered() {
    let daemon = Daemon::start_with(&[("MEMO_ALLOWED_HOSTS", "memo.example, other.example")]);
    let request = daemon.request("GET", "/healthz");
    request.header("host", "memo.example:8443").send().ok();
}

#[test]
fn by_itself_it_listens_on_this_machine_alone() {
    let config = memo_common::config::Config::resolve(&Default::default(), |_| None);
    let listen = config.expect("defaults").listen;
    assert!(listen.ip().is_loopback(), "{listen}");
}

#[test]
fn listening_beyond_this_machine_says_what_that_means() {
    let daemon = Daemon::prepare(&[]);
    let mut child = Command::new(binary("memod"))
        .args(["--listen", "0.0.0.0:0", "--data-dir"])
        .arg(daemon.data())
        .env("MEMO_CONFIG", daemon.data().join("config.toml"))
        .stderr(Stdio::piped())
        .spawn()
        .expect("memod starts");
    let log = BufReader::new(child.stderr.take().expect("its log"));
    let said = log
        .lines()
        .take(3)
        .any(|l| l.is_ok_and(|l| l.contains("in the clear")));
    child.kill().expect("it ends");
    child.wait().expect("it ends");
    assert!(said);
}
