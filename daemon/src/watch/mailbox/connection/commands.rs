//! What is asked of a server, and how it is understood.

use super::{super::fault::Fault, Connection};
use async_imap::imap_proto::{
    AttributeValue, MailboxDatum, NameAttribute, Response, ResponseCode, StatusAttribute,
};
use memo_common::files::mail_id;
use std::collections::HashMap;

/// A mail is read whole, or in pieces of this length.
pub(in super::super) const PIECE: u32 = 1 << 20;
/// Bytes of a mail that are read; no server takes longer ones, or hardly any.
const LONGEST: usize = 64 << 20;
/// Mails of a folder, and folders of a mailbox.
const MOST_MAILS: usize = 1_000_000;
const MOST_FOLDERS: usize = 10_000;

/// A folder as the server lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Listed {
    /// As it is spoken of with the server.
    pub(in super::super) raw: String,
    /// What parts its name.
    pub(in super::super) delimiter: Option<String>,
    /// It holds folders, and no mails.
    pub(in super::super) is_empty: bool,
    pub(in super::super) role: Option<Role>,
}

/// What a folder is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Role {
    Trash,
    Junk,
    Drafts,
    /// A view of mails that lie in other folders.
    View,
    Other,
}

/// How a folder is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Level {
    pub(in super::super) validity: u32,
    /// The number of the mail that comes next.
    pub(in super::super) next: u32,
    pub(in super::super) count: u32,
}

/// A mail as a folder lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Entry {
    pub(in super::super) uid: u32,
    pub(in super::super) size: u32,
    /// It is about to be deleted, or not yet sent.
    pub(in super::super) left_out: bool,
}

impl Connection {
    /// All folders.
    pub(in super::super) async fn folders(&mut self) -> Result<Vec<Listed>, Fault> {
        // Of a folder that is still open, servers tell nothing new before they may say what has happened in it.
        self.command("NOOP", |_| {}).await?;
        let mut all = Vec::new();
        let list = self.command("LIST \"\" \"*\"", |answer| {
            if let Response::MailboxData(MailboxDatum::List(folder)) = answer
                && quoted(&folder.name).is_some()
            {
                let is = |attribute: &NameAttribute<'_>| folder.name_attributes.contains(attribute);
                let is_absent = |a: &NameAttribute<'_>| matches!(a, NameAttribute::Extension(e) if e.eq_ignore_ascii_case("\\NonExistent"));
                all.push(Listed {
                    raw: folder.name.to_string(),
                    delimiter: folder.delimiter.as_deref().map(str::to_owned),
                    is_empty: is(&NameAttribute::NoSelect)
                        || folder.name_attributes.iter().any(is_absent),
                    role: folder.name_attributes.iter().find_map(role),
                });
            }
        });
        list.await?;
        match all.len() > MOST_FOLDERS {
            true => Err(Fault::Odd),
            false => Ok(all),
        }
    }

    /// How a folder is, without opening it.
    pub(in super::super) async fn level(&mut self, folder: &str) -> Result<Level, Fault> {
        let mut level = Level::default();
        let folder = quoted(folder).ok_or(Fault::Odd)?;
        let command = format!("STATUS {folder} (UIDVALIDITY UIDNEXT MESSAGES)");
        let ask = self.command(&command, |answer| {
            if let Response::MailboxData(MailboxDatum::Status { status, .. }) = answer {
                for attribute in status {
                    match attribute {
                        StatusAttribute::UidValidity(n) => level.validity = *n,
                        StatusAttribute::UidNext(n) => level.next = *n,
                        StatusAttribute::Messages(n) => level.count = *n,
                        _ => {}
                    }
                }
            }
        });
        ask.await?;
        Ok(level)
    }

    /// Opens a folder for reading.
    pub(in super::super) async fn open_folder(&mut self, folder: &str) -> Result<Level, Fault> {
        let mut level = Level::default();
        let folder = quoted(folder).ok_or(Fault::Odd)?;
        let command = format!("EXAMINE {folder}");
        let open = self.command(&command, |answer| match answer {
            Response::MailboxData(MailboxDatum::Exists(n)) => level.count = *n,
            Response::Data { outcome, .. } => match outcome.code {
                Some(ResponseCode::UidValidity(n)) => level.validity = n,
                Some(ResponseCode::UidNext(n)) => level.next = n,
                _ => {}
            },
            _ => {}
        });
        open.await?;
        Ok(level)
    }

    /// The mails of the open folder, from this number on.
    pub(in super::super) async fn mails(&mut self, from: u32) -> Result<Vec<Entry>, Fault> {
        let mut all = Vec::new();
        let command = format!("UID FETCH {from}:* (UID FLAGS RFC822.SIZE)");
        let list = self.command(&command, |answer| {
            let Response::Fetch(_, values) = answer else {
                return;
            };
            let mut entry = Entry {
                uid: 0,
                size: 0,
                left_out: false,
            };
            for value in values {
                match value {
                    AttributeValue::Uid(uid) => entry.uid = *uid,
                    AttributeValue::Rfc822Size(size) => entry.size = *size,
                    AttributeValue::Flags(flags) => entry.left_out = flags.iter().any(is_left_out),
                    _ => {}
                }
            }
            // The last mail is named even where its number is lower.
            if entry.uid >= from && all.len() <= MOST_MAILS {
                all.push(entry);
            }
        });
        list.await?;
        match all.len() > MOST_MAILS {
            true => Err(Fault::Refused("it holds over a million mails".to_owned())),
            false => Ok(all),
        }
    }

    /// Which documents these mails of the open folder are, as far as their heads say.
    pub(in super::super) async fn documents(
        &mut self,
        mails: &[u32],
    ) -> Result<HashMap<u32, String>, Fault> {
        let mut all = HashMap::new();
        let what = "(UID BODY.PEEK[HEADER.FIELDS (MESSAGE-ID)])";
        let command = format!("UID FETCH {} {what}", listed(mails));
        let fetch = self.command(&command, |answer| {
            if let Some((uid, head)) = body(answer)
                && let Some(id) = mail_id(&String::from_utf8_lossy(head))
            {
                all.insert(uid, id);
            }
        });
        fetch.await?;
        Ok(all)
    }

    /// Short mails of the open folder; those that are gone are left out.
    pub(in super::super) async fn read(
        &mut self,
        mails: &[u32],
    ) -> Result<Vec<(u32, Vec<u8>)>, Fault> {
        let mut all = Vec::new();
        let command = format!("UID FETCH {} (UID BODY.PEEK[])", listed(mails));
        let fetch = self.command(&command, |answer| {
            if let Some((uid, mail)) = body(answer)
                && mails.contains(&uid)
                && all.len() < mails.len()
            {
                all.push((uid, mail.to_vec()));
            }
        });
        fetch.await?;
        Ok(all)
    }

    /// A long mail of the open folder, piece by piece; `None` where it is gone.
    pub(in super::super) async fn read_long(
        &mut self,
        mail: u32,
    ) -> Result<Option<Vec<u8>>, Fault> {
        let mut all = Vec::new();
        loop {
            let (start, mut length) = (all.len(), None);
            let command = format!("UID FETCH {mail} (UID BODY.PEEK[]<{start}.{PIECE}>)");
            let fetch = self.command(&command, |answer| {
                if let Some((uid, piece)) = body(answer)
                    && uid == mail
                    && length.is_none()
                {
                    all.extend_from_slice(piece);
                    length = Some(piece.len());
                }
            });
            fetch.await?;
            match length {
                None if start == 0 => return Ok(None),
                Some(length) if length >= PIECE as usize && all.len() < LONGEST => {}
                _ => break,
            }
        }
        all.truncate(LONGEST);
        Ok(Some(all))
    }
}

fn role(attribute: &NameAttribute<'_>) -> Option<Role> {
    match attribute {
        NameAttribute::Trash => Some(Role::Trash),
        NameAttribute::Junk => Some(Role::Junk),
        NameAttribute::Drafts => Some(Role::Drafts),
        NameAttribute::Flagged => Some(Role::View),
        // All mails lie in no other folder where somebody has filed them away.
        NameAttribute::All | NameAttribute::Archive | NameAttribute::Sent => Some(Role::Other),
        _ => None,
    }
}

fn is_left_out(flag: &impl AsRef<str>) -> bool {
    let flag = flag.as_ref();
    flag.eq_ignore_ascii_case("\\Deleted") || flag.eq_ignore_ascii_case("\\Draft")
}

/// The number of a mail, and what is told of its text.
fn body<'a>(answer: &'a Response<'_>) -> Option<(u32, &'a [u8])> {
    let Response::Fetch(_, values) = answer else {
        return None;
    };
    let uid = values.iter().find_map(|value| match value {
        AttributeValue::Uid(uid) => Some(*uid),
        _ => None,
    });
    let data = values.iter().find_map(|value| match value {
        AttributeValue::BodySection { data, .. } => Some(data.as_deref().unwrap_or_default()),
        _ => None,
    });
    uid.zip(data)
}

fn listed(mails: &[u32]) -> String {
    let mails: Vec<String> = mails.iter().map(u32::to_string).collect();
    mails.join(",")
}

/// A name as a command has it; `None` where it would be more than one line.
fn quoted(name: &str) -> Option<String> {
    let is_one_line = !name.contains(['\r', '\n', '\0']);
    is_one_line.then(|| format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_word_of_a_command() {
        assert_eq!(quoted("a \"b\" \\c").as_deref(), Some(r#""a \"b\" \\c""#));
        assert_eq!(quoted("a\r\nA1 DELETE INBOX"), None);
    }
}
