//! What was read of a mailbox, as far as it has to be in memory.

use super::super::fault::Fault;
use crate::store::{Store, records::MailFolderRecord};
use std::collections::{HashMap, HashSet};

/// What was read of a mailbox.
pub(in super::super) struct Known {
    pub(super) folders: HashMap<String, MailFolderRecord>,
    /// Its documents, by a short hash.
    pub(super) documents: HashSet<u64>,
    /// Mails that are documents.
    pub(super) mails: u64,
}

impl Known {
    pub(in super::super) fn load(store: &Store, watch: &str) -> Result<Self, Fault> {
        let mut known = Self {
            folders: store.mail_folders(watch)?,
            documents: HashSet::new(),
            mails: 0,
        };
        store.each_mail(|of, _, document| {
            if of == watch.as_bytes() {
                known.documents.insert(short(&document));
                known.mails += 1;
            }
        })?;
        Ok(known)
    }

    pub(in super::super) fn counted(&self) -> (u64, u64) {
        (self.mails, self.documents.len() as u64)
    }

    pub(super) fn next_number(&self) -> u32 {
        let numbers = self.folders.values().flat_map(|f| {
            let old = f.old.iter().copied();
            old.chain([f.number])
        });
        numbers.max().unwrap_or(0) + 1
    }
}

/// A document's name in eight bytes.
pub(super) fn short(document: &str) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&blake3::hash(document.as_bytes()).as_bytes()[..8]);
    u64::from_le_bytes(bytes)
}
