//! The index follows the store: takes changes in, commits, shows them, and only then says that their runs succeeded.

use super::{
    level::{LOOK, Rebuild},
    progress::Stage,
    upkeep::Upkeep,
};
use crate::{
    app::{App, now},
    extract::LONGEST_NARRATIVE,
    index::{Change, Entry, IndexError, MemoryEntry, ModelVector},
    ingest::title::cut,
    store::{
        StoreError,
        records::{ChangeRecord, MemoryRecord, VersionRecord},
    },
};
use std::{collections::HashSet, sync::atomic::Ordering, thread};

/// Changes that are taken in with one commit.
const BATCH: usize = 512;

/// The same where little room is left on the disk: what was forgotten is let go of, and that gives room back.
const SMALL_BATCH: usize = 16;

/// Memories after which a commit takes in no more, so that it does not hold too much in memory.
const MEMORIES: usize = 20_000;

#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Index(#[from] IndexError),
}

/// The index thread.
pub(super) fn run(app: &App) {
    // What the index has beyond this is taken in again, which changes nothing, and settled.
    let mut done = app.settled;
    let mut rebuilt = !app.rebuild;
    let mut upkeep = Upkeep::default();
    loop {
        let result = (|| {
            if !rebuilt {
                done = rebuild(app)?;
                rebuilt = true;
                if !app.level.is_stopped() {
                    app.level.rebuild.send_replace(None);
                }
            }
            // A commit that finds no room would end the index's writer.
            while !app.level.is_stopped() && app.store.space().for_removals() {
                match follow(app, done)? {
                    Some(sequence) => done = sequence,
                    None => break,
                }
                if upkeep.is_overdue() {
                    break;
                }
            }
            app.level.ready.store(rebuilt, Ordering::Release);
            if app.store.space().for_writes() {
                let result = take_vectors(app, done);
                app.handover.shown();
                result?;
            }
            if !app.level.is_stopped() && upkeep.is_due(app) {
                upkeep.run(app)?;
            }
            Ok::<(), Trouble>(())
        })();
        if let Err(error) = result {
            tracing::error!(%error, "the index cannot follow the store; trying again");
            if let Trouble::Index(_) = error {
                app.index.go_back();
            }
            app.level.ready.store(false, Ordering::Release);
            thread::sleep(LOOK);
        }
        if !app.level.wait() {
            return;
        }
    }
}

/// Fills an empty index from the store. Commits on the way are not marked as level with anything, so that a rebuild
/// that was cut short begins anew.
fn rebuild(app: &App) -> Result<u64, Trouble> {
    let sequence = app.store.last_change()?;
    let versions = app.live.versions();
    tracing::info!(documents = versions.len(), "rebuilding the index");
    let mut pending = 0;
    let total = versions.len();
    for (done, version) in versions.into_iter().enumerate() {
        if app.level.is_stopped() {
            return Ok(0);
        }
        app.level
            .rebuild
            .send_replace(Some(Rebuild { done, total }));
        if let Some(record) = app.store.version(version)?
            && let Some(entry) = entry(app, version, &record)?
        {
            pending += entry.memories.len();
            app.index.apply(&[Change::Put(entry)])?;
        }
        if pending > MEMORIES {
            app.index.commit(0)?;
            pending = 0;
        }
    }
    // Changes that are not settled are taken in again, in order: they end as they would have.
    let settled = app.store.settled()?;
    app.index.commit(settled)?;
    tracing::info!(sequence, "the index is rebuilt");
    Ok(settled)
}

/// Takes in the changes behind `done`; answers the last one's number, or `None` where there are none.
fn follow(app: &App, done: u64) -> Result<Option<u64>, Trouble> {
    let mut taken = Taken::default();
    let mut last = None;
    let most = match app.store.space().for_writes() {
        true => BATCH,
        false => SMALL_BATCH,
    };
    for (sequence, change) in app.store.changes(done, most)? {
        taken.add(app, change)?;
        last = Some(sequence);
        if taken.memories > MEMORIES {
            break;
        }
    }
    let Some(sequence) = last else {
        return Ok(None);
    };
    app.index.apply(&taken.changes)?;
    app.index.commit(sequence)?;
    for (version, replaces) in &taken.live {
        app.live.swap(*version, *replaces);
    }
    app.live.settle(&taken.gone);
    // Vectors are made of what is live.
    app.handover.notify();
    let live: Vec<u64> = taken.live.iter().map(|(version, _)| *version).collect();
    app.store.succeed(&live, &now())?;
    for version in &live {
        app.progress.end(*version);
    }
    app.metrics.runs_succeeded.add(live.len() as u64);
    let replaced = taken.live.iter().filter_map(|(_, old)| *old);
    for version in replaced.chain(taken.gone.iter().copied()) {
        app.store.purge(version)?;
        app.progress.end(version);
    }
    app.store.settle(sequence)?;
    Ok(Some(sequence))
}

/// Takes in the vectors that a model has made.
fn take_vectors(app: &App, done: u64) -> Result<(), Trouble> {
    let mut changes = Vec::new();
    for (version, vectors) in app.handover.take() {
        let Some(mut entry) = answering_entry(app, version)? else {
            continue;
        };
        for (memory, (narrative, vector)) in entry.memories.iter_mut().zip(vectors) {
            // What was removed meanwhile leaves nothing, and what was put right is encoded anew.
            memory.vector = match memory.narrative.is_empty() {
                true => Some(ModelVector::none(vector.model)),
                false => (memory.narrative == narrative).then_some(vector),
            };
        }
        changes.push(Change::Put(entry));
    }
    if !changes.is_empty() {
        app.index.apply(&changes)?;
        app.index.commit(done)?;
    }
    Ok(())
}

/// What the index holds of a version that may answer; `None` where it may not (any more).
pub(super) fn answering_entry(app: &App, version: u64) -> Result<Option<Entry>, StoreError> {
    match app.live.get(version).and(app.store.version(version)?) {
        Some(record) => entry(app, version, &record),
        None => Ok(None),
    }
}

/// What a batch of changes comes to.
#[derive(Default)]
struct Taken {
    changes: Vec<Change>,
    live: Vec<(u64, Option<u64>)>,
    gone: Vec<u64>,
    memories: usize,
    /// Memories that were put right, by version and index.
    corrected: HashSet<(u64, u32)>,
}

impl Taken {
    fn add(&mut self, app: &App, change: ChangeRecord) -> Result<(), Trouble> {
        match change {
            ChangeRecord::Live { version, replaces } => {
                if let Some(record) = app.store.version(version)? {
                    app.progress.set(version, Stage::Indexing, 0, 1);
                    app.live.admit(version, &record);
                    self.put(app, version, &record)?;
                }
                self.changes.extend(replaces.map(Change::Remove));
                self.live.push((version, replaces));
            }
            ChangeRecord::Gone { versions } => {
                self.changes
                    .extend(versions.iter().map(|v| Change::Remove(*v)));
                self.gone.extend(versions);
            }
            ChangeRecord::Thinned { version } => self.put_again(app, version)?,
            ChangeRecord::Corrected { version, index } => {
                self.corrected.insert((version, index));
                self.put_again(app, version)?;
            }
        }
        Ok(())
    }

    /// Takes a version in of which a memory has changed; the others keep their vectors.
    fn put_again(&mut self, app: &App, version: u64) -> Result<(), Trouble> {
        let Some(mut entry) = answering_entry(app, version)? else {
            return Ok(());
        };
        let mut vectors = app.index.view().vectors(version);
        for (index, memory) in (0..).zip(&mut entry.memories) {
            let kept = vectors.remove(&index);
            memory.vector = match memory.narrative.is_empty() {
                // What was removed has none.
                true => kept.map(|vector| ModelVector::none(vector.model)),
                false => kept.filter(|_| !self.corrected.contains(&(version, index))),
            };
        }
        self.memories += entry.memories.len();
        self.changes.push(Change::Put(entry));
        Ok(())
    }

    fn put(&mut self, app: &App, version: u64, record: &VersionRecord) -> Result<(), Trouble> {
        if let Some(entry) = entry(app, version, record)? {
            self.memories += entry.memories.len();
            self.changes.push(Change::Put(entry));
        }
        Ok(())
    }
}

/// What the index takes in of a version; `None`: it has not been worked on.
fn entry(app: &App, version: u64, record: &VersionRecord) -> Result<Option<Entry>, StoreError> {
    let (Some(source_type), Some(total)) = (record.source_type, record.memories) else {
        return Ok(None);
    };
    // A removed memory leaves an empty place, so that the others keep their indexes.
    let mut memories = vec![MemoryEntry::default(); total as usize];
    for row in app.store.memories(version)? {
        let (index, memory) = row?;
        if let Some(place) = memories.get_mut(index as usize) {
            *place = to_entry(memory);
        }
    }
    Ok(Some(Entry {
        version,
        user: record.user.clone(),
        item_id: record.item_id.clone(),
        source_type,
        memories,
    }))
}

/// A memory as it is found: by no more of its account than memories have that are made now. Earlier versions made longer
/// ones, of which a document could hold more than there is memory for.
fn to_entry(mut memory: MemoryRecord) -> MemoryEntry {
    let end = cut(&memory.narrative, LONGEST_NARRATIVE).len();
    memory.narrative.truncate(end);
    memory.narrative.shrink_to_fit();
    let last = memory.days().map(|(_, last)| last);
    MemoryEntry {
        last,
        narrative: memory.narrative,
        participants: memory.participants,
        when: memory.when.and_then(|w| w.parse().ok()),
        place: memory.place,
        entities: memory.entities,
        tags: memory.tags,
        speaker: memory.speaker,
        asks: memory.asks,
        thread: memory.thread,
        vector: None,
    }
}
