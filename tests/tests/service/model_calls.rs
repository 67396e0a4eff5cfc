//! Calls of a model that came to nothing without the model being at fault, as `/metrics` counts them.

use crate::model::{NOTE, code};
use memo_tests::{
    daemon::{Daemon, Form, until},
    model::{Act, Model, faithful},
};
use std::{io::Write, net::TcpStream};

const PAID: &str = "How much did Tomas Brandt get paid for the tulips?";

/// How many calls for this purpose came to this outcome.
fn calls(daemon: &Daemon, makes: &str, purpose: &str, outcome: &str) -> u64 {
    let metrics = daemon.get("/metrics").ok().body;
    let labels = format!("makes=\"{makes}\",purpose=\"{purpose}\",outcome=\"{outcome}\"");
    let line = format!("memo_model_calls_total{{{labels}}} ");
    let count = metrics.lines().find_map(|l| l.strip_prefix(&line));
    count.map_or(0, |n| n.parse().expect("a number"))
}

/// Calls for this purpose that took any time at all.
fn timed(daemon: &Daemon, makes: &str, purpose: &str) -> u64 {
    let metrics = daemon.get("/metrics").ok().body;
    let labels = format!("makes=\"{makes}\",purpose=\"{purpose}\"");
    let line = format!("memo_model_call_seconds_count{{{labels}}} ");
    let count = metrics.lines().find_map(|l| l.strip_prefix(&line));
    count.map_or(0, |n| n.parse().expect("a number"))
}

#[test]
fn unreachable_is_counted_once_and_then_the_server_rests() {
    let nobody = "http://127.0.0.1:9/v1";
    let daemon = Daemon::start_with(&[
        ("MEMO_LLM_BASE_URL", nobody),
        ("MEMO_LLM_MODEL", "none"),
        ("MEMO_LLM_USE", "extract"),
        ("MEMO_EMBED_BASE_URL", nobody),
        ("MEMO_EMBED_MODEL", "none"),
    ]);
    assert_eq!(code(&daemon.add("one", NOTE)), "model_unreachable");
    assert_eq!(code(&daemon.add("two", NOTE)), "model_resting");
    assert_eq!(calls(&daemon, "words", "memories", "unreachable"), 1);
    assert_eq!(calls(&daemon, "words", "memories", "resting"), 1);
    // Who is not even asked takes no time.
    assert_eq!(timed(&daemon, "words", "memories"), 1);
    until("the other model is tried", || {
        (calls(&daemon, "vectors", "memories", "unreachable") == 1).then_some(())
    });
}

#[test]
fn no_room_is_counted_where_all_places_are_taken() {
    let model = Model::start(|asked| match asked.data()["passages"].to_string() {
        silent if silent.contains("zorblat") => Act::Silence,
        _ => Act::Say(faithful(asked)),
    });
    let mut environment = model.environment();
    environment.extend([
        ("MEMO_LLM_CONCURRENCY", "1"),
        ("MEMO_LLM_TIMEOUT", "600"),
        ("MEMO_LLM_ANSWER_TIMEOUT", "1"),
    ]);
    let daemon = Daemon::start_with(&environment);
    daemon.add("note", NOTE);
    let form = Form::new()
        .text("user_name", "Mira Halloran")
        .text("item_id", "held")
        .file("notes.txt", "I met the zorblat on 5 May 2024.");
    daemon.post("/v1/memorize", &form).send().ok();
    until("the only place is taken", || {
        (model.asked().len() == 2).then_some(())
    });
    let form = Form::new().text("text", PAID);
    let answer = daemon.post("/v1/memories/ask", &form).send().ok().json();
    assert_eq!(answer["fallback"]["code"], "model_no_room", "{answer}");
    assert_eq!(answer["answerer"], "embedded");
    assert_eq!(calls(&daemon, "words", "answers", "no_room"), 1);
    // That is not the server's fault: it is asked again.
    assert_eq!(daemon.get("/v1/model").ok().json()["state"], "ready");
    assert_eq!(model.asked().len(), 2);
}

#[test]
fn cancelled_is_counted_where_nobody_waits_any_more() {
    let model = Model::start(|_| Act::Drip);
    let mut environment = model.environment();
    environment.extend([
        ("MEMO_LLM_USE", "answer"),
        ("MEMO_LLM_ANSWER_TIMEOUT", "3000"),
    ]);
    let daemon = Daemon::start_with(&environment);
    daemon.add("note", NOTE);
    let form = Form::new().text("text", PAID);
    let mut stream: TcpStream = daemon.post("/v1/memories/ask", &form).begin(0);
    stream.flush().expect("sent");
    until("the model is asked", || {
        (!model.asked().is_empty()).then_some(())
    });
    assert_eq!(calls(&daemon, "words", "answers", "cancelled"), 0);
    drop(stream);
    until("it is called off", || {
        (calls(&daemon, "words", "answers", "cancelled") == 1).then_some(())
    });
    let about = daemon.get("/v1/model").ok().json();
    assert_eq!(
        (&about["state"], &about["failures"]),
        (&"ready".into(), &0.into())
    );
}
