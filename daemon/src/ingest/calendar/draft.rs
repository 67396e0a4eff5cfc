//! An event as a text, a table or a page of a calendar tells it, before it becomes a passage.

use super::event::{Answer, Event, State, What};
use super::notes;
use super::title::is_cancelled;
use crate::ingest::{Document, Kind, Passage, PersonId, display_name};
use crate::when::When;
use std::ops::Range;

/// What is known of an event so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) title: String,
    pub(super) when: Option<When>,
    pub(super) place: Option<String>,
    /// Lines of its description.
    pub(super) notes: Vec<String>,
    pub(super) organizer: Option<String>,
    /// Who comes, by names or addresses, with their answers.
    pub(super) guests: Vec<(String, Answer)>,
    pub(super) cancelled: bool,
    pub(super) span: Range<usize>,
}

impl Draft {
    /// Adds it to the document; an event without a name or a description is none.
    pub(super) fn add_to(mut self, document: &mut Document) {
        self.mark_absent();
        let notes = notes::clean(&self.notes.join("\n"));
        self.cancelled |= is_cancelled(&self.title);
        let title = super::title::title(&self.title);
        if title.is_empty() && notes.is_empty() {
            return;
        }
        let organizer = self.organizer.as_deref().and_then(|o| person(document, o));
        let mut attendees: Vec<(PersonId, Answer)> = Vec::new();
        for (name, answer) in &self.guests {
            if let Some(id) = person(document, name)
                && Some(id) != organizer
                && !attendees.iter().any(|(known, _)| *known == id)
            {
                attendees.push((id, *answer));
            }
        }
        let audience = attendees
            .iter()
            .filter(|(_, answer)| *answer != Answer::No)
            .map(|(id, _)| *id)
            .chain(organizer)
            .collect();
        let event = Event {
            summary: title.into(),
            what: What::Event,
            state: if self.cancelled {
                State::Cancelled
            } else {
                State::Planned
            },
            repeats: None,
            instead_of: None,
            stamped: None,
            organizer,
            attendees,
        };
        let mut passage = Passage::new(Kind::Event(Box::new(event)), notes, self.span);
        passage.when = self.when;
        passage.place = self.place.map(|p| place(&p)).filter(|p| !p.is_empty());
        passage.audience = audience;
        passage.thread = document.new_thread();
        document.passages.push(passage);
    }

    /// A guest of whom the description says that they cannot come has declined.
    fn mark_absent(&mut self) {
        let notes = self.notes.join(" ").replace('’', "'");
        for (name, answer) in &mut self.guests {
            let first = name.split_whitespace().next().unwrap_or_default();
            let says = [
                " can't",
                " cannot",
                " won't",
                " is not coming",
                " isn't coming",
                " is away",
                " sends apologies",
                " declined",
            ];
            if !first.is_empty() && says.iter().any(|s| notes.contains(&format!("{first}{s}"))) {
                *answer = Answer::No;
            }
        }
    }
}

/// A place without the video call that stands beside it; the service's name, where it is only a call.
fn place(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', ';', ',']);
    let mut service = None;
    let rooms: Vec<&str> = text
        .split(';')
        .map(str::trim)
        .filter(|part| {
            let call = call(part);
            service = service.or(call);
            call.is_none() && !part.is_empty()
        })
        .collect();
    match (rooms.is_empty(), service) {
        (true, Some(service)) => service.to_owned(),
        (false, Some(_)) => rooms.join("; "),
        _ => text.to_owned(),
    }
}

/// The service, where a part of a place says nothing but that it is a call: a link, "Microsoft Teams Meeting".
fn call(part: &str) -> Option<&'static str> {
    let lower = part.to_lowercase();
    let link = part.starts_with("http") && !part.contains(' ');
    let says = ["meeting", "conference", "call", "video", "online", "link"]
        .iter()
        .any(|w| lower.contains(w));
    let named = [
        ("zoom", "Zoom"),
        ("google meet", "Google Meet"),
        ("webex", "Webex"),
        ("teams", "Microsoft Teams"),
        ("skype", "Skype"),
    ]
    .into_iter()
    .find_map(|(mark, service)| lower.contains(mark).then_some(service));
    match (notes::video_call(part), named) {
        (Some(service), _) if link || says => Some(service),
        (_, Some(service)) if says || lower.len() < 18 && lower.split_whitespace().count() <= 2 => {
            Some(service)
        }
        _ => None,
    }
}

/// "Ann Lee <a@x.example>", "Lee, Ann (organiser)", "a@x.example".
fn person(document: &mut Document, text: &str) -> Option<PersonId> {
    let (name, address) = match text.split_once('<') {
        Some((name, rest)) => (name, Some(rest.trim_end_matches('>').trim())),
        None if text.contains('@') && !text.trim().contains(' ') => ("", Some(text.trim())),
        None => (text, None),
    };
    let name = display_name::clean(name);
    (name.is_some() || address.is_some()).then(|| document.person(name.as_deref(), address, None))
}
