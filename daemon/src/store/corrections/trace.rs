//! By what a memory is known when its document is read again: the passages that it was read from, and where these changed a
//! little, their words.

use super::super::records::MemoryRecord;
use crate::index::{document::words, terms::fold};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// Words of a passage that are kept: those of the smallest hashes, which are the same for the same words.
const KEPT: usize = 200;

/// Words that more memories of a document have say nothing of which one is meant.
const FREQUENT: usize = 64;

/// A passage that shares no larger part of its words with another is not that one (Dice's coefficient).
const ALIKE: f32 = 0.5;

/// What a memory is known by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trace {
    /// Hash of its passages.
    passage: String,
    /// Hashes of their words, ascending.
    words: Vec<u32>,
    /// Hash of its account, as it was read.
    account: u32,
    /// When it happened, as it was read.
    when: Option<String>,
    /// Whether other memories of its document are of the same words.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    repeated: bool,
    /// Its index.
    index: u32,
}

impl Trace {
    /// What each of these memories, as they were read, is known by.
    pub(crate) fn all(memories: &[(u32, MemoryRecord)], text: &str) -> Vec<Self> {
        let mut all: Vec<Self> = memories
            .iter()
            .map(|(index, memory)| Self::of(*index, memory, text))
            .collect();
        let mut count: HashMap<String, u32> = HashMap::new();
        for trace in &all {
            *count.entry(trace.passage.clone()).or_default() += 1;
        }
        for trace in &mut all {
            trace.repeated = count.get(&trace.passage).is_some_and(|n| *n > 1);
        }
        all
    }

    /// What is the same of the same memory.
    pub(super) fn key(&self) -> (String, Option<String>, u32, u32) {
        let place = if self.repeated { self.index } else { 0 };
        (self.passage.clone(), self.when.clone(), self.account, place)
    }

    fn of(index: u32, memory: &MemoryRecord, text: &str) -> Self {
        let passages = memory.spans.iter();
        let passages: Vec<&str> = passages
            .filter_map(|&(start, end)| text.get(start as usize..end as usize))
            .collect();
        // What comes from no passage is known by its account.
        let said = match passages.is_empty() {
            true => memory.narrative.clone(),
            false => passages.join("\n"),
        };
        let mut hashes: Vec<u32> = words(&said).map(|word| hash(&fold(word))).collect();
        hashes.sort_unstable();
        hashes.dedup();
        hashes.truncate(KEPT);
        Self {
            passage: blake3::hash(said.as_bytes()).to_hex()[..32].to_owned(),
            words: hashes,
            account: hash(&memory.narrative),
            when: memory.when.clone(),
            repeated: false,
            index,
        }
    }
}

fn hash(text: &str) -> u32 {
    let mut first = [0; 4];
    first.copy_from_slice(&blake3::hash(text.as_bytes()).as_bytes()[..4]);
    u32::from_le_bytes(first)
}

/// Which of the memories `there` each of those that are looked for is, by its place in the list; no two are the same one.
/// Where two are looked for that are the same, the first of them is found.
pub(super) fn find(sought: &[Trace], there: &[Trace]) -> Vec<Option<usize>> {
    let mut found = vec![None; sought.len()];
    let mut taken = HashSet::new();
    let mut passages: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, trace) in there.iter().enumerate() {
        passages.entry(&trace.passage).or_default().push(at);
    }
    let mut changed = Vec::new();
    for (one, trace) in sought.iter().enumerate() {
        let Some(same) = passages.get(trace.passage.as_str()) else {
            changed.push(one);
            continue;
        };
        let free = same.iter().copied().filter(|at| !taken.contains(at));
        found[one] = of_same_words(trace, free, same.len(), there);
        taken.extend(found[one]);
    }
    for (one, at) in alike(sought, &changed, there, &taken) {
        found[one] = Some(at);
    }
    found
}

/// The one of several memories of the same words: of the same account and time, else of the same time; where that leaves
/// it open, none, rather than another day's.
fn of_same_words(
    trace: &Trace,
    mut free: impl Iterator<Item = usize> + Clone,
    all: usize,
    there: &[Trace],
) -> Option<usize> {
    if all == 1 && !trace.repeated {
        return free.next();
    }
    let nearest = |is: &dyn Fn(&Trace) -> bool| {
        let these = free.clone().filter(|at| is(&there[*at]));
        these.min_by_key(|at| there[*at].index.abs_diff(trace.index))
    };
    nearest(&|t| t.when == trace.when && t.account == trace.account)
        .or_else(|| nearest(&|t| t.when == trace.when))
}

/// For those of `sought` whose passages are no more, the memories that share most of their words with them, the likest first.
fn alike(
    sought: &[Trace],
    changed: &[usize],
    there: &[Trace],
    taken: &HashSet<usize>,
) -> Vec<(usize, usize)> {
    if changed.is_empty() {
        return Vec::new();
    }
    let mut having: HashMap<u32, Vec<usize>> = HashMap::new();
    for (at, trace) in there.iter().enumerate() {
        for word in &trace.words {
            having.entry(*word).or_default().push(at);
        }
    }
    let is_frequent = |word: &u32| having.get(word).is_some_and(|at| at.len() > FREQUENT);
    let telling = |trace: &Trace| trace.words.iter().filter(|w| !is_frequent(w)).count();
    let mut pairs = Vec::new();
    for &one in changed {
        let trace = &sought[one];
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for word in trace.words.iter().filter(|w| !is_frequent(w)) {
            for at in having.get(word).into_iter().flatten() {
                *shared.entry(*at).or_default() += 1;
            }
        }
        for (at, count) in shared.into_iter().filter(|(at, _)| !taken.contains(at)) {
            let all = telling(trace) + telling(&there[at]);
            let dice = 2.0 * count as f32 / all.max(1) as f32;
            if dice >= ALIKE {
                pairs.push((dice, one, at));
            }
        }
    }
    pairs.sort_by(|a, b| {
        let order = |&(_, one, at): &(f32, usize, usize)| {
            let (was, is) = (&sought[one], &there[at]);
            (was.when != is.when, was.index.abs_diff(is.index), one, at)
        };
        b.0.total_cmp(&a.0).then_with(|| order(a).cmp(&order(b)))
    });
    let (mut ones, mut ats) = (HashSet::new(), HashSet::new());
    pairs.retain(|(_, one, at)| {
        let free = !ones.contains(one) && !ats.contains(at);
        if free {
            ones.insert(*one);
            ats.insert(*at);
        }
        free
    });
    pairs.into_iter().map(|(_, one, at)| (one, at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memories of a text's lines, each of the day before its colon.
    fn traces(text: &str) -> Vec<Trace> {
        let mut start = 0;
        let memories: Vec<(u32, MemoryRecord)> = (0..)
            .zip(text.lines())
            .map(|(index, line)| {
                let from = start + line.find(':').map_or(0, |at| at + 1);
                start += line.len() + 1;
                let said = line.split_once(':').map_or(line, |(_, said)| said);
                let when = line.split_once(':').map(|(day, _)| day.to_owned());
                let memory = MemoryRecord {
                    narrative: said.to_owned(),
                    participants: Vec::new(),
                    when,
                    place: None,
                    entities: Vec::new(),
                    tags: Vec::new(),
                    spans: vec![(from as u64, (start - 1) as u64)],
                    speaker: None,
                    asks: false,
                    thread: 0,
                    series: None,
                    correction: None,
                };
                (index, memory)
            })
            .collect();
        Trace::all(&memories, text)
    }

    fn found(before: &str, line: usize, after: &str) -> Option<usize> {
        let sought = traces(before)[line].clone();
        find(&[sought], &traces(after))[0]
    }

    #[test]
    fn a_passage_is_found_wherever_it_moved_to() {
        let before = "1:Met Ana at the harbour.\n2:Baked rye bread.";
        assert_eq!(
            found(
                before,
                0,
                "0:New.\n2:Baked rye bread.\n1:Met Ana at the harbour."
            ),
            Some(2)
        );
        // The same words, read as of another day: it is the only one that they may be.
        assert_eq!(found(before, 1, "9:Baked rye bread."), Some(0));
    }

    #[test]
    fn a_passage_that_changed_a_little_is_found_by_its_words() {
        let before =
            "1:Met Ana at the harbour to talk of the new pump.\n2:Baked rye bread with Ines.";
        let after = "2:Baked rye bread with Ines.\n1:Met Anna at the harbour, to talk of the old pump and the key.";
        assert_eq!(found(before, 0, after), Some(1));
        assert_eq!(
            found(
                before,
                0,
                "1:Swam in the lake.\n2:Baked rye bread with Ines."
            ),
            None
        );
    }

    #[test]
    fn of_what_was_said_on_several_days_the_same_day_is_meant() {
        let before = "1:Went running.\n2:Went running.\n3:Went running.";
        assert_eq!(found(before, 1, before), Some(1));
        assert_eq!(
            found(before, 1, "2:Went running.\n3:Went running."),
            Some(0)
        );
        assert_eq!(found(before, 1, "1:Went running.\n3:Went running."), None);
        assert_eq!(found(before, 1, "3:Went running."), None);
    }

    #[test]
    fn no_memory_is_two() {
        let there = traces("1:Met Ana at the harbour.");
        let sought = [there[0].clone(), there[0].clone()];
        assert_eq!(find(&sought, &there), [Some(0), None]);
    }
}
