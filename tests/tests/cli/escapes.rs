//! What a terminal would obey, or would show in an order of its choice, comes out of no command: whatever it stands in.

use memo_common::printable::is_obeyed;
use memo_tests::sandbox::{Ran, Sandbox, run};
use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    thread,
};

/// A window's title, a cleared screen by way of C1, and an override.
const HOSTILE: &str = "x\u{1b}]0;gotcha\u{7}\u{1b}[2J\u{9b}2J\u{202e}y\u{2066}z";

/// A JSON string of it, with all that is not printable as numbers.
fn json() -> String {
    let written = serde_json::to_string(HOSTILE).expect("JSON");
    memo_common::printable::json(&written)
}

/// It told of it, and nothing that would be obeyed.
#[track_caller]
fn told_safely(ran: &Ran) {
    let told = format!("{}{}", ran.stdout, ran.stderr);
    assert!(told.contains("gotcha"), "{ran:#?}");
    let obeyed: Vec<char> = told.chars().filter(|c| is_obeyed(*c)).collect();
    assert!(obeyed.iter().all(|c| *c == '\n'), "{obeyed:?} {ran:#?}");
}

#[test]
fn files_that_are_refused_say_so_without_escape_sequences() {
    let memo = Sandbox::new();
    let hostile = json();
    let export =
        r#"{"type":"memo_export","version":1,"memo":"0.1.0","exported_at":"2026-01-01T00:00:00Z"}"#;
    for (name, text) in [
        ("kind.jsonl", format!("{export}\n{{\"type\":{hostile}}}\n")),
        (
            "version.jsonl",
            format!("{{\"type\":\"memo_export\",\"version\":{hostile}}}\n"),
        ),
        (
            "source.jsonl",
            format!(
                "{export}\n{{\"type\":\"document\",\"item_id\":\"a\",\"user_name\":\"Mira\",\"created_at\":\
                 \"2026-01-01T00:00:00Z\",\"text\":\"x\",\"source_type\":{hostile}}}\n"
            ),
        ),
    ] {
        memo.write(name, text);
        for args in [vec!["import", name], vec!["import", name, "--json"]] {
            let ran = memo.memo(args);
            assert_ne!(ran.code, 0, "{ran:#?}");
            told_safely(&ran);
        }
    }
    memo.memo(["daemon", "stop"]).ok();
    fs::remove_dir_all(memo.data()).expect("removed");
    for line in [
        format!("{{\"type\":{hostile}}}\n"),
        format!("{{\"type\":\"memo_backup\",\"version\":{hostile}}}\n"),
        format!("{{\"type\":\"memo_backup\",\"version\":99,\"memo\":{hostile}}}\n"),
    ] {
        memo.write("memo.backup", line);
        let ran = memo.memo(["restore", "memo.backup"]);
        assert_ne!(ran.code, 0, "{ran:#?}");
        no_escapes(&ran);
    }
}

/// Nothing that would be obeyed, whether it tells of it or not.
#[track_caller]
fn no_escapes(ran: &Ran) {
    let told = format!("gotcha{}{}", ran.stdout, ran.stderr);
    told_safely(&Ran {
        code: ran.code,
        stdout: told,
        stderr: String::new(),
    });
}

#[test]
fn settings_and_arguments_that_are_wrong_are_told_without_escape_sequences() {
    let memo = Sandbox::new();
    for setting in [
        format!("{} = 1\n", json()),
        format!("log = [{}]\n", json()),
        format!("listen = {}\n", json()),
        format!("allowed_hosts = {}\n", json()),
        format!("[llm]\nuse = {}\n", json()),
    ] {
        fs::write(memo.home().join("config.toml"), setting).expect("written");
        let mut command = memo.command(["list"]);
        command.env("MEMO_CONFIG", memo.home().join("config.toml"));
        let ran = run(command, b"");
        assert_ne!(ran.code, 0, "{ran:#?}");
        no_escapes(&ran);
    }
    told_safely(&memo.memo(["recall", "x", "--limit", HOSTILE]).code(2));
    let missing = format!("{HOSTILE}.md");
    told_safely(&memo.memo(["add", &missing]));
}

#[test]
fn what_a_server_says_is_told_without_escape_sequences() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // The requests here fit into one read; what they ask does not matter.
            if stream.read(&mut [0; 4096]).is_err() {
                continue;
            }
            let body = serde_json::json!({
                "type": HOSTILE, "title": HOSTILE, "status": 400, "detail": HOSTILE, "code": HOSTILE, "field": HOSTILE,
            })
            .to_string();
            let head = format!(
                "HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\ncontent-length: {}\r\n\
                 connection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all((head + &body).as_bytes());
        }
    });
    let memo = Sandbox::new();
    for args in [
        vec!["recall", "x"],
        vec!["recall", "x", "--json"],
        vec!["ask", "x"],
        vec!["list"],
        vec!["status"],
        vec!["doctor"],
    ] {
        let ran = memo.memo([args.as_slice(), &["--url", &url]].concat());
        assert_ne!(ran.code, 0, "{ran:#?}");
        told_safely(&ran);
    }
}

#[test]
fn texts_are_shown_without_escape_sequences() {
    let memo = Sandbox::new();
    let text = format!("On 3 May 2024 I met Tomas {HOSTILE} at the pier. He said {HOSTILE} to me.");
    let id = memo.add("note.txt", &text);
    // What a memory tells of it is up to its reader; its source is all of it.
    for args in [
        vec!["recall", "Tomas pier"],
        vec!["recall", "Tomas pier", "--json"],
        vec!["ask", "Whom did I meet at the pier?"],
        vec!["ask", "Whom did I meet at the pier?", "--json"],
        vec!["show", &id],
    ] {
        no_escapes(&memo.memo(args).ok());
    }
    told_safely(&memo.memo(["show", &id, "--source"]).ok());
    let shown = memo.memo(["show", &id, "--source", "--json"]).ok();
    told_safely(&shown);
    assert_eq!(shown.json()["text"], text, "nothing is lost");
}
