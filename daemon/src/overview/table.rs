//! What is kept of each memory.

use super::names::Names;
use crate::{
    index::people,
    live::Alive,
    series::Series,
    store::{Store, StoreError, records::MemoryRecord},
    when::When,
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// A user's memories.
#[derive(Default)]
pub(crate) struct Table {
    pub(super) people: Names,
    pub(super) places: Names,
    pub(super) tags: Names,
    versions: HashMap<u64, Rows>,
    /// The versions that answer.
    answering: Vec<(u64, Arc<Alive>)>,
    /// Memories of versions that were let go of: their names are still there.
    dropped: usize,
}

/// What is kept of a version's memories.
#[derive(Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    /// The numbers of the names of all rows.
    names: Vec<u32>,
    series: Vec<Series>,
}

/// What is kept of one memory.
pub(super) struct Row {
    pub(super) index: u32,
    pub(super) when: Option<When>,
    /// Where in `series` its own is.
    series: Option<u32>,
    pub(super) place: Option<u32>,
    /// Where in `names` its own begin; those of people come before tags.
    first: u32,
    people: u32,
    tags: u32,
}

/// A memory of the table.
#[derive(Clone, Copy)]
pub(super) struct Found<'t> {
    pub(super) version: u64,
    pub(super) alive: &'t Alive,
    pub(super) row: &'t Row,
    rows: &'t Rows,
}

impl<'t> Found<'t> {
    /// The numbers of the names of everybody in it.
    pub(super) fn people(&self) -> &'t [u32] {
        &self.rows.names[self.row.first as usize..][..self.row.people as usize]
    }

    /// The numbers of its tags.
    pub(super) fn tags(&self) -> &'t [u32] {
        let first = self.row.first + self.row.people;
        &self.rows.names[first as usize..][..self.row.tags as usize]
    }

    /// How it repeats, where it does.
    pub(super) fn series(&self) -> Option<&'t Series> {
        self.row.series.map(|at| &self.rows.series[at as usize])
    }
}

impl Table {
    /// Brings the table level with the versions that answer.
    pub(super) fn follow(
        &mut self,
        store: &Store,
        answering: Vec<(u64, Arc<Alive>)>,
    ) -> Result<(), StoreError> {
        let versions = |of: &[(u64, Arc<Alive>)]| of.iter().map(|(v, _)| *v).collect::<Vec<_>>();
        if versions(&answering) != versions(&self.answering) {
            self.follow_versions(store, &answering)?;
        }
        self.answering = answering;
        Ok(())
    }

    fn follow_versions(
        &mut self,
        store: &Store,
        answering: &[(u64, Arc<Alive>)],
    ) -> Result<(), StoreError> {
        let stay: HashMap<u64, Rows> = answering
            .iter()
            .filter_map(|(version, _)| self.versions.remove_entry(version))
            .collect();
        let count = |versions: &HashMap<u64, Rows>| -> usize {
            versions.values().map(|rows| rows.rows.len()).sum()
        };
        self.dropped += count(&self.versions);
        self.versions = stay;
        // Names are not taken back one by one: once most of what had them is gone, all is made anew.
        if self.dropped > count(&self.versions) {
            *self = Self::default();
        }
        for (version, alive) in answering {
            if !self.versions.contains_key(version) {
                let rows = self.read(store, *version, alive)?;
                self.versions.insert(*version, rows);
            }
        }
        Ok(())
    }

    /// A memory of this version has changed: it is read again at the next question.
    pub(super) fn let_go(&mut self, version: u64) {
        if let Some(rows) = self.versions.remove(&version) {
            self.dropped += rows.rows.len();
            self.answering.clear();
        }
    }

    fn read(&mut self, store: &Store, version: u64, alive: &Alive) -> Result<Rows, StoreError> {
        let mut rows = Rows::default();
        rows.rows.reserve_exact(alive.left() as usize);
        for memory in store.memories(version)? {
            let (index, record) = memory?;
            self.take(index, &record, &mut rows);
        }
        Ok(rows)
    }

    fn take(&mut self, index: u32, record: &MemoryRecord, rows: &mut Rows) {
        let first = rows.names.len();
        let all = people(
            &record.participants,
            record.speaker.as_deref(),
            &record.entities,
        );
        let all = all.map(str::trim).filter(|name| !name.is_empty());
        each_once(&mut self.people, all, &mut rows.names);
        let people = rows.names.len() - first;
        let tags = record.tags.iter().map(String::as_str);
        each_once(&mut self.tags, tags, &mut rows.names);
        let place = record.place.as_deref().map(str::trim);
        let series = record.series().map(|series| {
            rows.series.push(series);
            rows.series.len() as u32 - 1
        });
        rows.rows.push(Row {
            index,
            when: record.when(),
            series,
            place: place
                .filter(|place| !place.is_empty())
                .map(|place| self.places.number(place)),
            first: first as u32,
            people: people as u32,
            tags: (rows.names.len() - first - people) as u32,
        });
    }

    /// The memories that may answer.
    pub(super) fn memories(&self) -> impl Iterator<Item = Found<'_>> {
        let versions = self.answering.iter().filter_map(|(version, alive)| {
            let rows = self.versions.get(version)?;
            Some((*version, &**alive, rows))
        });
        versions.flat_map(|(version, alive, rows)| {
            let mut removed = alive.removed.clone();
            removed.sort_unstable();
            let left = move |row: &&Row| removed.binary_search(&row.index).is_err();
            rows.rows.iter().filter(left).map(move |row| Found {
                version,
                alive,
                row,
                rows,
            })
        })
    }
}

/// Adds the numbers of these names, one spelling of each.
fn each_once<'n>(names: &mut Names, all: impl Iterator<Item = &'n str>, numbers: &mut Vec<u32>) {
    let mut groups = HashSet::new();
    for name in all {
        let number = names.number(name);
        if groups.insert(names.group(number)) {
            numbers.push(number);
        }
    }
}
