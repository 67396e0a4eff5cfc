//! Start, stop, and one daemon per folder.

use crate::garden;
use memo_common::paths::DaemonFile;
use memo_tests::daemon::{Daemon, until};
use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

#[test]
fn daemon_json_says_where_it_is() {
    let daemon = Daemon::start();
    let file = DaemonFile::read(&daemon.data()).expect("written");
    assert_eq!(file.pid, daemon.pid());
    assert_eq!(file.url, daemon.url());
    assert_eq!(
        daemon.client().healthz().expect("health").version,
        file.version
    );
}

#[test]
fn a_second_daemon_on_the_folder_is_told_so() {
    let daemon = Daemon::start();
    let mut second = daemon.command().spawn().expect("it starts");
    let status = until("it ends", || second.try_wait().expect("its state"));
    assert!(!status.success());
    let mut said = String::new();
    second
        .stderr
        .take()
        .expect("its words")
        .read_to_string(&mut said)
        .expect("text");
    assert!(
        said.contains("another daemon") && said.contains(daemon.url()),
        "{said}"
    );
    daemon.get("/healthz").ok();
}

#[test]
fn a_port_in_use_is_told() {
    let daemon = Daemon::start();
    let other = Daemon::prepare(&[]);
    let address = daemon.url().trim_start_matches("http://");
    let ended = other.command_on(address).output().expect("it runs");
    assert!(!ended.status.success());
    let said = String::from_utf8_lossy(&ended.stderr);
    let told = format!("memod: cannot listen on {address}: ");
    assert!(said.contains(&told), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_its_last_words_leaves_the_exit_code() {
    let full = || std::fs::File::options().write(true).open("/dev/full");
    let daemon = Daemon::start();
    let mut second = daemon.command();
    let ended = second.stderr(full().expect("it is there")).status();
    assert_eq!(ended.expect("it runs").code(), Some(1));
    // What was asked for and cannot be written is no success.
    let mut other = Daemon::start();
    other.kill();
    let mut asked = other.command();
    asked.arg("--inspect").stdout(full().expect("it is there"));
    let ended = asked.output().expect("it runs");
    assert!(ended.stderr.starts_with(b"memod: "), "{ended:?}");
    assert_eq!(ended.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn it_stops_within_five_seconds_whatever_is_open() {
    let mut daemon = garden();
    let address = daemon.url().trim_start_matches("http://").to_owned();
    // A connection that says nothing, and one in the middle of an upload.
    let _silent = TcpStream::connect(&address).expect("a connection");
    let mut half = TcpStream::connect(&address).expect("a connection");
    let head = format!(
        "POST /v1/memorize HTTP/1.1\r\nhost: {address}\r\nx-api-key: {}\r\ncontent-length: 1000\r\n\
         content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\n",
        memo_tests::daemon::KEY
    );
    half.write_all(head.as_bytes()).expect("sent");
    std::thread::sleep(Duration::from_millis(100));
    let (status, took) = daemon.stop();
    assert!(status.success(), "{status}");
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert!(DaemonFile::read(&daemon.data()).is_none());
}

#[cfg(unix)]
#[test]
fn what_is_unfinished_at_a_stop_goes_on_at_the_next_start() {
    let mut daemon = Daemon::start();
    let line =
        |n: usize| format!("On 3 May 2024 I saw heron number {n} with Tomas Brandt in Lisbon.\n\n");
    let long: String = (0..300).map(line).collect();
    let form = memo_tests::daemon::Form::new()
        .text("user_name", "Mira")
        .text("item_id", "long")
        .file("a.txt", long);
    let body = daemon.post("/v1/memorize", &form).send().ok().json();
    let (status, took) = daemon.stop();
    assert!(
        status.success() && took < Duration::from_secs(5),
        "{status} {took:?}"
    );
    daemon.restart();
    let run = daemon.wait(body["workflow_execution"].as_str().expect("a path"));
    assert!(run.memories.is_some_and(|n| n > 0), "{run:?}");
}

#[test]
fn settings_that_do_not_fit_are_told() {
    let daemon = Daemon::prepare(&[("MEMO_WORKERS", "many")]);
    let output = daemon.command().output().expect("it runs");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("MEMO_WORKERS") && said.contains("many"),
        "{said}"
    );
}
