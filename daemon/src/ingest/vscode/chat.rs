//! Chats with an assistant, exported as JSON: requests with their responses, or messages with a role each.

use crate::ingest::github::plain;
use crate::ingest::json::{self, string};
use crate::ingest::turns::Turns;
use crate::ingest::{About, Document, instant};
use jiff::tz::TimeZone;
use memo_common::api::SourceType;
use serde_json::Value;
use std::ops::Range;

/// Reads a chat; `None` where the text is none.
pub(super) fn read(text: &str, about: &About<'_>) -> Option<Document> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let mut chat = Chat {
        turns: Turns::new(SourceType::Vscode),
        zone: about.reference.time_zone().clone(),
        assistant: "the assistant".to_owned(),
    };
    for (thread, object) in json::objects(text).into_iter().enumerate() {
        let thread = u32::try_from(thread).unwrap_or(u32::MAX);
        for span in json::array(text, object.clone(), "requests") {
            if let Some(value) = json::value(text, span.clone()) {
                chat.request(&value, span, thread);
            }
        }
        let messages = json::array(text, object.clone(), "messages");
        let single = messages.is_empty().then_some(object);
        for span in messages.into_iter().chain(single) {
            if let Some(value) = json::value(text, span.clone())
                && value.get("role").is_some()
            {
                chat.message(&value, span, thread);
            }
        }
    }
    let mut document = chat.turns.finish();
    let assistant = chat.assistant;
    for person in &mut document.people {
        person.organization |= person.name.as_deref() == Some(&assistant);
    }
    document.written = document.passages.first().and_then(|p| p.when);
    (!document.passages.is_empty()).then_some(document)
}

struct Chat {
    turns: Turns,
    zone: TimeZone,
    assistant: String,
}

impl Chat {
    fn request(&mut self, value: &Value, span: Range<usize>, thread: u32) {
        let when = value
            .get("timestamp")
            .and_then(|at| instant::of(at, &self.zone));
        if let Some(name) = value.get("agent").and_then(|a| string(a, &["fullName"])) {
            name.clone_into(&mut self.assistant);
        }
        let message = value.get("message");
        let asked = message
            .and_then(|m| m.as_str().or_else(|| string(m, &["text"])))
            .unwrap_or_default();
        let me = self.turns.speaker("Me");
        self.turns
            .say(Some(me), &plain(asked), span.clone(), when, thread);
        let answer = match value.get("response") {
            Some(Value::Array(parts)) => parts
                .iter()
                .filter_map(|part| {
                    part.get("value")
                        .and_then(|v| v.as_str().or_else(|| string(v, &["value"])))
                })
                .collect::<Vec<_>>()
                .join(""),
            Some(Value::String(text)) => text.clone(),
            _ => String::new(),
        };
        let assistant = self.turns.speaker(&self.assistant.clone());
        self.turns
            .say(Some(assistant), &plain(&answer), span, when, thread);
    }

    fn message(&mut self, value: &Value, span: Range<usize>, thread: u32) {
        let speaker = match string(value, &["role"]).unwrap_or_default() {
            "user" | "human" => self.turns.speaker("Me"),
            "assistant" | "model" | "ai" => self.turns.speaker(&self.assistant.clone()),
            _ => return,
        };
        let text = match value.get("content").or_else(|| value.get("text")) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(parts)) => parts
                .iter()
                .filter_map(|part| part.as_str().or_else(|| string(part, &["text"])))
                .collect::<Vec<_>>()
                .join("\n"),
            _ => return,
        };
        let when = ["timestamp", "created_at", "date"]
            .iter()
            .find_map(|key| instant::of(value.get(key)?, &self.zone));
        self.turns
            .say(Some(speaker), &plain(&text), span, when, thread);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn requests_and_messages() {
        let text = r#"{"requests":[{"message":{"text":"why is the soup cold?"},"response":[{"value":"It cooled.\n```\na\nb\nc\nd\ne\nf\n```"}],
            "agent":{"fullName":"Soup Copilot"},"timestamp":1714723200000}]}"#;
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-03 10:00 Me: why is the soup cold?",
                "2024-05-03 10:00 Soup Copilot: It cooled."
            ]
        );
        let text = r#"{"messages":[{"role":"system","content":"x"},{"role":"user","content":"hot?"},{"role":"assistant","content":[{"text":"No."}]}]}"#;
        assert_eq!(told(&read_now(text)), ["Me: hot?", "the assistant: No."]);
    }
}
