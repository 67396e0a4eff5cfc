//! Documents and their versions: looked at, forgotten.

use super::{
    Store, StoreError, Tree, Txn, Waiting, corrections, keyspace,
    records::{ChangeRecord, DocumentRecord, RunRecord, VersionRecord},
};
use memo_common::api::{RunError, RunState};

/// What a deletion took away.
#[derive(Clone, Debug, Default)]
pub(crate) struct Removed {
    pub versions: Vec<u64>,
}

impl Store {
    pub(crate) fn document(
        &self,
        user: &str,
        item_id: &str,
    ) -> Result<Option<DocumentRecord>, StoreError> {
        self.get(Tree::Documents, &keyspace::document(user, item_id))
    }

    pub(crate) fn version(&self, version: u64) -> Result<Option<VersionRecord>, StoreError> {
        let record = self.get::<VersionRecord>(Tree::Versions, &keyspace::number(version))?;
        Ok(record.filter(|r| !r.dropped))
    }

    /// A user's documents by item id, those behind `after`.
    pub(crate) fn documents(
        &self,
        user: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, DocumentRecord)>, StoreError> {
        use std::ops::Bound;
        let prefix = keyspace::user(user);
        let from = match after {
            Some(item_id) => Bound::Excluded(keyspace::document(user, item_id)),
            None => Bound::Included(prefix.clone()),
        };
        let trees = self.trees()?;
        let rows = trees
            .of(Tree::Documents)
            .range::<Vec<u8>, _>((from, Bound::Unbounded));
        rows.take_while(|row| !row.as_ref().is_ok_and(|(key, _)| !key.starts_with(&prefix)))
            .take(limit)
            .map(|row| {
                let (key, value) = row?;
                let item_id = String::from_utf8_lossy(&key[prefix.len()..]).into_owned();
                Ok((item_id, super::parse(Tree::Documents, &value)?))
            })
            .collect()
    }

    /// Every document that has a live version: the version.
    pub(crate) fn live_versions(&self) -> Result<Vec<u64>, StoreError> {
        let trees = self.trees()?;
        let rows = trees.of(Tree::Documents).iter().values();
        rows.filter_map(|row| match row {
            Ok(value) => super::parse::<DocumentRecord>(Tree::Documents, &value)
                .map(|d| d.live)
                .transpose(),
            Err(e) => Some(Err(e.into())),
        })
        .collect()
    }

    /// The text of a version; `None` where it is gone.
    pub(crate) fn text(
        &self,
        version: u64,
        record: &VersionRecord,
    ) -> Result<Option<String>, StoreError> {
        let bytes = match &record.file {
            Some(hash) => self.bodies.read(hash)?,
            None => self
                .trees()?
                .of(Tree::Texts)
                .get(keyspace::number(version))?
                .map(|text| text.to_vec()),
        };
        bytes
            .map(|b| String::from_utf8(b).map_err(|e| super::damaged(Tree::Texts, e)))
            .transpose()
    }

    /// Forgets a document: it is gone for every reader at once, its data soon after. `None`: there is none.
    pub(crate) fn forget(
        &self,
        user: &str,
        item_id: &str,
        now: String,
    ) -> Waiting<Option<Removed>> {
        let key = keyspace::document(user, item_id);
        let (user, item_id) = (user.to_owned(), item_id.to_owned());
        self.write(move |txn| {
            let Some(document) = txn.get::<DocumentRecord>(Tree::Documents, &key)? else {
                return Ok(None);
            };
            txn.remove(Tree::Documents, key);
            corrections::remove(txn, &user, &item_id, None)?;
            txn.put(Tree::Meta, b"forgotten", &true)?;
            let mut versions = vec![document.newest];
            versions.extend(document.live.filter(|v| *v != document.newest));
            for &version in &versions {
                drop_version(txn, version, &now, "deleted", "The document was deleted.")?;
            }
            change(
                txn,
                &ChangeRecord::Gone {
                    versions: versions.clone(),
                },
            )?;
            Ok(Some(Removed { versions }))
        })
    }
}

/// The record of a version that somebody may still see.
pub(super) fn wanted(txn: &Txn<'_>, version: u64) -> Result<Option<VersionRecord>, StoreError> {
    let record = txn.get::<VersionRecord>(Tree::Versions, &keyspace::number(version))?;
    Ok(record.filter(|r| !r.dropped))
}

/// Nobody may see the version any more: takes its place in the queue away and ends its run, if that is still active.
/// Its data is removed once the index has let go of it.
pub(super) fn drop_version(
    txn: &mut Txn<'_>,
    version: u64,
    now: &str,
    code: &str,
    message: &str,
) -> Result<(), StoreError> {
    let number = keyspace::number(version);
    let Some(mut record) = wanted(txn, version)? else {
        return Ok(());
    };
    record.dropped = true;
    txn.put(Tree::Versions, number, &record)?;
    txn.remove(Tree::Queue, number);
    if let Some(mut run) = txn.get::<RunRecord>(Tree::Runs, record.run.as_bytes())?
        && run.state == RunState::Active
    {
        run.state = RunState::Failed;
        run.ended = Some(now.to_owned());
        run.error = Some(RunError {
            code: code.to_owned(),
            message: message.to_owned(),
        });
        txn.put(Tree::Runs, record.run.as_bytes(), &run)?;
    }
    Ok(())
}

/// Tells the index of a change.
pub(super) fn change(txn: &mut Txn<'_>, record: &ChangeRecord) -> Result<u64, StoreError> {
    let sequence = txn.next("change")?;
    txn.put(Tree::Changes, keyspace::number(sequence), record)?;
    Ok(sequence)
}
