//! What programs that catch webhooks keep of each: when it came, its headers, and the payload as its body.

use serde_json::Value;
use std::borrow::Cow;

/// The payload in what a program keeps of a request: its body, as an object or as text.
pub(super) fn payload(value: &Value) -> Option<Cow<'_, Value>> {
    // an issue's body, an entry of the events API
    let known = ["action", "title", "actor", "repository", "user"];
    if known.iter().any(|key| value.get(key).is_some()) {
        return None;
    }
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
