//! What other programs export, to be taken in: known by what stands in it, not by its name.

use super::{
    archive::{is_mbox, is_slack, slack_days},
    inputs::{Gathered, Input, Unreadable, gather, reason},
    parts::Part,
    pdf, plain, zipped,
};
use std::{
    collections::HashSet,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// Bytes of a document that show what it is.
const BEGIN: u64 = 4096;

/// What somebody wants to be taken in: files, archives, and folders with any of these.
pub fn exports(paths: &[PathBuf]) -> Gathered {
    let mut all = Gathered::default();
    for path in paths {
        match path.is_dir() && is_slack(path) {
            true => match slack_days(path) {
                Ok(days) => all.inputs.extend(days),
                Err(error) => all.unreadable.push(Unreadable {
                    path: path.clone(),
                    reason: reason(&error),
                }),
            },
            false => {
                let mut found = gather(std::slice::from_ref(path));
                all.inputs.append(&mut found.inputs);
                all.skipped.append(&mut found.skipped);
                all.unreadable.append(&mut found.unreadable);
            }
        }
    }
    let names: HashSet<PathBuf> = all.inputs.iter().map(|i| i.path.clone()).collect();
    let is_again = |input: &Input| {
        let found = input.part.is_none() && !input.named;
        found && (says_again(&input.path, &names) || input.begin().is_ok_and(|b| is_beside(&b)))
    };
    all.inputs.retain(|input| !is_again(input));
    all
}

/// Whether a page says what stands in a file beside it, which is easier to read: of a note, an activity or a chat
/// programs give both.
pub(crate) fn says_again(path: &Path, names: &HashSet<PathBuf>) -> bool {
    let is_page = path.extension().is_some_and(|e| e == "html");
    is_page && names.contains(&path.with_extension("json"))
}

/// Whether a file only tells of a picture beside it.
pub(crate) fn is_beside(begin: &[u8]) -> bool {
    begin.starts_with(b"{") && has(begin, "\"photoTakenTime\"")
}

fn has(begin: &[u8], words: &str) -> bool {
    begin.windows(words.len()).any(|w| w == words.as_bytes())
}

impl Input {
    /// The first bytes of the document.
    fn begin(&self) -> io::Result<Vec<u8>> {
        let mut begin = Vec::new();
        match &self.part {
            None => {
                plain::open(&self.path)?
                    .take(BEGIN)
                    .read_to_end(&mut begin)?;
            }
            Some(Part::Zipped { file, .. }) => begin = file.begin(BEGIN)?,
            Some(Part::Piece { of, .. }) => begin = of.begin(BEGIN)?,
            Some(_) => {}
        }
        Ok(begin)
    }

    /// What kind of document it is, in words for a person, as far as its beginning shows.
    pub fn kind(&self) -> &'static str {
        match &self.part {
            Some(Part::Mail { .. }) => "mails",
            Some(Part::SlackDay { .. }) => "days of Slack channels",
            Some(Part::Rows(rows)) => rows.kind,
            Some(Part::Office(_)) => "word processor's documents",
            _ => self.begin().map_or("unreadable", |begin| kind(&begin)),
        }
    }
}

/// What a beginning shows.
fn kind(begin: &[u8]) -> &'static str {
    if pdf::is_pdf(begin) {
        return "PDF documents";
    }
    if zipped::is_archive(begin) || begin.contains(&0) && !begin.starts_with(&[0xff, 0xfe]) {
        return "binary files, left out";
    }
    let text = String::from_utf8_lossy(begin);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let has_all = |words: &[&str]| words.iter().all(|word| text.contains(word));
    match text.chars().next() {
        None => "empty files, left out",
        Some('{' | '[') if is_json(text) => json(&has_all),
        Some('<') if has_all(&["<en-export"]) => "Evernote notes",
        Some('<') if has_all(&["<smses"]) => "text messages",
        Some('<') => "pages",
        _ if text.starts_with("BEGIN:VCALENDAR") => "calendars",
        _ if text.starts_with("BEGIN:VCARD") => "contacts",
        _ if is_mbox(begin) || is_mail(text) => "mails",
        _ if is_chat(text) => "chats",
        _ => "notes and other texts",
    }
}

/// Whether a text in brackets is JSON: a chat begins with brackets, too, and so does a task.
fn is_json(text: &str) -> bool {
    let rest = text[1..].trim();
    rest.starts_with(['{', '[', '"']) || matches!(rest, "]" | "}" | "")
}

fn json(has_all: &dyn Fn(&[&str]) -> bool) -> &'static str {
    const KINDS: [(&[&str], &str); 12] = [
        (&["\"isTrashed\"", "\"isPinned\""], "Google Keep notes"),
        (&["\"header\"", "\"products\""], "Google activities"),
        (&["\"create_time\"", "\"mapping\""], "ChatGPT conversations"),
        (&["\"chat_messages\""], "Claude conversations"),
        (&["\"uuid\"", "\"account\""], "Claude conversations"),
        (&["\"guild\"", "\"channel\""], "Discord chats"),
        (&["\"personal_information\""], "Telegram chats"),
        (&["\"messages\"", "\"type\": \"p"], "Telegram chats"),
        (&["\"messages\"", "\"date_unixtime\""], "Telegram chats"),
        (&["\"metadata\"", "\"entries\""], "Day One entries"),
        (&["\"timelineObjects\""], "Google timelines"),
        (&["\"semanticSegments\""], "Google timelines"),
    ];
    let known = KINDS.iter().find(|(words, _)| has_all(words));
    known.map_or("other JSON", |(_, kind)| kind)
}

/// Whether a text opens as a mail's head does.
fn is_mail(text: &str) -> bool {
    let mut head = text.lines().take_while(|line| !line.trim().is_empty());
    let known = ["from:", "received:", "return-path:", "delivered-to:"];
    let first = head.next().unwrap_or_default().to_ascii_lowercase();
    let opens = known.iter().any(|name| first.starts_with(name));
    let is_dated = |line: &str| {
        let line = line.to_ascii_lowercase();
        line.starts_with("date:") || line.starts_with("message-id:")
    };
    opens && head.any(is_dated)
}

/// Whether lines open with a day and an hour, and tell who says what.
fn is_chat(text: &str) -> bool {
    let is_said = |line: &&str| {
        let line = line.trim_start_matches(['\u{200e}', '[']);
        let stamp: String = line.chars().take(20).collect();
        let digits = stamp.chars().filter(char::is_ascii_digit).count();
        let opens = line.starts_with(|c: char| c.is_ascii_digit());
        opens && digits >= 7 && stamp.contains(':') && line.matches(": ").count() > 0
    };
    let lines: Vec<&str> = text
        .lines()
        .filter(|l| !l.trim().is_empty())
        .take(6)
        .collect();
    lines.iter().filter(|line| is_said(line)).count() * 2 > lines.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_known_by_its_beginning() {
        for (begin, known) in [
            ("BEGIN:VCALENDAR\r\n", "calendars"),
            ("\u{feff}BEGIN:VCARD\n", "contacts"),
            (
                r#"{"color":"DEFAULT","isTrashed":false,"isPinned":true,"textContent":"a"}"#,
                "Google Keep notes",
            ),
            (
                r#"[{"title":"a","create_time":1.0,"update_time":1.0,"mapping":{}}]"#,
                "ChatGPT conversations",
            ),
            (
                r#"[{"uuid":"a","name":"b","chat_messages":[]}]"#,
                "Claude conversations",
            ),
            (
                r#"{"guild":{"id":"1"},"channel":{"id":"2"}}"#,
                "Discord chats",
            ),
            (
                r#"{"metadata":{"version":"1.0"},"entries":[]}"#,
                "Day One entries",
            ),
            (r#"{"a":1}"#, "other JSON"),
            ("<?xml version=\"1.0\"?>\n<en-export>", "Evernote notes"),
            ("<html>", "pages"),
            ("From: a@x.example\nDate: 3 May 2026\n\nHi", "mails"),
            (
                "[03/05/2026, 10:00:00] Ana: Hi\n[03/05/2026, 10:00:01] Bo: Ho\n",
                "chats",
            ),
            ("03/05/2026, 10:00 - Ana: Hi\n", "chats"),
            ("# Garden\n", "notes and other texts"),
            ("[ ] buy bulbs\n", "notes and other texts"),
            ("%PDF-1.7\n", "PDF documents"),
            ("\u{0}", "binary files, left out"),
            (" ", "empty files, left out"),
        ] {
            assert_eq!(kind(begin.as_bytes()), known, "{begin}");
        }
    }
}
