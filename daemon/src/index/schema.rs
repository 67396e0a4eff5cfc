//! The index's fields.

use super::{terms::fold, tokens};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
};

/// Raised whenever fields or analysis change: an index of another number is not opened but made anew.
pub(super) const FORMAT: u32 = 10;

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
    /// One word of the name of somebody who took part, speaks or is mentioned, folded.
    Person,
    /// One word of a place, folded.
    Place,
    /// The key of a whole name of such a person.
    Name,
}

impl Exact {
    /// The term of the filter field that stands for this value.
    pub(crate) fn value(self, value: &str) -> String {
        match self {
            Self::Item => format!("i {value}"),
            Self::Source => format!("s {value}"),
            Self::Tag => format!("t {}", fold(value.trim())),
            Self::Person => format!("p {}", fold(value)),
            Self::Place => format!("l {}", fold(value)),
            Self::Name => format!("n {value}"),
        }
    }
}

/// What is kept of a memory as flags, a bit each.
pub(crate) mod flag {
    /// Its last words are a question.
    pub(crate) const ASKS: u64 = 1;
    /// Its narrative has a word of time.
    pub(crate) const TELLS_TIME: u64 = 2;
    /// One person says it.
    pub(crate) const SPOKEN: u64 = 4;
}

/// Stands for a day that is not known.
pub(crate) const NO_DAY: i64 = i32::MIN as i64;

/// Whose vectors: each memory has one of the embedded table's, and may have one of a model's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// The embedded table's.
    Table,
    /// A model's.
    Model,
}

impl Space {
    /// The column of the vectors' numbers in bytes, eight in each of a memory's values.
    pub(super) const fn codes(self) -> &'static str {
        match self {
            Self::Table => "codes",
            Self::Model => "model_codes",
        }
    }

    /// The column of their signs, 64 in each value.
    pub(super) const fn signs(self) -> &'static str {
        match self {
            Self::Table => "signs",
            Self::Model => "model_signs",
        }
    }
}

/// Coded numbers, eight in each; what is missing to eight is 0.
pub(super) fn pack(codes: &[i8]) -> impl Iterator<Item = u64> + '_ {
    codes.chunks(8).map(|eight| {
        let bytes = eight.iter().enumerate();
        bytes.fold(0, |packed, (at, code)| {
            packed | u64::from(code.cast_unsigned()) << (8 * at)
        })
    })
}

/// Adds the codes that were packed to `codes`.
pub(super) fn unpack(packed: impl Iterator<Item = u64>, codes: &mut Vec<i8>) {
    codes.extend(packed.flat_map(|eight| eight.to_le_bytes().map(u8::cast_signed)));
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
    /// The number of the model whose vector it has, or 0.
    pub(super) model: Field,
    codes: [Field; 2],
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
            model: schema.add_u64_field("model", column()),
            codes: [Space::Table, Space::Model].map(|s| schema.add_u64_field(s.codes(), column())),
            signs: [Space::Table, Space::Model].map(|s| schema.add_u64_field(s.signs(), column())),
            schema: schema.build(),
        }
    }

    /// The tantivy field that holds these words.
    pub(crate) const fn words(&self, field: WordField) -> Field {
        self.words[field as usize]
    }

    /// What goes into the columns of a vector.
    pub(super) fn vector<'a>(
        &self,
        space: Space,
        codes: &'a [i8],
        signs: &'a [u64],
    ) -> impl Iterator<Item = (Field, u64)> + 'a {
        let (code, sign) = (self.codes[space as usize], self.signs[space as usize]);
        let codes = pack(codes).map(move |packed| (code, packed));
        codes.chain(signs.iter().map(move |word| (sign, *word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacks_what_it_packs() {
        for width in [8, 128, 768, 1030] {
            let codes: Vec<i8> = (0..width).map(|i| (i as i8).wrapping_mul(37)).collect();
            let mut again = Vec::new();
            unpack(pack(&codes), &mut again);
            assert_eq!(again[..codes.len()], codes);
            assert!(again[codes.len()..].iter().all(|code| *code == 0));
        }
    }
}
