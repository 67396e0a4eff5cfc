//! Mail: messages (RFC 5322 with MIME), mailboxes of many (mbox), and conversations pasted as text.
//!
//! - `bold`: words marked as bold in plain text
//! - `copied`: mail that shows itself by heads within the text
//! - `envelope`: who writes what to whom, and when
//! - `heads`: what mail programs write above quotes
//! - `invitation`: what a calendar sends
//! - `letter`: a message's words without greeting, signature and disclaimer
//! - `mailbox`: where the messages of a file begin
//! - `message`: a message's sections as passages
//! - `mime`: parts and encodings, with mail-parser's help
//! - `page`: what is put round a printed conversation
//! - `people`: addresses
//! - `phrases`: greetings and closings
//! - `subject`: subjects without their marks
//! - `thread`: own words, forwarded ones, quoted ones

mod bold;
mod copied;
mod envelope;
mod heads;
mod invitation;
pub(crate) mod letter;
mod mailbox;
mod message;
mod mime;
mod page;
pub(crate) mod people;
pub(crate) mod phrases;
mod subject;
mod thread;

use super::Document;
use super::document::COMPANY;
use super::furniture;
use super::lines::{self, Line};
use crate::when::When;
pub(crate) use copied::is_copied;
use envelope::Envelope;
use invitation::Invitation;
use jiff::tz::{Offset, TimeZone};
use jiff::{
    Zoned,
    civil::{Date, Time},
};
use mail_parser::{HeaderName, Message};
use memo_common::api::SourceType;
use message::{Quotes, letters};
use std::ops::Range;
use subject::{is_forward, subject};

/// Reads mail in any of its forms; times that a server wrote in UTC are told in the zone of the `reference`, and days
/// without a year are those nearest before it.
pub(crate) fn read(text: &str, reference: &Zoned) -> Document {
    let mut document = Document::new(SourceType::Email);
    let parts = mailbox::messages(text);
    for part in parts.iter().cloned() {
        let source = &text[part.clone()];
        match mime::parse(source).filter(|_| has_header(source)) {
            Some(message) => {
                if let [whole] = &parts[..]
                    && let Some(invitation) = invitation::read(&message, source, reference)
                {
                    return invited(invitation, &message, text, whole, reference);
                }
                let pasted = !is_transported(&message);
                mime::walk(&message, source, part.start, &mut |message, lines| {
                    one(&mut document, message, &lines, pasted, reference);
                });
            }
            None => pasted(&mut document, &lines::of(source, part.start), reference),
        }
    }
    document
}

/// What a mail invites to, and what somebody wrote beside it.
fn invited(
    invitation: Invitation,
    message: &Message,
    text: &str,
    whole: &Range<usize>,
    reference: &Zoned,
) -> Document {
    let Invitation { mut event, said } = invitation;
    for passage in &mut event.passages {
        passage.span = whole.clone();
    }
    // a program's own mail says when in its subject, and nothing but what the event says
    if message
        .subject()
        .is_some_and(|subject| subject.contains(" @ "))
    {
        return event;
    }
    let events = event.passages.len();
    mime::walk(
        message,
        &text[whole.clone()],
        whole.start,
        &mut |message, lines| {
            let own = said.own_words(lines);
            if own.iter().any(|line| !line.is_empty()) {
                one(&mut event, message, &own, false, reference);
            }
        },
    );
    if event.passages.len() > events {
        event.source_type = SourceType::Email;
    }
    event
}

/// Whether a text is one message: it begins with a header that says who wrote what about.
pub(crate) fn is_message(text: &str) -> bool {
    let header = || {
        text.trim_start()
            .lines()
            .take_while(|l| !l.trim().is_empty())
    };
    let has = |name: &str| header().any(|l| l.starts_with(name));
    has_header(text) && has("From: ") && has("Subject: ") && has("Date: ")
}

/// Whether the text begins with header fields of a message.
fn has_header(text: &str) -> bool {
    let mut fields = 0;
    for line in text.trim_start().lines().take(200) {
        if line.trim().is_empty() {
            break;
        }
        let Some((name, _)) = line
            .split_once(':')
            .filter(|_| !line.starts_with([' ', '\t']))
        else {
            if fields > 0 && line.starts_with([' ', '\t']) {
                continue;
            }
            return false;
        };
        if name.is_empty()
            || !name
                .trim_end()
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
        {
            return false;
        }
        let known = [
            "from",
            "to",
            "subject",
            "date",
            "received",
            "message-id",
            "mime-version",
            "content-type",
            "return-path",
            "delivered-to",
            "cc",
            "bcc",
            "reply-to",
            "sender",
            "in-reply-to",
            "references",
            "x-mailer",
            "x-original-to",
            "resent-from",
            "content-transfer-encoding",
        ];
        fields += usize::from(known.contains(&name.trim().to_ascii_lowercase().as_str()));
    }
    fields >= 2
        || fields == 1
            && text
                .trim_start()
                .lines()
                .nth(1)
                .is_some_and(|l| l.trim().is_empty())
}

/// Whether a mail server has handled it: what it quotes is then at hand elsewhere. A conversation pasted as text has
/// at most the fields that a mail program displays, and the body's type, where that is HTML.
fn is_transported(message: &Message) -> bool {
    [
        HeaderName::MessageId,
        HeaderName::MimeVersion,
        HeaderName::Received,
        HeaderName::ReturnPath,
    ]
    .into_iter()
    .any(|name| message.header(name).is_some())
}

fn one(
    document: &mut Document,
    message: &Message,
    lines: &[Line],
    pasted: bool,
    reference: &Zoned,
) {
    // an archive writes "ann at x.example (Ann Lee)"
    let masked = message
        .header_raw("From")
        .filter(|raw| people::is_masked(raw));
    let from = match masked {
        Some(raw) => people::of_field(document, raw),
        None => people::of_header(document, message.from().or_else(|| message.sender())),
    };
    let from = from.first().copied();
    let mut to = people::of_header(document, message.to());
    let mut copied = people::of_header(document, message.cc());
    copied.retain(|id| !to.contains(id));
    to.extend(&copied);
    to.truncate(COMPANY);
    document.copied = copied;
    // "accounts@", "info@": nobody's name
    for id in &to {
        let person = &mut document.people[*id];
        person.organization |=
            person.name.is_none() && people::is_organization(None, person.email.as_deref(), false);
    }
    let bulk = [
        "List-Unsubscribe",
        "List-Id",
        "Auto-Submitted",
        "Precedence",
    ]
    .iter()
    .any(|name| message.header(*name).is_some())
        || lines.iter().any(|l| furniture::is_mailing(&l.text));
    if let Some(person) = from.and_then(|id| document.people.get_mut(id)) {
        person.organization |=
            people::is_organization(person.name.as_deref(), person.email.as_deref(), bulk);
    }
    let raw_subject = message.subject().unwrap_or_default();
    let envelope = Envelope {
        from,
        to,
        subject: subject(raw_subject),
        when: message
            .date()
            .and_then(|d| sent(d, reference.time_zone()))
            // as a mail program displays it: "Sent: Thursday, March 6, 2025 8:31 AM", "Date: 5 August 2025 at 17:42"
            .or_else(|| {
                ["Date", "Sent"]
                    .iter()
                    .filter_map(|name| message.header_raw(*name))
                    .find_map(|text| envelope::written(text.trim(), reference))
            }),
    };
    if document.title.is_none() {
        document.title = envelope.subject.clone();
    }
    document.written = document.written.or(envelope.when);
    let forwards = is_forward(raw_subject);
    // a mailing list's digest holds messages that are at hand nowhere else
    let pasted = pasted || lines.iter().any(|l| is_digest(&l.text));
    letters(
        document,
        &thread::sections(lines),
        &envelope,
        Quotes { forwards, pasted },
        reference,
    );
}

/// Whether a line heads a message of a mailing list's digest (RFC 1153).
fn is_digest(line: &str) -> bool {
    line.strip_prefix("Message: ")
        .is_some_and(|n| !n.is_empty() && n.len() <= 3 && n.bytes().all(|b| b.is_ascii_digit()))
}

/// A conversation pasted as text: every message in it is content.
fn pasted(document: &mut Document, lines: &[Line], reference: &Zoned) {
    let printed = page::without(lines);
    let (lines, titled) = match &printed {
        Some((kept, title)) => (&kept[..], title.as_deref()),
        None => (lines, None),
    };
    let first = lines
        .iter()
        .position(|l| !l.is_empty() && !is_folder(&l.text));
    let said: Vec<usize> = (first.unwrap_or(0)..lines.len())
        .filter(|n| !lines[*n].is_empty())
        .take(2)
        .collect();
    let (subject, lines) = match said[..] {
        [first, second] if is_folder(&lines[second].text) => {
            (subject(&lines[first].text), &lines[second + 1..])
        }
        _ => (titled.and_then(subject), lines),
    };
    document.title.clone_from(&subject);
    let envelope = Envelope {
        subject,
        ..Envelope::default()
    };
    letters(
        document,
        &thread::sections(lines),
        &envelope,
        Quotes {
            forwards: false,
            pasted: true,
        },
        reference,
    );
}

/// Whether a line is the name of a folder, which a copied window shows below the subject: "Inbox", "Yahoo/Inbox".
fn is_folder(line: &str) -> bool {
    let folder = line.trim().to_lowercase();
    matches!(
        folder.rsplit('/').next().unwrap_or_default(),
        "inbox" | "posteingang" | "boîte de réception" | "recibidos" | "posta in arrivo"
    )
}

/// When a message was sent, on its writer's clock; UTC, which servers write, on the reader's.
fn sent(date: &mail_parser::DateTime, reader: &TimeZone) -> Option<When> {
    let small = |n: u8| i8::try_from(n).ok();
    let day = Date::new(
        i16::try_from(date.year).ok()?,
        small(date.month)?,
        small(date.day)?,
    )
    .ok()?;
    let local = day.to_datetime(Time::new(small(date.hour)?, small(date.minute)?, 0, 0).ok()?);
    if date.tz_hour == 0 && date.tz_minute == 0 {
        let at = Offset::UTC.to_timestamp(local).ok()?;
        return Some(When::minute(at.to_zoned(reader.clone()).datetime()));
    }
    Some(When::minute(local))
}

#[cfg(test)]
mod tests;
