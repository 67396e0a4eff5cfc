//! A small trained tagger of names in running text: an averaged perceptron from left to right, its features hashed
//! into rows of one weight per tag. Made by `daemon/names/train_tagger.py`, whose `features` is the same as here.

use super::token::Token;
use crate::hashed::{self, fnv, prefix, shape, suffix};
use memo_common::api::EntityType;
use std::ops::Range;

static WEIGHTS: &[u8] = include_bytes!("../../../names/tagger.bin");

/// Rows of the table, a power of two.
const ROWS: u32 = 1 << 17;
/// Weights of a row: the tags, padded.
const WIDTH: usize = 8;
/// The kinds it knows: tag 0 is no name, 2k+1 begins a name of kind k, 2k+2 goes on.
const KINDS: [EntityType; 3] = [
    EntityType::Person,
    EntityType::Location,
    EntityType::Organization,
];
const TAGS: usize = 1 + 2 * KINDS.len();

const _: () = assert!(WEIGHTS.len() == ROWS as usize * WIDTH && TAGS <= WIDTH);

/// A name as the tagger sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tagged {
    /// Indexes of its tokens.
    pub(crate) tokens: Range<usize>,
    /// What it is.
    pub(crate) kind: EntityType,
}

/// What the features of a token are made from.
struct Parts {
    word: u32,
    shape: u32,
    bits: u32,
    capital: u32,
    first: u32,
    cues: u32,
    all: u32,
}

/// Beyond the ends of a line.
const EDGE: Parts = Parts {
    word: 1,
    shape: 1,
    bits: 0,
    capital: 0,
    first: 0,
    cues: 0,
    all: 1 << 31,
};

impl Parts {
    fn of(text: &str, token: &Token) -> Self {
        let (bits, cues) = (token.entry.bits(), u32::from(token.cues.bits()));
        let (capital, first) = (u32::from(token.capital), u32::from(token.first));
        Self {
            word: token.hash,
            shape: shape(&text[token.span.clone()]),
            bits,
            capital,
            first,
            cues,
            all: bits | capital << 6 | first << 7 | cues << 8,
        }
    }
}

/// The names in a text's tokens, in order. A name is given where its tag beats "no name" by more than `margin`.
pub(crate) fn tag(text: &str, tokens: &[Token], margin: i16) -> Vec<Tagged> {
    let mut out = Vec::new();
    let mut from = 0;
    while from < tokens.len() {
        let to = tokens[from + 1..]
            .iter()
            .position(|t| t.line)
            .map_or(tokens.len(), |n| from + 1 + n);
        if tokens[from..to].iter().any(|t| !plain(t)) {
            tag_line(text, &tokens[from..to], from, margin, &mut out);
        }
        from = to;
    }
    out
}

/// A lower-case everyday word or a sign: never begins a name.
fn plain(token: &Token) -> bool {
    !token.word || !token.capital && token.entry.everyday()
}

fn tag_line(text: &str, tokens: &[Token], offset: usize, margin: i16, out: &mut Vec<Tagged>) {
    let parts: Vec<Parts> = tokens.iter().map(|t| Parts::of(text, t)).collect();
    let (mut before, mut before2) = (0usize, 0usize);
    for (n, token) in tokens.iter().enumerate() {
        let tag = if before == 0 && plain(token) {
            0
        } else {
            best(&scores(&parts, token, n, before, before2), before, margin)
        };
        match (tag, out.last_mut()) {
            (0, _) => {}
            (t, Some(last)) if t % 2 == 0 && last.tokens.end == offset + n => last.tokens.end += 1,
            (t, _) => out.push(Tagged {
                tokens: offset + n..offset + n + 1,
                kind: KINDS[(t - 1) / 2],
            }),
        }
        (before2, before) = (before, tag);
    }
}

/// The tag of most weight that may stand behind `before`.
fn best(scores: &[i16; WIDTH], before: usize, margin: i16) -> usize {
    let mut tag = 0;
    let mut most = scores[0].saturating_add(margin);
    for (t, score) in scores.iter().enumerate().take(TAGS).skip(1) {
        let follows = t % 2 == 1 || before == t || before + 1 == t;
        if follows && *score > most {
            (tag, most) = (t, *score);
        }
    }
    tag
}

fn scores(parts: &[Parts], token: &Token, n: usize, before: usize, before2: usize) -> [i16; WIDTH] {
    let at = |k: isize| {
        n.checked_add_signed(k)
            .and_then(|n| parts.get(n))
            .unwrap_or(&EDGE)
    };
    let (a, b, c, d, e) = (at(-2), at(-1), at(0), at(1), at(2));
    let folded = &token.folded;
    let (head, tail) = (|n| prefix(folded, n), |n| suffix(folded, n));
    let (before, before2) = (before as u32, before2 as u32);
    let rows = [
        mix(1, c.word, 0),
        mix(2, b.word, 0),
        mix(3, d.word, 0),
        mix(4, a.word, 0),
        mix(5, e.word, 0),
        mix(6, c.shape, c.first),
        mix(7, c.shape, b.shape),
        mix(8, c.shape, d.shape),
        mix(9, fnv(head(3).bytes()), 0),
        mix(10, fnv(tail(3).bytes()), 0),
        mix(11, fnv(tail(2).bytes()), 0),
        mix(12, fnv(tail(4).bytes()), c.capital),
        mix(13, c.all, 0),
        mix(14, b.all, 0),
        mix(15, d.all, 0),
        mix(
            16,
            c.bits | c.capital << 6 | c.first << 7,
            d.bits | d.capital << 6,
        ),
        mix(
            17,
            c.bits | c.capital << 6 | c.first << 7,
            b.bits | b.capital << 6 | b.first << 7,
        ),
        mix(18, b.word, c.shape),
        mix(19, d.word, c.shape),
        mix(20, token.entry.octave(), c.capital | c.first << 1),
        mix(21, c.cues | c.capital << 12, d.cues),
        mix(22, c.cues | c.capital << 12, b.cues),
        mix(30, before, 0),
        mix(31, before, before2),
        mix(32, c.word, before),
        mix(33, c.shape, before),
        mix(34, c.all, before),
    ];
    let mut sums = [0i16; WIDTH];
    for row in rows {
        let from = row as usize * WIDTH;
        for (sum, weight) in sums.iter_mut().zip(&WEIGHTS[from..from + WIDTH]) {
            *sum += i16::from(weight.cast_signed());
        }
    }
    sums
}

/// The row of a feature.
fn mix(template: u32, a: u32, b: u32) -> u32 {
    hashed::mix(template, a, b) & (ROWS - 1)
}

#[cfg(test)]
mod tests {
    use super::super::token::tokens;
    use super::*;

    fn tagged(text: &str) -> Vec<(&str, EntityType)> {
        let tokens = tokens(text);
        tag(text, &tokens, 0)
            .into_iter()
            .map(|t| {
                (
                    &text[tokens[t.tokens.start].span.start..tokens[t.tokens.end - 1].span.end],
                    t.kind,
                )
            })
            .collect()
    }

    #[test]
    fn finds_plain_names() {
        let found = tagged("Yesterday I met Barack Obama in London.");
        assert!(
            found.contains(&("Barack Obama", EntityType::Person)),
            "{found:?}"
        );
        assert!(
            found.contains(&("London", EntityType::Location)),
            "{found:?}"
        );
    }
}
