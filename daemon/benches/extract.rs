//! How long a text takes to become memories, on one core: `cargo bench -p memo-daemon --bench extract [-- FILE]`.
//!
//! Without a file, 1 MiB of made-up notes: sentences that name people, places, days and things, and many that do not.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints, and may stop at a fault"
)]

use memo_daemon::{
    extract::{Context, extract},
    ingest,
};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// Bytes of made-up notes.
const NOTES: usize = 1 << 20;
/// Runs, of which the fastest counts.
const RUNS: usize = 3;

const WHO: [&str; 8] = [
    "Ada Quist",
    "Bram",
    "my sister",
    "the plumber",
    "Chloe Abara",
    "we",
    "Dr Okafor",
    "nobody",
];
const DID: [&str; 8] = [
    "mended the pump",
    "rang about the invoice for £240",
    "brought two boxes of apples",
    "could not find the key to the shed",
    "met Goran at the Red Lion",
    "signed the lease",
    "slept badly and read until late",
    "wrote to the Harbour Office in Leeds",
];
const WHEN: [&str; 8] = [
    "yesterday",
    "on 3 May 2024",
    "last Friday at half past nine",
    "before the rain came",
    "in the end",
    "two weeks ago",
    "as always",
    "at the clinic on Monday",
];

fn main() {
    let file = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let text = file.map_or_else(notes, |path| std::fs::read_to_string(path).unwrap());
    let reference: jiff::Zoned = "2024-05-20T12:00:00[UTC]".parse().unwrap();
    let context = Context {
        user_name: "Ida Ek".to_owned(),
        reference: reference.clone(),
    };
    let (mut reading, mut extracting) = (Duration::MAX, Duration::MAX);
    let mut memories = 0;
    for _ in 0..RUNS {
        let started = Instant::now();
        let document = ingest::read(&text, None, None, &reference);
        reading = reading.min(started.elapsed());
        let started = Instant::now();
        memories = black_box(extract(&document, &context)).unwrap().len();
        extracting = extracting.min(started.elapsed());
    }
    let mebibytes = text.len() as f64 / f64::from(1 << 20);
    let per = (reading + extracting).as_secs_f64() / mebibytes;
    println!(
        "{mebibytes:.2} MiB, {memories} memories: read {reading:.1?}, extract {extracting:.1?}; {per:.3} s per MiB"
    );
}

/// Notes of a few sentences each, in which every choice of words meets every other.
fn notes() -> String {
    let mut text = String::with_capacity(NOTES + 200);
    let mut n = 0_usize;
    while text.len() < NOTES {
        let pick = |k: usize| (n / k) % 8;
        text.push_str(WHO[pick(1)]);
        for part in [DID[pick(3)], WHEN[pick(5)]] {
            text.push(' ');
            text.push_str(part);
        }
        n += 1;
        text.push_str(if n.is_multiple_of(5) { ".\n\n" } else { ". " });
    }
    text
}
