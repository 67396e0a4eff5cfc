//! A message's sections as passages: whose words they are, to whom they went and when.

use super::envelope::{Envelope, attributed, enveloped};
use super::thread::{self, Section, Whose};
use super::{letter, people};
use crate::ingest::Title;
use crate::ingest::furniture::{self, Medium};
use crate::ingest::lines::{self, Line};
use crate::ingest::{Document, Kind, Passage, places};
use jiff::Zoned;
use memo_common::api::SourceType;
use std::borrow::Cow;

/// What of a message's quotes is content.
#[derive(Clone, Copy)]
pub(super) struct Quotes {
    /// It forwards what stands below its own words.
    pub(super) forwards: bool,
    /// It was pasted as text: what it quotes is at hand nowhere else.
    pub(super) pasted: bool,
}

/// Quotes within quotes that are followed; deeper ones say little that is new.
const DEEPEST: usize = 8;

/// The passages of a message's sections. What an answer quotes below itself is left out, for it is a message of its
/// own, unless the message was pasted (then it is at hand nowhere else) or has no words of its own.
pub(super) fn letters(
    document: &mut Document,
    sections: &[Section],
    envelope: &Envelope,
    quotes: Quotes,
    reference: &Zoned,
) {
    let before = document.passages.len();
    // whose words are quoted from here on
    let mut around = Cow::Borrowed(envelope);
    // "On … wrote:" stands once above words that are answered piece by piece
    let mut said_above = "";
    for (n, section) in sections.iter().enumerate() {
        match &section.whose {
            Whose::Quoted(said) if !said.is_empty() => said_above = said,
            Whose::Forwarded(_) | Whose::Answered(_) => said_above = "",
            Whose::Own | Whose::Quoted(_) => {}
        }
        match &section.whose {
            Whose::Own => {
                let from = document.passages.len();
                letter(document, &section.lines, envelope);
                let above = n.checked_sub(1).map(|n| &sections[n]);
                if let Some(question) = above.and_then(answered) {
                    for passage in &mut document.passages[from..] {
                        passage.headings.insert(0, Title::from(&question));
                    }
                }
            }
            Whose::Forwarded(head) => {
                around = Cow::Owned(enveloped(document, head, envelope, reference));
                letter(document, &section.lines, &around);
            }
            Whose::Answered(head) if quotes.forwards || quotes.pasted => {
                around = Cow::Owned(enveloped(document, head, envelope, reference));
                letter(document, &section.lines, &around);
            }
            Whose::Quoted(_) if quotes.pasted => {
                let within = (!said_above.is_empty())
                    .then(|| attributed(document, said_above, &around, reference));
                let within = within.as_ref();
                quoted(document, section, within, &around, reference, DEEPEST);
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

/// Words, and bytes, of what an answer may quote right above itself.
const QUOTED: usize = 40;
const QUOTED_BYTES: usize = 400;

/// The few words that stand quoted right above their answer.
fn answered(above: &Section) -> Option<String> {
    let Whose::Quoted(_) = above.whose else {
        return None;
    };
    let said = lines::unwrap(&above.lines).replace('\n', " ");
    let said = said.trim().trim_start_matches(['>', ' ']);
    let few = (1..=QUOTED).contains(&said.split_whitespace().count());
    (few && said.len() <= QUOTED_BYTES).then(|| said.to_owned())
}

/// A quoted message, and those that it quotes in turn. Where nothing above the marks says whose words these are (no
/// `envelope`), a line below the marks does: "> On …, Ann Lee wrote:".
fn quoted(
    document: &mut Document,
    section: &Section,
    envelope: Option<&Envelope>,
    outer: &Envelope,
    reference: &Zoned,
    depth: usize,
) {
    let around = envelope.unwrap_or(outer);
    let mut said_above = "";
    for inner in &thread::sections(&section.lines) {
        match &inner.whose {
            Whose::Quoted(_) if depth == 0 => {}
            Whose::Quoted(said) => {
                if !said.is_empty() {
                    said_above = said;
                }
                let within = (!said_above.is_empty())
                    .then(|| attributed(document, said_above, around, reference));
                quoted(
                    document,
                    inner,
                    within.as_ref(),
                    around,
                    reference,
                    depth - 1,
                );
            }
            Whose::Answered(head) | Whose::Forwarded(head) => {
                let envelope = enveloped(document, head, around, reference);
                letter(document, &inner.lines, &envelope);
            }
            Whose::Own => {
                if let Some(envelope) = envelope {
                    letter(document, &inner.lines, envelope);
                }
            }
        }
    }
}

/// The lines above a last one that is the sender's name, or the first of it; `None` where the last is something else.
fn without_name<'l>(lines: &'l [Line<'l>], name: &str) -> Option<&'l [Line<'l>]> {
    let last = lines.iter().rposition(|l| !l.text.trim().is_empty())?;
    let said = lines[last].text.trim().trim_end_matches(['.', ',']);
    let own = said == name || name.split_whitespace().next() == Some(said);
    (own && last > 0).then(|| &lines[..last])
}

/// Lines of a signature, at most.
const CARD: usize = 8;

/// The lines above a signature without a closing: the sender's full name, their office beside it or below, and short
/// lines of how to reach them. `None` where the last lines are something else.
fn without_card<'l>(lines: &'l [Line<'l>], name: &str) -> Option<&'l [Line<'l>]> {
    let card = |line: &Line| {
        let rest = line.text.trim().strip_prefix(name)?.trim_start();
        (rest.is_empty() || rest.starts_with(['|', ',', '–', '-', '•', '/', '('])).then_some(())
    };
    let at = lines.iter().rposition(|l| card(l).is_some())?;
    let below = lines[at..].iter().filter(|l| !l.is_empty());
    let short = |l: &Line| {
        let text = l.text.trim();
        text.split_whitespace().count() <= 8 && !text.ends_with(['.', '!', '?', ':'])
            || furniture::without(text, Medium::of(SourceType::Email)).is_empty()
    };
    let is_card = name.contains(' ') && below.clone().count() <= CARD && below.clone().all(short);
    let said = lines[..at].iter().any(|l| !l.is_empty());
    (is_card && said && below.count() > 1).then(|| &lines[..at])
}

/// The words of one message as passages.
fn letter(document: &mut Document, lines: &[Line], envelope: &Envelope) {
    let mut letter = letter::read(lines);
    if letter.signed.is_none() {
        let from = envelope.from.and_then(|id| document.people.get(id));
        let name = from.and_then(|p| p.name.as_deref());
        let above = name.and_then(|n| without_name(lines, n).or_else(|| without_card(lines, n)));
        if let Some(above) = above {
            letter = letter::read(above);
        }
    }
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
        passage.headings.extend(point.heading.map(Title::from));
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
