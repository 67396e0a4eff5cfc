//! Vectors in a byte a number, for keeping many of them and scanning them fast. They may be of any width: the embedded
//! table's, or a model's.

/// A vector in a byte a number. The direction is kept, to about half a degree; the length is not, for vectors here are of
/// length one.
pub type Codes = Vec<i8>;

/// The signs of a vector's first numbers, a bit each: 1 for positive. Where there are fewer numbers than bits, the rest
/// are 0.
pub type Signs<const WORDS: usize> = [u64; WORDS];

/// A vector's numbers, scaled so that the largest fills the byte; all zeros stay so.
pub fn codes(vector: &[f32]) -> Codes {
    let peak = vector.iter().fold(0f32, |peak, x| peak.max(x.abs()));
    let scale = if peak > 0.0 { 127.0 / peak } else { 0.0 };
    // In range by the choice of the scale.
    vector.iter().map(|x| (x * scale).round() as i8).collect()
}

/// The signs of a vector's numbers.
pub fn signs<const WORDS: usize>(vector: &[f32]) -> Signs<WORDS> {
    let mut signs = [0; WORDS];
    let first = vector.iter().enumerate().take(64 * WORDS);
    for (at, _) in first.filter(|(_, x)| **x > 0.0) {
        signs[at / 64] |= 1 << (at % 64);
    }
    signs
}

/// In how many signs two vectors differ: the share of the numbers nears their angle's share of a half turn.
pub fn differing_signs<const WORDS: usize>(a: &Signs<WORDS>, b: &Signs<WORDS>) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}

/// The sum of the products of two coded vectors' numbers.
pub fn dot(a: &[i8], b: &[i8]) -> i32 {
    // At most 127² each: far from overflow for a hundred thousand numbers.
    a.iter()
        .zip(b)
        .map(|(&a, &b)| i32::from(a) * i32::from(b))
        .sum()
}

/// The length of a coded vector, by which [`dot`] is divided to give a cosine. Kept beside the codes, it saves working it
/// out again at each comparison.
pub fn length(codes: &[i8]) -> f32 {
    (dot(codes, codes) as f32).sqrt()
}

/// The cosine of two coded vectors; 0 where one of them is all zeros.
pub fn cosine(a: &[i8], b: &[i8]) -> f32 {
    let lengths = length(a) * length(b);
    if lengths > 0.0 {
        dot(a, b) as f32 / lengths
    } else {
        0.0
    }
}
