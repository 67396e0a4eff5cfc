//! How keys are made. Numbers are big-endian, so that the order of keys is the order of numbers; a user id never
//! holds a 0 byte, so that no user's prefix is the prefix of another's.

pub(super) fn number(n: u64) -> [u8; 8] {
    n.to_be_bytes()
}

pub(super) fn to_number(key: &[u8]) -> Option<u64> {
    Some(u64::from_be_bytes(key.get(..8)?.try_into().ok()?))
}

pub(super) fn user(user: &str) -> Vec<u8> {
    let mut key = user.as_bytes().to_vec();
    key.push(0);
    key
}

pub(super) fn document(owner: &str, item_id: &str) -> Vec<u8> {
    let mut key = user(owner);
    key.extend_from_slice(item_id.as_bytes());
    key
}

/// Corrections of a document; an item id never holds a 0 byte either.
pub(super) fn corrections(owner: &str, item_id: &str) -> Vec<u8> {
    let mut key = document(owner, item_id);
    key.push(0);
    key
}

pub(super) fn correction(owner: &str, item_id: &str, number: u64) -> Vec<u8> {
    let mut key = corrections(owner, item_id);
    key.extend_from_slice(&number.to_be_bytes());
    key
}

/// The number at the end of a correction's key.
pub(super) fn of_correction(key: &[u8]) -> Option<u64> {
    to_number(key.get(key.len().checked_sub(8)?..)?)
}

pub(super) fn memory(version: u64, index: u32) -> [u8; 12] {
    let mut key = [0; 12];
    key[..8].copy_from_slice(&version.to_be_bytes());
    key[8..].copy_from_slice(&index.to_be_bytes());
    key
}

pub(super) fn to_index(key: &[u8]) -> Option<u32> {
    Some(u32::from_be_bytes(key.get(8..12)?.try_into().ok()?))
}

/// `minute`: minutes since 1970, earlier ones negative; the latest come first.
pub(super) fn timeline(owner: &str, minute: i64, version: u64, index: u32) -> Vec<u8> {
    let mut key = user(owner);
    let place = !((minute as u64) ^ (1 << 63));
    key.extend_from_slice(&place.to_be_bytes());
    key.extend_from_slice(&memory(version, index));
    key
}

/// The version and index at the end of a timeline key.
pub(super) fn of_timeline(key: &[u8]) -> Option<(u64, u32)> {
    let tail = key.get(key.len().checked_sub(12)?..)?;
    Some((to_number(tail)?, to_index(tail)?))
}

pub(super) fn ratings_of(owner: &str, version: u64) -> Vec<u8> {
    let mut key = user(owner);
    key.extend_from_slice(&version.to_be_bytes());
    key
}

pub(super) fn ratings_of_memory(owner: &str, version: u64, index: u32) -> Vec<u8> {
    let mut key = ratings_of(owner, version);
    key.extend_from_slice(&index.to_be_bytes());
    key
}

pub(super) fn rating(owner: &str, version: u64, index: u32, folded_query: &str) -> Vec<u8> {
    let mut key = ratings_of_memory(owner, version, index);
    key.extend_from_slice(&blake3::hash(folded_query.as_bytes()).as_bytes()[..16]);
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_timeline_runs_from_late_to_early() {
        let keys: Vec<_> = [1_000, 5, 0, -5, -1_000]
            .map(|minute| timeline("u", minute, 1, 1))
            .into();
        assert!(keys.is_sorted());
        assert_eq!(of_timeline(&timeline("u", 7, 8, 9)), Some((8, 9)));
    }
}
