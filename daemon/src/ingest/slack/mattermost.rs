//! Mattermost's bulk export: a record a line, each under its kind: channels, users, posts with their replies.

use crate::ingest::turns::Turns;
use crate::ingest::{About, PersonId, instant, json};
use jiff::tz::TimeZone;
use serde_json::Value;
use std::collections::HashMap;
use std::ops::Range;

/// Reads posts; `false` where the text holds none, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    if !text.contains("\"post\"") {
        return false;
    }
    let mut users = Users::default();
    let mut posts = Vec::new();
    let mut channels = Vec::new();
    for span in json::objects(text) {
        let Some(record) = json::value(text, span.clone()) else {
            continue;
        };
        let kind = json::string(&record, &["type"]).unwrap_or_default();
        let Some(held) = record.get(kind) else {
            continue;
        };
        match kind {
            "user" => users.add(held),
            "channel" => {
                channels.extend(json::string(held, &["display_name"]).map(str::to_owned));
            }
            "post" | "direct_post" if held.get("create_at").is_some() => {
                posts.push((held.clone(), span));
            }
            _ => {}
        }
    }
    if posts.is_empty() {
        return false;
    }
    if let [only] = &channels[..] {
        turns.document().title = Some(only.into());
    }
    let zone = about.reference.time_zone();
    for (post, span) in posts {
        let replies = post.get("replies").and_then(Value::as_array);
        let answered = replies.is_some_and(|replies| !replies.is_empty());
        users.threads += u32::from(answered);
        let thread = if answered { users.threads } else { 0 };
        users.say(&post, &span, zone, thread, turns);
        for reply in replies.into_iter().flatten() {
            users.say(reply, &span, zone, thread, turns);
        }
    }
    true
}

/// Who is who, and how many threads have begun.
#[derive(Default)]
struct Users {
    names: HashMap<String, String>,
    met: HashMap<String, PersonId>,
    threads: u32,
}

impl Users {
    /// Takes in a user's record.
    fn add(&mut self, user: &Value) {
        let part = |key: &str| json::string(user, &[key]).unwrap_or_default();
        let full = format!("{} {}", part("first_name"), part("last_name"));
        let full = full.trim();
        let name = if full.is_empty() {
            part("nickname")
        } else {
            full
        };
        if !name.is_empty() {
            self.names
                .insert(part("username").to_owned(), name.to_owned());
        }
    }

    /// The person with this login.
    fn person(&mut self, login: &str, turns: &mut Turns) -> PersonId {
        if let Some(&id) = self.met.get(login) {
            return id;
        }
        let name = self.names.get(login).map_or(login, String::as_str);
        let id = turns.speaker(name);
        let person = &mut turns.document().people[id];
        if name != login {
            person.handles.push(login.to_owned());
        }
        self.met.insert(login.to_owned(), id);
        id
    }

    /// Adds a post or a reply; what the service or a program posts is left out.
    fn say(
        &mut self,
        post: &Value,
        span: &Range<usize>,
        zone: &TimeZone,
        thread: u32,
        turns: &mut Turns,
    ) {
        let system = json::string(post, &["type"]).is_some_and(|t| t.starts_with("system_"));
        let flag = |key: &str| {
            post.get("props")
                .and_then(|props| props.get(key))
                .is_some_and(|v| v.as_bool() == Some(true) || v.as_str() == Some("true"))
        };
        let (Some(login), Some(said)) = (
            json::string(post, &["user"]),
            json::string(post, &["message"]),
        ) else {
            return;
        };
        if system || flag("from_bot") || flag("from_webhook") {
            return;
        }
        let when = post.get("create_at").and_then(|at| instant::of(at, zone));
        let speaker = self.person(login, turns);
        let said = super::markup::without_emoji(said);
        turns.say(Some(speaker), &said, span.clone(), when, thread);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_on;
    use crate::ingest::told::told;

    #[test]
    fn users_name_those_who_post() {
        let text = r#"{"type":"version","version":1}
            {"type":"channel","channel":{"name":"soup","display_name":"Soup shift","type":"O"}}
            {"type":"user","user":{"username":"iek","first_name":"Ida","last_name":"Ek"}}
            {"type":"post","post":{"channel":"soup","user":"iek","message":"it boils","create_at":1738047134000,"replies":[{"user":"bo","message":"salt","create_at":1738047200000}]}}
            {"type":"post","post":{"channel":"soup","user":"iek","message":"iek joined","type":"system_join_channel","create_at":1738047300000}}
            {"type":"post","post":{"channel":"soup","user":"bo","message":"done","create_at":1738047400000}}"#;
        let document = read_on(text, "2025-02-01T00:00:00[UTC]");
        assert_eq!(
            told(&document),
            [
                "2025-01-28 06:52 Ida Ek: it boils",
                "2025-01-28 06:53 bo: salt",
                "2025-01-28 06:56 bo: done",
            ]
        );
        assert_eq!(document.people[0].handles, ["iek"]);
        assert_eq!(document.title.as_deref(), Some("Soup shift"));
    }
}
