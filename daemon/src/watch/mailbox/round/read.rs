//! Mails of the open folder: known by their heads, or read and sent.

use super::{
    super::{
        connection::{Entry, PIECE},
        fault::Fault,
        folders::Folder,
    },
    Round,
    known::short,
};
use crate::priority::{UPLOADS, give_way};
use memo_common::files::{Sent, send_mail};
use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

/// Mails whose heads are asked for at once.
const HEADS: usize = 100;
/// Mails that are read at once.
const READ: usize = 50;
/// Mails that are sent at once.
const AT_ONCE: usize = 4;
/// How often a mail is tried that its server does not give.
const TRIES: u8 = 3;
/// A long mail is in memory several times: one at a time, of all mailboxes.
static LONG: Mutex<()> = Mutex::new(());

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Round<'_> {
    /// Reads mails of the open folder.
    pub(super) fn read(
        &mut self,
        folder: &Folder,
        number: u32,
        new: &[Entry],
    ) -> Result<(), Fault> {
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
        let _alone = is_long.then(|| held(&LONG));
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
        let mut failed = None;
        for (uid, sent) in self.send(mails) {
            match sent {
                Sent::Accepted { item_id, .. } => read.push((uid, Some(item_id))),
                Sent::Skipped(_) => read.push((uid, None)),
                Sent::Failed(why) => failed = Some(why),
            }
            self.broken.remove(&(number, uid));
        }
        self.note(number, read)?;
        failed.map_or(Ok(()), |why| Err(Fault::Own(why)))
    }

    /// Sends mails to the daemon, some of them at once: they share the time that the disk takes.
    fn send(&self, mails: Vec<(u32, Vec<u8>)>) -> Vec<(u32, Sent)> {
        let work = self.work;
        let (client, options, files) = (&work.client, &work.options, &work.files);
        let (mails, sent) = (Mutex::new(mails.into_iter()), Mutex::new(Vec::new()));
        let send = || {
            give_way(UPLOADS);
            loop {
                let next = held(&mails).next();
                let Some((uid, mail)) = next else { break };
                // A mail that breaks its reader must not keep the others from theirs.
                let one =
                    catch_unwind(AssertUnwindSafe(|| send_mail(client, mail, options, files)));
                let one = one.unwrap_or_else(|_| Sent::Skipped("it broke its reader".to_owned()));
                held(&sent).push((uid, one));
            }
        };
        thread::scope(|scope| {
            for _ in 0..AT_ONCE.min(held(&mails).len()) {
                scope.spawn(send);
            }
        });
        sent.into_inner().unwrap_or_else(PoisonError::into_inner)
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
}
