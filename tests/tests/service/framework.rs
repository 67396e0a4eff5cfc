//! What the framework refuses by itself is a problem document, too.

use crate::garden;
use memo_tests::daemon::Daemon;

#[test]
fn an_unknown_path_is_404() {
    let daemon = Daemon::start();
    for path in [
        "/",
        "/v1",
        "/v2/memorize",
        "/v1/memorize/",
        "/v1/memories/a/b",
    ] {
        daemon.get(path).problem(404, "not_found");
    }
}

#[test]
fn another_method_is_405_and_names_those_allowed() {
    let daemon = Daemon::start();
    for (method, path, allowed) in [
        ("GET", "/v1/memorize", "POST"),
        ("PUT", "/v1/documents", "GET"),
        ("POST", "/v1/documents/x", "DELETE"),
        ("DELETE", "/healthz", "GET"),
    ] {
        let reply = daemon.request(method, path).send();
        reply.problem(405, "method_not_allowed");
        assert!(
            reply.header("allow").is_some_and(|a| a.contains(allowed)),
            "{reply:?}"
        );
    }
}

#[test]
fn a_path_or_query_that_does_not_read_is_400() {
    let daemon = Daemon::start();
    daemon.get("/v1/documents/%ff").problem(400, "invalid_form");
    let reply = daemon.get("/v1/documents?limit=%ff");
    assert!(reply.status == 400, "{reply:?}");
    daemon
        .get("/v1/documents?limit=0")
        .problem(400, "invalid_field");
    daemon
        .get("/v1/memories?cursor=zz")
        .problem(400, "invalid_field");
    daemon
        .get("/v1/memories?limit=1&limit=2")
        .problem(400, "duplicate_field");
}

#[test]
fn every_answer_carries_a_request_id() {
    let daemon = garden();
    let own = daemon.get("/healthz");
    assert!(own.header("x-request-id").is_some_and(|id| id.len() > 20));
    let given = daemon
        .request("GET", "/nothing")
        .header("x-request-id", "abc-123");
    assert_eq!(given.send().header("x-request-id"), Some("abc-123"));
    let bad = daemon
        .request("GET", "/healthz")
        .header("x-request-id", "a b\"c");
    assert_ne!(bad.send().header("x-request-id"), Some("a b\"c"));
}
