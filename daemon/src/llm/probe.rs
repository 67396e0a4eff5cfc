//! One call, to see whether it works and what comes back.

use super::{Call, Llm, LlmError, Purpose, Schema, wire};
use serde_json::{Value, json};
use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// What came of it.
pub(crate) struct Probed {
    /// The reply, or why there is none.
    pub(crate) reply: Result<String, LlmError>,
    /// Whether it has the form that was asked for.
    pub(crate) follows_schema: bool,
    pub(crate) took: Duration,
}

impl Llm {
    /// Makes one call, whether or not the server is being left alone. Nothing of anybody's memories is in it.
    pub(crate) fn probe(&self) -> Probed {
        let call = Call {
            purpose: Purpose::Answer,
            messages: vec![
                (
                    "system",
                    "Reply with JSON alone: {\"greeting\": string}.".into(),
                ),
                ("user", "Say hello in one word.".into()),
            ],
            schema: Some(Schema {
                name: "greeting",
                schema: json!({
                    "type": "object",
                    "properties": {"greeting": {"type": "string"}},
                    "required": ["greeting"],
                    "additionalProperties": false,
                }),
            }),
            stream: false,
        };
        let start = Instant::now();
        let reply = self.attempts(&call, &self.server.stop, &mut |_| ControlFlow::Continue(()));
        self.server.note(&reply, start);
        let follows = |reply: &String| {
            let value = wire::object_in(reply).and_then(|o| serde_json::from_str::<Value>(&o).ok());
            value.is_some_and(|v| v["greeting"].is_string())
        };
        Probed {
            follows_schema: reply.as_ref().is_ok_and(follows),
            took: start.elapsed(),
            reply,
        }
    }
}
