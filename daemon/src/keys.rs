//! Who a key belongs to: all keys in memory, compared by their hashes in constant time.

use crate::store::{Store, StoreError, records::KeyRecord, secret_of};
use memo_common::api::KeyInfo;
use std::{
    fs,
    io::Write,
    path::Path,
    sync::{Arc, PoisonError, RwLock},
};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// Id of the key that is set for the daemon, and not stored.
const CONFIGURED: &str = "configured";

/// The keys that open something.
pub(crate) struct Keys(RwLock<Vec<([u8; 32], Arc<KeyRecord>)>>);

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
        let written = memo_common::paths::read_key(data_dir).ok().flatten();
        if !written.is_some_and(|key| is_known(&keys, secret_of(&key))) {
            let path = memo_common::paths::key_file(data_dir);
            let key = new_secret().map_err(StoreError::file(&path))?;
            // The file first: were the key stored and its secret lost, nobody could ever use it.
            write_secret(&path, &key).map_err(StoreError::file(&path))?;
            let record = administrator(uuid::Uuid::now_v7().to_string(), "first");
            let hash = secret_of(&key);
            store.add_key(hash, record.clone(), None).wait()?;
            keys.push((hash, record));
        }
        let keys = keys.into_iter().map(|(h, k)| (h, Arc::new(k))).collect();
        Ok(Self(RwLock::new(keys)))
    }

    /// The key with this secret. Takes the same time whichever it is, and whether there is one.
    pub(crate) fn find(&self, secret: &str) -> Option<Arc<KeyRecord>> {
        let hash = secret_of(secret);
        let keys = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut found = u64::MAX;
        for (n, (known, _)) in (0u64..).zip(keys.iter()) {
            let same: Choice = known.as_slice().ct_eq(hash.as_slice());
            found.conditional_assign(&n, same);
        }
        keys.get(usize::try_from(found).ok()?)
            .map(|(_, k)| k.clone())
    }

    /// The keys that this key may manage: its own user's, or all of them for an administrator.
    pub(crate) fn managed_by(&self, caller: &KeyRecord) -> Vec<([u8; 32], Arc<KeyRecord>)> {
        let keys = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let own = |k: &&([u8; 32], Arc<KeyRecord>)| caller.admin || k.1.user == caller.user;
        let mut found: Vec<_> = keys.iter().filter(own).cloned().collect();
        found.sort_by(|a, b| a.1.created.cmp(&b.1.created));
        found
    }

    /// Whether the key still opens something.
    pub(crate) fn has(&self, key: &KeyRecord) -> bool {
        let keys = self.0.read().unwrap_or_else(PoisonError::into_inner);
        keys.iter().any(|(_, known)| known.key_id == key.key_id)
    }

    pub(crate) fn add(&self, hash: [u8; 32], key: KeyRecord) {
        let mut keys = self.0.write().unwrap_or_else(PoisonError::into_inner);
        keys.push((hash, Arc::new(key)));
    }

    pub(crate) fn remove(&self, hash: &[u8; 32]) {
        let mut keys = self.0.write().unwrap_or_else(PoisonError::into_inner);
        keys.retain(|(known, _)| known != hash);
    }
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

/// Writes the file with the first key, whole.
pub(crate) fn write_secret(path: &Path, key: &str) -> std::io::Result<()> {
    let draft = path.with_extension("new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    file.write_all(format!("{key}\n").as_bytes())?;
    file.sync_all()?;
    memo_common::paths::private(&draft)?;
    fs::rename(draft, path)
}
