//! A language model's server that serves badly, in every way: the run succeeds, and says why the model did not.

use crate::model::{NOTE, code, memories, start, way};
use memo_tests::{
    daemon::Daemon,
    model::{Act, Asked, Model, faithful},
};
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};

fn status(status: u16, said: &str) -> Act {
    let body = json!({"error": {"message": said}}).to_string();
    Act::Raw(status, Vec::new(), body.into_bytes())
}

fn reply(body: &str) -> Act {
    Act::Raw(200, Vec::new(), body.as_bytes().to_vec())
}

/// A document goes through with such a server; the code that the run names.
#[track_caller]
fn goes_through(act: impl Fn() -> Act + Send + Sync + 'static, wanted: &str) {
    let model = Model::start(move |_| act());
    let mut environment = model.environment();
    environment.push(("MEMO_LLM_TIMEOUT", "2"));
    let daemon = Daemon::start_with(&environment);
    let run = daemon.add("note", NOTE);
    assert_eq!((way(&run), code(&run)), ("embedded", wanted), "{run:?}");
    assert!(daemon.recall("tulips")[0].contains("tulips"));
    assert!(!model.asked().is_empty());
    let outcome = match wanted {
        "model_refused" | "model_bad_request" | "model_prompt_too_long" | "model_busy" => "refused",
        "model_failing" | "model_broke_off" => "failed",
        "model_timed_out" => "timed_out",
        "model_wrong_shape" => "wrong_shape",
        _ => "malformed",
    };
    let metrics = daemon.get("/metrics").ok().body;
    let labels = "makes=\"words\",purpose=\"memories\"";
    for line in [
        format!("memo_model_calls_total{{{labels},outcome=\"{outcome}\"}} "),
        format!("memo_model_call_seconds_count{{{labels}}} "),
    ] {
        assert!(
            metrics.lines().any(|l| l.starts_with(&line)),
            "{line}: {metrics}"
        );
    }
}

#[test]
fn refusals() {
    for refused in [401, 403, 404, 301] {
        goes_through(move || status(refused, "no"), "model_refused");
    }
    goes_through(|| status(422, "no"), "model_bad_request");
}

#[test]
fn too_much_and_failing() {
    let later = || vec![("retry-after", "3600".to_owned())];
    goes_through(move || Act::Raw(429, later(), Vec::new()), "model_busy");
    goes_through(move || Act::Raw(503, later(), Vec::new()), "model_busy");
    goes_through(|| status(500, "oh dear"), "model_failing");
    goes_through(
        || reply(r#"{"error":{"message":"out of memory"}}"#),
        "model_failing",
    );
}

#[test]
fn replies_that_are_none() {
    goes_through(|| reply("not JSON at all"), "model_broke_off");
    goes_through(|| reply(r#"{"id":1}"#), "model_garbled");
    goes_through(|| reply(""), "model_garbled");
    goes_through(
        || Act::Bytes(b"SSH-2.0-OpenSSH_9.2\r\n".to_vec()),
        "model_broke_off",
    );
    goes_through(|| Act::Bytes(Vec::new()), "model_broke_off");
}

#[test]
fn replies_that_break_off() {
    let cut = || {
        Act::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n{\"choices\":[{\"mess".to_vec())
    };
    goes_through(cut, "model_broke_off");
    goes_through(
        || Act::Die(vec!["{\"memories\":", " [{\"narr"]),
        "model_broke_off",
    );
    let long = json!({"choices": [{"message": {"content": "{\"memories\": [{\"narrative\": \"I"}, "finish_reason": "length"}]});
    goes_through(move || reply(&long.to_string()), "model_truncated");
}

#[test]
fn replies_of_another_form() {
    for said in [
        "I am sorry, I cannot.",
        "{\"memories\": 7}",
        "{\"memories\": [{\"x\": 1}]}",
        "[1, 2",
    ] {
        goes_through(move || Act::Say(said.into()), "model_wrong_shape");
    }
    goes_through(|| Act::Say(String::new()), "model_empty");
    goes_through(|| Act::Say(" \n ".into()), "model_empty");
}

#[test]
fn a_model_that_keeps_to_no_form_is_left_alone() {
    let model = Model::saying("I am sorry, I cannot.");
    let daemon = start(&model);
    for n in 0..2 {
        assert_eq!(
            code(&daemon.add(&format!("note{n}"), NOTE)),
            "model_wrong_shape"
        );
    }
    assert_eq!(code(&daemon.add("note2", NOTE)), "model_resting");
    // Each was sent back once.
    assert_eq!(model.asked().len(), 4);
}

#[test]
fn what_is_too_long_for_a_small_model_is_halved_until_it_fits() {
    const TOO_LONG: &str =
        "request (5004 tokens) exceeds the available context size (1024 tokens), try increasing it";
    let passages = |asked: &Asked| asked.data()["passages"].as_array().map_or(0, Vec::len);
    let model = Model::start(move |asked| match passages(asked) {
        0..=3 => Act::Say(faithful(asked)),
        _ => status(400, TOO_LONG),
    });
    let daemon = start(&model);
    let text: String = (0..8)
        .map(|n| {
            format!("On day {n} I counted {} herons at pond number {n}, and wrote the count down for the club.\n\n", 1000 + n)
        })
        .collect();
    let run = daemon.add("herons", &text);
    assert_eq!((way(&run), code(&run)), ("llm", ""));
    let told = memories(&daemon, &run);
    for n in 0..8 {
        let count = format!("counted {} herons", 1000 + n);
        let all = told.iter().map(|m| &m.memory.content.narrative);
        assert_eq!(all.filter(|t| t.contains(&count)).count(), 1, "{count}");
    }
    // It is asked for less, not for other wishes.
    let formless = |a: &Asked| a.body.get("response_format").is_none();
    assert!(!model.asked().iter().any(formless));

    goes_through(|| status(400, TOO_LONG), "model_prompt_too_long");
    goes_through(|| status(413, ""), "model_prompt_too_long");
}

#[test]
fn replies_without_end() {
    goes_through(|| Act::Silence, "model_timed_out");
    goes_through(|| Act::Drip, "model_timed_out");
    goes_through(|| Act::Flood("I met Ana. ".repeat(500)), "model_too_long");
    goes_through(|| Act::Say("x".repeat(1 << 20)), "model_too_long");
}

#[test]
fn nobody_there() {
    let environment = [
        ("MEMO_LLM_BASE_URL", "http://127.0.0.1:9/v1"),
        ("MEMO_LLM_MODEL", "none"),
    ];
    let daemon = Daemon::start_with(&environment);
    let run = daemon.add("note", NOTE);
    assert_eq!((way(&run), code(&run)), ("embedded", "model_unreachable"));
    assert_eq!(code(&daemon.add("other", NOTE)), "model_resting");
}

#[test]
fn what_helps_when_tried_again_is_tried_again() {
    for first in [
        || Act::Raw(429, vec![("retry-after", "0".into())], Vec::new()),
        || status(500, "oh dear"),
        || Act::Bytes(Vec::new()),
    ] {
        let calls = AtomicUsize::new(0);
        let model = Model::start(move |asked| match calls.fetch_add(1, Ordering::SeqCst) {
            0 => first(),
            _ => Act::Say(faithful(asked)),
        });
        let daemon = start(&model);
        let run = daemon.add("note", NOTE);
        assert_eq!((way(&run), code(&run)), ("llm", ""));
        assert_eq!(model.asked().len(), 2);
    }
}

#[test]
fn a_server_that_refuses_is_noticed_once_and_told_of() {
    let model = Model::start(|asked| match asked.head.contains("sk-hush-hush") {
        true => status(401, "wrong key sk-hush-hush, friend"),
        false => status(500, "no key"),
    });
    let mut environment = model.environment();
    environment.push(("MEMO_LLM_API_KEY", "sk-hush-hush"));
    let daemon = Daemon::start_with(&environment);
    let first = daemon.add("note0", NOTE);
    let said = first.fallback.map(|f| f.message).unwrap_or_default();
    assert!(said.contains("wrong key (key), friend"), "{said}");
    for n in 1..6 {
        assert_eq!(
            code(&daemon.add(&format!("note{n}"), NOTE)),
            "model_resting"
        );
    }
    assert_eq!(model.asked().len(), 1);
    let about = daemon.get("/v1/model").ok();
    assert!(!about.body.contains("hush"), "{about:?}");
    let about = about.json();
    assert_eq!(
        (&about["state"], &about["calls"]),
        (&"resting".into(), &1.into())
    );
    assert_eq!(about["last_error"]["code"], "model_refused");
    assert!(about["retry_in"].as_u64().is_some_and(|s| s > 0), "{about}");
    // Nobody reads the key in the logs, either.
    assert!(!daemon.logs().contains("hush"));
}

#[test]
fn one_call_tells_whether_it_works_again() {
    let calls = AtomicUsize::new(0);
    let model = Model::start(move |asked| match calls.fetch_add(1, Ordering::SeqCst) {
        0 => status(404, "no such model"),
        1 => Act::Say("{\"greeting\": \"hello\"}".into()),
        2 => Act::Say("Hello!".into()),
        _ => Act::Say(faithful(asked)),
    });
    let daemon = start(&model);
    assert_eq!(code(&daemon.add("one", NOTE)), "model_refused");
    let api = crate::contract::document(&daemon);
    let schema = crate::contract::answers(&api, "/v1/model/test", "post");
    let test = || {
        let test = daemon.request("POST", "/v1/model/test").send().ok().json();
        crate::contract::fits(&api, &schema, &test, "a test");
        (test["ok"] == true, test["follows_schema"] == true)
    };
    assert_eq!(test(), (true, true));
    assert_eq!(test(), (true, false));
    assert_eq!(way(&daemon.add("two", NOTE)), "llm");
    let about = daemon.get("/v1/model").ok().json();
    crate::contract::fits(
        &api,
        &crate::contract::answers(&api, "/v1/model", "get"),
        &about,
        "a model",
    );
    assert_eq!(about["state"], "ready");
}

#[test]
fn without_a_model_there_is_nothing_to_test() {
    let daemon = Daemon::start();
    assert_eq!(daemon.get("/v1/model").ok().json()["configured"], false);
    let test = daemon.request("POST", "/v1/model/test").send();
    test.problem(404, "not_found");
}
