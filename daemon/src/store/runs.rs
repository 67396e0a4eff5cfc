//! Background runs, from the queue to their end.

use super::{
    Store, StoreError, Tree, Txn, Waiting, corrections,
    documents::{change, wanted},
    keyspace,
    memories::Last,
    records::{ChangeRecord, DocumentRecord, RunRecord, VersionRecord},
};
use memo_common::api::{RunError, RunState};

/// A document that fails as often as this is given up.
const ATTEMPTS: u32 = 3;

/// And one that was begun as often as this without an end. More, since whoever kills the daemon from outside does so
/// in the middle of some document that is not at fault.
const BEGINNINGS: u32 = 5;

/// A version that a worker may work on.
#[derive(Clone, Debug)]
pub(crate) struct Claimed {
    pub version: u64,
    pub record: VersionRecord,
}

/// A version that waits to be worked on.
#[derive(Clone, Debug)]
pub(crate) struct Queued {
    pub version: u64,
    pub user: String,
    pub bytes: u64,
    /// Begun before, and not ended.
    pub suspect: bool,
}

/// Whether a run goes on after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Again,
    GivenUp,
}

impl Store {
    pub(crate) fn run(&self, id: &str) -> Result<Option<RunRecord>, StoreError> {
        self.get(Tree::Runs, id.as_bytes())
    }

    /// What waits, oldest first.
    pub(crate) fn queue(&self) -> Result<Vec<Queued>, StoreError> {
        let mut queue = Vec::new();
        let trees = self.trees()?;
        for key in trees.of(Tree::Queue).iter().keys() {
            let Some(version) = keyspace::to_number(&key?) else {
                continue;
            };
            let Some(record) = self.version(version)? else {
                continue;
            };
            let run = self.run(&record.run)?;
            queue.push(Queued {
                version,
                user: record.user,
                bytes: record.bytes,
                suspect: run.is_some_and(|r| r.attempts > 0),
            });
        }
        Ok(queue)
    }

    /// Counts an attempt at each of these, on disk before the work begins; leaves out those that are no longer wanted,
    /// and gives up those that were begun too often.
    pub(crate) fn claim(&self, versions: Vec<u64>, now: String) -> Waiting<Vec<Claimed>> {
        self.add(move |txn| {
            let mut claimed = Vec::new();
            for version in versions {
                let number = keyspace::number(version);
                if !txn.has(Tree::Queue, &number)? {
                    continue;
                }
                let Some(record) = wanted(txn, version)? else {
                    continue;
                };
                let Some(mut run) = txn.get::<RunRecord>(Tree::Runs, record.run.as_bytes())? else {
                    continue;
                };
                if run.attempts >= BEGINNINGS {
                    let message =
                        "The daemon stopped unexpectedly each time it worked on this document.";
                    end(txn, version, &record, run, &now, ("crashed", message))?;
                    continue;
                }
                run.attempts += 1;
                txn.put(Tree::Runs, record.run.as_bytes(), &run)?;
                claimed.push(Claimed { version, record });
            }
            Ok(claimed)
        })
    }

    /// Takes back the attempts at versions that a stopping daemon leaves for its next start.
    pub(crate) fn unclaim(&self, versions: Vec<u64>) -> Waiting<()> {
        self.write(move |txn| {
            for version in versions {
                let Some(record) = wanted(txn, version)? else {
                    continue;
                };
                if let Some(mut run) = txn.get::<RunRecord>(Tree::Runs, record.run.as_bytes())?
                    && txn.has(Tree::Queue, &keyspace::number(version))?
                {
                    run.attempts = run.attempts.saturating_sub(1);
                    txn.put(Tree::Runs, record.run.as_bytes(), &run)?;
                }
            }
            Ok(())
        })
    }

    /// An attempt came to nothing: the run goes on, or ends with this error if it was begun often enough, or if another
    /// attempt would come to the same.
    pub(crate) fn failed(
        &self,
        version: u64,
        (code, message): (&'static str, String),
        always: bool,
        now: String,
    ) -> Waiting<Verdict> {
        self.write(move |txn| {
            let Some(record) = wanted(txn, version)? else {
                return Ok(Verdict::GivenUp);
            };
            let run = txn.get::<RunRecord>(Tree::Runs, record.run.as_bytes())?;
            match run {
                Some(run) if always || run.attempts >= ATTEMPTS => {
                    end(txn, version, &record, run, &now, (code, &message))?;
                    Ok(Verdict::GivenUp)
                }
                Some(_) => Ok(Verdict::Again),
                None => Ok(Verdict::GivenUp),
            }
        })
    }
}

/// Ends a run as failed. The document keeps the version that was live before, if there was one.
fn end(
    txn: &mut Txn<'_>,
    version: u64,
    record: &VersionRecord,
    mut run: RunRecord,
    now: &str,
    (code, message): (&str, &str),
) -> Result<(), StoreError> {
    run.state = RunState::Failed;
    run.ended = Some(now.to_owned());
    run.error = Some(RunError {
        code: code.to_owned(),
        message: message.to_owned(),
    });
    txn.put(Tree::Runs, record.run.as_bytes(), &run)?;
    txn.remove(Tree::Queue, keyspace::number(version));
    Ok(())
}

/// All memories of the version are there: from now on they count, and those of the version before do not.
/// The run succeeds once the index shows them. Returns the change's number.
pub(super) fn go_live(
    txn: &mut Txn<'_>,
    version: u64,
    mut record: VersionRecord,
    last: Last,
) -> Result<u64, StoreError> {
    let key = keyspace::document(&record.user, &record.item_id);
    let replaces = txn
        .get::<DocumentRecord>(Tree::Documents, &key)?
        .and_then(|d| d.live)
        .filter(|old| *old != version);
    txn.put(
        Tree::Documents,
        key,
        &DocumentRecord {
            newest: version,
            live: Some(version),
        },
    )?;
    corrections::carry_over(txn, (version, &record), &last.text, last.given)?;
    record.source_type = Some(last.source_type);
    record.memories = Some(last.total);
    txn.put(Tree::Versions, keyspace::number(version), &record)?;
    txn.remove(Tree::Queue, keyspace::number(version));
    if let Some(mut run) = txn.get::<RunRecord>(Tree::Runs, record.run.as_bytes())? {
        run.extractor = Some(last.extractor.to_owned());
        run.fallback = last.fallback;
        txn.put(Tree::Runs, record.run.as_bytes(), &run)?;
    }
    change(txn, &ChangeRecord::Live { version, replaces })
}

/// The index shows the version's memories.
pub(super) fn succeed(txn: &mut Txn<'_>, version: u64, now: &str) -> Result<(), StoreError> {
    let Some(record) = wanted(txn, version)? else {
        return Ok(());
    };
    if let Some(mut run) = txn.get::<RunRecord>(Tree::Runs, record.run.as_bytes())?
        && run.state == RunState::Active
    {
        run.state = RunState::Succeeded;
        run.ended = Some(now.to_owned());
        run.memories = record.memories.map(u64::from);
        txn.put(Tree::Runs, record.run.as_bytes(), &run)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Upload;

    const NOW: &str = "2024-05-03T10:00:00.000Z";

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::open(dir.path(), 8).expect("a store");
        (dir, store)
    }

    fn upload(store: &Store, text: &str) -> (u64, String) {
        let upload = Upload::garden(text, NOW);
        let done = store.upload(upload, None).wait().expect("taken in");
        (done.queued.expect("queued"), done.run)
    }

    fn claim(store: &Store, version: u64) -> usize {
        let claimed = store.claim(vec![version], NOW.into()).wait();
        claimed.expect("claimed").len()
    }

    fn error(store: &Store, run: &str) -> Option<String> {
        let run = store.run(run).expect("readable").expect("a run");
        let failed = run.state == RunState::Failed;
        assert_eq!(failed, run.error.is_some());
        run.error.map(|e| e.code)
    }

    #[test]
    fn a_document_that_keeps_failing_is_given_up_with_a_reason() {
        let (_dir, store) = store();
        let (version, run) = upload(&store, "text");
        for attempt in 1..=ATTEMPTS {
            assert_eq!(claim(&store, version), 1);
            let failed = store.failed(
                version,
                ("extraction_failed", "Why.".into()),
                false,
                NOW.into(),
            );
            let verdict = failed.wait().expect("written");
            assert_eq!(verdict == Verdict::GivenUp, attempt == ATTEMPTS);
        }
        assert_eq!(error(&store, &run).as_deref(), Some("extraction_failed"));
        assert!(store.queue().expect("a queue").is_empty());
        // The same upload again is a new run.
        assert_ne!(upload(&store, "text").1, run);
    }

    #[test]
    fn a_document_that_is_begun_and_never_ended_is_given_up() {
        let (dir, mut store) = store();
        let (version, run) = upload(&store, "text");
        for _ in 0..BEGINNINGS {
            assert_eq!(claim(&store, version), 1);
            store.close();
            drop(store);
            store = Store::open(dir.path(), 8).expect("a store");
            assert!(store.queue().expect("a queue")[0].suspect);
        }
        assert_eq!(claim(&store, version), 0);
        assert_eq!(error(&store, &run).as_deref(), Some("crashed"));
    }

    #[test]
    fn a_stop_counts_as_no_attempt() {
        let (_dir, store) = store();
        let (version, _) = upload(&store, "text");
        for _ in 0..2 * BEGINNINGS {
            assert_eq!(claim(&store, version), 1);
            store.unclaim(vec![version]).wait().expect("written");
        }
        assert!(!store.queue().expect("a queue")[0].suspect);
    }

    #[test]
    fn a_newer_upload_takes_the_place_of_one_that_waits() {
        let (_dir, store) = store();
        let (old, old_run) = upload(&store, "old");
        let (new, new_run) = upload(&store, "new");
        assert_eq!(error(&store, &old_run).as_deref(), Some("superseded"));
        assert_eq!((claim(&store, old), claim(&store, new)), (0, 1));
        let removed = store.forget("u", "garden", NOW.into()).wait();
        assert!(removed.expect("written").is_some());
        assert_eq!(error(&store, &new_run).as_deref(), Some("deleted"));
        assert_eq!(claim(&store, new), 0);
    }
}
