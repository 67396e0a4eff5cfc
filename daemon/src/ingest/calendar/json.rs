//! Events as calendars' interfaces give them (Google Calendar, Microsoft Graph), put into iCalendar's words: what those
//! say is one standard under several names.

use crate::ingest::About;
use crate::ingest::json::{array, objects, string, value};
use serde_json::Value;
use std::fmt::Write;
use std::ops::Range;

/// The events of a JSON text as iCalendar components, with their bytes.
pub(super) fn components(text: &str, about: &About<'_>) -> Vec<(String, Range<usize>)> {
    if !text.trim_start().starts_with(['{', '[']) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for object in objects(text) {
        let lists = ["items", "value", "events"].map(|key| array(text, object.clone(), key));
        let mut spans: Vec<_> = lists.into_iter().flatten().collect();
        if spans.is_empty() {
            spans.push(object);
        }
        for span in spans {
            if let Some(event) = value(text, span.clone()).and_then(|v| component(&v, about)) {
                out.push((event, span));
            }
        }
    }
    out
}

fn component(event: &Value, about: &About<'_>) -> Option<String> {
    let start = event.get("start")?;
    let title = string(event, &["summary", "subject", "title"]);
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
    if let Some(id) = string(event, &["iCalUID", "iCalUId", "id"]) {
        line("UID", &escaped(id));
    }
    line("SUMMARY", &escaped(title.unwrap_or_default()));
    let whole = event
        .get("isAllDay")
        .and_then(Value::as_bool)
        .unwrap_or(false);
    let (name, at) = moment("DTSTART", start, whole, about)?;
    line(&name, &at);
    if let Some((name, at)) = event
        .get("end")
        .and_then(|end| moment("DTEND", end, whole, about))
    {
        line(&name, &at);
    }
    let location = event.get("location");
    let place = location.and_then(|l| l.as_str().or_else(|| string(l, &["displayName"])));
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
}
