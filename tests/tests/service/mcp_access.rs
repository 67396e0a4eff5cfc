//! What an assistant may do at `/mcp`, and what is no message at all.

use crate::{
    garden,
    mcp::{NEW, OLD, READING, message, refuses, result},
};
use memo_tests::daemon::{Daemon, KEY};
use serde_json::{Value, json};

/// The names of the tools that are offered to a key at an address.
fn offered(daemon: &Daemon, key: &str, address: &str) -> Vec<String> {
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list" }).to_string();
    let request = daemon.request("POST", address).header("x-api-key", key);
    let list = result(request.body("application/json", body).send());
    let tools = list["tools"].as_array().expect("tools").iter();
    let names = tools.map(|tool| tool["name"].as_str().expect("a name").to_owned());
    names.collect()
}

#[test]
fn what_is_no_message_is_refused_with_words() {
    let daemon = garden();
    let send = |kind: &str, body: &str| daemon.request("POST", "/mcp").body(kind, body).send();
    send("text/plain", "{}").problem(415, "unsupported_media_type");
    for body in [
        "",
        "{",
        "[]",
        "7",
        "{\"jsonrpc\":\"2.0\"}",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
    ] {
        let problem = send("application/json", body).problem(400, "invalid_form");
        assert!(
            problem["detail"]
                .as_str()
                .is_some_and(|d| d.contains("Model Context Protocol")),
            "{body}"
        );
    }
    for bytes in [256 << 10, 2 << 20] {
        let long = format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{}\"}}",
            "x".repeat(bytes)
        );
        send("application/json", &long).problem(413, "body_too_large");
    }
    for method in ["GET", "DELETE"] {
        let reply = daemon.request(method, "/mcp").send();
        reply.problem(405, "method_not_allowed");
        assert_eq!(reply.header("allow"), Some("POST"));
    }
    // In its newer form the protocol says so itself.
    let unknown = message(&daemon, NEW, "tools/dance", json!({})).send();
    assert_eq!(
        (unknown.status, &unknown.json()["error"]["code"]),
        (404, &(-32601).into())
    );
    let odd =
        message(&daemon, "2026-07-28", "tools/list", json!({})).header("mcp-method", "tools/call");
    let odd = odd.send();
    assert_eq!(odd.status, 400, "{odd:?}");
    assert!(odd.json()["error"]["code"].is_i64());
}

#[test]
fn a_key_that_may_only_read_is_offered_what_reads() {
    let daemon = garden();
    let made = daemon
        .client()
        .create_read_only_key(Some("assistant"), None);
    let key = made.expect("a key").api_key;
    assert_eq!(offered(&daemon, &key, "/mcp?allow_forget=true"), READING);
    let export = || {
        let export = daemon.get("/v1/export").ok().body;
        // Its first line says when it was made.
        export
            .lines()
            .skip(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let before = export();
    for (name, arguments) in [
        (
            "remember",
            json!({ "text": "I sold the boat.", "user_name": "Mira" }),
        ),
        (
            "rate_memory",
            json!({ "memory_id": "garden_memory_0", "rating": 1, "query_text": "a" }),
        ),
        ("forget_memory", json!({ "memory_id": "garden_memory_0" })),
    ] {
        let params = json!({ "name": name, "arguments": arguments });
        let request = message(&daemon, OLD, "tools/call", params).header("x-api-key", &key);
        let refused = result(request.send());
        assert_eq!(refused["isError"], true, "{refused}");
        let why = refused["content"][0]["text"].as_str().expect("words");
        assert!(why.contains("memo key create"), "{why}");
    }
    assert_eq!(export(), before);
    let found = message(
        &daemon,
        OLD,
        "tools/call",
        json!({ "name": "recall", "arguments": { "text": "tulips" } }),
    );
    let found = result(found.header("x-api-key", &key).send());
    assert_eq!(
        found["structuredContent"]["memories"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[test]
fn an_assistant_forgets_only_where_it_is_allowed() {
    let daemon = garden();
    assert!(!offered(&daemon, KEY, "/mcp").contains(&"forget_memory".to_owned()));
    assert!(offered(&daemon, KEY, "/mcp?allow_forget=true").contains(&"forget_memory".to_owned()));
    refuses(
        &daemon,
        "forget_memory",
        json!({ "memory_id": "garden_memory_0" }),
    );
    assert_eq!(daemon.recall("tulips").len(), 1);
    let body = json!({
        "jsonrpc": "2.0",
        "id": 7,
        "method": "tools/call",
        "params": { "name": "forget_memory", "arguments": { "memory_id": "garden_memory_0" } },
    });
    let request = daemon.request("POST", "/mcp?allow_forget=true");
    let gone = result(request.body("application/json", body.to_string()).send());
    assert_eq!(gone["structuredContent"]["memories"], 1, "{gone}");
    assert!(daemon.recall("tulips").is_empty());
    let odd = daemon
        .request("POST", "/mcp?allow_forget=yes")
        .body("application/json", body.to_string());
    odd.send().problem(400, "invalid_field");
}

#[test]
fn nothing_that_is_said_stands_in_the_log() {
    let daemon = Daemon::start_with(&[("MEMO_LOG", "info,rmcp=trace")]);
    for (name, arguments) in [
        ("recall", json!({ "text": "zorblat" })),
        ("zorblat", json!({})),
        ("get_memory", json!({ "memory_id": "zorblat" })),
    ] {
        let params = json!({ "name": name, "arguments": arguments });
        message(&daemon, OLD, "tools/call", params).send().ok();
    }
    let odd = json!({ "jsonrpc": "2.0", "id": "zorblat", "method": "zorblat/list" });
    daemon
        .request("POST", "/mcp")
        .body("application/json", odd.to_string())
        .send()
        .ok();
    let cut = "{\"jsonrpc\":\"2.0\",\"zorblat\":";
    daemon
        .request("POST", "/mcp")
        .body("application/json", cut)
        .send()
        .problem(400, "invalid_form");
    let logs = daemon.logs();
    assert!(!logs.contains("zorblat"), "{logs}");
}

#[test]
fn an_assistant_sees_its_users_memory_alone_and_comes_from_no_page() {
    let daemon = garden();
    let made = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    let as_tomas = |method: &str, params: Value| {
        let request = message(&daemon, OLD, method, params);
        request
            .header("x-api-key", &made.api_key)
            .send()
            .ok()
            .json()
    };
    let tool = |name: &str, arguments: Value| {
        as_tomas(
            "tools/call",
            json!({ "name": name, "arguments": arguments }),
        )["result"]
            .clone()
    };
    let found = tool("recall", json!({ "text": "tulips" }));
    assert_eq!(found["structuredContent"]["memories"], json!([]), "{found}");
    for (name, arguments) in [
        ("get_memory", json!({ "memory_id": "garden_memory_0" })),
        ("get_document", json!({ "item_id": "garden" })),
        (
            "rate_memory",
            json!({ "memory_id": "garden_memory_0", "rating": 1, "query_text": "a" }),
        ),
    ] {
        assert_eq!(tool(name, arguments)["isError"], true, "{name}");
    }
    assert_eq!(
        as_tomas("resources/list", json!({}))["result"]["resources"],
        json!([])
    );
    for uri in ["memo://document/garden", "memo://memory/garden_memory_0"] {
        let answer = as_tomas("resources/read", json!({ "uri": uri }));
        assert_eq!(answer["error"]["code"], -32002, "{answer}");
    }
    let list = |name: &str, value: &str| {
        let request = message(&daemon, OLD, "tools/list", json!({}));
        request.header(name, value).send()
    };
    list("x-api-key", "wrong").problem(401, "missing_or_invalid_key");
    list("origin", "https://evil.example").problem(403, "foreign_host");
    list("host", "evil.example").problem(403, "foreign_host");
    list("sec-fetch-site", "cross-site").problem(403, "foreign_host");
    list("origin", daemon.url()).ok();
}
