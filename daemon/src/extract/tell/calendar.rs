//! Events and tasks of a calendar in the user's words.

use super::times::{day, hours, point, span};
use super::titles::named_in;
use crate::extract::Context;
use crate::extract::people::login;
use crate::ingest::calendar::event::{Answer, Event, State, What};
use crate::ingest::letter::{self, is_closing, is_greeting};
use crate::ingest::lines;
use crate::ingest::{Document, Kind, Passage, PersonId};
use crate::when::{Point, When};
use crate::wording::{self, list};
use memo_common::api::{Entity, EntityType};

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

    let mut text = match event.what {
        What::Task => task(event, passage.when),
        What::Event => {
            let name = quoted(&event.summary);
            let repeats = event.repeats.as_ref();
            let goes_on = repeats.is_some_and(|r| r.until.is_none() && r.count.is_none());
            let past = !goes_on
                && passage
                    .when
                    .is_some_and(|w| w.days().1 < context.reference.date());
            let mut said = if cancelled {
                match organizer.and_then(|o| name_of(document, o)) {
                    Some(who) => format!("{who} cancelled our {name}, planned"),
                    None => format!("My {name} was cancelled; it was planned"),
                }
            } else if declined_by_user {
                format!("I declined {name}")
            } else {
                let verb = match (event.state, past) {
                    (State::Tentative, false) => "I may have",
                    (State::Tentative, true) => "I may have had",
                    (_, true) => "I had",
                    (_, false) => "I have",
                };
                format!("{verb} {name}")
            };
            let with: Vec<_> = present
                .iter()
                .filter_map(|p| name_of(document, *p))
                .collect();
            if !with.is_empty() && !cancelled {
                said.push_str(&format!(" with {}", list(&with)));
            }
            let time = time(event, passage.when);
            match time.strip_prefix(" on ") {
                Some(rest) if cancelled => said.push_str(&format!(" for {rest}")),
                _ => said.push_str(&time),
            }
            if let Some(place) = &passage.place {
                said.push_str(&format!(
                    "{} {}",
                    if is_service(place) { " on" } else { ", at" },
                    place
                ));
            }
            said.push('.');
            said
        }
    };
    if !cancelled && let Some(who) = organizer.and_then(|o| name_of(document, o)) {
        text.push_str(&if invited {
            format!(" {who} invited me.")
        } else {
            format!(" {who} organises it.")
        });
    }
    let declined: Vec<_> = event
        .attendees
        .iter()
        .filter(|(p, a)| *a == Answer::No && !user(p))
        .filter_map(|(p, _)| name_of(document, *p))
        .collect();
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
                let who = organizer
                    .and_then(|o| name_of(document, o))
                    .unwrap_or_else(|| "They".to_owned());
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

fn task(event: &Event, due: Option<When>) -> String {
    let name = quoted(&event.summary);
    match (event.state, due) {
        (State::Done(Some(at)), _) => format!("I finished my task {name}{}.", span(at)),
        (State::Done(None), Some(due)) => format!("I finished my task {name}, due{}.", span(due)),
        (State::Done(None), None) => format!("I finished my task {name}."),
        (State::Cancelled, _) => format!("I dropped my task {name}."),
        (_, Some(due)) => format!("My task {name} is due{}.", span(due)),
        (_, None) => format!("I have a task: {name}."),
    }
}

/// The time as the end of a sentence: " on Wednesday 12 March 2025 from 10:00 to 10:45", " every Wednesday …".
fn time(event: &Event, when: Option<When>) -> String {
    let Some(when) = when else {
        return String::new();
    };
    let mut said = match &event.repeats {
        Some(repeats) => {
            let mut said = format!(" {}", repeats.rule);
            said.push_str(&hours(repeats.first));
            let first = repeats.first.start.first_day();
            match repeats.until {
                Some(until) => said.push_str(&format!(", from {} to {}", day(first), day(until))),
                None => said.push_str(&match repeats.count {
                    Some(times) => format!(", {times} times from {}", day(first)),
                    None => format!(", from {} on", day(first)),
                }),
            }
            match &repeats.except[..] {
                [] => {}
                few if few.len() <= 6 => {
                    let days: Vec<_> = few.iter().map(|d| day(*d)).collect();
                    said.push_str(&format!(", except {}", list(&days)));
                }
                many => said.push_str(&format!(", except on {} days", many.len())),
            }
            said
        }
        None => match when {
            When {
                start: Point::Day(date),
                end: None,
            } => format!(" on {}, all day", day(date)),
            when => span(when),
        },
    };
    if let Some(before) = event.instead_of.filter(|before| *before != when.start) {
        said.push_str(&format!(", instead of {}", point(before)));
    }
    said
}

/// The title in quotation marks; a nameless event is called one.
fn quoted(summary: &str) -> String {
    if summary.is_empty() {
        return "an event".to_owned();
    }
    wording::quoted(summary)
}

/// A note's lines as sentences in a row.
fn sentences(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        if !out.is_empty() {
            out.push_str(if out.ends_with(['.', '!', '?', ':', ',', ';', '…']) {
                " "
            } else {
                "; "
            });
        }
        out.push_str(line.trim_start_matches(['-', '*', '•']).trim_start());
    }
    if !out.ends_with(['.', '!', '?', '…']) {
        out.push('.');
    }
    out
}

fn is_service(place: &str) -> bool {
    [
        "Google Meet",
        "Zoom",
        "Microsoft Teams",
        "Webex",
        "Whereby",
        "Jitsi",
        "GoToMeeting",
        "BlueJeans",
        "Amazon Chime",
        "Skype",
        "FaceTime",
    ]
    .contains(&place)
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
#[path = "calendar_tests.rs"]
mod tests;
