//! What users say of names: which are one person's, and which name is shown.

use super::{Store, StoreError, Tree, Waiting, keyspace, records::NameRecord};
use crate::people::{Said, key};

/// Names that a user may say something of.
const MOST: usize = 10_000;

impl Store {
    /// All that a user said.
    pub(crate) fn people(&self, user: &str) -> Result<Vec<Said>, StoreError> {
        let trees = self.trees()?;
        let rows = trees.of(Tree::People).scan_prefix(keyspace::user(user));
        rows.values()
            .map(|value| {
                let record: NameRecord = super::parse(Tree::People, &value?)?;
                Ok(Said {
                    name: record.name,
                    into: record.into,
                    shown: record.shown,
                    apart: record.apart,
                })
            })
            .collect()
    }

    /// Keeps what is said of these names in place of what was; of a name of which nothing is said any more, nothing.
    /// `false`: it is too much.
    pub(crate) fn say(&self, user: &str, said: Vec<Said>) -> Waiting<bool> {
        let user = user.to_owned();
        self.add(move |txn| {
            let others = txn.keys(Tree::People, &keyspace::user(&user))?.len();
            if others + said.len() > MOST && !said.iter().all(Said::is_nothing) {
                return Ok(false);
            }
            for said in said {
                let key = keyspace::document(&user, &key(&said.name));
                if said.is_nothing() {
                    txn.remove(Tree::People, key);
                    continue;
                }
                let record = NameRecord {
                    name: said.name,
                    into: said.into,
                    shown: said.shown,
                    apart: said.apart,
                };
                txn.put(Tree::People, key, &record)?;
            }
            Ok(true)
        })
    }
}
