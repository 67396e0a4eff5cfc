//! Names, each kept once and known by a number. Those that differ in nothing but case, accents and spacing are one.

use crate::people::key;
use std::{borrow::Cow, collections::HashMap, sync::Arc};

/// The spellings that were met.
#[derive(Default)]
pub(super) struct Names {
    numbers: HashMap<Arc<str>, u32>,
    spellings: Vec<Spelling>,
    /// By folded form, the number that stands for all spellings of a name.
    groups: HashMap<Arc<str>, u32>,
    folded: Vec<Arc<str>>,
}

struct Spelling {
    text: Arc<str>,
    group: u32,
}

/// A name with how many memories have it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Counted<'n> {
    pub(super) folded: Cow<'n, str>,
    pub(super) text: &'n str,
    pub(super) memories: u64,
}

impl Names {
    /// The number of a spelling, which gets one where it is new.
    pub(super) fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let folded: Arc<str> = key(text).into();
        let group = *self.groups.entry(folded.clone()).or_insert_with(|| {
            self.folded.push(folded);
            self.folded.len() as u32 - 1
        });
        let (text, number): (Arc<str>, _) = (text.into(), self.spellings.len() as u32);
        self.numbers.insert(text.clone(), number);
        self.spellings.push(Spelling { text, group });
        number
    }

    /// The number of the name that this is a spelling of.
    pub(super) fn group(&self, number: u32) -> u32 {
        self.spellings[number as usize].group
    }

    /// The number of the name of which this is a spelling, where it was met.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        self.groups.get(key(text).as_str()).copied()
    }

    /// The spellings, by their numbers.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.spellings.iter().map(|spelling| &*spelling.text)
    }

    /// No spelling is counted yet.
    pub(super) fn zeros(&self) -> Vec<u32> {
        vec![0; self.spellings.len()]
    }

    /// The names of which there are any, by counts of their spellings, each written as it is most often.
    pub(super) fn counted(&self, counts: &[u32]) -> impl Iterator<Item = Counted<'_>> {
        let mut groups: Vec<Option<(u32, u32, u64)>> = vec![None; self.folded.len()];
        for ((spelling, number), count) in self.spellings.iter().zip(0..).zip(counts) {
            if *count > 0 {
                let group = &mut groups[spelling.group as usize];
                let (best, most, sum) = group.unwrap_or((number, 0, 0));
                let better = *count > most;
                *group = Some((
                    if better { number } else { best },
                    most.max(*count),
                    sum + u64::from(*count),
                ));
            }
        }
        let met = self.folded.iter().zip(groups);
        met.filter_map(|(folded, group)| {
            let (best, _, memories) = group?;
            Some(Counted {
                folded: Cow::Borrowed(folded),
                text: &self.spellings[best as usize].text,
                memories,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_counted_together_and_written_as_most_do() {
        let mut names = Names::default();
        let numbers = ["ZOË", "Zoë", "zoe", "Ana", "Bo"].map(|name| names.number(name));
        assert_eq!(names.number("Zoë"), numbers[1]);
        assert_eq!(names.group(numbers[0]), names.group(numbers[2]));
        let counted: Vec<_> = names
            .counted(&[1, 3, 2, 4, 0])
            .map(|c| (c.folded.into_owned(), c.text, c.memories))
            .collect();
        let expected = [("zoe", "Zoë", 6), ("ana", "Ana", 4)].map(|(f, t, n)| (f.to_owned(), t, n));
        assert_eq!(counted, expected);
    }
}
