//! The words of a message that keeps them in blocks alone: `rich_text` elements, sections, headers, contexts.

use serde_json::Value;

/// What the blocks say, as `mrkdwn`; one line for each paragraph, point or field.
pub(super) fn said(message: &Value) -> String {
    let mut said = String::new();
    if let Some(blocks) = message.get("blocks").and_then(Value::as_array) {
        for block in blocks {
            tell(block, &mut said);
            end_line(&mut said);
        }
    }
    said.trim().to_owned()
}

/// Adds what an element and those within it say; a JSON value is nested no deeper than its parser allows.
fn tell(element: &Value, said: &mut String) {
    let string = |key: &str| element.get(key).and_then(Value::as_str);
    let kind = string("type").unwrap_or_default();
    match kind {
        // buttons and pictures are the program's
        "actions" | "button" | "image" | "divider" | "input" | "emoji" => return,
        "user" => said.extend(string("user_id").map(|id| format!("<@{id}>"))),
        "channel" => said.extend(string("channel_id").map(|id| format!("<#{id}>"))),
        "link" => said.push_str(string("text").or(string("url")).unwrap_or_default()),
        _ => match element.get("text") {
            Some(Value::String(text)) => said.push_str(text),
            Some(text @ Value::Object(_)) => {
                tell(text, said);
                end_line(said);
            }
            _ => {}
        },
    }
    for key in ["fields", "elements"] {
        for inner in element
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            tell(inner, said);
            if matches!(kind, "rich_text_list" | "rich_text" | "context") || key == "fields" {
                end_line(said);
            }
        }
    }
}

fn end_line(said: &mut String) {
    if !said.is_empty() && !said.ends_with('\n') {
        said.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn rich_text_and_sections() {
        let message = serde_json::json!({"text": "", "blocks": [
            {"type": "rich_text", "elements": [
                {"type": "rich_text_section", "elements": [{"type": "user", "user_id": "U1"}, {"type": "text", "text": " soup "},
                    {"type": "emoji", "name": "leek"}, {"type": "link", "url": "https://a.example", "text": "here"}]},
                {"type": "rich_text_list", "elements": [
                    {"type": "rich_text_section", "elements": [{"type": "text", "text": "salt"}]},
                    {"type": "rich_text_section", "elements": [{"type": "text", "text": "leek"}]}]}]},
            {"type": "section", "text": {"type": "mrkdwn", "text": "at *six*"}, "fields": [{"type": "plain_text", "text": "hall"}]},
            {"type": "actions", "elements": [{"type": "button", "text": {"type": "plain_text", "text": "OK"}}]}]});
        assert_eq!(
            said(&message),
            "<@U1> soup here\nsalt\nleek\nat *six*\nhall"
        );
        assert_eq!(said(&serde_json::json!({"blocks": "none"})), "");
    }
}
