//! Objects that hold nothing anybody wrote: what their members say, one after the other, without braces and marks.

use super::facts::{self, is_skipped};
use crate::ingest::json::members;
use crate::ingest::things::names;
use crate::ingest::{Document, Kind, Passage, instant};
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use std::ops::Range;

/// How deep objects within objects are followed.
const DEEPEST: usize = 8;

/// Objects that are told of one upload, and members of one object, at most.
const MOST: usize = 500;
const MEMBERS: usize = 30;

/// Characters of a value that is told.
const VALUE: usize = 200;

/// Adds what the members of these objects say.
pub(super) fn read(objects: &[(Value, Range<usize>)], zone: &TimeZone, document: &mut Document) {
    for (value, span) in objects {
        tell(value, span, zone, DEEPEST, document);
    }
}

/// Adds what an object says, and what those in its lists say.
fn tell(
    value: &Value,
    span: &Range<usize>,
    zone: &TimeZone,
    depth: usize,
    document: &mut Document,
) {
    if depth == 0 || document.passages.len() >= MOST {
        return;
    }
    match value {
        Value::Array(items) => items
            .iter()
            .for_each(|item| tell(item, span, zone, depth - 1, document)),
        Value::Object(all) => {
            let mut said = Vec::new();
            gather(all, "", zone, depth, &mut said);
            said.truncate(MEMBERS);
            if said.iter().any(|s| s.chars().any(char::is_alphabetic)) {
                let mut passage = Passage::new(Kind::Prose, said.join("; "), span.clone());
                passage.when = facts::dated(all, zone);
                passage.thread = document.new_thread();
                document.passages.push(passage);
            }
            lists(all, span, zone, depth, document);
        }
        _ => {}
    }
}

/// Adds what the objects say that are in lists of an object, or of one in it.
fn lists(
    all: &Map<String, Value>,
    span: &Range<usize>,
    zone: &TimeZone,
    depth: usize,
    document: &mut Document,
) {
    if depth == 0 {
        return;
    }
    for (_, value) in all.iter().filter(|(key, _)| !is_skipped(key)) {
        match value {
            Value::Array(_) => tell(value, span, zone, depth - 1, document),
            Value::Object(inner) => lists(inner, span, zone, depth - 1, document),
            _ => {}
        }
    }
}

/// What the members of an object say, and of those in it: "name: soup", "scripts, build: stir".
fn gather(
    all: &Map<String, Value>,
    within: &str,
    zone: &TimeZone,
    depth: usize,
    said: &mut Vec<String>,
) {
    for (key, value) in all.iter().filter(|(key, _)| !is_skipped(key)) {
        let name = names::words(key);
        let label = if within.is_empty() {
            name.clone()
        } else {
            format!("{within}, {name}")
        };
        let dates = members::WHEN.contains(&key.as_str()) && instant::of(value, zone).is_some();
        match value {
            Value::Object(inner) if depth > 0 => gather(inner, &label, zone, depth - 1, said),
            _ if dates || name == "id" || name.ends_with(" id") => {}
            _ => said.extend(plain(value).map(|value| format!("{label}: {value}"))),
        }
    }
}

/// A value as words; `None` where it has members of its own, or is a program's.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let short = text.chars().count() <= VALUE && !text.is_empty();
            (short && !text.contains("://")).then_some(text)
        }
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) => {
            let all: Option<Vec<String>> = items
                .iter()
                .map(|item| plain(item).filter(|_| !item.is_array()))
                .collect();
            all.filter(|all| !all.is_empty()).map(|all| all.join(", "))
        }
        Value::Bool(_) | Value::Null | Value::Object(_) => None,
    }
}
