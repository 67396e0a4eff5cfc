//! Visits and bookmarks in JSON, whatever program exported them.

use super::fields::{TIMES, TITLES, URLS};
use super::visit::{Visit, begun};
use crate::ingest::instant;
use jiff::tz::TimeZone;
use serde_json::Value;

/// The visits of a JSON export: every object that has an address, with the names of the folders round it.
pub(crate) fn read(text: &str, zone: &TimeZone) -> Vec<Visit> {
    let mut objects: Vec<Object> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let bytes = text.as_bytes();
    let mut key: Option<&str> = None;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let end = string_end(bytes, at);
                let inner = text.get(at + 1..end.saturating_sub(1)).unwrap_or_default();
                let after = bytes[end..]
                    .iter()
                    .position(|b| !b.is_ascii_whitespace())
                    .map(|n| bytes[end + n]);
                if after == Some(b':') {
                    key = Some(inner);
                } else if let (Some(key), Some(object)) =
                    (key.take(), open.last().and_then(|o| objects.get_mut(*o)))
                {
                    let key = key.to_ascii_lowercase();
                    object.is_page |= URLS.contains(&key.as_str());
                    if object.name.is_none() && (key == "name" || key == "title") {
                        object.name = Some(at..end);
                    }
                }
                at = end;
                continue;
            }
            b'{' => {
                objects.push(Object {
                    parent: open.last().copied(),
                    span: at..text.len(),
                    name: None,
                    is_page: false,
                    closed: false,
                });
                open.push(objects.len() - 1);
                key = None;
            }
            b'}' => {
                if let Some(object) = open.pop().and_then(|o| objects.get_mut(o)) {
                    object.span.end = at + 1;
                    object.closed = true;
                }
            }
            b',' | b'[' | b']' => key = None,
            _ => {}
        }
        at += 1;
    }
    // A page within a page (a redirection, a related one) is told with the outer one, and an object that never closes
    // is no object.
    let mut inside: Vec<bool> = Vec::with_capacity(objects.len());
    for object in &objects {
        inside.push(
            object
                .parent
                .is_some_and(|p| objects[p].is_page || inside[p]),
        );
    }
    objects
        .iter()
        .zip(inside)
        .filter(|(o, inside)| o.is_page && o.closed && !inside)
        .filter_map(|(object, _)| visit_of(text, object, &objects, zone))
        .collect()
}

/// An object of the text.
struct Object {
    parent: Option<usize>,
    span: std::ops::Range<usize>,
    /// Its "name" or "title", with quotation marks.
    name: Option<std::ops::Range<usize>>,
    is_page: bool,
    closed: bool,
}

fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut i = at + 1;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 2,
            b'"' => return i + 1,
            _ => i += 1,
        }
    }
    bytes.len()
}

fn visit_of(text: &str, object: &Object, objects: &[Object], zone: &TimeZone) -> Option<Visit> {
    let Value::Object(members) = serde_json::from_str(text.get(object.span.clone())?).ok()? else {
        return None;
    };
    let find = |names: &[&str]| {
        names.iter().find_map(|name| {
            members
                .iter()
                .find(|(k, v)| k.eq_ignore_ascii_case(name) && !v.is_null())
                .map(|(_, v)| v)
        })
    };
    let string = |names: &[&str]| {
        find(names)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let kept = members.keys().any(|k| {
        matches!(
            k.to_ascii_lowercase().as_str(),
            "dateadded" | "date_added" | "time_added"
        )
    });
    let mut folders = Vec::new();
    let mut parent = object.parent;
    while let Some(folder) = parent
        .and_then(|p| objects.get(p))
        .filter(|_| kept && folders.len() < 8)
    {
        if let Some(name) = folder
            .name
            .clone()
            .and_then(|n| serde_json::from_str::<String>(text.get(n)?).ok())
            .filter(|n| !n.trim().is_empty())
        {
            folders.insert(0, name);
        }
        parent = folder.parent;
    }
    Visit {
        title: string(&TITLES),
        url: string(&URLS),
        at: TIMES
            .iter()
            .find_map(|name| instant::of(find(&[name])?, zone))
            .map(begun),
        note: Some(string(&["note"])).filter(|n| kept && !n.trim().is_empty()),
        folders: kept.then_some(folders),
        span: object.span.clone(),
    }
    .read()
}
