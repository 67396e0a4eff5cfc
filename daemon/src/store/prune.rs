//! Runs that nobody needs any more are forgotten.

use super::{
    Store, StoreError, Tree, Trees, Txn, keyspace,
    records::{RunRecord, VersionRecord},
    waiting::Pace,
};
use std::ops::Bound;

/// Runs that are looked at in one go: more than can end between two of them, and a tenth of a second's work.
const LOOKED_AT: usize = 50_000;

/// Runs that are forgotten in one transaction: while sled applies one, nobody reads.
const PIECE: usize = 64;

/// Removes the runs of documents that were forgotten: they tell the documents' names. Who has asked for one has heard of
/// it, or hears that it is gone. For the writer's thread alone.
pub(super) fn forget_runs(trees: &Trees, pace: &Pace) -> Result<(), StoreError> {
    let mut gone = Vec::new();
    for (n, row) in trees.of(Tree::Runs).iter().enumerate() {
        if n % LOOKED_AT == 0 {
            pace.step()?;
        }
        let (key, value) = row?;
        let run: RunRecord = super::parse(Tree::Runs, &value)?;
        let document = keyspace::document(&run.user, &run.item_id);
        let version: Option<VersionRecord> =
            trees.get(Tree::Versions, &keyspace::number(run.version))?;
        let wanted = version.is_some_and(|version| !version.dropped);
        if !wanted && !trees.of(Tree::Documents).contains_key(document)? {
            gone.push(key.to_vec());
        }
    }
    for piece in gone.chunks(PIECE) {
        let mut removed = Txn::new(trees);
        for key in piece {
            removed.remove(Tree::Runs, key.clone());
        }
        removed.apply()?;
        pace.step()?;
    }
    Ok(())
}

impl Store {
    /// Removes runs behind this key that ended before `old`, or before the `newest` last ones began, and whose versions
    /// are gone, looking at [`LOOKED_AT`] of them. Answers from where to go on; from the beginning again once all were
    /// looked at that began before. Blocks.
    pub(crate) fn prune_runs(
        &self,
        from: &[u8],
        old: String,
        newest: usize,
    ) -> Result<Vec<u8>, StoreError> {
        let trees = self.trees()?;
        let old = match trees.of(Tree::Runs).iter().rev().nth(newest) {
            Some(row) => super::parse::<RunRecord>(Tree::Runs, &row?.1)?
                .started
                .max(old),
            None => old,
        };
        let mut gone = Vec::new();
        let (mut looked, mut last) = (0, Vec::new());
        let behind = (Bound::Excluded(from.to_vec()), Bound::Unbounded);
        for row in trees
            .of(Tree::Runs)
            .range::<Vec<u8>, _>(behind)
            .take(LOOKED_AT)
        {
            let (key, value) = row?;
            let run: RunRecord = super::parse(Tree::Runs, &value)?;
            // their names ascend with the time
            if run.started >= old {
                break;
            }
            let ended = run.ended.is_some_and(|ended| ended < old);
            if ended
                && !trees
                    .of(Tree::Versions)
                    .contains_key(keyspace::number(run.version))?
            {
                gone.push(key.to_vec());
            }
            looked += 1;
            last = key.to_vec();
        }
        drop(trees);
        if !gone.is_empty() {
            tracing::info!(
                runs = gone.len(),
                "runs of documents that are gone are forgotten"
            );
            for piece in gone.chunks(PIECE) {
                let piece = piece.to_vec();
                let remove = self.write(move |txn| {
                    for key in piece {
                        txn.remove(Tree::Runs, key);
                    }
                    Ok(())
                });
                remove.wait()?;
            }
        }
        Ok(if looked < LOOKED_AT { Vec::new() } else { last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Upload;

    #[test]
    fn runs_of_documents_that_are_gone_go_after_a_while() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::open(dir.path(), 8).expect("a store");
        let upload = |text| {
            let upload = Upload::garden(text, "2024-05-03T10:00:00.000Z");
            let done = store.upload(upload, None).wait().expect("taken in");
            (done.queued.expect("queued"), done.run)
        };
        let (gone, gone_run) = upload("old");
        let (_, run) = upload("new");
        store.purge(gone).expect("purged");
        let early = "2024-05-03T09:00:00.000Z".to_owned();
        assert!(store.prune_runs(&[], early, 9).expect("looked").is_empty());
        assert!(store.run(&gone_run).expect("readable").is_some());
        let late = "2024-05-04T10:00:00.000Z".to_owned();
        store.prune_runs(&[], late, 9).expect("looked");
        assert!(store.run(&gone_run).expect("readable").is_none());
        assert!(store.run(&run).expect("readable").is_some());
    }

    #[test]
    fn of_many_within_a_short_time_only_the_newest_stay() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::open(dir.path(), 8).expect("a store");
        let runs = [0, 1, 2, 3].map(|n| {
            let at = format!("2024-05-03T10:00:0{n}.000Z");
            let upload = Upload::garden(&n.to_string(), &at);
            let done = store.upload(upload, None).wait().expect("taken in");
            (done.queued.expect("queued"), done.run)
        });
        for (version, _) in &runs[..3] {
            store.purge(*version).expect("purged");
        }
        let early = "2024-05-03T09:00:00.000Z".to_owned();
        store.prune_runs(&[], early, 1).expect("looked");
        // each ended when the next one began
        let left = runs.map(|(_, run)| store.run(&run).expect("readable").is_some());
        assert_eq!(left, [false, true, true, true]);
    }
}
