//! `memo import`: what `memo export` wrote, and what other programs did.

use super::add;
use crate::{
    card::{count, table},
    context::Context,
    error::{Exit, Failure, Result},
    output::Output,
};
use memo_common::{
    api::ImportReport,
    client::{Client, ClientError},
    export::{BEGINS, LONGEST_LINE, Line},
    files::{Gathered, Options, exports, is_archive, is_mbox, open},
};
use serde_json::json;
use std::{
    collections::BTreeMap,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

/// Documents are sent together until they have so many bytes.
const TOGETHER: usize = 8 << 20;
/// How often a piece is sent again when the daemon is busy, and how long to wait the first time.
const TRIES: u32 = 6;
const BACK_OFF: Duration = Duration::from_millis(200);

/// Take in what `memo export` wrote, or what other programs export
///
/// What each file is, is known by what stands in it. Of an mbox file each mail becomes a document, of a Slack workspace's
/// export each day of a channel; Google's Takeout (mail, Keep, calendars, activities), WhatsApp, Telegram, Discord, Signal,
/// ChatGPT, Claude, Notion, Obsidian, Evernote, Day One and address books come as files, folders or archives (.zip, .tar,
/// .tgz), which need not be unpacked; browsers' histories (places.sqlite, History), Messages (chat.db) and atuin
/// (history.db) as these programs keep them, while they run. To import twice changes nothing, a grown export adds what is
/// new, and what was interrupted goes on with the same command. Of memo's own export memories come as they were, with their
/// ratings; a document that was uploaded here later is left as it is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  memo import memories.jsonl
  memo import --dry-run takeout-*.zip
  memo import ~/.mozilla/firefox/*/places.sqlite
  memo import Takeout/Mail/All.mbox slack-export.zip
  ssh old-machine memo export | memo import -")]
pub(crate) struct Args {
    /// Exports, files or folders; - for what `memo export` wrote on standard input
    #[arg(required = true, value_name = "PATH", value_hint = clap::ValueHint::AnyPath)]
    paths: Vec<PathBuf>,
    /// Tell what would come, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Write a line for each document, however many there are
    #[arg(long, short)]
    verbose: bool,
}

impl Args {
    pub(crate) fn run(&self, context: &Context) -> Result<Exit> {
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for path in &self.paths {
            match is_own(path)? {
                true => own.push(path),
                false => others.push(path.clone()),
            }
        }
        let gathered = exports(&others);
        if self.dry_run {
            return would(&context.output, &own, &gathered);
        }
        let mut exit = Exit::Done;
        for path in own {
            exit = worse(exit, take_in(context, path)?);
        }
        if !others.is_empty() {
            let options = Options {
                user_name: context.user_name()?,
                source_type: None,
                item_id: None,
                replace: false,
            };
            let added = add::add(context, gathered, &options, true, self.verbose)?;
            exit = worse(exit, added);
        }
        Ok(exit)
    }
}

const fn worse(one: Exit, other: Exit) -> Exit {
    match one as u8 > other as u8 {
        true => one,
        false => other,
    }
}

/// Whether it is what memo wrote: alone that comes by standard input.
fn is_own(path: &Path) -> Result<bool> {
    let failed = |e| Failure::io(format_args!("cannot read {}", path.display()), &e);
    if path.as_os_str() == "-" {
        return Ok(true);
    }
    let is_pattern = || path.to_str().is_some_and(|p| p.contains(['*', '?', '[']));
    if path.is_dir() || (!path.exists() && is_pattern()) {
        return Ok(false);
    }
    let mut begin = Vec::new();
    let length = BEGINS.len() as u64;
    let file = open(path).map_err(failed)?;
    file.take(length).read_to_end(&mut begin).map_err(failed)?;
    Ok(begin == BEGINS.as_bytes())
}

/// Takes an export of memo's own in.
fn take_in(context: &Context, path: &Path) -> Result<Exit> {
    let input: Box<dyn Read> = match path.as_os_str() == "-" {
        true => Box::new(io::stdin().lock()),
        false => {
            let failed = |e| Failure::io(format_args!("cannot read {}", path.display()), &e);
            Box::new(open(path).map_err(failed)?)
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
    output
        .complain("the export was cut short: its last line is missing; what it holds was imported");
    Ok(Exit::SomeFailed)
}

/// Tells what would come of other programs' exports, by kinds, and of memo's own.
fn would(output: &Output, own: &[&PathBuf], gathered: &Gathered) -> Result<Exit> {
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for input in &gathered.inputs {
        *kinds.entry(input.kind()).or_default() += 1;
    }
    if !own.is_empty() {
        kinds.insert("memo's own exports", own.len() as u64);
    }
    if output.is_json() {
        let faults = gathered.unreadable.iter();
        let faults = faults.map(|f| json!({"path": f.path.to_string_lossy(), "reason": f.reason}));
        output.json(&json!({
            "kinds": kinds,
            "skipped": gathered.skipped.len(),
            "failed": faults.collect::<Vec<_>>(),
        }))?;
    } else {
        let rows = kinds
            .iter()
            .map(|(kind, n)| vec![n.to_string(), (*kind).to_owned()]);
        let rows: Vec<Vec<String>> = rows.collect();
        match rows.is_empty() {
            true => output.note("nothing would come"),
            false => output.result(&table(&["DOCUMENTS", "KIND"], &rows, output.width()))?,
        }
        if !gathered.skipped.is_empty() {
            let left = count(gathered.skipped.len() as u64, "file", "files");
            output.note(&format!(
                "{left} left out: hidden, links, or named in a .memoignore"
            ));
        }
        for fault in &gathered.unreadable {
            output.complain(&format!("{}: {}", fault.path.display(), fault.reason));
        }
    }
    Ok(match (gathered.unreadable.is_empty(), kinds.is_empty()) {
        (false, _) => Exit::SomeFailed,
        (true, true) => Exit::Nothing,
        (true, false) => Exit::Done,
    })
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
    if is_mbox(&header) || is_archive(&header) {
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
