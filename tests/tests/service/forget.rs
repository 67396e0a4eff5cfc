//! Forgetting: gone from every answer at once.

use crate::garden;
use memo_common::api::Filter;
use memo_tests::daemon::{Daemon, Form};

#[test]
fn a_deleted_document_is_gone_from_every_answer_at_once() {
    let mut daemon = garden();
    let body = daemon
        .request("DELETE", "/v1/documents/garden")
        .send()
        .ok()
        .json();
    assert_eq!(body["status"], "success");
    assert_eq!(body["memories"], 1);
    let gone = |daemon: &Daemon| {
        assert!(daemon.recall("tulips").is_empty());
        let client = daemon.client();
        assert!(
            !client
                .ask("who planted tulips?", None, &Filter::default())
                .expect("an answer")
                .answered
        );
        assert!(
            client
                .memories(&Filter::default(), None, None)
                .expect("a page")
                .memories
                .is_empty()
        );
        assert!(
            client
                .documents(None, None)
                .expect("a page")
                .documents
                .is_empty()
        );
        for path in [
            "/v1/documents/garden",
            "/v1/documents/garden/text",
            "/v1/memories/garden_memory_0",
        ] {
            daemon.get(path).problem(404, "not_found");
        }
        let rating = Form::new()
            .text("memory_id", "garden_memory_0")
            .text("rating", "1")
            .text("query_text", "a");
        daemon
            .post("/v1/memories/feedback", &rating)
            .send()
            .problem(404, "not_found");
    };
    gone(&daemon);
    daemon
        .request("DELETE", "/v1/documents/garden")
        .send()
        .problem(404, "not_found");
    daemon.restart();
    gone(&daemon);
}

#[test]
fn a_removed_memory_is_gone_and_the_others_stay() {
    let mut daemon = Daemon::start();
    let text = "# 3 May 2024\n\nI planted tulips with Tomas Brandt behind the shed.\n\n# 9 June 2024\n\nI baked rye bread with Ines Duarte in Lisbon.\n";
    daemon.add("diary", text);
    let client = daemon.client();
    let filter = Filter {
        item_id: Some("diary".into()),
        ..Filter::default()
    };
    let all = client
        .memories(&filter, None, None)
        .expect("a page")
        .memories;
    assert!(all.len() >= 2, "{all:?}");
    let tulips = all
        .iter()
        .find(|m| m.content.narrative.contains("tulips"))
        .expect("it");
    client.forget_memory(&tulips.custom_id).expect("removed");
    let path = format!("/v1/memories/{}", tulips.custom_id);
    for again in [false, true] {
        if again {
            daemon.restart();
        }
        assert!(
            daemon
                .recall("tulips")
                .iter()
                .all(|n| !n.contains("tulips"))
        );
        assert!(daemon.recall("bread").iter().any(|n| n.contains("bread")));
        daemon.get(&path).problem(404, "not_found");
        let left = daemon
            .client()
            .document("diary")
            .expect("a document")
            .memories;
        assert_eq!(left, all.len() as u64 - 1);
    }
}

#[test]
fn a_deleted_name_can_be_used_again() {
    let daemon = garden();
    daemon
        .client()
        .forget_document("garden")
        .expect("forgotten");
    daemon.add("garden", "I planted roses with Ines.");
    let found = daemon.recall("what did I plant").join(" ");
    assert!(
        found.contains("roses") && !found.contains("tulips"),
        "{found}"
    );
}
