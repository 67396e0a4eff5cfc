//! Heartbeats of an editor (WakaTime, ActivityWatch) and its local history: which file was open at which second →
//! sessions of work.

use crate::ingest::json::{self, string};
use crate::ingest::posts::Posts;
use crate::ingest::{About, Document, instant};
use crate::when::{MONTHS, Point, When};
use crate::wording::list;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use memo_common::api::{EntityType, SourceType};
use serde_json::Value;
use std::ops::Range;

/// Members under which programs keep their list.
const LISTS: [&str; 5] = ["data", "heartbeats", "events", "entries", "activities"];

/// Silence that ends a session, in minutes. Two beats of one session may lie a while apart where the file is only read.
const SILENCE: i64 = 45;

/// Files named in the telling.
const FILES: usize = 5;

/// Work on one project without a long break.
struct Session {
    project: Option<String>,
    branch: Option<String>,
    files: Vec<String>,
    doing: Vec<String>,
    languages: Vec<String>,
    added: u64,
    removed: u64,
    from: DateTime,
    to: DateTime,
    span: Range<usize>,
}

/// Reads heartbeats; `None` where the text holds none.
pub(super) fn read(text: &str, about: &About<'_>) -> Option<Document> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let zone = about.reference.time_zone();
    let mut posts = Posts::new(SourceType::Vscode, zone.clone());
    let mut sessions: Vec<Session> = Vec::new();
    let mut summaries = Vec::new();
    let objects = json::objects(text);
    let of_file = match &objects[..] {
        [only] => json::value(text, only.clone())
            .and_then(|v| string(&v, &["resource"]).map(str::to_owned)),
        _ => None,
    };
    for object in objects {
        let list = LISTS
            .iter()
            .map(|key| json::array(text, object.clone(), key))
            .find(|list| !list.is_empty());
        for span in list.unwrap_or_else(|| vec![object]) {
            let Some(value) = json::value(text, span.clone()) else {
                continue;
            };
            if value.get("grand_total").is_some() {
                summaries.push((value, span));
            } else {
                beat(&value, of_file.as_deref(), span, zone, &mut sessions);
            }
        }
    }
    if sessions.is_empty() && summaries.is_empty() {
        return None;
    }
    for (thread, session) in sessions.into_iter().enumerate() {
        let thread = u32::try_from(thread).unwrap_or(u32::MAX);
        let when = When::range(Point::Minute(session.from), Point::Minute(session.to));
        let told = session.told();
        posts.own(&told, "", session.span, Some(when), thread);
        let project = session.project.map(|p| (p, EntityType::Repository));
        let branch = session.branch.map(|b| (b, EntityType::Other));
        let languages = session
            .languages
            .into_iter()
            .map(|l| (l, EntityType::Product));
        let files = session
            .files
            .into_iter()
            .take(FILES)
            .map(|f| (f, EntityType::File));
        posts.names(
            project
                .into_iter()
                .chain(branch)
                .chain(files)
                .chain(languages),
        );
    }
    for (summary, span) in summaries {
        summarised(&summary, span, &mut posts);
    }
    Some(posts.document)
}

/// Takes in one beat.
fn beat(
    value: &Value,
    of_file: Option<&str>,
    span: Range<usize>,
    zone: &TimeZone,
    sessions: &mut Vec<Session>,
) {
    let data = value.get("data").filter(|d| d.is_object()).unwrap_or(value);
    let file = string(data, &["entity", "file", "path", "filename", "resource"]).or(of_file);
    let at = ["time", "timestamp", "created_at", "date"]
        .iter()
        .find_map(|key| instant::of(value.get(key)?, zone)?.start.moment());
    let (Some(file), Some(at)) = (file, at) else {
        return;
    };
    let project = string(data, &["project", "workspace", "repo", "app"]).map(str::to_owned);
    let end = value
        .get("duration")
        .and_then(Value::as_f64)
        .filter(|d| (0.0..86_400.0).contains(d))
        .and_then(|d| {
            at.checked_add(jiff::SignedDuration::try_from_secs_f64(d).ok()?)
                .ok()
        })
        .unwrap_or(at);
    let same = sessions.last_mut().filter(|s| {
        s.project == project
            && at >= s.from
            && at.duration_since(s.to) <= jiff::SignedDuration::from_mins(SILENCE)
    });
    let session = match same {
        Some(session) => session,
        None => {
            sessions.push(Session {
                project: project.clone(),
                branch: None,
                files: Vec::new(),
                doing: Vec::new(),
                languages: Vec::new(),
                added: 0,
                removed: 0,
                from: at,
                to: at,
                span: span.clone(),
            });
            let last = sessions.len() - 1;
            &mut sessions[last]
        }
    };
    session.to = session.to.max(end);
    session.span.end = session.span.end.max(span.end);
    let add = |list: &mut Vec<String>, item: Option<&str>| {
        if let Some(item) = item
            && list.len() < 200
            && !list.iter().any(|known| known == item)
        {
            list.push(item.to_owned());
        }
    };
    add(
        &mut session.files,
        Some(&short_path(file, project.as_deref())),
    );
    add(&mut session.doing, string(data, &["category"]));
    add(&mut session.languages, string(data, &["language"]));
    if session.branch.is_none() {
        session.branch = string(data, &["branch"]).map(str::to_owned);
    }
    let count = |key: &str| data.get(key).and_then(Value::as_u64).unwrap_or(0);
    session.added = session.added.saturating_add(count("line_additions"));
    session.removed = session.removed.saturating_add(count("line_deletions"));
}

/// The path below the project's folder; the last three parts where that is not in it.
fn short_path(path: &str, project: Option<&str>) -> String {
    let path = path.trim_start_matches("file://").replace('\\', "/");
    if let Some((_, below)) = project.and_then(|p| path.split_once(&format!("/{p}/"))) {
        return below.to_owned();
    }
    let parts: Vec<&str> = path.split('/').filter(|p| !p.is_empty()).collect();
    parts[parts.len().saturating_sub(2)..].join("/")
}

impl Session {
    /// "From 08:32 to 09:03 I worked on soup (branch pump), coding and writing tests in …".
    fn told(&self) -> String {
        let clock = |at: DateTime| format!("{:02}:{:02}", at.hour(), at.minute());
        let day = format!(
            "{} {} {}",
            self.from.day(),
            MONTHS[usize::from(self.from.month().unsigned_abs()).saturating_sub(1) % 12],
            self.from.year()
        );
        let mut out = if clock(self.from) == clock(self.to) {
            format!("On {day} at {} I worked", clock(self.from))
        } else {
            format!(
                "On {day} from {} to {} I worked",
                clock(self.from),
                clock(self.to)
            )
        };
        if let Some(project) = &self.project {
            out.push_str(&format!(" on {project}"));
        }
        if let Some(branch) = &self.branch {
            out.push_str(&format!(" (branch {branch})"));
        }
        if !self.doing.is_empty() {
            out.push_str(&format!(", {}", list(&self.doing)));
        }
        let shown = &self.files[..self.files.len().min(FILES)];
        out.push_str(&format!(", in {}", list(shown)));
        if self.files.len() > FILES {
            out.push_str(&format!(" and {} more files", self.files.len() - FILES));
        }
        if !self.languages.is_empty() {
            out.push_str(&format!(" ({})", self.languages.join(", ")));
        }
        if self.added + self.removed > 0 {
            out.push_str(&format!(
                "; {} lines added, {} removed",
                self.added, self.removed
            ));
        }
        out
    }
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
}
