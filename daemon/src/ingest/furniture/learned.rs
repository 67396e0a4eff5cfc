//! Furniture by a trained line, for what no list knows: a logistic regression over hashed features of a sentence, and over
//! the sentences beside it. Made by `daemon/names/train_furniture.py`.

mod features;

use super::shape::is_dated;
use crate::{
    extract::sentences,
    ingest::{Document, Kind, Passage},
};
use features::features;
use memo_common::api::SourceType;
use std::ops::Range;

/// Two numbers of four bytes (what a weight of one byte is worth, and the bias), then the weights.
static TABLE: &[u8] = include_bytes!("../../../names/furniture.bin");

/// Weights, a power of two.
const ROWS: usize = 1 << 16;
const HEAD: usize = 8;

const _: () = assert!(TABLE.len() == HEAD + ROWS);

/// What the sum of a sentence, and those of the two beside it, count.
const OWN_SUM: f32 = 0.86;
const BESIDE: f32 = 0.19;

/// The sum from which a sentence is furniture: one in two hundred sentences, most of which were made to look like it, is
/// above, and half of all furniture.
const LIMIT: f32 = 3.1;
/// The same for what somebody says in talk, what names a day, and notes for an appointment: a program that puts words into
/// a conversation has a line of its own, and who makes an appointment is terse.
const SAID: f32 = 3.8;

/// Longest sentence that is looked at, in bytes.
const LONGEST: usize = 500;

/// Takes the sentences that are likely furniture out of a document's passages; none where that would be all of it.
pub(super) fn clear(document: &mut Document) {
    let source = document.source_type;
    let mut rows = Rows::new();
    let weighed = document
        .passages
        .iter()
        .map(|p| weigh(p, source, &mut rows));
    let units: Vec<Vec<Unit>> = weighed.collect();
    let sums: Vec<f32> = units.iter().flatten().map(|u| u.sum).collect();
    let mut at = 0_usize;
    let kept: Vec<Option<String>> = document
        .passages
        .iter()
        .zip(&units)
        .map(|(passage, units)| {
            let first = at;
            at += units.len();
            let near = |n: usize| sums.get(n).copied().unwrap_or_default();
            let is_furniture = |n: usize| {
                let at = first + n;
                let beside = at.checked_sub(1).map_or(0.0, near) + near(at + 1);
                let unit = &units[n];
                let sum = OWN_SUM * unit.sum + BESIDE * beside;
                sum > SAID || sum > LIMIT && !is_said(passage, unit)
            };
            without(&passage.text, units, is_furniture)
        })
        .collect();
    let left = |(passage, kept): (&Passage, &Option<String>)| {
        let text = kept.as_deref().unwrap_or(&passage.text);
        !text.is_empty() || matches!(passage.kind, Kind::Event(_))
    };
    if !document.passages.iter().zip(&kept).any(left) {
        return;
    }
    for (passage, kept) in document.passages.iter_mut().zip(kept) {
        if let Some(kept) = kept {
            passage.text = kept;
        }
    }
}

/// Whether a sentence has to look more like furniture than others to be some.
fn is_said(passage: &Passage, unit: &Unit) -> bool {
    let spoken = passage.kind == Kind::Turn && passage.speaker.is_some();
    let entered = matches!(passage.kind, Kind::Event(_));
    let text = &passage.text[unit.range.clone()];
    // a contract's parties stand there as in a letterhead: `… of 14 Distillery Lane (the "Illustrator")`
    let defines = DEFINES.iter().any(|d| text.contains(d));
    spoken || entered || defines || is_dated(text)
}

/// How a contract says by what name it calls something.
const DEFINES: [&str; 5] = ["(the \"", "(the “", "(\"", "(“", "(„"];

/// The text without the sentences that are furniture; nothing where there are none.
fn without(text: &str, units: &[Unit], is_furniture: impl Fn(usize) -> bool) -> Option<String> {
    if !(0..units.len()).any(&is_furniture) {
        return None;
    }
    let mut kept = String::with_capacity(text.len());
    let mut end = 0;
    for (n, unit) in units.iter().enumerate() {
        if is_furniture(n) {
            kept.push_str(text[end..unit.range.start].trim_end_matches(' '));
        } else {
            kept.push_str(&text[end..unit.range.end]);
        }
        end = unit.range.end;
    }
    kept.push_str(&text[end..]);
    Some(kept.trim().to_owned())
}

/// A sentence of a passage, and how much it looks like furniture.
struct Unit {
    range: Range<usize>,
    sum: f32,
}

fn weigh(passage: &Passage, source: SourceType, rows: &mut Rows) -> Vec<Unit> {
    // what a reader has put into words itself
    if passage.kind == Kind::Record {
        return Vec::new();
    }
    let text = passage.text.as_str();
    sentences::split(text)
        .into_iter()
        .map(|range| Unit {
            sum: sum(&text[range.clone()], source, rows),
            range,
        })
        .collect()
}

/// The rows that a sentence brings up: each counts once.
struct Rows {
    all: Vec<u16>,
    /// Those that were counted, as bits.
    seen: Vec<u64>,
}

impl Rows {
    fn new() -> Self {
        Self {
            all: Vec::new(),
            seen: vec![0; ROWS / 64],
        }
    }

    /// The weights of all together.
    fn weigh(&mut self) -> i32 {
        let mut sum = 0;
        for row in &self.all {
            let (word, bit) = (&mut self.seen[usize::from(*row) / 64], 1 << (row % 64));
            if *word & bit == 0 {
                sum += i32::from(TABLE[HEAD + usize::from(*row)].cast_signed());
            }
            *word |= bit;
        }
        for row in &self.all {
            self.seen[usize::from(*row) / 64] = 0;
        }
        sum
    }
}

/// How much a sentence looks like furniture: 0 where as much speaks for it as against it.
fn sum(text: &str, source: SourceType, rows: &mut Rows) -> f32 {
    if text.len() > LONGEST || !is_told(text) {
        return 0.0;
    }
    let number = |at: usize| {
        let bytes: [u8; 4] = std::array::from_fn(|n| TABLE[at + n]);
        f32::from_le_bytes(bytes)
    };
    features(text, source, &mut rows.all);
    let weights = rows.weigh();
    number(0) * weights as f32 + number(4)
}

/// Whether a line says anything: an hour alone does not.
fn is_told(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic());
    letters.nth(2).is_some()
}

#[cfg(test)]
mod tests;
