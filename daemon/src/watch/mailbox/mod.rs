//! A mailbox at its server, by IMAP: its folders are read over one connection, which then waits for what is new.
//!
//! - `connection`: what is said with the server; `stream`: TLS, and to where; `fault`: what goes wrong, in words
//! - `password`: a password or a token, kept, or told by a command
//! - `folders`: which are read
//! - `round`: what is new, moved and gone

mod connection;
mod fault;
mod folders;
mod password;
mod round;
mod stream;

use super::{Look, RESCAN, Work, list::Watched};
use crate::store::Mail;
use connection::Connection;
use fault::Fault;
use memo_common::mailbox::Mailbox as Address;
use round::{Known, Missed, Round};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

/// How often a server is asked that does not tell of changes by itself.
const POLL: Duration = Duration::from_secs(120);
/// How long to wait after something went wrong, doubled each time, and at most.
const RETRY: Duration = Duration::from_secs(5);
const RETRY_MOST: Duration = Duration::from_secs(900);
/// The same where nobody is let in: who tries too often is locked out.
const LOGIN: Duration = Duration::from_secs(600);
const LOGIN_MOST: Duration = Duration::from_secs(6 * 3600);

/// A mailbox.
pub(super) struct Mailbox {
    address: Result<Address, String>,
    watched: Arc<Watched>,
    /// Works on the connection, also while this watch's thread waits.
    runtime: Option<Runtime>,
    line: Line,
    known: Option<Known>,
    /// How often it has failed in a row, and whether nobody was let in.
    failures: u32,
    locked: bool,
    /// Mails that could not be read, and how often.
    broken: HashMap<Mail, u8>,
    missed: Missed,
}

/// The connection, where there is one.
enum Line {
    None,
    Open(Connection),
    /// It waits for what is new, until it is told to stop.
    Waits(CancellationToken, JoinHandle<Option<Connection>>),
}

impl Mailbox {
    pub(super) fn open(source: &str, watched: Arc<Watched>) -> Self {
        Self {
            address: Address::parse(source),
            watched,
            runtime: None,
            line: Line::None,
            known: None,
            failures: 0,
            locked: false,
            broken: HashMap::new(),
            missed: HashMap::new(),
        }
    }

    pub(super) fn counted(&self) -> (u64, u64) {
        self.known.as_ref().map_or((0, 0), Known::counted)
    }

    /// How long to wait until the next look.
    pub(super) fn pause(&self) -> Duration {
        let doubled = |first: Duration, most: Duration| {
            let times = 1 << (self.failures - 1).min(16);
            first.saturating_mul(times).min(most)
        };
        match (&self.line, self.failures) {
            (_, 1..) if self.locked => doubled(LOGIN, LOGIN_MOST),
            (_, 1..) => doubled(RETRY, RETRY_MOST),
            (Line::Open(_), _) => POLL,
            _ => RESCAN,
        }
    }

    /// Reads what is new, and lets go of what is gone.
    pub(super) fn look(&mut self, work: &Work<'_>) -> Result<Look, String> {
        match self.tried(work) {
            Ok(look) => {
                self.failures = 0;
                Ok(look)
            }
            Err(Fault::Ended) => Ok(Look::default()),
            Err(fault) => {
                self.failures += 1;
                self.locked = matches!(fault, Fault::Login(_));
                Err(fault.to_string())
            }
        }
    }

    fn tried(&mut self, work: &Work<'_>) -> Result<Look, Fault> {
        let address = self.address.clone().map_err(Fault::Login)?;
        if self.known.is_none() {
            self.known = Some(Known::load(&work.app.store, &self.watched.id())?);
        }
        let runtime = match self.runtime.take() {
            Some(runtime) => runtime,
            None => Builder::new_multi_thread()
                .worker_threads(1)
                .thread_name("mailbox")
                .enable_all()
                .build()
                .map_err(|e| Fault::Own(e.to_string()))?,
        };
        let runtime = self.runtime.insert(runtime);
        let talk = Talk {
            runtime,
            ended: self.watched.ended(),
        };
        let line = match std::mem::replace(&mut self.line, Line::None) {
            Line::None => None,
            Line::Open(connection) => Some(connection),
            Line::Waits(stop, waits) => {
                stop.cancel();
                talk.to(async { Ok(waits.await.ok().flatten()) })?
            }
        };
        let mut connection = match line {
            Some(connection) => connection,
            None => {
                let ended = || work.watched.is_ended();
                let secret = password::secret(&work.app.config.data_dir, &address, &ended)?;
                let private = work.watched.record().allow_private;
                let opened = talk.to(Connection::open(&address, private, &secret))?;
                // What went wrong before is over.
                work.watched.tell(|told| told.error = None);
                opened
            }
        };
        let Some(known) = &mut self.known else {
            return Ok(Look::default());
        };
        let mut round = Round::new(
            work,
            &talk,
            &mut connection,
            known,
            &mut self.broken,
            &mut self.missed,
        );
        let idles = round.all()?;
        let look = round.look;
        self.line = match idles {
            false => Line::Open(connection),
            true => {
                let (stop, watched) = (CancellationToken::new(), self.watched.clone());
                let stopped = stop.clone();
                let waits = runtime.spawn(async move {
                    let waited = connection.idle(&stopped).await;
                    if !stopped.is_cancelled() {
                        watched.changed();
                    }
                    waited.ok().map(|()| connection)
                });
                Line::Waits(stop, waits)
            }
        };
        Ok(look)
    }
}

/// Who talks with the server, until the watch has ended.
struct Talk<'a> {
    runtime: &'a Runtime,
    ended: CancellationToken,
}

impl Talk<'_> {
    fn to<T>(&self, work: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
        self.runtime.block_on(async {
            tokio::select! {
                biased;
                () = self.ended.cancelled() => Err(Fault::Ended),
                done = work => done,
            }
        })
    }
}
