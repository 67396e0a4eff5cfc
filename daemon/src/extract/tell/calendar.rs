//! Events and tasks of a calendar in the user's words.

mod sentence;

use super::titles::named_in;
use crate::extract::Context;
use crate::extract::people::login;
use crate::ingest::calendar::event::{Answer, Event, State, What};
use crate::ingest::letter::{self, is_closing, is_greeting};
use crate::ingest::lines;
use crate::ingest::{Document, Kind, Passage, PersonId};
use crate::wording::list;
use memo_common::api::{Entity, EntityType};
use sentence::{Part, quoted, sentences};

/// Words of a description up to which it is told as the event's note; a longer one stands by itself.
const NOTE_WORDS: usize = 90;

/// The event as a record, and its description as further passages where it is long.
pub(crate) fn tell(
    event: &Event,
    passage: &Passage,
    document: &mut Document,
    context: &Context,
) -> Vec<Passage> {
    let user = |id: &PersonId| is_user(document, *id, context);
    let declined_by_user = event
        .attendees
        .iter()
        .any(|(p, a)| *a == Answer::No && user(p));
    let cancelled = event.state == State::Cancelled;
    let present: Vec<PersonId> = passage
        .audience
        .iter()
        .copied()
        .filter(|p| !user(p))
        .collect();
    let organizer = event.organizer.filter(|p| !user(p));
    let invited = event.attendees.iter().any(|(p, _)| user(p));
    let named = named_in(&event.summary);

    let names = |ids: &[PersonId]| -> Vec<String> {
        let named = ids.iter().filter_map(|p| name_of(document, *p));
        named.collect()
    };
    let part = Part {
        organizer: organizer.and_then(|o| name_of(document, o)),
        with: names(&present),
        declined_by_user,
    };
    let today = context.reference.date();
    let mut text = match event.what {
        What::Task => sentence::task(event, passage.when),
        What::Event => sentence::event(event, passage, &part, today),
    };
    if !cancelled && let Some(who) = &part.organizer {
        text.push_str(&if invited {
            format!(" {who} invited me.")
        } else {
            format!(" {who} organises it.")
        });
    }
    let others = event.attendees.iter();
    let declined = others.filter(|(p, a)| *a == Answer::No && !user(p));
    let declined: Vec<PersonId> = declined.map(|(p, _)| *p).collect();
    let declined = names(&declined);
    if !declined.is_empty() {
        text.push_str(&format!(" {} declined.", list(&declined)));
    }

    let mut record = Passage {
        kind: Kind::Record,
        ..passage.clone()
    };
    let mut told = Vec::new();
    match organizer.and_then(|from| letter(passage, from, event)) {
        // Why it was called off belongs to its being called off.
        Some(mut points) => {
            if cancelled && !points.is_empty() {
                let reason = points.remove(0);
                let who = part.organizer.as_deref().unwrap_or("They");
                text.push_str(&format!(" {who} wrote: {}", quoted(&reason.text)));
            }
            told.extend(points);
        }
        None if passage.text.split_whitespace().count() <= NOTE_WORDS => {
            if !passage.text.is_empty() {
                text.push_str(&format!(" Notes: {}", sentences(&passage.text)));
            }
        }
        None => {
            let mut notes = Passage {
                kind: Kind::Prose,
                ..passage.clone()
            };
            notes.headings.push(event.summary.clone());
            notes.speaker = None;
            notes.series = None;
            told.push(notes);
        }
    }
    record.text = text;
    let title = event
        .summary
        .trim_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '(' | ')')));
    if event.what == What::Event && !title.is_empty() {
        record.named.push(Entity {
            name: title.to_owned(),
            kind: EntityType::Event,
        });
    }
    record.speaker = organizer.filter(|_| cancelled);
    record.audience = if cancelled {
        // What did not take place had nobody at it, but somebody called it off.
        Vec::new()
    } else {
        let mut audience = present;
        for name in named {
            let id = document.person(Some(&name), None, None);
            if !audience.contains(&id) && !is_user(document, id, context) {
                audience.push(id);
            }
        }
        audience
    };
    told.insert(0, record);
    told
}

/// A description that is a letter of the organizer's, point by point; `None` where it is a note.
fn letter(passage: &Passage, from: PersonId, event: &Event) -> Option<Vec<Passage>> {
    let lines = lines::of(&passage.text, 0);
    let greets = lines.first().is_some_and(|l| is_greeting(&l.text));
    let closes = lines.iter().any(|l| is_closing(&l.text));
    if !greets && !closes {
        return None;
    }
    let points = letter::read(&lines).points.into_iter().flat_map(|point| {
        // In a calendar's text each line is a thing of its own.
        let lines: Vec<String> = point.text.lines().map(str::to_owned).collect();
        lines
    });
    let told = points.map(|text| Passage {
        kind: Kind::Message {
            subject: Some(event.summary.clone()),
        },
        text,
        speaker: Some(from),
        audience: passage
            .audience
            .iter()
            .copied()
            .filter(|p| *p != from)
            .collect(),
        when: event.stamped,
        place: None,
        ..passage.clone()
    });
    Some(told.collect())
}

fn name_of(document: &Document, id: PersonId) -> Option<String> {
    let person = document.people.get(id)?;
    person.name.clone().or_else(|| person.email.clone())
}

/// Whether this person bears the user's name, its words in any order; of whom only an address is known, whether it is
/// made of the user's name.
fn is_user(document: &Document, id: PersonId, context: &Context) -> bool {
    let words = |name: &str| {
        let mut words: Vec<String> = name
            .to_lowercase()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        words.sort_unstable();
        words
    };
    let Some(person) = document.people.get(id) else {
        return false;
    };
    let named = person.name.as_deref().filter(|name| !name.contains('@'));
    let local = || {
        let address = person.email.as_deref().or(person.name.as_deref());
        login::letters(
            address
                .and_then(|a| a.split('@').next())
                .unwrap_or_default(),
        )
    };
    let first = context
        .user_name
        .split_whitespace()
        .next()
        .map(login::letters);
    if named.is_none() {
        let local = local();
        return first.is_some_and(|first| first.len() > 2 && first == local)
            || login::forms(&context.user_name).contains(&local);
    }
    named.is_some_and(|name| {
        let (name, user) = (words(name), words(&context.user_name));
        // "Ida Holm" is Ida Holm Beck, too
        name == user || name.len() > 1 && name.iter().all(|w| user.contains(w))
    })
}

#[cfg(test)]
mod tests;
