//! What happened to an issue or a pull request, as its timeline and the API of its events list it: one object an event.

use super::super::subject::Subject;
use super::Reader;
use crate::ingest::json::string;
use crate::wording::quoted;
use serde_json::Value;

/// The event that an object tells of: `{"event":"closed","actor":{…},"created_at":"…"}`.
pub(super) fn event(value: &Value) -> Option<&str> {
    let has = |key: &str| value.get(key).is_some_and(Value::is_object);
    let listed = has("actor") || has("user") || has("author");
    string(value, &["event"]).filter(|_| listed && value.get("payload").is_none())
}

impl Reader<'_> {
    /// One event; labels and subscriptions are the page's own.
    pub(super) fn happened(&mut self, value: &Value, event: &str) {
        let issue = value.get("issue").filter(|v| v.is_object());
        let subject = issue.map_or_else(
            || Subject::of(value, Some("issue"), self.repository.as_deref()),
            |issue| self.subject(issue, "issue"),
        );
        let of_code = matches!(
            event,
            "merged" | "reviewed" | "review_requested" | "ready_for_review" | "convert_to_draft"
        );
        let subject = Subject {
            kind: if of_code {
                "pull request"
            } else {
                subject.kind
            },
            ..subject
        };
        // a timeline does not say whose it is
        let known = subject.number.is_some() || subject.title.is_some();
        let kind = match (known, subject.kind) {
            (true, kind) => kind,
            (false, "pull request") => "a pull request",
            (false, _) => "an issue",
        };
        let subject = Subject { kind, ..subject };
        let shown = subject.shown();
        let author = self.person(value, &["assigner", "review_requester", "actor", "user"]);
        let act = match event {
            "commented" => return self.comment(value, Some(&subject)),
            "reviewed" => return self.review(value, &subject),
            "committed" => return self.commit(value, None),
            "closed" if string(value, &["state_reason"]) == Some("not_planned") => {
                format!("closed {shown} as not planned")
            }
            "closed" | "reopened" | "merged" | "transferred" => format!("{event} {shown}"),
            "ready_for_review" => format!("marked {shown} as ready for review"),
            "convert_to_draft" => format!("turned {shown} into a draft"),
            "renamed" => {
                let title = |key| value.get("rename").and_then(|r| string(r, &[key]));
                let (Some(from), Some(to)) = (title("from"), title("to")) else {
                    return;
                };
                format!("renamed {shown} from {} to {}", quoted(from), quoted(to))
            }
            "milestoned" => {
                let title = value.get("milestone").and_then(|m| string(m, &["title"]));
                let Some(title) = title else { return };
                format!("put {shown} into the milestone {}", quoted(title))
            }
            "assigned" | "unassigned" | "review_requested" => {
                let whom = value
                    .get("assignee")
                    .or_else(|| value.get("requested_reviewer"));
                let whom = whom.and_then(|user| self.user(user));
                let team = value
                    .get("requested_team")
                    .and_then(|t| string(t, &["name"]));
                let name = match (whom, team) {
                    (Some(id), _) if Some(id) == author => None,
                    (Some(id), _) => Some(self.posts.name(id).to_owned()),
                    (None, Some(team)) => Some(format!("the team {team}")),
                    (None, None) => return,
                };
                match (event, name) {
                    ("assigned", None) => format!("took on {shown}"),
                    ("assigned", Some(name)) => format!("asked {name} to work on {shown}"),
                    ("unassigned", None) => format!("gave up {shown}"),
                    ("unassigned", Some(name)) => format!("took {name} off {shown}"),
                    (_, None) => return,
                    (_, Some(name)) => format!("asked {name} to review {shown}"),
                }
            }
            "cross-referenced" => {
                let source = value.get("source").and_then(|s| s.get("issue"));
                let Some(source) = source else { return };
                let source = Subject::of(source, Some("issue"), None).shown();
                format!("mentioned {shown} in {source}")
            }
            _ => return,
        };
        let at = string(value, &["created_at", "createdAt"]);
        self.post(author, &act, "", at);
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::github::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn what_happened_to_an_issue() {
        let text = r#"[{"event":"labeled","actor":{"login":"ida"},"created_at":"2024-02-05T09:00:00Z","label":{"name":"bug"}},
            {"event":"assigned","actor":{"login":"ida"},"assignee":{"login":"bo"},"created_at":"2024-02-05T09:12:00Z"},
            {"event":"assigned","actor":{"login":"lea"},"assignee":{"login":"lea"},"created_at":"2024-02-05T09:13:00Z"},
            {"event":"commented","actor":{"login":"bo"},"user":{"login":"bo"},"created_at":"2024-02-05T10:00:00Z","body":"A lid helps."},
            {"event":"renamed","actor":{"login":"bo"},"created_at":"2024-02-05T11:00:00Z","rename":{"from":"Pot","to":"Pot boils over"}},
            {"event":"review_requested","actor":{"login":"bo"},"requested_reviewer":{"login":"ida"},"created_at":"2024-02-05T12:00:00Z"},
            {"event":"reviewed","user":{"login":"ida"},"state":"approved","submitted_at":"2024-02-05T13:00:00Z","body":"Good."},
            {"event":"merged","actor":{"login":"ida"},"created_at":"2024-02-05T14:00:00Z"},
            {"event":"closed","actor":{"login":"ida"},"created_at":"2024-02-05T15:00:00Z","issue":{"number":7,"title":"Pot boils over","url":"https://api.github.com/repos/a/b/issues/7"}},
            {"event":"closed","actor":null,"created_at":"2024-02-05T16:00:00Z"}]"#;
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-02-05 09:12 ida asked bo to work on an issue.",
                "2024-02-05 09:13 lea took on an issue.",
                "2024-02-05 10:00 bo commented on an issue: A lid helps.",
                "2024-02-05 11:00 bo renamed an issue from “Pot” to “Pot boils over”.",
                "2024-02-05 12:00 bo asked ida to review a pull request.",
                "2024-02-05 13:00 ida approved a pull request: Good.",
                "2024-02-05 14:00 ida merged a pull request.",
                "2024-02-05 15:00 ida closed issue #7 in a/b, “Pot boils over”.",
            ]
        );
    }
}
