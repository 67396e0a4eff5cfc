//! Keys that may only read, and keys that come as bearer tokens.

use crate::{contract, garden};
use memo_common::client::{Client, ClientError};
use memo_tests::daemon::{Daemon, Form, KEY};

/// The secret of a key of the one user that may only read.
fn reading(daemon: &Daemon) -> String {
    let made = daemon
        .client()
        .create_read_only_key(Some("assistant"), None);
    let made = made.expect("a key");
    assert!(made.info.read_only && !made.info.admin);
    made.api_key
}

#[test]
fn a_key_that_may_only_read_answers_and_changes_nothing() {
    let daemon = garden();
    let key = reading(&daemon);
    let client: Client = daemon.client_with(&key);
    let found = client.recall("tulips", None, &Default::default());
    assert_eq!(found.expect("memories").memories.len(), 1);
    client
        .ask("Where did I plant tulips?", None, &Default::default())
        .expect("an answer");
    client
        .memories(&Default::default(), None, None)
        .expect("a list");
    client.memory("garden_memory_0").expect("a memory");
    client.document_text("garden").expect("a text");
    let state = || {
        let documents = daemon.client().documents(None, None).expect("a page");
        let keys = daemon.client().keys().expect("keys").keys.len();
        // Its first line says when it was made.
        let export = daemon.get("/v1/export").ok().body;
        let export: Vec<String> = export.lines().skip(2).map(str::to_owned).collect();
        (documents, keys, export)
    };
    let before = state();
    // Whatever call there is, and whichever is added: only what is known to read goes through.
    let api = contract::document(&daemon);
    let mut refused = 0;
    for (path, methods) in api["paths"].as_object().expect("paths") {
        let path = path
            .replace("{item_id}", "garden")
            .replace("{custom_id}", "garden_memory_0");
        let path = path.replace(['{', '}'], "");
        for method in methods.as_object().expect("methods").keys() {
            // What a browser and an assistant may do is told in `web_access` and `mcp_access`.
            let reads = ["/recall", "/ask", "/web/login", "/mcp"];
            if method == "get" || reads.iter().any(|end| path.ends_with(end)) {
                continue;
            }
            let request = daemon.request(&method.to_uppercase(), &path);
            let reply = request.header("x-api-key", &key).send();
            let problem = reply.problem(403, "read_only_key");
            let detail = problem["detail"].as_str().expect("words");
            assert!(detail.contains("memo key create"), "{detail}");
            refused += 1;
        }
    }
    assert!(refused >= 10, "{refused}");
    // What costs something, or is everybody's, takes an administrator's key as before.
    let backup = daemon
        .request("GET", "/v1/admin/backup")
        .header("x-api-key", &key);
    backup.send().problem(403, "administrator_only");
    assert_eq!(state(), before);
}

#[test]
fn a_key_reads_only_after_a_restart_too_and_only_where_it_was_made_so() {
    let mut daemon = garden();
    let key = reading(&daemon);
    daemon.restart();
    let list = daemon.client_with(&key).keys().expect("keys").keys;
    let own = list.iter().find(|k| k.current).expect("itself");
    assert!(own.read_only && own.name == "assistant");
    assert_eq!(list.iter().filter(|k| k.read_only).count(), 1);
    let forgotten = daemon.client_with(&key).forget_document("garden");
    assert!(matches!(forgotten, Err(ClientError::Problem(p)) if p.code == "read_only_key"));
    let wish = |value: &str| {
        let form = Form::new().text("read_only", value);
        daemon.post("/v1/keys", &form).send()
    };
    assert_eq!(wish("false").json()["read_only"], false);
    assert_eq!(wish("").json()["read_only"], false);
    let problem = wish("yes").problem(400, "invalid_field");
    assert_eq!(problem["field"], "read_only");
}

#[test]
fn a_key_may_come_as_a_bearer_token() {
    let daemon = garden();
    let with = |authorization: &str| {
        let request = daemon.request("GET", "/v1/documents").without("x-api-key");
        request.header("authorization", authorization).send()
    };
    for scheme in ["Bearer", "bearer", "BEARER "] {
        with(&format!("{scheme} {KEY}")).ok();
    }
    for wrong in ["Bearer", "Bearer ", "Bearer wrong", "Basic bWlyYTp4", KEY] {
        with(wrong).problem(401, "missing_or_invalid_key");
    }
    // A proxy may have it for itself: the header that is memo's own counts.
    let both = |key: &str, authorization: &str| {
        let request = daemon
            .request("GET", "/v1/documents")
            .header("x-api-key", key);
        request.header("authorization", authorization).send()
    };
    both(KEY, "Basic bWlyYTp4").ok();
    both("wrong", &format!("Bearer {KEY}")).problem(401, "missing_or_invalid_key");
}
