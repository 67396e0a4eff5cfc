//! A daemon that is not the one of this folder: elsewhere, of another version, a stranger.

use crate::NOTE;
use memo_common::{paths::DaemonFile, proof::Secret};
use memo_tests::{
    daemon::until,
    sandbox::{Ran, Sandbox, run},
};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Command, Stdio},
    sync::{Arc, Mutex},
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

/// Answers every request like a daemon of another version, as long as this test runs, and says so in daemon.json and
/// beside the lock.
fn other_version(memo: &Sandbox) {
    let secret = Secret::new().expect("random bits");
    let (listener, url) = noted(memo, Some(&secret));
    thread::spawn(move || {
        for stream in listener.incoming() {
            // A connection that breaks is another test's, on a port that was free before: this one keeps its own.
            let Ok(stream) = stream else { continue };
            answer(stream, |head| {
                let challenge = head
                    .lines()
                    .find_map(|line| line.strip_prefix("x-memo-challenge: "));
                challenge.and_then(|c| secret.proof(c.as_bytes()))
            });
        }
    });
    assert!(url.starts_with("http://"));
}

/// A listener that daemon.json takes for a daemon, of a process that is noted beside the lock.
fn noted(memo: &Sandbox, secret: Option<&Secret>) -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    // No system gives a process this number.
    let pid = 2_000_000_000;
    let file = serde_json::json!({"url": url, "pid": pid, "version": "0.0.9", "secret": secret});
    fs::create_dir_all(memo.data()).expect("a folder");
    fs::write(memo.data().join("daemon.json"), file.to_string()).expect("daemon.json");
    fs::write(memo.data().join("lock.pid"), pid.to_string()).expect("lock.pid");
    (listener, url)
}

/// Answers the requests of a connection, the last of which has a body; `proof` hears what came over it.
fn answer(mut stream: TcpStream, proof: impl Fn(&str) -> Option<String>) {
    let mut buffer = [0; 4096];
    // The requests here fit into one read; what they ask does not matter.
    while let Ok(size @ 1..) = stream.read(&mut buffer) {
        let head = String::from_utf8_lossy(&buffer[..size]).into_owned();
        let body = r#"{"status":"ok","version":"0.0.9","memories":[]}"#;
        let proof = proof(&head).map_or(String::new(), |p| format!("x-memo-proof: {p}\r\n"));
        let told = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{proof}\r\n",
            body.len()
        );
        let only_head = head.starts_with("HEAD ");
        let told = told + if only_head { "" } else { body };
        if stream.write_all(told.as_bytes()).is_err() || !only_head {
            break;
        }
    }
}

#[test]
fn a_daemon_of_another_version_is_used_and_told() {
    let memo = Sandbox::new();
    other_version(&memo);
    let _lock = held(&memo);
    let status = memo.memo(["daemon", "status"]).ok();
    assert!(status.stdout.contains("0.0.9"), "{status:#?}");
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

/// Takes the folder of data as a daemon would, or what mends it.
fn held(memo: &Sandbox) -> fs::File {
    let lock = fs::File::create(memo.data().join("lock")).expect("a lock");
    lock.try_lock().expect("the folder is nobody's yet");
    lock
}

/// What a stranger has been told.
type Told = Arc<Mutex<String>>;

/// Answers every request like a daemon, but for the proof.
fn stranger(listener: TcpListener) -> Told {
    let told = Told::default();
    let all = told.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let all = all.clone();
            thread::spawn(move || {
                answer(stream, |said| {
                    all.lock().expect("no panic").push_str(said);
                    None
                });
            });
        }
    });
    told
}

/// Neither the key of the folder nor the question was told.
#[track_caller]
fn nothing_of_ours(told: &Told, key: &str) {
    let text = told.lock().expect("no panic");
    for ours in [key, "x-api-key", "lighthouse"] {
        assert!(!text.to_lowercase().contains(ours), "{ours}: {text}");
    }
}

/// A folder with a key, whose daemon was killed.
fn killed() -> (Sandbox, String) {
    let memo = Sandbox::new();
    memo.memo(["daemon", "start"]).ok();
    memo.memo(["daemon", "stop"]).ok();
    let key = fs::read_to_string(memo.data().join("key")).expect("a key");
    (memo, key.trim().to_owned())
}

#[test]
fn a_stranger_on_the_port_of_a_daemon_that_is_gone_gets_neither_key_nor_question() {
    let (memo, key) = killed();
    let (listener, url) = noted(&memo, None);
    let told = stranger(listener);
    let ask = ["recall", "lighthouse", "--no-start"];
    // At work on the folder, as `memod --inspect` is: it does not note itself.
    let lock = held(&memo);
    fs::remove_file(memo.data().join("lock.pid")).expect("removed");
    memo.memo(ask).code(3);
    memo.memo(["daemon", "status"]).code(3);
    nothing_of_ours(&told, &key);
    assert!(
        told.lock().expect("no panic").is_empty(),
        "it is not even asked"
    );
    // Noted as whoever holds the folder, as an earlier version's daemon may be: that shows no proof.
    noted_as_holder(&memo, &url);
    let refused = memo.memo(["recall", "lighthouse"]).code(3);
    assert!(
        refused.stderr.contains("memo daemon restart"),
        "{refused:#?}"
    );
    memo.memo(["daemon", "status"]).code(3);
    nothing_of_ours(&told, &key);
    // Closed alone, it would still be held by a child of another test between fork and exec.
    lock.unlock().expect("let go");
    let started = memo.memo(["daemon", "start", "--json"]).ok().json();
    assert_ne!(started["url"], url);
}

/// Notes that process beside the lock of which daemon.json tells.
fn noted_as_holder(memo: &Sandbox, url: &str) {
    let file = DaemonFile::read(&memo.data()).expect("it is there");
    assert_eq!(file.url, url);
    fs::write(memo.data().join("lock.pid"), file.pid.to_string()).expect("lock.pid");
}

#[test]
fn commands_that_look_for_the_daemon_at_once_do_not_take_one_another_for_it() {
    let (memo, key) = killed();
    let (listener, _) = noted(&memo, None);
    let told = stranger(listener);
    let ask = || memo.memo(["recall", "lighthouse", "--no-start"]).code(3);
    thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(ask);
        }
    });
    nothing_of_ours(&told, &key);
    // A look that takes its time.
    let look = fs::File::open(memo.data().join("lock")).expect("a lock");
    look.try_lock_shared().expect("nobody holds it");
    ask();
    nothing_of_ours(&told, &key);
    look.unlock().expect("let go");
    memo.memo(["daemon", "start"]).ok();
}

#[cfg(unix)]
#[test]
fn who_takes_the_port_between_two_questions_gets_neither_key_nor_question() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let daemon = DaemonFile::read(&memo.data()).expect("it runs");
    let key = fs::read_to_string(memo.data().join("key")).expect("a key");
    let mut asking = memo
        .command(["ask", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut questions = asking.stdin.take().expect("its input");
    writeln!(questions, "Where was lunch?").expect("asked");
    let mut answers = BufReader::new(asking.stdout.take().expect("its output"));
    let mut first = String::new();
    answers.read_line(&mut first).expect("an answer");
    assert!(first.contains("Lisbon"), "{first}");
    let address = daemon.url.trim_start_matches("http://").to_owned();
    let killed = Command::new("kill")
        .args(["-9", &daemon.pid.to_string()])
        .status();
    assert!(killed.expect("kill runs").success());
    let listener = until("the port is free", || TcpListener::bind(&address).ok());
    let told = stranger(listener);
    // The first of them finds the old connection broken.
    for _ in 0..3 {
        writeln!(questions, "Who keeps the lighthouse?").expect("asked");
    }
    drop(questions);
    let ended = asking.wait_with_output().expect("it ends");
    assert!(!ended.status.success(), "{ended:?}");
    nothing_of_ours(&told, key.trim());
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
