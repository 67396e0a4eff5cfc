//! Which mails of watched mailboxes were read, and which documents they are: as old as the documents themselves, whatever
//! the store was put back to.
//!
//! A mail is known by its number in its folder (UID), which holds as long as the folder's own (UIDVALIDITY) does. Each
//! folder of each validity has a number here, so that names and validities are no part of the keys of mails.

use super::{
    Store, StoreError, Tree, Txn, Waiting,
    records::{MailFolderRecord, MailRecord},
};
use std::collections::{HashMap, HashSet};

/// Rows that are removed in one transaction.
const PIECE: usize = 2_000;

/// A mail: the number of its folder, and its own.
pub(crate) type Mail = (u32, u32);

const FOLDER: u8 = b'f';
const MAIL: u8 = b'm';

/// A watch's id is no other's beginning: all are of one length.
fn key(watch: &str, kind: u8) -> Vec<u8> {
    let mut key = watch.as_bytes().to_vec();
    key.extend_from_slice(&[0, kind]);
    key
}

fn folder(watch: &str, name: &str) -> Vec<u8> {
    let mut key = key(watch, FOLDER);
    key.extend_from_slice(name.as_bytes());
    key
}

fn mail(watch: &str, (folder, uid): Mail) -> Vec<u8> {
    let mut key = key(watch, MAIL);
    key.extend_from_slice(&folder.to_be_bytes());
    key.extend_from_slice(&uid.to_be_bytes());
    key
}

/// The watch and the mail of a key; `None` where it is a folder's.
fn of_mail(key: &[u8]) -> Option<(&[u8], Mail)> {
    let (rest, numbers) = key.split_at_checked(key.len().checked_sub(8)?)?;
    let watch = rest.strip_suffix(&[0, MAIL])?;
    let number = |at: usize| {
        Some(u32::from_be_bytes(
            numbers.get(at..at + 4)?.try_into().ok()?,
        ))
    };
    Some((watch, (number(0)?, number(4)?)))
}

impl Store {
    /// The folders of a mailbox by name, as far as they were read.
    pub(crate) fn mail_folders(
        &self,
        watch: &str,
    ) -> Result<HashMap<String, MailFolderRecord>, StoreError> {
        let prefix = key(watch, FOLDER);
        let trees = self.trees()?;
        let rows = trees.of(Tree::Mails).scan_prefix(&prefix);
        rows.map(|row| {
            let (key, value) = row?;
            let name = String::from_utf8_lossy(&key[prefix.len()..]).into_owned();
            Ok((name, super::parse(Tree::Mails, &value)?))
        })
        .collect()
    }

    /// Notes how far a folder was read.
    pub(crate) fn note_mail_folder(
        &self,
        watch: &str,
        name: &str,
        record: &MailFolderRecord,
    ) -> Waiting<()> {
        let (key, record) = (folder(watch, name), record.clone());
        self.add(move |txn| txn.put(Tree::Mails, key, &record))
    }

    /// A folder is no more; its mails are removed by themselves.
    pub(crate) fn forget_mail_folder(&self, watch: &str, name: &str) -> Waiting<()> {
        let key = folder(watch, name);
        self.write(move |txn| {
            txn.remove(Tree::Mails, key);
            Ok(())
        })
    }

    /// The mails of a folder that were read, from this number on.
    pub(crate) fn mails(
        &self,
        watch: &str,
        folder: u32,
        from: u32,
    ) -> Result<HashMap<u32, Option<String>>, StoreError> {
        let trees = self.trees()?;
        let span = mail(watch, (folder, from))..=mail(watch, (folder, u32::MAX));
        trees
            .of(Tree::Mails)
            .range(span)
            .map(|row| {
                let (key, value) = row?;
                let (_, (_, uid)) = of_mail(&key)
                    .ok_or_else(|| super::damaged(Tree::Mails, "a key that is no mail's"))?;
                let MailRecord { item_id } = super::parse(Tree::Mails, &value)?;
                Ok((uid, item_id))
            })
            .collect()
    }

    /// Notes mails that were read.
    pub(crate) fn note_mails(
        &self,
        watch: &str,
        folder: u32,
        mails: Vec<(u32, Option<String>)>,
    ) -> Waiting<()> {
        let watch = watch.to_owned();
        self.add(move |txn| {
            for (uid, item_id) in mails {
                let key = mail(&watch, (folder, uid));
                txn.put(Tree::Mails, key, &MailRecord { item_id })?;
            }
            Ok(())
        })
    }

    /// Mails are no more.
    pub(crate) fn forget_mails(&self, watch: &str, mails: &[Mail]) -> Result<(), StoreError> {
        let keys = mails.iter().map(|m| mail(watch, *m));
        self.remove_mails(keys.collect())
    }

    /// All mails of a folder are numbered anew.
    pub(crate) fn forget_mails_of(&self, watch: &str, folder: u32) -> Result<(), StoreError> {
        let mut prefix = key(watch, MAIL);
        prefix.extend_from_slice(&folder.to_be_bytes());
        let trees = self.trees()?;
        let keys = trees.of(Tree::Mails).scan_prefix(prefix).keys();
        let keys = keys.map(|key| key.map(|key| key.to_vec()));
        let keys = keys.collect::<Result<_, _>>()?;
        drop(trees);
        self.remove_mails(keys)
    }

    /// Nothing is known any more of mailboxes that are not watched.
    pub(crate) fn keep_mailboxes(&self, watched: &HashSet<String>) -> Result<(), StoreError> {
        let trees = self.trees()?;
        let mut keys = Vec::new();
        for key in trees.of(Tree::Mails).iter().keys() {
            let key = key?;
            let watch = key.split(|b| *b == 0).next().unwrap_or_default();
            if !std::str::from_utf8(watch).is_ok_and(|w| watched.contains(w)) {
                keys.push(key.to_vec());
            }
        }
        drop(trees);
        self.remove_mails(keys)
    }

    /// Goes through all mails of all mailboxes that are documents: watch, mail, document.
    pub(crate) fn each_mail(
        &self,
        mut each: impl FnMut(&[u8], Mail, String),
    ) -> Result<(), StoreError> {
        let trees = self.trees()?;
        for row in trees.of(Tree::Mails) {
            let (key, value) = row?;
            if let Some((watch, mail)) = of_mail(&key)
                && let MailRecord {
                    item_id: Some(item_id),
                } = super::parse(Tree::Mails, &value)?
            {
                each(watch, mail, item_id);
            }
        }
        Ok(())
    }

    fn remove_mails(&self, keys: Vec<Vec<u8>>) -> Result<(), StoreError> {
        for piece in keys.chunks(PIECE) {
            let piece = piece.to_vec();
            let remove = move |txn: &mut Txn<'_>| {
                piece
                    .into_iter()
                    .for_each(|key| txn.remove(Tree::Mails, key));
                Ok(())
            };
            self.write(remove).wait()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_known_by_its_key_and_a_folder_is_none() {
        let watch = "01890000-0000-7000-8000-000000000000";
        let key = mail(watch, (3, 70_000));
        assert_eq!(of_mail(&key), Some((watch.as_bytes(), (3, 70_000))));
        for name in ["INBOX", "a", "", "12345678"] {
            assert_eq!(of_mail(&folder(watch, name)), None, "{name}");
        }
        assert!(mail(watch, (3, 9)) < mail(watch, (3, 256)));
        assert!(mail(watch, (3, u32::MAX)) < mail(watch, (4, 0)));
    }

    #[test]
    fn what_was_read_is_kept_until_it_is_gone() {
        let dir = tempfile::tempdir().expect("a folder");
        let store = Store::open(dir.path(), 8).expect("a store");
        let (a, b) = ("watch-a", "watch-b");
        let record = MailFolderRecord {
            number: 1,
            validity: 7,
            next: 12,
            count: 2,
            old: Vec::new(),
        };
        store
            .note_mail_folder(a, "INBOX", &record)
            .wait()
            .expect("kept");
        let mails = vec![(5, Some("mail-5".to_owned())), (11, None)];
        store.note_mails(a, 1, mails.clone()).wait().expect("kept");
        store.note_mails(b, 1, mails).wait().expect("kept");
        assert_eq!(store.mail_folders(a).expect("read")["INBOX"], record);
        assert_eq!(store.mails(a, 1, 0).expect("read").len(), 2);
        assert_eq!(
            store.mails(a, 1, 6).expect("read"),
            HashMap::from([(11, None)])
        );
        store.forget_mails(a, &[(1, 5)]).expect("gone");
        let mut all = Vec::new();
        store
            .each_mail(|watch, mail, item| all.push((watch.to_vec(), mail, item)))
            .expect("read");
        assert_eq!(all, [(b.as_bytes().to_vec(), (1, 5), "mail-5".to_owned())]);
        store
            .keep_mailboxes(&HashSet::from([a.to_owned()]))
            .expect("kept");
        assert!(store.mails(b, 1, 0).expect("read").is_empty());
        assert_eq!(store.mails(a, 1, 0).expect("read").len(), 1);
        store.forget_mails_of(a, 1).expect("gone");
        store.forget_mail_folder(a, "INBOX").wait().expect("gone");
        assert!(store.mails(a, 1, 0).expect("read").is_empty());
        assert!(store.mail_folders(a).expect("read").is_empty());
        store.close();
    }
}
