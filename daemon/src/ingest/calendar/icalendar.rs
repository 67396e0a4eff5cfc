//! iCalendar's components → passages.

use super::component::Component;
use super::event::{Answer, Event, State, What};
use super::layout::{Layout, parse};
use super::notes;
use super::people::people;
use super::place::place;
use super::title::title;
use super::zone::Zones;
use crate::ingest::document::COMPANY;
use crate::ingest::{Document, Kind, Passage, Title};
use crate::when::{Point, When};
use calcard::icalendar::{ICalendarComponentType as Type, ICalendarProperty as Property};
use jiff::tz::TimeZone;
use memo_common::api::SourceType;
use std::collections::HashMap;

/// Reads iCalendar; UTC times are displayed in the calendar's zone, else in `reader`.
pub(crate) fn read(text: &str, reader: &TimeZone) -> Document {
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
        .map(|name| unescape(name).into());
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
        passage.thread = document.new_thread();
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
    leave_out(&mut document, &newest);
    document
}

/// Takes the occurrences that were moved, changed or called off by themselves out of their series.
fn leave_out(document: &mut Document, known: &HashMap<(String, String), (i64, usize)>) {
    for (uid, occurrence) in known.keys().filter(|(_, o)| !o.is_empty()) {
        let series = known.get(&(uid.clone(), String::new()));
        let series = series.and_then(|(_, at)| document.passages[*at].series.as_mut());
        if let (Some(series), Ok(at)) = (series, occurrence.parse::<Point>()) {
            series.push_str(&format!(";EXDATE={}", at.first_day()));
        }
    }
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
    // who cancels or moves an event says why in a comment
    let notes: Vec<String> = [Property::Description, Property::Comment]
        .iter()
        .filter_map(|name| component.text(name))
        .map(notes::clean)
        .filter(|note| !note.is_empty())
        .collect();
    let description = notes.join("\n");
    let summary = component
        .text(&Property::Summary)
        .map(|text| Title::from(title(text)))
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
    attendees.truncate(COMPANY);
    let repeats = when.and_then(|w| component.repeats(w));
    let when = match (&repeats, when) {
        // A series runs from its first occurrence to its last day.
        (Some(repeats), Some(first)) if what == What::Event => {
            Some(repeats.until.map_or(When::at(first.start), |until| {
                When::range(first.start, Point::Day(until.max(first.start.first_day())))
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
    let called_off = event.state == State::Cancelled;
    let series = event.repeats.as_ref().filter(|_| !called_off);
    let series = series.and_then(|r| component.series(r.first, r));
    let mut passage = Passage::new(Kind::Event(Box::new(event)), description, 0..0);
    passage.series = series;
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
        passage.headings.extend(summary.map(Title::from));
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

fn unescape(text: &str) -> String {
    text.replace("\\,", ",")
        .replace("\\;", ";")
        .replace("\\n", " ")
        .replace("\\N", " ")
        .trim()
        .to_owned()
}
