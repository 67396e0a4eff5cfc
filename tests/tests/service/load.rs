//! Overload: what is too much is refused with a time to come back, and harms nobody else. What takes long to show is
//! in `stress`.

use crate::{garden, upload};
use memo_common::{
    api::{Filter, RunState},
    client::Upload,
};
use memo_tests::daemon::{Daemon, Form, Reply, until};
use std::{
    io::{self, ErrorKind, Write},
    net::{Shutdown, TcpStream},
    sync::mpsc,
    thread,
    time::Duration,
};

/// A connection to the daemon, on which nothing was said.
pub(crate) fn connect(daemon: &Daemon) -> TcpStream {
    let address = daemon.url().trim_start_matches("http://");
    TcpStream::connect(address).expect("a connection")
}

/// Whether the other side has ended the connection, or has begun to say why.
pub(crate) fn is_ended(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a stream");
    // A byte, the end, or a break.
    let heard = stream.peek(&mut [0]);
    !heard.is_err_and(|e| e.kind() == ErrorKind::WouldBlock)
}

/// A file of so many bytes.
pub(crate) fn pages(bytes: usize) -> String {
    let line = "On 3 May 2024 I met Tomas Brandt in Lisbon, and we talked about the harbour.\n";
    line.chars().cycle().take(bytes).collect()
}

#[cfg(unix)]
#[test]
fn idle_connections_give_way_to_those_that_ask() {
    let mut daemon = garden();
    // Room for 64 connections.
    daemon.limit_files(256 + 64);
    daemon.restart();
    let mut idle: Vec<_> = (0..200).map(|_| connect(&daemon)).collect();
    for (n, stream) in idle.iter_mut().enumerate() {
        if n % 2 == 0 {
            // These have begun, and never end. Some are gone already.
            let _ = stream.write_all(b"GET /v1/docu");
        }
    }
    // The last of them are too new to give way at once.
    let answered = (0..1000).any(|_| daemon.get("/healthz").status == 200);
    assert!(answered);
    // By now the first have been silent for long enough, though not all have.
    until("there is always a place", || {
        let found = daemon.client().recall("tulips", None, &Filter::default());
        found.ok()
    });
    for _ in 0..100 {
        assert_eq!(daemon.recall("tulips").len(), 1);
    }
    let left = idle.iter().map(is_ended).filter(|ended| !ended).count();
    assert!(left <= 64, "{left}");
}

/// A daemon with room for sixteen connections, and another user's key.
#[cfg(unix)]
fn with_few_places() -> (Daemon, String) {
    let mut daemon = garden();
    daemon.limit_files(256 + 16);
    daemon.restart();
    let other = daemon.client().create_key(None, Some("tomas"));
    (daemon, other.expect("a key").api_key)
}

#[cfg(unix)]
#[test]
fn who_finds_all_places_taken_is_told_when_to_come_back() {
    let (daemon, other) = with_few_places();
    // One user may take three quarters of the places.
    let slow = |n: usize| {
        let form = upload().text("item_id", format!("slow-{n}"));
        let request = daemon.post("/v1/memorize", &form);
        match n < 12 {
            true => request.begin(10),
            false => request.header("x-api-key", &other).begin(10),
        }
    };
    let mut uploads: Vec<_> = (0..16).map(slow).collect();
    let refused = daemon.get("/healthz");
    refused.problem(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), Some("1"));
    // Those who have a place lose nothing.
    let form = upload().text("item_id", "slow-0");
    let rest = daemon.post("/v1/memorize", &form).end(10);
    uploads[0].write_all(&rest).expect("the end goes");
    let accepted = Reply::read(&mut uploads[0]).ok().json();
    for mut upload in uploads {
        // Until the daemon has closed it too: before, it still has its place. It may have broken off.
        let _ = upload.shutdown(Shutdown::Write);
        let _ = io::copy(&mut upload, &mut io::sink());
    }
    until("there is room again", || {
        (daemon.get("/healthz").status == 200).then_some(())
    });
    daemon.wait(accepted["workflow_execution"].as_str().expect("a path"));
    assert_eq!(daemon.recall("tulips").len(), 2);
}

#[cfg(unix)]
#[test]
fn files_that_run_out_stop_nothing_for_good() {
    let mut daemon = garden();
    // The store, the index and the logs need twenty.
    daemon.limit_files(80);
    daemon.restart();
    let address = daemon.url().trim_start_matches("http://").to_owned();
    let (stop, stopped) = mpsc::channel::<()>();
    let flood = thread::spawn(move || {
        while let Err(mpsc::TryRecvError::Empty) = stopped.try_recv() {
            let many: Vec<_> = (0..300).map(|_| TcpStream::connect(&address)).collect();
            drop(many);
        }
    });
    let client = daemon.client();
    let accepted: Vec<String> = (0..20)
        .map(|n| {
            let item_id = format!("d{n}");
            let upload = Upload {
                filename: Some("notes.txt"),
                user_name: "Mira Halloran",
                item_id: Some(&item_id),
                source_type: None,
                reference_time: None,
            };
            let text = pages(1500);
            let sent = || client.memorize(&upload, text.as_bytes(), &mut |_| {}).ok();
            until("it is taken in", sent).workflow_execution
        })
        .collect();
    drop(stop);
    flood.join().expect("connections");
    for resource in accepted {
        // Some of the flood may still stand before the door.
        let run = until("the run ends", || {
            let run = client.execution(&resource).ok()?;
            (run.state != RunState::Active).then_some(run)
        });
        assert_eq!(run.state, RunState::Succeeded, "{run:?}");
    }
    until("it is ready", || {
        (daemon.get("/readyz").status == 200).then_some(())
    });
}

#[cfg(unix)]
#[test]
fn one_user_leaves_connections_to_the_others() {
    let (daemon, other) = with_few_places();
    let slow = |n: usize| {
        let form = upload().text("item_id", format!("slow-{n}"));
        daemon.post("/v1/memorize", &form).begin(10)
    };
    let mut uploads: Vec<_> = (0..12).map(slow).collect();
    until("all of one user's places are taken", || {
        // To ask takes a place, too, which an upload may have wanted at that moment.
        uploads.push(slow(uploads.len()));
        (daemon.get("/v1/documents").status == 429).then_some(())
    });
    Reply::read(&mut slow(99)).problem(429, "too_many_requests");
    for _ in 0..100 {
        daemon.get("/healthz").ok();
        let theirs = daemon.request("GET", "/v1/documents");
        theirs.header("x-api-key", &other).send().ok();
    }
    let mine = daemon.get("/v1/documents");
    mine.problem(429, "too_many_requests");
    assert_eq!(mine.header("retry-after"), Some("1"));
    drop(uploads);
    until("there is room again", || {
        (daemon.get("/v1/documents").status == 200).then_some(())
    });
}

#[test]
fn files_that_are_sent_at_once_have_a_bound_of_memory_together() {
    let daemon = garden();
    let file = pages(10 << 20);
    let form = |n: usize| {
        Form::new()
            .text("user_name", "Mira Halloran")
            .text("item_id", format!("big-{n}"))
            .file("notes.txt", &file)
    };
    // 260 MiB, none of it complete: more than the 256 MiB that there are.
    let mut held: Vec<_> = (0..26)
        .map(|n| daemon.post("/v1/memorize", &form(n)).begin(4))
        .collect();
    let refused = (0..1000).find_map(|_| {
        let reply = daemon.post("/v1/memorize", &form(99)).send();
        (reply.status != 200).then_some(reply)
    });
    let refused = refused.expect("no memory is left");
    refused.problem(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), Some("1"));
    // Questions have memory of their own, and so have others.
    assert!(!daemon.recall("tulips").is_empty());
    let other = daemon.client().create_key(None, Some("tomas"));
    let other = other.expect("a key").api_key;
    let theirs = daemon.post("/v1/memorize", &form(0));
    theirs.header("x-api-key", &other).send().ok();
    // Once some are gone, there is memory again.
    held.truncate(4);
    let small = Form::new()
        .text("user_name", "Mira Halloran")
        .file("notes.txt", "Tulips again.");
    let taken = (0..1000).any(|_| {
        thread::sleep(Duration::from_millis(5));
        daemon.post("/v1/memorize", &small).send().status == 200
    });
    assert!(taken);
}

#[test]
fn a_part_whose_head_never_ends_is_not_kept() {
    let daemon = garden();
    for start in [
        "--x\r\nContent-Disposition: form-data; name=\"",
        "no boundary at all ",
    ] {
        let body = format!("{start}{}", "a".repeat(4 << 20));
        let reply = daemon
            .request("POST", "/v1/memories/recall")
            .body("multipart/form-data; boundary=x", body)
            .send();
        reply.problem(400, "invalid_form");
    }
}
