//! How near memories' vectors are to the question's: those of the encoder or of a model's server, and where there is none
//! of the question, those of the embedded table.

use super::{admitted::Admitted, question::Question};
use crate::{
    embed::compact::{self, Signs, differing_signs},
    index::{View, facts::Facts, schema::Space},
    vectors::ENCODER,
};
use tantivy::DocId;

/// Up to this many memories, every vector is read.
const ALL: usize = 4096;

/// Of more memories, those whose signs are nearest are read, this many.
const NEAREST: usize = 256;

/// Of more memories, the mean is taken over about this many.
const SAMPLE: usize = 256;

/// How far the encoder's cosines of a question with all memories lie from their mean: the standard deviation, on average
/// over the questions that the line was fitted on. Others' are brought to the same, for models differ widely in it.
const SPREAD: f32 = 0.085;

/// From this cosine on a memory without a word of the question has something to do with it. Of the encoder's, one in
/// fifteen with what has not is as near; what that is worth, the line says.
const NEAR: f32 = 0.12;

/// For another, whose cosines are known by their deviations alone: three of them. Of some hundred unlike memories none is.
const NEAR_OF_OTHERS: f32 = 3.0 * SPREAD;

/// Cosines of the question with memories, worked out as they are asked for.
pub(super) struct Meaning {
    /// Whose vectors: a model's number, or `None` for the table's.
    model: Option<u64>,
    question: compact::Codes,
    length: f32,
    /// By segment and memory; 0 where not yet known. Zeros cost nothing until they are written.
    known: Vec<Vec<f32>>,
    /// What is taken from a cosine, and what the rest is multiplied by.
    mean: f32,
    scale: f32,
    /// The vector that was read last.
    codes: compact::Codes,
}

impl Meaning {
    /// Makes ready for the memories that `admitted` holds, by segment.
    pub(super) fn new(view: &View, question: &Question, admitted: &[Admitted]) -> Self {
        let (model, codes) = match &question.model {
            Some(vector) => (Some(vector.model), &vector.codes),
            None => (None, &question.codes),
        };
        let sizes = view.segments().iter().zip(admitted);
        let mut meaning = Self {
            model,
            question: codes.clone(),
            length: compact::length(codes),
            known: sizes
                .map(|(s, docs)| vec![0.0; if docs.len() == 0 { 0 } else { s.len() }])
                .collect(),
            mean: 0.0,
            scale: 1.0,
            codes: Vec::new(),
        };
        // The encoder's own lie around 0 for what has nothing to do with each other.
        if model != Some(ENCODER) {
            meaning.measure(view, admitted);
        }
        meaning
    }

    /// Finds mean and scale by the user's memories, or a sample of many.
    fn measure(&mut self, view: &View, admitted: &[Admitted]) {
        let all: usize = admitted.iter().map(Admitted::len).sum();
        let step = if all <= ALL { 1 } else { all / SAMPLE };
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0f32);
        for (segment, docs) in admitted.iter().enumerate() {
            for doc in docs.each().step_by(step) {
                if self.has_vector(view, segment, doc) {
                    let cosine = self.of(view, segment, doc);
                    sum += cosine;
                    squares += cosine * cosine;
                    count += 1.0;
                }
            }
        }
        self.mean = sum / count.max(1.0);
        let variance = squares / count.max(1.0) - self.mean * self.mean;
        // Of memories that are all the same none is nearer.
        self.scale = SPREAD / variance.max(0.0).sqrt().max(SPREAD / 10.0);
        for known in self.known.iter_mut().flatten().filter(|k| **k != 0.0) {
            *known = (*known - self.mean) * self.scale;
        }
    }

    /// How near a memory is, about -0.3 to 0.8: the cosine of its vector with the question's; 0 where it has none yet.
    pub(super) fn of(&mut self, view: &View, segment: usize, doc: DocId) -> f32 {
        let known = self.known[segment][doc as usize];
        if known != 0.0 || !self.has_vector(view, segment, doc) {
            return known;
        }
        let space = self.model.map_or(Space::Table, |_| Space::Model);
        view.segments()[segment].read_codes(space, doc, &mut self.codes);
        let lengths = self.length * compact::length(&self.codes);
        if lengths == 0.0 {
            return 0.0;
        }
        let cosine = compact::dot(&self.question, &self.codes) as f32 / lengths;
        let near = (cosine - self.mean) * self.scale;
        self.known[segment][doc as usize] = near;
        near
    }

    /// Whether a memory has something to do with the question by its meaning alone.
    pub(super) fn is_near(&mut self, view: &View, segment: usize, doc: DocId) -> bool {
        let least = match self.model {
            Some(ENCODER) => NEAR,
            _ => NEAR_OF_OTHERS,
        };
        self.of(view, segment, doc) >= least
    }

    fn has_vector(&self, view: &View, segment: usize, doc: DocId) -> bool {
        self.model.is_none_or(|model| {
            let facts = view.facts(&view.segments()[segment]);
            facts.model_signs(doc, model).is_some()
        })
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
    if all <= ALL {
        let docs = admitted.iter().enumerate();
        return docs
            .flat_map(|(segment, docs)| docs.each().map(move |doc| (segment, doc)))
            .collect();
    }
    match &question.model {
        Some(vector) => by_signs(view, admitted, &vector.signs, |facts, doc| {
            facts.model_signs(doc, vector.model)
        }),
        None => by_signs(view, admitted, &question.signs, |facts, doc| {
            Some(facts.signs(doc))
        }),
    }
}

/// Those whose signs differ least from the question's. This is the one part of a question that looks at every memory: its
/// loops are plain ones over what lies side by side.
fn by_signs<const WORDS: usize>(
    view: &View,
    admitted: &[Admitted],
    question: &Signs<WORDS>,
    signs: impl Fn(&Facts, DocId) -> Option<&Signs<WORDS>>,
) -> Vec<(usize, DocId)> {
    let most = 64 * WORDS;
    // Beyond every distance: a memory without a vector.
    let mut counts = vec![0u32; most + 2];
    let mut distances: Vec<u16> = Vec::with_capacity(admitted.iter().map(Admitted::len).sum());
    for (segment, docs) in view.segments().iter().zip(admitted) {
        let facts = view.facts(segment);
        let distance = |doc| match signs(facts, doc) {
            Some(signs) => differing_signs(question, signs) as u16,
            None => most as u16 + 1,
        };
        let from = distances.len();
        match docs {
            Admitted::All(range) => distances.extend(range.clone().map(distance)),
            Admitted::These(docs) => distances.extend(docs.iter().copied().map(distance)),
        }
        for distance in &distances[from..] {
            counts[usize::from(*distance)] += 1;
        }
    }
    // The distance within which there are enough.
    let mut within = 0;
    let mut sum = counts[0] as usize;
    while sum < NEAREST && within < most {
        within += 1;
        sum += counts[within] as usize;
    }
    let mut near = Vec::with_capacity(2 * NEAREST);
    let mut distances = distances.as_slice();
    for (segment, docs) in admitted.iter().enumerate() {
        let (of_segment, rest) = distances.split_at(docs.len());
        distances = rest;
        for (place, distance) in of_segment.iter().enumerate() {
            if usize::from(*distance) <= within && near.len() < 2 * NEAREST {
                near.push((segment, docs.at(place)));
            }
        }
    }
    near
}
