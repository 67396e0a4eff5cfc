//! A document on its way to the daemon.

use super::{
    archive::mail_content,
    content::{Content, Refused},
    exports,
    inputs::Input,
    known::{Files, Found, Text},
};
use crate::{
    api::{Accepted, SourceType},
    client::{Client, ClientError, Upload},
};
use std::{thread, time::Duration};

/// How often an upload is tried again when the daemon is busy, and how long to wait the first time.
const TRIES: u32 = 6;
const BACK_OFF: Duration = Duration::from_millis(200);

/// Why a file that a folder's search found is left alone.
const FORGOTTEN: &str = "forgotten before; name the file itself to add it again";
/// Why an export is left as it is remembered.
const LESS: &str = "holds less than is remembered of it; --replace takes it all the same";

/// What is the same for all documents of one command.
#[derive(Clone, Debug)]
pub struct Options {
    /// From whose point of view to tell.
    pub user_name: String,
    /// What they are, if the person said so.
    pub source_type: Option<SourceType>,
    /// The document's own name, if the person gave one.
    pub item_id: Option<String>,
    /// Whether an export that holds less than before takes its place.
    pub replace: bool,
}

/// What an upload did to the document of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// There was none.
    Added,
    /// The old one's memories give way to the new one's.
    Replaced,
    /// Nothing: it is the same, and worked on or done already.
    Unchanged,
    /// The daemon had lost its text and has it again; all else is the same.
    Restored,
}

/// What came of an input.
#[derive(Debug)]
pub enum Sent {
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
    /// It is nothing to remember.
    Skipped(String),
    /// It could not be added.
    Failed(String),
}

/// Reads an input and uploads it; `progress` is told how many of its bytes are sent, and how many there are.
pub fn send(
    client: &Client,
    input: &Input,
    options: &Options,
    files: &Files,
    progress: &dyn Fn(u64, u64),
) -> Sent {
    if !input.is_asked_for() && files.is_forgotten(&input.path) {
        return Sent::Skipped(FORGOTTEN.to_owned());
    }
    let content = match input.read() {
        Ok(content) => content,
        Err(Refused::Skipped(reason)) => return Sent::Skipped(reason),
        Err(Refused::Failed(reason)) => return Sent::Failed(reason),
    };
    settled(
        send_content(client, &content, options, files, progress),
        input.named,
    )
}

/// Uploads a mail as a mailbox's server gives it.
pub fn send_mail(client: &Client, mail: Vec<u8>, options: &Options, files: &Files) -> Sent {
    match mail_content(mail, false) {
        Ok(content) => settled(
            send_content(client, &content, options, files, &|_, _| {}),
            false,
        ),
        Err(Refused::Skipped(reason)) => Sent::Skipped(reason),
        Err(Refused::Failed(reason)) => Sent::Failed(reason),
    }
}

fn settled(sent: Result<Sent, ClientError>, named: bool) -> Sent {
    match sent {
        Ok(sent) => sent,
        // what the daemon refuses for what it is, is nothing to remember where nobody named it
        Err(ClientError::Problem(problem)) if problem.status == 400 && !named => {
            Sent::Skipped(problem.detail)
        }
        Err(error) => Sent::Failed(error.to_string()),
    }
}

/// Uploads a text, and tries again for a while where the daemon is busy.
///
/// # Errors
/// [`ClientError`]
pub fn send_text(
    client: &Client,
    upload: &Upload<'_>,
    text: &[u8],
    sent: &mut dyn FnMut(u64),
) -> Result<Accepted, ClientError> {
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
    progress: &dyn Fn(u64, u64),
) -> Result<Sent, ClientError> {
    let file = content.path.as_deref().map(|path| Text {
        path,
        text: &content.bytes,
        written: content.reference_time.as_deref(),
    });
    let found = match &file {
        Some(file) if options.item_id.is_none() => files.find(client, file),
        _ => Found::default(),
    };
    let item_id = options.item_id.as_deref().or(found.item_id.as_deref());
    let item_id = item_id.unwrap_or(&content.item_id);
    let before = match client.document(item_id) {
        Ok(document) => Some(document),
        Err(ClientError::Problem(problem)) if problem.status == 404 => None,
        Err(error) => return Err(error),
    };
    let size = content.bytes.len() as u64;
    let is_less = |before| exports::is_less(client, before, &content.bytes, content.grows);
    if !options.replace && file.is_some() && before.as_ref().is_some_and(is_less) {
        return Ok(Sent::Skipped(LESS.to_owned()));
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
    let mut sent = |done| progress(done, size);
    let accepted = send_text(client, &upload, &content.bytes, &mut sent)?;
    if let Some(file) = &file {
        files.note(file, &found, item_id);
    }
    let change = match before {
        None => Change::Added,
        Some(_) if accepted.restored => Change::Restored,
        Some(document) if document.run.name == accepted.workflow_execution => Change::Unchanged,
        Some(_) => Change::Replaced,
    };
    Ok(Sent::Accepted {
        change,
        item_id: accepted.item_id,
        run: accepted.workflow_execution,
        guessed: content.guessed,
    })
}
