//! Objects of other trackers' interfaces (Bitbucket, Azure DevOps, YouTrack), put into the members of those that are read:
//! pull requests and comments as GitHub's, issues as Jira's.

use super::list;
use crate::ingest::html;
use crate::ingest::json::{members, string};
use serde_json::{Value, json};

/// An object in the members of GitHub's or Jira's, and its repository; `None` where it is of none of these trackers.
pub(super) fn translated(value: &Value) -> Option<(Vec<Value>, Option<String>)> {
    let alone = |value: Value| Some((vec![value], None));
    if value.get("pullRequestId").is_some()
        || value.get("type").and_then(Value::as_str) == Some("pullrequest")
    {
        return Some(pull_request(value));
    }
    if string(value, &["idReadable"]).is_some() {
        return alone(youtrack(value));
    }
    if value
        .get("fields")
        .is_some_and(|f| f.get("System.Title").is_some())
    {
        return alone(work_item(value));
    }
    let spoken = list(value, &["comments"]).any(|c| c.get("commentType").is_some());
    spoken.then(|| {
        (
            list(value, &["comments"])
                .filter_map(|c| remark(c, value))
                .collect(),
            None,
        )
    })
}

/// A person by the members that GitHub's have.
fn person(user: Option<&Value>) -> Value {
    let Some(user) = user.filter(|u| u.is_object()) else {
        return Value::Null;
    };
    json!({
        "login": string(user, &["login", "username", "nickname", "uniqueName"]),
        "name": string(user, &members::NAMES),
    })
}

/// The text of a member that holds it by itself, or beside what a page makes of it.
fn words(value: &Value, keys: &[&str]) -> Option<String> {
    let found = keys
        .iter()
        .filter_map(|key| value.get(*key))
        .find_map(|v| {
            v.as_str()
                .or_else(|| string(v, &["raw", "markup"]))
                .filter(|t| !t.trim().is_empty())
        })?;
    Some(if html::has_tags(found) {
        html::to_text(found)
    } else {
        found.to_owned()
    })
}

fn pull_request(value: &Value) -> (Vec<Value>, Option<String>) {
    let state = string(value, &["state", "status"])
        .unwrap_or_default()
        .to_lowercase();
    let over = string(value, &["closedDate", "updated_on"]);
    let closer = person(value.get("closed_by").or_else(|| value.get("closedBy")));
    let mut pull = json!({
        "number": value.get("id").or_else(|| value.get("pullRequestId")),
        "title": string(value, &["title"]),
        "body": words(value, &["description", "summary"]),
        "user": person(value.get("author").or_else(|| value.get("createdBy"))),
        "created_at": string(value, &["created_on", "creationDate"]),
        "pull_request": {},
    });
    match state.as_str() {
        "merged" | "completed" => {
            pull["merged_at"] = json!(over);
            pull["merged_by"] = closer;
        }
        "declined" | "abandoned" => {
            pull["closed_at"] = json!(over);
            pull["closed_by"] = closer;
        }
        _ => {}
    }
    let repository = value
        .get("destination")
        .and_then(|d| d.get("repository"))
        .or_else(|| value.get("repository"))
        .and_then(|r| string(r, &["full_name", "name"]));
    (vec![pull], repository.map(str::to_owned))
}

/// A remark on a line of a file, or on the whole; none where the program notes what was done.
fn remark(comment: &Value, thread: &Value) -> Option<Value> {
    if string(comment, &["commentType"])?.eq_ignore_ascii_case("system") {
        return None;
    }
    Some(json!({
        "user": person(comment.get("author")),
        "body": words(comment, &["content"]),
        "created_at": string(comment, &["publishedDate"]),
        "path": thread.get("threadContext").and_then(|c| string(c, &["filePath"])),
    }))
}

/// A time as a text, which numbers are, too.
fn time(value: &Value, key: &str) -> Value {
    match value.get(key) {
        Some(Value::Number(at)) => Value::String(at.to_string()),
        other => other.cloned().unwrap_or_default(),
    }
}

/// A person by the members that Jira's have.
fn displayed(user: Option<&Value>) -> Value {
    let user = person(user);
    json!({ "displayName": user.get("name"), "username": user.get("login") })
}

fn youtrack(value: &Value) -> Value {
    let field = |name: &str| {
        list(value, &["customFields"])
            .find(|f| string(f, &["name"]) == Some(name))
            .and_then(|f| f.get("value"))
    };
    let comments: Vec<Value> = list(value, &["comments"])
        .map(|c| json!({ "author": displayed(c.get("author")), "body": words(c, &["text"]), "created": time(c, "created") }))
        .collect();
    json!({ "key": string(value, &["idReadable"]), "fields": {
        "summary": string(value, &["summary"]),
        "description": words(value, &["description"]),
        "created": time(value, "created"),
        "reporter": displayed(value.get("reporter")),
        "assignee": displayed(field("Assignee")),
        "status": field("State"),
        "comment": { "comments": comments },
    }})
}

fn work_item(value: &Value) -> Value {
    let fields = value.get("fields").unwrap_or(value);
    let number = value
        .get("id")
        .filter(|id| id.is_number())
        .map(|id| format!("work item {id}"));
    json!({ "key": number, "fields": {
        "summary": string(fields, &["System.Title"]),
        "description": words(fields, &["System.Description"]),
        "created": time(fields, "System.CreatedDate"),
        "reporter": displayed(fields.get("System.CreatedBy")),
        "assignee": displayed(fields.get("System.AssignedTo")),
        "status": { "name": string(fields, &["System.State"]) },
    }})
}

#[cfg(test)]
mod tests {
    use crate::ingest::github::tests::read_now;
    use crate::ingest::told::told;

    #[test]
    fn pull_requests_of_bitbucket() {
        let text = r#"{"values":[{"type":"pullrequest","id":7,"title":"Lid","description":"It fits.","state":"MERGED","closed_by":{"display_name":"Bo Alm","nickname":"bo"},
            "author":{"display_name":"Ida Ek","nickname":"ida"},"created_on":"2024-02-05T09:12:00.1+00:00","updated_on":"2024-02-06T09:12:00.1+00:00",
            "destination":{"repository":{"full_name":"a/b"}}}]}"#;
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-02-05 09:12 Ida Ek opened pull request #7 in a/b, “Lid”: It fits.",
                "2024-02-06 09:12 Bo Alm merged pull request #7 in a/b, “Lid”.",
            ]
        );
    }

    #[test]
    fn threads_of_azure() {
        let text = r#"{"count":2,"value":[{"id":1,"comments":[{"id":1,"author":{"displayName":"Ida Ek"},"content":"Too hot here.","publishedDate":"2024-02-05T09:12:00.5Z","commentType":"text"}],
            "threadContext":{"filePath":"/src/pot.rs"}},{"id":2,"comments":[{"author":{"displayName":"Some.Service"},"content":"Ida Ek voted 10","commentType":"system"}]}]}"#;
        assert_eq!(
            told(&read_now(text)),
            ["2024-02-05 09:12 Ida Ek commented on /src/pot.rs: Too hot here."]
        );
    }

    #[test]
    fn issues_of_youtrack() {
        let text = r#"[{"idReadable":"POT-7","summary":"Pot boils over","description":"It does.","created":1707124320000,"reporter":{"login":"ida","fullName":"Ida Ek"},
            "comments":[{"text":"A lid helps.","created":1707127200000,"author":{"login":"bo","fullName":"Bo Alm"}}],"customFields":[{"name":"State","value":{"name":"Fixed"}}]}]"#;
        assert_eq!(
            told(&read_now(text)),
            [
                "2024-02-05 09:12 Ida Ek reported POT-7, “Pot boils over”, fixed: It does.",
                "2024-02-05 10:00 Bo Alm commented on POT-7, “Pot boils over”: A lid helps.",
            ]
        );
    }
}
