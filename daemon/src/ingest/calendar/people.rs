//! Who invites, who is invited, and the rooms among them.

use super::component::Component;
use super::event::Answer;
use super::title::title;
use crate::ingest::{Document, PersonId, display_name};
use calcard::icalendar::{
    ICalendarEntry, ICalendarParameterName as Parameter, ICalendarProperty as Property,
};

/// Organizer, the other attendees with their answers, and the rooms among them.
#[allow(
    clippy::type_complexity,
    reason = "three lists that are only taken apart by the caller"
)]
pub(crate) fn people(
    document: &mut Document,
    component: &Component,
) -> (Option<PersonId>, Vec<(PersonId, Answer)>, Vec<String>) {
    let mut attendees = Vec::new();
    let mut rooms = Vec::new();
    for entry in component.entries(&Property::Attendee) {
        let parameter = |name| {
            entry
                .parameter(&name)
                .and_then(|p| p.as_text())
                .unwrap_or_default()
                .to_ascii_uppercase()
        };
        match parameter(Parameter::Cutype).as_str() {
            "ROOM" | "RESOURCE" => rooms.extend(common_name(entry).map(|n| title(&n))),
            "GROUP" => {}
            _ => {
                let answer = match parameter(Parameter::Partstat).as_str() {
                    "ACCEPTED" | "COMPLETED" | "IN-PROCESS" => Answer::Yes,
                    "DECLINED" => Answer::No,
                    "TENTATIVE" => Answer::Maybe,
                    _ => Answer::None,
                };
                if let Some(person) = person(document, entry)
                    && !attendees.iter().any(|(p, _)| *p == person)
                {
                    attendees.push((person, answer));
                }
            }
        }
    }
    let organizer = component
        .entry(&Property::Organizer)
        .and_then(|entry| person(document, entry));
    (organizer, attendees, rooms)
}

fn person(document: &mut Document, entry: &ICalendarEntry) -> Option<PersonId> {
    let name = common_name(entry).and_then(|n| display_name::clean(&n));
    let value = entry
        .values
        .first()
        .and_then(|v| v.as_text())
        .unwrap_or_default();
    let address = value
        .get(..7)
        .filter(|s| s.eq_ignore_ascii_case("mailto:"))
        .map_or(value, |s| &value[s.len()..]);
    let address =
        (address.contains('@') && !address.contains("calendar.google.com")).then_some(address);
    (name.is_some() || address.is_some()).then(|| document.person(name.as_deref(), address, None))
}

fn common_name(entry: &ICalendarEntry) -> Option<String> {
    Some(entry.parameter(&Parameter::Cn)?.as_text()?.to_owned())
}
