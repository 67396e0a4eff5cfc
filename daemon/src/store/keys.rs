//! Keys: only the hash of a secret is kept.

use super::{Store, StoreError, Tree, Waiting, records::KeyRecord};

/// How a secret is looked up and compared.
pub(crate) fn secret_of(key: &str) -> [u8; 32] {
    *blake3::hash(key.as_bytes()).as_bytes()
}

impl Store {
    /// The user whom the first key belongs to; made now where there is none yet. Blocks.
    pub(crate) fn first_user(&self) -> Result<String, StoreError> {
        if let Some(user) = self.get::<String>(Tree::Meta, b"first_user")? {
            return Ok(user);
        }
        self.write(|txn| {
            let user = uuid::Uuid::now_v7().to_string();
            txn.put(Tree::Meta, b"first_user", &user)?;
            Ok(user)
        })
        .wait()
    }

    /// Every key with the hash of its secret.
    pub(crate) fn keys(&self) -> Result<Vec<([u8; 32], KeyRecord)>, StoreError> {
        let trees = self.trees()?;
        let rows = trees.of(Tree::Keys).iter();
        rows.map(|row| {
            let (hash, value) = row?;
            let hash = hash
                .as_ref()
                .try_into()
                .map_err(|e| super::damaged(Tree::Keys, e))?;
            Ok((hash, super::parse(Tree::Keys, &value)?))
        })
        .collect()
    }

    /// Stores a key that is made `by` the one with this hash; `false` where that one is gone.
    pub(crate) fn add_key(
        &self,
        hash: [u8; 32],
        key: KeyRecord,
        by: Option<[u8; 32]>,
    ) -> Waiting<bool> {
        self.add(move |txn| {
            if let Some(by) = by
                && !txn.has(Tree::Keys, &by)?
            {
                return Ok(false);
            }
            txn.put(Tree::Keys, hash, &key)?;
            Ok(true)
        })
    }

    /// Removes a key, and keeps in mind that its secret is never to open anything again.
    pub(crate) fn remove_key(&self, hash: [u8; 32]) -> Waiting<()> {
        self.write(move |txn| {
            txn.remove(Tree::Keys, hash);
            txn.put(Tree::Meta, revoked(&hash), &true)
        })
    }

    /// Whether a key with this hash was removed.
    pub(crate) fn is_revoked(&self, hash: &[u8; 32]) -> Result<bool, StoreError> {
        Ok(self.get(Tree::Meta, &revoked(hash))?.unwrap_or(false))
    }
}

/// Where it is kept in mind that a key was removed.
fn revoked(hash: &[u8; 32]) -> Vec<u8> {
    [b"revoked/".as_slice(), hash].concat()
}
