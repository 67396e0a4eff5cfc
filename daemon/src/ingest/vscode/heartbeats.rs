//! Heartbeats of an editor (WakaTime, ActivityWatch) and its local history: which file was open at which second →
//! sessions of work.
//!
//! - `session`: beats that follow one another without a long break

mod session;

use crate::ingest::json::{self, string};
use crate::ingest::posts::Posts;
use crate::ingest::{About, Document, instant};
use crate::when::{Point, When};
use crate::wording::list;
use jiff::SignedDuration;
use jiff::tz::TimeZone;
use memo_common::api::{EntityType, SourceType};
use serde_json::Value;
use session::{Beat, FILES, Session, What};
use std::ops::Range;

/// Members under which programs keep their lists: of beats, or of what the beats were gathered in.
const LISTS: [&str; 6] = [
    "data",
    "heartbeats",
    "events",
    "entries",
    "activities",
    "buckets",
];

/// Lists within lists: the buckets of an export, the events of a bucket.
const DEEPEST: usize = 4;

/// Reads heartbeats; `None` where the text holds none.
pub(super) fn read(text: &str, about: &About<'_>) -> Option<Document> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let zone = about.reference.time_zone();
    let mut posts = Posts::new(SourceType::Vscode, zone.clone());
    let mut beats: Vec<Beat> = Vec::new();
    let mut summaries = Vec::new();
    let objects = json::objects(text);
    let of_file = match &objects[..] {
        [only] => json::value(text, only.clone())
            .and_then(|v| string(&v, &["resource"]).map(str::to_owned)),
        _ => None,
    };
    let mut spans = Vec::new();
    for object in objects {
        gather(text, object, DEEPEST, &mut spans);
    }
    for span in spans {
        let Some(value) = json::value(text, span.clone()) else {
            continue;
        };
        if value.get("grand_total").is_some() {
            summaries.push((value, span));
        } else {
            beats.extend(beat(&value, of_file.as_deref(), span, zone));
        }
    }
    if beats.is_empty() && summaries.is_empty() {
        return None;
    }
    for (thread, session) in session::of(beats).into_iter().enumerate() {
        let thread = u32::try_from(thread).unwrap_or(u32::MAX);
        tell(session, thread, &mut posts);
    }
    for (summary, span) in summaries {
        summarised(&summary, span, &mut posts);
    }
    Some(posts.document)
}

/// Finds the objects that may be beats: those of the lists in an object, or the object itself.
fn gather(text: &str, object: Range<usize>, depth: usize, spans: &mut Vec<Range<usize>>) {
    let lists = json::lists(text, object.clone(), &LISTS);
    if lists.is_empty() || depth == 0 {
        spans.push(object);
        return;
    }
    for item in lists {
        gather(text, item, depth - 1, spans);
    }
}

/// Tells a session, and names what was worked on.
fn tell(session: Session, thread: u32, posts: &mut Posts) {
    let when = When::range(Point::Minute(session.from), Point::Minute(session.to));
    let told = session.told();
    posts.own(&told, "", session.span.clone(), Some(when), thread);
    let project = session.name().map(str::to_owned);
    let project = project.map(|p| (p, EntityType::Repository));
    let branches = session.branches.into_iter().take(FILES);
    let branches = branches.map(|b| (b, EntityType::Other));
    let files = session.files.into_iter().take(FILES);
    let files = files.map(|f| (f, EntityType::File));
    let languages = session.languages.into_iter();
    let languages = languages.map(|l| (l, EntityType::Product));
    posts.names(
        project
            .into_iter()
            .chain(branches)
            .chain(files)
            .chain(languages),
    );
}

/// Reads one beat.
fn beat(value: &Value, of_file: Option<&str>, span: Range<usize>, zone: &TimeZone) -> Option<Beat> {
    let data = value.get("data").filter(|d| d.is_object()).unwrap_or(value);
    let file = string(data, &["entity", "file", "path", "filename", "resource"]).or(of_file);
    // a window, by its title, as a watcher of windows keeps it beside how long it was open
    let window = || {
        value.get("duration")?;
        string(value.get("data")?, &["app", "url"])?;
        let title = string(data, &["title"])?;
        Some(What::Window(title.to_owned()))
    };
    let what = match file {
        Some(file) => What::File(file.to_owned()),
        None => window()?,
    };
    let from = ["time", "timestamp", "created_at", "date"]
        .iter()
        .find_map(|key| instant::of(value.get(key)?, zone)?.start.moment())?;
    let lasting = value
        .get("duration")
        .and_then(Value::as_f64)
        .filter(|d| (0.0..86_400.0).contains(d))
        .and_then(|d| SignedDuration::try_from_secs_f64(d).ok());
    let to = lasting.and_then(|d| from.checked_add(d).ok());
    let text = |keys: &[&str]| string(data, keys).map(str::to_owned);
    let count = |key: &str| data.get(key).and_then(Value::as_u64).unwrap_or(0);
    let project = text(&["project", "workspace", "repo", "app"]);
    Some(Beat {
        project: project.filter(|_| matches!(what, What::File(_))),
        what,
        branch: text(&["branch"]),
        doing: text(&["category"]),
        language: text(&["language"]),
        added: count("line_additions"),
        removed: count("line_deletions"),
        from,
        to: to.unwrap_or(from),
        span,
    })
}

/// A day's summary: how long on what.
fn summarised(summary: &Value, span: Range<usize>, posts: &mut Posts) {
    let text = |value: &Value| string(value, &["text", "digital"]).map(str::to_owned);
    let total = summary
        .get("grand_total")
        .and_then(text)
        .unwrap_or_default();
    let day = summary
        .get("range")
        .and_then(|r| string(r, &["date", "start"]));
    let when = day.and_then(|d| d.get(..10)?.parse().ok()).map(When::at);
    let named = |key: &str| -> Vec<String> {
        summary
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .take(FILES)
            .filter_map(|p| Some(format!("{} ({})", string(p, &["name"])?, text(p)?)))
            .collect()
    };
    let mut told = format!("I worked {total} at the editor");
    let projects = named("projects");
    if !projects.is_empty() {
        told.push_str(&format!(" on {}", list(&projects)));
    }
    let languages = named("languages");
    if !languages.is_empty() {
        told.push_str(&format!(", in {}", list(&languages)));
    }
    posts.own(&told, "", span, when, 0);
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn beats_become_sessions() {
        let text = r#"{"data":[
            {"entity":"/home/ida/soup/src/pot.rs","project":"soup","branch":"stir","category":"coding","language":"Rust","time":1714723200.5,"line_additions":3,"line_deletions":1},
            {"entity":"/home/ida/soup/tests/pot.rs","project":"soup","category":"writing tests","language":"Rust","time":1714725000},
            {"entity":"/home/ida/site/index.md","project":"site","time":1714740000}]}"#;
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-03 10:00/2024-05-03 10:30 On 3 May 2024 from 10:00 to 10:30 I worked on soup (branch stir), coding and writing tests, in src/pot.rs and tests/pot.rs (Rust); 3 lines added, 1 removed.",
                "2024-05-03 14:40 On 3 May 2024 at 14:40 I worked on site, in index.md.",
            ]
        );
    }

    #[test]
    fn buckets_newest_first_and_projects_by_their_folders() {
        let text = r#"{"buckets":{"of-an-editor":{"id":"of-an-editor","created":"2024-02-01T08:00:00Z","type":"app.editor.activity","events":[
            {"id":3,"timestamp":"2024-05-03T12:00:00+00:00","duration":600.5,"data":{"language":"rust","project":"/home/ida/soup","file":"/home/ida/soup/src/lid.rs","branch":"lid"}},
            {"id":2,"timestamp":"2024-05-03T11:40:00+00:00","duration":900,"data":{"language":"rust","project":"/home/ida/soup","file":"/home/ida/soup/src/pot.rs","branch":"main"}}]},
            "away":{"id":"away","type":"afkstatus","events":[{"id":1,"timestamp":"2024-05-03T10:00:00+00:00","duration":60,"data":{"status":"afk"}}]}}}"#;
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-03 13:40/2024-05-03 14:10 On 3 May 2024 from 13:40 to 14:10 I worked on soup (branches main and lid), in src/pot.rs and src/lid.rs (rust)."
            ]
        );
    }

    #[test]
    fn windows_of_a_while() {
        let text = r#"{"buckets":{"windows":{"type":"currentwindow","events":[
            {"id":1,"timestamp":"2024-05-03T12:00:00+00:00","duration":600.5,"data":{"app":"Browser","title":"Boat paint compared"}},
            {"id":2,"timestamp":"2024-05-03T12:10:00+00:00","duration":1200,"data":{"app":"Letters","title":"To the harbour"}}]}}}"#;
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-03 14:00/2024-05-03 14:30 On 3 May 2024 from 14:00 to 14:30 I had “Boat paint compared” and “To the harbour” open."
            ]
        );
    }
}
