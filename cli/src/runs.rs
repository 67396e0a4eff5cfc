//! The runs of a command, followed until their memories can be recalled.

use crate::{
    context::Context,
    error::{Exit, Failure, Result},
    upload::Event,
};
use memo_common::{
    api::{Execution, RunState},
    client::{Client, ClientError},
};
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// Runs asked about at once; the daemon takes them about in order, so the oldest end first.
const WATCHED: usize = 4;
/// Between two looks at the runs: short at first, longer while nothing changes.
const LOOK: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(250));
/// A daemon that is away for no longer may be restarting.
const AWAY: Duration = Duration::from_secs(20);

/// The runs that are waited for, oldest first.
pub(crate) struct Runs {
    client: Client,
    /// By the index of their input.
    pub(crate) runs: VecDeque<(usize, String)>,
    /// How long to wait before the next look.
    pub(crate) pause: Duration,
    looked: Instant,
    away_since: Option<Instant>,
}

impl Runs {
    /// None yet.
    pub(crate) fn new(client: Client) -> Self {
        Self {
            client,
            runs: VecDeque::new(),
            pause: LOOK.0,
            looked: Instant::now(),
            away_since: None,
        }
    }

    /// Asks about the oldest runs, and about more as long as these have ended.
    pub(crate) fn look(
        &mut self,
        context: &Context,
        on: &mut dyn FnMut(usize, Event) -> Result<()>,
    ) -> Result<()> {
        if self.runs.is_empty() || self.looked.elapsed() < self.pause {
            return Ok(());
        }
        let mut ended = false;
        let mut at = 0;
        while at < self.runs.len().min(WATCHED) {
            let (index, run) = self.runs[at].clone();
            let event = match self.client.execution(&run) {
                Ok(execution) => end_of(&execution),
                Err(ClientError::Unreachable { .. } | ClientError::TimedOut { .. }) => {
                    self.find_again(context)?;
                    break;
                }
                Err(error) => Event::Failed(format!("its run cannot be followed: {error}")),
            };
            self.away_since = None;
            match event {
                Event::At(_) => at += 1,
                _ => {
                    self.runs.remove(at);
                    ended = true;
                }
            }
            on(index, event)?;
        }
        self.pause = if ended {
            LOOK.0
        } else {
            (self.pause * 5 / 4).min(LOOK.1)
        };
        self.looked = Instant::now();
        Ok(())
    }

    /// The daemon does not answer: it may be restarting, and may answer elsewhere afterwards.
    fn find_again(&mut self, context: &Context) -> Result<()> {
        let since = *self.away_since.get_or_insert_with(Instant::now);
        if since.elapsed() > AWAY {
            return Err(Failure::new(
                Exit::NoDaemon,
                "the daemon went away; what it has accepted is safe, and goes on when it is started",
            )
            .hint("`memo daemon start`, then `memo status`"));
        }
        if let Some(client) = context.client_if_running()? {
            self.client = client;
        }
        Ok(())
    }
}

fn end_of(execution: &Execution) -> Event {
    match execution.state {
        RunState::Active => Event::At(execution.progress.clone()),
        RunState::Succeeded => Event::Done(Some(execution.memories.unwrap_or_default())),
        RunState::Failed => {
            let why = execution.error.as_ref().map(|e| e.message.as_str());
            Event::Failed(why.unwrap_or("the daemon gives no reason").to_owned())
        }
    }
}
