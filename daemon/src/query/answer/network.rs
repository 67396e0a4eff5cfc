//! The trained network that tells how likely a word belongs to the answer: one hidden layer behind numbers, hashed rows
//! and word vectors, with a line past it. Made by `daemon/answers/train.py`, which has the same shape.

use crate::embed::{DIMS, Vector};
use std::{iter, sync::LazyLock};

static TABLE: &[u8; 4 * TOTAL] = include_bytes!("../../../answers/network.bin");

/// Numbers of a word; hashed rows of a word; words of which the vectors are looked at, the word itself in the middle.
pub(super) const NUMBERS: usize = 204;
const HASHED: usize = 5;
pub(super) const NEAR: usize = 5;

/// Rows of the table of hashed features, and numbers of each.
const ROWS: u32 = 1 << 12;
const WIDE: usize = 2;
/// What a word vector is narrowed to.
const NARROW: usize = 16;
/// Units of the hidden layer.
const HIDDEN: usize = 64;
/// Inputs of the hidden layer: the numbers, the rows, the vectors of words beside, the noun asked for, the question, and
/// the word's own by the noun's.
const INPUTS: usize = VECTORS + (NEAR + 3) * NARROW;
const VECTORS: usize = NUMBERS + HASHED * WIDE;
const FOCUS: usize = VECTORS + NEAR * NARROW;
const QUESTION: usize = FOCUS + NARROW;
const BOTH: usize = QUESTION + NARROW;

/// Where the parts of the table begin, in numbers of four bytes: three matrices that narrow vectors; the rows, and what
/// each counts by itself; the hidden layer and what it starts from; the line past it; what the layer's units count; and
/// the sum's start.
const NARROWS: usize = DIMS * NARROW;
const EMBEDDED: usize = 3 * NARROWS;
const ROW_LINE: usize = EMBEDDED + ROWS as usize * WIDE;
const LAYER: usize = ROW_LINE + ROWS as usize;
const START: usize = LAYER + INPUTS * HIDDEN;
const LINE: usize = START + HIDDEN;
const UNITS: usize = LINE + NUMBERS;
const BIAS: usize = UNITS + HIDDEN;
const TOTAL: usize = BIAS + 1;

static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let (numbers, _) = TABLE.as_chunks();
    Network(numbers.iter().map(|b| f32::from_le_bytes(*b)).collect())
});

struct Network(Vec<f32>);

/// A word vector, narrowed.
pub(super) type Narrow = [f32; NARROW];

/// What the network is told of a word.
pub(super) struct Input {
    pub(super) numbers: [f32; NUMBERS],
    pub(super) rows: [u32; HASHED],
    /// The vectors of the words from two before to two behind, narrowed; zeros beyond the sentence.
    pub(super) near: [Narrow; NEAR],
}

/// The network, told of the question.
pub(super) struct Told {
    hidden: [f32; HIDDEN],
    focus: Narrow,
}

/// The vector of a word of a sentence, narrowed.
pub(super) fn narrow(vector: &Vector) -> Narrow {
    NETWORK.narrow(0, vector)
}

impl Network {
    fn narrow(&self, which: usize, vector: &Vector) -> Narrow {
        let (rows, _) = self.0[which * NARROWS..].as_chunks::<NARROW>();
        let mut sum = [0.0; NARROW];
        for (row, x) in rows.iter().zip(vector) {
            add(&mut sum, row, *x);
        }
        sum
    }

    /// Adds what inputs from this one on say to the hidden layer.
    fn tell(&self, hidden: &mut [f32; HIDDEN], first: usize, inputs: &[f32]) {
        let (rows, _) = self.0[LAYER + first * HIDDEN..].as_chunks::<HIDDEN>();
        for (row, x) in rows.iter().zip(inputs) {
            // most are flags that are not set
            if *x != 0.0 {
                add(hidden, row, *x);
            }
        }
    }
}

impl Told {
    /// Told of the noun that says what is asked for, and of the mean of the question's words, as vectors.
    pub(super) fn of(focus: &Vector, question: &Vector) -> Self {
        let focus = NETWORK.narrow(1, focus);
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(&NETWORK.0[START..START + HIDDEN]);
        NETWORK.tell(&mut hidden, FOCUS, &focus);
        NETWORK.tell(&mut hidden, QUESTION, &NETWORK.narrow(2, question));
        Self { hidden, focus }
    }

    /// How likely a word belongs to the answer.
    pub(super) fn likelihood(&self, input: &Input) -> f32 {
        1.0 / (1.0 + (-self.sum(input)).exp())
    }

    /// Its logit.
    fn sum(&self, input: &Input) -> f32 {
        let network = &NETWORK;
        let mut hidden = self.hidden;
        let mut sum = network.0[BIAS];
        for (weight, x) in network.0[LINE..].iter().zip(&input.numbers) {
            sum += weight * x;
        }
        network.tell(&mut hidden, 0, &input.numbers);
        for (n, row) in input.rows.iter().enumerate() {
            let row = (row % ROWS) as usize;
            let from = EMBEDDED + row * WIDE;
            network.tell(
                &mut hidden,
                NUMBERS + n * WIDE,
                &network.0[from..from + WIDE],
            );
            sum += network.0[ROW_LINE + row];
        }
        network.tell(&mut hidden, VECTORS, input.near.as_flattened());
        let own = &input.near[NEAR / 2];
        let both: Narrow = std::array::from_fn(|n| own[n] * self.focus[n]);
        network.tell(&mut hidden, BOTH, &both);
        let units = &network.0[UNITS..BIAS];
        sum + iter::zip(units, hidden)
            .map(|(w, h)| w * h.max(0.0))
            .sum::<f32>()
    }
}

fn add<const N: usize>(to: &mut [f32; N], row: &[f32; N], times: f32) {
    for (to, x) in to.iter_mut().zip(row) {
        *to += x * times;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector and numbers of no meaning, of which the script computes the same.
    fn vector(seed: usize) -> Vector {
        std::array::from_fn(|i| ((i * seed % 7) as f32 - 3.0) / 20.0)
    }

    #[test]
    fn says_what_the_training_script_says() {
        for (seed, said) in [(1, -25.7497), (2, -15.8330), (4, -11.3439), (8, -23.2611)] {
            let number = |i: usize| match i * seed % 3 {
                0 => (i * seed % 5) as f32 / 4.0,
                _ => 0.0,
            };
            let input = Input {
                numbers: std::array::from_fn(number),
                rows: std::array::from_fn(|i| (seed * 1009 * (i + 1)) as u32 + 3 * ROWS),
                near: std::array::from_fn(|i| narrow(&vector(seed + i))),
            };
            let told = Told::of(&vector(seed + 11), &vector(seed + 13));
            let sum = told.sum(&input);
            assert!((sum - said).abs() < 1e-2, "{seed}: {sum}");
        }
    }
}
