//! Load that takes minutes to make, and what is measured under it. To be run by name, with the release build:
//! `MEMO_TEST_BIN_DIR=target/release cargo test -p memo-tests --test service stress -- --ignored --nocapture --test-threads=1`

use crate::{
    garden,
    load::{connect, is_ended, pages},
    upload,
};
use memo_tests::daemon::{Daemon, Form, KEY, Reply, Request};
use std::{
    fs,
    io::Write,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

/// What the daemon may take at the most, MiB: 256 for texts, 64 for forms, 64 for heads of requests, twice 10 MiB of
/// text in work with all that is made of it, and what it has to begin with.
const MEMORY: u64 = 1024;

/// Shows a figure of a measurement.
macro_rules! say {
    ($($words:tt)*) => { eprintln!($($words)*) };
}

/// A line of `/proc/PID/status`, MiB.
fn status(daemon: &Daemon, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", daemon.pid())).expect("a status");
    let line = status
        .lines()
        .find(|l| l.starts_with(name))
        .expect("a line");
    let kib = line
        .split_whitespace()
        .nth(1)
        .and_then(|n| n.parse::<u64>().ok());
    kib.expect("a number") >> 10
}

fn descriptors(daemon: &Daemon) -> usize {
    let folder = fs::read_dir(format!("/proc/{}/fd", daemon.pid()));
    folder.expect("a folder").count()
}

fn question(daemon: &Daemon, key: &str) -> Request {
    let form = Form::new().text("text", "Where did I plant tulips?");
    daemon
        .post("/v1/memories/recall", &form)
        .header("x-api-key", key)
}

/// How long questions take, milliseconds: the median and the 95th percentile of so many, a pause after each.
fn recalls(daemon: &Daemon, key: &str, times: usize) -> (f64, f64) {
    let mut took: Vec<f64> = (0..times)
        .map(|_| {
            thread::sleep(Duration::from_millis(20));
            let start = Instant::now();
            question(daemon, key).send().ok();
            start.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    took.sort_by(f64::total_cmp);
    (took[times / 2], took[times * 95 / 100])
}

/// Another user's key, with a hundred documents to ask about.
fn neighbour(daemon: &Daemon) -> String {
    let made = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    for n in 0..100 {
        let text = format!(
            "On {} May 2024 I planted tulips in garden {n} with Ines.",
            1 + n % 28
        );
        let form = Form::new()
            .text("user_name", "Tomas Brandt")
            .text("item_id", format!("garden-{n}"))
            .file("notes.txt", text);
        let sent = daemon
            .post("/v1/memorize", &form)
            .header("x-api-key", &made.api_key);
        sent.send().ok();
    }
    settle(daemon);
    made.api_key
}

/// Waits until everything is worked on.
fn settle(daemon: &Daemon) {
    while gauge(daemon, "memo_ready") == 0 || working(daemon) > 0 {
        thread::sleep(Duration::from_millis(100));
    }
}

/// Runs that have not ended.
fn working(daemon: &Daemon) -> u64 {
    let text = daemon.get("/metrics").ok().body;
    let active = text
        .lines()
        .filter(|l| l.starts_with("memo_runs{state=\"ACTIVE\""));
    let counts = active.filter_map(|l| l.rsplit(' ').next()?.parse::<u64>().ok());
    counts.sum()
}

fn gauge(daemon: &Daemon, name: &str) -> u64 {
    let text = daemon.get("/metrics").ok().body;
    let line = text.lines().find(|l| l.starts_with(&format!("{name} ")));
    line.and_then(|l| l.split(' ').nth(1)?.parse().ok())
        .unwrap_or(0)
}

/// Measures another user's questions while `load` goes on.
fn under(daemon: &Daemon, what: &str, load: impl Fn(usize) + Sync, threads: usize) {
    let key = neighbour(daemon);
    let quiet = recalls(daemon, &key, 300);
    let over = AtomicBool::new(false);
    let loaded = thread::scope(|scope| {
        for n in 0..threads {
            let (load, over) = (&load, &over);
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    load(n);
                }
            });
        }
        let loaded = recalls(daemon, &key, 300);
        over.store(true, Ordering::Relaxed);
        loaded
    });
    say!(
        "{what}: recall p50/p95 quiet {:.1}/{:.1} ms, loaded {:.1}/{:.1} ms; memory {} MiB, at most {} MiB, {} files",
        quiet.0,
        quiet.1,
        loaded.0,
        loaded.1,
        status(daemon, "VmRSS"),
        status(daemon, "VmHWM"),
        descriptors(daemon),
    );
    assert!(status(daemon, "VmHWM") < MEMORY);
}

#[test]
#[ignore = "takes a minute; to be run by name"]
fn idle_and_slow_connections() {
    let daemon = garden();
    let before = status(&daemon, "VmRSS");
    let mut held: Vec<_> = (0..5000).map(|_| connect(&daemon)).collect();
    for stream in &mut held {
        // They begin, and never end; those whose place was taken hear of it.
        let _ = stream.write_all(&[b"GET /v1/docu".as_slice(), &[b'x'; 20_000]].concat());
    }
    let slow = daemon.post("/v1/memorize", &upload()).begin(10);
    let start = Instant::now();
    say!(
        "5000 connections with 20 kB of a head: memory {before} -> {} MiB, {} files",
        status(&daemon, "VmRSS"),
        descriptors(&daemon)
    );
    question(&daemon, KEY).send().ok();
    while !held.iter().all(is_ended) {
        thread::sleep(Duration::from_millis(200));
        assert!(start.elapsed() < Duration::from_secs(60));
    }
    say!(
        "all were ended after {:.0?}; {} files",
        start.elapsed(),
        descriptors(&daemon)
    );
    let reply = Reply::read(&mut { slow });
    reply.problem(408, "request_timeout");
    say!(
        "half an upload was answered {} after {:.0?}",
        reply.status,
        start.elapsed()
    );
}

#[test]
#[ignore = "takes a minute; to be run by name"]
fn fifty_clients_with_ten_mib_each() {
    let daemon = garden();
    let file = pages(10 << 20);
    let (taken, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    let send = |n: usize| {
        let number = taken.load(Ordering::Relaxed) + refused.load(Ordering::Relaxed);
        let form = Form::new()
            .text("user_name", "Mira Halloran")
            .text("item_id", format!("big-{n}"))
            .file(
                "notes.txt",
                format!("{number} {n}\n{}", &file[..file.len() - 40]),
            );
        let reply = daemon.post("/v1/memorize", &form).send();
        match reply.status {
            200 => taken.fetch_add(1, Ordering::Relaxed),
            429 | 503 if reply.header("retry-after").is_some() => {
                thread::sleep(Duration::from_secs(1));
                refused.fetch_add(1, Ordering::Relaxed)
            }
            _ => panic!("{reply:?}"),
        };
    };
    under(&daemon, "50 clients with 10 MiB", send, 50);
    say!("{taken:?} taken, {refused:?} refused");
}

#[test]
#[ignore = "takes a minute; to be run by name"]
fn a_flood_of_small_uploads() {
    let mut daemon = garden();
    let taken = AtomicU64::new(0);
    let refused = AtomicU64::new(0);
    {
        let daemon = &daemon;
        let send = |_: usize| {
            let number = taken.fetch_add(1, Ordering::Relaxed);
            let form = Form::new()
                .text("user_name", "Mira Halloran")
                .text("item_id", format!("small-{number}"))
                .file(
                    "notes.txt",
                    format!("On 3 May 2024 I wrote note {number} to Tomas Brandt."),
                );
            let reply = daemon.post("/v1/memorize", &form).send();
            if reply.status != 200 {
                taken.fetch_sub(1, Ordering::Relaxed);
                refused.fetch_add(1, Ordering::Relaxed);
                assert!([429, 503].contains(&reply.status), "{reply:?}");
            }
        };
        under(daemon, "32 clients with small uploads", send, 32);
    }
    let (taken, refused) = (taken.into_inner(), refused.into_inner());
    // Killed in the middle of the work; what was acknowledged is there.
    daemon.restart();
    settle(&daemon);
    let documents = gauge(&daemon, "memo_documents");
    say!("{taken} taken, {refused} refused; {documents} documents after a kill and a restart");
    assert_eq!(documents, taken + 1 + 100);
}

/// How long the soak takes, unless `MEMO_SOAK_MINUTES` says otherwise.
const SOAK: u64 = 30;

#[test]
#[ignore = "takes half an hour; to be run by name"]
fn soak() {
    let daemon = garden();
    let minutes = std::env::var("MEMO_SOAK_MINUTES").ok();
    let minutes = minutes.and_then(|m| m.parse().ok()).unwrap_or(SOAK);
    let file = pages(30_000);
    let start = Instant::now();
    let (mut rounds, mut reported) = (0_u64, 0);
    while start.elapsed() < Duration::from_secs(minutes * 60) {
        // The same two hundred documents, replaced, asked about, and every tenth forgotten.
        let name = format!("note-{}", rounds % 200);
        let form = Form::new()
            .text("user_name", "Mira Halloran")
            .text("item_id", &name)
            .file("notes.txt", format!("Round {rounds}.\n{file}"));
        daemon.post("/v1/memorize", &form).send().ok();
        question(&daemon, KEY).send().ok();
        let form = Form::new().text("text", "When did I meet Tomas Brandt in Lisbon?");
        daemon.post("/v1/memories/ask", &form).send().ok();
        if rounds % 10 == 9 {
            let path = format!("/v1/documents/{name}");
            daemon.request("DELETE", &path).send().ok();
        }
        rounds += 1;
        thread::sleep(Duration::from_millis(200));
        let minute = start.elapsed().as_secs() / 60;
        if minute > reported {
            reported = minute;
            if minute.is_multiple_of(5) {
                let client = daemon.client();
                client.compact().expect("space is given back");
            }
            say!(
                "minute {minute}: {rounds} rounds, memory {} MiB (at most {}), disk {} KiB, {} files, {} threads",
                status(&daemon, "VmRSS"),
                status(&daemon, "VmHWM"),
                disk(&daemon.data()),
                descriptors(&daemon),
                threads(&daemon),
            );
        }
    }
}

fn threads(daemon: &Daemon) -> usize {
    let folder = fs::read_dir(format!("/proc/{}/task", daemon.pid()));
    folder.expect("a folder").count()
}

/// What a folder takes on the disk, KiB.
fn disk(folder: &std::path::Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => disk(&entry.path()),
        Ok(data) => data.len() >> 10,
        // Gone meanwhile.
        Err(_) => 0,
    });
    sizes.sum()
}
