//! Other programs' exports that hold many documents: an mbox file, a Slack workspace's folder or archive.

use super::{
    charset::{self, Decoded},
    content::{Content, LONGEST, Refused, TOO_LONG, read_most, short_hash},
    inputs::{Input, reason},
    parts::Part,
    plain,
    slack::{self, Users},
    spool::Spool,
    zipped::{Archive, Zipped},
};
use crate::api::SourceType;
use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Whether a file is an mbox, by its first bytes.
pub fn is_mbox(begin: &[u8]) -> bool {
    let line = begin.split(|b| *b == b'\n').next().unwrap_or_default();
    is_divider(line)
}

/// `From somebody Thu Jan  1 00:00:00 2026`: a line that parts mails (RFC 4155).
fn is_divider(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else {
        return false;
    };
    let year = rest.windows(4).any(|w| w.iter().all(u8::is_ascii_digit));
    year && rest.contains(&b':')
}

/// The mails of an mbox file. Only their places are kept: such files are long.
pub(crate) fn mails(path: &Path) -> io::Result<Vec<Input>> {
    mails_of(path, plain::open(path)?, None)
}

/// The mails of an mbox file of an archive, which was unpacked.
pub(crate) fn unpacked_mails(path: &Path, file: File) -> io::Result<Vec<Input>> {
    let spool = Spool::new(file.try_clone()?);
    mails_of(path, file, Some(&spool))
}

fn mails_of(path: &Path, file: File, spool: Option<&Spool>) -> io::Result<Vec<Input>> {
    let mut input = BufReader::with_capacity(256 << 10, file);
    let (mut at, mut line, mut blank) = (0u64, Vec::new(), true);
    let mut starts: Vec<(u64, u64)> = Vec::new();
    loop {
        line.clear();
        // A longer line is read in pieces, of which only the first can be a divider.
        let read = (&mut input).take(64 << 10).read_until(b'\n', &mut line)? as u64;
        if read == 0 {
            break;
        }
        if blank && is_divider(&line) {
            starts.push((at, at + read));
        }
        blank = matches!(line.as_slice(), b"\n" | b"\r\n");
        at += read;
    }
    let ends = starts.iter().skip(1).map(|(divider, _)| *divider);
    let ends = ends.chain([at]);
    let mail = |(&(_, start), end): (&(u64, u64), u64)| Input {
        path: path.to_owned(),
        named: false,
        part: Some(Part::Mail {
            start,
            length: end - start,
            spool: spool.cloned(),
        }),
    };
    Ok(starts
        .iter()
        .zip(ends.collect::<Vec<_>>())
        .map(mail)
        .collect())
}

/// Whether a folder is a Slack workspace's export, unpacked.
pub(crate) fn is_slack(folder: &Path) -> bool {
    folder.join("users.json").is_file()
}

/// The days of a workspace's channels: `users.json`, and a folder of files for each channel. What is a link would lead
/// out of the folder, and belongs to no export.
///
/// # Errors
/// A file cannot be read, or is none that Slack writes.
pub(crate) fn slack_days(folder: &Path) -> io::Result<Vec<Input>> {
    let users = slack::users(plain::open_itself(&folder.join("users.json"))?)?;
    let mut days: Vec<PathBuf> = Vec::new();
    for channel in fs::read_dir(folder)? {
        let channel = channel?;
        if channel.file_type()?.is_dir() {
            for day in fs::read_dir(channel.path())? {
                let day = day?;
                if day.file_type()?.is_file() {
                    days.push(day.path());
                }
            }
        }
    }
    days.retain(|day| day.extension().is_some_and(|e| e == "json"));
    days.sort();
    let day = |path| slack_day(path, &users, None);
    Ok(days.into_iter().map(day).collect())
}

/// The days of a workspace's channels, as Slack gives them: as an archive. `None`: it is no workspace's.
pub(crate) fn zipped_slack_days(path: &Path, archive: &Archive) -> io::Result<Option<Vec<Input>>> {
    let Some((above, listed)) = archive.find("users.json") else {
        return Ok(None);
    };
    let users = listed.read_with(|list| slack::users(list))??;
    let mut days: Vec<(String, Zipped)> = archive
        .files()
        .filter_map(|(name, file)| {
            // Two names: the channel's and the day's.
            let (channel, day) = name.strip_prefix(above.as_str())?.split_once('/')?;
            let is_day = !channel.is_empty() && !day.contains('/') && day.ends_with(".json");
            is_day.then(|| (format!("{channel}/{day}"), file))
        })
        .collect();
    days.sort_by(|a, b| a.0.cmp(&b.0));
    let day = |(name, file)| slack_day(path.join(name), &users, Some(file));
    Ok(Some(days.into_iter().map(day).collect()))
}

fn slack_day(path: PathBuf, users: &Arc<Users>, zipped: Option<Zipped>) -> Input {
    let users = users.clone();
    Input {
        path,
        named: false,
        part: Some(Part::SlackDay { users, zipped }),
    }
}

fn failed(error: io::Error) -> Refused {
    match error.kind() {
        io::ErrorKind::FileTooLarge => Refused::Skipped(TOO_LONG.to_owned()),
        _ => Refused::Failed(reason(&error)),
    }
}

/// Reads a mail of an mbox file.
pub(crate) fn read_mail(
    path: &Path,
    start: u64,
    length: u64,
    spool: Option<&Spool>,
) -> Result<Content, Refused> {
    if let Some(spool) = spool {
        let mail = spool.read(start, length, |mail| read_most(mail));
        return mail_content(mail.map_err(failed)?, true);
    }
    let mut file = plain::open(path).map_err(failed)?;
    file.seek(SeekFrom::Start(start)).map_err(failed)?;
    mail_content(read_most(file.take(length)).map_err(failed)?, true)
}

/// Reads a day of a channel.
pub(crate) fn read_day(
    path: &Path,
    users: &Users,
    zipped: Option<&Zipped>,
) -> Result<Content, Refused> {
    let day = match zipped {
        Some(file) => file.read(LONGEST),
        None => plain::open_itself(path).and_then(read_most),
    };
    let day = day.map_err(failed)?;
    match day.len() as u64 > LONGEST {
        true => Err(failed(io::ErrorKind::FileTooLarge.into())),
        false => slack::content(path, day, users),
    }
}

/// A mail as a document; `quoted`: as an mbox file holds it.
pub(crate) fn mail_content(mail: Vec<u8>, quoted: bool) -> Result<Content, Refused> {
    let refused = |why: &str| Refused::Skipped(why.to_owned());
    let mail = match mail.len() as u64 > LONGEST {
        true => charset::without_attachments(&mail).unwrap_or(mail),
        false => mail,
    };
    if mail.len() as u64 > LONGEST {
        return Err(refused(TOO_LONG));
    }
    let Some(Decoded { text, guessed }) = charset::decode(mail) else {
        return Err(refused("no text"));
    };
    if text.trim().is_empty() {
        return Err(refused("empty"));
    }
    let text = match quoted {
        true => unquoted(&text),
        false => text,
    };
    let item_id = mail_id(&text).unwrap_or_else(|| named(&text));
    Ok(Content {
        item_id,
        bytes: text.into_bytes(),
        filename: Some("mail.eml".into()),
        source_type: Some(SourceType::Email),
        reference_time: None,
        path: None,
        guessed,
        grows: false,
    })
}

/// Lines that begin with From are quoted in an mbox.
fn unquoted(text: &str) -> String {
    let mut unquoted = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let is_quoted = line.trim_start_matches('>').starts_with("From ");
        unquoted.push_str(line.strip_prefix('>').filter(|_| is_quoted).unwrap_or(line));
    }
    unquoted
}

/// The document that a mail is, by its head: the same wherever it lies. `None` where it has no Message-ID.
pub fn mail_id(head: &str) -> Option<String> {
    let mut lines = head.lines().take_while(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        if name.eq_ignore_ascii_case("message-id") {
            // A long one stands in the next line.
            let is_folded = value.trim().is_empty();
            let next = lines.next_if(|next| is_folded && next.starts_with([' ', '\t']));
            let id = next.unwrap_or(value).trim();
            return Some(id).filter(|id| !id.is_empty()).map(named);
        }
    }
    None
}

fn named(by: &str) -> String {
    format!("mail-{}", short_hash(by.as_bytes()))
}

#[cfg(test)]
mod tests;
