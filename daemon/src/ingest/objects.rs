//! JSON of a program that no reader knows: the texts in it, by what the members round them are called; all else is the
//! program's.

use super::json::{self, members, string};
use super::posts::Posts;
use super::{About, Document, Kind, Passage, instant};
use jiff::tz::TimeZone;
use memo_common::api::SourceType;
use serde_json::Value;
use std::ops::Range;

/// How deep objects within objects are followed.
const DEEPEST: usize = 24;

const TEXT: &[&str] = &[
    "body",
    "text",
    "content",
    "message",
    "comment",
    "description",
    "note",
    "notes",
    "summary",
    "caption",
    "details",
];
const TITLE: &[&str] = &["title", "subject", "headline", "name"];
/// Whether a document shows the JSON it was read from: braces, and members' names with their quotation marks.
pub(super) fn is_shown(text: &str, document: &Document) -> bool {
    let names = |text: &str| text.contains("\":");
    text.trim_start().starts_with(['{', '[']) && document.passages.iter().any(|p| names(&p.text))
}

/// Reads the texts; `None` where there are none.
pub(super) fn read(text: &str, source: SourceType, about: &About<'_>) -> Option<Document> {
    let zone = about.reference.time_zone();
    let mut posts = Posts::new(source, zone.clone());
    for span in json::objects(text) {
        if let Some(value) = json::value(text, span.clone()) {
            walk(&value, &span, 0, zone, &mut posts);
        }
    }
    (!posts.document.passages.is_empty()).then_some(posts.document)
}

fn walk(value: &Value, span: &Range<usize>, depth: usize, zone: &TimeZone, posts: &mut Posts) {
    if depth > DEEPEST {
        return;
    }
    match value {
        Value::Array(items) => {
            for item in items {
                walk(item, span, depth + 1, zone, posts);
            }
        }
        Value::Object(members) => {
            tell(value, span, zone, posts);
            for inner in members.values() {
                walk(inner, span, depth + 1, zone, posts);
            }
        }
        _ => {}
    }
}

/// What an object says, where it says something: several words that somebody wrote.
fn tell(value: &Value, span: &Range<usize>, zone: &TimeZone, posts: &mut Posts) {
    let Some(said) = string(value, TEXT).filter(|said| said.split_whitespace().count() >= 2) else {
        return;
    };
    let said = if super::html::has_tags(said) {
        super::html::to_text(said)
    } else {
        said.replace("\r\n", "\n")
    };
    let when = members::WHEN
        .iter()
        .find_map(|key| instant::of(value.get(key)?, zone));
    let who = members::WHO.iter().find_map(|key| match value.get(key)? {
        Value::String(name) => Some((None, Some(name.as_str()))),
        user => {
            let login = string(user, &["login", "username"]);
            Some((login, string(user, &members::NAMES).or(login)))
        }
    });
    let author = who.and_then(|(login, name)| posts.author(login, name, None));
    let title = string(value, TITLE).filter(|title| *title != said);
    let thread = u32::try_from(posts.document.passages.len()).unwrap_or(u32::MAX);
    if let Some(author) = author {
        let act = title.map_or("wrote".to_owned(), |t| format!("wrote under “{t}”"));
        posts.post(author, &act, &said, span.clone(), when, thread);
        return;
    }
    let mut passage = Passage::new(Kind::Prose, said, span.clone());
    passage.headings.extend(title.map(str::to_owned));
    passage.when = when;
    passage.thread = thread;
    posts.document.passages.push(passage);
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
