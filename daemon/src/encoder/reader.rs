//! A question and a passage, read together: whether the passage answers the question, and which of its words do.
//!
//! A second set of the encoder's layers over the same embeddings, taught on questions with the passages that answer them and
//! others of the same person's papers that do not (`daemon/encoder/reader.py`).

use super::{EncodeError, Network, QUESTION, Threads};
use rten_tensor::AsView;
use std::{ops::Range, sync::OnceLock};

/// The layers and the heads.
static LAYERS: &[u8] = include_bytes!("../../encoder/reader.onnx");

/// Pieces of a question, and of both together with what stands between them, at most; as it was taught.
const LONGEST_QUESTION: usize = 48;
const LONGEST: usize = 200;

/// An answer has no more pieces.
const LONGEST_ANSWER: usize = 16;

/// What each piece's state gives: that the passage answers (by the first piece's), that the answer begins with the piece, and
/// that it ends with it.
const HEADS: usize = 3;

/// A passage, read for a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reading {
    /// That the passage answers: the logarithm of the odds.
    pub(crate) answers: f32,
    /// The bytes of the passage that answer best; empty where it has no words.
    pub(crate) words: Range<usize>,
    /// The log probability that these of all stretches are the answer, if one is.
    pub(crate) likely: f32,
}

/// The model, ready to run.
pub(crate) struct Reader {
    network: Network,
}

/// The model that is part of this program, made ready at the first call.
pub(crate) fn reader() -> &'static Reader {
    static READER: OnceLock<Reader> = OnceLock::new();
    // The file is a constant of this program, and the tests below run it.
    READER.get_or_init(|| Reader {
        network: Network::load(LAYERS, "heads").expect("the reader's file is well formed"),
    })
}

impl Reader {
    /// Reads a passage for a question.
    ///
    /// # Errors
    /// [`EncodeError`]
    pub(crate) fn read(
        &self,
        question: &str,
        passage: &str,
        threads: &Threads,
    ) -> Result<Reading, EncodeError> {
        let tokens = super::vocabulary();
        let mut numbers = tokens.of(&format!("{QUESTION}{question}"), LONGEST_QUESTION + 2);
        let first = numbers.len();
        let pieces = tokens.pieces(passage, LONGEST - first - 1);
        numbers.extend(pieces.iter().map(|piece| piece.number));
        numbers.push(super::tokens::END);
        let heads = self.network.run(&numbers, threads)?.to_vec();
        let of = |at: usize, head: usize| heads[(first + at) * HEADS + head];
        let (begins, ends): (Vec<f32>, Vec<f32>) =
            (0..pieces.len()).map(|at| (of(at, 1), of(at, 2))).unzip();
        let (words, likely) = best(&begins, &ends);
        let words = match pieces.get(words.clone()) {
            Some([first, .., last]) => first.bytes.start..last.bytes.end,
            Some([one]) => one.bytes.clone(),
            _ => 0..0,
        };
        Ok(Reading {
            answers: heads[0],
            words,
            likely,
        })
    }
}

/// The stretch of pieces whose beginning and end are likeliest together, and the logarithm of how likely that is.
fn best(begins: &[f32], ends: &[f32]) -> (Range<usize>, f32) {
    let mut found = (0..0, f32::NEG_INFINITY);
    for (from, begin) in begins.iter().enumerate() {
        for (to, end) in ends.iter().enumerate().skip(from).take(LONGEST_ANSWER) {
            if begin + end > found.1 {
                found = (from..to + 1, begin + end);
            }
        }
    }
    let all = |logits: &[f32]| {
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        most + logits.iter().map(|x| (x - most).exp()).sum::<f32>().ln()
    };
    match begins.is_empty() {
        true => (0..0, 0.0),
        false => (found.0, found.1 - all(begins) - all(ends)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "Zoë’s brother mended the boiler on Tuesday; he wanted 80 euros for it.";

    fn read(question: &str, passage: &str) -> (f32, String) {
        let reading = reader().read(question, passage, &Threads::of(1));
        let Reading { answers, words, .. } = reading.expect("read");
        (answers, passage[words].to_owned())
    }

    #[test]
    fn it_tells_which_passage_answers_and_with_which_words() {
        let (right, words) = read("How much did the heating repair cost me?", TOLD);
        assert_eq!(words, "80 euros");
        let other = "The boiler room is where Ida keeps the skis.";
        assert!(right > read("How much did the heating repair cost me?", other).0 + 1.0);
        assert!(right > read("Which song did the choir open with?", TOLD).0 + 1.0);
        assert_eq!(read("Who mended the boiler?", TOLD).1, "Zoë’s brother");
    }

    #[test]
    fn any_text_is_read() {
        for text in ["", " ", "\0\u{202e}", "京都", &"word ".repeat(5000)] {
            assert!(read("What?", text).0.is_finite());
            assert!(read(text, "Bo swam.").0.is_finite());
        }
    }
}
