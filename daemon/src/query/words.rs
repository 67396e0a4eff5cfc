//! How well each memory answers by its words: BM25 over its fields and over its session, and the share of the
//! question that it has.

use super::{
    bm25::{Counts, idf, saturated},
    found::Found,
    question::Question,
    touched::Touched,
};
use crate::index::{View, schema::WordField};
use tantivy::{BitSet, DocId, DocSet, TERMINATED, postings::Postings};

/// What words say of the memories of one segment.
#[derive(Debug, Default)]
pub(crate) struct SegmentWords {
    /// Those that have a word of the question.
    touched: Touched,
    /// Those of them by which it is worth looking at what stands beside: all of few.
    strong: Touched,
    /// BM25 of each memory.
    bm25: Vec<f32>,
    /// Sum of the rarities of the question's words that the memory has.
    covered: Vec<f32>,
    /// BM25 of each session.
    sessions: Vec<f32>,
    /// How much of the people named took part; empty where nobody is.
    people: Vec<f32>,
    /// Whether the one person named speaks.
    speaks: Option<BitSet>,
}

/// What words say of all the user's memories.
#[derive(Debug)]
pub(crate) struct Words {
    segments: Vec<SegmentWords>,
    /// Greatest BM25 of a memory, and greatest sum of the rarities of the words that one has; that of all words.
    best: f32,
    best_covered: f32,
    total: f32,
}

impl Words {
    pub(crate) fn new(view: &View, user: u64, question: &Question) -> Self {
        let counts = Counts::of(view, user);
        let mut words = Self {
            segments: view
                .segments()
                .iter()
                .map(|s| {
                    // A segment without this user's memories has none of their words.
                    if view.facts(s).user(user).is_none() {
                        return SegmentWords::default();
                    }
                    SegmentWords {
                        touched: Touched::none_of(s.len()),
                        bm25: vec![0.0; s.len()],
                        covered: vec![0.0; s.len()],
                        sessions: vec![0.0; view.facts(s).sessions()],
                        ..SegmentWords::default()
                    }
                })
                .collect(),
            best: 0.0,
            best_covered: 0.0,
            total: 0.0,
        };
        let mut found: Vec<Found> = question
            .words
            .iter()
            .flat_map(|word| {
                let forms = word.forms.iter().enumerate();
                forms.map(|(at, form)| Found::new(view, user, form, word.weight, at == 0))
            })
            .collect();
        // The rarest say most: what is frequent is left out where there is too much of it.
        found.sort_by_key(|f| f.postings);
        let mut left = MOST_POSTINGS;
        for word in found {
            if word.postings <= left {
                left -= word.postings;
                words.add(view, &counts, word);
            }
        }
        words.add_people(view, user, &counts, question);
        for segment in &words.segments {
            for doc in segment.touched.each() {
                words.best = words.best.max(segment.bm25[doc as usize]);
                words.best_covered = words.best_covered.max(segment.covered[doc as usize]);
            }
        }
        words.find_strong();
        words
    }

    /// Of many memories that have a word of the question, most have a frequent one alone: what stands beside those does
    /// not come among the best.
    fn find_strong(&mut self) {
        let all: usize = self.segments.iter().map(|s| s.touched.count()).sum();
        let least = if all > FEW { STRONG * self.best } else { 0.0 };
        for segment in &mut self.segments {
            segment.strong = Touched::none_of(segment.bm25.len());
            for doc in segment.touched.each() {
                if segment.bm25[doc as usize] >= least {
                    segment.strong.insert(doc);
                }
            }
        }
    }

    fn add(&mut self, view: &View, counts: &Counts, word: Found) {
        let rarity = word.weight * idf(counts.memories, word.frequency as f32);
        if word.first {
            self.total += rarity;
        }
        let mut runs: Vec<(usize, u32, u32)> = Vec::new();
        for (at, fields) in word.segments {
            let facts = view.facts(&view.segments()[at]);
            let words = &mut self.segments[at];
            // Memories that have the word, so that it counts once however many fields have it.
            let mut seen = BitSet::with_max_value(words.bm25.len() as u32);
            for (field, worth, mut postings, lengths) in fields {
                let narrative = field == WordField::Narrative;
                let mut doc = postings.doc();
                while doc != TERMINATED {
                    let place = doc as usize;
                    let gain = if narrative {
                        let (tf, length) = (postings.term_freq(), lengths.fieldnorm(doc));
                        let session = facts.session(doc);
                        match runs.last_mut() {
                            Some(run) if (run.0, run.1) == (at, session) => run.2 += tf,
                            _ => runs.push((at, session, tf)),
                        }
                        saturated(tf, length, counts.mean_length)
                    } else {
                        // The other fields are lists of names: length says nothing.
                        1.0
                    };
                    words.bm25[place] += rarity * worth * gain;
                    if !seen.contains(doc) {
                        seen.insert(doc);
                        words.covered[place] += rarity;
                        words.touched.insert(doc);
                    }
                    doc = postings.advance();
                }
            }
        }
        let rarity = word.weight * idf(counts.sessions, runs.len() as f32);
        for (at, session, tf) in runs {
            let length = view.facts(&view.segments()[at]).session_length(session);
            self.segments[at].sessions[session as usize] +=
                rarity * saturated(tf, length, counts.mean_session);
        }
    }

    /// Who took part and who speaks, for the people the question names.
    fn add_people(&mut self, view: &View, user: u64, counts: &Counts, question: &Question) {
        if question.people.is_empty() {
            return;
        }
        let alone = question.people.len() == 1;
        for (at, segment) in view.segments().iter().enumerate() {
            let words = &mut self.segments[at];
            if words.bm25.is_empty() {
                continue;
            }
            words.people = vec![0.0; segment.len()];
            for (number, names) in question.people.iter().flatten().enumerate() {
                // A memory that has several names of one person counts once.
                let mut met = BitSet::with_max_value(segment.len() as u32);
                let frequency = |name| view.frequency(user, WordField::Participants, name);
                let frequency: u32 = names.iter().map(|name| frequency(name)).sum();
                let rarity = idf(counts.memories, frequency as f32);
                for name in names {
                    each(view, at, user, WordField::Participants, name, |doc| {
                        if !met.contains(doc) {
                            met.insert(doc);
                            words.people[doc as usize] += rarity;
                        }
                    });
                }
                if alone {
                    let before = words.speaks.take();
                    let mut these = BitSet::with_max_value(segment.len() as u32);
                    for name in names {
                        each(view, at, user, WordField::Speaker, name, |doc| {
                            if number == 0 || before.as_ref().is_some_and(|b| b.contains(doc)) {
                                these.insert(doc);
                            }
                        });
                    }
                    words.speaks = Some(these);
                }
            }
        }
    }

    /// The memories of a segment of which [`roughly`](Self::roughly) may say something.
    pub(super) fn touched(&self, segment: usize) -> impl Iterator<Item = DocId> + '_ {
        let words = &self.segments[segment];
        words.touched.with_beside(&words.strong)
    }

    /// The line, roughly, of what words say of a memory, without regard to where its session ends; 0 where they say
    /// nothing.
    pub(crate) fn roughly(&self, segment: usize, doc: DocId, session: u32) -> f32 {
        let words = &self.segments[segment];
        let at = |by: usize| words.bm25.get(by).copied().unwrap_or(0.0);
        let place = doc as usize;
        let own = 2.0 * at(place);
        let beside = at(place.wrapping_sub(1)) + at(place.wrapping_sub(2)) + 0.5 * at(place + 2);
        if own + beside == 0.0 {
            return 0.0;
        }
        share(own + beside, self.best)
            + 2.0 * share(words.covered[place], self.total)
            + 3.0 * self.session(segment, session)
            + if self.speaks(segment, doc) { 2.0 } else { 0.0 }
    }

    /// Whether a segment has anything of this user's.
    pub(crate) fn has(&self, segment: usize) -> bool {
        !self.segments[segment].bm25.is_empty()
    }

    /// BM25 of a memory, as a share of the greatest.
    pub(crate) fn bm25(&self, segment: usize, doc: DocId) -> f32 {
        share(self.segments[segment].bm25[doc as usize], self.best)
    }

    /// BM25 of a session, as a share of what all the question's words together may give.
    pub(crate) fn session(&self, segment: usize, session: u32) -> f32 {
        let session = self.segments[segment].sessions[session as usize];
        share(session, self.total)
    }

    /// How much of the question the memory covers that covers most of it.
    pub(crate) fn best_covered(&self) -> f32 {
        share(self.best_covered, self.total)
    }

    /// Share of the question's words, by rarity, that the memory has.
    pub(crate) fn covered(&self, segment: usize, doc: DocId) -> f32 {
        share(self.segments[segment].covered[doc as usize], self.total)
    }

    /// How rare it is that those named take part, where they do; 1 and more says much.
    pub(crate) fn people(&self, segment: usize, doc: DocId) -> f32 {
        let people = self.segments[segment].people.get(doc as usize);
        people.copied().unwrap_or(0.0)
    }

    /// Whether the one person named speaks.
    pub(crate) fn speaks(&self, segment: usize, doc: DocId) -> bool {
        let speaks = &self.segments[segment].speaks;
        speaks.as_ref().is_some_and(|s| s.contains(doc))
    }
}

/// Memories gone through for a question's words, at most; about a millisecond's worth.
const MOST_POSTINGS: u64 = 100_000;

/// Up to so many memories that have a word of the question, what stands beside any is looked at.
const FEW: usize = 4096;

/// Of more, beside those whose BM25 is at least this share of the greatest.
const STRONG: f32 = 0.3;

fn each(
    view: &View,
    segment: usize,
    user: u64,
    field: WordField,
    term: &str,
    mut take: impl FnMut(DocId),
) {
    if let Some(mut postings) = view.postings(&view.segments()[segment], user, field, term) {
        let mut doc = postings.doc();
        while doc != TERMINATED {
            take(doc);
            doc = postings.advance();
        }
    }
}

fn share(of: f32, all: f32) -> f32 {
    if all > 0.0 { of / all } else { 0.0 }
}
