//! A telephone's record of where one was and how one got there: Google's Timeline, of the device and of Takeout.

use crate::ingest::json::{self, string};
use crate::ingest::posts::Posts;
use crate::ingest::{About, Document, instant};
use crate::when::{When, day_in_words};
use memo_common::api::SourceType;
use serde_json::Value;
use std::ops::Range;

/// Members that hold the list of stretches.
const LISTS: [&str; 2] = ["semanticSegments", "timelineObjects"];

/// Metres from which a way is told with its length.
const FAR: f64 = 1000.0;

/// Reads the stretches; `None` where the text is no such record.
pub(super) fn read(text: &str, about: &About<'_>) -> Option<Document> {
    let object = json::objects(text).into_iter().next()?;
    let stretches = LISTS
        .iter()
        .map(|key| json::array(text, object.clone(), key))
        .find(|l| !l.is_empty())?;
    let mut posts = Posts::new(SourceType::Browser, about.reference.time_zone().clone());
    for span in stretches {
        if let Some(value) = json::value(text, span.clone()) {
            stretch(&value, span, about, &mut posts);
        }
    }
    (!posts.document.passages.is_empty()).then_some(posts.document)
}

fn stretch(value: &Value, span: Range<usize>, about: &About<'_>, posts: &mut Posts) {
    let visit = value.get("visit").or_else(|| value.get("placeVisit"));
    let way = value
        .get("activity")
        .or_else(|| value.get("activitySegment"));
    let Some(what) = visit.or(way) else { return };
    let place = visit.and_then(place);
    let told = match (visit, &place) {
        (Some(_), Some(place)) => format!("was at {place}"),
        (Some(_), None) => return,
        _ => travelled(what),
    };
    let zone = about.reference.time_zone();
    let duration = what.get("duration").unwrap_or(value);
    let time = |keys: [&str; 2]| {
        keys.iter()
            .find_map(|k| instant::of(duration.get(k)?, zone)?.start.moment())
    };
    let (from, to) = (
        time(["startTime", "startTimestamp"]),
        time(["endTime", "endTimestamp"]),
    );
    let Some((from, to)) = from.zip(to) else {
        return;
    };
    let until = if from.date() == to.date() {
        String::new()
    } else {
        format!("{} ", day_in_words(to.date()))
    };
    let told = format!(
        "On {} from {:02}:{:02} to {until}{:02}:{:02} I {told}",
        day_in_words(from.date()),
        from.hour(),
        from.minute(),
        to.hour(),
        to.minute()
    );
    let when = When::range(
        crate::when::Point::Minute(from),
        crate::when::Point::Minute(to),
    );
    let thread = posts.document.new_thread();
    posts.own(&told, "", span, Some(when), thread);
    if let Some(passage) = posts.document.passages.last_mut() {
        passage.place = place;
    }
}

/// Where a visit was: the place's name and address, or what it is to the user.
fn place(visit: &Value) -> Option<String> {
    if let Some(location) = visit.get("location") {
        let parts: Vec<&str> = ["name", "address"]
            .iter()
            .filter_map(|k| string(location, &[k]))
            .collect();
        return (!parts.is_empty()).then(|| parts.join(", ").replace('\n', ", "));
    }
    let kind = string(visit.get("topCandidate")?, &["semanticType"])?.to_uppercase();
    let kind = kind.trim_start_matches("INFERRED_");
    matches!(kind, "HOME" | "WORK").then(|| kind.to_lowercase())
}

/// "travelled by train, 25 km", "walked, 2 km".
fn travelled(way: &Value) -> String {
    let kind = way
        .get("topCandidate")
        .and_then(|t| string(t, &["type"]))
        .or_else(|| string(way, &["activityType"]))
        .unwrap_or_default()
        .to_uppercase();
    let vehicle = kind
        .trim_start_matches("IN_")
        .to_lowercase()
        .replace('_', " ");
    let did = match vehicle.as_str() {
        "walking" | "on foot" => "walked".to_owned(),
        "running" => "ran".to_owned(),
        "cycling" | "on bicycle" => "cycled".to_owned(),
        "flying" => "flew".to_owned(),
        "passenger vehicle" | "vehicle" | "driving" => "went by car".to_owned(),
        "" | "unknown activity type" | "unknown" => "travelled".to_owned(),
        vehicle => format!("travelled by {vehicle}"),
    };
    let metres = ["distanceMeters", "distance"].iter().find_map(|k| {
        let far = way.get(k)?;
        far.as_f64().or_else(|| far.as_str()?.parse().ok())
    });
    match metres.filter(|m| (FAR..1e8).contains(m)) {
        Some(metres) => format!("{did}, {} km", (metres / 1000.0).round()),
        None => did,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::texts;

    #[test]
    fn visits_and_ways() {
        let text = r#"{"semanticSegments":[
            {"startTime":"2024-05-03T08:00:00.000Z","endTime":"2024-05-03T09:00:00.000Z","visit":{"topCandidate":{"semanticType":"INFERRED_HOME"}}},
            {"startTime":"2024-05-03T09:00:00.000Z","endTime":"2024-05-03T09:40:00.000Z","activity":{"distanceMeters":25120.4,"topCandidate":{"type":"IN_TRAIN"}}},
            {"startTime":"2024-05-03T09:00:00.000Z","endTime":"2024-05-03T11:00:00.000Z","timelinePath":[]}]}"#;
        assert_eq!(
            texts(text),
            [
                "On 3 May 2024 from 08:00 to 09:00 I was at home.",
                "On 3 May 2024 from 09:00 to 09:40 I travelled by train, 25 km.",
            ]
        );
        let old = r#"{"timelineObjects":[{"placeVisit":{"location":{"name":"Old Mill","address":"1 Quay\nElm"},"duration":{"startTimestamp":"2024-05-03T08:00:00Z","endTimestamp":"2024-05-03T09:00:00Z"}}},
            {"activitySegment":{"activityType":"WALKING","distance":2100,"duration":{"startTimestamp":"2024-05-03T09:00:00Z","endTimestamp":"2024-05-03T09:20:00Z"}}}]}"#;
        assert_eq!(
            texts(old),
            [
                "On 3 May 2024 from 08:00 to 09:00 I was at Old Mill, 1 Quay, Elm.",
                "On 3 May 2024 from 09:00 to 09:20 I walked, 2 km.",
            ]
        );
    }
}
