//! A frozen state of the index, for reading.

use super::{
    IndexError, ModelVector,
    facts::Facts,
    schema::{Fields, Space, WordField, unpack},
    tokens,
};
use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};
use tantivy::{
    DocId, DocSet, Searcher, SegmentReader, TERMINATED, Term,
    columnar::{Column, ColumnValues},
    fieldnorm::FieldNormReader,
    index::SegmentId,
    postings::SegmentPostings,
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

/// Columns of a segment. They outlive commits, as segments do.
struct Columns {
    segment: SegmentId,
    version: Arc<dyn ColumnValues<u64>>,
    position: Arc<dyn ColumnValues<u64>>,
    /// By [`Space`]; none where no memory of the segment has such a vector.
    codes: [Option<Column<u64>>; 2],
    facts: OnceLock<Facts>,
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

    /// The segments, in no order that means anything.
    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Reads the facts of all segments.
    pub(super) fn warm(&self) {
        for segment in &self.segments {
            self.facts(segment);
        }
    }

    /// Facts held in memory; none where they cannot be read, and then the segment has nothing to find.
    pub(crate) fn facts<'a>(&self, segment: &'a Segment) -> &'a Facts {
        segment.columns.facts.get_or_init(|| {
            Facts::read(&self.fields, &segment.reader).unwrap_or_else(|error| {
                tracing::error!(%error, "a segment of the index cannot be read");
                Facts::default()
            })
        })
    }

    /// How many of the user's memories have the term in the field, deleted ones among them.
    pub(crate) fn frequency(&self, user: u64, field: WordField, term: &str) -> u32 {
        let term = self.term(user, field, term);
        let count = |s: &Segment| {
            let inverted = s.reader.inverted_index(term.field()).ok()?;
            inverted.doc_freq(&term).ok()
        };
        self.segments.iter().filter_map(count).sum()
    }

    /// The documents of which a memory has no vector of this model; and of all memories, how many have one, and how many
    /// there are.
    pub(crate) fn without_vector(&self, model: u64) -> (Vec<u64>, u64, u64) {
        let (mut versions, mut done, mut total) = (Vec::new(), 0, 0);
        for segment in &self.segments {
            let facts = self.facts(segment);
            for doc in (0..segment.len() as DocId).filter(|doc| !segment.is_deleted(*doc)) {
                total += 1;
                if facts.model(doc) == Some(model) {
                    done += 1;
                } else if versions.last() != Some(&segment.version(doc)) {
                    versions.push(segment.version(doc));
                }
            }
        }
        versions.sort_unstable();
        versions.dedup();
        (versions, done, total)
    }

    /// Where a memory is: its segment's place in the view, and its number in it.
    pub(crate) fn find(&self, version: u64, position: u32) -> Option<(usize, DocId)> {
        let term = Term::from_field_u64(self.fields.version, version);
        self.segments.iter().enumerate().find_map(|(at, segment)| {
            let inverted = segment.reader.inverted_index(term.field()).ok()?;
            let mut postings = inverted
                .read_postings(&term, IndexRecordOption::Basic)
                .ok()??;
            let mut doc = postings.doc();
            while doc != TERMINATED {
                if segment.position(doc) == position && !segment.is_deleted(doc) {
                    return Some((at, doc));
                }
                doc = postings.advance();
            }
            None
        })
    }

    /// The models' vectors of a document's memories that have one, by their indexes.
    pub(crate) fn vectors(&self, version: u64) -> HashMap<u32, ModelVector> {
        let term = Term::from_field_u64(self.fields.version, version);
        let mut found = HashMap::new();
        for segment in &self.segments {
            let postings = segment
                .reader
                .inverted_index(term.field())
                .and_then(|index| Ok(index.read_postings(&term, IndexRecordOption::Basic)?));
            let Ok(Some(mut postings)) = postings else {
                continue;
            };
            let facts = self.facts(segment);
            let mut doc = postings.doc();
            while doc != TERMINATED {
                if !segment.is_deleted(doc)
                    && let Some(model) = facts.model(doc)
                {
                    let vector = match facts.model_signs(doc, model) {
                        Some(signs) => {
                            let mut codes = Vec::new();
                            segment.read_codes(Space::Model, doc, &mut codes);
                            ModelVector {
                                model,
                                codes,
                                signs: *signs,
                            }
                        }
                        None => ModelVector::none(model),
                    };
                    found.insert(segment.position(doc), vector);
                }
                doc = postings.advance();
            }
        }
        found
    }

    fn term(&self, user: u64, field: WordField, term: &str) -> Term {
        Term::from_field_text(self.fields.words(field), &tokens::owned(user, term))
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

    /// The user's terms in the field that begin with `start`, each once.
    pub(crate) fn vocabulary(&self, user: u64, field: WordField, start: &str) -> Vec<String> {
        let from = tokens::owned(user, start);
        let prefix = tokens::owned(user, "").len();
        let mut found = Vec::new();
        for segment in &self.segments {
            let Ok(inverted) = segment.reader.inverted_index(self.fields.words(field)) else {
                continue;
            };
            let Ok(mut stream) = inverted.terms().range().ge(from.as_bytes()).into_stream() else {
                continue;
            };
            while stream.advance() && stream.key().starts_with(from.as_bytes()) {
                if let Ok(term) = str::from_utf8(&stream.key()[prefix..]) {
                    found.push(term.to_owned());
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The memories of a segment that carry of each of these lists at least one exact value, ascending; `None` where nothing
    /// is asked for.
    pub(crate) fn carrying(
        &self,
        segment: &Segment,
        user: u64,
        values: &[Vec<String>],
    ) -> Option<Vec<DocId>> {
        let having = |value: &String| {
            let term = Term::from_field_text(self.fields.filter, &tokens::owned(user, value));
            let inverted = segment.reader.inverted_index(term.field()).ok()?;
            let postings = inverted.read_postings(&term, IndexRecordOption::Basic);
            postings.ok()?
        };
        let mut lists: Vec<Vec<SegmentPostings>> = values
            .iter()
            .map(|any| any.iter().filter_map(having).collect())
            .collect();
        let frequency =
            |any: &Vec<SegmentPostings>| any.iter().map(|p| u64::from(p.doc_freq())).sum::<u64>();
        // The rarest first: it is gone through, and looked for in the others.
        lists.sort_by_key(frequency);
        let (rarest, others) = lists.split_first_mut()?;
        let mut all = Vec::with_capacity(frequency(rarest) as usize);
        for postings in rarest {
            let mut doc = postings.doc();
            while doc != TERMINATED {
                all.push(doc);
                doc = postings.advance();
            }
        }
        all.sort_unstable();
        all.dedup();
        all.retain(|&doc| {
            let carries =
                |other: &mut SegmentPostings| other.doc() <= doc && other.seek(doc) == doc;
            others.iter_mut().all(|any| any.iter_mut().any(carries))
        });
        Some(all)
    }

    /// Lengths of a field, in terms.
    pub(crate) fn lengths(&self, segment: &Segment, field: WordField) -> Option<FieldNormReader> {
        segment
            .reader
            .get_fieldnorms_reader(self.fields.words(field))
            .ok()
    }
}

impl Segment {
    /// How many memories it has, deleted ones among them.
    pub(crate) fn len(&self) -> usize {
        self.reader.max_doc() as usize
    }

    /// Whether any of them is deleted.
    pub(crate) fn has_deleted(&self) -> bool {
        self.reader.has_deletes()
    }

    pub(crate) fn is_deleted(&self, doc: DocId) -> bool {
        self.reader.is_deleted(doc)
    }

    /// The version of the memory's document.
    pub(crate) fn version(&self, doc: DocId) -> u64 {
        self.columns.version.get_val(doc)
    }

    /// The memory's index in its document.
    pub(crate) fn position(&self, doc: DocId) -> u32 {
        self.columns.position.get_val(doc) as u32
    }

    /// Its vector, put into `codes`; empty where it has none.
    pub(crate) fn read_codes(&self, space: Space, doc: DocId, codes: &mut Vec<i8>) {
        codes.clear();
        if let Some(column) = &self.columns.codes[space as usize] {
            unpack(column.values_for_doc(doc), codes);
        }
    }
}

impl Columns {
    fn open(reader: &SegmentReader) -> Result<Self, IndexError> {
        let column = |name: &str| reader.fast_fields().column_first_or_default::<u64>(name);
        let codes = |space: Space| reader.fast_fields().column_opt::<u64>(space.codes());
        Ok(Self {
            segment: reader.segment_id(),
            version: column("version")?,
            position: column("position")?,
            codes: [codes(Space::Table)?, codes(Space::Model)?],
            facts: OnceLock::new(),
        })
    }
}
