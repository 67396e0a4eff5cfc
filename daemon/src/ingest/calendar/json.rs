//! Events as calendars' interfaces give them (Google Calendar, Microsoft Graph, JSCalendar), put into iCalendar's words:
//! what those say is one standard under several names.
//!
//! - `rules`: what repeats

mod rules;

use crate::ingest::About;
use crate::ingest::json::{array, objects, string, value};
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

/// The events of a JSON text as iCalendar components, with their bytes.
pub(super) fn components(text: &str, about: &About<'_>) -> Vec<(String, Range<usize>)> {
    if !text.trim_start().starts_with(['{', '[']) {
        return Vec::new();
    }
    let mut events: Vec<(Value, Range<usize>)> = Vec::new();
    for object in objects(text) {
        let lists = ["items", "value", "events"].map(|key| array(text, object.clone(), key));
        let mut spans: Vec<_> = lists.into_iter().flatten().collect();
        if spans.is_empty() {
            spans.push(object);
        }
        events.extend(
            spans
                .into_iter()
                .filter_map(|span| Some((value(text, span.clone())?, span))),
        );
    }
    // an occurrence that was called off says no more than of which series it is
    let named = events
        .iter()
        .filter_map(|(event, _)| Some((series(event)?, title(event)?)));
    let titles: HashMap<&str, &str> = named.collect();
    let components = events.iter().filter_map(|(event, span)| {
        let of_series = series(event).and_then(|id| titles.get(id)).copied();
        Some((component(event, of_series, about)?, span.clone()))
    });
    components.collect()
}

fn title(event: &Value) -> Option<&str> {
    string(event, &["summary", "subject", "title"])
}

/// What names an event, or the series that it is an occurrence of.
fn series(event: &Value) -> Option<&str> {
    // Microsoft's occurrences have names of their own
    let repeats = event.get("recurrence").is_some_and(Value::is_object);
    let own = if repeats { &["id"][..] } else { &[] };
    string(event, &["seriesMasterId"])
        .or_else(|| string(event, own))
        .or_else(|| {
            string(
                event,
                &["iCalUID", "iCalUId", "uid", "recurringEventId", "id"],
            )
        })
}

fn component(event: &Value, of_series: Option<&str>, about: &About<'_>) -> Option<String> {
    let occurrence = event
        .get("originalStartTime")
        .or_else(|| event.get("originalStart"));
    let start = event.get("start").or(occurrence)?;
    let title = title(event).or(of_series.filter(|_| occurrence.is_some()));
    let body = string(event, &["description"])
        .or_else(|| event.get("body").and_then(|b| string(b, &["content"])))
        .or_else(|| string(event, &["bodyPreview"]));
    // hours that were worked have no name and are no event
    if title.or(body).is_none_or(|said| said.trim().is_empty()) {
        return None;
    }
    let mut out = String::from("BEGIN:VEVENT\r\n");
    let mut line = |name: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = write!(out, "{name}:{value}\r\n");
    };
    if let Some(id) = series(event) {
        line("UID", &escaped(id));
    }
    line("SUMMARY", &escaped(title.unwrap_or_default()));
    let whole = event
        .get("isAllDay")
        .and_then(Value::as_bool)
        .unwrap_or(false);
    let (name, at) = moment("DTSTART", start, whole, about)?;
    line(&name, &at);
    if let Some((name, at)) = occurrence.and_then(|o| moment("RECURRENCE-ID", o, whole, about)) {
        line(&name, &at);
    }
    if let Some(length) = string(event, &["duration"]) {
        line("DURATION", length);
    }
    if let Some((name, at)) = event
        .get("end")
        .and_then(|end| moment("DTEND", end, whole, about))
    {
        line(&name, &at);
    }
    let location = event.get("location");
    let place = location.and_then(|l| l.as_str().or_else(|| string(l, &["displayName"])));
    let places = event.get("locations").and_then(Value::as_object);
    let first = || places?.values().find_map(|l| string(l, &["name"]));
    let place = place.or_else(first);
    if let Some(place) = place.filter(|p| !p.is_empty()) {
        line("LOCATION", &escaped(place));
    }
    if let Some(body) = body {
        line("DESCRIPTION", &escaped(body));
    }
    if let Some(link) = string(event, &["hangoutLink", "onlineMeetingUrl"]).or_else(|| {
        event
            .get("onlineMeeting")
            .and_then(|m| string(m, &["joinUrl"]))
    }) {
        line("X-GOOGLE-CONFERENCE", link);
    }
    for rule in event
        .get("recurrence")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        if let Some((name, value)) = rule.split_once(':') {
            line(name, value);
        }
    }
    for (name, value) in rules::lines(event) {
        line(name, &value);
    }
    let cancelled = event
        .get("isCancelled")
        .and_then(Value::as_bool)
        .unwrap_or(false);
    if cancelled || string(event, &["status"]) == Some("cancelled") {
        line("STATUS", "CANCELLED");
    } else if string(event, &["status"]) == Some("tentative") {
        line("STATUS", "TENTATIVE");
    }
    if let Some((name, address)) = event.get("organizer").and_then(person) {
        line(
            &format!("ORGANIZER;CN=\"{name}\""),
            &format!("mailto:{address}"),
        );
    }
    for guest in event
        .get("attendees")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let Some((name, address)) = person(guest) else {
            continue;
        };
        let answer = string(guest, &["responseStatus"])
            .or_else(|| guest.get("status").and_then(|s| string(s, &["response"])));
        let answer = match answer.unwrap_or_default() {
            "accepted" | "organizer" => "ACCEPTED",
            "declined" => "DECLINED",
            "tentative" | "tentativelyAccepted" => "TENTATIVE",
            _ => "NEEDS-ACTION",
        };
        let room = guest.get("resource").and_then(Value::as_bool) == Some(true)
            || string(guest, &["type"]) == Some("resource");
        let kind = if room { ";CUTYPE=ROOM" } else { "" };
        line(
            &format!("ATTENDEE;CN=\"{name}\";PARTSTAT={answer}{kind}"),
            &format!("mailto:{address}"),
        );
    }
    out.push_str("END:VEVENT\r\n");
    Some(out)
}

/// Name and address: `{displayName, email}` or `{emailAddress: {name, address}}`.
fn person(value: &Value) -> Option<(String, String)> {
    let inner = value.get("emailAddress").unwrap_or(value);
    let address = string(inner, &["email", "address"]);
    let name = string(inner, &["displayName", "name"]).or(address)?;
    let clean = |s: &str| s.replace(|c: char| c.is_control() || c == '"', " ");
    Some((clean(name), clean(address.unwrap_or_default())))
}

/// A property for a time: a day, or the clock of the event's own zone; instants in UTC are told on the reader's clock.
fn moment(name: &str, value: &Value, whole: bool, about: &About<'_>) -> Option<(String, String)> {
    let digits = |text: &str| {
        text.chars()
            .filter(char::is_ascii_digit)
            .collect::<String>()
    };
    if let Some(day) =
        string(value, &["date"]).or_else(|| string(value, &["dateTime"]).filter(|_| whole))
    {
        let day: String = digits(day).chars().take(8).collect();
        return (day.len() == 8).then(|| (format!("{name};VALUE=DATE"), day));
    }
    let at = string(value, &["dateTime"]).or_else(|| value.as_str())?;
    let utc = at.ends_with('Z') || string(value, &["timeZone"]) == Some("UTC");
    let local = if utc {
        let instant: jiff::Timestamp = format!("{}Z", at.trim_end_matches('Z')).parse().ok()?;
        instant
            .to_zoned(about.reference.time_zone().clone())
            .datetime()
    } else {
        at.get(..19)?.parse().ok()?
    };
    Some((name.to_owned(), local.strftime("%Y%m%dT%H%M%S").to_string()))
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace(';', "\\;")
        .replace(',', "\\,")
        .replace("\r\n", "\\n")
        .replace('\n', "\\n")
        .replace('\r', " ")
}

#[cfg(test)]
mod tests {
    use super::super::tests::shown;

    #[test]
    fn events_of_both_interfaces() {
        let google = r#"{"kind":"calendar#events","items":[{"iCalUID":"a","summary":"Review, part 2","start":{"dateTime":"2024-11-18T09:00:00+01:00"},
            "end":{"dateTime":"2024-11-18T10:00:00+01:00"},"location":"Loft","organizer":{"displayName":"Beth Ek","email":"b@x.example"},
            "attendees":[{"displayName":"Ida Holm","email":"i@x.example","responseStatus":"accepted"},{"email":"c@x.example","responseStatus":"declined"}]},
            {"iCalUID":"b","summary":"Holiday","start":{"date":"2024-12-23"},"end":{"date":"2024-12-25"}}]}"#;
        assert_eq!(
            shown(google),
            [
                "2024-11-18 09:00/2024-11-18 10:00 | Review, part 2 | Loft | Ida Holm, Beth Ek | ",
                "2024-12-23/2024-12-24 | Holiday |  |  | ",
            ]
        );
        let graph = r#"{"value":[{"subject":"Review","isAllDay":false,"isCancelled":false,"start":{"dateTime":"2024-11-18T08:00:00.0000000","timeZone":"UTC"},
            "end":{"dateTime":"2024-11-18T09:00:00.0000000","timeZone":"UTC"},"location":{"displayName":"Loft"},"bodyPreview":"Bring cake.",
            "organizer":{"emailAddress":{"name":"Beth Ek","address":"b@x.example"}},"attendees":[]}]}"#;
        assert_eq!(
            shown(graph),
            ["2024-11-18 09:00/2024-11-18 10:00 | Review | Loft | Beth Ek | Bring cake."]
        );
    }

    #[test]
    fn what_repeats_is_a_series_without_what_was_moved_or_called_off() {
        let series = |text: &str| {
            let document = super::super::tests::read_at_noon(text);
            let told = |p: &crate::ingest::Passage| {
                (p.when.map(|w| w.start.to_string()), p.series.clone())
            };
            document.passages.iter().map(told).collect::<Vec<_>>()
        };
        let google = r#"{"kind":"calendar#events","items":[
            {"status":"confirmed","summary":"Judo","id":"j","start":{"dateTime":"2026-10-05T18:00:00+02:00"},"recurrence":["RRULE:FREQ=WEEKLY;BYDAY=MO"]},
            {"status":"cancelled","recurringEventId":"j","id":"j1","originalStartTime":{"dateTime":"2026-11-30T18:00:00+01:00"}},
            {"status":"confirmed","summary":"Judo","recurringEventId":"j","id":"j2","originalStartTime":{"dateTime":"2026-12-07T18:00:00+01:00"},
             "start":{"dateTime":"2026-12-08T19:30:00+01:00"}}]}"#;
        let told = series(google);
        assert_eq!(told.len(), 3, "{told:?}");
        let rule = told[0].1.as_deref().unwrap_or_default();
        assert!(
            rule.contains("EXDATE=2026-11-30") && rule.contains("EXDATE=2026-12-07"),
            "{rule}"
        );
        assert_eq!(told[2].0.as_deref(), Some("2026-12-08 19:30"));
        let graph = r#"{"value":[{"id":"A","subject":"Pilates","start":{"dateTime":"2026-10-28T18:00:00"},"recurrence":
            {"pattern":{"type":"relativeMonthly","interval":2,"daysOfWeek":["wednesday"],"index":"last"},"range":{"type":"numbered","numberOfOccurrences":3}}}]}"#;
        let rule = series(graph)[0].1.clone().unwrap_or_default();
        assert!(
            rule.contains("FREQ=MONTHLY;") && rule.contains("BYDAY=-1WE"),
            "{rule}"
        );
        let jscalendar = r#"[{"@type":"Event","uid":"u","title":"Bread","start":"2026-11-03T17:00:00","duration":"PT2H",
            "recurrenceRules":[{"frequency":"weekly","byDay":[{"day":"tu"}]}],"recurrenceOverrides":{"2026-12-01T17:00:00":{"excluded":true}}}]"#;
        let rule = series(jscalendar)[0].1.clone().unwrap_or_default();
        assert!(
            rule.contains("FREQ=WEEKLY") && rule.contains("2026-12-01"),
            "{rule}"
        );
    }
}
