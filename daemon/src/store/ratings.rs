//! Ratings: one standing rating of a user for a memory and a query.

use super::{Store, StoreError, Tree, Waiting, documents::wanted, keyspace, records::RatingRecord};

impl Store {
    /// Keeps the rating in place of an earlier one; 0 withdraws that. `false`: the memory is gone.
    pub(crate) fn rate(
        &self,
        version: u64,
        index: u32,
        query: String,
        rating: i32,
    ) -> Waiting<bool> {
        self.write(move |txn| {
            let Some(record) = wanted(txn, version)? else {
                return Ok(false);
            };
            if !txn.has(Tree::Memories, &keyspace::memory(version, index))? {
                return Ok(false);
            }
            let key = keyspace::rating(&record.user, version, index, &fold(&query));
            if rating == 0 {
                txn.remove(Tree::Ratings, key);
            } else {
                let record = RatingRecord {
                    version,
                    index,
                    query,
                    rating,
                };
                txn.put(Tree::Ratings, key, &record)?;
            }
            Ok(true)
        })
    }

    /// All standing ratings of a user.
    pub(crate) fn ratings(&self, user: &str) -> Result<Vec<RatingRecord>, StoreError> {
        let trees = self.trees()?;
        let rows = trees.of(Tree::Ratings).scan_prefix(keyspace::user(user));
        rows.values()
            .map(|value| super::parse(Tree::Ratings, &value?))
            .collect()
    }
}

/// A query without what does not make it another: case and spacing.
fn fold(query: &str) -> String {
    let words: Vec<_> = query.split_whitespace().collect();
    words.join(" ").to_lowercase()
}
