use super::*;
use std::time::{Duration, Instant};

/// How often each file of a corpus is changed and tried; ten times as often where `MEMO_CAMPAIGN` is set.
const TIMES: u64 = 4;

/// What would be longer is cut, bytes: the tests' build is slow.
const LONGEST: usize = 4096;

/// No input of a few kilobytes takes so long, even on a busy machine.
const LONG: Duration = Duration::from_secs(20);

/// Cuts, doubles, swaps and overwrites pieces of a text.
fn change(input: &mut Vec<u8>, random: &mut impl FnMut() -> usize) {
    for _ in 0..1 + random() % 6 {
        let length = input.len().max(1);
        let (at, more) = (random() % length, random() % 64);
        let piece = at.min(input.len())..(at + more).min(input.len());
        match random() % 6 {
            0 => drop(input.drain(piece)),
            1 => {
                let copy = input[piece].to_vec();
                let to = random() % length;
                let to = to.min(input.len());
                drop(input.splice(to..to, copy));
            }
            2 => {
                let copy = input[piece].repeat(1 + random() % 20);
                input.extend(copy);
            }
            3 => input[piece].fill((random() % 256) as u8),
            4 => input.truncate(at),
            _ => {
                let odd = [
                    "\0",
                    "\u{feff}",
                    "\u{202e}",
                    "\r",
                    "é",
                    "𝔘",
                    "99999999999",
                    "-0",
                    "\"",
                ];
                let odd = odd[random() % odd.len()].bytes();
                let to = at.min(input.len());
                drop(input.splice(to..to, odd));
            }
        }
    }
    input.truncate(LONGEST);
}

fn try_all(name: &str, target: fn(&[u8])) {
    let corpus = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/corpus")
        .join(name);
    let files = fs::read_dir(&corpus).expect("a corpus");
    let mut files: Vec<PathBuf> = files.map(|f| f.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    // Marsaglia's xorshift64: the same changes on every run.
    let mut state = 7_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as usize
    };
    let times = TIMES * std::env::var_os("MEMO_CAMPAIGN").map_or(1, |_| 10);
    for file in files {
        let seed = fs::read(&file).expect("a file");
        for n in 0..=times {
            let mut input = seed.clone();
            if n > 0 {
                change(&mut input, &mut random);
            }
            let start = Instant::now();
            target(&input);
            assert!(start.elapsed() < LONG, "{file:?}, change {n}: {input:?}");
        }
    }
}

#[test]
fn any_form() {
    try_all("form", form);
}

#[test]
fn any_source() {
    try_all("source", source);
}

#[test]
fn any_reader() {
    try_all("reader", reader);
    try_all("source", reader);
}

#[test]
fn any_times() {
    try_all("times", times);
}

#[test]
fn any_question() {
    try_all("question", question);
}

#[test]
fn any_settings() {
    try_all("settings", settings);
}

#[test]
fn any_import() {
    try_all("import", import);
}
