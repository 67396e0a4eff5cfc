//! What speaks for a memory, as numbers that [`rank`](super::rank) adds up.

use super::{
    meaning::Meaning,
    question::{Order, Question},
    retrieve::Candidate,
    words::Words,
};
use crate::index::{View, schema::flag};
use tantivy::DocId;

/// How many features there are.
pub const FEATURES: usize = 18;

/// Names of the features, for reports. `@` stands before a neighbour's place.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "words",
    "words@-1, which asks",
    "words@-2",
    "words@+2",
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
    "meaning@-1",
    "meaning@+1",
    "length",
    "words@+1, written",
];

/// Where features of meaning begin: those cost reading a vector each.
pub(super) const MEANING: usize = 13;

/// Where the length stands, behind the meaning: it is of no question.
const LENGTH: usize = 16;

/// A memory's features; their order is that of [`FEATURE_NAMES`].
pub type Features = [f32; FEATURES];

/// Where the share of the question covered stands.
pub(super) const COVERED: usize = 8;

/// Where the feature of order stands.
const ORDER: usize = 12;

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
    let own = words.bm25(segment, doc);
    let (before, before2, after2) = (beside(-1), beside(-2), beside(2));
    let distance = facts.days(doc).and_then(|days| {
        let all = question.times.iter().map(|t| t.distance(days));
        all.min()
    });
    let asked = facts.neighbour(doc, -1).is_some_and(|d| facts.asks(d));
    let on = |yes: bool| f32::from(u8::from(yes));
    [
        own,
        before * on(asked),
        before2,
        after2,
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
        f32::from(facts.length(doc).max(1)).ln(),
        if facts.has(doc, flag::SPOKEN) {
            0.0
        } else {
            beside(1)
        },
    ]
}

/// Adds the feature of the memory's own meaning.
pub(super) fn add_meaning(
    view: &View,
    meaning: &mut Meaning,
    features: &mut Features,
    segment: usize,
    doc: DocId,
) {
    features[MEANING] = meaning.above_mean(view, segment, doc);
}

/// Adds the features of its neighbours' meaning.
pub(super) fn add_meaning_beside(
    view: &View,
    meaning: &mut Meaning,
    features: &mut Features,
    segment: usize,
    doc: DocId,
) {
    let facts = view.facts(&view.segments()[segment]);
    let places = [-1, 1].map(|by| facts.neighbour(doc, by));
    for (to, place) in features[MEANING + 1..LENGTH].iter_mut().zip(places) {
        *to = place.map_or(0.0, |doc| meaning.above_mean(view, segment, doc));
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
