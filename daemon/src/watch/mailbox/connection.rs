//! A connection to a mailbox's server: the few commands of IMAP that reading takes.
//!
//! Each answer is read to the line that ends it: where the connection breaks before, there is no answer, rather than a part
//! of one. What one answer may take of memory is bounded, whatever the server sends. Folders are opened for reading alone,
//! and mails are looked at without marking them as seen.

use super::{fault::Fault, stream::Stream};
use async_imap::{
    Authenticator, Client, Session,
    imap_proto::{
        AttributeValue, Capability, MailboxDatum, NameAttribute, Response, ResponseCode, Status,
        StatusAttribute,
    },
};
use memo_common::{files::mail_id, mailbox::Mailbox};
use std::{collections::HashMap, time::Duration};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How long to wait for one answer, or the next piece of a long one.
const ANSWER: Duration = Duration::from_secs(120);
/// A mail is read whole, or in pieces of this length.
pub(super) const PIECE: u32 = 1 << 20;
/// Bytes of a mail that are read; no server takes longer ones, or hardly any.
const LONGEST: usize = 64 << 20;
/// Mails of a folder, and folders of a mailbox.
const MOST_MAILS: usize = 1_000_000;
const MOST_FOLDERS: usize = 10_000;

/// A connection whose user is let in.
pub(super) struct Connection {
    session: Session<Stream>,
    /// Whether the server tells of changes by itself.
    pub(super) idles: bool,
}

/// A folder as the server lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// As it is spoken of with the server.
    pub(super) raw: String,
    /// What parts its name.
    pub(super) delimiter: Option<String>,
    /// It holds folders, and no mails.
    pub(super) is_empty: bool,
    pub(super) role: Option<Role>,
}

/// What a folder is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Trash,
    Junk,
    Drafts,
    /// A view of mails that lie in other folders.
    View,
    Other,
}

/// How a folder is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) validity: u32,
    /// The number of the mail that comes next.
    pub(super) next: u32,
    pub(super) count: u32,
}

/// A mail as a folder lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) uid: u32,
    pub(super) size: u32,
    /// It is about to be deleted, or not yet sent.
    pub(super) left_out: bool,
}

impl Connection {
    /// Connects, and lets the user in.
    pub(super) async fn open(
        mailbox: &Mailbox,
        allow_private: bool,
        password: &str,
    ) -> Result<Self, Fault> {
        let stream = Stream::connect(mailbox, allow_private).await?;
        let mut client = Client::new(stream);
        let greeting = timeout(ANSWER, client.read_response());
        let greeting = greeting.await.map_err(|_| Fault::slow())??;
        let plain = match greeting.as_ref().map(|greeting| greeting.parsed()) {
            Some(Response::Data {
                status: Status::Ok,
                outcome,
            }) => match &outcome.code {
                Some(ResponseCode::Capabilities(all)) => has(all, "AUTH=PLAIN"),
                _ => false,
            },
            Some(Response::Data { outcome, .. }) => return Err(Fault::refused(outcome)),
            Some(_) => return Err(Fault::Odd),
            None => return Err(Fault::closed()),
        };
        client.get_mut().make_room();
        let let_in = async {
            // Some say more by way of greeting, while they are starting: here is the end of it.
            let greeted = client.run_command_and_check_ok("CAPABILITY", None).await;
            if let Err(error) = greeted {
                return Err((error, client));
            }
            // A command's words are ASCII.
            match plain || !password.is_ascii() || !mailbox.user.is_ascii() {
                true => client.authenticate("PLAIN", Plain(mailbox, password)).await,
                false => client.login(&mailbox.user, password).await,
            }
        };
        let session = timeout(ANSWER, let_in).await.map_err(|_| Fault::slow())?;
        let session = session.map_err(|(error, _)| Fault::login(error))?;
        let mut connection = Self {
            session,
            idles: false,
        };
        let mut idles = false;
        let ask = connection.command("CAPABILITY", |answer| {
            if let Response::Capabilities(all) = answer {
                idles |= has(all, "IDLE");
            }
        });
        ask.await?;
        connection.idles = idles;
        Ok(connection)
    }

    /// Sends a command, and hands on what is answered until it is done.
    async fn command(
        &mut self,
        command: &str,
        mut each: impl FnMut(&Response<'_>),
    ) -> Result<(), Fault> {
        let id = timeout(ANSWER, self.session.run_command(command));
        let id = id.await.map_err(|_| Fault::slow())??;
        loop {
            let take = |answer: &Response<'_>| match answer {
                Response::Done {
                    tag,
                    status,
                    outcome,
                } if *tag == id => Some(match status {
                    Status::Ok => Ok(()),
                    _ => Err(Fault::refused(outcome)),
                }),
                Response::Data {
                    status: Status::Bye,
                    ..
                } => Some(Err(Fault::closed())),
                answer => {
                    each(answer);
                    None
                }
            };
            if let Some(done) = self.answer(take).await? {
                return done;
            }
        }
    }

    /// The next line that the server answers, with all that belongs to it.
    async fn answer<T>(&mut self, take: impl FnOnce(&Response<'_>) -> T) -> Result<T, Fault> {
        self.session.get_mut().make_room();
        let answer = timeout(ANSWER, self.session.read_response());
        let answer = answer.await.map_err(|_| Fault::slow())??;
        Ok(take(answer.ok_or_else(Fault::closed)?.parsed()))
    }

    /// All folders.
    pub(super) async fn folders(&mut self) -> Result<Vec<Listed>, Fault> {
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
    pub(super) async fn level(&mut self, folder: &str) -> Result<Level, Fault> {
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
    pub(super) async fn open_folder(&mut self, folder: &str) -> Result<Level, Fault> {
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
    pub(super) async fn mails(&mut self, from: u32) -> Result<Vec<Entry>, Fault> {
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
    pub(super) async fn documents(&mut self, mails: &[u32]) -> Result<HashMap<u32, String>, Fault> {
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
    pub(super) async fn read(&mut self, mails: &[u32]) -> Result<Vec<(u32, Vec<u8>)>, Fault> {
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
    pub(super) async fn read_long(&mut self, mail: u32) -> Result<Option<Vec<u8>>, Fault> {
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

    /// Waits until something changes in the open folder, or is told to stop.
    pub(super) async fn idle(&mut self, stop: &CancellationToken) -> Result<(), Fault> {
        let id = timeout(ANSWER, self.session.run_command("IDLE"));
        let id = id.await.map_err(|_| Fault::slow())??;
        loop {
            self.session.get_mut().make_room();
            let answer = tokio::select! {
                () = stop.cancelled() => break,
                answer = self.session.read_response() => answer?.ok_or_else(Fault::closed)?,
            };
            match answer.parsed() {
                Response::Done { outcome, .. } => return Err(Fault::refused(outcome)),
                Response::Data {
                    status: Status::Bye,
                    ..
                } => return Err(Fault::closed()),
                Response::MailboxData(MailboxDatum::Exists(_))
                | Response::Expunge(_)
                | Response::Vanished { .. } => break,
                // "Still here", or a mail's flags.
                _ => {}
            }
        }
        let done = timeout(ANSWER, self.session.run_command_untagged("DONE"));
        done.await.map_err(|_| Fault::slow())??;
        let is_done =
            |answer: &Response<'_>| matches!(answer, Response::Done { tag, .. } if *tag == id);
        while !self.answer(is_done).await? {}
        Ok(())
    }
}

/// User and password in one (RFC 4616), in UTF-8.
struct Plain<'a>(&'a Mailbox, &'a str);

impl Authenticator for Plain<'_> {
    type Response = String;

    fn process(&mut self, _: &[u8]) -> String {
        format!("\0{}\0{}", self.0.user, self.1)
    }
}

fn has(all: &[Capability<'_>], wanted: &str) -> bool {
    all.iter().any(|capability| match capability {
        Capability::Atom(name) => name.eq_ignore_ascii_case(wanted),
        Capability::Auth(name) => wanted
            .strip_prefix("AUTH=")
            .is_some_and(|wanted| name.eq_ignore_ascii_case(wanted)),
        Capability::Imap4rev1 => false,
    })
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
