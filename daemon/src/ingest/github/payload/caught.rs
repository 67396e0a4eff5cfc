//! What programs put round an object of GitHub's: who catches webhooks keeps when each came, its headers, and the payload as
//! its body; a script that asks for an issue and for what was said of it puts both into one object.

use serde_json::{Map, Value};
use std::borrow::Cow;

/// The object that is within a value, where that is of such a program.
pub(super) fn object(value: &Value) -> Option<Cow<'_, Value>> {
    // an issue's body, an entry of the events API
    let known = ["action", "title", "actor", "repository", "user"];
    if known.iter().any(|key| value.get(key).is_some()) {
        return None;
    }
    payload(value).or_else(|| gathered(value.as_object()?).map(Cow::Owned))
}

/// The payload of a request that was kept: its body, as an object or as text.
fn payload(value: &Value) -> Option<Cow<'_, Value>> {
    let body = ["body", "payload", "data", "json"]
        .iter()
        .find_map(|key| value.get(key))?;
    let body = match body {
        Value::String(text) => Cow::Owned(serde_json::from_str(text).ok()?),
        _ => Cow::Borrowed(body),
    };
    let is_payload = ["repository", "sender", "action"]
        .iter()
        .any(|key| body.get(key).is_some());
    is_payload.then_some(body)
}

/// An issue or pull request with the lists that stand beside it.
fn gathered(members: &Map<String, Value>) -> Option<Value> {
    const OBJECTS: [&str; 6] = [
        "issue",
        "pull_request",
        "pullRequest",
        "pull",
        "pr",
        "discussion",
    ];
    // what lists are called, and what they are called in an object
    const LISTS: [(&str, &str); 6] = [
        ("comments", "comments"),
        ("issue_comments", "comments"),
        ("reviews", "reviews"),
        ("review_comments", "review_comments"),
        ("reviewComments", "review_comments"),
        ("commits", "commits"),
    ];
    let object = OBJECTS.iter().find_map(|key| members.get(*key))?;
    let mut object = object
        .as_object()
        .filter(|o| o.contains_key("title"))?
        .clone();
    let mut any = false;
    for (called, name) in LISTS {
        let Some(Value::Array(list)) = members.get(called) else {
            continue;
        };
        any = true;
        match object.get_mut(name) {
            Some(Value::Array(before)) => before.extend(list.iter().cloned()),
            // else how many there are
            _ => {
                object.insert(name.to_owned(), Value::Array(list.clone()));
            }
        }
    }
    any.then_some(Value::Object(object))
}
