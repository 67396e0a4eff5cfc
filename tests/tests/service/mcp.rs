//! `/mcp`: assistants use what routes do, by the Model Context Protocol, in its older and its newer form.

use crate::{contract::fits, garden};
use memo_tests::daemon::{Daemon, Form, Reply, Request};
use serde_json::{Value, json};

pub(crate) const OLD: &str = "2025-11-25";
pub(crate) const NEW: &str = "2026-07-28";

/// A message, sent as a client of this revision does.
pub(crate) fn message(daemon: &Daemon, version: &str, method: &str, mut params: Value) -> Request {
    let mut request = daemon.request("POST", "/mcp");
    if version == NEW {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": NEW,
            "io.modelcontextprotocol/clientInfo": { "name": "tests", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        request = request.header("mcp-method", method);
        if let Some(name) = params["name"].as_str().or(params["uri"].as_str()) {
            request = request.header("mcp-name", name);
        }
    }
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
    request
        .header("mcp-protocol-version", version)
        .header("accept", "application/json, text/event-stream")
        .body("application/json", message.to_string())
}

/// The result of a message.
#[track_caller]
pub(crate) fn result(reply: Reply) -> Value {
    let answer = reply.ok().json();
    assert_eq!(answer["id"], 7, "{answer}");
    assert!(answer["error"].is_null(), "{answer}");
    answer["result"].clone()
}

fn call(daemon: &Daemon, name: &str, arguments: Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    result(message(daemon, OLD, "tools/call", params).send())
}

/// What a tool gives, as a value and as text.
#[track_caller]
fn gives(daemon: &Daemon, name: &str, arguments: Value) -> Value {
    let result = call(daemon, name, arguments);
    assert_ne!(result["isError"], true, "{result}");
    let given = result["structuredContent"].clone();
    let text = result["content"][0]["text"].as_str().expect("a text");
    let text: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(text, given);
    given
}

/// Why a tool gives nothing.
#[track_caller]
pub(crate) fn refuses(daemon: &Daemon, name: &str, arguments: Value) -> String {
    let result = call(daemon, name, arguments);
    assert_eq!(result["isError"], true, "{result}");
    let text = result["content"][0]["text"].as_str();
    text.expect("a text").to_owned()
}

/// The tools that change nothing.
pub(crate) const READING: [&str; 6] = [
    "recall",
    "ask",
    "timeline",
    "get_memory",
    "get_document",
    "list_facets",
];

#[test]
fn both_forms_of_the_protocol_find_the_tools() {
    let daemon = garden();
    let greeting = json!({
        "protocolVersion": OLD,
        "capabilities": {},
        "clientInfo": { "name": "tests", "version": "1" },
    });
    let reply = message(&daemon, OLD, "initialize", greeting).send().ok();
    // It tells this client's requests from another's, and is nothing that a daemon which starts again would lose.
    let name = reply.header("mcp-session-id").map(str::to_owned);
    assert!(name.is_some_and(|name| name.len() == 36));
    let list = message(&daemon, OLD, "tools/list", json!({})).header("mcp-session-id", "of before");
    result(list.send());
    let about = result(reply);
    assert_eq!(about["protocolVersion"], OLD);
    assert_eq!(about["serverInfo"]["name"], "memo");
    assert!(
        about["instructions"]
            .as_str()
            .is_some_and(|i| i.contains("never an instruction"))
    );
    let notified = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let notified = daemon
        .request("POST", "/mcp")
        .body("application/json", notified.to_string());
    assert_eq!(notified.send().status, 202);
    let about = result(message(&daemon, NEW, "server/discover", json!({})).send());
    let versions = about["supportedVersions"].as_array().expect("versions");
    assert!(versions.contains(&NEW.into()) && versions.contains(&OLD.into()));
    for version in [OLD, NEW] {
        let list = result(message(&daemon, version, "tools/list", json!({})).send());
        let tools = list["tools"].as_array().expect("tools");
        assert_eq!(tools.len(), 8, "{list}");
        for tool in tools {
            let reads = READING.contains(&tool["name"].as_str().expect("a name"));
            assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
            assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
            let hints = &tool["annotations"];
            assert_eq!(hints["readOnlyHint"], reads, "{tool}");
            assert_eq!(hints["destructiveHint"], false, "{tool}");
            assert_eq!(hints["openWorldHint"], false, "{tool}");
        }
        let found = json!({ "name": "recall", "arguments": { "text": "tulips" } });
        let found = result(message(&daemon, version, "tools/call", found).send());
        let memory = &found["structuredContent"]["memories"][0];
        assert_eq!(memory["custom_id"], "garden_memory_0", "{found}");
    }
}

#[test]
fn tools_give_what_routes_do_and_as_they_say() {
    let daemon = garden();
    let memory = json!({ "memory_id": "garden_memory_0" });
    let rating = json!({ "memory_id": "garden_memory_0", "rating": 1, "query_text": "tulips" });
    let list = result(message(&daemon, OLD, "tools/list", json!({})).send());
    let calls = [
        ("recall", json!({ "text": "tulips" })),
        ("ask", json!({ "text": "Where did I plant tulips?" })),
        ("timeline", json!({ "since": "2024-05" })),
        ("get_memory", memory),
        ("get_document", json!({ "item_id": "garden" })),
        ("list_facets", json!({})),
        ("rate_memory", rating),
        (
            "remember",
            json!({ "text": "I gave Ana Lima the key to the shed." }),
        ),
    ];
    for (name, arguments) in calls {
        let given = gives(&daemon, name, arguments);
        let tools = list["tools"].as_array().expect("tools");
        let tool = tools.iter().find(|tool| tool["name"] == name).expect(name);
        fits(&Value::Null, &tool["outputSchema"], &given, name);
    }
    let route = daemon.get("/v1/memories/garden_memory_0").ok().json();
    assert_eq!(
        gives(
            &daemon,
            "get_memory",
            json!({ "memory_id": "garden_memory_0" })
        ),
        route
    );
    let day = gives(&daemon, "timeline", json!({ "since": "2024-05-03" }));
    assert_eq!(day, daemon.get("/v1/timeline?since=2024-05-03").ok().json());
    let facets = gives(
        &daemon,
        "list_facets",
        json!({ "facet": "people", "prefix": "tomas" }),
    );
    assert_eq!(facets["people"]["values"][0]["value"], "Tomas Brandt");
}

#[test]
fn a_note_of_an_assistants_is_found_at_once_and_nothing_is_kept_of_none() {
    let daemon = garden();
    let kept = gives(
        &daemon,
        "remember",
        json!({ "text": "I lent the ladder to Ana Lima yesterday." }),
    );
    assert_eq!(kept["state"], "SUCCEEDED");
    let told = &kept["memories"][0]["content"];
    assert!(
        told["narrative"]
            .as_str()
            .is_some_and(|n| n.contains("ladder")),
        "{kept}"
    );
    assert!(
        told["when"].as_str().is_some_and(|when| !when.is_empty()),
        "{kept}"
    );
    assert!(daemon.recall("Who has the ladder?")[0].contains("Ana Lima"));
    // It is told as the user's other documents are.
    let id = kept["item_id"].as_str().expect("an id");
    assert_eq!(
        daemon.client().document(id).expect("it").user_name,
        "Mira Halloran"
    );
    let documents = || {
        daemon
            .client()
            .documents(None, None)
            .expect("a page")
            .documents
            .len()
    };
    let before = documents();
    let why = refuses(&daemon, "remember", json!({ "text": "---" }));
    assert!(why.contains("whole sentence"), "{why}");
    assert_eq!(documents(), before);
    let empty = Daemon::start();
    let why = refuses(&empty, "remember", json!({ "text": "I sold the boat." }));
    assert!(why.contains("user_name"), "{why}");
    let note = json!({ "text": "I sold the boat.", "user_name": "Ana Lima" });
    assert_eq!(gives(&empty, "remember", note)["state"], "SUCCEEDED");
}

#[test]
fn a_document_is_read_by_lines() {
    let daemon = Daemon::start();
    let line = "I watered the tulips with Tomas Brandt again.\n";
    let form = Form::new()
        .text("user_name", "Mira Halloran")
        .text("item_id", "log")
        .file("log.txt", line.repeat(3_000));
    // Its text is there before its memories are.
    daemon.upload(&form);
    let piece = gives(
        &daemon,
        "get_document",
        json!({ "item_id": "log", "first_line": "2", "last_line": 3 }),
    );
    assert_eq!(piece["text"], line.repeat(2));
    assert_eq!(
        (&piece["first_line"], &piece["last_line"], &piece["lines"]),
        (&2.into(), &3.into(), &3000.into())
    );
    let whole = gives(&daemon, "get_document", json!({ "document_id": "log" }));
    let last = whole["last_line"].as_u64().expect("a line");
    assert!((100..3000).contains(&last), "{last}");
    let why = refuses(
        &daemon,
        "get_document",
        json!({ "item_id": "log", "first_line": 3001 }),
    );
    assert!(why.contains("3000 lines"), "{why}");
    let why = refuses(
        &daemon,
        "get_document",
        json!({ "item_id": "log", "first_line": 3, "last_line": 2 }),
    );
    assert!(why.contains("before"), "{why}");
}

#[test]
fn arguments_are_taken_kindly_and_errors_say_what_to_do() {
    let daemon = garden();
    for arguments in [
        json!({ "text": "tulips", "limit": "1", "mood": "good" }),
        json!({ "query": "tulips", "limit": 1.0, "since": null, "tag": [] }),
        json!({ "text": ["tulips"], "limit": 1, "participant": "" }),
    ] {
        let found = gives(&daemon, "recall", arguments.clone());
        assert_eq!(
            found["memories"].as_array().map(Vec::len),
            Some(1),
            "{arguments}"
        );
    }
    for (name, arguments, expected) in [
        ("recall", json!({}), "`text` is required"),
        (
            "recall",
            json!({ "text": "a", "limit": 101 }),
            "from 1 to 100",
        ),
        ("recall", json!({ "text": ["a", "b"] }), "one text"),
        ("timeline", json!({ "since": "next spring" }), "ISO date"),
        (
            "get_memory",
            json!({ "memory_id": "other_memory_0" }),
            "`recall`",
        ),
        ("get_document", json!({ "item_id": "other" }), "`item_id`"),
        (
            "rate_memory",
            json!({ "memory_id": "garden_memory_0", "query_text": "a" }),
            "`rating` is required",
        ),
        (
            "forget_memory",
            json!({ "memory_id": "garden_memory_0" }),
            "--allow-forget",
        ),
    ] {
        let why = refuses(&daemon, name, arguments);
        assert!(why.contains(expected), "{name}: {why}");
    }
    let unknown = json!({ "name": "dance", "arguments": {} });
    let answer = message(&daemon, OLD, "tools/call", unknown)
        .send()
        .ok()
        .json();
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert!(
        answer["error"]["message"]
            .as_str()
            .is_some_and(|m| m.contains("tools/list"))
    );
}

#[test]
fn resources_and_prompts_bring_memories() {
    let daemon = garden();
    let list = result(message(&daemon, OLD, "resources/list", json!({})).send());
    assert_eq!(list["resources"][0]["uri"], "memo://document/garden");
    let templates = result(message(&daemon, OLD, "resources/templates/list", json!({})).send());
    assert_eq!(
        templates["resourceTemplates"].as_array().map(Vec::len),
        Some(2)
    );
    let read = |uri: &str| message(&daemon, OLD, "resources/read", json!({ "uri": uri })).send();
    let text = result(read("memo://document/garden"))["contents"][0].clone();
    assert_eq!(text["mimeType"], "text/plain");
    assert!(
        text["text"]
            .as_str()
            .is_some_and(|t| t.contains("behind the shed"))
    );
    let memory = result(read("memo://memory/garden_memory_0"))["contents"][0].clone();
    let memory: Value =
        serde_json::from_str(memory["text"].as_str().expect("a text")).expect("JSON");
    assert_eq!(memory["custom_id"], "garden_memory_0");
    for uri in [
        "memo://document/other",
        "memo://memory/garden_memory_9",
        "memo://",
        "file:///etc/passwd",
        "memo://document/../garden",
    ] {
        let answer = read(uri).ok().json();
        assert_eq!(answer["error"]["code"], -32002, "{uri}: {answer}");
    }
    let list = result(message(&daemon, OLD, "prompts/list", json!({})).send());
    assert_eq!(list["prompts"].as_array().map(Vec::len), Some(3));
    let get = |name: &str, arguments: Value| {
        let params = json!({ "name": name, "arguments": arguments });
        message(&daemon, OLD, "prompts/get", params).send()
    };
    for (name, arguments) in [
        ("day", json!({ "day": "2024-05-03" })),
        (
            "before_meeting",
            json!({ "with": "Tomas", "about": "tulips" }),
        ),
    ] {
        let prompt = result(get(name, arguments));
        let text = prompt["messages"][0]["content"]["text"]
            .as_str()
            .expect("a text");
        assert!(
            text.contains("(garden_memory_0)") && text.contains("no instruction"),
            "{text}"
        );
    }
    for (name, arguments) in [
        ("day", json!({})),
        ("open_tasks", json!({ "with": "Tomas" })),
    ] {
        let prompt = result(get(name, arguments));
        assert_eq!(prompt["messages"][0]["role"], "user", "{prompt}");
    }
    for (name, arguments, expected) in [
        ("before_meeting", json!({}), "`with`"),
        ("day", json!({ "day": "someday" }), "`day`"),
        ("dance", json!({}), "prompts/list"),
    ] {
        let answer = get(name, arguments).ok().json();
        assert_eq!(answer["error"]["code"], -32602, "{name}: {answer}");
        assert!(
            answer["error"]["message"]
                .as_str()
                .is_some_and(|m| m.contains(expected)),
            "{answer}"
        );
    }
}
