//! A message's sections as passages: whose words they are, to whom they went and when.

use super::heads::Head;
use super::subject::subject;
use super::thread::{self, Section, Whose};
use super::{letter, people};
use crate::extract::dates;
use crate::ingest::lines::{self, Line};
use crate::ingest::pdf::rows::travellers;
use crate::ingest::{Document, Kind, Passage, PersonId, places, written_date};
use crate::when::When;
use jiff::Zoned;

/// Who writes what to whom, and when.
#[derive(Clone, Default)]
pub(super) struct Envelope {
    pub(super) from: Option<PersonId>,
    pub(super) to: Vec<PersonId>,
    pub(super) subject: Option<String>,
    pub(super) when: Option<When>,
}

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
    for (n, section) in sections.iter().enumerate() {
        match &section.whose {
            Whose::Own => {
                let from = document.passages.len();
                letter(document, &section.lines, envelope);
                let above = n.checked_sub(1).map(|n| &sections[n]);
                if let Some(question) = above.and_then(answered) {
                    for passage in &mut document.passages[from..] {
                        passage.headings.insert(0, question.clone());
                    }
                }
            }
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
pub(super) fn written(text: &str, reference: &Zoned) -> Option<When> {
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
    let from = people::of_field(document, &head.from).first().copied();
    if let Some(person) = from.and_then(|id| document.people.get_mut(id)) {
        person.organization |=
            people::is_organization(person.name.as_deref(), person.email.as_deref(), false);
    }
    // Where a head names nobody, whoever gets the answer got what it answers, too.
    if head.to.is_empty() {
        let others = outer.from.iter().chain(&outer.to);
        to.extend(others.filter(|id| Some(**id) != from));
    }
    let envelope = Envelope {
        from,
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
        let name = behind_time(&said[..open])?;
        people::of_field(document, &format!("{name}{}", &said[open..=close]))
            .first()
            .copied()
    });
    let from = from.or_else(|| {
        let name = name_alone(said)?;
        Some(document.person(Some(name), None, None))
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

/// What stands behind the time in "On 3 May 2024, at 10:15 AM Ann Lee".
fn behind_time(said: &str) -> Option<&str> {
    let name = said.rsplit([',', ':']).next()?;
    let mut name = name.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
    for word in ["AM ", "PM ", "Uhr ", "schrieb "] {
        name = name.trim_start_matches(word);
    }
    Some(name)
}

/// The name in "On 3 May 2024, at 10:15, Ann Lee wrote:".
fn name_alone(said: &str) -> Option<&str> {
    let (rest, _) = said.trim().trim_end_matches(':').rsplit_once(' ')?;
    let name = behind_time(rest)?;
    let mut words = name.split_whitespace();
    let named = words.clone().count() <= 4 && words.all(|w| w.starts_with(char::is_uppercase));
    (named && !name.is_empty()).then_some(name)
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
        (rest.is_empty() || rest.starts_with(['|', ',', '–', '-', '•', '/'])).then_some(())
    };
    let at = lines.iter().rposition(|l| card(l).is_some())?;
    let below = lines[at..].iter().filter(|l| !l.is_empty());
    let short = |l: &Line| {
        let text = l.text.trim();
        text.split_whitespace().count() <= 8 && !text.ends_with(['.', '!', '?', ':'])
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
