//! JSON of a program that no reader knows: the texts in it and the things that it keeps, by what the members round them are
//! called; all else is the program's.
//!
//! - `facts`: what an object's members say
//! - `kind`: which source type an export is of
//! - `plain`: what members say, where nobody wrote anything
//! - `said`: what somebody wrote
//! - `tree`: pages of blocks within blocks

mod facts;
mod kind;
mod plain;
mod said;
mod tree;

use super::json::{self, string};
use super::posts::Posts;
use super::things::{Telling, Turn, names};
use super::{About, Document, PersonId, instant};
use crate::when::When;
use facts::Numbered;
use jiff::tz::TimeZone;
pub(super) use kind::source_type;
use memo_common::api::SourceType;
use said::{OWN, Said};
use serde_json::Value;
use std::ops::Range;

/// How deep objects within objects are followed.
const DEEPEST: usize = 24;

/// Members that hold what somebody wrote, what is one's own first.
const TEXT: [&str; 22] = [
    "full_text",
    "post",
    "body",
    "text",
    "content",
    "message",
    "comment",
    "Comment",
    "description",
    "desc",
    "note",
    "notes",
    "summary",
    "caption",
    "details",
    "annotation",
    "shout",
    "review",
    "highlight",
    "entry",
    "journal",
    "string",
];

/// Elements of a list that the object round it dates and signs.
const FEW: usize = 2;

/// Words of a title that is a sentence: "Ida Ek updated her status."
const SENTENCE: usize = 4;

/// Whether a document shows the JSON it was read from: braces, and members' names with their quotation marks.
pub(super) fn is_shown(text: &str, document: &Document) -> bool {
    let names = |text: &str| text.contains("\":") || text.contains("\" :");
    text.trim_start().starts_with(['{', '[']) && document.passages.iter().any(|p| names(&p.text))
}

/// Reads the texts and the things; `None` where there are none.
pub(super) fn read(text: &str, source: SourceType, about: &About<'_>) -> Option<Document> {
    let zone = about.reference.time_zone();
    let objects: Vec<(Value, Range<usize>)> = json::objects(text)
        .into_iter()
        .filter_map(|span| Some((json::value(text, span.clone())?, span)))
        .collect();
    let mut numbered = Numbered::default();
    for (value, _) in &objects {
        numbered.learn(value, DEEPEST);
    }
    let mut reader = Reader {
        posts: Posts::new(source, zone.clone()),
        telling: Telling::default(),
        zone,
        numbered: &numbered,
        span: 0..0,
    };
    for (value, span) in &objects {
        reader.span = span.clone();
        reader.walk(value, 0, &Around::default());
    }
    reader.telling.end(&mut reader.posts);
    let mut document = reader.posts.document;
    if document.passages.is_empty() {
        plain::read(&objects, zone, &mut document);
    }
    (!document.passages.is_empty()).then_some(document)
}

/// Whether an export holds what one has written oneself: something under a name that no page's own text has.
pub(super) fn has_own(text: &str) -> bool {
    fn within(value: &Value, depth: usize) -> bool {
        match value {
            Value::Array(items) if depth > 0 => items.iter().any(|v| within(v, depth - 1)),
            Value::Object(members) if depth > 0 => {
                let own = string(value, &OWN[..8]).is_some_and(|t| t.contains(' '))
                    || value.get("attributedTo").is_some() && value.get("content").is_some();
                own || members
                    .iter()
                    .any(|(key, v)| !facts::is_skipped(key) && within(v, depth - 1))
            }
            _ => false,
        }
    }
    json::objects(text)
        .into_iter()
        .any(|span| json::value(text, span).is_some_and(|v| within(&v, DEEPEST)))
}

/// What the objects round an object say of it.
#[derive(Clone, Default)]
struct Around {
    when: Option<When>,
    author: Option<PersonId>,
    title: Option<String>,
    /// Whether the post in it has been told.
    told: bool,
}

struct Reader<'r> {
    posts: Posts,
    telling: Telling,
    zone: &'r TimeZone,
    numbered: &'r Numbered,
    span: Range<usize>,
}

impl Reader<'_> {
    fn walk(&mut self, value: &Value, depth: usize, around: &Around) {
        if depth > DEEPEST {
            return;
        }
        match value {
            Value::Array(items) => {
                let alone = Around {
                    title: around.title.clone(),
                    ..Around::default()
                };
                let around = if items.len() <= FEW { around } else { &alone };
                for item in items {
                    self.walk(item, depth + 1, around);
                }
            }
            Value::Object(members) => {
                if facts::is_void(value) {
                    return;
                }
                if tree::read(value, &self.span, self.zone, &mut self.posts.document) {
                    return;
                }
                let inner = self.tell(value, around);
                for (key, member) in members {
                    if !facts::is_skipped(key) {
                        self.walk(member, depth + 1, &inner);
                    }
                }
            }
            _ => {}
        }
    }

    /// Tells what an object says, and returns what holds for those in it.
    fn tell(&mut self, value: &Value, around: &Around) -> Around {
        let Some(members) = value.as_object() else {
            return around.clone();
        };
        let mut thing = facts::thing(members, self.numbered);
        thing.span = self.span.clone();
        let zone = self.zone;
        let of = |raw: &str| instant::written(raw, zone);
        let said = TEXT
            .iter()
            .find_map(|key| Some((*key, string(value, &[key])?)));
        let said = said.filter(|(_, said)| {
            said.split_whitespace().count() >= 2 && thing.titles.first().is_none_or(|t| t != said)
        });
        // a book's author has written no review of it
        let books = members.keys().any(|k| names::is_of_books(&names::words(k)));
        if books {
            thing.makers.extend(thing.author.take());
        }
        let login = facts::author(value).filter(|_| !books);
        let author = login
            .and_then(|(login, name)| self.posts.author(login.as_deref(), name.as_deref(), None));
        let own = facts::dated(members, zone).or_else(|| {
            thing
                .when(true, &of)
                .filter(|_| thing.times.iter().any(|(t, _)| *t != Turn::Changed))
        });
        let title = thing.titles.first().cloned();
        let inner = Around {
            when: own.or(around.when),
            author: author.or(around.author),
            title: title
                .clone()
                .filter(|t| !is_sentence(t))
                .or_else(|| around.title.clone()),
            told: around.told,
        };
        if let Some(title) = title.filter(|t| is_sentence(t)) {
            let below = string(value, &["post"])
                .or_else(|| post_within(value))
                .map(|t| json::mended(t.to_owned()));
            self.sentence(&title, below.as_deref().unwrap_or_default(), own);
            return Around {
                told: below.is_some(),
                ..inner
            };
        }
        let kept = thing.is_task || books || thing.rating.is_some();
        if kept && !thing.titles.is_empty() {
            thing.texts = said.iter().map(|(_, said)| plain(said)).collect();
            self.telling.add(&thing, &of, &mut self.posts);
            return inner;
        }
        if let Some((key, said)) = said {
            if !around.told {
                let said = Said {
                    value,
                    key,
                    text: plain(said),
                    title: thing.titles.first().cloned(),
                    around: around.title.clone(),
                    author: author.or(around.author),
                    when: own.or(around.when),
                    place: thing.place.take(),
                    span: self.span.clone(),
                };
                self.telling.end(&mut self.posts);
                said.tell(&mut self.posts);
            }
            return inner;
        }
        if thing.titles.is_empty() {
            let name = thing.place.as_deref().and_then(|p| p.split(", ").next());
            let name = name.filter(|_| own.is_some()).map(str::to_owned);
            thing.titles.extend(name);
        }
        let dated = thing.times.iter().any(|(turn, _)| *turn != Turn::Changed);
        if dated && !thing.titles.is_empty() && !holds_others(value) {
            if members.keys().any(|k| names::words(k).contains("url")) {
                thing.did = thing.did.take().or_else(|| Some("saved".to_owned()));
            }
            self.telling.add(&thing, &of, &mut self.posts);
        }
        inner
    }

    /// What the program says of it in a sentence: "Ida Ek updated her status."
    fn sentence(&mut self, title: &str, said: &str, when: Option<When>) {
        self.telling.end(&mut self.posts);
        let thread = self.posts.document.new_thread();
        let at = when
            .map(|w| format!("On {} ", w.in_words()))
            .unwrap_or_default();
        let told = format!(
            "{at}{}",
            json::mended(title.trim_end_matches('.').to_owned())
        );
        self.posts.own(&told, said, self.span.clone(), when, thread);
    }
}

/// Whether a title is a sentence that the program tells: it ends with a full stop.
fn is_sentence(title: &str) -> bool {
    title.ends_with('.')
        && title.split_whitespace().count() >= SENTENCE
        && title.starts_with(char::is_uppercase)
}

/// A text as somebody wrote it, without marks of pages.
fn plain(said: &str) -> String {
    let said = json::mended(said.replace("\r\n", "\n"));
    let said = if super::html::has_tags(&said) {
        super::html::to_text(&said)
    } else {
        super::html::resolved(said)
    };
    said.trim().to_owned()
}

/// The post in the parts of an object.
fn post_within(value: &Value) -> Option<&str> {
    let parts = value.get("data")?.as_array()?;
    parts.iter().find_map(|part| {
        string(part, &["post", "comment", "text"])
            .or_else(|| string(part.get("comment")?, &["comment"]))
    })
}

/// Whether an object is only what others are in: things with texts or times of their own.
fn holds_others(value: &Value) -> bool {
    let tells = |v: &Value| {
        v.as_object().is_some_and(|members| {
            members.keys().any(|key| {
                TEXT.contains(&key.as_str())
                    || matches!(names::part(&names::words(key)), names::Part::At(_))
            })
        })
    };
    let mut members = value
        .as_object()
        .into_iter()
        .flat_map(|members| members.iter());
    members.any(|(key, member)| {
        !facts::is_skipped(key)
            && member
                .as_array()
                .is_some_and(|items| items.len() > 1 && items.iter().any(tells))
    })
}
#[cfg(test)]
mod tests;
