//! An issue of Jira's API: its key, and all else in `fields`.

use super::super::tracker::Ticket;
use super::{Reader, list};
use crate::ingest::Title;
use crate::ingest::json::string;
use serde_json::Value;

/// How deep the nodes of a text are followed.
const DEEPEST: usize = 12;

impl Reader<'_> {
    /// That it was reported, and what was said of it.
    pub(super) fn jira(&mut self, value: &Value) {
        let Some(fields) = value.get("fields") else {
            return;
        };
        let name = |key: &str| fields.get(key).and_then(|v| string(v, &["name"]));
        let assignee = self.person(fields, &["assignee"]);
        let ticket = Ticket {
            key: string(value, &["key"]).unwrap_or_default().to_owned(),
            title: string(fields, &["summary"]).unwrap_or_default().to_owned(),
            assignee: assignee.map(|id| self.posts.name(id).to_owned()),
            status: name("status").map(str::to_owned),
        };
        let title = self.posts.document.title.take();
        self.posts.document.title = title.or_else(|| Some(Title::from(&ticket.title)));
        let author = self.person(fields, &["reporter", "creator"]);
        let at = string(fields, &["created"]);
        let body = fields.get("description").map(text).unwrap_or_default();
        self.post(author, &format!("reported {}", ticket.shown()), &body, at);
        let said = fields.get("comment").map(|c| list(c, &["comments"]));
        for comment in said.into_iter().flatten() {
            let author = self.person(comment, &["author"]);
            let body = comment.get("body").map(text).unwrap_or_default();
            let at = string(comment, &["created"]);
            self.post(
                author,
                &format!("commented on {}", ticket.name()),
                &body,
                at,
            );
        }
    }
}

/// A text by itself, or the words of a document of nodes.
fn text(value: &Value) -> String {
    let mut out = String::new();
    gather(value, 0, &mut out);
    out.trim().to_owned()
}

fn gather(value: &Value, depth: usize, out: &mut String) {
    if let Some(text) = value.as_str().or_else(|| value.get("text")?.as_str()) {
        out.push_str(text);
        return;
    }
    if depth > DEEPEST {
        return;
    }
    for node in list(value, &["content"]) {
        gather(node, depth + 1, out);
    }
    let kind = value.get("type").and_then(Value::as_str);
    if matches!(
        kind,
        Some("paragraph" | "heading" | "hardBreak" | "codeBlock")
    ) {
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::github::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn an_issue_and_its_comments() {
        let text = r#"{"total":1,"issues":[{"id":"9","key":"POT-7","fields":{"summary":"Pot boils over","status":{"name":"In Progress"},
            "assignee":{"displayName":"Bo Alm"},"reporter":{"displayName":"Ida Ek","emailAddress":"ida@a.example"},"created":"2024-02-05T09:12:00.000+0000",
            "description":{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"It "},{"type":"text","text":"does."}]}]},
            "comment":{"comments":[{"author":{"displayName":"Lea Ro"},"body":"A lid helps.","created":"2024-02-05T10:00:00.000+0000"}]}}}]}"#;
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-02-05 09:12 Ida Ek reported POT-7, “Pot boils over”, assigned to Bo Alm, in progress: It does.",
                "2024-02-05 10:00 Lea Ro commented on POT-7, “Pot boils over”: A lid helps.",
            ]
        );
    }
}
