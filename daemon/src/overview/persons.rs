//! Everybody in a user's memories, where several names may be one person's.

use super::{
    names::{Counted, Names},
    table::Table,
};
use crate::people::{People, key};
use memo_common::api::Name;
use std::collections::HashMap;

/// The persons whose names these are.
pub(super) struct Persons<'t> {
    who: &'t People,
    /// By a spelling's number, the one that stands for all names of its person; nothing where nothing is said of any name.
    lead: Vec<u32>,
}

impl<'t> Persons<'t> {
    pub(super) fn new(names: &Names, who: &'t People) -> Self {
        let mut lead = Vec::new();
        if !who.is_empty() {
            let mut leads = HashMap::new();
            lead.extend(names.texts().zip(0..).map(|(name, number)| {
                let person = who.number(name);
                person.map_or(number, |person| *leads.entry(person).or_insert(number))
            }));
        }
        Self { who, lead }
    }

    /// Of the names of one memory, a number for each person.
    pub(super) fn each(&self, names: &[u32], mut take: impl FnMut(u32)) {
        if self.lead.is_empty() {
            return names.iter().copied().for_each(take);
        }
        let lead = |at: usize| self.lead[names[at] as usize];
        // Only who is there by two names is there twice; memories that name many are few.
        let mut met: Vec<u32> = (0..names.len()).map(lead).collect();
        met.sort_unstable();
        met.dedup();
        met.into_iter().for_each(&mut take);
    }

    /// What was counted of a name, by the name to show.
    pub(super) fn shown<'n>(&self, counted: Counted<'n>) -> Counted<'n>
    where
        't: 'n,
    {
        match self.who.number(counted.text) {
            None => counted,
            Some(person) => {
                let text = self.who.shown_of(person);
                Counted {
                    folded: key(text).into(),
                    text,
                    ..counted
                }
            }
        }
    }
}

/// How many memories there are of each name, and of each person of whom something is said.
#[derive(Debug, Default)]
pub(crate) struct Everybody {
    pub names: Vec<Name>,
    /// By their numbers in the table of names.
    pub persons: HashMap<usize, u64>,
}

/// Counts everybody in a user's memories.
pub(crate) fn everybody(table: &Table, who: &People) -> Everybody {
    let all = Persons::new(&table.people, who);
    let (mut names, mut persons) = (table.people.zeros(), table.people.zeros());
    for found in table.memories() {
        found.people().iter().for_each(|n| names[*n as usize] += 1);
        all.each(found.people(), |n| persons[n as usize] += 1);
    }
    let numbered = table.people.texts().zip(persons);
    let persons = numbered.filter(|(_, memories)| *memories > 0);
    let persons = persons.filter_map(|(name, memories)| Some((who.number(name)?, memories.into())));
    let names = table.people.counted(&names).map(|counted| Name {
        name: counted.text.to_owned(),
        memories: counted.memories,
    });
    Everybody {
        names: names.collect(),
        persons: persons.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::Said;

    #[test]
    fn whoever_has_two_names_is_counted_once() {
        let mut names = Names::default();
        let numbers = ["Mom", "Bo", "helen", "Helen"].map(|name| names.number(name));
        let who = People::new([Said {
            name: "Mom".into(),
            into: Some("Helen".into()),
            ..Said::default()
        }]);
        let persons = Persons::new(&names, &who);
        let mut counts = names.zeros();
        for memory in [&numbers[..3], &numbers[3..], &numbers[1..2]] {
            persons.each(memory, |n| counts[n as usize] += 1);
        }
        let counted = names.counted(&counts).map(|c| persons.shown(c));
        let counted: Vec<_> = counted.map(|c| (c.text.to_owned(), c.memories)).collect();
        assert_eq!(counted, [("Helen".to_owned(), 2), ("Bo".to_owned(), 2)]);
        let nobody = People::default();
        let mut all = Vec::new();
        Persons::new(&names, &nobody).each(&numbers, |n| all.push(n));
        assert_eq!(all, numbers);
    }
}
