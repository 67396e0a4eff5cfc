//! Trained taggers of what a text tells of: where it happened, and who took part. Each is a conditional random field over
//! the tokens of a line, its features hashed into rows of one weight per tag, made by `daemon/names/train_spans.py`,
//! whose `features` is the same as here.

mod chain;

use super::entities::token::Token;
use crate::hashed::{fnv, mix, prefix, shape, suffix};
use std::{ops::Range, sync::LazyLock};

/// Where something happened, apart from places only mentioned. Of passages by writers whose passages it was not trained
/// on, at a likelihood of 0.6 it finds the place of .63, another than the right one in .05, and one in .04 of those that
/// have none.
pub(super) static PLACES: Tagger = Tagger(include_bytes!("../../names/places.bin"));
/// Who took part, apart from people only mentioned.
pub(super) static PEOPLE: Tagger = Tagger(include_bytes!("../../names/people.bin"));

/// Rows, a power of two, and the tags: none; a span that is meant (its beginning, what goes on); another one likewise.
const ROWS: usize = 1 << 17;
const TAGS: usize = 5;
const HEAD: usize = 4 * (1 + TAGS * TAGS);
/// Bytes that are added at a time: those of a row are the last of them. A few more than needed go as fast as one.
const LANES: usize = 8;
/// Features of a token, and tokens whose rows are found before they are fetched.
const FEATURES: usize = 33;
const TOGETHER: usize = 16;
const BEGINS: usize = 1;
const GOES_ON: usize = 2;

/// How likely a span has to go on.
const ON: f32 = 0.4;

/// Longest line that is looked at, in tokens.
const LINE: usize = 400;

/// A trained tagger: what a weight of one byte is worth, what one tag counts behind another (numbers of four bytes),
/// then the rows.
pub(super) struct Tagger(&'static [u8; HEAD + ROWS * TAGS]);

/// How likely a token is of what is meant: that it begins there, that it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Likely {
    begins: f32,
    goes_on: f32,
}

impl Likely {
    /// Of what is meant.
    pub(super) fn meant(self) -> f32 {
        self.begins + self.goes_on
    }
}

/// Words that lead to a place, by their hashes, in order.
static LEADS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let words = "in at on to from by near behind outside inside under over round around opposite beside between off up down \
        into via aboard past along across above below beyond through towards toward within next of for with about after \
        before until till im am beim bei zu zum zur nach aus auf an vor hinter neben en a al desde hasta por para au aux \
        chez dans sur du de del della";
    let mut leads: Vec<u32> = words.split_whitespace().map(|w| fnv(w.bytes())).collect();
    leads.sort_unstable();
    leads
});

impl Tagger {
    /// How likely each token of a text is of each.
    pub(super) fn likely(&self, text: &str, tokens: &[Token]) -> Vec<Likely> {
        let lines = tokens.chunk_by(|_, next| !next.line);
        lines.flat_map(|line| self.of_line(text, line)).collect()
    }

    fn of_line(&self, text: &str, line: &[Token]) -> Vec<Likely> {
        let none = [1.0, 0.0, 0.0, 0.0, 0.0];
        let likely = match line.len() <= LINE {
            true => chain::marginals(&self.scores(text, line), &self.moves()),
            false => vec![none; line.len()],
        };
        let of = |p: [f32; TAGS]| Likely {
            begins: p[BEGINS],
            goes_on: p[GOES_ON],
        };
        likely.into_iter().map(of).collect()
    }

    /// The spans that begin with at least this likelihood, with it.
    pub(super) fn spans(
        &self,
        text: &str,
        tokens: &[Token],
        least: f32,
    ) -> Vec<(Range<usize>, f32)> {
        let likely = self.likely(text, tokens);
        let mut found = Vec::new();
        let mut at = 0;
        while at < likely.len() {
            let from = at;
            let own = likely[from];
            at += 1;
            if own.begins < least || own.begins < own.goes_on {
                continue;
            }
            while at < likely.len() && likely[at].goes_on >= ON && !tokens[at].line {
                at += 1;
            }
            found.push((from..at, own.begins));
        }
        found
    }

    fn number(&self, at: usize) -> f32 {
        f32::from_le_bytes(std::array::from_fn(|n| self.0[4 * at + n]))
    }

    /// What one tag counts behind another, by the one before.
    fn moves(&self) -> [[f32; TAGS]; TAGS] {
        let number = |before, tag| self.number(1 + before * TAGS + tag);
        std::array::from_fn(|before| std::array::from_fn(|tag| number(before, tag)))
    }

    /// The sums of each tag for each token. The table is larger than the caches near the processor: some tokens' rows are
    /// found before any is fetched, so that it waits for many of them at once.
    fn scores(&self, text: &str, line: &[Token]) -> Vec<[f32; TAGS]> {
        let parts: Vec<Parts> = line.iter().map(|t| Parts::of(text, t)).collect();
        let worth = self.number(0);
        let sums = |rows: &[u32; FEATURES]| {
            let mut sums = [0_i16; LANES];
            for row in rows {
                let end = HEAD + (*row as usize & (ROWS - 1)) * TAGS + TAGS;
                for (sum, weight) in sums.iter_mut().zip(&self.0[end - LANES..end]) {
                    *sum += i16::from(weight.cast_signed());
                }
            }
            std::array::from_fn(|tag| worth * f32::from(sums[LANES - TAGS + tag]))
        };
        let mut scores = Vec::with_capacity(line.len());
        let mut found = [[0; FEATURES]; TOGETHER];
        for from in (0..line.len()).step_by(TOGETHER) {
            let tokens = from..line.len().min(from + TOGETHER);
            for (rows_of, n) in found.iter_mut().zip(tokens.clone()) {
                *rows_of = rows(text, line, &parts, n);
            }
            scores.extend(found[..tokens.len()].iter().map(sums));
        }
        scores
    }
}

/// What the features of a token are made from.
struct Parts {
    word: u32,
    shape: u32,
    lists: u32,
    shaped: u32,
    cues: u32,
    all: u32,
}

/// Beyond the ends of a line.
const EDGE: Parts = Parts {
    word: 1,
    shape: 1,
    lists: 0,
    shaped: 0,
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
            lists: bits | capital << 6 | first << 7,
            shaped: bits | capital << 6,
            cues,
            all: bits | capital << 6 | first << 7 | cues << 8,
        }
    }
}

/// The features of a token.
fn rows(text: &str, line: &[Token], parts: &[Parts], n: usize) -> [u32; FEATURES] {
    let at = |k: isize| {
        n.checked_add_signed(k)
            .and_then(|n| parts.get(n))
            .unwrap_or(&EDGE)
    };
    let (a3, a, b, c) = (at(-3), at(-2), at(-1), at(0));
    let (d, e, e3) = (at(1), at(2), at(3));
    let token = &line[n];
    let folded = token.folded.as_str();
    let (capital, first) = (u32::from(token.capital), u32::from(token.first));
    let (lead, far) = lead(text, line, parts, n);
    let cued = c.cues | capital << 12;
    let end = |k| fnv(suffix(folded, k).bytes());
    [
        mix(1, c.word, 0),
        mix(2, b.word, 0),
        mix(3, d.word, 0),
        mix(4, a.word, 0),
        mix(5, e.word, 0),
        mix(6, c.shape, first),
        mix(7, c.shape, b.shape),
        mix(8, c.shape, d.shape),
        mix(9, fnv(prefix(folded, 3).bytes()), 0),
        mix(10, end(3), 0),
        mix(12, end(4), capital),
        mix(13, c.all, 0),
        mix(14, b.all, 0),
        mix(15, d.all, 0),
        mix(16, c.lists, d.shaped),
        mix(17, c.lists, b.lists),
        mix(18, b.word, c.shape),
        mix(19, d.word, c.shape),
        mix(20, token.entry.octave(), capital | first << 1),
        mix(21, cued, d.cues),
        mix(22, cued, b.cues),
        mix(40, a3.word, 0),
        mix(41, e3.word, 0),
        mix(42, b.word, c.word),
        mix(43, c.word, d.word),
        mix(44, a.word, b.word),
        mix(45, lead, far),
        mix(46, lead, c.lists),
        mix(47, lead, c.word),
        mix(48, b.word, c.lists | c.cues << 8),
        mix(49, d.word, e.word),
        mix(50, b.word, d.word),
        mix(51, cued, lead),
    ]
}

/// The nearest word before that leads to a place, and how far before it stands.
fn lead(text: &str, line: &[Token], parts: &[Parts], n: usize) -> (u32, u32) {
    /// How far is looked, in tokens.
    const FAR: usize = 5;
    for k in 1..=n.min(FAR) {
        let before = &line[n - k];
        if matches!(&text[before.span.clone()], "." | "!" | "?" | ";") {
            break;
        }
        if LEADS.binary_search(&parts[n - k].word).is_ok() {
            return (parts[n - k].word, k as u32);
        }
    }
    (1, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::entities::token::tokens;
    use proptest::prelude::*;

    fn found(tagger: &Tagger, text: &str) -> Vec<String> {
        let tokens = tokens(text);
        let spans = tagger.spans(text, &tokens, 0.6);
        let said = |(r, _): (Range<usize>, f32)| {
            text[tokens[r.start].span.start..tokens[r.end - 1].span.end].to_owned()
        };
        spans.into_iter().map(said).collect()
    }

    /// Rows as `train_spans.py` computes them, hashed with FNV-1a, four bytes each.
    #[test]
    fn features_agree_with_the_training_script() {
        let text = "Met Dr Okafor's sister, at the Red Lion (Leeds) at 7.";
        let line = tokens(text);
        let parts: Vec<Parts> = line.iter().map(|t| Parts::of(text, t)).collect();
        for (n, hash) in [
            (1, 0x2BE9_B44D),
            (3, 0x1880_3EF5),
            (8, 0xBB48_CF42),
            (9, 0xBE90_C337),
        ] {
            let rows = rows(text, &line, &parts, n).map(|r| r & (ROWS as u32 - 1));
            let bytes = rows.iter().flat_map(|r| r.to_le_bytes());
            assert_eq!(fnv(bytes), hash, "{n}");
        }
    }

    #[test]
    fn finds_where_it_happened() {
        let told = "We played in the Red Lion on Friday, then drove home.";
        assert_eq!(found(&PLACES, told), ["the Red Lion"]);
        assert!(found(&PLACES, "At Easter I was under the weather.").is_empty());
    }

    proptest! {
        #[test]
        fn likelihoods_add_up(text in "\\PC{0,60}|[a-zA-Z,.\n ]{0,80}") {
            let tokens = tokens(&text);
            for tagger in [&PLACES, &PEOPLE] {
                let likely = tagger.likely(&text, &tokens);
                prop_assert_eq!(likely.len(), tokens.len());
                for one in likely {
                    prop_assert!((0.0..=1.001).contains(&one.meant()));
                }
                for (range, _) in tagger.spans(&text, &tokens, 0.3) {
                    prop_assert!(range.start < range.end && range.end <= tokens.len());
                }
            }
        }
    }
}
