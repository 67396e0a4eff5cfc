//! What takes input from outside, to be tried with any bytes at all: the targets of `fuzz/`, and a short run of the
//! same in the ordinary tests. A target panics where something is wrong.

#![expect(
    clippy::expect_used,
    reason = "a target that cannot be set up has to be heard of"
)]

#[cfg(all(test, target_os = "linux"))]
mod shapes;
#[cfg(test)]
mod tests;

use crate::{
    app::App,
    extract::{self, Context, Draft, NotRead, dates},
    index::{Change, Entry, Index, MemoryEntry, View},
    ingest,
    people::People,
    query::{
        self, Filter, Ratings, Request,
        answer::{self, Rarity, Source},
    },
    when::When,
};
use jiff::{Zoned, civil::date, tz::TimeZone};
use memo_common::{
    api::{Content, SourceType},
    config::{Config, Flags},
};
use std::{
    fs,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// The documents that questions are asked about.
const SAMPLES: [(SourceType, &str); 5] = [
    (
        SourceType::Calendar,
        include_str!("../../../tests/samples/calendar.ics"),
    ),
    (
        SourceType::Stream,
        include_str!("../../../tests/samples/chat.txt"),
    ),
    (
        SourceType::Text,
        include_str!("../../../tests/samples/journal.md"),
    ),
    (
        SourceType::Email,
        include_str!("../../../tests/samples/mail.eml"),
    ),
    (
        SourceType::Text,
        include_str!("../../../tests/samples/meeting-notes.md"),
    ),
];

fn now() -> Zoned {
    let now = date(2026, 11, 20).at(9, 30, 0, 0);
    now.to_zoned(TimeZone::UTC).expect("a time")
}

/// The first line, and the rest.
fn head(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or(("", text))
}

/// A form: the content type on the first line, then the body, which arrives in pieces.
pub fn form(input: &[u8]) {
    let end = input.iter().position(|b| *b == b'\n').unwrap_or(0);
    let (kind, body) = input.split_at(end);
    crate::http::fuzz_form(kind, body.get(1..).unwrap_or_default());
}

/// A document: its type on the first line (any other word: to be guessed), then its text.
pub fn source(input: &[u8]) {
    let input = String::from_utf8_lossy(input);
    let (kind, text) = head(&input);
    for draft in drafts(text, kind.parse().ok()) {
        let mut last = 0;
        for span in &draft.spans {
            assert!(last <= span.start && span.start <= span.end, "spans ascend");
            assert!(text.get(span.clone()).is_some(), "a span is text");
            last = span.end;
        }
        assert!(
            !draft.narrative.trim().is_empty(),
            "a memory says something"
        );
        if let Some(when) = draft.when {
            assert_reads(when);
        }
    }
}

/// The same input as [`source`] takes, only read: many times faster, so that the readers are tried as often as it takes.
pub fn reader(input: &[u8]) {
    static NOW: OnceLock<Zoned> = OnceLock::new();
    let input = String::from_utf8_lossy(input);
    let (kind, text) = head(&input);
    let reference = NOW.get_or_init(now);
    let document = ingest::read(text, kind.parse().ok(), Some("notes.txt"), reference);
    let known = |id: &usize| *id < document.people.len();
    assert!(document.present.iter().all(known), "people are known");
    let of_passages = document.passages.iter().filter_map(|p| p.when);
    for when in document.written.into_iter().chain(of_passages) {
        assert_reads(when);
    }
    for passage in &document.passages {
        assert!(text.get(passage.span.clone()).is_some(), "a span is text");
        assert!(
            passage.speaker.iter().chain(&passage.audience).all(known),
            "people are known"
        );
    }
}

/// A time is read as it is written.
fn assert_reads(when: When) {
    let written = when.to_string();
    let again = written.parse::<When>().map(|w| w.to_string());
    assert_eq!(again.ok(), Some(written));
}

fn drafts(text: &str, kind: Option<SourceType>) -> Vec<Draft> {
    extracted(text, kind).unwrap_or_default()
}

/// The memories of a text of this type; that it yields too much is an answer, too.
fn extracted(text: &str, kind: Option<SourceType>) -> Result<Vec<Draft>, NotRead> {
    let reference = now();
    let document = ingest::read(text, kind, Some("notes.txt"), &reference);
    let user_name = "Mira Halloran".to_owned();
    let context = Context {
        user_name,
        reference,
    };
    extract::extract(&document, &context)
}

/// A text with times in it.
pub fn times(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let mut last = 0;
    for found in dates::find(&text, &dates::Reference::at(now().datetime())) {
        assert!(last <= found.span.start, "times do not overlap");
        assert!(text.get(found.span.clone()).is_some(), "a span is text");
        assert_reads(found.when);
        last = found.span.end;
    }
}

/// A question about some documents, with a filter on its first line.
pub fn question(input: &[u8]) {
    static VIEW: OnceLock<(Arc<View>, Vec<Content>)> = OnceLock::new();
    let (view, contents) = VIEW.get_or_init(indexed);
    let input = String::from_utf8_lossy(input);
    let (narrow, text) = head(&input);
    let word = |name: &str| {
        let mut words = narrow.split(' ').filter_map(|w| w.split_once('='));
        words.find(|(n, _)| *n == name).map(|(_, v)| v.to_owned())
    };
    let day = |name| word(name)?.parse().ok();
    let filter = Filter {
        since: day("since"),
        until: day("until"),
        participant: word("participant"),
        names: Vec::new(),
        place: word("place"),
        tag: word("tag"),
        item_id: word("item_id"),
        source_type: word("source_type").and_then(|t| t.parse().ok()),
    };
    let request = Request {
        user: "u",
        text,
        limit: 10,
        filter: &filter,
        now: now().datetime(),
        people: &People::default(),
    };
    let hits = query::recall(
        view,
        &request,
        &Ratings::default(),
        &query::without_model,
        &|_, _| true,
    );
    for hit in &hits {
        assert!((0.0..=1.0).contains(&hit.score), "a score is a share");
    }
    let sources: Vec<Source<'_>> = hits
        .iter()
        .filter_map(|hit| {
            Some(Source {
                content: contents.get(hit.index as usize)?,
                user_name: "Mira Halloran",
                source_type: SourceType::Text,
                score: hit.score,
                reading: None,
                before: None,
                after: None,
            })
        })
        .collect();
    let rarity = Rarity {
        memories: contents.len() as u64,
        having: &|_| 1,
    };
    let reply = answer::answer(text, &sources, rarity);
    assert!(reply.used.iter().all(|n| *n < sources.len()));
    assert!(!reply.response.trim().is_empty(), "something is said");
}

/// The samples' memories, as one document of user `u`.
fn indexed() -> (Arc<View>, Vec<Content>) {
    let dir = scratch("index");
    let (index, _) = Index::open(&dir).expect("an index");
    let all = SAMPLES
        .iter()
        .flat_map(|(kind, text)| drafts(text, Some(*kind)));
    let (mut memories, mut contents) = (Vec::new(), Vec::new());
    for draft in all {
        contents.push(Content {
            narrative: draft.narrative.clone(),
            participants: draft.participants.clone(),
            when: draft.when.map(|w| w.to_string()).unwrap_or_default(),
            place: draft.place.clone(),
            entities: draft.entities.clone(),
            tags: draft.tags.clone(),
        });
        memories.push(MemoryEntry {
            last: None,
            narrative: draft.narrative,
            participants: draft.participants,
            when: draft.when,
            place: draft.place,
            entities: draft.entities,
            tags: draft.tags,
            speaker: draft.speaker,
            asks: draft.asks,
            thread: draft.thread,
            vector: None,
        });
    }
    let entry = Entry {
        version: 1,
        user: "u".into(),
        item_id: "samples".into(),
        source_type: SourceType::Text,
        memories,
    };
    index.apply(&[Change::Put(entry)]).expect("it goes in");
    index.commit(1).expect("a commit");
    (index.view(), contents)
}

/// Lines of an import, into a memory that keeps what it takes.
pub fn import(input: &[u8]) {
    static APP: OnceLock<Arc<App>> = OnceLock::new();
    let app = APP.get_or_init(|| {
        let dir = scratch("import").to_string_lossy().into_owned();
        let find = |name: &str| (name == "MEMO_DATA_DIR").then(|| dir.clone());
        let config = Config::resolve(&Flags::new(), find).expect("settings");
        Arc::new(App::open(config, Arc::default()).expect("a memory"))
    });
    crate::http::fuzz_import(app, input);
}

/// Settings: lines `NAME=VALUE` of the environment, an empty line, and the file.
pub fn settings(input: &[u8]) {
    let input = String::from_utf8_lossy(input);
    let (environment, file) = input.split_once("\n\n").unwrap_or(("", &input));
    let path = scratch("settings").join("config.toml");
    fs::write(&path, file).expect("a file");
    let path = path.to_string_lossy();
    let find = |name: &str| match name {
        "MEMO_CONFIG" => Some(path.clone().into_owned()),
        _ => {
            let mut pairs = environment.lines().filter_map(|l| l.split_once('='));
            pairs.find(|(n, _)| *n == name).map(|(_, v)| v.to_owned())
        }
    };
    // Whatever is wrong is said in words, and without the key.
    if let Err(error) = Config::resolve(&Flags::new(), find) {
        assert!(!error.to_string().is_empty());
    }
}

/// A folder of this process's own.
fn scratch(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("memo-fuzz-{}-{name}", std::process::id()));
    fs::create_dir_all(&dir).expect("a folder");
    dir
}
