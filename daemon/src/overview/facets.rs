//! How many memories there are of each person, place, tag and type.

use super::{names::Counted, narrow::Narrow, persons::Persons, table::Table};
use crate::{index::terms::fold, people::People, query::Filter};
use memo_common::api::{Facet, FacetKind, FacetValue, Facets, SourceType};
use std::cmp::Reverse;

/// What is to be counted.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    /// This alone; all of them where it is `None`.
    pub facet: Option<FacetKind>,
    /// Only values of which the beginning, or that of a word in them, is this.
    pub prefix: String,
    /// Only those behind this one.
    pub after: Option<Place>,
    /// So many at most.
    pub limit: usize,
}

/// A value's place among those of its kind: its memories, and its folded form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(Reverse<u64>, String);

impl Place {
    /// As a cursor says it.
    pub(crate) fn cursor(&self) -> String {
        format!("{}:{}", self.0.0, self.1)
    }

    /// The place that a cursor says.
    pub(crate) fn parse(cursor: &str) -> Option<Self> {
        let (memories, folded) = cursor.split_once(':')?;
        let memories = memories.parse().ok()?;
        Some(Self(Reverse(memories), folded.to_owned()))
    }
}

/// Counts what is wanted, over the memories that the filter admits. A person of several names is one value.
pub(crate) fn count(table: &Table, filter: &Filter, wanted: &Wanted, who: &People) -> Facets {
    let is_wanted = |kind| wanted.facet.is_none_or(|facet| facet == kind);
    let narrow = Narrow::new(table, filter);
    let persons = Persons::new(&table.people, who);
    let mut people = table.people.zeros();
    let mut places = table.places.zeros();
    let mut tags = table.tags.zeros();
    let mut types = [0; SourceType::ALL.len()];
    let mut memories = 0;
    for found in table.memories() {
        if !narrow.admits(table, &found) || !narrow.admits_days(&found) {
            continue;
        }
        memories += 1;
        persons.each(found.people(), |n| people[n as usize] += 1);
        found.tags().iter().for_each(|n| tags[*n as usize] += 1);
        if let Some(place) = found.row.place {
            places[place as usize] += 1;
        }
        types[found.alive.source_type as usize] += 1;
    }
    let mut next_cursor = None;
    let mut facet = |kind: FacetKind, counted: &mut dyn Iterator<Item = Counted<'_>>| {
        is_wanted(kind).then(|| {
            let (facet, next) = page(counted, wanted);
            next_cursor = next.filter(|_| wanted.facet.is_some());
            facet
        })
    };
    let mut counted = table.people.counted(&people).map(|c| persons.shown(c));
    let people = facet(FacetKind::People, &mut counted);
    let places = facet(FacetKind::Places, &mut table.places.counted(&places));
    let tags = facet(FacetKind::Tags, &mut table.tags.counted(&tags));
    let counted = SourceType::ALL.into_iter().map(|kind| Counted {
        folded: kind.as_str().into(),
        text: kind.as_str(),
        memories: types[kind as usize],
    });
    let mut counted = counted.filter(|c| c.memories > 0);
    let source_types = facet(FacetKind::SourceTypes, &mut counted);
    Facets {
        memories,
        people,
        places,
        tags,
        source_types,
        next_cursor,
    }
}

/// The values that are wanted, those of the most memories first, and where those behind them begin.
fn page<'n>(
    counted: impl Iterator<Item = Counted<'n>>,
    wanted: &Wanted,
) -> (Facet, Option<String>) {
    let prefix = fold(&wanted.prefix);
    let mut found: Vec<_> = counted
        .filter(|c| begins(&c.folded, &prefix))
        .map(|c| (Reverse(c.memories), c.folded, c.text))
        .collect();
    let total = found.len() as u64;
    if let Some(Place(memories, folded)) = &wanted.after {
        found.retain(|(m, f, _)| (m, &**f) > (memories, folded));
    }
    let more = found.len() > wanted.limit;
    if more {
        found.select_nth_unstable(wanted.limit);
        found.truncate(wanted.limit);
    }
    found.sort_unstable();
    let last = found.last().filter(|_| more);
    let next = last.map(|(memories, folded, _)| Place(*memories, folded.to_string()).cursor());
    let values = found.into_iter().map(|(memories, _, text)| FacetValue {
        value: text.to_owned(),
        memories: memories.0,
    });
    let values = values.collect();
    (Facet { total, values }, next)
}

/// Whether a name, or a word in it, begins like this.
fn begins(name: &str, prefix: &str) -> bool {
    let mut before = None;
    name.char_indices().any(|(at, c)| {
        let is_first = !before.is_some_and(char::is_alphanumeric);
        before = Some(c);
        is_first && name[at..].starts_with(prefix)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_the_beginning_of_each_of_its_words() {
        for (prefix, found) in [
            ("", true),
            ("ana", true),
            ("li", true),
            ("ana li", true),
            ("lima-c", true),
            ("cos", true),
            ("na", false),
            ("ima", false),
        ] {
            assert_eq!(begins("ana lima-costa", prefix), found, "{prefix}");
        }
    }

    #[test]
    fn pages_follow_each_other_whatever_changes_between_them() {
        let names = ["ana", "bo", "cy", "di", "é:e"];
        let counts = [3, 5, 3, 1, 1];
        let counted = || {
            let both = names.into_iter().zip(counts);
            both.map(|(name, memories)| Counted {
                folded: name.into(),
                text: name,
                memories,
            })
        };
        let mut wanted = Wanted {
            limit: 2,
            ..Wanted::default()
        };
        let mut all = Vec::new();
        loop {
            let (facet, next) = page(counted(), &wanted);
            assert_eq!(facet.total, 5);
            all.extend(facet.values.into_iter().map(|v| v.value));
            let Some(next) = next else { break };
            wanted.after = Place::parse(&next);
            assert!(wanted.after.is_some(), "{next}");
        }
        assert_eq!(all, ["bo", "ana", "cy", "di", "é:e"]);
        for bad in ["", "ana", "-1:ana", ":"] {
            assert_eq!(Place::parse(bad), None, "{bad}");
        }
    }
}
