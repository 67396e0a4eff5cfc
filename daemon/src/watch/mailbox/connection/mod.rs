//! A connection to a mailbox's server: the few commands of IMAP that reading takes.
//!
//! Each answer is read to the line that ends it: where the connection breaks before, there is no answer, rather than a part
//! of one. What one answer may take of memory is bounded, whatever the server sends. Folders are opened for reading alone,
//! and mails are looked at without marking them as seen.

mod commands;

pub(super) use commands::{Entry, Level, Listed, PIECE, Role};

use super::{fault::Fault, password::Secret, stream::Stream};
use async_imap::{
    Authenticator, Client, Session,
    imap_proto::{Capability, MailboxDatum, Response, ResponseCode, Status},
};
use memo_common::mailbox::Mailbox;
use std::time::Duration;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How long to wait for one answer, or the next piece of a long one.
const ANSWER: Duration = Duration::from_secs(120);

/// A connection whose user is let in.
pub(super) struct Connection {
    session: Session<Stream>,
    /// Whether the server tells of changes by itself.
    pub(super) idles: bool,
}

impl Connection {
    /// Connects, and lets the user in.
    pub(super) async fn open(
        mailbox: &Mailbox,
        allow_private: bool,
        secret: &Secret,
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
            let user = mailbox.user.as_str();
            match secret {
                Secret::Token(token) => {
                    client
                        .authenticate("XOAUTH2", Said::token(user, token))
                        .await
                }
                // A command's words are ASCII.
                Secret::Password(password) if plain || !password.is_ascii() || !user.is_ascii() => {
                    client
                        .authenticate("PLAIN", Said::plain(user, password))
                        .await
                }
                Secret::Password(password) => client.login(user, password).await,
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

/// What is answered when the server asks who it is, once; asked again, there is nothing more to say.
struct Said(String);

impl Said {
    /// User and password in one (RFC 4616), in UTF-8.
    fn plain(user: &str, password: &str) -> Self {
        Self(format!("\0{user}\0{password}"))
    }

    /// User and token as Google and Microsoft take them (`XOAUTH2`). Their servers tell why they refuse one by asking again.
    fn token(user: &str, token: &str) -> Self {
        Self(format!("user={user}\x01auth=Bearer {token}\x01\x01"))
    }
}

impl Authenticator for Said {
    type Response = String;

    fn process(&mut self, _: &[u8]) -> String {
        std::mem::take(&mut self.0)
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
