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
            let rating = RatingRecord {
                version,
                index,
                query,
                rating,
            };
            let key = rating_key(&record.user, &rating);
            match rating.rating {
                0 => txn.remove(Tree::Ratings, key),
                _ => txn.put(Tree::Ratings, key, &rating)?,
            }
            Ok(true)
        })
    }

    /// Keeps a rating unless there is one of the same memory and query. Answers whether there was none.
    pub(crate) fn rate_anew(&self, user: &str, rating: RatingRecord) -> Waiting<bool> {
        let key = rating_key(user, &rating);
        self.write(move |txn| {
            let memory = keyspace::memory(rating.version, rating.index);
            if txn.has(Tree::Ratings, &key)? || !txn.has(Tree::Memories, &memory)? {
                return Ok(false);
            }
            txn.put(Tree::Ratings, key, &rating)?;
            Ok(true)
        })
    }

    /// The standing ratings of a version's memories.
    pub(crate) fn ratings_of(
        &self,
        user: &str,
        version: u64,
    ) -> Result<Vec<RatingRecord>, StoreError> {
        let trees = self.trees()?;
        let rows = trees
            .of(Tree::Ratings)
            .scan_prefix(keyspace::ratings_of(user, version));
        rows.values()
            .map(|value| super::parse(Tree::Ratings, &value?))
            .collect()
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

/// Where a user's rating lies.
pub(super) fn rating_key(user: &str, rating: &RatingRecord) -> Vec<u8> {
    keyspace::rating(user, rating.version, rating.index, &fold(&rating.query))
}

/// A query without what does not make it another: case and spacing.
fn fold(query: &str) -> String {
    let words: Vec<_> = query.split_whitespace().collect();
    words.join(" ").to_lowercase()
}
