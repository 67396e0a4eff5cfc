//! Who stands behind the identifiers by which an export names its senders.

use crate::ingest::json;
use serde_json::Value;
use std::collections::HashMap;
use std::ops::Range;

/// Names by identifier.
#[derive(Default)]
pub(super) struct Names(HashMap<String, String>);

impl Names {
    /// Takes in a conversation: one with a single other person has that person's name, and often their identifier.
    pub(super) fn of_talk(&mut self, text: &str, talk: &Range<usize>) {
        if let Some(value) = json::value(text, talk.clone())
            && let Some(id) = json::string(&value, &["id"])
            && let Some(name) = json::string(&value, &["displayName", "name", "title"])
        {
            self.0.insert(id.to_owned(), name.to_owned());
        }
    }

    /// Takes in whose export it is.
    pub(super) fn of_owner(&mut self, text: &str, export: &Range<usize>) {
        if let Some(value) = json::value(text, export.clone())
            && let Some(id) = json::string(&value, &["userId", "user_id", "owner"])
        {
            self.0.insert(id.to_owned(), "Me".to_owned());
        }
    }

    /// Takes in the name that a member of a Matrix room goes by.
    pub(super) fn of_member(&mut self, event: &Value) {
        if json::string(event, &["type"]) == Some("m.room.member")
            && let Some(id) = json::string(event, &["state_key", "sender"])
            && let Some(name) = event
                .get("content")
                .and_then(|c| json::string(c, &["displayname"]))
        {
            self.0.insert(id.to_owned(), name.to_owned());
        }
    }

    /// The name behind an identifier.
    pub(super) fn of(&self, id: &str) -> Option<&str> {
        self.0.get(id).map(String::as_str)
    }
}

/// The part of an identifier by which people know each other: `@ida:a.example`, `8:live:ida`.
pub(super) fn shown(id: &str) -> &str {
    let local = id
        .strip_prefix('@')
        .and_then(|id| id.split_once(':'))
        .filter(|(_, server)| server.contains('.'))
        .map(|(local, _)| local);
    let skype = id.strip_prefix("8:");
    let skype = skype.map(|id| id.strip_prefix("live:").unwrap_or(id));
    local.or(skype).unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::read_plain;
    use crate::ingest::told::told;

    #[test]
    fn names_of_members_and_of_conversations() {
        let matrix = r##"{"room_name":"Soup","messages":[
            {"type":"m.room.member","sender":"@ida:a.example","state_key":"@ida:a.example","content":{"membership":"join","displayname":"Ida Ek"},"origin_server_ts":1710277400000},
            {"type":"m.room.message","sender":"@ida:a.example","content":{"msgtype":"m.text","body":"soup?"},"origin_server_ts":1710277440000},
            {"type":"m.room.message","sender":"@bo:a.example","content":{"body":"> <@ida:a.example> soup?\n\nyes","m.relates_to":{"m.in_reply_to":{"event_id":"$b"}}},"origin_server_ts":1710277500000},
            {"type":"m.reaction","sender":"@ida:a.example","content":{"m.relates_to":{"key":"x"}},"origin_server_ts":1710277560000}]}"##;
        assert_eq!(
            told(&read_plain(matrix)),
            ["2024-03-12 17:04 Ida Ek: soup?", "2024-03-12 17:05 bo: yes"]
        );
        let skype = r#"{"userId":"8:live:ida","conversations":[{"id":"8:live:.cid.1","displayName":"Bo Alm","MessageList":[
            {"displayName":null,"originalarrivaltime":"2024-03-12T21:05:00Z","messagetype":"RichText","content":"don&apos;t <ss type=\"smile\">:)</ss>","from":"8:live:ida"},
            {"displayName":null,"originalarrivaltime":"2024-03-12T21:04:30Z","messagetype":"Event/Call","content":"<partlist/>","from":"8:live:ida"},
            {"displayName":null,"originalarrivaltime":"2024-03-12T21:04:00Z","messagetype":"RichText","content":"soup?","from":"8:live:.cid.1"}]}]}"#;
        assert_eq!(
            told(&read_plain(skype)),
            [
                "2024-03-12 17:04 Bo Alm: soup?",
                "2024-03-12 17:05 Me: don't :)"
            ]
        );
        let server = r#"{"messages":[{"msg":"soup?","ts":"2024-03-12T21:04:00Z","u":{"username":"ida","name":"Ida Ek"}},
            {"t":"uj","msg":"bo","ts":"2024-03-12T21:05:00Z","u":{"username":"bo","name":"Bo Alm"}}]}"#;
        assert_eq!(
            told(&read_plain(server)),
            ["2024-03-12 17:04 Ida Ek: soup?"]
        );
    }
}
