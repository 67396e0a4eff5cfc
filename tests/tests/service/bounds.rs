//! What a document, an import or a rating may take: in proportion to what was sent.

use crate::garden;
use memo_common::api::{Filter, Memory, RunState};
use memo_tests::daemon::{Daemon, Form};
use serde_json::{Value, json};

/// Uploads a text of this type, and gives its run's path.
fn send(daemon: &Daemon, item_id: &str, kind: &str, text: &str) -> String {
    let form = Form::new()
        .text("user_name", "Mira Halloran")
        .text("item_id", item_id)
        .text("source_type", kind)
        .file("a.txt", text);
    daemon.upload(&form)
}

fn memories(daemon: &Daemon, item_id: &str) -> Vec<Memory> {
    let filter = Filter {
        item_id: Some(item_id.to_owned()),
        ..Filter::default()
    };
    let page = daemon.client().memories(&filter, Some(100), None);
    page.expect("a page").memories
}

/// A document of every type, in which one title, name or place stands over many memories.
fn titled(title: &str) -> Vec<(&'static str, String)> {
    let said =
        |n: usize| format!("We met Tomas Brandt at weir {n} on 3 May 2024 to mend the pump.");
    let all = |unit: &dyn Fn(usize) -> String| (0..12).map(unit).collect::<String>();
    let paragraphs = all(&|n| format!("{}\n\n", said(n)));
    let message = |n: usize| {
        json!({"user": "U1", "type": "message", "ts": format!("17147304{n:02}.0"),
        "text": format!("<@U1> {}", said(n))})
    };
    let messages: Vec<Value> = (0..12).map(message).collect();
    let comment = |n: usize| {
        json!({"user": {"login": title}, "body": said(n),
        "created_at": format!("2024-05-03T10:{n:02}:00Z")})
    };
    let comments: Vec<Value> = (0..12).map(comment).collect();
    vec![
        (
            "email",
            format!(
                "From: {title} <ann@x.example>\nTo: {title} <mira@x.example>\nSubject: {title}\n\
                 Date: Fri, 3 May 2024 10:00:00 +0000\n\n{paragraphs}"
            ),
        ),
        ("text", format!("# Weirs\n\n## {title}\n\n{paragraphs}")),
        (
            "text",
            format!(
                "#+TITLE: {title}\n\n* {title}\n{}",
                all(&|n| format!("** TODO {}\n", said(n)))
            ),
        ),
        ("pdf", format!("{title}\n\n{paragraphs}")),
        (
            "calendar",
            format!(
                "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:{title}\nBEGIN:VEVENT\nUID:1\nDTSTART:20240503T100000Z\n\
                 SUMMARY:{title}\nLOCATION:{title}\nDESCRIPTION:{}\nEND:VEVENT\nEND:VCALENDAR\n",
                all(&|n| format!("{}\\n\\n", said(n)))
            ),
        ),
        (
            "browser",
            format!(
                "<!doctype html><title>{title}</title><body><h1>{title}</h1>{}",
                all(&|n| format!("<p>{}</p>", said(n)))
            ),
        ),
        (
            "github",
            json!({"title": title, "number": 4, "html_url": "https://github.com/a/b/issues/4",
                "user": {"login": title}, "body": said(0), "created_at": "2024-05-03T10:00:00Z",
                "comments": comments})
            .to_string(),
        ),
        (
            "slack",
            json!({"users": [{"id": "U1", "profile": {"real_name": title}}], "messages": messages})
                .to_string(),
        ),
        (
            "stream",
            format!(
                "{title}\n\n{}",
                all(&|n| format!("{title}: {}\n\n", said(n)))
            ),
        ),
        ("vscode", format!("# {title}\n\n## {title}\n\n{paragraphs}")),
    ]
}

#[test]
fn no_title_or_name_stands_whole_before_every_memory() {
    let daemon = Daemon::start();
    let title = "Soup and Herons ".repeat(300);
    for (n, (kind, text)) in titled(title.trim()).into_iter().enumerate() {
        let id = format!("{kind}-{n}");
        let run = daemon.wait(&send(&daemon, &id, kind, &text));
        assert_eq!(run.state, RunState::Succeeded, "{kind}: {run:?}");
        let memories = memories(&daemon, &id);
        assert!(!memories.is_empty(), "{kind}");
        // Of a speaker's name each turn's own words may hold what stands there.
        let whole = memories
            .iter()
            .filter(|m| m.content.narrative.chars().count() > 4_000)
            .count();
        assert!(whole <= 1, "{kind}: {whole} of {}", memories.len());
        for memory in memories {
            let content = memory.content;
            let entities = content.entities.iter().map(|e| &e.name);
            let names = content
                .participants
                .iter()
                .chain(&content.tags)
                .chain(entities);
            for name in names.chain(&content.place) {
                assert!(name.chars().count() <= 200, "{kind}: {name}");
            }
        }
    }
}

#[test]
fn a_document_that_says_too_much_for_its_length_fails_alone_with_the_reason() {
    let daemon = Daemon::start();
    let heading = |depth: usize| {
        format!(
            "{} {depth} {}\n",
            "#".repeat(depth),
            "Soup and Herons ".repeat(12)
        )
    };
    let mut text: String = (1..6).map(heading).collect();
    text += &"###### x\n\nWe met.\n\n".repeat(2_500);
    let run = daemon.wait(&send(&daemon, "dense", "text", &text));
    assert_eq!(run.state, RunState::Failed, "{run:?}");
    let error = run.error.expect("a reason");
    assert_eq!(error.code, "too_many_memories");
    assert!(error.message.contains("split it"), "{}", error.message);
    assert!(memories(&daemon, "dense").is_empty());
    daemon.add("garden", "I planted tulips with Tomas Brandt.");
}

/// An export of one document, with memories that rest on these spans.
fn export(text: &str, narrative: &str, spans: &[Value]) -> String {
    let mut lines = vec![
        json!({"type": "memo_export", "version": 1, "memo": "0.1.0", "exported_at": "2024-05-03T10:00:00Z"}),
        json!({"type": "document", "item_id": "garden", "user_name": "Mira Halloran", "text": text,
            "created_at": "2024-05-03T10:00:00Z",
            "extracted": {"source_type": "text", "memories": spans.len(), "removed": []}}),
    ];
    lines.extend(spans.iter().enumerate().map(|(n, spans)| {
        json!({"type": "memory", "custom_id": format!("garden_memory_{n}"), "narrative": narrative,
            "participants": [], "when": "2024-05-03", "where": null, "entities": [], "tags": [],
            "spans": spans, "asks": false, "thread": 0})
    }));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn spans_of_an_import_rise_and_lie_within_the_text() {
    let daemon = Daemon::start();
    let import = |spans: Value| {
        let text = export("I planted tulips.", "I planted tulips.", &[spans]);
        let request = daemon.request("POST", "/v1/import");
        request.body("application/x-ndjson", text).send()
    };
    for spans in [
        json!([[0, 17], [0, 17]]),
        json!([[5, 9], [8, 12]]),
        json!([[9, 12], [0, 5]]),
        json!([[5, 3]]),
        json!([[0, 18]]),
        json!([[u64::MAX - 1, u64::MAX]]),
    ] {
        let problem = import(spans.clone()).problem(400, "invalid_form");
        let detail = problem["detail"].as_str().expect("a sentence");
        assert!(
            detail.starts_with("Line 3:") && detail.contains("spans"),
            "{spans}: {detail}"
        );
        daemon.get("/v1/documents/garden").problem(404, "not_found");
    }
    import(json!([[0, 9], [10, 17]])).ok();
    let detail = daemon.client().memory("garden_memory_0").expect("a memory");
    assert_eq!(detail.source.len(), 2);
}

#[test]
fn memories_of_an_import_are_in_proportion_to_the_text() {
    let daemon = Daemon::start();
    let import = |narrative: String, memories: usize| {
        let spans = vec![json!([[0, 17]]); memories];
        let text = export("I planted tulips.", &narrative, &spans);
        let request = daemon.request("POST", "/v1/import");
        request.body("application/x-ndjson", text).send()
    };
    let large = "I planted tulips. ".repeat(40_000);
    for (narrative, memories, why) in [
        (large.repeat(2), 1, "at most"),
        (large.clone(), 40, "proportion"),
        ("I planted tulips.".to_owned(), 1_100, "hold together"),
    ] {
        let problem = import(narrative, memories).problem(400, "invalid_form");
        assert!(problem["detail"].to_string().contains(why), "{problem}");
    }
    // A page of such memories ends early, and the next goes on.
    import(large, 20).ok();
    let (mut cursor, mut seen, mut pages) = (None, 0, 0);
    loop {
        let page = daemon
            .client()
            .memories(&Filter::default(), Some(100), cursor.as_deref());
        let page = page.expect("a page");
        seen += page.memories.len();
        pages += 1;
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, 20);
    assert!(pages > 2, "{pages}");
}

#[test]
fn a_memory_is_rated_for_so_many_questions_and_no_more() {
    let daemon = garden();
    let client = daemon.client();
    let rate =
        |n: usize, rating| client.feedback("garden_memory_0", rating, &format!("tulips {n}?"));
    for n in 0..64 {
        rate(n, 1).expect("rated");
    }
    let refused = rate(64, 1).expect_err("too many").to_string();
    assert!(refused.contains("withdraw"), "{refused}");
    rate(63, -1).expect("another rating in its place");
    rate(63, 0).expect("withdrawn");
    rate(64, 1).expect("there is room again");
}
