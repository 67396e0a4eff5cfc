//! The numbers of pieces → what the model begins with: the sum of each piece's embedding and its place's.

use super::{DIMS, LONGEST};

/// `daemon/encoder/embeddings.bin`: a row of blocks for each piece, then the places' numbers of 32 bits.
static FILE: &[u8] = include_bytes!("../../encoder/embeddings.bin");

/// How many numbers share a scale.
const BLOCK: usize = 32;

/// Of a block: its scale, the upper half of a number of 32 bits; then two numbers in each byte, the first half of the
/// block's in the lower bits. They are 8 too great, so that none is below 0.
const BLOCK_BYTES: usize = 2 + BLOCK / 2;

/// Bytes of a piece's row.
const ROW_BYTES: usize = DIMS / BLOCK * BLOCK_BYTES;

/// The embeddings of all pieces in 4 bits, and of all places.
pub(super) struct Embeddings {
    pieces: &'static [u8],
    places: Vec<f32>,
}

impl Embeddings {
    /// Those of so many pieces; `None` if the file holds another number.
    pub(super) fn of(pieces: usize) -> Option<Self> {
        let (pieces, places) = FILE.split_at_checked(pieces * ROW_BYTES)?;
        let (places, rest) = places.as_chunks();
        (rest.is_empty() && places.len() == LONGEST * DIMS).then(|| Self {
            pieces,
            places: places.iter().copied().map(f32::from_le_bytes).collect(),
        })
    }

    /// What the model begins with for a text of these pieces, [`LONGEST`] at most: [`DIMS`] numbers for each.
    pub(super) fn of_pieces(&self, numbers: &[usize]) -> Vec<f32> {
        let mut all = self.places[..numbers.len() * DIMS].to_vec();
        for (sum, number) in all.chunks_exact_mut(DIMS).zip(numbers) {
            let row = &self.pieces[number * ROW_BYTES..][..ROW_BYTES];
            for (sum, block) in sum
                .chunks_exact_mut(BLOCK)
                .zip(row.chunks_exact(BLOCK_BYTES))
            {
                let scale = f32::from_bits(u32::from_le_bytes([0, 0, block[0], block[1]]));
                let (first, second) = sum.split_at_mut(BLOCK / 2);
                for ((first, second), byte) in first.iter_mut().zip(second).zip(&block[2..]) {
                    *first += scale * (f32::from(byte & 15) - 8.0);
                    *second += scale * (f32::from(byte >> 4) - 8.0);
                }
            }
        }
        all
    }
}
