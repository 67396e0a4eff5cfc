//! Who a key belongs to: all keys in memory, found by the hashes of their secrets.

use crate::store::{Store, StoreError, records::KeyRecord, secret_of};
use memo_common::{api::KeyInfo, paths};
use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};

/// Id of the key that is set for the daemon, and not stored.
const CONFIGURED: &str = "configured";

/// The keys that open something.
pub(crate) struct Keys(RwLock<Known>);

/// However many there are, one is found at once. How long that takes may tell something of the hash that was sent, and
/// nothing of a secret: who wants to learn one by parts would have to choose hashes, and can only choose what is hashed.
#[derive(Default)]
struct Known {
    by_hash: HashMap<[u8; 32], Arc<KeyRecord>>,
    hashes: HashMap<String, [u8; 32]>,
}

impl Known {
    fn add(&mut self, hash: [u8; 32], key: KeyRecord) {
        self.hashes.insert(key.key_id.clone(), hash);
        self.by_hash.insert(hash, Arc::new(key));
    }
}

impl Keys {
    /// Loads the stored keys, and the one that is set for the daemon. Where the file in which the command line looks
    /// holds none that opens anything, a new first key is made and written there: whoever may read the folder is its
    /// administrator anyway, and a secret that was taken back stays useless. Blocks on the disk.
    pub(crate) fn load(
        store: &Store,
        data_dir: &Path,
        configured: Option<&str>,
        now: &str,
    ) -> Result<Self, StoreError> {
        let user = store.first_user()?;
        let mut keys = store.keys()?;
        let is_known = |keys: &[([u8; 32], KeyRecord)], hash| keys.iter().any(|(k, _)| *k == hash);
        let administrator = |key_id: String, name: &str| KeyRecord {
            key_id,
            user: user.clone(),
            name: name.into(),
            admin: true,
            read_only: false,
            created: now.to_owned(),
        };
        // One that is stored, too, opens what it was made for.
        if let Some(hash) = configured.map(secret_of).filter(|h| !is_known(&keys, *h)) {
            match store.is_revoked(&hash)? {
                true => tracing::warn!(
                    "the key that is set for the daemon (MEMO_API_KEY, or `api_key` in the settings) was revoked and \
                     opens nothing: set another, or none"
                ),
                false => keys.push((hash, administrator(CONFIGURED.into(), "MEMO_API_KEY"))),
            }
        }
        // One that cannot be read is as good as none.
        let written = paths::read_key(data_dir).ok().flatten();
        if !written.is_some_and(|key| is_known(&keys, secret_of(&key))) {
            let path = paths::key_file(data_dir);
            let key = new_secret().map_err(StoreError::file(&path))?;
            // The file first: were the key stored and its secret lost, nobody could ever use it.
            paths::write_private(&path, format!("{key}\n").as_bytes())
                .map_err(StoreError::file(&path))?;
            let record = administrator(uuid::Uuid::now_v7().to_string(), "first");
            let hash = secret_of(&key);
            store.add_key(hash, record.clone(), None).wait()?;
            keys.push((hash, record));
        }
        Ok(Self::of(keys))
    }

    fn of(keys: impl IntoIterator<Item = ([u8; 32], KeyRecord)>) -> Self {
        let mut known = Known::default();
        for (hash, key) in keys {
            known.add(hash, key);
        }
        Self(RwLock::new(known))
    }

    fn read(&self) -> RwLockReadGuard<'_, Known> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Known> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The key with this secret.
    pub(crate) fn find(&self, secret: &str) -> Option<Arc<KeyRecord>> {
        let hash = secret_of(secret);
        self.read().by_hash.get(&hash).cloned()
    }

    /// The keys that this key may manage, the oldest first: its own user's, or all of them for an administrator.
    pub(crate) fn managed_by(&self, caller: &KeyRecord) -> Vec<Arc<KeyRecord>> {
        let keys = self.read();
        let own = |k: &&Arc<KeyRecord>| manages(caller, k);
        let mut found: Vec<_> = keys.by_hash.values().filter(own).cloned().collect();
        found.sort_by(|a, b| (&a.created, &a.key_id).cmp(&(&b.created, &b.key_id)));
        found
    }

    /// The key of this id with its hash, where this key may manage it.
    pub(crate) fn managed(
        &self,
        caller: &KeyRecord,
        key_id: &str,
    ) -> Option<([u8; 32], Arc<KeyRecord>)> {
        let keys = self.read();
        let hash = keys.hashes.get(key_id)?;
        let key = keys.by_hash.get(hash)?;
        manages(caller, key).then(|| (*hash, key.clone()))
    }

    /// Whether the key still opens something.
    pub(crate) fn has(&self, key: &KeyRecord) -> bool {
        self.read().hashes.contains_key(&key.key_id)
    }

    pub(crate) fn add(&self, hash: [u8; 32], key: KeyRecord) {
        self.write().add(hash, key);
    }

    pub(crate) fn remove(&self, hash: &[u8; 32]) {
        let mut keys = self.write();
        if let Some(key) = keys.by_hash.remove(hash) {
            keys.hashes.remove(&key.key_id);
        }
    }
}

fn manages(caller: &KeyRecord, key: &KeyRecord) -> bool {
    caller.admin || key.user == caller.user
}

/// Whether the key is set for the daemon instead of stored.
pub(crate) fn is_configured(key: &KeyRecord) -> bool {
    key.key_id == CONFIGURED
}

/// A key as its owner sees it in lists.
pub(crate) fn info(key: &KeyRecord, current: &KeyRecord) -> KeyInfo {
    KeyInfo {
        key_id: key.key_id.clone(),
        user_id: key.user.clone(),
        name: key.name.clone(),
        admin: key.admin,
        read_only: key.read_only,
        created_at: key.created.clone(),
        current: key.key_id == current.key_id,
    }
}

/// 256 random bits; an error where the system has none to give.
pub(crate) fn new_secret() -> std::io::Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| std::io::Error::other(e.to_string()))?;
    let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    Ok(format!("memo_{hex}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_among_however_many() {
        // Were all looked at for each, this would take hours.
        const MANY: usize = 200_000;
        let secret = |n: usize| format!("memo_{n}");
        let key = |n: usize| KeyRecord {
            key_id: n.to_string(),
            user: "mira".into(),
            name: String::new(),
            admin: false,
            read_only: false,
            created: String::new(),
        };
        let keys = Keys::of((0..MANY).map(|n| (secret_of(&secret(n)), key(n))));
        for n in 0..MANY {
            let found = keys.find(&secret(n)).expect("it is there");
            assert!(found.key_id == n.to_string() && keys.has(&found));
        }
        assert!(keys.find("memo_").is_none());
        let (hash, found) = keys.managed(&key(0), "7").expect("one of its own");
        keys.remove(&hash);
        assert!(!keys.has(&found) && keys.find(&secret(7)).is_none());
        let another = KeyRecord {
            user: "tomas".into(),
            ..key(0)
        };
        assert!(keys.managed(&another, "8").is_none());
    }
}
