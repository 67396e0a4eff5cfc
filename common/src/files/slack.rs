//! Days of a Slack workspace's channels, with the users that they speak of. Of what an archive unpacks to, nothing is made
//! a tree of values: a list of empty things takes a hundred times its text as one.

use super::content::{Content, Refused, short_hash};
use crate::api::SourceType;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, IgnoredAny, SeqAccess, Visitor},
};
use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    io::{self, BufReader, Read},
    path::Path,
    sync::Arc,
};

/// No workspace has a longer list of users, bytes.
const LONGEST_LIST: u64 = 256 << 20;

/// Nor has any more of them.
const MOST_USERS: usize = 300_000;

/// A workspace's users by their ids.
pub(crate) type Users = HashMap<String, User>;

/// What is told of a user; everything else that the list says of them is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct User {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    team_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    real_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    profile: Option<Profile>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Profile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    real_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    real_name_normalized: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    display_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    email: Option<String>,
}

/// Reads `users.json`.
pub(crate) fn users(list: impl Read) -> io::Result<Arc<Users>> {
    let list = BufReader::new(list.take(LONGEST_LIST));
    let mut read = serde_json::Deserializer::from_reader(list);
    Ok(Arc::new(read.deserialize_seq(Listed)?))
}

/// Takes the users of a list one by one.
struct Listed;

impl<'de> Visitor<'de> for Listed {
    type Value = Users;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of users")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Users, A::Error> {
        let mut users = Users::new();
        while let Some(user) = list.next_element::<User>()? {
            if users.len() == MOST_USERS {
                return Err(A::Error::custom("there are too many users"));
            }
            users.insert(user.id.clone(), user);
        }
        Ok(users)
    }
}

/// A day of a channel as a document: its messages as they are, and beside them those of all users that they speak of.
pub(crate) fn content(path: &Path, day: Vec<u8>, users: &Users) -> Result<Content, Refused> {
    let Ok(text) = String::from_utf8(day) else {
        return Err(Refused::Skipped("not UTF-8 text".to_owned()));
    };
    match serde_json::from_str::<Vec<IgnoredAny>>(&text) {
        Err(_) => return Err(Refused::Skipped("no list of messages".to_owned())),
        Ok(messages) if messages.is_empty() => return Err(Refused::Skipped("empty".to_owned())),
        Ok(_) => {}
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let spoken_of: BTreeSet<&str> = words.filter(|word| users.contains_key(*word)).collect();
    let users: Vec<&User> = spoken_of.iter().filter_map(|id| users.get(*id)).collect();
    let name = |path: Option<&Path>| {
        let name = path.and_then(Path::file_stem).unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let (channel, date) = (name(path.parent()), name(Some(path)));
    let workspace = users.first().and_then(|user| user.team_id.as_deref());
    let whole = format!("{} {channel} {date}", workspace.unwrap_or_default());
    let date: String = date
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == '-')
        .collect();
    let listed = serde_json::to_string(&users).map_err(|e| Refused::Failed(e.to_string()))?;
    Ok(Content {
        bytes: format!("{{\"users\":{listed},\"messages\":{text}}}").into_bytes(),
        item_id: format!("slack-{:.10}-{}", date, short_hash(whole.as_bytes())),
        filename: Some(format!("{channel}.json")),
        source_type: Some(SourceType::Slack),
        reference_time: None,
        path: None,
        guessed: None,
        grows: false,
    })
}
