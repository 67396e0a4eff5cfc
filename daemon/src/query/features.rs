//! What speaks for a memory, as numbers that [`rank`](super::rank) adds up.

use super::{
    meaning::Meaning,
    question::{Order, Question},
    retrieve::Candidate,
    words::Words,
};
use crate::index::{View, schema::flag};
use std::collections::HashMap;
use tantivy::DocId;

/// How many features there are.
pub const FEATURES: usize = 18;

/// Names of the features, for reports. `@` stands before a neighbour's place.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "words",
    "words@-1, which asks",
    "words@-2",
    "session's words",
    "speaks",
    "asks",
    "tells time, as wanted",
    "covered",
    "took part",
    "time meets",
    "time is near",
    "late or early, as wanted",
    "meaning",
    "meaning, words apart",
    "meaning@-1",
    "meaning@+1",
    "session's meaning",
    "length",
];

/// Where features of meaning begin: those cost reading a vector each.
pub(super) const MEANING: usize = 12;

/// A memory's features; their order is that of [`FEATURE_NAMES`].
pub type Features = [f32; FEATURES];

/// Where the share of the question covered stands.
pub(super) const COVERED: usize = 7;

/// Where the feature of order stands.
const ORDER: usize = 11;

/// Days over which a time that only comes near still counts.
const NEAR: f32 = 31.0;

/// Whether a time that the question names meets the memory's.
pub(super) fn meets(question: &Question, days: Option<(i64, i64)>) -> bool {
    days.is_some_and(|days| question.times.iter().any(|t| t.distance(days) == 0))
}

/// All features but those of meaning.
pub(super) fn of_words(
    view: &View,
    question: &Question,
    words: &Words,
    segment: usize,
    doc: DocId,
) -> Features {
    let facts = view.facts(&view.segments()[segment]);
    let beside = |by| {
        let there = facts.neighbour(doc, by);
        there.map_or(0.0, |there| words.bm25(segment, there))
    };
    let distance = facts.days(doc).and_then(|days| {
        let all = question.times.iter().map(|t| t.distance(days));
        all.min()
    });
    let asked = facts.neighbour(doc, -1).is_some_and(|d| facts.asks(d));
    let on = |yes: bool| f32::from(u8::from(yes));
    [
        words.bm25(segment, doc),
        beside(-1) * on(asked),
        beside(-2),
        words.session(segment, facts.session(doc)),
        on(words.speaks(segment, doc)),
        on(facts.asks(doc)),
        on(question.wants_time && facts.has(doc, flag::TELLS_TIME)),
        words.covered(segment, doc),
        (words.people(segment, doc) / 5.0).min(1.0),
        on(distance == Some(0)),
        distance.map_or(0.0, |d| (1.0 - d as f32 / NEAR).max(0.0)),
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        f32::from(facts.length(doc).max(1)).ln(),
    ]
}

/// Adds the features of the memory's own meaning: how near it is, and the same by as much as no memory has the question's
/// words.
pub(super) fn add_meaning(
    view: &View,
    words: &Words,
    meaning: &mut Meaning,
    features: &mut Features,
    segment: usize,
    doc: DocId,
) {
    let near = meaning.of(view, segment, doc);
    features[MEANING] = near;
    features[MEANING + 1] = near * (1.0 - words.best_covered());
}

/// Adds the features of the meaning of what stands beside: of neighbours, and of the nearest of the session among all
/// that were found.
pub(super) fn add_meaning_beside(view: &View, meaning: &mut Meaning, found: &mut [Candidate]) {
    let session = |c: &Candidate| {
        let facts = view.facts(&view.segments()[c.segment]);
        (c.segment, facts.session(c.doc))
    };
    let mut nearest: HashMap<(usize, u32), f32> = HashMap::new();
    for candidate in found.iter() {
        let best = nearest.entry(session(candidate)).or_default();
        *best = best.max(candidate.features[MEANING]);
    }
    for candidate in found {
        let facts = view.facts(&view.segments()[candidate.segment]);
        let mut beside = |by| {
            let there = facts.neighbour(candidate.doc, by);
            there.map_or(0.0, |doc| meaning.of(view, candidate.segment, doc))
        };
        let (before, after) = (beside(-1), beside(1));
        let of_session = nearest.get(&session(candidate));
        candidate.features[MEANING + 2..][..3].copy_from_slice(&[
            before,
            after,
            of_session.copied().unwrap_or(0.0),
        ]);
    }
}

/// How many of the best compete for being the latest or the first.
const COMPETE: usize = 20;

/// Where the latest or the first is wanted: the candidates' places in time among the best, which come first in
/// `found`; 1 for the very latest (or first), 0 for the other end.
pub(super) fn add_order(view: &View, order: Order, found: &mut [Candidate]) {
    let day = |segment: usize, doc: DocId| {
        let days = view.facts(&view.segments()[segment]).days(doc);
        days.map(|days| days.0)
    };
    let best = found.len().min(COMPETE);
    let mut days: Vec<i64> = found[..best]
        .iter()
        .filter_map(|c| day(c.segment, c.doc))
        .collect();
    days.sort_unstable();
    days.dedup();
    if days.len() < 2 {
        return;
    }
    for candidate in &mut found[..best] {
        if let Some(day) = day(candidate.segment, candidate.doc) {
            let before = days.partition_point(|d| *d < day) as f32;
            let late = before / (days.len() - 1) as f32;
            candidate.features[ORDER] = match order {
                Order::Latest => late,
                Order::First => 1.0 - late,
            };
        }
    }
}
