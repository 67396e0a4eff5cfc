//! JSON of talk: the exports of messengers and chat services, and the segments of speech recognisers. They differ in
//! names and agree in shape: a list of objects that each hold words, mostly who said them, mostly when.
//!
//! - `names`: who stands behind an identifier

mod names;

use super::clock::Start;
use crate::ingest::json::{self, members};
use crate::ingest::turns::{SOMEBODY, Turns};
use crate::ingest::{About, PersonId, instant};
use crate::when::When;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use names::{Names, shown};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// Members under which programs keep their list of messages or segments.
const LISTS: [&str; 12] = [
    "messages",
    "Messages",
    "MessageList",
    "segments",
    "utterances",
    "monologues",
    "results",
    "transcript",
    "turns",
    "items",
    "value",
    "conversation",
];

/// What is kept of a message.
pub(super) struct Message {
    pub(super) span: Range<usize>,
    pub(super) speaker: Option<String>,
    pub(super) said: String,
    pub(super) at: Option<DateTime>,
    /// Seconds since the beginning.
    pub(super) offset: Option<f64>,
    pub(super) thread: Option<String>,
    /// Which conversation of the export it is of.
    pub(super) talk: u32,
}

/// The conversations of an export of several: in a list, or in an object that says what they are beside it.
fn conversations(text: &str, export: &Range<usize>) -> Vec<Range<usize>> {
    const CONVERSATIONS: [&str; 4] = ["conversations", "chats", "rooms", "left_chats"];
    let list = |key: &&str| {
        let direct = json::array(text, export.clone(), key);
        if !direct.is_empty() {
            return direct;
        }
        let within = json::member(text, export.clone(), key);
        within.map_or(Vec::new(), |object| json::array(text, object, "list"))
    };
    CONVERSATIONS.iter().flat_map(list).collect()
}

/// Reads messages or segments; `false` where the text is no such JSON, nothing being added then.
pub(in crate::ingest) fn read(text: &str, about: &About<'_>, turns: &mut Turns) -> bool {
    if !text.trim_start().starts_with(['{', '[']) {
        return false;
    }
    let mut spans = json::objects(text);
    if let [only] = &spans[..] {
        let only = only.clone();
        if let Some(list) = LISTS
            .iter()
            .map(|key| json::array(text, only.clone(), key))
            .find(|list| !list.is_empty())
        {
            spans = list;
        }
    }
    let zone = about.reference.time_zone();
    let mut names = Names::default();
    let mut talks = vec![spans];
    if let [only] = &json::objects(text)[..] {
        let found: Vec<_> = conversations(text, only)
            .into_iter()
            .filter_map(|talk| {
                let lists = LISTS.iter().map(|key| json::array(text, talk.clone(), key));
                let list = lists.into_iter().find(|list| !list.is_empty())?;
                names.of_talk(text, &talk);
                Some(list)
            })
            .collect();
        if !found.is_empty() {
            names.of_owner(text, only);
            talks = found;
        }
    }
    let values: Vec<_> = (0..)
        .zip(talks)
        .flat_map(|(talk, spans)| spans.into_iter().map(move |span| (talk, span)))
        .filter_map(|(talk, span)| Some((json::value(text, span.clone())?, (talk, span))))
        .collect();
    for (value, _) in &values {
        names.of_member(value);
    }
    let messages: Vec<Message> = values
        .into_iter()
        .filter_map(|(value, (talk, span))| {
            let message = message(&value, span, zone, &names)?;
            Some(Message { talk, ..message })
        })
        .collect();
    let some = !messages.is_empty();
    if some {
        say(messages, about, turns);
    }
    some
}

/// Adds messages or segments, in the order of their times.
pub(super) fn say(mut messages: Vec<Message>, about: &About<'_>, turns: &mut Turns) {
    // some services write the newest first
    if messages.iter().all(|m| m.at.is_some()) {
        messages.sort_by_key(|m| (m.talk, m.at));
    }
    let start = Start::from_name(about);
    let first = messages.iter().filter_map(|m| m.at).min();
    turns.document().written = start.when().or(first.map(|at| When::day(at.date())));
    let mut threads: HashMap<(u32, Option<String>), u32> = HashMap::new();
    // of each conversation who speaks in it, and where its passages are
    let mut talks: BTreeMap<u32, (BTreeSet<PersonId>, Range<usize>)> = BTreeMap::new();
    // where others have names, who has none is somebody whom the service no longer knows
    let named = messages.iter().any(|m| m.speaker.is_some());
    for message in messages {
        let label = message
            .speaker
            .or_else(|| named.then(|| SOMEBODY.to_owned()));
        let speaker = label.map(|label| turns.speaker(&label));
        let before = turns.document().passages.len();
        let talk = message.talk;
        match (message.at, message.offset) {
            (Some(at), _) => {
                let next = u32::try_from(threads.len() + 1).unwrap_or(u32::MAX);
                let thread = match (message.talk, message.thread) {
                    (0, None) => 0,
                    named => *threads.entry(named).or_insert(next),
                };
                turns.say(
                    speaker,
                    &message.said,
                    message.span,
                    Some(When::minute(at)),
                    thread,
                );
            }
            (None, offset) => {
                #[expect(clippy::cast_possible_truncation, reason = "a float's cast saturates")]
                let when = offset.and_then(|s| start.after(s as i64));
                turns.go_on(speaker, &message.said, message.span, when);
            }
        }
        let after = turns.document().passages.len();
        let (speakers, passages) = talks
            .entry(talk)
            .or_insert((BTreeSet::new(), before..after));
        speakers.extend(speaker);
        passages.end = after;
    }
    for (speakers, passages) in talks.into_values() {
        let speakers: Vec<PersonId> = speakers.into_iter().collect();
        let [a, b] = speakers[..] else { continue };
        for passage in &mut turns.document().passages[passages] {
            let other = if passage.speaker == Some(a) { b } else { a };
            passage.audience = vec![other];
        }
    }
}

/// What somebody wrote or said; `None` for what the service tells of itself, and for programs.
fn message(value: &Value, span: Range<usize>, zone: &TimeZone, names: &Names) -> Option<Message> {
    if is_service(value) {
        return None;
    }
    let said = said(value);
    if said.trim().is_empty() {
        return None;
    }
    Some(Message {
        span,
        // whose account is gone is somebody
        speaker: speaker(value, names)
            .or_else(|| value.get("from_id").map(|_| SOMEBODY.to_owned())),
        said,
        at: members::WHEN
            .iter()
            .chain(&["origin_server_ts"])
            .find_map(|key| instant::of(value.get(key)?, zone)?.start.moment()),
        offset: ["start", "start_time", "offset", "begin"]
            .iter()
            .find_map(|key| value.get(key)?.as_f64()),
        // Zulip calls a topic a subject
        thread: json::string(
            value,
            &["topic_id", "thread_id", "threadId", "root_id", "subject"],
        )
        .map(str::to_owned),
        talk: 0,
    })
}

/// Whether the service or a program speaks.
fn is_service(value: &Value) -> bool {
    let kind = json::string(value, &["type", "messageType", "messagetype"])
        .unwrap_or_default()
        .to_lowercase();
    let told = [
        "service",
        "system",
        "event",
        "subscribe",
        "join",
        "leave",
        "call",
        "pinned",
        "recipient",
        "threadactivity",
        "boost",
    ];
    // Rocket.Chat gives what it tells of itself a code
    let coded = value.get("t").is_some_and(Value::is_string) && value.get("u").is_some();
    coded
        || told.iter().any(|t| kind.contains(t))
        || members::is_program(value)
        || ["author", "creator", "sender", "from", "user"]
            .iter()
            .filter_map(|key| value.get(key))
            .any(members::is_program)
}

/// Who speaks.
fn speaker(value: &Value, names: &Names) -> Option<String> {
    let own = ["name", "displayName", "u"];
    let label = members::WHO.iter().chain(&own).find_map(|key| {
        let named = match value.get(key)? {
            Value::String(name) => name.clone(),
            Value::Number(n) => format!("Speaker {n}"),
            of @ Value::Object(_) => {
                let user = of.get("user").filter(|u| u.is_object()).unwrap_or(of);
                json::string(user, &members::NAMES)
                    .or_else(|| json::string(user, &["username", "login", "id"]))?
                    .to_owned()
            }
            _ => return None,
        };
        (!named.trim().is_empty()).then_some(named)
    })?;
    let known = names.of(&label).map(str::to_owned);
    let displayed = || json::string(value, &["displayName"]).map(str::to_owned);
    Some(json::mended(
        known
            .or_else(displayed)
            .unwrap_or_else(|| shown(&label).to_owned()),
    ))
}

/// A message's words: a string, an object that holds one, or a list of strings and formatted parts.
fn said(value: &Value) -> String {
    let words = ["text", "content", "message", "body", "msg"]
        .iter()
        .find_map(|key| match value.get(key)? {
            Value::String(text) => Some(text.clone()),
            Value::Array(parts) => Some(
                parts
                    .iter()
                    .filter_map(|part| part.as_str().or_else(|| part.get("text")?.as_str()))
                    .collect(),
            ),
            of @ Value::Object(_) => {
                let words = json::string(of, &["content", "text", "body", "plain"])?;
                Some(if of.get("m.relates_to").is_some() {
                    without_answered(words)
                } else {
                    words.to_owned()
                })
            }
            _ => None,
        })
        .unwrap_or_default();
    let words = json::mended(words);
    let kind = json::string(value, &["messagetype"]).unwrap_or_default();
    if kind.starts_with("RichText") || crate::ingest::html::has_tags(&words) {
        return crate::ingest::html::to_text(&words);
    }
    crate::ingest::html::resolved(words)
}

/// An answer's words without the lines that stand above them to show what is answered.
fn without_answered(words: &str) -> String {
    let own = words.lines().skip_while(|line| line.starts_with("> "));
    own.collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests;
