use crate::NOTE;
use memo_tests::{
    daemon::until,
    model::{Act, Model},
    sandbox::{Ran, Sandbox},
};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

/// An assistant that speaks with `memo mcp`, line by line.
struct Assistant {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Assistant {
    fn start(memo: &Sandbox, args: &[&str]) -> Self {
        let mut child = memo
            .command([&["mcp"], args].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("memo starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Self {
            child,
            input,
            output,
        }
    }

    fn say(&mut self, message: &Value) {
        let input = self.input.as_mut().expect("its input");
        writeln!(input, "{message}").expect("it goes");
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        serde_json::from_str(&line).expect("JSON alone")
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.say(&json!({ "jsonrpc": "2.0", "id": method, "method": method, "params": params }));
        let answer = self.hear();
        assert_eq!(answer["id"], method, "{answer}");
        answer
    }

    /// Ends its input, and gives what it said after that.
    fn end(mut self) -> Ran {
        drop(self.input.take());
        let mut stdout = String::new();
        while self.output.read_line(&mut stdout).expect("its output") > 0 {}
        let output = self.child.wait_with_output().expect("it ends");
        Ran {
            code: output.status.code().unwrap_or(-1),
            stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

fn greeting() -> Value {
    json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": { "name": "tests", "version": "1" },
    })
}

fn names(list: &Value) -> Vec<&str> {
    let tools = list["result"]["tools"].as_array().expect("tools");
    tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect()
}

#[test]
fn an_assistant_starts_the_daemon_remembers_and_asks() {
    let memo = Sandbox::new();
    let mut assistant = Assistant::start(&memo, &[]);
    let about = assistant.ask("initialize", greeting());
    assert_eq!(about["result"]["protocolVersion"], "2025-11-25", "{about}");
    assistant.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let list = assistant.ask("tools/list", json!({}));
    assert!(!names(&list).contains(&"forget_memory"), "{list}");
    let note = json!({ "name": "remember", "arguments": { "text": "Ines has the key to the pump house." } });
    let kept = assistant.ask("tools/call", note);
    let id = kept["result"]["structuredContent"]["item_id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let question =
        json!({ "name": "ask", "arguments": { "text": "Who has the key to the pump house?" } });
    let answer = assistant.ask("tools/call", question);
    assert_eq!(
        answer["result"]["structuredContent"]["answered"], true,
        "{answer}"
    );
    // Told as everything that this user adds.
    let document = memo.memo(["show", "--json", &id]).ok().json();
    assert_eq!(
        document["user_name"],
        memo_tests::sandbox::USER,
        "{document}"
    );
    let ended = assistant.end().ok();
    assert!(
        ended.stdout.is_empty() && ended.stderr.is_empty(),
        "{ended:#?}"
    );
}

#[test]
fn a_message_of_the_newer_form_brings_its_headers() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let mut assistant = Assistant::start(&memo, &["--allow-forget"]);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "tests", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let about = assistant.ask("server/discover", json!({ "_meta": meta }));
    assert_eq!(about["result"]["resultType"], "complete", "{about}");
    let list = assistant.ask("tools/list", json!({ "_meta": meta }));
    assert!(names(&list).contains(&"forget_memory"), "{list}");
    let found = json!({ "name": "recall", "arguments": { "text": "observatory" }, "_meta": meta });
    let found = assistant.ask("tools/call", found);
    let id = &found["result"]["structuredContent"]["memories"][0]["custom_id"];
    let uri = format!("memo://memory/{}", id.as_str().expect("an id"));
    let read = assistant.ask("resources/read", json!({ "uri": uri, "_meta": meta }));
    assert!(read["result"]["contents"][0]["text"].is_string(), "{read}");
    let gone = json!({ "name": "forget_memory", "arguments": { "memory_id": id }, "_meta": meta });
    let gone = assistant.ask("tools/call", gone);
    assert_eq!(gone["result"]["structuredContent"]["memories"], 1, "{gone}");
    assistant.end().ok();
}

#[test]
fn what_is_no_message_is_answered_and_ends_nothing() {
    let memo = Sandbox::new();
    let mut input = b"not json\n\n[]\n{\"id\":3}\n".to_vec();
    input.extend(vec![b'x'; 2 << 20]);
    input.extend(b"\n{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"ping\"}");
    let answers = memo.memo_with(["mcp"], &input).ok().json_lines();
    let with = |id: Value| answers.iter().find(|a| a["id"] == id).expect("an answer");
    assert_eq!(answers.len(), 4, "{answers:#?}");
    assert!(with(4.into())["result"].is_object());
    assert!(
        with(3.into())["error"]["message"]
            .as_str()
            .is_some_and(|m| m.contains("no message"))
    );
    let codes = answers.iter().filter(|a| a["id"].is_null());
    let mut codes: Vec<_> = codes.filter_map(|a| a["error"]["code"].as_i64()).collect();
    codes.sort();
    assert_eq!(codes, [-32700, -32600]);
}

#[test]
fn an_assistant_outlives_the_daemon() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let mut assistant = Assistant::start(&memo, &[]);
    assistant.ask("initialize", greeting());
    memo.memo(["daemon", "restart"]).ok();
    let recall = json!({ "name": "recall", "arguments": { "text": "observatory" } });
    let found = assistant.ask("tools/call", recall.clone());
    assert!(
        found["result"]["structuredContent"]["memories"][0].is_object(),
        "{found}"
    );
    memo.memo(["daemon", "stop"]).ok();
    let found = assistant.ask("tools/call", recall);
    assert!(
        found["result"]["structuredContent"]["memories"][0].is_object(),
        "{found}"
    );
    assistant.end().ok();
    // The daemon stays: it is everybody's.
    memo.memo(["status"]).ok();
}

#[test]
fn without_a_daemon_an_assistant_hears_why() {
    let memo = Sandbox::new();
    let refused = memo.memo(["mcp", "--no-start"]).code(3);
    assert!(
        refused.stdout.is_empty() && refused.stderr.contains("--no-start"),
        "{refused:#?}"
    );
    memo.memo(["daemon", "start"]).ok();
    let mut assistant = Assistant::start(&memo, &["--no-start"]);
    assistant.ask("ping", json!({}));
    memo.memo(["daemon", "stop"]).ok();
    until("the daemon is gone", || {
        (!memo.data().join("daemon.json").exists()).then_some(())
    });
    let answer = assistant.ask("ping", json!({}));
    let why = answer["error"]["message"].as_str().expect("words");
    assert!(why.contains("memo daemon start"), "{answer}");
    assistant.end().ok();
}

#[test]
fn what_is_cancelled_is_not_answered_and_its_work_ends() {
    let slow = Model::start(|_| Act::Drip);
    let memo = Sandbox::new();
    for (name, value) in [
        ("llm.base_url", slow.url()),
        ("llm.model", "stand-in"),
        ("llm.use", "answer"),
        ("llm.answer_timeout", "3000"),
    ] {
        memo.memo(["config", "set", name, value]).ok();
    }
    memo.add("note.md", NOTE);
    let mut assistant = Assistant::start(&memo, &[]);
    assistant.ask("initialize", greeting());
    let ask = json!({ "name": "ask", "arguments": { "text": "Where did I have lunch?" } });
    // More than are worked on at once.
    for id in 0..9 {
        assistant
            .say(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": ask }));
    }
    until("the model is asked", || {
        (!slow.asked().is_empty()).then_some(())
    });
    let cancel = |assistant: &mut Assistant, id: i32| {
        let params = json!({ "requestId": id });
        let method = "notifications/cancelled";
        assistant.say(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    };
    until("all are left", || {
        (0..9).for_each(|id| cancel(&mut assistant, id));
        (slow.lost() > 0 && slow.lost() == slow.asked().len()).then_some(())
    });
    assistant.ask("tools/list", json!({}));
    let ran = assistant.end().ok();
    assert_eq!(ran.stdout, "", "{ran:#?}");
}

#[test]
fn settings_of_assistants_name_this_memo() {
    let memo = Sandbox::new();
    let data = memo.data();
    let data = data.to_str().expect("a path");
    for (client, path) in [
        ("claude-desktop", "/mcpServers/memo"),
        ("claude-code", "/mcpServers/memo"),
        ("cursor", "/mcpServers/memo"),
        ("vscode", "/servers/memo"),
        ("zed", "/context_servers/memo"),
    ] {
        let printed = memo.memo(["mcp", "config", client, "--allow-forget"]).ok();
        assert!(printed.stderr.contains("json"), "{printed:#?}");
        let snippet = printed.json();
        let server = snippet.pointer(path).expect(client);
        assert_eq!(
            server["args"],
            json!(["mcp", "--data-dir", data, "--allow-forget"])
        );
        let command = server["command"].as_str().expect("a program");
        assert!(std::path::Path::new(command).is_file(), "{command}");
    }
    let elsewhere = [
        "mcp",
        "config",
        "zed",
        "--url",
        "http://127.0.0.1:9",
        "--quiet",
    ];
    let printed = memo.memo(elsewhere).ok();
    assert!(printed.stdout.contains("http://127.0.0.1:9") && printed.stderr.is_empty());
    memo.memo(["mcp", "config", "word"]).code(2);
    assert!(!memo.data().exists(), "nothing is started");
}
