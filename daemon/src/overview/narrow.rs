//! Which memories are asked for: what a filter says, looked up in the table once.

use super::{
    names::Names,
    table::{Found, Table},
};
use crate::{
    index::{document::words, terms::fold},
    people::key,
    query::Filter,
};
use jiff::civil::Date;

/// The words of a name that are looked for, a bit each; no name has more.
const MOST_WORDS: usize = 64;

/// A filter, ready for the memories of one table. It admits what the list of memories admits.
pub(super) struct Narrow<'f> {
    filter: &'f Filter,
    participant: Option<Words>,
    place: Option<Words>,
    /// The tag's number, where any memory has it.
    tag: Option<Option<u32>>,
}

/// Which of the words that are looked for each spelling has.
struct Words {
    all: u64,
    of: Vec<u64>,
}

impl Words {
    /// The words that are wanted, each with the keys of names that count as having it; and how a spelling is split.
    fn new<'n, 'w, W: Iterator<Item = &'n str>>(
        names: &'n Names,
        wanted: impl Iterator<Item = (&'w str, &'w [String])>,
        words: impl Fn(&'n str) -> W,
    ) -> Self {
        let wanted = wanted.take(MOST_WORDS);
        let wanted: Vec<(String, &[String])> = wanted.map(|(w, names)| (fold(w), names)).collect();
        let by_name = wanted.iter().any(|(_, names)| !names.is_empty());
        let bits = |name: &'n str| {
            let words: Vec<String> = words(name).map(fold).collect();
            let key = if by_name { key(name) } else { String::new() };
            let has =
                |(word, names): &(String, &[String])| words.contains(word) || names.contains(&key);
            let all = wanted.iter().zip(0..).filter(|(wanted, _)| has(wanted));
            all.fold(0u64, |bits, (_, at)| bits | 1 << at)
        };
        let of = names.texts().map(bits).collect();
        let all = (0..wanted.len()).fold(0, |bits, at| bits | 1 << at);
        Self { all, of }
    }

    /// Whether these names together have all words.
    fn are_in(&self, numbers: &[u32]) -> bool {
        let found = numbers.iter().fold(0, |b, n| b | self.of[*n as usize]);
        found == self.all
    }
}

impl<'f> Narrow<'f> {
    pub(super) fn new(table: &'f Table, filter: &'f Filter) -> Self {
        let participant = filter.participant.as_ref();
        let participant =
            participant.map(|_| Words::new(&table.people, filter.people(), str::split_whitespace));
        let place = filter.place.as_deref();
        let place = place.map(|place| {
            let wanted = words(place).map(|word| (word, &[][..]));
            Words::new(&table.places, wanted, words)
        });
        let tag = filter.tag.as_deref();
        Self {
            filter,
            participant,
            place,
            tag: tag.map(|tag| table.tags.find(tag.trim())),
        }
    }

    /// Whether it admits a memory, whenever it was.
    pub(super) fn admits(&self, table: &Table, found: &Found<'_>) -> bool {
        let Filter {
            item_id,
            source_type,
            ..
        } = self.filter;
        let tagged = |tag: &Option<u32>| {
            tag.is_some_and(|tag| found.tags().iter().any(|t| table.tags.group(*t) == tag))
        };
        item_id
            .as_deref()
            .is_none_or(|id| id == &*found.alive.item_id)
            && source_type.is_none_or(|t| t == found.alive.source_type)
            && self.tag.as_ref().is_none_or(tagged)
            && self
                .participant
                .as_ref()
                .is_none_or(|words| words.are_in(found.people()))
            && self
                .place
                .as_ref()
                .is_none_or(|words| words.are_in(found.row.place.as_slice()))
    }

    /// Whether it admits a memory, also for its days.
    pub(super) fn admits_days(&self, found: &Found<'_>) -> bool {
        let (since, until) = (self.filter.since, self.filter.until);
        if since.or(until).is_none() {
            return true;
        }
        let (from, to) = (since.unwrap_or(Date::MIN), until.unwrap_or(Date::MAX));
        match (found.series(), found.row.when) {
            (Some(series), _) => series.between(from, to).next().is_some(),
            (None, Some(when)) => {
                let (first, last) = when.days();
                first <= to && last >= from
            }
            (None, None) => false,
        }
    }
}
