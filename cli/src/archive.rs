//! Other programs' exports that hold many documents: an mbox file, a Slack workspace's folder or archive.

use crate::{
    content::{Content, Refused, short_hash},
    inputs::{Input, reason},
    plain,
    slack::{self, Users},
    zipped::{Archive, Zipped},
};
use memo_common::api::SourceType;
use std::{
    fs,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::Arc,
};

/// No document is longer, bytes.
const LONGEST: u64 = 10 << 20;

/// One document of many.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// A mail of an mbox file: its bytes, the `From ` line left out.
    Mail { start: u64, length: u64 },
    /// A day of a Slack channel, by the workspace's users.
    SlackDay {
        users: Arc<Users>,
        /// Where it is a file of an archive.
        zipped: Option<Zipped>,
    },
}

/// Whether a file is an mbox, by its first bytes.
pub(crate) fn is_mbox(begin: &[u8]) -> bool {
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

/// The mails of a file, where it is an mbox.
pub(crate) fn mails_of(path: &Path) -> io::Result<Option<Vec<Input>>> {
    let mut begin = Vec::new();
    plain::open(path)?.take(512).read_to_end(&mut begin)?;
    is_mbox(&begin).then(|| mails(path)).transpose()
}

/// The mails of an mbox file. Only their places are kept: such files are long.
pub(crate) fn mails(path: &Path) -> io::Result<Vec<Input>> {
    let mut input = BufReader::with_capacity(256 << 10, plain::open(path)?);
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
pub(crate) fn zipped_slack_days(path: &Path) -> io::Result<Option<Vec<Input>>> {
    let archive = Archive::open(path)?;
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

impl Part {
    /// Reads the document.
    pub(crate) fn read(&self, path: &Path) -> Result<Content, Refused> {
        let failed = |e: io::Error| Refused::Failed(reason(&e));
        match self {
            Self::Mail { start, length } => {
                if *length > LONGEST {
                    return Err(Refused::Skipped("larger than 10 MiB"));
                }
                let mut file = plain::open(path).map_err(failed)?;
                file.seek(SeekFrom::Start(*start)).map_err(failed)?;
                let mut mail = Vec::new();
                file.take(*length).read_to_end(&mut mail).map_err(failed)?;
                mail_content(&mail)
            }
            Self::SlackDay {
                users,
                zipped: Some(file),
            } => match file.read(LONGEST) {
                Ok(day) => slack::content(path, day, users),
                Err(e) if e.kind() == io::ErrorKind::FileTooLarge => {
                    Err(Refused::Skipped("larger than 10 MiB"))
                }
                Err(e) => Err(failed(e)),
            },
            Self::SlackDay {
                users,
                zipped: None,
            } => {
                let mut day = Vec::new();
                let file = plain::open_itself(path).map_err(failed)?;
                file.take(LONGEST + 1)
                    .read_to_end(&mut day)
                    .map_err(failed)?;
                if day.len() as u64 > LONGEST {
                    return Err(Refused::Skipped("larger than 10 MiB"));
                }
                slack::content(path, day, users)
            }
        }
    }
}

fn mail_content(mail: &[u8]) -> Result<Content, Refused> {
    let Ok(text) = std::str::from_utf8(mail) else {
        return Err(Refused::Skipped("not UTF-8 text (iconv converts it)"));
    };
    if text.trim().is_empty() {
        return Err(Refused::Skipped("empty"));
    }
    // Lines that begin with From are quoted in an mbox.
    let mut unquoted = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let is_quoted = line.trim_start_matches('>').starts_with("From ");
        unquoted.push_str(line.strip_prefix('>').filter(|_| is_quoted).unwrap_or(line));
    }
    // A mail keeps its name, wherever it lies in the file.
    let head = unquoted.split("\n\n").next().unwrap_or_default();
    let id = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("message-id")
            .then(|| value.trim())
    });
    let named = id.filter(|id| !id.is_empty()).unwrap_or(&unquoted);
    Ok(Content {
        item_id: format!("mail-{}", short_hash(named.as_bytes())),
        bytes: unquoted.into_bytes(),
        filename: Some("mail.eml".into()),
        source_type: Some(SourceType::Email),
        reference_time: None,
        path: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_mbox_is_parted_into_its_mails() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("mail.mbox");
        let mbox = "From ana@a.example Thu Jan  1 10:00:00 2026\nMessage-ID: <1@a>\nSubject: One\n\n\
            First.\nFrom here on it is the same mail.\n>From the quay I saw it.\n\n\
            From bo@b.example Fri Jan  2 10:00:00 2026\nMessage-ID: <2@b>\n\nSecond.\n";
        fs::write(&path, mbox).expect("written");
        assert!(is_mbox(mbox.as_bytes()) && !is_mbox(b"From here on\n"));
        let mails = mails(&path).expect("readable");
        let read: Vec<Content> = mails.iter().map(|m| m.read().expect("a mail")).collect();
        let texts: Vec<_> = read
            .iter()
            .map(|c| String::from_utf8_lossy(&c.bytes))
            .collect();
        assert_eq!(texts.len(), 2);
        assert!(texts[0].contains("\nFrom here on") && texts[0].contains("\nFrom the quay"));
        assert!(texts[1].starts_with("Message-ID: <2@b>") && texts[1].ends_with("Second.\n"));
        assert_ne!(read[0].item_id, read[1].item_id);
    }

    #[test]
    fn a_slack_day_has_its_users_beside_it() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::create_dir(dir.path().join("general")).expect("a folder");
        let users = r#"[{"id":"U0000001","team_id":"T1","profile":{"real_name":"Ana Lima"}},
            {"id":"U0000002","team_id":"T1","profile":{"real_name":"Bo Ekberg"}}]"#;
        fs::write(dir.path().join("users.json"), users).expect("written");
        let day = r#"[{"type":"message","user":"U0000001","ts":"1767261600.0","text":"Lunch?"}]"#;
        let path = dir.path().join("general/2026-01-01.json");
        fs::write(&path, day).expect("written");
        fs::write(dir.path().join("general/2026-01-02.json"), "[]").expect("written");
        assert!(is_slack(dir.path()));
        let days = slack_days(dir.path()).expect("readable");
        let content = days[0].read().expect("a day");
        assert!(
            content.item_id.starts_with("slack-2026-01-01-"),
            "{}",
            content.item_id
        );
        let text = String::from_utf8_lossy(&content.bytes);
        assert!(
            text.contains("Ana Lima") && !text.contains("Bo Ekberg"),
            "{text}"
        );
        assert_eq!(days[1].read().err(), Some(Refused::Skipped("empty")));
    }
}
