//! Many documents on their way at once: read, sent, and followed until their memories can be recalled.
//!
//! A few threads read and send; the calling thread takes their reports, asks the daemon how the oldest runs are
//! getting on, and hands everything that happens to one function. It never waits long for anything, so that
//! Ctrl-C is heard at once.

use crate::{
    content::{Content, Refused},
    context::Context,
    error::Result,
    exports,
    files::{self, Files},
    inputs::Input,
    watch::Watch,
};
use memo_common::{
    api::{Accepted, Progress, SourceType},
    client::{Client, ClientError, Upload},
};
use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

/// Files read and sent at once.
const SENDERS: usize = 4;
/// How often an upload is tried again when the daemon is busy, and how long to wait the first time.
const TRIES: u32 = 6;
const BACK_OFF: Duration = Duration::from_millis(200);

/// Why a file that a folder's search found is left alone.
const FORGOTTEN: &str = "forgotten before; name the file itself to add it again";
/// Why an export is left as it is remembered.
const LESS: &str = "holds less than is remembered of it; --replace takes it all the same";

/// What is the same for all documents of one command.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// From whose point of view to tell.
    pub(crate) user_name: String,
    /// What they are, if the person said so.
    pub(crate) source_type: Option<SourceType>,
    /// The document's own name, if the person gave one.
    pub(crate) item_id: Option<String>,
    /// Whether an export that holds less than before takes its place.
    pub(crate) replace: bool,
    /// Whether to follow the runs.
    pub(crate) wait: bool,
}

/// What an upload did to the document of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// There was none.
    Added,
    /// The old one's memories give way to the new one's.
    Replaced,
    /// Nothing: it is the same, and worked on or done already.
    Unchanged,
    /// The daemon had lost its text and has it again; all else is the same.
    Restored,
}

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
    on: &mut dyn FnMut(usize, Event) -> Result<()>,
) -> Result<Ended> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Only fails when a handler is set already; then that one's owner decides.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::SeqCst));

    let files = Arc::new(Files::open(&context.config));
    let reports = send_all(client, inputs, options, &files, &stop);
    let mut unsent = inputs.len();
    let mut watched = Watch::new(client.clone());
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
                        let queued = options.wait.then(|| run.clone());
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
        let (client, options, files) = (client.clone(), options.clone(), Arc::clone(files));
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
                report(send_one(&client, &input, &options, &files, &report));
            }
        });
    }
    reports
}

fn send_one(
    client: &Client,
    input: &Input,
    options: &Options,
    files: &Files,
    report: &dyn Fn(Event),
) -> Event {
    if !input.is_asked_for() && files.is_forgotten(&input.path) {
        return Event::Skipped(FORGOTTEN.to_owned());
    }
    let content = match input.read() {
        Ok(content) => content,
        Err(Refused::Skipped(reason)) => return Event::Skipped(reason),
        Err(Refused::Failed(reason)) => return Event::Failed(reason),
    };
    match send_content(client, &content, options, files, report) {
        Ok(event) => event,
        // what the daemon refuses for what it is, is nothing to remember where nobody named it
        Err(ClientError::Problem(problem)) if problem.status == 400 && !input.named => {
            Event::Skipped(problem.detail)
        }
        Err(error) => Event::Failed(error.to_string()),
    }
}

/// Uploads a document, and tries again for a while where the daemon is busy.
pub(crate) fn send(
    client: &Client,
    upload: &Upload<'_>,
    text: &[u8],
    sent: &mut dyn FnMut(u64),
) -> std::result::Result<Accepted, ClientError> {
    let mut wait = BACK_OFF;
    let mut tries = 1;
    loop {
        match client.memorize(upload, text, sent) {
            Err(ClientError::Problem(problem))
                if matches!(problem.status, 429 | 503) && tries < TRIES => {}
            result => return result,
        }
        thread::sleep(wait);
        wait *= 2;
        tries += 1;
    }
}

fn send_content(
    client: &Client,
    content: &Content,
    options: &Options,
    files: &Files,
    report: &dyn Fn(Event),
) -> std::result::Result<Event, ClientError> {
    let file = content.path.as_deref().map(|path| files::Text {
        path,
        text: &content.bytes,
        written: content.reference_time.as_deref(),
    });
    let found = match &file {
        Some(file) if options.item_id.is_none() => files.find(client, file),
        _ => files::Found::default(),
    };
    let item_id = options.item_id.as_deref().or(found.item_id.as_deref());
    let item_id = item_id.unwrap_or(&content.item_id);
    let before = match client.document(item_id) {
        Ok(document) => Some(document),
        Err(ClientError::Problem(problem)) if problem.status == 404 => None,
        Err(error) => return Err(error),
    };
    let size = content.bytes.len() as u64;
    let is_less = |before| exports::is_less(client, before, &content.bytes);
    if !options.replace && file.is_some() && before.as_ref().is_some_and(is_less) {
        return Ok(Event::Skipped(LESS.to_owned()));
    }
    let upload = Upload {
        filename: content.filename.as_deref(),
        user_name: &options.user_name,
        item_id: Some(item_id),
        source_type: options.source_type.or(content.source_type),
        reference_time: found
            .written
            .as_deref()
            .or(content.reference_time.as_deref()),
    };
    let mut sent = |done| report(Event::Sent(done, size));
    let accepted = send(client, &upload, &content.bytes, &mut sent)?;
    if let Some(file) = &file {
        files.note(file, &found, item_id);
    }
    let change = match before {
        None => Change::Added,
        Some(_) if accepted.restored => Change::Restored,
        Some(document) if document.run.name == accepted.workflow_execution => Change::Unchanged,
        Some(_) => Change::Replaced,
    };
    Ok(Event::Accepted {
        change,
        item_id: accepted.item_id,
        run: accepted.workflow_execution,
        guessed: content.guessed,
    })
}
