//! What an object's members say of it: a [`Thing`], who wrote it, and what it refers to by number.

use crate::ingest::instant;
use crate::ingest::json::{members, string};
use crate::ingest::things::names::{self, Part};
use crate::ingest::things::{Thing, Turn};
use crate::when::When;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Members that hold what an object is called, the best first.
pub(super) const TITLE: [&str; 9] = [
    "title",
    "subject",
    "headline",
    "name",
    "summary",
    "trackName",
    "track_name",
    "master_metadata_track_name",
    "activityName",
];

/// Members whose objects are files, pictures and settings of a program.
const SKIPPED: [&str; 12] = [
    "attachments",
    "files",
    "images",
    "media",
    "photos",
    "prefs",
    "settings",
    "permissions",
    "entities",
    "properties_schema",
    "appData",
    "metadata",
];

/// Names of other members that are told.
const TOLD: [&str; 8] = [
    "tags", "labels", "priority", "mood", "amount", "price", "quantity", "weather",
];

/// How deep a value is looked into for a time or a name.
const DEEPEST: usize = 3;

/// Objects by their numbers: what each is called.
#[derive(Default)]
pub(super) struct Numbered(HashMap<String, String>);

impl Numbered {
    /// Takes in the numbers of an object and of all in it.
    pub(super) fn learn(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Array(items) if depth > 0 => items.iter().for_each(|v| self.learn(v, depth - 1)),
            Value::Object(members) if depth > 0 => {
                let number = string(value, &["id", "gid", "_id", "uuid"]);
                let name = string(value, &members::NAMES).or_else(|| string(value, &["title"]));
                if let Some((number, name)) = number.zip(name) {
                    self.0
                        .entry(number.to_owned())
                        .or_insert_with(|| name.to_owned());
                }
                members.values().for_each(|v| self.learn(v, depth - 1));
            }
            _ => {}
        }
    }

    /// What the member's numbers stand for, and the member's name without its sign of a number: `idList` → "list".
    fn of(&self, name: &str, value: &Value) -> Option<(String, Vec<String>)> {
        let bare = name
            .strip_prefix("id ")
            .or_else(|| name.strip_suffix(" id"))
            .or_else(|| name.strip_suffix(" ids"))?;
        let numbers = match value {
            Value::Array(all) => all.iter().collect(),
            one => vec![one],
        };
        let known: Vec<String> = numbers
            .into_iter()
            .filter_map(|n| self.0.get(n.as_str()?).cloned())
            .collect();
        (!known.is_empty()).then(|| (bare.to_owned(), known))
    }
}

/// Whether an object's own members say that it was thrown away, or that a program wrote it.
pub(super) fn is_void(value: &Value) -> bool {
    let says = |key: &&str| value.get(*key).and_then(Value::as_bool) == Some(true);
    ["deleted", "trashed", "isTrashed", "is_deleted", "system"]
        .iter()
        .any(says)
        || string(value, &["commentType", "message_type"])
            .is_some_and(|t| t.eq_ignore_ascii_case("system"))
}

/// Whether what a member holds is thrown away, or no writing.
pub(super) fn is_skipped(key: &str) -> bool {
    let lower = key.to_lowercase();
    lower.starts_with("trash") || lower.starts_with("deleted") || SKIPPED.contains(&key)
}

/// The facts of an object.
pub(super) fn thing(members: &Map<String, Value>, numbered: &Numbered) -> Thing {
    let mut thing = Thing::default();
    let (mut state, mut whose) = (false, false);
    for (key, value) in members {
        let name = names::words(key);
        if let Some((bare, known)) = numbered.of(&name, value) {
            let part = names::part(&bare);
            if !matches!(part, Part::Title | Part::Text | Part::Other) {
                known.iter().for_each(|k| thing.take(&part, &bare, key, k));
            }
            continue;
        }
        let part = names::part(&name);
        if name.contains("export") || is_skipped(key) {
            continue;
        }
        // an empty one, too, says what the object is
        thing.is_task |= matches!(part, Part::At(Turn::Due | Turn::Done)) || name == "due complete";
        state |= part == Part::State;
        whose |= part == Part::Whose;
        match &part {
            // what kind of object it is says nothing to a person
            Part::Kind if !matches!(name.as_str(), "category" | "activity type" | "sport") => {}
            Part::Title | Part::Text | Part::Dropped => {}
            Part::At(_) | Part::Clock => {
                if let Some(raw) = first(value, DEEPEST) {
                    thing.take(&part, &name, key, &raw);
                }
            }
            Part::Place => place(value, &mut thing),
            Part::Other if !TOLD.contains(&name.as_str()) => {}
            Part::Other => thing.take(&part, &name, key, &named(value).join(", ")),
            _ => named(value)
                .iter()
                .for_each(|n| thing.take(&part, &name, key, n)),
        }
    }
    thing.is_task |= state && whose;
    // hours that have no name but their tags
    let begun = thing.times.iter().any(|(turn, _)| *turn == Turn::Start);
    let tags = thing.others.iter().position(|(name, _)| name == "tags");
    let tags = tags.filter(|_| begun && !TITLE.iter().any(|t| members.contains_key(*t)));
    thing
        .titles
        .extend(tags.map(|at| thing.others.remove(at).1));
    let own = |n: &&str| {
        members
            .get(*n)
            .and_then(Value::as_str)
            .filter(|t| !t.trim().is_empty())
    };
    thing
        .titles
        .extend(TITLE.iter().find_map(own).map(|t| t.trim().to_owned()));
    thing
}

/// The time that an object's members tell.
pub(super) fn dated(members: &Map<String, Value>, zone: &TimeZone) -> Option<When> {
    let mut keys = members::WHEN.iter();
    keys.find_map(|key| instant::of(members.get(*key)?, zone))
}

/// The first text or number in a value, for a time within objects: `[{"start":"2024-05-03"}]`.
fn first(value: &Value, depth: usize) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(items) if depth > 0 => first(items.first()?, depth - 1),
        Value::Object(_) if depth > 0 => {
            let keys = ["start", "dateTime", "date", "from", "iso", "timestamp"];
            keys.iter().find_map(|k| first(value.get(k)?, depth - 1))
        }
        _ => None,
    }
}

/// What a value is called: itself, or the names of the objects in it.
fn named(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Number(number) => vec![number.to_string()],
        Value::Bool(is) => vec![is.to_string()],
        Value::Array(items) => items
            .iter()
            .filter(|i| !i.is_array())
            .take(8)
            .flat_map(named)
            .collect(),
        Value::Object(_) => {
            let name = string(value, &members::NAMES)
                .or_else(|| string(value, &["title", "login", "username"]));
            name.map(str::to_owned).into_iter().collect()
        }
        Value::Null => Vec::new(),
    }
}

/// A place: its name, which the thing is called by where it has no other, and its address.
fn place(value: &Value, thing: &mut Thing) {
    let parts = match value {
        Value::Object(_) => ["name", "placeName", "address", "city"]
            .iter()
            .filter_map(|k| string(value, &[k]))
            .collect(),
        Value::String(text) => vec![text.trim()],
        _ => Vec::new(),
    };
    if !parts.is_empty() {
        thing.place = Some(parts.join(", "));
    }
}

/// Who wrote an object: their login, and their name.
pub(super) fn author(value: &Value) -> Option<(Option<String>, Option<String>)> {
    let keys = ["user_info", "memberCreator"];
    keys.iter()
        .chain(&members::WHO)
        .find_map(|key| match value.get(*key)? {
            // an address, or a number, is nobody's name
            Value::String(name) if name.contains("://") => None,
            Value::String(name) => Some((
                None,
                Some(name.strip_prefix("acct:").unwrap_or(name).to_owned()),
            )),
            user => {
                let login = string(user, &["login", "username", "nickname"]).map(str::to_owned);
                let name = string(user, &members::NAMES)
                    .map(str::to_owned)
                    .or_else(|| login.clone());
                name.is_some().then_some((login, name))
            }
        })
}
