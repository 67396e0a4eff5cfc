//! A word of the question in the index: where it stands, field by field.

use crate::index::{View, schema::WordField};
use tantivy::{fieldnorm::FieldNormReader, postings::SegmentPostings};

/// What a hit in a field is worth beside one in the narrative.
const FIELD_WEIGHTS: [(WordField, f32); 5] = [
    (WordField::Narrative, 1.0),
    (WordField::Participants, 0.3),
    (WordField::Names, 0.2),
    (WordField::Tags, 0.1),
    (WordField::Time, 0.3),
];

/// A field's memories that have a word.
pub(super) type Having = (WordField, f32, SegmentPostings, FieldNormReader);

/// A form of a word with all memories that have it.
pub(super) struct Found {
    pub(super) weight: f32,
    /// Whether it is the word as it was asked for.
    pub(super) first: bool,
    /// Memories that have it, in the field where most have.
    pub(super) frequency: u32,
    /// Memories of all fields together.
    pub(super) postings: u64,
    /// By segment and field.
    pub(super) segments: Vec<(usize, Vec<Having>)>,
}

impl Found {
    pub(super) fn new(view: &View, user: u64, term: &str, weight: f32, first: bool) -> Self {
        let mut counts = [0u32; FIELD_WEIGHTS.len()];
        let mut segments = Vec::new();
        for (at, segment) in view.segments().iter().enumerate() {
            let mut fields = Vec::new();
            for (count, (field, worth)) in counts.iter_mut().zip(FIELD_WEIGHTS) {
                if let Some(postings) = view.postings(segment, user, field, term)
                    && let Some(lengths) = view.lengths(segment, field)
                {
                    *count += postings.doc_freq();
                    fields.push((field, worth, postings, lengths));
                }
            }
            if !fields.is_empty() {
                segments.push((at, fields));
            }
        }
        Self {
            weight,
            first,
            frequency: counts.into_iter().max().unwrap_or(0),
            postings: counts.into_iter().map(u64::from).sum(),
            segments,
        }
    }
}
