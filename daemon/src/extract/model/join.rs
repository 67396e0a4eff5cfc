//! The memories of all windows, and what is left of the embedded ones.

use super::{Unit, Way, check::Told};
use crate::extract::{
    Draft, Source,
    clock::{self, Clock},
    entities::token::tokens,
    evidence::Evidence,
    sentences,
};
use std::collections::HashSet;

/// Share of their words that two memories of the same units have in common from which on they are one.
const SAME: f32 = 0.6;

/// Share of the words of each sentence that has to be told by the model for an embedded memory to go, beside all of its
/// numbers, names, dates and links.
const TOLD: f32 = 0.6;

/// What a document's memories are in the end.
pub(super) struct Joined {
    pub(super) drafts: Vec<Draft>,
    pub(super) way: Way,
}

/// Joins what the model told with the embedded memories that it did not tell all of, in the order of the document.
/// `shared` is what needs not be told again.
pub(super) fn join(units: Vec<Unit>, told: Vec<Told>, shared: &Evidence, clock: Clock) -> Joined {
    let told = without_doubles(told);
    let mut tellers: Vec<Vec<usize>> = vec![Vec::new(); units.len()];
    for (at, memory) in told.iter().enumerate() {
        for unit in &memory.units {
            tellers[*unit].push(at);
        }
    }
    let mut ordered: Vec<(usize, usize, Draft)> = Vec::new();
    let mut left = 0;
    for (at, unit) in units.into_iter().enumerate() {
        let tellers = tellers[at].iter().map(|t| &told[*t].draft);
        if !is_told(&unit.draft, unit.source.as_ref(), tellers, shared, clock) {
            left += 1;
            ordered.push((at, 1, unit.draft));
        }
    }
    let way = match (told.is_empty(), left) {
        (true, _) => Way::Embedded,
        (false, 0) => Way::Llm,
        (false, _) => Way::Mixed,
    };
    let first = |t: &Told| t.units.first().copied().unwrap_or_default();
    ordered.extend(told.into_iter().map(|t| (first(&t), 0, t.draft)));
    ordered.sort_by_key(|(at, kind, _)| (*at, *kind));
    Joined {
        drafts: ordered.into_iter().map(|(_, _, draft)| draft).collect(),
        way,
    }
}

/// Whether these memories say all that this one says.
fn is_told<'a>(
    draft: &Draft,
    source: Option<&Source>,
    tellers: impl Iterator<Item = &'a Draft>,
    shared: &Evidence,
    clock: Clock,
) -> bool {
    let mut tellers = tellers.peekable();
    if tellers.peek().is_none() {
        return false;
    }
    let mut told = shared.clone();
    for teller in tellers {
        // Not its things and keywords: they name what they do not tell, and may be the embedded memory's own.
        told.add(&teller.narrative);
        for name in teller.participants.iter().chain(&teller.place) {
            told.add(name);
        }
        if let Some(when) = teller.when {
            told.add_when(when);
        }
    }
    let written = source.and_then(|s| s.written);
    let now = written.map_or(clock.now, |w| clock::moment(w, clock.now.time()));
    let reference = clock.at(now);
    let narrative = draft.narrative.as_str();
    let mut sentences = sentences::split(narrative).into_iter();
    sentences.all(|s| told.supports(&narrative[s], &reference, TOLD).is_ok())
}

/// Without memories that tell again what one before tells of the same units: in the overlap of two windows, or by a
/// model that repeats itself.
fn without_doubles(told: Vec<Told>) -> Vec<Told> {
    let mut kept: Vec<(Told, HashSet<String>)> = Vec::new();
    for memory in told {
        let words: HashSet<String> = tokens(&memory.draft.narrative)
            .into_iter()
            .filter(|t| t.word)
            .map(|t| t.folded.into())
            .collect();
        // Overlaps are short: a double stands near the end.
        let mut near = kept.iter().rev().take(32);
        let is_double = near.any(|(before, known)| {
            let common = words.intersection(known).count();
            let least = words.len().min(known.len()).max(1);
            before.units.iter().any(|u| memory.units.contains(u))
                && common as f32 / least as f32 >= SAME
        });
        if !is_double {
            kept.push((memory, words));
        }
    }
    kept.into_iter().map(|(memory, _)| memory).collect()
}
