//! Chats with an assistant, exported as JSON: requests with their responses, or messages with a role each.
//!
//! - `message`: one message, whatever program keeps it
//! - `tree`: conversations kept as a tree of messages

mod message;
mod tree;

use crate::ingest::github::plain;
use crate::ingest::json::{self, string};
use crate::ingest::turns::Turns;
use crate::ingest::{About, Document, instant};
use jiff::tz::TimeZone;
use memo_common::api::SourceType;
use message::Message;
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
        let mut messages = json::array(text, object.clone(), "messages");
        if messages.is_empty() {
            messages = json::array(text, object.clone(), "chat_messages");
            chat.is_made_by("Claude", !messages.is_empty());
        }
        if messages.is_empty() {
            let Some(value) = json::value(text, object.clone()) else {
                continue;
            };
            let tree = tree::messages(&value);
            chat.is_made_by("ChatGPT", !tree.is_empty());
            for message in &tree {
                chat.message(message, object.clone(), thread);
            }
            // messages by themselves, one a line, are of one talk
            chat.message(&value, object, 0);
            continue;
        }
        for span in messages {
            if let Some(value) = json::value(text, span.clone()) {
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

    /// Names the assistant of a program's export, where it `is` one.
    fn is_made_by(&mut self, assistant: &str, is: bool) {
        if is {
            assistant.clone_into(&mut self.assistant);
        }
    }

    fn message(&mut self, value: &Value, span: Range<usize>, thread: u32) {
        let Some(message) = Message::of(value, &self.zone) else {
            return;
        };
        self.is_made_by(
            message.assistant.unwrap_or_default(),
            message.assistant.is_some(),
        );
        let speaker = if message.mine {
            "Me".to_owned()
        } else {
            self.assistant.clone()
        };
        let speaker = self.turns.speaker(&speaker);
        self.turns.say(
            Some(speaker),
            &plain(&message.text),
            span,
            message.when,
            thread,
        );
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

    #[test]
    fn lines_of_a_session() {
        let text = r#"{"type":"summary","summary":"Soup"}
{"type":"user","isMeta":true,"message":{"role":"user","content":"Caveat"},"timestamp":"2024-05-03T08:00:00Z"}
{"type":"user","message":{"role":"user","content":"<command-name>/clear</command-name>"},"timestamp":"2024-05-03T08:00:00Z"}
{"type":"user","message":{"role":"user","content":"Why is it cold?"},"timestamp":"2024-05-03T08:00:00Z"}
{"type":"assistant","message":{"role":"assistant","model":"claude-x","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"It cooled."},
 {"type":"tool_use","name":"Read","input":{}}]},"timestamp":"2024-05-03T08:01:00Z"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"1 pot"}]},"timestamp":"2024-05-03T08:02:00Z"}"#;
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-03 10:00 Me: Why is it cold?",
                "2024-05-03 10:01 Claude: It cooled."
            ]
        );
        let text = r#"{"timestamp":"2024-05-03T08:00:00Z","type":"session_meta","payload":{"id":"x"}}
{"timestamp":"2024-05-03T08:00:00Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>x</environment_context>"}]}}
{"timestamp":"2024-05-03T08:00:00Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Heat it"}]}}
{"timestamp":"2024-05-03T08:01:00Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}"}}
{"timestamp":"2024-05-03T08:02:00Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Heated."}]}}"#;
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-05-03 10:00 Me: Heat it",
                "2024-05-03 10:02 Codex: Heated."
            ]
        );
    }

    #[test]
    fn conversations_of_other_programs() {
        let gemini = r#"{"sessionId":"s","messages":[{"timestamp":"2024-05-03T08:00:00Z","type":"user","content":"Why?"},
            {"timestamp":"2024-05-03T08:01:00Z","type":"gemini","content":"It cooled."}]}"#;
        assert_eq!(
            told(&read_now(gemini)),
            [
                "2024-05-03 10:00 Me: Why?",
                "2024-05-03 10:01 Gemini: It cooled."
            ]
        );
        let claude = r#"[{"name":"Soup","chat_messages":[{"text":"Why?","content":[{"type":"text","text":"Why?"}],"sender":"human","created_at":"2024-05-03T08:00:00Z"},
            {"text":"It cooled.","content":[],"sender":"assistant","created_at":"2024-05-03T08:01:00Z"}]}]"#;
        assert_eq!(
            told(&read_now(claude)),
            [
                "2024-05-03 10:00 Me: Why?",
                "2024-05-03 10:01 Claude: It cooled."
            ]
        );
        // the branch that was shown last
        let tree = r#"[{"title":"Soup","current_node":"d","mapping":{"d":{"message":{"author":{"role":"assistant"},"create_time":1714723260.5,
            "content":{"content_type":"text","parts":["It cooled."]}},"parent":"b"},"r":{"message":null,"parent":null},
            "c":{"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["Dropped."]}},"parent":"b"},
            "b":{"message":{"author":{"role":"user"},"create_time":1714723200.1,"content":{"content_type":"text","parts":["Why?"]}},"parent":"r"}}}]"#;
        let expected = [
            "2024-05-03 10:00 Me: Why?",
            "2024-05-03 10:01 ChatGPT: It cooled.",
        ];
        assert_eq!(told(&read_now(tree)), expected);
        let whole = tree
            .replace("\"current_node\":\"d\",", "")
            .replace("Dropped.", "");
        assert_eq!(told(&read_now(&whole)), expected);
    }
}
