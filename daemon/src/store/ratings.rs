//! Ratings: one standing rating of a user for a memory and a query.

use super::{
    Store, StoreError, Tree, Txn, Waiting, documents::wanted, keyspace, records::RatingRecord,
};

/// Questions for which a user may rate one memory.
pub(crate) const MOST_OF_ONE: usize = 64;

/// What became of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rated {
    Kept,
    /// The memory is gone.
    Gone,
    /// It is rated for [`MOST_OF_ONE`] other questions.
    Full,
}

impl Store {
    /// Keeps the rating in place of an earlier one; 0 withdraws that.
    pub(crate) fn rate(
        &self,
        version: u64,
        index: u32,
        query: String,
        rating: i32,
    ) -> Waiting<Rated> {
        self.add(move |txn| {
            let Some(record) = wanted(txn, version)? else {
                return Ok(Rated::Gone);
            };
            if !txn.has(Tree::Memories, &keyspace::memory(version, index))? {
                return Ok(Rated::Gone);
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
                _ if is_full(txn, &record.user, &rating, &key)? => return Ok(Rated::Full),
                _ => txn.put(Tree::Ratings, key, &rating)?,
            }
            Ok(Rated::Kept)
        })
    }

    /// Keeps a rating unless there is one of the same memory and query, or there are too many of the memory. Answers whether there was none.
    pub(crate) fn rate_anew(&self, user: &str, rating: RatingRecord) -> Waiting<bool> {
        let key = rating_key(user, &rating);
        let user = user.to_owned();
        self.add(move |txn| {
            let memory = keyspace::memory(rating.version, rating.index);
            if txn.has(Tree::Ratings, &key)? || !txn.has(Tree::Memories, &memory)? {
                return Ok(false);
            }
            if is_full(txn, &user, &rating, &key)? {
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

    /// Standing ratings of a user, at most so many, those of the latest versions first.
    pub(crate) fn ratings(&self, user: &str, most: usize) -> Result<Vec<RatingRecord>, StoreError> {
        let trees = self.trees()?;
        let rows = trees.of(Tree::Ratings).scan_prefix(keyspace::user(user));
        rows.values()
            .rev()
            .take(most)
            .map(|value| super::parse(Tree::Ratings, &value?))
            .collect()
    }
}

/// Whether the memory has no room for this rating beside the others.
fn is_full(
    txn: &Txn<'_>,
    user: &str,
    rating: &RatingRecord,
    key: &[u8],
) -> Result<bool, StoreError> {
    let of_one = keyspace::ratings_of_memory(user, rating.version, rating.index);
    let others = txn.keys_before(Tree::Ratings, &of_one, MOST_OF_ONE)?;
    Ok(others.len() >= MOST_OF_ONE && !txn.has(Tree::Ratings, key)?)
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
