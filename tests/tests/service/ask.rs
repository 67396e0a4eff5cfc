//! `POST /v1/memories/ask` (specification 4.3).

use crate::garden;
use memo_tests::daemon::{Daemon, Form};

const ASK: &str = "/v1/memories/ask";

#[test]
fn answers_from_the_memories_it_names() {
    let daemon = garden();
    let form = Form::new().text("text", "Where did I plant the tulips?");
    let body = daemon.post(ASK, &form).send().ok().json();
    assert!(
        body["response"]
            .as_str()
            .is_some_and(|r| r.contains("shed")),
        "{body}"
    );
    assert_eq!(body["answered"], true);
    assert_eq!(body["memories"][0]["item_id"], "garden");
    assert_eq!(body["qa"], serde_json::json!([]));
    assert_eq!(body["chunks"], serde_json::json!([]));
}

#[test]
fn says_plainly_when_no_memory_holds_the_answer() {
    let daemon = Daemon::start();
    let form = Form::new().text("text", "What is the name of my dentist?");
    let body = daemon.post(ASK, &form).send().ok().json();
    assert_eq!(body["answered"], false);
    assert!(body["response"].as_str().is_some_and(|r| !r.is_empty()));
    assert_eq!(body["memories"], serde_json::json!([]));
}

#[test]
fn lists_what_there_is_to_do() {
    let daemon = Daemon::start();
    daemon.add(
        "boat",
        "# Boat\n\n- [ ] order oars\n- [x] sell the sail\n\nIt rained on the shed.\n",
    );
    for n in 0..30 {
        let talk = format!("What a day {n}. I had to do a lot on the list, and did it.");
        daemon.add(&format!("talk-{n}"), &talk);
    }
    for question in ["What do I have to do?", "What's on my to-do list?"] {
        let form = Form::new().text("text", question);
        let body = daemon.post(ASK, &form).send().ok().json();
        assert_eq!(body["response"], "order oars [1]", "{question}");
        assert_eq!(body["memories"][0]["content"]["tags"][0], "todo");
    }
}

#[test]
fn works_out_what_no_single_memory_says() {
    let daemon = Daemon::start();
    for (id, text) in [
        (
            "a",
            "10 January 2023. The rent of the boat shed is 900 euros a month.",
        ),
        (
            "b",
            "2 April 2024. The rent of the boat shed is 950 euros a month.",
        ),
        ("c", "3 May 2024. I swam across the quarry lake."),
        ("d", "17 May 2024. I swam across the quarry lake with Bo."),
        (
            "e",
            "20 May 2024. Bo Lund repaired the organ of the harbour church.",
        ),
    ] {
        daemon.add(id, text);
    }
    for (question, answer, documents) in [
        (
            "How much is the rent of the boat shed?",
            "950 euros; it changed, and was 900 euros on 10 January 2023",
            ["b", "a"],
        ),
        (
            "How many times did I swim across the quarry lake?",
            "twice: 3 May 2024, 17 May 2024",
            ["c", "d"],
        ),
        (
            "How many days passed between the swim with Bo and the repair of the organ?",
            "3 days, from 17 May 2024 to 20 May 2024",
            ["d", "e"],
        ),
    ] {
        let form = Form::new().text("text", question);
        let body = daemon.post(ASK, &form).send().ok().json();
        let response = body["response"].as_str().expect("words");
        assert!(response.starts_with(answer), "{question} {response}");
        let items = [
            &body["memories"][0]["item_id"],
            &body["memories"][1]["item_id"],
        ];
        assert_eq!(items, documents, "{question} {body}");
    }
}

#[test]
fn comes_as_events_where_a_client_likes_these_best() {
    let daemon = garden();
    let kind = |accept: &str| {
        let form = Form::new().text("text", "Where did I plant the tulips?");
        let request = daemon.post(ASK, &form).header("accept", accept);
        let reply = request.send().ok();
        reply.header("content-type").map(str::to_owned)
    };
    for (accept, expected) in [
        ("text/event-stream", "text/event-stream"),
        (
            "application/json;q=0.5, text/event-stream",
            "text/event-stream",
        ),
        (
            "text/event-stream;q=0, application/json",
            "application/json",
        ),
        ("application/json, text/event-stream", "application/json"),
        (
            "text/event-stream;q=0.5, application/json;q=0.7",
            "application/json",
        ),
        ("*/*", "application/json"),
    ] {
        assert_eq!(kind(accept).as_deref(), Some(expected), "{accept}");
    }
}

#[test]
fn text_is_required_and_has_at_most_4000_characters() {
    let daemon = Daemon::start();
    let send = |form: &Form| daemon.post(ASK, form).send();
    let problem = send(&Form::new().text("limit", "1"));
    assert_eq!(problem.problem(400, "missing_field")["field"], "text");
    send(&Form::new().text("text", "é".repeat(4000))).ok();
    let problem = send(&Form::new().text("text", "a".repeat(4001)));
    assert_eq!(problem.problem(400, "invalid_field")["field"], "text");
}
