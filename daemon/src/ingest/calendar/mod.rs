//! Calendars: events and tasks, each a passage; journal entries as prose.
//!
//! iCalendar (RFC 5545):
//! - `component`: one component, with calcard's help
//! - [`event`]: what it says
//! - `layout`: where components begin and end
//! - `notes`: descriptions without join instructions
//! - `people`: who invites and who is invited
//! - `recurrence`: rules in words
//! - `series`: the last day of a series
//! - `zone`: time zones under all their names
//!
//! All else that calendars write:
//! - `draft`: an event before it becomes a passage
//! - `fields`: invitations and bookings in labelled lines
//! - `guests`: the people of a written field
//! - `json`: what calendars' interfaces answer
//! - `listed`: views, agendas, planners, timetables
//! - `table`: tables

mod component;
mod draft;
pub mod event;
mod fields;
mod guests;
mod json;
mod layout;
mod listed;
mod notes;
mod people;
mod recurrence;
mod series;
mod table;
mod zone;

use super::{About, Document, Kind, Passage, text};
use crate::when::When;
use calcard::icalendar::{ICalendarComponentType as Type, ICalendarProperty as Property};
use component::Component;
use event::{Answer, Event, State, What};
use jiff::tz::TimeZone;
use layout::{Layout, parse};
use memo_common::api::SourceType;
use people::people;
use std::collections::HashMap;
use std::ops::Range;
use zone::Zones;

/// Reads a calendar in any of its forms; what is none of them is notes.
pub(crate) fn read(source: &str, about: &About<'_>) -> Document {
    let zone = about.reference.time_zone();
    let start = source.trim_start().get(..6).unwrap_or_default();
    let has_component = || {
        source.lines().any(|l| {
            l.get(..7)
                .is_some_and(|s| s.eq_ignore_ascii_case("BEGIN:V"))
        })
    };
    if start.eq_ignore_ascii_case("BEGIN:") || has_component() {
        return icalendar(source, zone);
    }
    let components = json::components(source, about);
    if !components.is_empty() {
        return translated(&components, zone);
    }
    let mut document = Document::new(SourceType::Calendar);
    if table::read(source, about, &mut document)
        || fields::read(source, about, &mut document)
        || listed::read(source, about, &mut document)
    {
        return document;
    }
    let mut document = text::read(source, about.reference.datetime(), zone);
    document.source_type = SourceType::Calendar;
    document
}

/// Components put into iCalendar's words, with the bytes of the upload they came from.
fn translated(components: &[(String, Range<usize>)], zone: &TimeZone) -> Document {
    let mut source = String::new();
    let mut starts = Vec::with_capacity(components.len());
    for (component, _) in components {
        starts.push(source.len());
        source.push_str(component);
    }
    let mut document = icalendar(&source, zone);
    for passage in &mut document.passages {
        let n = starts.partition_point(|s| *s <= passage.span.start);
        if let Some((_, span)) = n.checked_sub(1).and_then(|n| components.get(n)) {
            passage.span = span.clone();
        }
    }
    document
}

/// Reads iCalendar; UTC times are displayed in the calendar's zone, else in `reader`.
pub(crate) fn icalendar(text: &str, reader: &TimeZone) -> Document {
    let mut document = Document::new(SourceType::Calendar);
    let layout = Layout::of(text);
    let parsed: Vec<_> = layout
        .parts
        .iter()
        .filter_map(|part| Some((part, parse(text, part)?)))
        .collect();
    let zones: Vec<_> = parsed
        .iter()
        .flat_map(|(_, calendar)| calendar.components.first())
        .filter(|c| c.component_type == Type::VTimezone)
        .cloned()
        .collect();
    let zones = Zones::new(&zones, layout.header("X-WR-TIMEZONE"), reader);
    document.title = layout
        .header("X-WR-CALNAME")
        .or_else(|| layout.header("NAME"))
        .map(unescape);
    let cancelled = layout
        .header("METHOD")
        .is_some_and(|m| m.eq_ignore_ascii_case("CANCEL"));

    let mut newest: HashMap<(String, String), (i64, usize)> = HashMap::new();
    for (part, calendar) in &parsed {
        let component = Component {
            calendar,
            zones: &zones,
        };
        let Some(mut passage) = passage(&mut document, &component, cancelled) else {
            continue;
        };
        passage.span = part.span.clone();
        passage.thread = u32::try_from(document.passages.len()).unwrap_or(u32::MAX);
        // Of several versions of an event the highest sequence number counts, the later one among equals.
        let sequence = component
            .entry(&Property::Sequence)
            .and_then(|e| e.values.first()?.as_integer())
            .unwrap_or(0);
        let occurrence = component
            .point(&Property::RecurrenceId)
            .map(|p| p.to_string())
            .unwrap_or_default();
        if let Some(uid) = component.text(&Property::Uid) {
            let key = (uid.to_owned(), occurrence);
            if let Some((known, at)) = newest.get(&key).copied() {
                if sequence >= known {
                    passage.thread = document.passages[at].thread;
                    document.passages[at] = passage;
                    newest.insert(key, (sequence, at));
                }
                continue;
            }
            newest.insert(key, (sequence, document.passages.len()));
        }
        document.passages.push(passage);
    }
    document
}

/// What a component tells; `None` where it tells nothing (a zone, an empty event).
fn passage(document: &mut Document, component: &Component, cancelled: bool) -> Option<Passage> {
    let kind = &component.calendar.components.first()?.component_type;
    let what = match kind {
        Type::VEvent => What::Event,
        Type::VTodo => What::Task,
        Type::VJournal => return journal(component),
        _ => return None,
    };
    let description = component
        .text(&Property::Description)
        .map(notes::clean)
        .unwrap_or_default();
    let summary = component
        .text(&Property::Summary)
        .map(title)
        .unwrap_or_default();
    let (when, state) = match what {
        What::Event => (component.when(), component_state(component, cancelled)),
        What::Task => (
            component
                .point(&Property::Due)
                .or_else(|| component.point(&Property::Dtstart))
                .map(When::at),
            component_state(component, cancelled),
        ),
    };
    let (organizer, mut attendees, rooms) = people(document, component);
    let place = place(component, rooms);
    if summary.is_empty() && description.is_empty() && place.is_none() {
        return None;
    }
    attendees.retain(|(person, _)| Some(*person) != organizer);
    let repeats = when.and_then(|w| component.repeats(w));
    let when = match (&repeats, when) {
        // A series runs from its first occurrence to its last day.
        (Some(repeats), Some(first)) if what == What::Event => {
            Some(repeats.until.map_or(When::at(first.start), |until| {
                When::range(
                    first.start,
                    crate::when::Point::Day(until.max(first.start.first_day())),
                )
            }))
        }
        (_, when) => when,
    };
    let audience = attendees
        .iter()
        .filter(|(_, a)| *a != Answer::No)
        .map(|(p, _)| *p)
        .chain(organizer)
        .collect();
    let event = Event {
        summary,
        what,
        state,
        repeats,
        instead_of: component.point(&Property::RecurrenceId),
        stamped: component
            .point(&Property::LastModified)
            .or_else(|| component.point(&Property::Dtstamp))
            .map(When::at),
        organizer,
        attendees,
    };
    let mut passage = Passage::new(Kind::Event(Box::new(event)), description, 0..0);
    passage.when = when;
    passage.place = place;
    passage.audience = audience;
    Some(passage)
}

fn journal(component: &Component) -> Option<Passage> {
    let text = component
        .text(&Property::Description)
        .map(notes::clean)
        .filter(|t| !t.is_empty());
    let summary = component.text(&Property::Summary).map(title);
    let mut passage = Passage::new(Kind::Prose, text.as_deref().or(summary.as_deref())?, 0..0);
    if text.is_some() {
        passage.headings.extend(summary);
    }
    passage.when = component.point(&Property::Dtstart).map(When::at);
    Some(passage)
}

fn component_state(component: &Component, cancelled: bool) -> State {
    let status = component
        .text(&Property::Status)
        .unwrap_or_default()
        .to_ascii_uppercase();
    let done = component.point(&Property::Completed).map(When::at);
    match status.as_str() {
        "CANCELLED" | "CANCELED" => State::Cancelled,
        _ if cancelled => State::Cancelled,
        "COMPLETED" => State::Done(done),
        _ if done.is_some() => State::Done(done),
        "TENTATIVE" => State::Tentative,
        _ => State::Planned,
    }
}

/// Where it is: `LOCATION`, else a structured location's title, else the rooms invited, else the video call.
fn place(component: &Component, rooms: Vec<String>) -> Option<String> {
    let written = component
        .text(&Property::Location)
        .map(one_line)
        .filter(|l| !l.is_empty());
    if let Some(place) = written {
        let link = place.starts_with("http") && !place.contains(' ');
        return Some(match notes::video_call(&place) {
            Some(service) if link => service.to_owned(),
            // "Room 4; Microsoft Teams Meeting": a room that has a call, too
            Some(_) => room(&place).unwrap_or(place),
            None => place,
        });
    }
    if !rooms.is_empty() {
        return Some(rooms.join(", "));
    }
    ["X-GOOGLE-CONFERENCE", "X-MICROSOFT-SKYPETEAMSMEETINGURL"]
        .iter()
        .find_map(|name| component.other(name))
        .or_else(|| component.text(&Property::Conference))
        .or_else(|| component.text(&Property::Description))
        .and_then(notes::video_call)
        .map(str::to_owned)
}

/// The rooms of a place that names a video call beside them.
fn room(place: &str) -> Option<String> {
    let parts = place.split("; ").map(str::trim);
    let rooms = parts.filter(|p| !p.is_empty() && notes::video_call(p).is_none());
    let rooms = rooms.collect::<Vec<_>>().join("; ");
    (!rooms.is_empty()).then_some(rooms)
}

/// A title without what calendars put before it when they send it ("Canceled:", "Updated invitation:").
fn title(text: &str) -> String {
    let mut text = one_line(text);
    loop {
        let lower = text.to_lowercase();
        let cut = [
            "canceled:",
            "cancelled:",
            "canceled event:",
            "cancelled event:",
            "invitation:",
            "updated invitation:",
            "accepted:",
            "declined:",
            "tentative:",
            "abgesagt:",
            "abgesagt :",
            "einladung:",
            "annulé :",
            "annulé:",
            "cancelado:",
            "fw:",
            "fwd:",
            "re:",
        ]
        .into_iter()
        .find(|start| lower.starts_with(start));
        match cut {
            // The prefixes are of one byte per character in both cases, or as long as in lower case.
            Some(start) => match text.get(start.len()..) {
                Some(rest) if !rest.trim().is_empty() => text = rest.trim().to_owned(),
                _ => return text,
            },
            None => return text,
        }
    }
}

fn one_line(text: &str) -> String {
    text.lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

fn unescape(text: &str) -> String {
    text.replace("\\,", ",")
        .replace("\\;", ";")
        .replace("\\n", " ")
        .replace("\\N", " ")
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests;
