//! How near memories' vectors are to the question's.

use super::{admitted::Admitted, question::Question};
use crate::{
    embed::{
        DIMS,
        compact::{self, differing_signs},
    },
    index::View,
};
use tantivy::DocId;

/// Up to this many memories, every vector is read.
const ALL: usize = 4096;

/// Of more memories, those whose signs are nearest are read, this many.
const NEAREST: usize = 256;

/// Of more memories, the mean is taken over about this many.
const SAMPLE: usize = 256;

/// Cosines of the question with memories, worked out as they are asked for.
pub(super) struct Meaning {
    codes: compact::Codes,
    length: f32,
    /// By segment and memory; 0 where not yet known. Zeros cost nothing until they are written.
    cosines: Vec<Vec<f32>>,
    mean: f32,
}

impl Meaning {
    /// Makes ready for the memories that `admitted` holds, by segment.
    pub(super) fn new(view: &View, question: &Question, admitted: &[Admitted]) -> Self {
        let sizes = view.segments().iter().zip(admitted);
        let mut meaning = Self {
            codes: question.codes,
            length: compact::length(&question.codes),
            cosines: sizes
                .map(|(s, docs)| vec![0.0; if docs.len() == 0 { 0 } else { s.len() }])
                .collect(),
            mean: 0.0,
        };
        let all: usize = admitted.iter().map(Admitted::len).sum();
        let step = if all <= ALL { 1 } else { all / SAMPLE };
        let (mut sum, mut count) = (0.0, 0.0f32);
        for (segment, docs) in admitted.iter().enumerate() {
            for doc in docs.each().step_by(step) {
                sum += meaning.cosine(view, segment, doc);
                count += 1.0;
            }
        }
        meaning.mean = sum / count.max(1.0);
        meaning
    }

    /// The cosine with a memory's vector.
    pub(super) fn cosine(&mut self, view: &View, segment: usize, doc: DocId) -> f32 {
        let known = &mut self.cosines[segment][doc as usize];
        if *known == 0.0 {
            let codes = view.segments()[segment].codes(doc);
            let lengths = self.length * compact::length(&codes);
            *known = if lengths > 0.0 {
                compact::dot(&self.codes, &codes) as f32 / lengths
            } else {
                0.0
            };
        }
        *known
    }

    /// Three times what the cosine is above the mean of the user's memories: about -1 to 2.
    pub(super) fn above_mean(&mut self, view: &View, segment: usize, doc: DocId) -> f32 {
        3.0 * (self.cosine(view, segment, doc) - self.mean)
    }
}

/// The memories likely to be nearest in meaning, as segment and number: all of few, of many those whose signs differ
/// least from the question's.
pub(super) fn nearest(
    view: &View,
    question: &Question,
    admitted: &[Admitted],
) -> Vec<(usize, DocId)> {
    let all: usize = admitted.iter().map(Admitted::len).sum();
    let each = || {
        let docs = admitted.iter().enumerate();
        docs.flat_map(|(segment, docs)| docs.each().map(move |doc| (segment, doc)))
    };
    if all <= ALL {
        return each().collect();
    }
    let mut distances = Vec::with_capacity(all);
    let mut counts = [0usize; DIMS + 1];
    for (segment, docs) in view.segments().iter().zip(admitted) {
        let facts = view.facts(segment);
        for doc in docs.each() {
            let distance = differing_signs(&question.signs, facts.signs(doc));
            counts[distance as usize] += 1;
            distances.push(distance as u8);
        }
    }
    // The distance within which there are enough.
    let mut within = 0;
    let mut sum = counts[0];
    while sum < NEAREST && within < DIMS {
        within += 1;
        sum += counts[within];
    }
    each()
        .zip(distances)
        .filter(|(_, distance)| usize::from(*distance) <= within)
        .map(|(memory, _)| memory)
        .take(2 * NEAREST)
        .collect()
}
