//! Hashes of words and of what stands beside them, for the tables of weights in `daemon/names`. The scripts there that
//! make those tables compute the same.

/// FNV-1a of 32 bits.
pub(crate) fn fnv(bytes: impl Iterator<Item = u8>) -> u32 {
    bytes.fold(FNV, fnv_with)
}

/// The hash of nothing, and that of one more byte.
pub(crate) const FNV: u32 = 0x811C_9DC5;
pub(crate) fn fnv_with(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
}

/// ASCII letters in lower case and digits as they are; 0 for every other byte.
pub(crate) static PLAIN: [u8; 256] = {
    let mut plain = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        if (byte as u8).is_ascii_alphanumeric() {
            plain[byte] = (byte as u8).to_ascii_lowercase();
        }
        byte += 1;
    }
    plain
};

/// A feature's number and up to two values, scattered (multipliers of xxHash and murmur3).
pub(crate) fn mix(template: u32, a: u32, b: u32) -> u32 {
    let mut h = a ^ template.wrapping_mul(0x9E37_79B1);
    h = (h ^ (h >> 15)).wrapping_mul(0x85EB_CA6B);
    h = h.wrapping_add(b.wrapping_mul(0xC2B2_AE35));
    h = (h ^ (h >> 13)).wrapping_mul(0x27D4_EB2F);
    h ^ (h >> 16)
}

/// Kinds of characters in order, runs of one kind as one, at most six: "Dirk-Jan" is XxSXx.
pub(crate) fn shape(word: &str) -> u32 {
    // most words are nothing else
    if word.bytes().all(|b| b.is_ascii_lowercase()) && !word.is_empty() {
        return fnv_with(FNV, b'x');
    }
    let mut kinds = [0u8; 6];
    let mut len = 0;
    for c in word.chars() {
        let kind = match c {
            'a'..='z' => b'x',
            'A'..='Z' => b'X',
            c if c.is_numeric() => b'd',
            c if c.is_uppercase() => b'X',
            c if c.is_alphabetic() => b'x',
            _ => b'S',
        };
        if len == 0 || kinds[len - 1] != kind {
            if len == kinds.len() {
                break;
            }
            kinds[len] = kind;
            len += 1;
        }
    }
    fnv(kinds[..len].iter().copied())
}

/// The first `n` characters of a word.
pub(crate) fn prefix(word: &str, n: usize) -> &str {
    if word.is_ascii() {
        return &word[..n.min(word.len())];
    }
    word.char_indices()
        .nth(n)
        .map_or(word, |(at, _)| &word[..at])
}

/// Its last `n`.
pub(crate) fn suffix(word: &str, n: usize) -> &str {
    if word.is_ascii() {
        return &word[word.len().saturating_sub(n)..];
    }
    word.char_indices()
        .rev()
        .nth(n - 1)
        .map_or(word, |(at, _)| &word[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `train_tagger.py` computes them.
    #[test]
    fn hashes_agree_with_the_training_scripts() {
        assert_eq!(fnv("utrecht".bytes()), 0xE871_5E56);
        assert_eq!(mix(16, 12_345, 678) & 0x1FFFF, 5247);
        assert_eq!(shape("Dirk-Jan"), 0xDFC0_C8DA);
    }
}
