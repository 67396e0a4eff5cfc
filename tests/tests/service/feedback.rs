//! `POST /v1/memories/feedback` (specification 4.4).

use crate::garden;
use memo_tests::daemon::{Daemon, Form};

const FEEDBACK: &str = "/v1/memories/feedback";

fn rating(memory: &str, rating: &str) -> Form {
    Form::new()
        .text("memory_id", memory)
        .text("rating", rating)
        .text("query_text", "Who planted tulips?")
}

#[test]
fn records_any_integer_of_32_bits() {
    let daemon = garden();
    for value in ["1", "-1", "0", "2147483647", "-2147483648"] {
        let form = rating("garden_memory_0", value);
        let body = daemon.post(FEEDBACK, &form).send().ok().json();
        assert_eq!(body["status"], "success");
        assert_eq!(body["memory_id"], "garden_memory_0");
        assert_eq!(body["rating"].to_string(), value);
    }
    for bad in ["", "up", "1.5", "2147483648"] {
        let reply = daemon
            .post(FEEDBACK, &rating("garden_memory_0", bad))
            .send();
        assert_eq!(
            reply.problem(400, "invalid_field")["field"],
            "rating",
            "{bad}"
        );
    }
}

#[test]
fn every_field_is_required() {
    let daemon = garden();
    let fields = [
        ("memory_id", "garden_memory_0"),
        ("rating", "1"),
        ("query_text", "tulips"),
    ];
    for (left_out, _) in fields {
        let form = fields
            .iter()
            .filter(|(name, _)| *name != left_out)
            .fold(Form::new(), |form, (name, value)| form.text(name, value));
        let reply = daemon.post(FEEDBACK, &form).send();
        assert_eq!(reply.problem(400, "missing_field")["field"], left_out);
    }
}

#[test]
fn query_text_has_at_most_1000_characters() {
    let daemon = garden();
    let send = |text: String| {
        let form = Form::new()
            .text("memory_id", "garden_memory_0")
            .text("rating", "1");
        daemon.post(FEEDBACK, &form.text("query_text", text)).send()
    };
    send("é".repeat(1000)).ok();
    let problem = send("a".repeat(1001)).problem(400, "invalid_field");
    assert_eq!(problem["field"], "query_text");
}

#[test]
fn an_unknown_memory_is_404() {
    let daemon = garden();
    for id in [
        "garden_memory_99",
        "nothing_memory_0",
        "garden",
        "garden_memory_00",
        "garden_memory_-1",
    ] {
        daemon
            .post(FEEDBACK, &rating(id, "1"))
            .send()
            .problem(404, "not_found");
    }
}
#[test]
fn a_rating_moves_the_memory_for_that_query() {
    let daemon = Daemon::start();
    daemon.add("first", "I planted tulips with Tomas.");
    daemon.add("second", "I planted tulips with Ines.");
    let order = || -> Vec<String> {
        let found = daemon
            .client()
            .recall("who planted tulips", None, &Default::default());
        found
            .expect("an envelope")
            .memories
            .into_iter()
            .map(|m| m.custom_id)
            .collect()
    };
    let before = order();
    let client = daemon.client();
    client
        .feedback(&before[0], -1, "Who  planted TULIPS")
        .expect("rated");
    client
        .feedback(&before[1], 1, "who planted tulips")
        .expect("rated");
    let after = order();
    assert_eq!(after[0], before[1], "{before:?} {after:?}");
}
