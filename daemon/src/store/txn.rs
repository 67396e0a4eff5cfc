//! One transaction: reads see what it has written, and all of it is applied, or nothing.

use super::{
    StoreError, Tree, Trees,
    journal::Row,
    level::{LEVEL, Level},
};
use serde::{Serialize, de::DeserializeOwned};
use std::collections::{BTreeMap, BTreeSet};

/// A transaction in the making. Only the writer thread makes them, one at a time.
pub(crate) struct Txn<'a> {
    trees: &'a Trees,
    staged: BTreeMap<(Tree, Vec<u8>), Option<Vec<u8>>>,
}

impl<'a> Txn<'a> {
    pub(super) fn new(trees: &'a Trees) -> Self {
        Self {
            trees,
            staged: BTreeMap::new(),
        }
    }

    /// The record at a key.
    pub(crate) fn get<T: DeserializeOwned>(
        &self,
        tree: Tree,
        key: &[u8],
    ) -> Result<Option<T>, StoreError> {
        match self.staged.get(&(tree, key.to_vec())) {
            Some(Some(bytes)) => super::parse(tree, bytes).map(Some),
            Some(None) => Ok(None),
            None => self.trees.get(tree, key),
        }
    }

    /// Whether there is something at a key.
    pub(crate) fn has(&self, tree: Tree, key: &[u8]) -> Result<bool, StoreError> {
        match self.staged.get(&(tree, key.to_vec())) {
            Some(staged) => Ok(staged.is_some()),
            None => Ok(self.trees.of(tree).contains_key(key)?),
        }
    }

    /// Keys with this prefix, as they were before this transaction, at most `limit`.
    pub(crate) fn keys_before(
        &self,
        tree: Tree,
        prefix: &[u8],
        limit: usize,
    ) -> Result<Vec<sled::IVec>, StoreError> {
        let found = self.trees.of(tree).scan_prefix(prefix).keys().take(limit);
        Ok(found.collect::<Result<_, _>>()?)
    }

    /// Keys with this prefix, as this transaction has left them so far.
    pub(crate) fn keys(&self, tree: Tree, prefix: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
        let before = self.keys_before(tree, prefix, usize::MAX)?;
        let mut keys: BTreeSet<Vec<u8>> = before.iter().map(|key| key.to_vec()).collect();
        let from = (tree, prefix.to_vec());
        let staged = self.staged.range(from..);
        for ((_, key), value) in
            staged.take_while(|((t, k), _)| *t == tree && k.starts_with(prefix))
        {
            match value {
                Some(_) => keys.insert(key.clone()),
                None => keys.remove(key),
            };
        }
        Ok(keys.into_iter().collect())
    }

    pub(crate) fn put<T: Serialize>(
        &mut self,
        tree: Tree,
        key: impl Into<Vec<u8>>,
        record: &T,
    ) -> Result<(), StoreError> {
        let bytes = serde_json::to_vec(record).map_err(|e| super::damaged(tree, e))?;
        self.put_raw(tree, key, bytes);
        Ok(())
    }

    pub(crate) fn put_raw(
        &mut self,
        tree: Tree,
        key: impl Into<Vec<u8>>,
        bytes: impl Into<Vec<u8>>,
    ) {
        self.staged.insert((tree, key.into()), Some(bytes.into()));
    }

    pub(crate) fn remove(&mut self, tree: Tree, key: impl Into<Vec<u8>>) {
        self.staged.insert((tree, key.into()), None);
    }

    /// The next number of a counter, from 1.
    pub(crate) fn next(&mut self, counter: &str) -> Result<u64, StoreError> {
        let key = counter.as_bytes();
        let next = self.get::<u64>(Tree::Meta, key)?.unwrap_or(0) + 1;
        self.put(Tree::Meta, key, &next)?;
        Ok(next)
    }

    /// Applies it; durable after the next flush. It is in the journal first.
    pub(super) fn apply(self) -> Result<(), StoreError> {
        if self.staged.is_empty() {
            return Ok(());
        }
        let trees = self.trees;
        let level: Option<Level> = trees.get(Tree::Meta, LEVEL)?;
        let mut level = level.ok_or_else(|| super::damaged(Tree::Meta, "there is no level"))?;
        let mut rows: Vec<Row> = self
            .staged
            .into_iter()
            .map(|((tree, key), value)| (tree, key, value))
            .collect();
        trees.count_in(&mut level, &rows)?;
        let mut journal = trees.journal();
        let journal = journal.as_mut().ok_or(StoreError::Closed)?;
        level.number += 1;
        level.place = Some(journal.next_place(level.number));
        rows.push((Tree::Meta, LEVEL.to_vec(), Some(level.bytes()?)));
        let added = journal.add(level.number, &rows)?;
        let applied = trees.apply(rows);
        if applied.is_err() {
            // sled does not get over a write that failed.
            journal.take_back(added);
            journal.stick();
        }
        applied
    }
}
