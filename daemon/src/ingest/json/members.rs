//! What programs call the members of the objects that hold what somebody wrote or said.

use super::string;
use serde_json::Value;

/// Members that say who: a name, or an object that holds one.
pub(crate) const WHO: [&str; 16] = [
    "author",
    "creator",
    "createdBy",
    "created_by",
    "speaker",
    "speaker_label",
    "sender_full_name",
    "sender",
    "sender_name",
    "senderName",
    "user",
    "username",
    "from",
    "fromDisplayName",
    "by",
    "owner",
];

/// Members of such an object that name it, the fullest name first.
pub(crate) const NAMES: [&str; 8] = [
    "real_name",
    "full_name",
    "fullName",
    "displayName",
    "display_name",
    "global_name",
    "nickname",
    "name",
];

/// Members that say when.
pub(crate) const WHEN: [&str; 27] = [
    "createdAt",
    "created_at",
    "createdDateTime",
    "created_date",
    "create_at",
    "created",
    "sentAt",
    "sent_at",
    "date",
    "datetime",
    "timestamp",
    "timestamp_ms",
    "originalarrivaltime",
    "publishedAt",
    "published_at",
    "published",
    "time",
    "ts",
    "created_on",
    "createdDate",
    "creationDate",
    "publishedDate",
    "date_created",
    "dateCreated",
    "createdTimestampUsec",
    "updatedAt",
    "updated_at",
];

/// Whether an object says of itself that it is a program's.
pub(crate) fn is_program(value: &Value) -> bool {
    ["isBot", "is_bot", "bot"]
        .iter()
        .any(|key| value.get(key).and_then(Value::as_bool) == Some(true))
        || string(value, &["user_type", "type"]).is_some_and(|t| t.eq_ignore_ascii_case("bot"))
}
