//! A frozen state of the index, for reading.

use super::{
    IndexError, owned_term,
    schema::{Fields, WordField},
};
use std::sync::Arc;
use tantivy::{
    BitSet, DocId, DocSet, Searcher, SegmentReader, TERMINATED, Term, columnar::Column,
    fieldnorm::FieldNormReader, index::SegmentId, postings::SegmentPostings,
    schema::IndexRecordOption,
};

/// A frozen state of the index.
pub struct View {
    fields: Fields,
    segments: Vec<Segment>,
}

/// One segment of it.
pub(crate) struct Segment {
    reader: SegmentReader,
    columns: Arc<Columns>,
}

/// Facts of a segment's memories by number in the segment. They outlive commits, as segments do.
pub(crate) struct Columns {
    segment: SegmentId,
    version: Column<u64>,
    position: Column<u64>,
    user: Column<u64>,
    start: Column<i64>,
    end: Column<i64>,
}

impl View {
    pub(super) fn new(
        fields: &Fields,
        searcher: &Searcher,
        before: Option<&Self>,
    ) -> Result<Self, IndexError> {
        let segments = searcher
            .segment_readers()
            .iter()
            .map(|reader| {
                let known = before
                    .into_iter()
                    .flat_map(|view| &view.segments)
                    .find(|s| s.columns.segment == reader.segment_id());
                let columns = match known {
                    Some(segment) => segment.columns.clone(),
                    None => Arc::new(Columns::open(reader)?),
                };
                Ok(Segment {
                    reader: reader.clone(),
                    columns,
                })
            })
            .collect::<Result<_, IndexError>>()?;
        Ok(Self {
            fields: fields.clone(),
            segments,
        })
    }

    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// How many of the user's memories have the term in the field, deleted ones among them.
    pub(crate) fn frequency(&self, user: u64, field: WordField, term: &str) -> u64 {
        let term = self.term(user, field, term);
        self.segments
            .iter()
            .filter_map(|s| {
                s.reader
                    .inverted_index(term.field())
                    .ok()?
                    .doc_freq(&term)
                    .ok()
            })
            .map(u64::from)
            .sum()
    }

    fn term(&self, user: u64, field: WordField, term: &str) -> Term {
        Term::from_field_text(self.fields.words(field), &owned_term(user, term))
    }

    /// The memories of a segment that have the term in the field.
    pub(crate) fn postings(
        &self,
        segment: &Segment,
        user: u64,
        field: WordField,
        term: &str,
    ) -> Option<SegmentPostings> {
        let term = self.term(user, field, term);
        let inverted = segment.reader.inverted_index(term.field()).ok()?;
        inverted
            .read_postings(&term, IndexRecordOption::WithFreqs)
            .ok()?
    }

    /// The memories of a segment that carry every one of these exact values; `None` where nothing is asked for.
    pub(crate) fn carrying(
        &self,
        segment: &Segment,
        user: u64,
        values: &[String],
    ) -> Option<BitSet> {
        let mut all: Option<BitSet> = None;
        for value in values {
            let term = Term::from_field_text(self.fields.filter, &owned_term(user, value));
            let mut these = BitSet::with_max_value(segment.reader.max_doc());
            let postings = segment
                .reader
                .inverted_index(term.field())
                .and_then(|i| Ok(i.read_postings(&term, IndexRecordOption::Basic)?));
            if let Ok(Some(mut postings)) = postings {
                let mut doc = postings.doc();
                while doc != TERMINATED {
                    if all.as_ref().is_none_or(|all| all.contains(doc)) {
                        these.insert(doc);
                    }
                    doc = postings.advance();
                }
            }
            all = Some(these);
        }
        all
    }

    /// Lengths of a field, in terms.
    pub(crate) fn lengths(&self, segment: &Segment, field: WordField) -> Option<FieldNormReader> {
        segment
            .reader
            .get_fieldnorms_reader(self.fields.words(field))
            .ok()
    }

    /// Mean length of a field over all memories, in terms.
    pub(crate) fn mean_length(&self, field: WordField) -> f32 {
        let (mut terms, mut memories) = (0, 0);
        for s in &self.segments {
            if let Ok(inverted) = s.reader.inverted_index(self.fields.words(field)) {
                terms += inverted.total_num_tokens();
                memories += u64::from(s.reader.max_doc());
            }
        }
        terms.max(1) as f32 / memories.max(1) as f32
    }
}

impl Segment {
    /// How many memories it has, deleted ones among them.
    pub(crate) fn len(&self) -> usize {
        self.reader.max_doc() as usize
    }

    pub(crate) fn is_deleted(&self, doc: DocId) -> bool {
        self.reader.is_deleted(doc)
    }

    pub(crate) fn version(&self, doc: DocId) -> u64 {
        self.columns.version.first(doc).unwrap_or(0)
    }

    pub(crate) fn position(&self, doc: DocId) -> u32 {
        self.columns.position.first(doc).unwrap_or(0) as u32
    }

    /// First and last day, as days since 1970, where known.
    pub(crate) fn days(&self, doc: DocId) -> Option<(i64, i64)> {
        Some((self.columns.start.first(doc)?, self.columns.end.first(doc)?))
    }

    pub(crate) fn user(&self, doc: DocId) -> u64 {
        self.columns.user.first(doc).unwrap_or(0)
    }
}

impl Columns {
    fn open(reader: &SegmentReader) -> Result<Self, IndexError> {
        let columns = reader.fast_fields();
        Ok(Self {
            segment: reader.segment_id(),
            version: columns.u64("version")?,
            position: columns.u64("position")?,
            user: columns.u64("user")?,
            start: columns.i64("start")?,
            end: columns.i64("end")?,
        })
    }
}
