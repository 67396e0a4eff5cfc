//! JSON of a program that no reader knows: the texts in it and the things that it keeps, by what the members round them are
//! called; all else is the program's.
//!
//! - `facts`: what an object's members say
//! - `kind`: which source type an export is of
//! - `said`: what somebody wrote
//! - `tree`: pages of blocks within blocks

mod facts;
mod kind;
mod said;
mod tree;

use super::json::{self, members, string};
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
    let document = reader.posts.document;
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
        let dated = members::WHEN
            .iter()
            .find_map(|key| instant::of(value.get(key)?, zone));
        let own = dated.or_else(|| {
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
        let thread = u32::try_from(self.posts.document.passages.len()).unwrap_or(u32::MAX);
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
        said
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
mod tests {
    use super::super::read;
    use proptest::prelude::*;

    #[test]
    fn tells_the_texts_and_nothing_of_the_program() {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        let text = r#"{"board":{"id":"7f3","closed":false,"cards":[{"id":"c1","title":"Soup","createdBy":{"login":"ida","name":"Ida Ek"},
            "createdAt":"2024-05-03T09:10:00Z","body":"The soup boils over at noon.","pos":65535.5},
            {"id":"c2","text":"Buy a bigger pot.","ts":1714900000}]}}"#;
        for kind in ["text", "vscode", "github", "pdf"] {
            let document = read(text, kind.parse().ok(), None, &reference);
            let told: Vec<_> = document
                .passages
                .iter()
                .map(|p| {
                    format!(
                        "{} {}",
                        p.when.map(|w| w.to_string()).unwrap_or_default(),
                        p.text
                    )
                })
                .collect();
            assert_eq!(
                told,
                [
                    "2024-05-03 09:10 The soup boils over at noon.",
                    "2024-05-05 09:06 Buy a bigger pot."
                ],
                "{kind}"
            );
        }
    }

    /// What an export tells, read as this type.
    fn of(kind: &str, text: &str) -> Vec<String> {
        let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
        super::super::told::told(&read(text, kind.parse().ok(), None, &reference))
    }

    #[test]
    fn tasks_with_and_without_words() {
        let text = r#"{"kind":"t#lists","items":[{"title":"My list","updated":"2024-05-04T10:00:00Z","items":[
            {"id":"a","title":"Sand the hull","notes":"Coarse, then fine.","scheduled_time":[{"start":"2024-05-20T00:00:00Z"}],"created":"2024-05-01T10:00:00Z","status":"needsAction"},
            {"id":"b","title":"Buy paint","due":"2024-05-10T00:00:00Z","completed":"2024-05-03T16:15:00Z","created":"2024-05-01T10:00:00Z","status":"completed"}]}]}"#;
        assert_eq!(
            of("text", text),
            [
                "2024-05-20 I have to do “Sand the hull”, due on 20 May 2024: Coarse, then fine.",
                "2024-05-03 16:15 On 3 May 2024 at 16:15 I finished “Buy paint”.",
            ]
        );
    }

    #[test]
    fn cards_with_numbers_for_people_and_lists() {
        let text = r#"{"id":"b1","name":"Boat","lists":[{"id":"l1","name":"Doing"}],"members":[{"id":"m1","fullName":"Ida Ek"}],
            "cards":[{"id":"c1","name":"Sand the hull","desc":"","due":"2024-05-20T15:00:00.000Z","dueComplete":false,"idList":"l1","idMembers":["m1"]}],
            "actions":[{"id":"a1","idMemberCreator":"m1","type":"commentCard","date":"2024-05-03T17:20:00Z","data":{"text":"The paint is late.","card":{"id":"c1","name":"Sand the hull"}},
            "memberCreator":{"id":"m1","fullName":"Ida Ek"}}]}"#;
        let told = of("text", text);
        assert!(told.contains(
            &"2024-05-20 15:00 Ida Ek has to do “Sand the hull”, due on 20 May 2024 at 15:00, under Doing."
                .to_owned()
        ), "{told:?}");
        assert!(
            told.contains(
                &"2024-05-03 17:20 Ida Ek commented on “Sand the hull”: The paint is late."
                    .to_owned()
            ),
            "{told:?}"
        );
        assert_eq!(told.len(), 2);
    }

    #[test]
    fn posts_are_ones_own() {
        let archive = r#"window.YTD.tweets.part0 = [{"tweet":{"id_str":"1","entities":{"hashtags":[{"text":"a b"}]},"full_text":"We sailed to Faro.","created_at":"Fri May 03 08:00:00 +0000 2024"}}]"#;
        assert_eq!(
            of("browser", archive),
            ["2024-05-03 08:00 On 3 May 2024 at 08:00 I posted: We sailed to Faro."]
        );
        let status = r#"[{"timestamp":1714723200,"attachments":[{"data":[{"external_context":{"url":"https://a.example/x"}}]}],
            "data":[{"post":"The cafÃ© is open."},{"update_timestamp":1714723200}],"title":"Ida Ek shared a link."}]"#;
        assert_eq!(
            of("browser", status),
            ["2024-05-03 08:00 On 3 May 2024 at 08:00 Ida Ek shared a link: The café is open."]
        );
        let reply = r#"{"orderedItems":[{"published":"2024-05-03T08:00:00Z","object":{"published":"2024-05-03T08:00:00Z","attributedTo":"https://a.example/users/bo",
            "inReplyTo":"https://a.example/users/ida/statuses/1","content":"<p>Use a brush.</p>","url":"https://a.example/@bo/2"}}]}"#;
        assert_eq!(
            of("browser", reply),
            ["2024-05-03 08:00 On 3 May 2024 at 08:00 I replied to ida: Use a brush."]
        );
    }

    #[test]
    fn notes_on_pages_and_what_was_heard() {
        let noted = r#"[{"id":1,"title":"On boats","url":"https://a.example/boats","content":"<p>Boats float.</p>","created_at":"2024-05-02T08:00:00Z",
            "annotations":[{"id":7,"text":"Ask Ida why","quote":"float","created_at":"2024-05-03T08:00:00Z"}]}]"#;
        assert!(of("browser", noted).contains(
            &"2024-05-03 08:00 On 3 May 2024 at 08:00 I noted on “On boats”, about “float”: Ask Ida why."
                .trim_end_matches('.')
                .to_owned()
        ));
        let hours = r#"[{"id":2,"start":"20240503T080000Z","end":"20240503T093000Z","tags":["boat","paint"]}]"#;
        assert_eq!(
            of("vscode", hours),
            [
                "2024-05-03 08:00/2024-05-03 09:30 On 3 May 2024 from 08:00 to 09:30 I noted “boat, paint”."
            ]
        );
        let heard = r#"[{ "endTime" : "2024-05-03 06:41", "artistName" : "The Oars", "trackName" : "Rain", "msPlayed" : 240000 }]"#;
        assert_eq!(
            of("browser", heard),
            ["2024-05-03 06:41 On 3 May 2024 at 06:41 I listened to “Rain” by The Oars (4 min)."]
        );
    }

    proptest! {
        #[test]
        fn any_json_is_read(text in "[\\[\\]{},:\"\\\\a1é ]{0,60}|(\\{\"text\": ?\"a b\",\"ts\":1e300\\}|\\[|\\]|,){0,20}") {
            let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
            for passage in read(&text, "text".parse().ok(), None, &reference).passages {
                prop_assert!(text.get(passage.span).is_some());
            }
        }
    }
}
