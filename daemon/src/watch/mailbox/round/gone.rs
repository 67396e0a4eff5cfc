//! What is gone from all folders.

use super::{
    super::{connection::Listed, fault::Fault},
    Round,
    known::short,
};
use crate::{store::Mail, watch::QUIET};
use memo_common::{api::OnDelete, client::ClientError};
use std::{
    collections::{HashMap, HashSet},
    time::Instant,
};

/// Since when mails are missed.
pub(in super::super) type Missed = HashMap<Mail, Instant>;

/// A mail that is missed, and the document that it is.
pub(super) struct Gone {
    pub(super) mail: Mail,
    pub(super) document: Option<String>,
}

impl Round<'_> {
    /// Folders that were renamed or deleted at the server: their mails are elsewhere, or gone.
    pub(super) fn vanished(&mut self, listed: &[Listed]) -> Result<(), Fault> {
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
    pub(super) fn let_go(&mut self, on_delete: OnDelete) -> Result<(), Fault> {
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
