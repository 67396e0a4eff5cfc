//! Time in proportion to the text: texts of one thing over and over, of every shape that is known to have cost the
//! square of its length somewhere, read as each source type.

use super::extracted;
use memo_common::api::SourceType;
use std::{fs, thread, time::Duration};

/// What stands before.
const HEADS: [(Option<SourceType>, &str); 14] = [
    (None, ""),
    (Some(SourceType::Text), ""),
    (Some(SourceType::Pdf), ""),
    (Some(SourceType::Email), ""),
    (
        Some(SourceType::Email),
        "From: Ann Lee <ann@x.example>\nTo: Bo Chen <bo@x.example>\nSubject: Soup\n\
         Date: Fri, 3 May 2024 10:00:00 +0000\n\n",
    ),
    (Some(SourceType::Calendar), ""),
    (
        Some(SourceType::Calendar),
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nDTSTART:20240503T100000Z\nSUMMARY:Soup\nDESCRIPTION:",
    ),
    (Some(SourceType::Browser), ""),
    (
        Some(SourceType::Browser),
        "<!doctype html><title>Soup</title><body><p>",
    ),
    (Some(SourceType::Github), ""),
    (Some(SourceType::Slack), ""),
    (Some(SourceType::Stream), ""),
    (Some(SourceType::Stream), "WEBVTT\n\n"),
    (Some(SourceType::Vscode), ""),
];

/// What stands over and over; `#` is another number each time.
const UNITS: [&str; 84] = [
    "* a\n",
    "- [ ] a\n",
    "- [ ] buy milk#\n",
    "---\n",
    "```\n",
    "===\n",
    "***\n",
    "Aaa ",
    "Aaab Bccc# ",
    "Ann Lee# said ",
    "a",
    "A",
    "7",
    "a ",
    " ",
    "\t",
    "\n",
    "\r",
    "a\n",
    "Aa\n\n",
    "# a\n",
    "## Ann#\n\nWe met.\n\n",
    "a\n---\n",
    "> ",
    "> a\n",
    "1. a\n",
    "| a | b |\n",
    "a, ",
    "a; ",
    "a. ",
    "Dr. ",
    "a? ",
    "a: b\n",
    "Ann: hi\n",
    "Ann# Lee: hi there\n",
    "10:00 Ann: hi\n",
    "[10:00] hi\n",
    "09:00 - 10:00 Soup\n",
    "ann#  10:00 AM\nhi\n",
    "(",
    ")",
    "[",
    "]",
    "{",
    "{\"a\":[",
    "{\"user\":\"u#\",\"text\":\"hi\",\"ts\":\"1714730400.0\"},\n",
    "“",
    "\"",
    "'",
    "<",
    "<b>",
    "<div><p>",
    "<li>a",
    "</p>",
    "&amp;",
    "\\",
    "*",
    "_",
    "`",
    "=",
    "-",
    ".",
    ":",
    "/",
    "@a ",
    "ann#@x.example, ",
    "http://x.example/# ",
    "https://x.example/#\n",
    "3 May 2024 ",
    "3 May 2024\n",
    "2024-05-03 a#\n",
    "yesterday at 5 ",
    "1-",
    "On 3 May 2024, Ann Lee wrote:\n",
    "On 3 May 2024, Ann# wrote:\n> hi\n\n",
    "From: Ann Lee\nSubject: Soup\nDate: 3 May 2024\n\nhi\n\n",
    "-----Original Message-----\n",
    "BEGIN:VEVENT\nUID:#\nSUMMARY:Soup\nDTSTART:20240503\nEND:VEVENT\n",
    "commit 0123456789abcdef0123456789abcdef01234567\nAuthor: Ann# <a#@x.example>\nDate:   Fri May 3 10:00:00 2024 +0000\n\n    Mend it\n\n",
    "00:00:01,000 --> 00:00:02,000\nhi\n\n",
    "a,b,c\n",
    "$ ls\n",
    "日本",
    "he said I and my ",
];

/// A text of this shape, of about so many bytes.
fn text(head: &str, unit: &str, bytes: usize) -> String {
    let mut text = head.to_owned();
    let mut n = 0;
    while text.len() < bytes {
        match unit.split_once('#') {
            Some(_) => text.push_str(&unit.replace('#', &n.to_string())),
            None => text.push_str(unit),
        }
        n += 1;
    }
    text
}

/// What this thread has spent on the processor, whoever else uses that.
fn spent() -> Duration {
    let spent = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells");
    let nanos = spent.split(' ').next().and_then(|n| n.parse().ok());
    Duration::from_nanos(nanos.expect("a number"))
}

/// How long a text of this shape takes to become memories.
fn cost(kind: Option<SourceType>, text: &str) -> Duration {
    let before = spent();
    let _ = extracted(text, kind);
    spent() - before
}

/// Of one thing over and over, and of four times as much: what takes four times as long is linear, what takes sixteen
/// times as long is not.
fn assert_linear(kind: Option<SourceType>, head: &str, unit: &str, bytes: usize) {
    let one = cost(kind, &text(head, unit, bytes));
    let four = cost(kind, &text(head, unit, 4 * bytes));
    let shape = format!("{kind:?} {head:?} {unit:?}: {one:?}, of four times as much {four:?}");
    assert!(four < MOST * one.max(LEAST), "{shape}");
}

/// Times as long as a text may take that is four times as long.
const MOST: u32 = 7;

/// What is faster is not measured well.
const LEAST: Duration = Duration::from_millis(40);

/// Those that cost the square of their length before.
const KNOWN: [(Option<SourceType>, &str); 8] = [
    (Some(SourceType::Text), "* a\n"),
    (Some(SourceType::Text), "Aaa "),
    (Some(SourceType::Browser), "---\n"),
    (Some(SourceType::Browser), "```\n"),
    (Some(SourceType::Pdf), "a"),
    (Some(SourceType::Pdf), "a\n"),
    (Some(SourceType::Email), "a"),
    (Some(SourceType::Slack), "ann#  10:00 AM\nhi\n"),
];

/// Runs with a worker's stack.
fn on_a_workers_stack(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(16 << 20).spawn(work);
    let ended = thread.expect("a thread").join();
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[test]
fn every_shape_takes_linear_time_as_every_type() {
    on_a_workers_stack(|| {
        // what is loaded once is not counted
        cost(None, "I met Ada Abara in Lisbon yesterday.");
        if std::env::var_os("MEMO_CAMPAIGN").is_none() {
            for (kind, unit) in KNOWN {
                assert_linear(kind, "", unit, 12 << 10);
            }
            return;
        }
        for (kind, head) in HEADS {
            for unit in UNITS {
                // beyond what a crowd of people costs
                assert_linear(kind, head, unit, 128 << 10);
            }
        }
    });
}
