//! Mail: messages (RFC 5322 with MIME), mailboxes of many (mbox), and conversations pasted as text.
//!
//! - `heads`: what mail programs write above quotes
//! - `letter`: a message's words without greeting, signature and disclaimer
//! - `mailbox`: where the messages of a file begin
//! - `mime`: parts and encodings, with mail-parser's help
//! - `people`: addresses
//! - `phrases`: greetings and closings
//! - `subject`: subjects without their marks
//! - `thread`: own words, forwarded ones, quoted ones

mod heads;
pub(crate) mod letter;
mod mailbox;
mod mime;
pub(crate) mod people;
pub(crate) mod phrases;
mod subject;
mod thread;

use super::furniture;
use super::lines::{self, Line};
use super::{Document, Kind, Passage, PersonId, places, written_date};
use crate::ingest::pdf::rows::travellers;
use crate::{extract::dates, when::When};
use heads::Head;
use jiff::tz::{Offset, TimeZone};
use jiff::{
    Zoned,
    civil::{Date, Time},
};
use mail_parser::{HeaderName, Message};
use memo_common::api::SourceType;
use subject::{is_forward, subject};
use thread::{Section, Whose};

/// Reads mail in any of its forms; times that a server wrote in UTC are told in the zone of the `reference`, and days
/// without a year are those nearest before it.
pub(crate) fn read(text: &str, reference: &Zoned) -> Document {
    let mut document = Document::new(SourceType::Email);
    for part in mailbox::messages(text) {
        let source = &text[part.clone()];
        match mime::parse(source).filter(|_| has_header(source)) {
            Some(message) => {
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

/// Who writes what to whom, and when.
#[derive(Clone, Default)]
struct Envelope {
    from: Option<PersonId>,
    to: Vec<PersonId>,
    subject: Option<String>,
    when: Option<When>,
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
/// at most the fields that a mail program displays.
fn is_transported(message: &Message) -> bool {
    [
        HeaderName::MessageId,
        HeaderName::MimeVersion,
        HeaderName::Received,
        HeaderName::ReturnPath,
        HeaderName::ContentType,
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
    let from = people::of_header(document, message.from().or_else(|| message.sender()))
        .first()
        .copied();
    let mut to = people::of_header(document, message.to());
    to.extend(people::of_header(document, message.cc()));
    to.dedup();
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
        when: message.date().and_then(|d| sent(d, reference.time_zone())),
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
    letters(
        document,
        &thread::sections(lines),
        &Envelope::default(),
        Quotes {
            forwards: false,
            pasted: true,
        },
        reference,
    );
}

/// What of a message's quotes is content.
#[derive(Clone, Copy)]
struct Quotes {
    /// It forwards what stands below its own words.
    forwards: bool,
    /// It was pasted as text: what it quotes is at hand nowhere else.
    pasted: bool,
}

/// Quotes within quotes that are followed; deeper ones say little that is new.
const DEEPEST: usize = 8;

/// The passages of a message's sections. What an answer quotes below itself is left out, for it is a message of its
/// own, unless the message was pasted (then it is at hand nowhere else) or has no words of its own.
fn letters(
    document: &mut Document,
    sections: &[Section],
    envelope: &Envelope,
    quotes: Quotes,
    reference: &Zoned,
) {
    let before = document.passages.len();
    for section in sections {
        match &section.whose {
            Whose::Own => letter(document, &section.lines, envelope),
            Whose::Forwarded(head) => {
                let envelope = enveloped(document, head, envelope, reference);
                letter(document, &section.lines, &envelope);
            }
            Whose::Answered(head) if quotes.forwards || quotes.pasted => {
                let envelope = enveloped(document, head, envelope, reference);
                letter(document, &section.lines, &envelope);
            }
            Whose::Quoted(said) if quotes.pasted && !said.is_empty() => {
                quoted(document, section, said, envelope, reference, DEEPEST);
            }
            Whose::Answered(_) | Whose::Quoted(_) => {}
        }
    }
    if document.passages.len() == before && !quotes.pasted {
        let all = Quotes {
            forwards: true,
            pasted: true,
        };
        letters(document, sections, envelope, all, reference);
    }
}

/// A quoted message, and those that it quotes in turn.
fn quoted(
    document: &mut Document,
    section: &Section,
    said: &str,
    outer: &Envelope,
    reference: &Zoned,
    depth: usize,
) {
    let envelope = attributed(document, said, outer, reference);
    for inner in thread::sections(&section.lines) {
        match &inner.whose {
            Whose::Quoted(said) if depth > 0 && !said.is_empty() => {
                quoted(document, &inner, said, &envelope, reference, depth - 1);
            }
            Whose::Quoted(_) => {}
            _ => letter(document, &inner.lines, &envelope),
        }
    }
}

/// When a mail's head says it was written; a day without a year is the last one before the `reference`.
fn written(text: &str, reference: &Zoned) -> Option<When> {
    written_date::find(text).or_else(|| {
        let now = dates::Reference {
            lean: Some(dates::Lean::Past),
            ..dates::Reference::at(reference.datetime())
        };
        dates::find(text, &now)
            .into_iter()
            .find(|f| f.anchor >= dates::Anchor::Weekday)
            .map(|f| f.when)
    })
}

/// The envelope that a head writes out.
fn enveloped(
    document: &mut Document,
    head: &Head,
    outer: &Envelope,
    reference: &Zoned,
) -> Envelope {
    let mut to = Vec::new();
    for field in &head.to {
        to.extend(people::of_field(document, field));
    }
    let envelope = Envelope {
        from: people::of_field(document, &head.from).first().copied(),
        to,
        subject: subject(&head.subject).or_else(|| outer.subject.clone()),
        when: written(&head.date, reference),
    };
    if document.title.is_none() {
        document.title = envelope.subject.clone();
    }
    document.written = document.written.or(envelope.when);
    envelope
}

/// The envelope of words quoted under "On …, Ann Lee <ann@x.example> wrote:".
fn attributed(
    document: &mut Document,
    said: &str,
    outer: &Envelope,
    reference: &Zoned,
) -> Envelope {
    let from = said.find('<').and_then(|open| {
        let close = open + said[open..].find('>')?;
        // The name stands between the time and the address.
        let name = said[..open]
            .rsplit([',', ':'])
            .next()?
            .trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
        let name = name
            .trim_start_matches("AM ")
            .trim_start_matches("PM ")
            .trim_start_matches("Uhr ")
            .trim_start_matches("schrieb ");
        people::of_field(document, &format!("{name}{}", &said[open..=close]))
            .first()
            .copied()
    });
    // Whoever gets the answer got what it answers, too.
    let mut to: Vec<PersonId> = outer.from.into_iter().collect();
    to.extend(
        outer
            .to
            .iter()
            .filter(|id| !to.contains(id))
            .copied()
            .collect::<Vec<_>>(),
    );
    to.retain(|id| Some(*id) != from);
    Envelope {
        from,
        to,
        subject: outer.subject.clone(),
        when: written(said, reference),
    }
}

/// The words of one message as passages.
fn letter(document: &mut Document, lines: &[Line], envelope: &Envelope) {
    let letter = letter::read(lines);
    if let (Some(from), Some(signed)) = (envelope.from, &letter.signed) {
        people::learn(document, from, signed);
    }
    let thread = document
        .passages
        .last()
        .map_or(0, |p| p.thread.saturating_add(1));
    let office = envelope
        .from
        .and_then(|id| document.people.get(id))
        .is_some_and(|p| p.organization);
    let mut points = letter.points;
    if office {
        points = merged(points);
        for point in &points {
            for name in passengers(&point.text) {
                let person = document.person(Some(&name), None, None);
                document.present.push(person);
            }
        }
    }
    // A first line that says the subject again says nothing.
    points.retain(|p| {
        !envelope
            .subject
            .as_deref()
            .is_some_and(|s| s.eq_ignore_ascii_case(p.text.trim()))
    });
    for point in points {
        let mut passage = Passage::new(
            Kind::Message {
                subject: envelope.subject.clone(),
            },
            point.text,
            point.span,
        );
        passage.headings.extend(point.heading);
        passage.speaker = envelope.from;
        passage.audience.clone_from(&envelope.to);
        passage.when = envelope.when;
        if office {
            passage.place = places::place(&passage.text);
        }
        passage.thread = thread;
        document.passages.push(passage);
    }
}

/// Those whom a booking is for, below or behind "Passengers", "Guests".
fn passengers(text: &str) -> Vec<String> {
    let mut lines = text.lines();
    let first = lines.by_ref().find_map(|line| {
        let (label, rest) = line
            .trim()
            .split_once([' ', ':'])
            .unwrap_or((line.trim(), ""));
        (!travellers(label, "Ann Lee").is_empty())
            .then_some((label, rest.trim_start_matches([':', ' '])))
    });
    let Some((label, rest)) = first else {
        return Vec::new();
    };
    let name = |line: &str| {
        let row = line.split('(').next().unwrap_or_default();
        travellers(label, row.trim_matches([';', ' '])).pop()
    };
    let below = lines.map(name).take_while(Option::is_some).flatten();
    let beside = (!rest.is_empty()).then(|| name(rest));
    // "2 adults: Ann Lee, Bo Chen"
    if let Some((_, names)) = rest
        .split_once(':')
        .filter(|(count, _)| count.contains(|c: char| c.is_ascii_digit()))
    {
        return names.split(',').filter_map(name).collect();
    }
    match beside {
        Some(None) => Vec::new(),
        Some(Some(first)) => std::iter::once(first).chain(below).collect(),
        None => below.collect(),
    }
}

/// A receipt's or notice's short lines under one heading belong together.
fn merged(points: Vec<letter::Point>) -> Vec<letter::Point> {
    let mut out: Vec<letter::Point> = Vec::new();
    for point in points {
        let words = |p: &letter::Point| p.text.split_whitespace().count();
        match out.last_mut() {
            Some(last) if last.heading == point.heading && words(last) + words(&point) <= 120 => {
                last.text.push('\n');
                last.text.push_str(&point.text);
                last.span.start = last.span.start.min(point.span.start);
                last.span.end = last.span.end.max(point.span.end);
            }
            _ => out.push(point),
        }
    }
    out
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
