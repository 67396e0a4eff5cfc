//! Which source type an export of objects is of, where the upload does not say.

use super::facts::is_skipped;
use crate::ingest::json::{self, members, string};
use crate::ingest::things::Turn;
use crate::ingest::things::names::{self, Part};
use memo_common::api::SourceType;
use serde_json::{Map, Value};

/// Members that hold a note's text.
const TEXT: [&str; 5] = ["text", "body", "content", "note", "notes"];

/// How deep objects within objects are followed.
const DEEPEST: usize = 8;

/// Of tasks and notes, a text; of pages with remarks, a browser; `None` for all that talks, or is planned.
pub(in crate::ingest) fn source_type(text: &str) -> Option<SourceType> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let mut objects = json::objects(text).into_iter();
    objects.find_map(|span| within(&json::value(text, span)?, DEEPEST))
}

fn within(value: &Value, depth: usize) -> Option<SourceType> {
    match value {
        Value::Array(items) if depth > 0 => items.iter().find_map(|v| within(v, depth - 1)),
        Value::Object(all) if depth > 0 => of(value, all).or_else(|| {
            let mut inner = all.iter().filter(|(key, _)| !is_skipped(key));
            inner.find_map(|(_, v)| within(v, depth - 1))
        }),
        _ => None,
    }
}

/// What one object is of.
fn of(value: &Value, all: &Map<String, Value>) -> Option<SourceType> {
    let parts: Vec<Part> = all.keys().map(|k| names::part(&names::words(k))).collect();
    let has = |turn: Turn| parts.contains(&Part::At(turn));
    let planned = has(Turn::Start) && has(Turn::End);
    let signed = members::WHO.iter().any(|key| all.contains_key(*key));
    let titled = string(value, &["title"]).is_some();
    let task = has(Turn::Due) && (titled || string(value, &["name"]).is_some());
    if task && !planned {
        return Some(SourceType::Text);
    }
    let written = titled && !signed && !planned && string(value, &TEXT).is_some();
    written.then(|| match string(value, &["url", "uri", "given_url"]) {
        Some(_) => SourceType::Browser,
        None => SourceType::Text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_and_notes_are_no_talk() {
        for (text, expected) in [
            (
                r#"{"cards":[{"name":"Sand","due":null,"url":"https://a.example"}]}"#,
                Some(SourceType::Text),
            ),
            (
                r#"{"items":[{"content":{"title":"Hull","text":"Two coats."},"created_at":"2024-05-03"}]}"#,
                Some(SourceType::Text),
            ),
            (
                r#"[{"title":"Boats","url":"https://a.example","content":"They float."}]"#,
                Some(SourceType::Browser),
            ),
            (r#"[{"text":"hi","user":"ida","ts":"1"}]"#, None),
            (
                r#"[{"title":"Dinner","due":"2024-05-03","start":"2024-05-03","end":"2024-05-04"}]"#,
                None,
            ),
            ("Due: soon", None),
        ] {
            assert_eq!(source_type(text), expected, "{text}");
        }
    }
}
