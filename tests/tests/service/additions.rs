//! Documents, memories and health: what the interface adds.

use crate::garden;
use memo_common::api::{Filter, RunState, SourceType};
use memo_tests::daemon::{Daemon, until};

#[test]
fn a_document_is_shown_with_its_run() {
    let daemon = garden();
    let body = daemon.get("/v1/documents/garden").ok().json();
    for name in [
        "item_id",
        "source_type",
        "user_name",
        "created_at",
        "bytes",
        "memories",
        "run",
    ] {
        assert!(!body[name].is_null(), "{name}: {body}");
    }
    let document = daemon.client().document("garden").expect("a document");
    assert_eq!(document.source_type, Some(SourceType::Text));
    assert_eq!(document.user_name, "Mira Halloran");
    assert_eq!(document.run.state, RunState::Succeeded);
    assert_eq!(document.memories, 1);
    daemon
        .get("/v1/documents/nothing")
        .problem(404, "not_found");
}

#[test]
fn documents_are_listed_in_pages() {
    let daemon = Daemon::start();
    for n in 0..5 {
        daemon.add(&format!("d{n}"), &format!("I baked bread number {n}."));
    }
    let client = daemon.client();
    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let page = client
            .documents(Some(2), cursor.as_deref())
            .expect("a page");
        assert!(page.documents.len() <= 2);
        seen.extend(page.documents.into_iter().map(|d| d.item_id));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, ["d0", "d1", "d2", "d3", "d4"]);
}

#[test]
fn memories_are_listed_latest_first_in_pages() {
    let daemon = Daemon::start();
    for (id, day) in [
        ("b", "9 June 2024"),
        ("a", "3 May 2024"),
        ("c", "1 July 2024"),
    ] {
        daemon.add(id, &format!("On {day} I baked bread with Ines."));
    }
    let client = daemon.client();
    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let page = client
            .memories(&Filter::default(), Some(1), cursor.as_deref())
            .expect("a page");
        seen.extend(page.memories.into_iter().map(|m| m.item_id));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, ["c", "b", "a"]);
    let filter = Filter {
        since: Some("2024-06-01".into()),
        until: Some("2024-06-30".into()),
        ..Filter::default()
    };
    let page = client.memories(&filter, None, None).expect("a page");
    assert_eq!(
        page.memories
            .iter()
            .map(|m| m.item_id.as_str())
            .collect::<Vec<_>>(),
        ["b"]
    );
    let filter = Filter {
        item_id: Some("c".into()),
        ..Filter::default()
    };
    let page = client.memories(&filter, None, None).expect("a page");
    assert_eq!(page.memories.len(), 1);
}

#[test]
fn a_memory_shows_the_lines_it_came_from() {
    let daemon = Daemon::start();
    let text = "Notes\n\nOn 3 May 2024 I planted tulips with Tomas Brandt behind the shed.\n";
    daemon.add("garden", text);
    let memory = daemon.client().memory("garden_memory_0").expect("a memory");
    let span = memory
        .source
        .iter()
        .find(|s| s.text.contains("tulips"))
        .expect("its passage");
    assert_eq!(&text[span.start as usize..span.end as usize], span.text);
    assert!((span.first_line..=span.last_line).contains(&3), "{span:?}");
    daemon
        .get("/v1/memories/garden_memory_99")
        .problem(404, "not_found");
}

#[test]
fn a_documents_text_comes_back_as_it_was() {
    let daemon = Daemon::start();
    let long = "Žluťoučký kůň planted tulips. ".repeat(200);
    daemon.add("long", &long);
    assert_eq!(
        daemon.client().document_text("long").expect("the text"),
        long
    );
}

#[test]
fn health_needs_no_key_from_this_machine() {
    let daemon = garden();
    for path in ["/healthz", "/readyz", "/openapi.json"] {
        daemon.request("GET", path).without("x-api-key").send().ok();
    }
    for line in [
        "memo_uploads_total 1",
        "memo_runs_succeeded_total 1",
        "memo_documents 1",
        "memo_ready 1",
    ] {
        // a run is counted once its end is written, which is when it can be asked for
        until(line, || {
            let metrics = daemon.client().metrics().expect("counters");
            metrics.lines().any(|l| l == line).then_some(())
        });
    }
}
