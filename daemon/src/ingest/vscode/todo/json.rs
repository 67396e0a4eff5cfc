//! Tasks in JSON, as Taskwarrior exports them: what is to be done, what has become of it, and when.

use super::{State, Task};
use crate::ingest::json::{self, string};
use crate::ingest::{About, instant};
use crate::when::When;
use jiff::civil::Time;
use serde_json::Value;

/// The tasks of an export; none where the text is no such export.
pub(super) fn read(text: &str, about: &About<'_>) -> Vec<Task> {
    if !text.trim_start().starts_with(['{', '[']) {
        return Vec::new();
    }
    let objects = json::objects(text).into_iter();
    let tasks = objects.filter_map(|span| {
        let value = json::value(text, span.clone())?;
        let state = match string(&value, &["status"])? {
            "pending" | "waiting" | "recurring" => State::Open,
            "completed" => State::Done,
            "deleted" => State::Cancelled,
            _ => return None,
        };
        // when it was begun, which every one has
        string(&value, &["entry"])?;
        let notes = match value.get("annotations") {
            Some(Value::Array(notes)) => notes
                .iter()
                .filter_map(|n| string(n, &["description"]))
                .map(str::to_owned)
                .collect(),
            _ => Vec::new(),
        };
        let when = match state {
            State::Open => ["due", "scheduled"],
            _ => ["end", "modified"],
        };
        Some(Task {
            state,
            title: string(&value, &["description"])?.to_owned(),
            under: string(&value, &["project"])
                .map(str::to_owned)
                .into_iter()
                .collect(),
            notes,
            when: when.iter().find_map(|key| moment(value.get(key)?, about)),
            indent: 0,
            span,
        })
    });
    tasks.collect()
}

/// `20240520T090000Z`; a day alone where it is due at midnight.
fn moment(value: &Value, about: &About<'_>) -> Option<When> {
    let when = instant::of(value, about.reference.time_zone())?;
    let day = when.start.first_day();
    Some(match when.start.time() {
        Some(time) if time == Time::midnight() => When::day(day),
        _ => when,
    })
}
