//! The index's fields.

use super::terms::fold;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, NumericOptions, Schema, TextFieldIndexing, TextOptions,
};

/// Raised whenever fields or analysis change: an index of another number is not opened but made anew.
pub(super) const FORMAT: u32 = 1;

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
}

impl WordField {
    /// All of them.
    pub(crate) const ALL: [Self; 5] = [
        Self::Narrative,
        Self::Participants,
        Self::Names,
        Self::Tags,
        Self::Time,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Narrative => "narrative",
            Self::Participants => "participants",
            Self::Names => "names",
            Self::Tags => "tags",
            Self::Time => "time",
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

/// The schema with its fields at hand.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub(super) schema: Schema,
    words: [Field; 5],
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
    /// First day, as days since 1970.
    pub(super) start: Field,
    /// Last day.
    pub(super) end: Field,
}

impl Fields {
    pub(super) fn new() -> Self {
        let mut schema = Schema::builder();
        let words = |option| {
            TextOptions::default().set_indexing_options(
                TextFieldIndexing::default()
                    .set_tokenizer("raw")
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
            schema: schema.build(),
        }
    }

    /// The tantivy field that holds these words.
    pub(crate) const fn words(&self, field: WordField) -> Field {
        self.words[field as usize]
    }
}
