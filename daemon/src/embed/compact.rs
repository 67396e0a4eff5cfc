//! Vectors in a byte a number, for keeping many of them and scanning them fast.

use super::{DIMS, Vector};

/// A vector in a byte a number. The direction is kept, to about half a degree; the length is not, for vectors here are of
/// length one.
pub type Codes = [i8; DIMS];

/// The signs of a vector's numbers, a bit each: 1 for positive.
pub type Signs = [u64; DIMS / 64];

/// A vector's numbers, scaled so that the largest fills the byte; all zeros stay so.
pub fn codes(vector: &Vector) -> Codes {
    let peak = vector.iter().fold(0f32, |peak, x| peak.max(x.abs()));
    let scale = if peak > 0.0 { 127.0 / peak } else { 0.0 };
    // In range by the choice of the scale.
    vector.map(|x| (x * scale).round() as i8)
}

/// The signs of a vector's numbers.
pub fn signs(vector: &Vector) -> Signs {
    let mut signs = Signs::default();
    for (at, _) in vector.iter().enumerate().filter(|(_, x)| **x > 0.0) {
        signs[at / 64] |= 1 << (at % 64);
    }
    signs
}

/// In how many signs two vectors differ: the share of [`DIMS`] nears their angle's share of a half turn.
pub fn differing_signs(a: &Signs, b: &Signs) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}

/// The sum of the products of two coded vectors' numbers.
pub fn dot(a: &Codes, b: &Codes) -> i32 {
    // At most 127² × 128 in size, far from overflow.
    a.iter()
        .zip(b)
        .map(|(&a, &b)| i32::from(a) * i32::from(b))
        .sum()
}

/// The length of a coded vector, by which [`dot`] is divided to give a cosine. Kept beside the codes, it saves working it
/// out again at each comparison.
pub fn length(codes: &Codes) -> f32 {
    (dot(codes, codes) as f32).sqrt()
}

/// The cosine of two coded vectors; 0 where one of them is all zeros.
pub fn cosine(a: &Codes, b: &Codes) -> f32 {
    let lengths = length(a) * length(b);
    if lengths > 0.0 {
        dot(a, b) as f32 / lengths
    } else {
        0.0
    }
}
