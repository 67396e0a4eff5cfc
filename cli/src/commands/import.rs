//! `memo import`: what `memo export` wrote, and what other programs did.

use super::add;
use crate::{
    card::count,
    context::Context,
    error::{Exit, Failure, Result},
};
use memo_common::{
    api::ImportReport,
    client::{Client, ClientError},
    export::{BEGINS, LONGEST_LINE, Line},
    files::{Gathered, Options, gather, is_mbox, is_slack, is_zip, open, parts, slack_days},
};
use std::{
    io::{self, BufRead, BufReader, Read},
    path::PathBuf,
    thread,
    time::Duration,
};

/// Documents are sent together until they have so many bytes.
const TOGETHER: usize = 8 << 20;
/// How often a piece is sent again when the daemon is busy, and how long to wait the first time.
const TRIES: u32 = 6;
const BACK_OFF: Duration = Duration::from_millis(200);

/// Take in what `memo export` wrote, or a mail or chat archive
///
/// Memories come as they were, with their ratings. A document that is here already is left as it is, and so is one that
/// was uploaded here later than in the export: to import twice changes nothing. Of an mbox file each mail becomes a
/// document, of a Slack workspace's export (the .zip, or unpacked) each day of a channel; other archives of chats and
/// notes, and a folder of notes, are added as `memo add` does it.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo import memories.jsonl
  memo import Takeout/Mail/All.mbox
  memo import slack-export.zip
  ssh old-machine memo export | memo import -")]
pub(crate) struct Args {
    /// The export, a file or a folder; - for what `memo export` wrote on standard input
    #[arg(value_name = "PATH", value_hint = clap::ValueHint::AnyPath)]
    file: PathBuf,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        if let Some(gathered) = self.others()? {
            let options = Options {
                user_name: context.user_name()?,
                source_type: None,
                item_id: None,
                replace: false,
            };
            return add::add(context, gathered, &options, true, false);
        }
        let input: Box<dyn Read> = match self.file.as_os_str() == "-" {
            true => Box::new(io::stdin().lock()),
            false => {
                let shown = self.file.display();
                let failed = |e| Failure::io(format_args!("cannot read {shown}"), &e);
                Box::new(open(&self.file).map_err(failed)?)
            }
        };
        let client = context.client()?;
        let mut sum = ImportReport::default();
        let whole = send(&client, BufReader::new(input), &mut sum)?;
        let output = &context.output;
        match output.is_json() {
            true => output.json(&sum)?,
            false => output.note(&told(&sum)),
        }
        if whole {
            return Ok(Exit::Done);
        }
        output.complain(
            "the export was cut short: its last line is missing; what it holds was imported",
        );
        Ok(Exit::SomeFailed)
    }
}

impl Args {
    /// The documents of another program's export; `None`: it is memo's own, or none at all.
    fn others(&self) -> Result<Option<Gathered>> {
        let path = &self.file;
        let failed = |e| Failure::io(format_args!("cannot read {}", path.display()), &e);
        let inputs = if path.as_os_str() == "-" {
            return Ok(None);
        } else if path.is_dir() {
            match is_slack(path) {
                true => slack_days(path).map_err(failed)?,
                // Notes: as `memo add` does it.
                false => return Ok(Some(gather(std::slice::from_ref(path)))),
            }
        } else {
            let mut begin = Vec::new();
            let file = open(path).map_err(failed)?;
            let length = BEGINS.len() as u64;
            file.take(length).read_to_end(&mut begin).map_err(failed)?;
            if begin == BEGINS.as_bytes() {
                return Ok(None);
            }
            match parts(path, true).map_err(failed)? {
                Some(inputs) => inputs,
                None => return Ok(None),
            }
        };
        Ok(Some(Gathered {
            inputs,
            ..Gathered::default()
        }))
    }
}

fn told(sum: &ImportReport) -> String {
    let mut told = format!(
        "imported {}, {}, {}",
        count(sum.documents, "document", "documents"),
        count(sum.memories, "memory", "memories"),
        count(sum.ratings, "rating", "ratings"),
    );
    for (n, what) in [
        (sum.queued, "to be worked on"),
        (sum.unchanged, "unchanged"),
        (sum.kept, "left as they are, uploaded here later"),
    ] {
        if n > 0 {
            told += &format!("; {n} {what}");
        }
    }
    told
}

/// Sends the export in pieces of whole documents; `false` where its last line is missing.
fn send(client: &Client, mut input: impl BufRead, sum: &mut ImportReport) -> Result<bool> {
    let failed = |e| Failure::io("cannot read the export", &e);
    let mut header = Vec::new();
    next(&mut input, &mut header).map_err(failed)?;
    if is_mbox(&header) || is_zip(&header) {
        return Err(Failure::usage(
            "on standard input only what `memo export` wrote can be imported, and this is a mail or chat archive",
        )
        .hint("save it to a file, and give that"));
    }
    if !header.starts_with(BEGINS.as_bytes()) {
        return Err(Failure::usage(
            "it is no export of memo: those begin with a line of type memo_export",
        )
        .hint("`memo add` remembers other files"));
    }
    if !header.ends_with(b"\n") {
        header.push(b'\n');
    }
    let mut piece = header.clone();
    // Lines of the export that the pieces before this one had.
    let mut before = 0u64;
    let mut lines = 1u64;
    let mut line = Vec::new();
    let mut whole = false;
    loop {
        line.clear();
        next(&mut input, &mut line).map_err(failed)?;
        let ended = line.is_empty();
        let begins_document = line.starts_with(b"{\"type\":\"document\"");
        if ended || (begins_document && piece.len() >= TOGETHER) {
            add(sum, &send_piece(client, &piece, before)?);
            before = lines - 1;
            piece.truncate(header.len());
        }
        if ended {
            return Ok(whole);
        }
        whole = matches!(serde_json::from_slice(&line), Ok(Line::End(_)));
        lines += 1;
        piece.extend_from_slice(&line);
    }
}

/// Reads a line; empty at the end.
fn next(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
    input
        .take(LONGEST_LINE as u64 + 1)
        .read_until(b'\n', line)?;
    match line.len() > LONGEST_LINE {
        true => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "a line is too long",
        )),
        false => Ok(()),
    }
}

fn send_piece(client: &Client, piece: &[u8], before: u64) -> Result<ImportReport> {
    let (mut wait, mut tries) = (BACK_OFF, 1);
    loop {
        match client.import(piece) {
            Err(ClientError::Problem(problem))
                if matches!(problem.status, 429 | 503) && tries < TRIES => {}
            Err(ClientError::Problem(mut problem)) => {
                problem.detail = in_whole(&problem.detail, before);
                return Err((*problem).into());
            }
            result => return Ok(result?),
        }
        thread::sleep(wait);
        wait *= 2;
        tries += 1;
    }
}

/// The daemon counts the lines of a piece, a person those of the whole export.
fn in_whole(detail: &str, before: u64) -> String {
    let counted = detail.strip_prefix("Line ").and_then(|rest| {
        let (number, rest) = rest.split_once(':')?;
        Some((number.parse::<u64>().ok()?, rest))
    });
    match counted {
        Some((number, rest)) => format!("line {}:{rest}", number + before),
        None => detail.to_owned(),
    }
}

fn add(sum: &mut ImportReport, piece: &ImportReport) {
    sum.status.clone_from(&piece.status);
    sum.documents += piece.documents;
    sum.memories += piece.memories;
    sum.ratings += piece.ratings;
    sum.queued += piece.queued;
    sum.unchanged += piece.unchanged;
    sum.kept += piece.kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_in_the_whole_export() {
        assert_eq!(in_whole("Line 3: no.", 10), "line 13: no.");
        assert_eq!(in_whole("Something else.", 10), "Something else.");
    }
}
