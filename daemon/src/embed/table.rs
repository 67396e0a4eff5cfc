//! The embedded file: a vocabulary of word pieces, and a row of 4-bit numbers for each.
//!
//! All numbers are little-endian.
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `memovec1` |
//! | 4 | how many pieces have a row |
//! | 4 | how many pieces follow that have none: they are known to the tokenizer and say nothing |
//! | 2, 2 | numbers in a row; numbers that share a scale (a group) |
//! | 4 | length of the vocabulary in bytes |
//! | … | vocabulary: for each piece, the count of leading bytes it shares with the one before it, the count of its other bytes, and these |
//! | … | rows: first the scales of the row's groups (float16), then the codes, two a byte, the lower half first |
//!
//! A number is `scale × (code − 8)`.

use super::{DIMS, Vector};

const MAGIC: &[u8] = b"memovec1";
const HEADER: usize = 24;
/// Numbers that share a scale.
const GROUP: usize = 32;
const GROUPS: usize = DIMS / GROUP;
/// Bytes a row takes.
const ROW: usize = GROUPS * 2 + DIMS / 2;

/// The vocabulary, unpacked, and the rows, as they stand in the file.
#[derive(Debug)]
pub(super) struct Table {
    vocabulary: Vocabulary,
    rows: &'static [u8],
}

/// What can be wrong with a table.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(super) enum TableError {
    /// It does not begin as tables of this version and shape do.
    #[error("not a word vector table of this version")]
    Header,
    /// It ends too early, or goes on too long.
    #[error("the word vector table has the wrong length")]
    Length,
    /// The vocabulary cannot be unpacked.
    #[error("the word vector table's vocabulary is damaged")]
    Vocabulary,
}

impl Table {
    /// Checks the file and unpacks its vocabulary.
    pub(super) fn parse(file: &'static [u8]) -> Result<Self, TableError> {
        let (header, rest) = file.split_at_checked(HEADER).ok_or(TableError::Length)?;
        let shape = [DIMS as u8, 0, GROUP as u8, 0];
        if &header[..8] != MAGIC || header[16..20] != shape {
            return Err(TableError::Header);
        }
        let number = |at: usize| {
            u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
                as usize
        };
        let (with_row, without) = (number(8), number(12));
        let (packed, rows) = rest
            .split_at_checked(number(20))
            .ok_or(TableError::Length)?;
        if rows.len() != with_row * ROW {
            return Err(TableError::Length);
        }
        let vocabulary = Vocabulary::unpack(packed).ok_or(TableError::Vocabulary)?;
        if vocabulary.len() != with_row + without {
            return Err(TableError::Vocabulary);
        }
        Ok(Self { vocabulary, rows })
    }

    pub(super) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Adds the row of a piece to `sum`; a piece without a row adds nothing.
    pub(super) fn add_row(&self, piece: usize, sum: &mut Vector) {
        let Some(row) = self.rows.get(piece * ROW..(piece + 1) * ROW) else {
            return;
        };
        let (scales, codes) = row.split_at(GROUPS * 2);
        let groups = scales
            .chunks_exact(2)
            .zip(codes.chunks_exact(GROUP / 2))
            .zip(sum.chunks_exact_mut(GROUP));
        for ((scale, codes), sum) in groups {
            let scale = from_half(u16::from_le_bytes([scale[0], scale[1]]));
            for (code, two) in codes.iter().zip(sum.chunks_exact_mut(2)) {
                two[0] += scale * (f32::from(code & 15) - 8.0);
                two[1] += scale * (f32::from(code >> 4) - 8.0);
            }
        }
    }
}

/// The value of a float16, which in this table is positive and finite.
fn from_half(bits: u16) -> f32 {
    match bits >> 10 & 31 {
        0 => f32::from(bits & 1023) * 2f32.powi(-24),
        // the same fraction and exponent at their places in 32 bits; the bias grows from 15 to 127
        _ => f32::from_bits((u32::from(bits & 0x7FFF) + (112 << 10)) << 13),
    }
}

/// The word pieces, each known by its place, found by an open hash table: 16 bits a slot, so that the whole stays under
/// half a megabyte.
#[derive(Debug)]
pub(super) struct Vocabulary {
    /// All pieces, one after the other.
    text: String,
    /// Where each piece ends in `text`.
    ends: Vec<u32>,
    /// Place + 1 of the piece whose hash leads here, or 0.
    slots: Vec<u16>,
    /// Bytes of the longest piece.
    longest: usize,
}

/// How a piece inside a word is marked.
const INSIDE: &str = "##";

impl Vocabulary {
    pub(super) fn unpack(packed: &[u8]) -> Option<Self> {
        let (mut text, mut ends, mut longest) = (Vec::new(), Vec::new(), 0);
        let mut last: Vec<u8> = Vec::new();
        let mut rest = packed;
        while let [shared, own, after @ ..] = rest {
            let (own, after) = after.split_at_checked(usize::from(*own))?;
            if usize::from(*shared) > last.len() {
                return None;
            }
            last.truncate(usize::from(*shared));
            last.extend_from_slice(own);
            // Each piece must be text by itself, so that slices of the whole fall between characters.
            str::from_utf8(&last).ok()?;
            text.extend_from_slice(&last);
            ends.push(u32::try_from(text.len()).ok()?);
            longest = longest.max(last.len());
            rest = after;
        }
        // At most half of the slots are in use, so that a search for a piece that is not there soon meets a free one.
        if !rest.is_empty() || ends.len() > usize::from(u16::MAX) {
            return None;
        }
        let slots = vec![0; (2 * ends.len()).next_power_of_two().max(2)];
        let mut this = Self {
            text: String::from_utf8(text).ok()?,
            ends,
            slots,
            longest,
        };
        for place in 0..this.ends.len() {
            let mut slot = this.first_slot(this.piece(place).as_bytes().iter().copied());
            while this.slots[slot] != 0 {
                slot = (slot + 1) & (this.slots.len() - 1);
            }
            this.slots[slot] = u16::try_from(place + 1).ok()?;
        }
        Some(this)
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes of the longest piece.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// The place of a piece that begins a word, or stands inside one.
    pub(super) fn find(&self, letters: &str, inside: bool) -> Option<usize> {
        let mark = if inside { INSIDE } else { "" };
        let mut slot = self.first_slot(mark.bytes().chain(letters.bytes()));
        loop {
            let place = usize::from(*self.slots.get(slot)?).checked_sub(1)?;
            if self.piece(place).strip_prefix(mark) == Some(letters) {
                return Some(place);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    pub(super) fn piece(&self, place: usize) -> &str {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.text[start as usize..self.ends[place] as usize]
    }

    /// FNV-1a, its upper half folded in, cut to the count of slots (a power of two).
    fn first_slot(&self, bytes: impl Iterator<Item = u8>) -> usize {
        let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        (hash ^ hash >> 16) as usize & (self.slots.len() - 1)
    }
}
