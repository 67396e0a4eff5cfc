//! A channel's export: an array of messages, alone or within an object that lists the users beside it.

use super::{blocks, markup::plain};
use crate::ingest::turns::Turns;
use crate::ingest::{About, PersonId, instant, json};
use crate::when::When;
use jiff::civil::Date;
use serde_json::Value;
use std::collections::HashMap;
use std::ops::Range;

/// Subtypes whose text somebody wrote; all others tell of the channel itself.
const WRITTEN: [&str; 5] = [
    "thread_broadcast",
    "reply_broadcast",
    "file_share",
    "file_comment",
    "me_message",
];

struct Message {
    span: Range<usize>,
    user: String,
    ts: String,
    thread_ts: Option<String>,
    text: String,
    /// Whether its text is what its author does: "/me waves".
    did: bool,
}

/// Who is who.
#[derive(Default)]
struct Users {
    by_id: HashMap<String, PersonId>,
    names: HashMap<String, String>,
}

/// Reads messages; `false` where the text is no export, nothing being added then.
pub(super) fn read(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    let objects = json::objects(text);
    let mut spans = Vec::new();
    let mut users = Users::default();
    for object in objects {
        let lists: Vec<_> = ["messages", "history"]
            .iter()
            .flat_map(|key| json::array(text, object.clone(), key))
            .collect();
        for user in ["users", "members"]
            .iter()
            .flat_map(|key| json::array(text, object.clone(), key))
        {
            if let Some(user) = json::value(text, user)
                && let Some(id) = json::string(&user, &["id"])
            {
                users.add(id, &user, turns);
            }
        }
        if lists.is_empty() {
            spans.push(object);
        } else {
            spans.extend(lists);
        }
    }
    let mut messages = Vec::new();
    for span in spans {
        if let Some(value) = json::value(text, span.clone()) {
            users.meet(&value, turns);
            messages.extend(message(&value, span));
        }
    }
    if messages.is_empty() {
        return false;
    }
    add(in_threads(messages), &users, about, turns);
    true
}

impl Users {
    /// Takes in a user object or profile.
    fn add(&mut self, id: &str, user: &Value, turns: &mut Turns) {
        if self.by_id.contains_key(id) {
            return;
        }
        let profile = user.get("profile").unwrap_or(user);
        let real = json::string(profile, &["real_name", "real_name_normalized"])
            .or_else(|| json::string(user, &["real_name"]));
        let shown = json::string(profile, &["display_name", "name"])
            .or_else(|| json::string(user, &["display_name", "name", "username"]));
        let Some(name) = real.or(shown) else { return };
        let person = turns.speaker(name);
        let known = &mut turns.document().people[person];
        if known.email.is_none() {
            known.email = json::string(profile, &["email"]).map(str::to_owned);
        }
        for handle in [
            json::string(profile, &["display_name"]),
            json::string(user, &["name"]),
        ]
        .into_iter()
        .flatten()
        {
            let handle = super::super::turns::clean_name(handle);
            if !handle.is_empty() && handle != name && !known.handles.contains(&handle) {
                known.handles.push(handle);
            }
        }
        self.names
            .insert(id.to_owned(), super::super::turns::clean_name(name));
        self.by_id.insert(id.to_owned(), person);
    }

    /// Takes in the author of a message by the profile that it carries.
    fn meet(&mut self, message: &Value, turns: &mut Turns) {
        let Some(id) = json::string(message, &["user"]) else {
            return;
        };
        if let Some(profile) = message.get("user_profile") {
            self.add(id, profile, turns);
        } else if message.get("username").is_some()
            && message.get("subtype").and_then(Value::as_str) != Some("bot_message")
        {
            self.add(id, message, turns);
        }
    }
}

/// What somebody wrote; `None` for joins, bots and other events.
fn message(value: &Value, span: Range<usize>) -> Option<Message> {
    let value = match json::string(value, &["subtype"]) {
        None => value,
        Some("message_changed") => value.get("message")?,
        Some(subtype) if WRITTEN.contains(&subtype) => value,
        Some(_) => return None,
    };
    let subtype = json::string(value, &["subtype"]);
    let from_bot =
        value.get("bot_id").is_some_and(|id| !id.is_null()) && value.get("user_profile").is_none();
    if from_bot || subtype == Some("bot_message") {
        return None;
    }
    if value
        .get("type")
        .is_some_and(|t| t.as_str() != Some("message"))
    {
        return None;
    }
    if json::string(value, &["user"]) == Some("USLACKBOT") {
        return None;
    }
    let written = json::string(value, &["text"]).filter(|text| !text.trim().is_empty());
    let text = written.map_or_else(|| blocks::said(value), str::to_owned);
    if text.is_empty() {
        return None;
    }
    Some(Message {
        span,
        did: subtype == Some("me_message"),
        user: json::string(value, &["user", "username"])?.to_owned(),
        ts: json::string(value, &["ts"])?.to_owned(),
        thread_ts: json::string(value, &["thread_ts"]).map(str::to_owned),
        text,
    })
}

/// Replies after the message they answer, all else as it was.
fn in_threads(messages: Vec<Message>) -> Vec<(Message, u32)> {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut place: HashMap<String, usize> = HashMap::new();
    for (n, message) in messages.iter().enumerate() {
        if let Some(thread) = &message.thread_ts {
            let next = u32::try_from(numbers.len() + 1).unwrap_or(u32::MAX);
            numbers.entry(thread.clone()).or_insert(next);
            place.entry(thread.clone()).or_insert(n);
        }
    }
    let mut placed: Vec<(usize, Message, u32)> = messages
        .into_iter()
        .enumerate()
        .map(|(n, message)| match &message.thread_ts {
            Some(thread) => (place[thread], numbers[thread], message),
            None => (n, 0, message),
        })
        .map(|(at, thread, message)| (at, message, thread))
        .collect();
    placed.sort_by_key(|(at, _, _)| *at);
    placed.into_iter().map(|(_, m, t)| (m, t)).collect()
}

fn add(messages: Vec<(Message, u32)>, users: &Users, about: &About<'_>, turns: &mut Turns) {
    let mut earliest: Option<Date> = None;
    for (message, thread) in messages {
        let at = instant::exact(&message.ts, about.reference.time_zone());
        let day = at.map(|at| at.start.first_day());
        earliest = earliest.into_iter().chain(day).min();
        let text = plain(&message.text, |id| users.names.get(id).cloned());
        let speaker = match users.by_id.get(&message.user) {
            Some(&id) => Some(id),
            // An id alone names nobody.
            None if is_id(&message.user) => None,
            None => Some(turns.speaker(&message.user)),
        };
        match speaker {
            Some(did) if message.did => turns.did(did, &text, message.span, at, thread),
            _ => turns.say(speaker, &text, message.span, at, thread),
        }
    }
    turns.document().written = earliest.map(When::day);
}

fn is_id(user: &str) -> bool {
    user.len() >= 8
        && user.starts_with(['U', 'W', 'B'])
        && user
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_on;
    use crate::ingest::told::told;

    #[test]
    fn what_one_does() {
        let text = r#"[
            {"bot_id":"B2","user":"U0000009","bot_profile":{"name":"Forms"},"text":"Reminder: vote now!","type":"message","ts":"1738047135.1"},
            {"subtype":"me_message","user":"U0000001","text":"bows","type":"message","ts":"1738047200.1","user_profile":{"real_name":"Ida Ek"}}
        ]"#;
        assert_eq!(
            told(&read_on(text, "2025-02-01T00:00:00[UTC]")),
            ["2025-01-28 06:53 Ida Ek bows."]
        );
    }

    #[test]
    fn messages_with_profiles_joins_bots_and_threads() {
        let text = r#"[
            {"subtype":"channel_join","user":"U0000001","text":"<@U0000001> has joined","type":"message","ts":"1738044000.1"},
            {"subtype":"bot_message","text":"rota out","type":"message","ts":"1738044001.1","bot_id":"B1","username":"Rota"},
            {"user":"U0000001","type":"message","ts":"1738047134.1","text":"oven broke","thread_ts":"1738047134.1",
             "user_profile":{"real_name":"Ida Ek","display_name":"ida 🍞","name":"ida"}},
            {"user":"U0000002","type":"message","ts":"1738047200.1","text":"<@U0000001> see <https://a.example|this> :wave:",
             "user_profile":{"real_name":"Bo Alm","name":"bo"}},
            {"user":"U0000002","type":"message","ts":"1738047300.1","text":"","thread_ts":"1738047134.1",
             "blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":"fixed"}]}]}]}
        ]"#;
        let document = read_on(text, "2025-02-01T00:00:00[UTC]");
        assert_eq!(
            told(&document),
            [
                "2025-01-28 06:52 Ida Ek: oven broke",
                "2025-01-28 06:55 Bo Alm: fixed",
                "2025-01-28 06:53 Bo Alm: Ida Ek see this",
            ]
        );
        assert_eq!(document.people[0].handles, ["ida"]);
    }
}
