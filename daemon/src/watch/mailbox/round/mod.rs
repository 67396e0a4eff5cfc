//! One round through a mailbox's folders: what is new is read, what has moved stays the document that it is, and what is
//! gone from all of them is let go of.
//!
//! A folder says by three numbers whether anything has happened in it. Only where more has happened than that mails were
//! added are all of its mails listed. Which mails were read is kept after each few of them, so that an interrupted round
//! goes on where it was. What is missed is let go of in a later round, when all folders were seen once more: a mail may
//! have been on its way from one to another.
//!
//! - `known`: what was read; `read`: what is new; `gone`: what is no more

mod gone;
mod known;
mod read;

pub(super) use gone::Missed;
pub(super) use known::Known;

use super::{
    Talk,
    connection::{Connection, Entry, Level},
    fault::Fault,
    folders::{Folder, chosen},
};
use crate::{
    store::{Mail, Store, StoreError, records::MailFolderRecord},
    watch::{Look, Work},
};
use gone::Gone;
use std::collections::{HashMap, HashSet};

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Own(error.to_string())
    }
}

pub(super) struct Round<'a> {
    work: &'a Work<'a>,
    talk: &'a Talk<'a>,
    connection: &'a mut Connection,
    known: &'a mut Known,
    broken: &'a mut HashMap<Mail, u8>,
    missed: &'a mut Missed,
    pub(super) look: Look,
    gone: Vec<Gone>,
    /// How far folders are read whose missed mails are still there.
    unsettled: Vec<(String, MailFolderRecord)>,
}

impl<'a> Round<'a> {
    pub(super) fn new(
        work: &'a Work<'a>,
        talk: &'a Talk<'a>,
        connection: &'a mut Connection,
        known: &'a mut Known,
        broken: &'a mut HashMap<Mail, u8>,
        missed: &'a mut Missed,
    ) -> Self {
        Self {
            work,
            talk,
            connection,
            known,
            broken,
            missed,
            look: Look::default(),
            gone: Vec::new(),
            unsettled: Vec::new(),
        }
    }

    /// Goes through all folders; `true`: the connection can wait for what is new, in a folder that is open.
    pub(super) fn all(&mut self) -> Result<bool, Fault> {
        let record = self.work.watched.record();
        let listed = self.talk.to(self.connection.folders())?;
        if listed.is_empty() {
            let why = "its server lists no folders; what is remembered stays";
            return Err(Fault::Lost(why.to_owned()));
        }
        let (folders, missing) = chosen(&listed, &record.folders);
        if let Some(name) = missing.first() {
            self.look.error = Some(format!("there is no folder {name}"));
        }
        let (mut is_whole, mut first) = (true, None);
        for folder in &folders {
            match self.folder(folder) {
                Ok(level) if first.is_none() => first = Some((folder, level)),
                Ok(_) => {}
                Err(Fault::Refused(why)) => {
                    is_whole = false;
                    self.look.error = Some(format!("{}: {why}", folder.name));
                }
                Err(fault) => return Err(fault),
            }
        }
        if record.folders.is_empty() {
            self.vanished(&listed)?;
        }
        // Where a folder was not seen, what is missed may be in it.
        if is_whole {
            self.let_go(record.on_delete)?;
        }
        let Some((folder, level)) = first.filter(|_| self.connection.idles) else {
            return Ok(false);
        };
        let now = self.talk.to(self.connection.open_folder(&folder.raw))?;
        // Not every server tells what comes next in both answers.
        let is_later = now.next > 0 && level.next > 0 && now.next != level.next;
        self.look.again |= is_later || now.count != level.count;
        Ok(true)
    }

    fn store(&self) -> &'a Store {
        &self.work.app.store
    }

    /// Reads what is new in a folder.
    fn folder(&mut self, folder: &Folder) -> Result<Level, Fault> {
        let level = self.talk.to(self.connection.level(&folder.raw))?;
        let is_same = |known: &&MailFolderRecord| {
            known.old.is_empty()
                && level.next > 0
                && (known.validity, known.next, known.count)
                    == (level.validity, level.next, level.count)
        };
        if self
            .known
            .folders
            .get(&folder.raw)
            .filter(is_same)
            .is_some()
        {
            return Ok(level);
        }
        let level = self.talk.to(self.connection.open_folder(&folder.raw))?;
        let record = self.record(folder, level.validity)?;
        let watch = self.work.watched.id();

        // Where mails were only added, these are all that is new.
        let mut from = record.next.max(1);
        let mut entries = self.entries(from, level)?;
        let is_grown =
            record.next > 0 && record.count.checked_add(entries.len() as u32) == Some(level.count);
        if !is_grown && from > 1 {
            from = 1;
            entries = self.entries(from, level)?;
        }
        let read = self.store().mails(&watch, record.number, from)?;
        let there: HashSet<u32> = entries.iter().map(|e| e.uid).collect();
        let next = there.iter().max().map_or(1, |last| last.saturating_add(1));
        let is_new = |e: &Entry| !e.left_out && !read.contains_key(&e.uid);
        let mut new: Vec<Entry> = entries.into_iter().filter(is_new).collect();
        // What was written last is asked about first.
        new.sort_by_key(|e| std::cmp::Reverse(e.uid));
        self.read(folder, record.number, &new)?;

        let gone = read.into_iter().filter(|(uid, _)| !there.contains(uid));
        let gone: Vec<Gone> = gone
            .map(|(uid, document)| Gone {
                mail: (record.number, uid),
                document,
            })
            .collect();
        let settled = MailFolderRecord {
            next: next.max(level.next).max(record.next),
            count: level.count,
            old: Vec::new(),
            ..record.clone()
        };
        match gone.is_empty() {
            true => self.settle(folder.raw.clone(), settled)?,
            false => self.unsettled.push((folder.raw.clone(), settled)),
        }
        // All mails were read again under their new numbers; what was not found stays remembered.
        for old in &record.old {
            self.store().forget_mails_of(&watch, *old)?;
        }
        if !record.old.is_empty() {
            *self.known = Known::load(self.store(), &watch)?;
        }
        self.gone.extend(gone);
        Ok(level)
    }

    /// The mails of the open folder that were there when it was opened.
    fn entries(&mut self, from: u32, level: Level) -> Result<Vec<Entry>, Fault> {
        if level.count == 0 {
            return Ok(Vec::new());
        }
        let mut entries = self.talk.to(self.connection.mails(from))?;
        entries.retain(|e| level.next == 0 || e.uid < level.next);
        Ok(entries)
    }

    /// What is kept of a folder. Where its mails are numbered anew, it is another one, of the same mails.
    fn record(&mut self, folder: &Folder, validity: u32) -> Result<MailFolderRecord, Fault> {
        let known = self.known.folders.get(&folder.raw);
        if let Some(known) = known.filter(|known| known.validity == validity) {
            return Ok(known.clone());
        }
        let mut old = known.map_or_else(Vec::new, |known| known.old.clone());
        old.extend(known.map(|known| known.number));
        let record = MailFolderRecord {
            number: self.known.next_number(),
            validity,
            next: 0,
            count: 0,
            old,
        };
        self.settle(folder.raw.clone(), record.clone())?;
        Ok(record)
    }

    fn settle(&mut self, raw: String, record: MailFolderRecord) -> Result<(), Fault> {
        let watch = self.work.watched.id();
        let noted = self.store().note_mail_folder(&watch, &raw, &record);
        noted.wait()?;
        self.known.folders.insert(raw, record);
        Ok(())
    }
}
