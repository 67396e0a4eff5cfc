//! Many documents on their way at once: read, sent, and followed until their memories can be recalled.
//!
//! A few threads read and send; the calling thread takes their reports, asks the daemon how the oldest runs are
//! getting on, and hands everything that happens to one function. It never waits long for anything, so that
//! Ctrl-C is heard at once.

use crate::{context::Context, error::Result, runs::Runs};
use memo_common::{
    api::Progress,
    client::Client,
    files::{self, Change, Files, Input, Options, Sent},
};
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

/// Files read and sent at once.
const SENDERS: usize = 4;
/// What happens to the input of this index.
#[derive(Debug)]
pub(crate) enum Event {
    /// A thread takes it up.
    Begun,
    /// So many bytes of so many are sent.
    Sent(u64, u64),
    /// The daemon has it safe on disk.
    Accepted {
        /// What it changes.
        change: Change,
        /// The document.
        item_id: String,
        /// The run's resource path.
        run: String,
        /// The character encoding that it was read in, where that had to be guessed.
        guessed: Option<&'static str>,
    },
    /// The run is this far.
    At(Progress),
    /// Its memories can be recalled; how many, where they were waited for.
    Done(Option<u64>),
    /// It is nothing to remember.
    Skipped(String),
    /// It could not be added.
    Failed(String),
}

/// How it all ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// With every input.
    All,
    /// Ctrl-C, with this many inputs never sent and these runs (resource paths) still at work.
    Interrupted {
        /// Inputs that the daemon does not have.
        unsent: usize,
        /// Runs that go on.
        runs: Vec<String>,
    },
}

/// Adds every input; `on` is told what happens.
pub(crate) fn run(
    context: &Context,
    client: &Client,
    inputs: &[Input],
    options: &Options,
    wait: bool,
    on: &mut dyn FnMut(usize, Event) -> Result<()>,
) -> Result<Ended> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Only fails when a handler is set already; then that one's owner decides.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::SeqCst));

    let files = Arc::new(Files::open(&context.config));
    let reports = send_all(client, inputs, options, &files, &stop);
    let mut unsent = inputs.len();
    let mut watched = Runs::new(client.clone());
    let mut sending = true;
    while sending || !watched.runs.is_empty() {
        if stop.load(Ordering::SeqCst) {
            let runs = watched.runs.into_iter().map(|(_, run)| run).collect();
            return Ok(Ended::Interrupted { unsent, runs });
        }
        match reports.recv_timeout(watched.pause) {
            Ok((index, event)) => {
                unsent -= usize::from(!matches!(event, Event::Begun | Event::Sent(..)));
                match event {
                    Event::Accepted {
                        change,
                        item_id,
                        run,
                        guessed,
                    } => {
                        let queued = wait.then(|| run.clone());
                        on(
                            index,
                            Event::Accepted {
                                change,
                                item_id,
                                run,
                                guessed,
                            },
                        )?;
                        match queued {
                            Some(run) => watched.runs.push_back((index, run)),
                            None => on(index, Event::Done(None))?,
                        }
                    }
                    other => on(index, other)?,
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                if sending {
                    sending = false;
                } else {
                    thread::sleep(watched.pause);
                }
            }
        }
        watched.look(context, on)?;
    }
    Ok(Ended::All)
}

/// Reads and sends every input, a few at once.
fn send_all(
    client: &Client,
    inputs: &[Input],
    options: &Options,
    files: &Arc<Files>,
    stop: &Arc<AtomicBool>,
) -> mpsc::Receiver<(usize, Event)> {
    let (send, reports) = mpsc::channel();
    let queue: VecDeque<(usize, Input)> = inputs.iter().cloned().enumerate().collect();
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..SENDERS.min(inputs.len()) {
        let (client, options, known) = (client.clone(), options.clone(), Arc::clone(files));
        let (queue, stop, send) = (Arc::clone(&queue), Arc::clone(stop), send.clone());
        thread::spawn(move || {
            let next = || queue.lock().ok()?.pop_front();
            while !stop.load(Ordering::SeqCst)
                && let Some((index, input)) = next()
            {
                // Nobody listens any more once the command has ended.
                let report = |event| {
                    let _ = send.send((index, event));
                };
                report(Event::Begun);
                let progress = |done, all| report(Event::Sent(done, all));
                report(files::send(&client, &input, &options, &known, &progress).into());
            }
        });
    }
    reports
}

impl From<Sent> for Event {
    fn from(sent: Sent) -> Self {
        match sent {
            Sent::Accepted {
                change,
                item_id,
                run,
                guessed,
            } => Self::Accepted {
                change,
                item_id,
                run,
                guessed,
            },
            Sent::Skipped(reason) => Self::Skipped(reason),
            Sent::Failed(reason) => Self::Failed(reason),
        }
    }
}
