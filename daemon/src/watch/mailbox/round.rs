//! One round through a mailbox's folders: what is new is read, what has moved stays the document that it is, and what is
//! gone from all of them is let go of.
//!
//! A folder says by three numbers whether anything has happened in it. Only where more has happened than that mails were
//! added are all of its mails listed. Which mails were read is kept after each few of them, so that an interrupted round
//! goes on where it was. What is missed is let go of in a later round, when all folders were seen once more: a mail may
//! have been on its way from one to another.

use super::{
    Talk,
    connection::{Connection, Entry, Level, Listed, PIECE},
    fault::Fault,
    folders::{Folder, chosen},
};
use crate::{
    store::{Mail, Store, StoreError, records::MailFolderRecord},
    watch::{Look, QUIET, Work},
};
use memo_common::{
    api::OnDelete,
    client::ClientError,
    files::{Sent, send_mail},
};
use std::{
    collections::{HashMap, HashSet},
    sync::Mutex,
    time::Instant,
};

/// Mails whose heads are asked for at once.
const HEADS: usize = 100;
/// Mails that are read at once.
const READ: usize = 50;
/// How often a mail is tried that its server does not give.
const TRIES: u8 = 3;

/// Since when mails are missed.
pub(super) type Missed = HashMap<Mail, Instant>;

/// A long mail is in memory several times: one at a time, of all mailboxes.
static LONG: Mutex<()> = Mutex::new(());

/// What was read of a mailbox.
pub(super) struct Known {
    folders: HashMap<String, MailFolderRecord>,
    /// Its documents, by a short hash.
    documents: HashSet<u64>,
    /// Mails that are documents.
    mails: u64,
}

impl Known {
    pub(super) fn load(store: &Store, watch: &str) -> Result<Self, Fault> {
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

    pub(super) fn counted(&self) -> (u64, u64) {
        (self.mails, self.documents.len() as u64)
    }

    fn next_number(&self) -> u32 {
        let numbers = self.folders.values().flat_map(|f| {
            let old = f.old.iter().copied();
            old.chain([f.number])
        });
        numbers.max().unwrap_or(0) + 1
    }
}

fn short(document: &str) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&blake3::hash(document.as_bytes()).as_bytes()[..8]);
    u64::from_le_bytes(bytes)
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Own(error.to_string())
    }
}

/// A mail that is missed, and the document that it is.
struct Gone {
    mail: Mail,
    document: Option<String>,
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

    /// Reads mails of the open folder.
    fn read(&mut self, folder: &Folder, number: u32, new: &[Entry]) -> Result<(), Fault> {
        let watched = self.work.watched;
        watched.tell(|told| told.total += new.len() as u64);
        for some in new.chunks(HEADS) {
            // One that lies elsewhere already, or did, is the document that it is.
            let mut known = HashMap::new();
            if !self.known.documents.is_empty() {
                let uids: Vec<u32> = some.iter().map(|e| e.uid).collect();
                known = self.talk.to(self.connection.documents(&uids))?;
                known.retain(|_, document| self.known.documents.contains(&short(document)));
            }
            let (moved, fresh): (Vec<Entry>, Vec<Entry>) =
                some.iter().partition(|e| known.contains_key(&e.uid));
            let moved = moved.iter().map(|e| (e.uid, known.remove(&e.uid)));
            self.note(number, moved.collect())?;
            let mut rest = fresh.as_slice();
            while !rest.is_empty() {
                let count = self.together(number, rest);
                let (some, others) = rest.split_at(count);
                self.read_some(folder, number, some)?;
                rest = others;
            }
        }
        Ok(())
    }

    /// How many of the next mails are read at once.
    fn together(&self, number: u32, mails: &[Entry]) -> usize {
        let mut size = 0u32;
        let fits = mails.iter().take(READ).take_while(|e| {
            size = size.saturating_add(e.size);
            size <= PIECE && !self.broken.contains_key(&(number, e.uid))
        });
        fits.count().max(1)
    }

    fn read_some(&mut self, folder: &Folder, number: u32, some: &[Entry]) -> Result<(), Fault> {
        if self.work.watched.is_ended() {
            return Err(Fault::Ended);
        }
        let is_long = some.iter().any(|e| e.size > PIECE);
        let _alone = is_long.then(|| LONG.lock().unwrap_or_else(|e| e.into_inner()));
        let uids: Vec<u32> = some.iter().map(|e| e.uid).collect();
        let mails = match (is_long, some) {
            (true, [one]) => {
                let mail = self.talk.to(self.connection.read_long(one.uid));
                mail.map(|mail| mail.map(|mail| (one.uid, mail)).into_iter().collect())
            }
            _ => self.talk.to(self.connection.read(&uids)),
        };
        let mails = match mails {
            Ok(mails) => mails,
            Err(fault @ (Fault::Odd | Fault::Refused(_))) => {
                return self.not_given(folder, number, &uids, fault);
            }
            Err(fault) => return Err(fault),
        };
        let mut read = Vec::new();
        for (uid, mail) in mails {
            let work = self.work;
            let sent = send_mail(&work.client, mail, &work.options, &work.files);
            match sent {
                Sent::Accepted { item_id, .. } => read.push((uid, Some(item_id))),
                Sent::Skipped(_) => read.push((uid, None)),
                Sent::Failed(why) => {
                    self.note(number, read)?;
                    return Err(Fault::Own(why));
                }
            }
            self.broken.remove(&(number, uid));
        }
        self.note(number, read)
    }

    /// Its server does not give one of these mails, or breaks over it: each is tried by itself, and then left alone.
    fn not_given(
        &mut self,
        folder: &Folder,
        number: u32,
        uids: &[u32],
        fault: Fault,
    ) -> Result<(), Fault> {
        for uid in uids {
            *self.broken.entry((number, *uid)).or_insert(0) += 1;
        }
        let given_up = |uid: &&u32| self.broken[&(number, **uid)] >= TRIES;
        let given_up: Vec<_> = uids.iter().filter(given_up).map(|u| (*u, None)).collect();
        if !given_up.is_empty() {
            tracing::warn!(
                mails = given_up.len(),
                "a mail cannot be read, and is left out"
            );
        }
        self.note(number, given_up)?;
        match fault {
            Fault::Refused(why) => {
                self.look.error = Some(format!("{}: a mail is not given: {why}", folder.name));
                self.look.again = true;
                Ok(())
            }
            fault => Err(fault),
        }
    }

    /// Keeps what mails of a folder became.
    fn note(&mut self, number: u32, mails: Vec<(u32, Option<String>)>) -> Result<(), Fault> {
        if mails.is_empty() {
            return Ok(());
        }
        let (all, watched) = (mails.len() as u64, self.work.watched);
        let documents = mails.iter().filter_map(|(_, document)| document.as_deref());
        for document in documents {
            self.known.documents.insert(short(document));
            self.known.mails += 1;
        }
        let noted = self.store().note_mails(&watched.id(), number, mails);
        noted.wait()?;
        watched.tell(|told| {
            told.done += all;
            (told.files, told.documents) = self.known.counted();
        });
        Ok(())
    }

    /// Folders that were renamed or deleted at the server: their mails are elsewhere, or gone.
    fn vanished(&mut self, listed: &[Listed]) -> Result<(), Fault> {
        let there: HashSet<&str> = listed.iter().map(|f| f.raw.as_str()).collect();
        let known = self.known.folders.iter();
        let vanished = known.filter(|(raw, _)| !there.contains(raw.as_str()));
        let vanished: Vec<_> = vanished.map(|(r, f)| (r.clone(), f.clone())).collect();
        let watch = self.work.watched.id();
        for (raw, record) in vanished {
            let mut is_empty = true;
            for number in record.old.iter().chain([&record.number]) {
                let mails = self.store().mails(&watch, *number, 0)?;
                is_empty &= mails.is_empty();
                let gone = mails.into_iter().map(|(uid, document)| Gone {
                    mail: (*number, uid),
                    document,
                });
                self.gone.extend(gone);
            }
            if is_empty {
                self.store().forget_mail_folder(&watch, &raw).wait()?;
                self.known.folders.remove(&raw);
            } else {
                self.look.again = true;
            }
        }
        Ok(())
    }

    /// Mails that were missed before, and are still: their documents are forgotten where that is wished, and where no
    /// other mail, of whichever mailbox, is the same document.
    fn let_go(&mut self, on_delete: OnDelete) -> Result<(), Fault> {
        let gone = std::mem::take(&mut self.gone);
        let mails: HashSet<Mail> = gone.iter().map(|g| g.mail).collect();
        self.missed.retain(|mail, _| mails.contains(mail));
        let is_ready = |gone: &Gone| {
            let since = self.missed.entry(gone.mail).or_insert_with(Instant::now);
            since.elapsed() >= QUIET
        };
        let (ready, missed): (Vec<Gone>, Vec<Gone>) = gone.into_iter().partition(is_ready);
        self.look.again |= !missed.is_empty();
        if ready.is_empty() {
            return Ok(());
        }
        let watch = self.work.watched.id();
        let going: HashSet<Mail> = ready.iter().map(|g| g.mail).collect();
        let documents = ready.iter().filter_map(|g| g.document.clone());
        let mut documents: HashSet<String> = documents.collect();
        let (mut elsewhere, mut here) = (HashSet::new(), HashSet::new());
        self.store().each_mail(|of, mail, document| {
            let is_own = of == watch.as_bytes();
            if documents.contains(&document) && !(is_own && going.contains(&mail)) {
                if is_own {
                    here.insert(document.clone());
                }
                elsewhere.insert(document);
            }
        })?;
        self.known.mails -= ready.iter().filter(|g| g.document.is_some()).count() as u64;
        documents.retain(|document| !here.contains(document));
        for document in &documents {
            if on_delete == OnDelete::Forget && !elsewhere.contains(document) {
                match self.work.client.forget_document(document) {
                    Err(ClientError::Problem(problem)) if problem.status == 404 => {}
                    Err(error) => return Err(Fault::Own(error.to_string())),
                    Ok(_) => {}
                }
            }
            self.known.documents.remove(&short(document));
        }
        let going: Vec<Mail> = going.into_iter().collect();
        self.store().forget_mails(&watch, &going)?;
        for mail in &going {
            self.missed.remove(mail);
        }
        // What is missed for less long is looked for again.
        let waits: HashSet<u32> = missed.iter().map(|g| g.mail.0).collect();
        for (raw, record) in std::mem::take(&mut self.unsettled) {
            if !waits.contains(&record.number) {
                self.settle(raw, record)?;
            }
        }
        Ok(())
    }
}
