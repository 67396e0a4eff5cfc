//! A daemon that is not the one of this folder: elsewhere, of another version, a stranger.

use crate::NOTE;
use memo_tests::sandbox::{Ran, Sandbox, run};
use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    thread,
};

#[test]
fn what_is_of_this_machine_is_refused_where_another_daemon_is_named() {
    let memo = Sandbox::new();
    let started = memo.memo(["daemon", "start", "--json"]).ok().json();
    for action in ["start", "stop", "restart", "status", "logs"] {
        let ran = memo
            .memo(["daemon", action, "--url", "http://127.0.0.1:9"])
            .code(2);
        assert!(ran.stderr.contains("names a daemon"), "{action}: {ran:#?}");
        let mut command = memo.command(["daemon", action]);
        command.env("MEMO_URL", "http://127.0.0.1:9");
        let ran = run(command, b"").code(2);
        assert!(ran.stderr.contains("unset MEMO_URL"), "{action}: {ran:#?}");
    }
    let still = memo.memo(["daemon", "status", "--json"]).ok().json();
    assert_eq!(still["pid"], started["pid"]);
}

#[test]
fn a_daemon_elsewhere_is_reached_by_url_and_key() {
    let there = Sandbox::new();
    there.add("note.md", NOTE);
    let url = there.memo(["daemon", "status", "--json"]).ok().json()["url"]
        .as_str()
        .expect("a url")
        .to_owned();
    let key = there
        .memo(["key", "create", "--name", "laptop"])
        .ok()
        .stdout;
    let here = Sandbox::new();
    let ask = |env: &[(&str, &str)], args: &[&str]| -> Ran {
        let mut command = here.command(args);
        command.envs(env.iter().copied());
        run(command, b"")
    };
    let found = ask(
        &[("MEMO_URL", &url), ("MEMO_API_KEY", key.trim())],
        &["recall", "observatory"],
    )
    .ok();
    assert!(found.stdout.contains("Lisbon"), "{found:#?}");
    ask(
        &[("MEMO_API_KEY", key.trim())],
        &["recall", "observatory", "--url", &url],
    )
    .ok();
    let refused = ask(&[("MEMO_URL", &url)], &["recall", "observatory"]).code(4);
    assert!(refused.stderr.contains("MEMO_API_KEY"), "{refused:#?}");
    assert!(
        !here.data().join("daemon.json").exists(),
        "none was started here"
    );
}

#[test]
fn nobody_at_the_url_is_no_daemon() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", free.local_addr().expect("an address"));
    drop(free);
    let ran = Sandbox::new().memo(["recall", "x", "--url", &url]).code(3);
    assert!(ran.stderr.contains(&url), "{ran:#?}");
    Sandbox::new()
        .memo(["recall", "x", "--url", "nonsense"])
        .code(2);
}

/// Answers every request like a daemon of another version, as long as this test runs, and says so in daemon.json.
fn other_version(memo: &Sandbox) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in listener.incoming() {
            // A connection that breaks is another test's, on a port that was free before: this one keeps its own.
            let Ok(mut stream) = stream else { continue };
            // The requests here fit into one read; what they ask does not matter.
            if stream.read(&mut [0; 4096]).is_err() {
                continue;
            }
            let body = r#"{"status":"ok","version":"0.0.9","memories":[]}"#;
            let head = format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all((head + body).as_bytes());
        }
    });
    // No system gives a process this number.
    let file = serde_json::json!({"url": url, "pid": 2_000_000_000, "version": "0.0.9"});
    fs::create_dir_all(memo.data()).expect("a folder");
    fs::write(memo.data().join("daemon.json"), file.to_string()).expect("daemon.json");
    url
}

#[test]
fn a_daemon_of_another_version_is_used_and_told() {
    let memo = Sandbox::new();
    let url = other_version(&memo);
    let lock = fs::File::create(memo.data().join("lock")).expect("a lock");
    lock.try_lock().expect("the folder is nobody's yet");
    let status = memo.memo(["daemon", "status"]).ok();
    assert!(
        status.stdout.contains("0.0.9") && status.stdout.contains(&url),
        "{status:#?}"
    );
    for ran in [
        status,
        memo.memo(["daemon", "start"]).ok(),
        memo.memo(["recall", "x"]).code(1),
    ] {
        assert!(ran.stderr.contains("memo daemon restart"), "{ran:#?}");
    }
    let doctor = memo.memo(["doctor"]).code(1);
    assert!(doctor.stdout.contains("it is version 0.0.9"), "{doctor:#?}");
    memo.memo(["daemon", "stop"]).code(4);
}

#[test]
fn a_stranger_on_the_port_of_a_daemon_that_is_gone_is_not_taken_for_it() {
    let memo = Sandbox::new();
    let url = other_version(&memo);
    memo.memo(["daemon", "status"]).code(3);
    let started = memo.memo(["daemon", "start", "--json"]).ok().json();
    assert_ne!(started["url"], url);
}

#[test]
fn no_proxy_stands_before_a_daemon_of_this_machine() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let mut command = memo.command(["recall", "observatory"]);
    // Nobody listens there.
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        command.env(name, "http://127.0.0.1:9");
    }
    run(command, b"").ok();
}
