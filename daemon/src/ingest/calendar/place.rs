//! Where a component is: a place, the rooms invited, or a video call.

use super::component::Component;
use super::notes;
use super::title::one_line;
use calcard::icalendar::ICalendarProperty as Property;

/// Where it is: `LOCATION`, else a structured location's title, else the rooms invited, else the video call.
pub(super) fn place(component: &Component, rooms: Vec<String>) -> Option<String> {
    let written = component
        .text(&Property::Location)
        .map(one_line)
        .filter(|l| !l.is_empty());
    if let Some(place) = written {
        let link = place.starts_with("http") && !place.contains(' ');
        return Some(match notes::video_call(&place) {
            Some(service) if link || is_call(&place) => service.to_owned(),
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

/// Whether a place is nothing but a program's name for its calls: "Microsoft Teams Meeting", "Réunion Microsoft Teams".
fn is_call(place: &str) -> bool {
    /// Words of such a name at most.
    const WORDS: usize = 4;
    let named = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-');
    place.split(' ').count() <= WORDS && place.chars().all(named)
}

/// The rooms of a place that names a video call beside them.
fn room(place: &str) -> Option<String> {
    let parts = place.split("; ").map(str::trim);
    let rooms = parts.filter(|p| !p.is_empty() && notes::video_call(p).is_none());
    let rooms = rooms.collect::<Vec<_>>().join("; ");
    (!rooms.is_empty()).then_some(rooms)
}
