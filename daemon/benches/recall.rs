//! How long the parts of a question take: `cargo bench -p memo-daemon --bench recall [-- MEMORIES]`.
//!
//! The memories are sentences of made-up words, drawn so that few words are frequent and many are rare, as in real
//! text (Zipf's law); the seed is fixed.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints, and may stop at a fault"
)]

use memo_common::api::SourceType;
use memo_daemon::{
    embed::{compact, embedder},
    index::{Change, Entry, Index, MemoryEntry},
    people::People,
    query::{Filter, Ratings, Request, recall, without_model},
};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// Memories of one document.
const PER_DOCUMENT: usize = 12;
/// Words there are.
const VOCABULARY: u64 = 30_000;
/// Names of speakers there are.
const NAMES: [&str; 8] = [
    "Ada", "Bram", "Chloe", "Dmitri", "Elif", "Farah", "Goran", "Hana",
];

fn main() {
    let wanted = std::env::args().filter_map(|a| a.parse().ok()).next();
    let memories: usize = wanted.unwrap_or(100_000);
    let mut random = Random(7);
    scan(&mut random, memories);
    vectors(&mut random);
    questions(&mut random, memories);
}

/// Signs of vectors against a question's.
fn scan(random: &mut Random, memories: usize) {
    let all: Vec<compact::Signs<2>> = (0..memories)
        .map(|_| [random.next(), random.next()])
        .collect();
    let question = [random.next(), random.next()];
    report("scan of all signs", 50, || {
        let near = all.iter().map(|s| compact::differing_signs(s, &question));
        black_box(near.min());
    });
}

/// A sentence's vector: the tokenizer, and the sum of its pieces.
fn vectors(random: &mut Random) {
    let sentence = random.sentence(20);
    report("vector of 20 words", 1000, || {
        black_box(embedder().embed(black_box(&sentence)));
    });
}

fn questions(random: &mut Random, memories: usize) {
    let dir = tempfile::tempdir().unwrap();
    let (index, _) = Index::open(dir.path()).unwrap();
    let started = Instant::now();
    let mut held = Vec::new();
    for version in 1..=(memories / PER_DOCUMENT) as u64 {
        let entry = random.entry(version);
        held.push(entry.memories[0].narrative.clone());
        index.apply(&[Change::Put(entry)]).unwrap();
    }
    index.commit(1).unwrap();
    println!("index {memories} memories: {:.1?}", started.elapsed());
    let view = index.view();
    let narrow = Filter {
        participant: Some("ada".to_owned()),
        since: Some(jiff::civil::date(2024, 11, 1)),
        ..Filter::default()
    };
    let ratings = Ratings::default();
    for (name, filter) in [
        ("recall", &Filter::default()),
        ("recall, filtered", &narrow),
    ] {
        let mut at = 0;
        report(name, 400, || {
            at = (at + 37) % held.len();
            let words: Vec<&str> = held[at].split(' ').take(8).collect();
            let request = Request {
                user: "u",
                text: &format!("What did Ada say about {}?", words.join(" ")),
                limit: 10,
                filter,
                now: jiff::civil::date(2025, 1, 1).at(0, 0, 0, 0),
                people: &People::default(),
            };
            black_box(recall(
                &view,
                &request,
                &ratings,
                &without_model,
                &|_, _| true,
            ));
        });
    }
}

/// Prints the median and the 95th of a hundred of what `work` takes.
fn report(name: &str, times: usize, mut work: impl FnMut()) {
    work();
    let mut taken: Vec<Duration> = (0..times)
        .map(|_| {
            let started = Instant::now();
            work();
            started.elapsed()
        })
        .collect();
    taken.sort_unstable();
    let (p50, p95) = (taken[times / 2], taken[times * 95 / 100]);
    println!("{name}: p50 {p50:.1?}, p95 {p95:.1?}");
}

/// Marsaglia's xorshift, with 64 bits of state.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A word; the n-th most frequent comes about 1/n as often as the first.
    fn word(&mut self) -> String {
        let uniform = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        let mut number = (VOCABULARY as f64).powf(uniform) as u64;
        let mut word = String::new();
        while word.len() < 4 || number > 0 {
            word.push(char::from(b'a' + (number % 20) as u8));
            word.push(['a', 'e', 'i', 'o', 'u'][(number % 5) as usize]);
            number /= 20;
        }
        word
    }

    fn sentence(&mut self, words: usize) -> String {
        let words: Vec<String> = (0..words).map(|_| self.word()).collect();
        words.join(" ")
    }

    fn entry(&mut self, version: u64) -> Entry {
        let names = [self.next(), self.next()].map(|n| NAMES[(n % 8) as usize].to_owned());
        let when = format!(
            "2024-{:02}-{:02}",
            self.next() % 12 + 1,
            self.next() % 28 + 1
        );
        let memory = |place: usize, random: &mut Self| MemoryEntry {
            last: None,
            narrative: random.sentence(27),
            participants: names.to_vec(),
            when: when.parse().ok(),
            place: None,
            entities: Vec::new(),
            tags: Vec::new(),
            speaker: Some(names[place % 2].clone()),
            asks: place.is_multiple_of(3),
            thread: 0,
            vector: None,
        };
        Entry {
            version,
            user: "u".to_owned(),
            item_id: format!("item-{version}"),
            source_type: SourceType::Stream,
            memories: (0..PER_DOCUMENT).map(|place| memory(place, self)).collect(),
        }
    }
}
