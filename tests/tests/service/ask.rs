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
fn text_is_required_and_has_at_most_4000_characters() {
    let daemon = Daemon::start();
    let send = |form: &Form| daemon.post(ASK, form).send();
    let problem = send(&Form::new().text("limit", "1"));
    assert_eq!(problem.problem(400, "missing_field")["field"], "text");
    send(&Form::new().text("text", "é".repeat(4000))).ok();
    let problem = send(&Form::new().text("text", "a".repeat(4001)));
    assert_eq!(problem.problem(400, "invalid_field")["field"], "text");
}
