//! A question → the memories that may answer it, with their features.

use super::{
    Filter,
    admitted::Admitted,
    features::{self, Features},
    meaning::{self, Meaning},
    question::Question,
    rank,
    words::Words,
};
use crate::index::{Segment, View};
use tantivy::DocId;

/// Of the memories found by words, this many of the best are looked at for their meaning.
const BY_WORDS: usize = 384;

/// Of all found, the meaning of neighbours is looked at for this many of the best, and no others are answered.
const CLOSELY: usize = 256;

/// What a time that meets the question's adds where memories are gone through roughly.
const MEETS: f32 = 3.0;

/// A memory that may answer.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// Its segment's place in the view.
    pub(super) segment: usize,
    /// Its number in the segment.
    pub(super) doc: DocId,
    pub(super) features: Features,
    /// What ratings add to the line.
    pub(super) moved: f32,
    /// What speaks for it in all: the line and what is added.
    pub(super) sum: f32,
}

impl Candidate {
    fn add_up(&mut self) {
        self.sum = rank::line(&self.features) + self.moved;
    }
}

/// The candidates, best first. `moves` is what ratings say, in the order of memories; `live` says of a version and index whether
/// that memory is still there.
pub(super) fn candidates(
    view: &View,
    user: u64,
    question: &Question,
    filter: &Filter,
    moves: &[((u64, u32), f32)],
    live: &dyn Fn(u64, u32) -> bool,
) -> Vec<Candidate> {
    let words = Words::new(view, user, question);
    let admitted = admitted(view, user, filter);
    let mut found: Vec<(usize, DocId, f32)> = Vec::with_capacity(4 * BY_WORDS);
    let mut least = 0.0;
    for (segment, docs) in admitted.iter().enumerate().filter(|(s, _)| words.has(*s)) {
        let facts = view.facts(&view.segments()[segment]);
        let mut look = |doc| {
            let mut rough = words.roughly(segment, doc, facts.session(doc));
            if features::meets(question, facts.days(doc)) {
                rough += MEETS;
            }
            if rough > least {
                found.push((segment, doc, rough));
                // Of many only the best are kept, now and then, and no worse ones taken from then on.
                if found.len() == 4 * BY_WORDS {
                    least = keep_best(&mut found);
                }
            }
        };
        // Where the question names a time, any memory may meet it; else only what has its words, or stands by such.
        if question.times.is_empty() && docs.are_all() {
            let touched = words.touched(segment);
            touched.filter(|doc| docs.has(*doc)).for_each(&mut look);
        } else {
            docs.each().for_each(&mut look);
        }
    }
    keep_best(&mut found);
    let mut all: Vec<(usize, DocId)> = found.into_iter().map(|f| (f.0, f.1)).collect();
    all.extend(meaning::nearest(view, question, &admitted));
    // What ratings favour is looked at wherever it stands.
    let favoured = moves.iter().filter(|(_, moved)| *moved > 0.0);
    all.extend(
        favoured
            .filter_map(|((version, index), _)| view.find(*version, *index))
            .filter(|(segment, doc)| admitted[*segment].has(*doc)),
    );
    all.sort_unstable();
    all.dedup();
    let move_of = |segment: usize, doc| {
        if moves.is_empty() {
            return 0.0;
        }
        let segment = &view.segments()[segment];
        let memory = (segment.version(doc), segment.position(doc));
        let at = moves.binary_search_by_key(&memory, |(memory, _)| *memory);
        at.map_or(0.0, |at| moves[at].1)
    };
    let mut meaning = Meaning::new(view, question, &admitted);
    let mut found: Vec<Candidate> = all
        .into_iter()
        .map(|(segment, doc)| {
            let mut features = features::of_words(view, question, &words, segment, doc);
            features::add_meaning(view, &words, &mut meaning, &mut features, segment, doc);
            Candidate {
                segment,
                doc,
                features,
                moved: move_of(segment, doc),
                sum: 0.0,
            }
        })
        .collect();
    // Nothing said of what was asked, and nothing near it: no memory matches.
    let mut matches = |c: &Candidate| {
        c.features[..features::MEANING].iter().any(|f| *f > 0.0)
            || meaning.is_near(view, c.segment, c.doc)
    };
    if !found.iter().any(&mut matches) {
        return Vec::new();
    }
    let best_first = |found: &mut Vec<Candidate>| {
        found.iter_mut().for_each(Candidate::add_up);
        found.sort_by(|a, b| b.sum.total_cmp(&a.sum));
    };
    best_first(&mut found);
    let mut found: Vec<Candidate> = found
        .into_iter()
        .filter(|c| {
            let segment = &view.segments()[c.segment];
            live(segment.version(c.doc), segment.position(c.doc))
        })
        .take(CLOSELY)
        .collect();
    features::add_meaning_beside(view, &mut meaning, &mut found);
    best_first(&mut found);
    if let Some(order) = question.order {
        features::add_order(view, order, &mut found);
        best_first(&mut found);
    }
    found
}

/// Leaves the best by words, and tells the least of them; 0 where there are no more.
fn keep_best(found: &mut Vec<(usize, DocId, f32)>) -> f32 {
    if found.len() <= BY_WORDS {
        return 0.0;
    }
    let (_, least, _) = found.select_nth_unstable_by(BY_WORDS - 1, |a, b| b.2.total_cmp(&a.2));
    let least = least.2;
    found.truncate(BY_WORDS);
    least
}

/// The user's memories that the filter admits, by segment.
fn admitted(view: &View, user: u64, filter: &Filter) -> Vec<Admitted> {
    let values = filter.values();
    let by_day = filter.since.is_some() || filter.until.is_some();
    let of = |segment: &Segment| {
        let facts = view.facts(segment);
        let Some(owner) = facts.user(user) else {
            return Admitted::default();
        };
        let span = owner.span();
        let alone = u64::from(owner.memories) == u64::from(span.end - span.start);
        if values.is_empty() && !by_day && alone && !segment.has_deleted() {
            return Admitted::All(span);
        }
        let admits = |doc: &DocId| {
            facts.owned(*doc, owner)
                && (!by_day || filter.admits_days(facts.days(*doc)))
                && !segment.is_deleted(*doc)
        };
        Admitted::These(match view.carrying(segment, user, &values) {
            Some(carrying) => carrying.into_iter().filter(admits).collect(),
            None => span.filter(admits).collect(),
        })
    };
    view.segments().iter().map(of).collect()
}
