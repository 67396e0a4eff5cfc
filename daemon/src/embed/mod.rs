//! Text → vector, without a model at run time.
//!
//! An embedded table gives each word piece of a BERT vocabulary a vector of [`DIMS`] numbers. A text's vector is the mean
//! of its pieces' vectors, normalised; how much a piece weighs is part of its vector's length. The table was distilled
//! from a sentence model (`daemon/vectors/README.md` says how), so that the cosine of two texts follows what that model
//! says, at a thousandth of its time.
//!
//! - `tokenizer`: text → words → word pieces
//! - `table`: the embedded file, its vocabulary and its rows of 4-bit numbers
//! - [`compact`]: vectors in a byte a number, for keeping and scanning
//!
//! A model's vectors, where one is set, come from `llm` and are kept beside these.

pub mod compact;
mod table;
mod tokenizer;

use std::sync::OnceLock;

use table::Table;

/// How many numbers a vector has.
pub const DIMS: usize = 128;

/// The vector of a text: of length one, or all zeros if nothing in the text is known.
pub type Vector = [f32; DIMS];

/// `daemon/vectors/static.bin`, as made by `distil.py` beside it.
static FILE: &[u8] = include_bytes!("../../vectors/static.bin");

/// Turns text into vectors.
#[derive(Debug)]
pub struct Embedder {
    table: Table,
}

/// The embedder over the table that is part of this program; its vocabulary is unpacked at the first call.
pub fn embedder() -> &'static Embedder {
    static EMBEDDER: OnceLock<Embedder> = OnceLock::new();
    EMBEDDER.get_or_init(|| Embedder {
        // The file is a constant of this program, and the tests below read it whole.
        table: Table::parse(FILE).expect("the embedded table is well formed"),
    })
}

impl Embedder {
    /// The vector of a text.
    pub fn embed(&self, text: &str) -> Vector {
        self.embed_words([text])
    }

    /// The vector of several stretches of text taken together: what [`Self::embed`] gives for them joined by spaces.
    /// Of use where words, such as names, are to be left out.
    pub fn embed_words<'a>(&self, words: impl IntoIterator<Item = &'a str>) -> Vector {
        let mut sum = [0.0; DIMS];
        for text in words {
            tokenizer::pieces(text, self.table.vocabulary(), |piece| {
                self.table.add_row(piece, &mut sum)
            });
        }
        normalise(&mut sum);
        sum
    }
}

/// The cosine of two vectors that are of length one; 0 where one of them is all zeros.
pub fn cosine(a: &Vector, b: &Vector) -> f32 {
    // Sums side by side, which a processor adds up at once.
    let (a, b) = (a.as_chunks::<LANES>().0, b.as_chunks::<LANES>().0);
    let mut sums = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        for (sum, (x, y)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += x * y;
        }
    }
    sums.iter().sum()
}

/// How many numbers of a vector are multiplied at once; a divisor of [`DIMS`].
const LANES: usize = 8;

/// Brings a vector to length one; all zeros stay so.
pub(crate) fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|x| *x /= length);
    }
}

#[cfg(test)]
mod tests;
