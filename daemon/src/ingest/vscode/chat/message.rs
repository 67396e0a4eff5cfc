//! One message of a chat with an assistant, whatever program keeps it.
//!
//! - `{"role":"user","content":"…","timestamp":…}`, and `content` as parts with a text each
//! - `{"type":"assistant","message":{"role":…,"content":…}}`, `{"type":"response_item","payload":{…}}`: lines of a session
//! - `{"type":"gemini","content":"…"}`, `{"sender":"human","text":"…","content":[…]}`
//! - `{"author":{"role":"user"},"content":{"parts":["…"]}}`

use crate::ingest::instant;
use crate::ingest::json::string;
use crate::when::When;
use jiff::tz::TimeZone;
use serde_json::Value;

/// Members that say when.
const TIMES: [&str; 7] = [
    "timestamp",
    "created_at",
    "createdAt",
    "create_time",
    "created",
    "date",
    "time",
];

/// Programs by the beginning of their model's name.
const MODELS: [(&str, &str); 2] = [("claude", "Claude"), ("gemini", "Gemini")];

/// A message.
#[derive(Debug)]
pub(super) struct Message {
    /// Whether the user wrote it, not the assistant.
    pub(super) mine: bool,
    /// What the assistant is called, where the message tells.
    pub(super) assistant: Option<&'static str>,
    /// What it says; empty where it only calls tools.
    pub(super) text: String,
    /// When it was written.
    pub(super) when: Option<When>,
}

impl Message {
    /// The message that an object is; `None` where it is none, or nobody's: a system's, a tool's, one that the program
    /// put in.
    pub(super) fn of(value: &Value, zone: &TimeZone) -> Option<Self> {
        let kind = string(value, &["type"]).unwrap_or_default();
        let inner = ["message", "payload"]
            .iter()
            .filter_map(|key| value.get(key))
            .find(|inner| inner.is_object());
        let wraps = matches!(kind, "user" | "assistant" | "response_item" | "message");
        let said = inner.filter(|_| wraps).unwrap_or(value);
        let role = string(said, &["role", "sender"])
            .or_else(|| string(said.get("author")?, &["role"]))
            // a kind alone is a role only where something is said at some time
            .or_else(|| Some(kind).filter(|_| TIMES.iter().any(|key| value.get(key).is_some())))?;
        let mine = match role {
            "user" | "human" => true,
            "assistant" | "model" | "ai" | "gemini" => false,
            _ => return None,
        };
        if is_put_in(value) || is_put_in(said) {
            return None;
        }
        let model = string(said, &["model"]).or_else(|| string(value, &["model"]));
        let assistant = match kind {
            "response_item" => Some("Codex"),
            "gemini" => Some("Gemini"),
            _ => MODELS
                .iter()
                .find(|(start, _)| model.is_some_and(|m| m.starts_with(start)))
                .map(|(_, name)| *name),
        };
        let texts = ["content", "parts", "text", "message"]
            .iter()
            .filter_map(|key| Some(texts(said.get(key)?)))
            .find(|texts| !texts.is_empty())
            .unwrap_or_default();
        let texts: Vec<&str> = texts
            .into_iter()
            .filter(|text| !mine || !is_programs(text))
            .collect();
        let when = [said, value]
            .iter()
            .flat_map(|of| TIMES.iter().filter_map(|key| of.get(key)))
            .find_map(|at| instant::of(at, zone));
        Some(Self {
            mine,
            assistant,
            text: texts.join("\n"),
            when,
        })
    }
}

/// The texts of a content: itself, its parts, or the parts within it. Of a part with a kind only text is said: a tool's
/// call and its result, an image, a thought are not.
fn texts(content: &Value) -> Vec<&str> {
    let part = |part: &'_ Value| -> bool {
        let kind = string(part, &["type", "content_type"]).unwrap_or("text");
        matches!(
            kind,
            "text" | "input_text" | "output_text" | "multimodal_text"
        ) && part.get("thought").and_then(Value::as_bool) != Some(true)
    };
    match content {
        Value::String(text) => vec![text.as_str()],
        Value::Array(parts) => parts
            .iter()
            .filter(|p| p.is_string() || part(p))
            .filter_map(|p| p.as_str().or_else(|| string(p, &["text"])))
            .collect(),
        Value::Object(_) if part(content) => match content.get("parts") {
            Some(Value::Array(parts)) => parts.iter().filter_map(Value::as_str).collect(),
            _ => string(content, &["text"]).into_iter().collect(),
        },
        _ => Vec::new(),
    }
}

/// Whether the program says that it put the message in, or hides it, or that it goes to a tool or a second assistant.
fn is_put_in(value: &Value) -> bool {
    let set = |of: &Value, key: &str| of.get(key).and_then(Value::as_bool) == Some(true);
    let hidden = value.get("metadata");
    ["isMeta", "isSidechain", "isCompactSummary"]
        .iter()
        .any(|key| set(value, key))
        || hidden.is_some_and(|m| set(m, "is_visually_hidden_from_conversation"))
        || string(value, &["recipient"]).is_some_and(|to| to != "all")
}

/// Whether what stands in the user's place is the program's: in a tag as HTML has none, `<environment_context>…`,
/// `<command-name>…`, or the note of an interruption.
fn is_programs(text: &str) -> bool {
    let text = text.trim();
    let tag = text
        .strip_prefix('<')
        .and_then(|rest| rest.split_once('>'))
        .map_or("", |(name, _)| name);
    let named = tag.contains(['-', '_'])
        && tag
            .bytes()
            .all(|b| b.is_ascii_lowercase() || matches!(b, b'-' | b'_'));
    named && text.ends_with('>') || text.starts_with("[Request interrupted by user")
}
