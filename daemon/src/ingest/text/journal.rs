//! Exports of journal and note programs: Day One, Journey and Google Keep as JSON, Evernote as XML, Apple's Journal as
//! pages.

use crate::ingest::Title;
use crate::ingest::{Document, Kind, Passage, html, instant, json};
use crate::when::When;
use jiff::tz::TimeZone;
use memo_common::api::SourceType;
use serde_json::Value;
use std::ops::Range;

/// Reads an export; `None` where the text is none. Instants are told in `zone`.
pub(super) fn read(text: &str, zone: &TimeZone) -> Option<Document> {
    let mut document = Document::new(SourceType::Text);
    if text.trim_start().starts_with(['{', '[']) {
        for object in json::objects(text) {
            let entries = json::array(text, object.clone(), "entries");
            for span in if entries.is_empty() {
                vec![object]
            } else {
                entries
            } {
                if let Some(value) = json::value(text, span.clone()) {
                    entry(&value, span, zone, &mut document);
                }
            }
        }
    } else if text.contains("<en-export") {
        evernote(text, zone, &mut document);
    } else if ["pageHeader", "bodyText"]
        .iter()
        .all(|class| element(text, class).is_some())
    {
        apple(text, zone, &mut document);
    }
    (!document.passages.is_empty()).then_some(document)
}

/// The words of the first element of this class.
fn element(page: &str, class: &str) -> Option<String> {
    let found = ['"', '\'']
        .iter()
        .find_map(|q| page.find(&format!("class={q}{class}{q}")))?;
    let inner = &page[found + page[found..].find('>')? + 1..];
    let end = inner.find("</div>").unwrap_or(inner.len());
    Some(html::to_text(&inner[..end]).trim().to_owned())
}

/// An entry of Apple's Journal: a page with the day above it, a title, and what was written.
fn apple(page: &str, zone: &TimeZone, document: &mut Document) {
    let day = element(page, "pageHeader").and_then(|day| instant::written(&day, zone));
    let title = element(page, "title").filter(|title| !title.is_empty());
    let body = element(page, "bodyText").unwrap_or_default();
    document.title = title.as_deref().map(Title::from);
    document.written = day.map(|when| When::day(when.start.first_day()));
    for part in body.split("\n\n").map(str::trim).filter(|p| !p.is_empty()) {
        let mut passage = Passage::new(Kind::Prose, part, 0..page.len());
        passage.when = document.written;
        passage.headings.extend(title.as_deref().map(Title::from));
        document.passages.push(passage);
    }
}

fn entry(value: &Value, span: Range<usize>, zone: &TimeZone, document: &mut Document) {
    // where it was written: its day there is not the reader's
    let written_in = json::string(value, &["timeZone"]).and_then(|name| TimeZone::get(name).ok());
    let zone = written_in.as_ref().unwrap_or(zone);
    let words =
        json::string(value, &["text", "textContent", "content", "body"]).unwrap_or_default();
    let mut said = if html::has_tags(words) {
        html::to_text(words)
    } else {
        words.replace("\\.", ".").replace("\\-", "-")
    };
    let items: Vec<(&str, bool)> = value
        .get("listContent")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|item| {
            let done = item.get("isChecked").and_then(Value::as_bool);
            Some((json::string(item, &["text"])?, done.unwrap_or_default()))
        })
        .collect();
    // A list where nothing is crossed off says things; one where something is says what is done.
    let tasks = items.iter().any(|(_, done)| *done);
    if !tasks {
        for (item, _) in &items {
            said.push('\n');
            said.push_str(item);
        }
    }
    let title = json::string(value, &["title", "subject"]);
    let when = [
        "creationDate",
        "date_journal",
        "date",
        "createdTimestampUsec",
        "userEditedTimestampUsec",
        "created",
    ]
    .iter()
    .find_map(|key| instant::of(value.get(key)?, zone))
    // the day alone is when an entry is of
    .map(|when| When::day(when.start.first_day()));
    // other JSON has texts, too; a journal's have a day
    let Some(when) = when.filter(|_| tasks || !said.trim().is_empty()) else {
        return;
    };
    let place = value
        .get("location")
        .and_then(|l| json::string(l, &["placeName", "localityName", "name"]));
    let place = place
        .or_else(|| json::string(value, &["address"]))
        .map(str::to_owned);
    let thread = document.new_thread();
    let parts = said.split("\n\n").map(str::trim).filter(|p| !p.is_empty());
    let parts = parts.map(|p| (p.trim_start_matches(['#', ' ']), Kind::Prose));
    let items = items.iter().filter(|_| tasks).map(|(text, done)| {
        let task = Some(*done);
        (*text, Kind::Item { task })
    });
    for (part, kind) in parts.chain(items) {
        let part = super::lines::plain(part);
        let mut passage = Passage::new(kind, part, span.clone());
        passage.when = Some(when);
        passage.place.clone_from(&place);
        passage.headings.extend(title.map(Title::from));
        passage.thread = thread;
        document.passages.push(passage);
    }
}

/// The notes of an Evernote export: `<note><title>…</title><content>…</content><created>20240503T101500Z</created>`.
fn evernote(text: &str, zone: &TimeZone, document: &mut Document) {
    let inner = |note: &str, tag: &str| {
        let from = note.find(&format!("<{tag}>"))? + tag.len() + 2;
        let to = from + note[from..].find(&format!("</{tag}>"))?;
        Some(note[from..to].to_owned())
    };
    let mut at = 0;
    while let Some(from) = text[at..].find("<note>").map(|n| at + n) {
        let to = text[from..]
            .find("</note>")
            .map_or(text.len(), |n| from + n);
        at = to;
        let note = &text[from..to];
        let Some(content) = inner(note, "content") else {
            continue;
        };
        let content = content
            .trim()
            .trim_start_matches("<![CDATA[")
            .trim_end_matches("]]>");
        let when = inner(note, "created").and_then(|c| {
            let at = jiff::civil::DateTime::strptime("%Y%m%dT%H%M%SZ", c.trim()).ok()?;
            let at = TimeZone::UTC.to_timestamp(at).ok()?;
            Some(When::day(at.to_zoned(zone.clone()).date()))
        });
        let thread = document.new_thread();
        let said = html::to_text(content);
        for part in said.split("\n\n").map(str::trim).filter(|p| !p.is_empty()) {
            let mut passage = Passage::new(Kind::Prose, part, from..to);
            passage.when = when;
            passage
                .headings
                .extend(inner(note, "title").map(Title::from));
            passage.thread = thread;
            document.passages.push(passage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(String, String, Option<String>)> {
        let document = read(text, &TimeZone::UTC).expect("an export");
        let told = document.passages.into_iter().map(|p| {
            (
                p.text,
                p.when.map(|w| w.to_string()).unwrap_or_default(),
                p.place,
            )
        });
        told.collect()
    }

    #[test]
    fn reads_the_exports_of_journals() {
        assert_eq!(
            told(
                r#"{"metadata":{"version":"1.0"},"entries":[{"creationDate":"2024-05-03T10:15:00Z","text":"Rain\\.\n\nWe stayed in.","location":{"placeName":"Old Mill"},"weather":{"temperatureCelsius":9}}]}"#
            ),
            [
                (
                    "Rain.".to_owned(),
                    "2024-05-03".to_owned(),
                    Some("Old Mill".to_owned())
                ),
                (
                    "We stayed in.".to_owned(),
                    "2024-05-03".to_owned(),
                    Some("Old Mill".to_owned())
                ),
            ]
        );
        assert_eq!(
            told(
                r#"{"title":"Boat","isPinned":false,"listContent":[{"text":"oars","isChecked":true},{"text":"sail","isChecked":false}],"userEditedTimestampUsec":1714731300000000}"#
            ),
            [
                ("oars".to_owned(), "2024-05-03".to_owned(), None),
                ("sail".to_owned(), "2024-05-03".to_owned(), None),
            ]
        );
        let list = r#"{"title":"Boat","listContent":[{"text":"oars","isChecked":true},{"text":"sail","isChecked":false}],"userEditedTimestampUsec":1714731300000000}"#;
        let document = read(list, &TimeZone::UTC).expect("an export");
        let tasks: Vec<&Kind> = document.passages.iter().map(|p| &p.kind).collect();
        assert_eq!(
            tasks,
            [
                &Kind::Item { task: Some(true) },
                &Kind::Item { task: Some(false) }
            ]
        );
        assert_eq!(
            told(
                "<?xml version=\"1.0\"?><en-export><note><title>Boat</title><content><![CDATA[<en-note><div>Two oars.</div></en-note>]]></content><created>20240503T101500Z</created></note></en-export>"
            ),
            [("Two oars.".to_owned(), "2024-05-03".to_owned(), None)]
        );
        assert_eq!(
            told(
                r#"{"entries":[{"creationDate":"2024-05-03T22:15:00Z","timeZone":"Europe\/Oslo","text":"Rain."}]}"#
            ),
            [("Rain.".to_owned(), "2024-05-04".to_owned(), None)]
        );
        assert_eq!(
            told(
                "<html><body><div class=\"pageHeader\">Friday, May 3, 2024</div><div class='title'>Boat</div><div class=\"bodyText\"><p>Two oars.</p><p>One sail.</p></div></body></html>"
            ),
            [
                ("Two oars.".to_owned(), "2024-05-03".to_owned(), None),
                ("One sail.".to_owned(), "2024-05-03".to_owned(), None)
            ]
        );
        assert!(
            read("{\"a\":1}", &TimeZone::UTC).is_none() && read("a note", &TimeZone::UTC).is_none()
        );
    }
}
