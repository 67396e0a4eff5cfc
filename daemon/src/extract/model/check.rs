//! A memory as told → one that holds. What of it does not stand in the words it rests on is the embedded memory's.

use super::{Unit, reply::Memory};
use crate::{
    extract::{
        Draft, Read, clock,
        entities::lexicon::fold,
        evidence::{Evidence, agree},
        first_person, sentences, talk,
    },
    when::When,
};
use memo_common::api::Entity;
use std::{collections::HashSet, ops::Range};

/// Share of a sentence's words of content that have to stand in what it rests on: paraphrase is welcome.
const SHARE: f32 = 0.6;

/// Longest narrative, characters; longest other text; longest list.
const NARRATIVE: usize = 4_000;
const TEXT: usize = 200;
const LIST: usize = 40;

/// Keywords of a memory.
const TAGS: usize = 8;

/// A memory that holds, and the units it rests on.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// Indexes among the document's units, ascending.
    pub(super) units: Vec<usize>,
    pub(super) draft: Draft,
}

/// Takes in what a unit says: its words, and what the embedded way made of them.
pub(super) fn add_unit(evidence: &mut Evidence, unit: &Unit) {
    evidence.add(unit.text());
    add_draft(evidence, &unit.draft);
    if let Some(source) = &unit.source {
        for when in source.named.iter().chain(&source.written) {
            evidence.add_when(*when);
        }
    }
}

/// Takes in what an embedded memory says.
fn add_draft(evidence: &mut Evidence, draft: &Draft) {
    evidence.add(&draft.narrative);
    let names = draft.participants.iter().chain(&draft.place);
    let named = draft.entities.iter().map(|e| &e.name);
    for text in names.chain(named).chain(&draft.tags) {
        evidence.add(text);
    }
    if let Some(when) = draft.when {
        evidence.add_when(when);
    }
}

/// Checks a memory: its narrative against the units it names and what holds for all (`shared`), its names against the
/// window (`whole`). `None` where it names no unit, or nothing of its narrative holds.
pub(super) fn check(
    told: Memory,
    window: &[(usize, &Unit)],
    whole: &Evidence,
    shared: &Evidence,
    read: &Read<Unit>,
) -> Option<Told> {
    let mut numbers: Vec<usize> = told
        .sources
        .iter()
        .filter_map(|n| usize::try_from(*n).ok()?.checked_sub(1))
        .filter(|n| *n < window.len())
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    let units: Vec<&Unit> = numbers.iter().map(|n| window[*n].1).collect();
    let first = *units.first()?;
    let mut own = shared.clone();
    for unit in &units {
        add_unit(&mut own, unit);
    }
    let narrative = narrative(&told.narrative, &own, first, read)?;
    let embedded = |list: fn(&Draft) -> &Vec<String>| -> Vec<String> {
        let all = units.iter().flat_map(|u| list(&u.draft));
        unique(all.cloned())
    };
    let all_hold = |names: &[String]| names.iter().all(|n| whole.has_name(n));
    let participants = list(told.participants).filter(|names| !names.is_empty() && all_hold(names));
    let participants = match participants {
        Some(names) => unique(names.into_iter().map(|name| {
            let known = read.people.resolve(&name);
            known.map_or(name, |p| read.people.name(p).to_owned())
        })),
        None => embedded(|d| &d.participants),
    };
    let tags = list(told.tags).map(|tags| {
        let lower = tags.into_iter().map(|t| t.to_lowercase());
        unique(lower.filter(|t| own.has_name(t)))
    });
    let tags = tags.filter(|tags| !tags.is_empty());
    let speakers: HashSet<_> = units.iter().map(|u| &u.draft.speaker).collect();
    let draft = Draft {
        participants,
        when: when(told.when.as_deref(), &own).or_else(|| units.iter().find_map(|u| u.draft.when)),
        place: told
            .place
            .map(|p| tidy(&p, TEXT))
            .filter(|p| whole.has_words(p))
            .or_else(|| units.iter().find_map(|u| u.draft.place.clone())),
        entities: entities(told.entities, whole, &units),
        tags: tags
            .unwrap_or_else(|| embedded(|d| &d.tags))
            .into_iter()
            .take(TAGS)
            .collect(),
        spans: join_spans(units.iter().flat_map(|u| u.draft.spans.iter().cloned())),
        speaker: first.draft.speaker.clone().filter(|_| speakers.len() == 1),
        asks: talk::asks(&narrative),
        thread: first.draft.thread,
        series: first.draft.series.clone(),
        narrative,
    };
    Some(Told {
        units: numbers.iter().map(|n| window[*n].0).collect(),
        draft,
    })
}

/// The sentences of a narrative that hold, in the first person; `None` for one that tells of the user as of somebody else.
fn narrative(told: &str, own: &Evidence, first: &Unit, read: &Read<Unit>) -> Option<String> {
    let told = tidy(told, NARRATIVE);
    let now = first.source.as_ref().and_then(|s| s.written);
    let now = now.map_or(read.clock.now, |w| clock::moment(w, read.clock.now.time()));
    let reference = read.clock.at(now);
    let sentences = sentences::split(&told).into_iter().map(|s| &told[s]);
    let hold: Vec<&str> = sentences
        .filter(|s| own.supports(s, &reference, SHARE).is_ok())
        .collect();
    let narrative = hold.join(" ");
    let own = first_person::told(&narrative, &read.people);
    // "Ann Brook called the vet. He came to her on Tuesday.": whose "her" is, no rule can tell
    let of_another = own != narrative && !first_person::speaks(&narrative);
    (own.contains(char::is_alphanumeric) && !of_another).then_some(own)
}

/// A time that the words name, or that is known of them.
fn when(told: Option<&str>, own: &Evidence) -> Option<When> {
    let when: When = told?.trim().parse().ok()?;
    let mut known = own.whens().iter();
    known
        .any(|w| agree(when, *w) && when.days() == w.days())
        .then_some(when)
}

/// The named things that stand in the window; where one does not, those of the embedded memories.
fn entities(told: Option<Vec<Entity>>, whole: &Evidence, units: &[&Unit]) -> Vec<Entity> {
    let told = told
        .unwrap_or_default()
        .into_iter()
        .take(LIST)
        .map(|e| Entity {
            name: tidy(&e.name, TEXT),
            ..e
        });
    let told: Vec<Entity> = told.collect();
    let hold = !told.is_empty() && told.iter().all(|e| whole.has_name(&e.name));
    let embedded = units.iter().flat_map(|u| u.draft.entities.iter().cloned());
    let mut seen = HashSet::new();
    let mut out = match hold {
        true => told,
        false => embedded.collect(),
    };
    out.retain(|e| seen.insert(fold(&e.name)));
    out
}

fn list(told: Option<Vec<String>>) -> Option<Vec<String>> {
    let tidy = |t: String| tidy(&t, TEXT);
    Some(
        told?
            .into_iter()
            .take(LIST)
            .map(tidy)
            .filter(|t| !t.is_empty())
            .collect(),
    )
}

fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    names.filter(|n| seen.insert(fold(n))).collect()
}

/// On one line, without control characters, not too long.
fn tidy(text: &str, longest: usize) -> String {
    let plain: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control())
        .take(longest)
        .collect();
    plain
        .split(' ')
        .filter(|w| !w.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Spans ascending and not touching.
fn join_spans(spans: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut spans: Vec<_> = spans.collect();
    spans.sort_by_key(|s| s.start);
    let mut out: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match out.last_mut() {
            Some(last) if span.start <= last.end + 1 => last.end = last.end.max(span.end),
            _ => out.push(span),
        }
    }
    out
}
