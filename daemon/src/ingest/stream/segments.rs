//! JSON of talk: Telegram's export, and the segments of speech recognisers.

use super::clock::Start;
use crate::ingest::About;
use crate::ingest::json;
use crate::ingest::turns::Turns;
use crate::when::When;
use jiff::civil::DateTime;
use serde_json::Value;

/// Members under which programs keep their list of messages or segments.
const LISTS: [&str; 7] = [
    "messages",
    "segments",
    "utterances",
    "monologues",
    "results",
    "transcript",
    "turns",
];

/// Reads messages or segments; `false` where the text is no such JSON, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    if !text.trim_start().starts_with(['{', '[']) {
        return false;
    }
    let mut spans = json::objects(text);
    if let [only] = &spans[..] {
        let only = only.clone();
        if let Some(list) = LISTS
            .iter()
            .map(|key| json::array(text, only.clone(), key))
            .find(|list| !list.is_empty())
        {
            spans = list;
        }
    }
    let start = Start::from_name(about);
    turns.document().written = start.when();
    let before = turns.document().passages.len();
    for span in spans {
        let Some(value) = json::value(text, span.clone()) else {
            continue;
        };
        let said = said(&value);
        if value.get("type").and_then(Value::as_str) == Some("service") || said.trim().is_empty() {
            continue;
        }
        let speaker = json::string(
            &value,
            &[
                "from",
                "speaker",
                "sender",
                "sender_name",
                "author",
                "user",
                "name",
                "speaker_label",
            ],
        )
        .map(str::to_owned)
        .or_else(|| {
            value
                .get("speaker")?
                .as_i64()
                .map(|n| format!("Speaker {n}"))
        });
        let speaker = speaker.map(|label| turns.speaker(&label));
        let at = json::string(&value, &["date", "timestamp", "created_at", "time"])
            .and_then(|s| s.get(..19)?.parse::<DateTime>().ok());
        let offset = ["start", "start_time", "offset", "begin"]
            .iter()
            .find_map(|key| value.get(key)?.as_f64());
        match (at, offset) {
            (Some(at), _) => turns.say(speaker, &said, span, Some(When::minute(at)), 0),
            (None, offset) => {
                #[expect(clippy::cast_possible_truncation, reason = "a float's cast saturates")]
                let when = offset.and_then(|s| start.after(s as i64));
                turns.go_on(speaker, &said, span, when);
            }
        }
    }
    turns.document().passages.len() > before
}

/// A message's words: a string, or Telegram's list of strings and formatted parts.
fn said(value: &Value) -> String {
    match value
        .get("text")
        .or_else(|| value.get("content"))
        .or_else(|| value.get("message"))
    {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => parts
            .iter()
            .filter_map(|part| part.as_str().or_else(|| part.get("text")?.as_str()))
            .collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{read_plain, shown};

    #[test]
    fn telegram_export_and_recognised_speech() {
        let telegram = r#"{"name":"Bo","messages":[{"id":1,"type":"service","date":"2024-03-12T21:00:00","actor":"Bo","text":""},
            {"id":2,"type":"message","date":"2024-03-12T21:04:11","from":"Ida Ek","text":["see ",{"type":"bold","text":"this"}]}]}"#;
        assert_eq!(
            shown(&read_plain(telegram)),
            ["2024-03-12 21:04 Ida Ek: see this"]
        );
        let speech = r#"{"text":"We go. Home.","segments":[{"start":0.0,"text":" We go"},{"start":2.5,"text":"home."}]}"#;
        assert_eq!(shown(&read_plain(speech)), ["We go home."]);
    }
}
