//! The index's fields.

use super::{terms::fold, tokens};
use crate::embed::compact::{Codes, Signs};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
};

/// Raised whenever fields or analysis change: an index of another number is not opened but made anew.
pub(super) const FORMAT: u32 = 4;

/// Fields of words, each with its own lengths and frequencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordField {
    /// The narrative's words.
    Narrative,
    /// Names of those who took part.
    Participants,
    /// Entities and place.
    Names,
    /// Tags.
    Tags,
    /// `when` in words: month, weekday, year.
    Time,
    /// The speaker's name.
    Speaker,
}

impl WordField {
    /// All of them.
    pub(crate) const ALL: [Self; 6] = [
        Self::Narrative,
        Self::Participants,
        Self::Names,
        Self::Tags,
        Self::Time,
        Self::Speaker,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Narrative => "narrative",
            Self::Participants => "participants",
            Self::Names => "names",
            Self::Tags => "tags",
            Self::Time => "time",
            Self::Speaker => "speaker",
        }
    }
}

/// What filters ask for exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exact {
    /// The document's name, to the letter.
    Item,
    /// The document's type.
    Source,
    /// A whole tag, folded.
    Tag,
    /// One word of a participant's name, folded.
    Participant,
}

impl Exact {
    /// The term of the filter field that stands for this value.
    pub(crate) fn value(self, value: &str) -> String {
        match self {
            Self::Item => format!("i {value}"),
            Self::Source => format!("s {value}"),
            Self::Tag => format!("t {}", fold(value.trim())),
            Self::Participant => format!("p {}", fold(value)),
        }
    }
}

/// What is kept of a memory as flags, a bit each.
pub(crate) mod flag {
    /// Its last words are a question.
    pub(crate) const ASKS: u64 = 1;
    /// Its narrative has a word of time.
    pub(crate) const TELLS_TIME: u64 = 2;
}

/// Stands for a day that is not known.
pub(crate) const NO_DAY: i64 = i32::MIN as i64;

/// Columns of a memory's vector in bytes, eight numbers each.
pub(super) const CODE_COLUMNS: [&str; 16] = [
    "c00", "c01", "c02", "c03", "c04", "c05", "c06", "c07", "c08", "c09", "c10", "c11", "c12",
    "c13", "c14", "c15",
];
/// Columns of its signs.
pub(super) const SIGN_COLUMNS: [&str; 2] = ["s0", "s1"];

/// The numbers of [`CODE_COLUMNS`].
pub(super) fn pack(codes: &Codes) -> [u64; 16] {
    let mut packed = [0; 16];
    for (to, from) in packed.iter_mut().zip(codes.chunks_exact(8)) {
        for (at, &code) in from.iter().enumerate() {
            *to |= u64::from(code.cast_unsigned()) << (8 * at);
        }
    }
    packed
}

/// The codes that were packed.
pub(super) fn unpack(packed: &[u64; 16]) -> Codes {
    let mut codes = [0; 128];
    for (to, from) in codes.chunks_exact_mut(8).zip(packed) {
        for (to, byte) in to.iter_mut().zip(from.to_le_bytes()) {
            *to = byte.cast_signed();
        }
    }
    codes
}

/// The schema with its fields at hand.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub(super) schema: Schema,
    words: [Field; 6],
    /// Exact values that filters ask for.
    pub(super) filter: Field,
    /// The document's version; deletes go by it.
    pub(super) version: Field,
    /// The memory's index in its document.
    pub(super) position: Field,
    /// The user's number.
    pub(super) user: Field,
    /// The thread within the document.
    pub(super) thread: Field,
    /// First day, as days since 1970, or [`NO_DAY`].
    pub(super) start: Field,
    /// Last day.
    pub(super) end: Field,
    /// What holds of it, as bits of [`flag`].
    pub(super) flags: Field,
    codes: [Field; 16],
    signs: [Field; 2],
}

impl Fields {
    pub(super) fn new() -> Self {
        let mut schema = Schema::builder();
        let words = |option| {
            TextOptions::default().set_indexing_options(
                TextFieldIndexing::default()
                    .set_tokenizer(tokens::NAME)
                    .set_index_option(option)
                    .set_fieldnorms(true),
            )
        };
        let column = || NumericOptions::from(FAST);
        Self {
            words: WordField::ALL
                .map(|f| schema.add_text_field(f.name(), words(IndexRecordOption::WithFreqs))),
            filter: schema.add_text_field("filter", words(IndexRecordOption::Basic)),
            version: schema.add_u64_field("version", column() | INDEXED),
            position: schema.add_u64_field("position", column()),
            user: schema.add_u64_field("user", column()),
            thread: schema.add_u64_field("thread", column()),
            start: schema.add_i64_field("start", column()),
            end: schema.add_i64_field("end", column()),
            flags: schema.add_u64_field("flags", column()),
            codes: CODE_COLUMNS.map(|name| schema.add_u64_field(name, column())),
            signs: SIGN_COLUMNS.map(|name| schema.add_u64_field(name, column())),
            schema: schema.build(),
        }
    }

    /// The tantivy field that holds these words.
    pub(crate) const fn words(&self, field: WordField) -> Field {
        self.words[field as usize]
    }

    /// The columns of a vector and what goes into them.
    pub(super) fn vector(&self, codes: &Codes, signs: Signs) -> impl Iterator<Item = (Field, u64)> {
        let codes = self.codes.into_iter().zip(pack(codes));
        codes.chain(self.signs.into_iter().zip(signs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacks_what_it_packs() {
        let codes: Codes = std::array::from_fn(|i| (i as i8).wrapping_mul(37));
        assert_eq!(unpack(&pack(&codes)), codes);
    }
}
