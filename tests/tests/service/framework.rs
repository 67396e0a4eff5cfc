//! What the framework refuses by itself is a problem document, too.

use crate::garden;
use memo_tests::daemon::{Daemon, Form, until};

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
fn a_problem_and_the_log_carry_the_requests_id() {
    let daemon = garden();
    let request = daemon.request("GET", "/v1/documents/nothing");
    let reply = request.header("x-request-id", "seen-7").send();
    assert_eq!(reply.problem(404, "not_found")["request_id"], "seen-7");
    let posted = daemon.request("POST", "/v1/memorize");
    let reply = posted.header("x-request-id", "seen-8").send();
    assert_eq!(
        reply.problem(415, "unsupported_media_type")["request_id"],
        "seen-8"
    );
    until("the log has it", || {
        daemon.logs().contains("seen-8").then_some(())
    });
}

#[test]
fn metrics_tell_what_is_going_on() {
    let daemon = garden();
    // A run is counted right after it has ended.
    let text = until("the run is counted", || {
        let text = daemon.get("/metrics").ok().body;
        let none = text.contains("memo_runs{state=\"SUCCEEDED\",stage=\"done\"} 0");
        (!none).then_some(text)
    });
    for (line, least) in [
        (
            "memo_http_requests_total{route=\"/v1/memorize\",method=\"POST\",status=\"200\"}",
            1,
        ),
        ("memo_http_request_seconds_count{route=\"/v1/memorize\"}", 1),
        ("memo_runs{state=\"ACTIVE\",stage=\"queued\"}", 0),
        ("memo_runs{state=\"ACTIVE\",stage=\"extracting\"}", 0),
        ("memo_runs{state=\"SUCCEEDED\",stage=\"done\"}", 1),
        ("memo_runs{state=\"FAILED\",stage=\"done\"}", 0),
        ("memo_queue_length", 0),
        ("memo_queue_age_seconds", 0),
        ("memo_store_bytes", 1),
        ("memo_index_bytes", 1),
        ("memo_documents", 1),
        ("memo_ready", 1),
    ] {
        let found = text
            .lines()
            .find_map(|l| l.strip_prefix(line)?.trim().parse::<f64>().ok());
        assert!(
            found.is_some_and(|n| n >= f64::from(least)),
            "{line}: {text}"
        );
    }
    if cfg!(target_os = "linux") {
        assert!(
            text.contains("process_resident_memory_bytes ") && text.contains("process_open_fds ")
        );
    }
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

#[test]
fn text_that_is_no_utf8_is_refused_however_it_is_sent() {
    let daemon = garden();
    let coded = "application/x-www-form-urlencoded";
    for (path, form, field) in [
        (
            "feedback",
            "memory_id=garden_memory_0&rating=1&query_text=caf%E9",
            "query_text",
        ),
        ("recall", "text=caf%E9", "text"),
        ("ask", "text=tulips&participant=Jos%E9", "participant"),
    ] {
        let path = format!("/v1/memories/{path}");
        let sent = daemon.request("POST", &path).body(coded, form).send();
        let problem = sent.problem(400, "invalid_field");
        assert_eq!(problem["field"], field, "{path}");
        let right = form.replace("%E9", "%C3%A9");
        daemon.request("POST", &path).body(coded, right).send().ok();
    }
    let parts = Form::new().text("text", b"caf\xe9");
    let sent = daemon.post("/v1/memories/recall", &parts).send();
    assert_eq!(sent.problem(400, "invalid_field")["field"], "text");
    for (query, field) in [
        ("memories?participant=Jos%E9", "participant"),
        ("documents?cursor=%E9", "cursor"),
    ] {
        let problem = daemon.get(&format!("/v1/{query}"));
        assert_eq!(problem.problem(400, "invalid_field")["field"], field);
        let right = query.replace("%E9", "%C3%A9");
        daemon.get(&format!("/v1/{right}")).ok();
    }
}
