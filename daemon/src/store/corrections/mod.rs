//! What a person put right in memories: written into the memory, with what was read beside it, and kept with the document,
//! so that it finds its memory again when the document is read again (`trace`).

mod trace;

pub(crate) use trace::Trace;

use super::{
    Store, StoreError, Tree, Txn, Waiting,
    documents::{change, wanted},
    keyspace,
    memories::timeline_key,
    records::{ChangeRecord, CorrectionRecord, DocumentRecord, MemoryRecord, VersionRecord},
};
use memo_common::api::{Correction, MemoryPatch};
use std::{cmp::Reverse, collections::HashSet};

/// Corrections of one document that wait for their memories to come back, at most: the latest are kept.
pub(crate) const MOST_WAITING: usize = 1000;

/// A correction that comes with an import.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The memory's index.
    pub index: u32,
    pub fields: Correction,
    /// RFC 3339.
    pub changed: String,
}

impl Store {
    /// Does this to a memory of a live version, which is known by `trace` where it has not been put right yet. Answers the
    /// change that the index has to take in; `None`: there is no such memory.
    pub(crate) fn correct(
        &self,
        (version, index): (u64, u32),
        patch: MemoryPatch,
        trace: Trace,
        now: String,
    ) -> Waiting<Option<u64>> {
        self.add(move |txn| {
            let (Some(about), Some(memory)) = (
                wanted(txn, version)?,
                txn.get::<MemoryRecord>(Tree::Memories, &keyspace::memory(version, index))?,
            ) else {
                return Ok(None);
            };
            let document = keyspace::document(&about.user, &about.item_id);
            let document = txn.get::<DocumentRecord>(Tree::Documents, &document)?;
            if document.and_then(|d| d.live) != Some(version) {
                return Ok(None);
            }
            let number = match memory.correction {
                Some(number) => number,
                None => txn.next("correction")?,
            };
            let key = keyspace::correction(&about.user, &about.item_id, number);
            let before = txn.get::<CorrectionRecord>(Tree::Corrections, &key)?;
            let read = match &before {
                Some(before) => as_read(&memory, before),
                None => memory.clone(),
            };
            let (trace, fields) = match before {
                Some(before) => (before.trace, before.fields),
                None => (trace, Correction::default()),
            };
            let fields = patch.applied(fields);
            let place = Place {
                about: &about,
                version,
                index,
            };
            put(txn, place, &memory, read, number, (trace, fields, now))?;
            change(txn, &ChangeRecord::Corrected { version, index }).map(Some)
        })
    }

    /// Keeps what was put right in memories of a document that is still to be read.
    pub(crate) fn keep_corrections(
        &self,
        user: &str,
        item_id: &str,
        corrections: Vec<CorrectionRecord>,
    ) -> Waiting<()> {
        let (user, item_id) = (user.to_owned(), item_id.to_owned());
        self.add(move |txn| {
            for correction in corrections {
                let number = txn.next("correction")?;
                let key = keyspace::correction(&user, &item_id, number);
                txn.put(Tree::Corrections, key, &correction)?;
            }
            Ok(())
        })
    }

    /// What a person put right in a document's memories, with the number of each.
    pub(crate) fn corrections(
        &self,
        user: &str,
        item_id: &str,
    ) -> Result<Vec<(u64, CorrectionRecord)>, StoreError> {
        let trees = self.trees()?;
        let rows = trees
            .of(Tree::Corrections)
            .scan_prefix(keyspace::corrections(user, item_id));
        rows.map(|row| {
            let (key, value) = row?;
            let number = keyspace::of_correction(&key).unwrap_or(0);
            Ok((number, super::parse(Tree::Corrections, &value)?))
        })
        .collect()
    }

    /// What was put right in a memory of this document.
    pub(crate) fn correction(
        &self,
        user: &str,
        item_id: &str,
        memory: &MemoryRecord,
    ) -> Result<Option<CorrectionRecord>, StoreError> {
        match memory.correction {
            Some(number) => self.get(
                Tree::Corrections,
                &keyspace::correction(user, item_id, number),
            ),
            None => Ok(None),
        }
    }
}

/// Where a memory is.
#[derive(Clone, Copy)]
struct Place<'a> {
    about: &'a VersionRecord,
    version: u64,
    index: u32,
}

/// Writes a memory as it was read and put right, and the correction beside it; where that leaves nothing to put right, the
/// correction goes.
fn put(
    txn: &mut Txn<'_>,
    place: Place<'_>,
    before: &MemoryRecord,
    read: MemoryRecord,
    number: u64,
    (trace, fields, changed): (Trace, Correction, String),
) -> Result<(), StoreError> {
    let Place {
        about,
        version,
        index,
    } = place;
    let (was, fields) = different(&read, fields);
    let mut memory = corrected(&read, &fields);
    let key = keyspace::correction(&about.user, &about.item_id, number);
    memory.correction = match fields.is_empty() {
        true => {
            txn.remove(Tree::Corrections, key);
            None
        }
        false => {
            let record = CorrectionRecord {
                index: Some(index),
                trace,
                series: read.series.filter(|_| was.when.is_some()),
                read: was,
                fields,
                changed,
            };
            txn.put(Tree::Corrections, key, &record)?;
            Some(number)
        }
    };
    let old = timeline_key(about, version, index, before);
    let new = timeline_key(about, version, index, &memory);
    if old != new {
        txn.remove(Tree::Timeline, old);
        txn.put_raw(Tree::Timeline, new, []);
    }
    txn.put(Tree::Memories, keyspace::memory(version, index), &memory)
}

/// A memory as it was read.
pub(crate) fn as_read(memory: &MemoryRecord, correction: &CorrectionRecord) -> MemoryRecord {
    let mut read = with(memory, &correction.read);
    if correction.read.when.is_some() {
        read.series.clone_from(&correction.series);
    }
    read.correction = None;
    read
}

/// A memory as it is once these fields are put right. What repeats goes on to do so at another hour; put on another day, it
/// happens then alone.
fn corrected(read: &MemoryRecord, fields: &Correction) -> MemoryRecord {
    let mut memory = with(read, fields);
    if let (Some(when), Some(series)) = (&fields.when, &read.series) {
        let days = (read.when(), memory.when());
        let same_day =
            matches!(days, (Some(was), Some(is)) if was.start.first_day() == is.start.first_day());
        let rule = series.split_once(';').filter(|_| same_day);
        memory.series = rule.map(|(_, rule)| format!("{when};{rule}"));
    }
    memory
}

fn with(memory: &MemoryRecord, fields: &Correction) -> MemoryRecord {
    let mut memory = memory.clone();
    let known = |text: &String| (!text.is_empty()).then(|| text.clone());
    if let Some(narrative) = &fields.narrative {
        memory.narrative.clone_from(narrative);
    }
    if let Some(participants) = &fields.participants {
        memory.participants.clone_from(participants);
    }
    if let Some(when) = &fields.when {
        memory.when = known(when);
    }
    if let Some(place) = &fields.place {
        memory.place = known(place);
    }
    if let Some(tags) = &fields.tags {
        memory.tags.clone_from(tags);
    }
    memory
}

/// Of these fields those that are not as they were read, behind what was read of them.
fn different(read: &MemoryRecord, fields: Correction) -> (Correction, Correction) {
    fn one<T: PartialEq>(fields: Option<T>, read: T) -> (Option<T>, Option<T>) {
        match fields {
            Some(field) if field != read => (Some(read), Some(field)),
            _ => (None, None),
        }
    }
    let read = read.clone();
    let narrative = one(fields.narrative, read.narrative);
    let participants = one(fields.participants, read.participants);
    let when = one(fields.when, read.when.unwrap_or_default());
    let place = one(fields.place, read.place.unwrap_or_default());
    let tags = one(fields.tags, read.tags);
    let pick = |narrative, participants, when, place, tags| Correction {
        narrative,
        participants,
        when,
        place,
        tags,
    };
    (
        pick(narrative.0, participants.0, when.0, place.0, tags.0),
        pick(narrative.1, participants.1, when.1, place.1, tags.1),
    )
}

/// Puts right in a version that goes live what was put right in the document before, and what comes with an import. What
/// finds no memory waits for one: the passage may come back.
pub(super) fn carry_over(
    txn: &mut Txn<'_>,
    (version, about): (u64, &VersionRecord),
    text: &str,
    given: Vec<Given>,
) -> Result<(), StoreError> {
    let mut sought: Vec<(Option<u64>, CorrectionRecord)> = Vec::new();
    for key in txn.keys(
        Tree::Corrections,
        &keyspace::corrections(&about.user, &about.item_id),
    )? {
        if let Some(record) = txn.get(Tree::Corrections, &key)? {
            sought.push((keyspace::of_correction(&key), record));
        }
    }
    if sought.is_empty() && given.is_empty() {
        return Ok(());
    }
    let mut memories: Vec<(u32, MemoryRecord)> = Vec::new();
    for key in txn.keys(Tree::Memories, &keyspace::number(version))? {
        let index = keyspace::to_index(&key).unwrap_or(0);
        memories.extend(txn.get(Tree::Memories, &key)?.map(|memory| (index, memory)));
    }
    let there = Trace::all(&memories, text);
    sought.extend(given.into_iter().filter_map(|given| {
        let at = memories.binary_search_by_key(&given.index, |(index, _)| *index);
        let at = at.ok()?;
        let record = CorrectionRecord {
            index: None,
            trace: there[at].clone(),
            read: Correction::default(),
            series: None,
            fields: given.fields,
            changed: given.changed,
        };
        Some((None, record))
    }));
    // Of two that are of one memory, the later counts.
    sought.sort_by_key(|(_, record)| Reverse(record.changed.clone()));
    let traces: Vec<Trace> = sought.iter().map(|(_, r)| r.trace.clone()).collect();
    let found = trace::find(&traces, &there);
    let (mut met, mut waiting) = (HashSet::new(), 0);
    for ((number, mut record), found) in sought.into_iter().zip(found) {
        let number = match number {
            Some(number) => number,
            None => txn.next("correction")?,
        };
        let is_first = met.insert(record.trace.key());
        if let Some(at) = found {
            let (index, memory) = &memories[at];
            let place = Place {
                about,
                version,
                index: *index,
            };
            let parts = (there[at].clone(), record.fields, record.changed);
            put(txn, place, memory, memory.clone(), number, parts)?;
            continue;
        }
        let key = keyspace::correction(&about.user, &about.item_id, number);
        waiting += usize::from(is_first);
        match is_first && waiting <= MOST_WAITING {
            true => {
                record.index = None;
                txn.put(Tree::Corrections, key, &record)?;
            }
            false => txn.remove(Tree::Corrections, key),
        }
    }
    Ok(())
}

/// Removes what was put right in a document's memories, or in one of them.
pub(super) fn remove(
    txn: &mut Txn<'_>,
    user: &str,
    item_id: &str,
    number: Option<u64>,
) -> Result<(), StoreError> {
    let prefix = match number {
        Some(number) => keyspace::correction(user, item_id, number),
        None => keyspace::corrections(user, item_id),
    };
    for key in txn.keys(Tree::Corrections, &prefix)? {
        txn.remove(Tree::Corrections, key);
    }
    Ok(())
}
