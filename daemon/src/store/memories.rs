//! Memories: written in pieces, counted all at once, listed by time.

use super::{
    Store, StoreError, Tree, Waiting,
    corrections::{self, Given},
    documents::{change, wanted},
    keyspace,
    records::{ChangeRecord, DocumentRecord, MemoryRecord, VersionRecord},
    runs::go_live,
};
use crate::when::{Point, When};
use jiff::{Timestamp, civil::Time, tz::TimeZone};
use memo_common::api::{RunError, SourceType};
use std::sync::Arc;

/// The end of a version's memories.
#[derive(Clone, Debug)]
pub(crate) struct Last {
    pub source_type: SourceType,
    /// How many memories there are in all.
    pub total: u32,
    /// How they were made: `embedded`, `llm` or `mixed`.
    pub extractor: &'static str,
    /// Why the model's way was left.
    pub fallback: Option<RunError>,
    /// The document's text, in which corrections find their memories again.
    pub text: Arc<str>,
    /// What was put right in them where they come from.
    pub given: Vec<Given>,
}

/// A place in a user's memories by time, for going on from there.
pub(crate) type Place = Vec<u8>;

impl Store {
    /// Writes memories of a version, the first of them with this index; with `last`, the version goes live with it.
    /// `false`: the version is no longer wanted.
    pub(crate) fn put_memories(
        &self,
        version: u64,
        first: u32,
        memories: Vec<MemoryRecord>,
        last: Option<Last>,
    ) -> Waiting<bool> {
        self.add(move |txn| {
            let Some(record) = wanted(txn, version)? else {
                return Ok(false);
            };
            for (index, memory) in (first..).zip(&memories) {
                txn.put(Tree::Memories, keyspace::memory(version, index), memory)?;
                let key = timeline_key(&record, version, index, memory);
                txn.put_raw(Tree::Timeline, key, []);
            }
            if let Some(last) = last {
                go_live(txn, version, record, last)?;
            }
            Ok(true)
        })
    }

    pub(crate) fn memory(
        &self,
        version: u64,
        index: u32,
    ) -> Result<Option<MemoryRecord>, StoreError> {
        self.get(Tree::Memories, &keyspace::memory(version, index))
    }

    /// All memories of a version by index, those that were removed left out.
    pub(crate) fn memories(
        &self,
        version: u64,
    ) -> Result<impl Iterator<Item = Result<(u32, MemoryRecord), StoreError>> + use<>, StoreError>
    {
        let trees = self.trees()?;
        let rows = trees
            .of(Tree::Memories)
            .scan_prefix(keyspace::number(version));
        Ok(rows.map(move |row| {
            // Held as long as the rows are read: no compaction closes them.
            let _held = &trees;
            let (key, value) = row?;
            let index = keyspace::to_index(&key).unwrap_or(0);
            Ok((index, super::parse(Tree::Memories, &value)?))
        }))
    }

    /// A user's memories (version, index), latest first, those behind `after`, with the place of each.
    pub(crate) fn timeline(
        &self,
        user: &str,
        after: Option<&[u8]>,
    ) -> Result<impl Iterator<Item = Result<(Place, u64, u32), StoreError>> + use<>, StoreError>
    {
        use std::ops::Bound;
        let prefix = keyspace::user(user);
        let from = match after {
            Some(place) => Bound::Excluded([prefix.as_slice(), place].concat()),
            None => Bound::Included(prefix.clone()),
        };
        let trees = self.trees()?;
        let rows = trees
            .of(Tree::Timeline)
            .range::<Vec<u8>, _>((from, Bound::Unbounded))
            .keys();
        let length = prefix.len();
        let own = move |key: &Result<sled::IVec, sled::Error>| {
            !key.as_ref().is_ok_and(|k| !k.starts_with(&prefix))
        };
        Ok(rows.take_while(own).filter_map(move |key| {
            // Held as long as the rows are read: no compaction closes them.
            let _held = &trees;
            match key {
                Ok(key) => keyspace::of_timeline(&key)
                    .map(|(version, index)| Ok((key[length..].to_vec(), version, index))),
                Err(e) => Some(Err(e.into())),
            }
        }))
    }

    /// Removes one memory of a live version; no memory is made of this passage of its document again.
    /// `false`: there is none.
    pub(crate) fn forget_memory(
        &self,
        version: u64,
        index: u32,
        passage: Option<String>,
    ) -> Waiting<bool> {
        self.write(move |txn| {
            let key = keyspace::memory(version, index);
            let (Some(mut record), Some(memory)) = (
                wanted(txn, version)?,
                txn.get::<MemoryRecord>(Tree::Memories, &key)?,
            ) else {
                return Ok(false);
            };
            let document = keyspace::document(&record.user, &record.item_id);
            let document = txn.get::<DocumentRecord>(Tree::Documents, &document)?;
            if document.and_then(|d| d.live) != Some(version) {
                return Ok(false);
            }
            txn.put(Tree::Meta, b"forgotten", &true)?;
            txn.remove(Tree::Memories, key);
            let ratings = keyspace::ratings_of(&record.user, version);
            let ratings = [ratings, index.to_be_bytes().to_vec()].concat();
            for key in txn.keys_before(Tree::Ratings, &ratings, usize::MAX)? {
                txn.remove(Tree::Ratings, key.to_vec());
            }
            txn.remove(
                Tree::Timeline,
                timeline_key(&record, version, index, &memory),
            );
            if memory.correction.is_some() {
                let (user, item_id) = (&record.user, &record.item_id);
                corrections::remove(txn, user, item_id, memory.correction)?;
            }
            record.removed.push(index);
            record.forgotten.extend(passage);
            txn.put(Tree::Versions, keyspace::number(version), &record)?;
            change(txn, &ChangeRecord::Thinned { version })?;
            Ok(true)
        })
    }
}

pub(super) fn timeline_key(
    record: &VersionRecord,
    version: u64,
    index: u32,
    memory: &MemoryRecord,
) -> Vec<u8> {
    let said = memory.when.as_deref().and_then(|w| w.parse().ok());
    let minute = match said {
        Some(when) => minute_of(when),
        None => record
            .created
            .parse::<Timestamp>()
            .map_or(0, |t| t.as_second().div_euclid(60)),
    };
    keyspace::timeline(&record.user, minute, version, index)
}

/// Minutes from 1970 to where it begins, read as UTC.
pub(crate) fn minute_of(when: When) -> i64 {
    let time = match when.start {
        Point::Minute(t) => t.time(),
        _ => Time::midnight(),
    };
    let at = when.start.first_day().to_datetime(time);
    at.to_zoned(TimeZone::UTC)
        .map_or(0, |z| z.timestamp().as_second().div_euclid(60))
}
