//! How near memories' vectors are to the question's: those of the embedded table, and where a model has made vectors of
//! question and memory, those.

use super::{admitted::Admitted, question::Question};
use crate::{
    embed::compact::{self, Signs, differing_signs},
    index::{View, facts::Facts, schema::Space},
};
use tantivy::DocId;

/// Up to this many memories, every vector is read.
const ALL: usize = 4096;

/// Of more memories, those whose signs are nearest are read, this many.
const NEAREST: usize = 256;

/// Of more memories, the mean is taken over about this many.
const SAMPLE: usize = 256;

/// What a cosine above the mean counts; a table's vectors spread by [`SPREAD`].
const WEIGHT: f32 = 3.0;

/// How far the table's cosines of a question with all memories lie from their mean: the standard deviation, on average
/// over the questions that the line was fitted on. A model's are brought to the same, for models differ widely in it.
const SPREAD: f32 = 0.1;

/// From this cosine on a memory without a word of the question has something to do with it.
const NEAR: f32 = 0.2;

/// For a model that is so many standard deviations above the mean: of some hundred unlike memories none is.
const NEAR_DEVIATIONS: f32 = 3.0;

/// Cosines of the question with memories, worked out as they are asked for.
pub(super) struct Meaning {
    table: Cosines,
    /// The model's number, and by its vectors; `None` where there is no vector of the question.
    model: Option<(u64, Cosines)>,
}

/// Cosines in one space.
struct Cosines {
    space: Space,
    question: compact::Codes,
    length: f32,
    /// By segment and memory; 0 where not yet known. Zeros cost nothing until they are written.
    known: Vec<Vec<f32>>,
    mean: f32,
    deviation: f32,
    /// The vector that was read last.
    codes: compact::Codes,
}

impl Meaning {
    /// Makes ready for the memories that `admitted` holds, by segment.
    pub(super) fn new(view: &View, question: &Question, admitted: &[Admitted]) -> Self {
        let table = Cosines::new(view, Space::Table, &question.codes, admitted, |_, _| true);
        let model = question.model.as_ref().map(|vector| {
            let model = vector.model;
            let has = |segment: usize, doc| has_vector(view, segment, doc, model);
            let cosines = Cosines::new(view, Space::Model, &vector.codes, admitted, has);
            (model, cosines)
        });
        Self { table, model }
    }

    /// Three times what the table's cosine is above the mean of the user's memories, about -1 to 2; by the model where it
    /// has made a vector of the memory.
    pub(super) fn above_mean(&mut self, view: &View, segment: usize, doc: DocId) -> f32 {
        match &mut self.model {
            Some((model, cosines)) if has_vector(view, segment, doc, *model) => {
                WEIGHT * SPREAD * cosines.deviations(view, segment, doc)
            }
            _ => WEIGHT * (self.table.of(view, segment, doc) - self.table.mean),
        }
    }

    /// Whether a memory has something to do with the question by its meaning alone.
    pub(super) fn is_near(&mut self, view: &View, segment: usize, doc: DocId) -> bool {
        if let Some((model, cosines)) = &mut self.model
            && has_vector(view, segment, doc, *model)
            && cosines.deviations(view, segment, doc) >= NEAR_DEVIATIONS
        {
            return true;
        }
        self.table.of(view, segment, doc) >= NEAR
    }
}

fn has_vector(view: &View, segment: usize, doc: DocId, model: u64) -> bool {
    let facts = view.facts(&view.segments()[segment]);
    facts.model_signs(doc, model).is_some()
}

impl Cosines {
    fn new(
        view: &View,
        space: Space,
        question: &[i8],
        admitted: &[Admitted],
        has: impl Fn(usize, DocId) -> bool,
    ) -> Self {
        let sizes = view.segments().iter().zip(admitted);
        let mut cosines = Self {
            space,
            question: question.to_vec(),
            length: compact::length(question),
            known: sizes
                .map(|(s, docs)| vec![0.0; if docs.len() == 0 { 0 } else { s.len() }])
                .collect(),
            mean: 0.0,
            deviation: 0.0,
            codes: Vec::new(),
        };
        let all: usize = admitted.iter().map(Admitted::len).sum();
        let step = if all <= ALL { 1 } else { all / SAMPLE };
        let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0f32);
        for (segment, docs) in admitted.iter().enumerate() {
            for doc in docs.each().step_by(step).filter(|doc| has(segment, *doc)) {
                let cosine = cosines.of(view, segment, doc);
                sum += cosine;
                squares += cosine * cosine;
                count += 1.0;
            }
        }
        cosines.mean = sum / count.max(1.0);
        let variance = squares / count.max(1.0) - cosines.mean * cosines.mean;
        cosines.deviation = variance.max(0.0).sqrt();
        cosines
    }

    /// The cosine with a memory's vector.
    fn of(&mut self, view: &View, segment: usize, doc: DocId) -> f32 {
        let known = &mut self.known[segment][doc as usize];
        if *known == 0.0 {
            view.segments()[segment].read_codes(self.space, doc, &mut self.codes);
            let lengths = self.length * compact::length(&self.codes);
            *known = if lengths > 0.0 {
                compact::dot(&self.question, &self.codes) as f32 / lengths
            } else {
                0.0
            };
        }
        *known
    }

    /// How many standard deviations the cosine is above the mean.
    fn deviations(&mut self, view: &View, segment: usize, doc: DocId) -> f32 {
        let above = self.of(view, segment, doc) - self.mean;
        // Of memories that are all the same none is nearer.
        above / self.deviation.max(1e-3)
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
    let mut near = by_signs(view, admitted, &question.signs, |facts, doc| {
        Some(facts.signs(doc))
    });
    if let Some(vector) = &question.model {
        near.extend(by_signs(view, admitted, &vector.signs, |facts, doc| {
            facts.model_signs(doc, vector.model)
        }));
    }
    near
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
