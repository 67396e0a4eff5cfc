//! Answers by a language model: checked, streamed, and replaced by the embedded ones where they do not hold.

use crate::model::NOTE;
use memo_tests::{
    daemon::{Daemon, Form, Reply, until},
    model::{Act, Asked, Model},
};
use serde_json::Value;
use std::io::{Read, Write};

const ASK: &str = "/v1/memories/ask";
const PAID: &str = "How much did Tomas Brandt get paid for the tulips?";

/// A daemon with the note, told by the embedded way, whose model answers so.
fn answering(act: impl Fn(&Asked) -> Act + Send + Sync + 'static) -> (Daemon, Model) {
    let model = Model::start(act);
    let mut environment = model.environment();
    environment.extend([("MEMO_LLM_USE", "answer"), ("MEMO_LLM_ANSWER_TIMEOUT", "2")]);
    let daemon = Daemon::start_with(&environment);
    daemon.add("note", NOTE);
    daemon.wait_for_vectors();
    (daemon, model)
}

/// The number under which the model is given the memory with these words.
pub(crate) fn number(asked: &Asked, words: &str) -> u64 {
    let data = asked.data();
    let memories = data["memories"].as_array().into_iter().flatten();
    let mut having = memories.filter(|m| m["text"].as_str().is_some_and(|t| t.contains(words)));
    having
        .next()
        .and_then(|m| m["n"].as_u64())
        .unwrap_or_default()
}

fn ask(daemon: &Daemon, text: &str) -> Value {
    let form = Form::new().text("text", text);
    daemon.post(ASK, &form).send().ok().json()
}

fn streamed(daemon: &Daemon, text: &str) -> Reply {
    let form = Form::new().text("text", text);
    let request = daemon.post(ASK, &form);
    let reply = request.header("accept", "text/event-stream").send().ok();
    assert_eq!(reply.header("content-type"), Some("text/event-stream"));
    reply
}

/// The sentences of a stream, and the answer at its end.
fn events(reply: &Reply) -> (Vec<String>, Value) {
    let (mut said, mut answer) = (Vec::new(), Value::Null);
    let mut name = "";
    for line in reply.body.lines() {
        if let Some(event) = line.strip_prefix("event: ") {
            name = event;
        }
        if let Some(data) = line.strip_prefix("data: ") {
            let data: Value = serde_json::from_str(data).expect("JSON");
            match name {
                "sentence" => said.push(data["text"].as_str().expect("text").to_owned()),
                "answer" => answer = data,
                other => panic!("{other}: {data}"),
            }
        }
    }
    (said, answer)
}

#[test]
fn the_models_answer_cites_the_memories_it_rests_on() {
    let (daemon, model) = answering(|asked| {
        let (euros, boat) = (number(asked, "40 euros"), number(asked, "boat"));
        Act::Say(format!(
            "You paid 40 euros for the tulips [{euros}]. You agreed to sell the boat for 2,500 euros [{boat}]."
        ))
    });
    let answer = ask(
        &daemon,
        "What did the tulips cost, and what is the boat sold for?",
    );
    assert_eq!(
        answer["response"],
        "You paid 40 euros for the tulips [1]. You agreed to sell the boat for 2,500 euros [2]."
    );
    assert_eq!(
        (&answer["answered"], &answer["answerer"]),
        (&true.into(), &"llm".into())
    );
    let narratives: Vec<&str> = answer["memories"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|m| m["content"]["narrative"].as_str())
        .collect();
    assert!(narratives[0].contains("40 euros") && narratives[1].contains("boat"));
    assert_eq!(narratives.len(), 2);
    assert_eq!(model.asked().len(), 1);
    assert!(answer.get("fallback").is_none());
    let api = crate::contract::document(&daemon);
    crate::contract::fits(
        &api,
        &crate::contract::answers(&api, ASK, "post"),
        &answer,
        ASK,
    );
}

#[test]
fn where_it_does_not_hold_the_embedded_answer_stands() {
    let plain = Daemon::start();
    plain.add("note", NOTE);
    plain.wait_for_vectors();
    let own = ask(&plain, PAID);
    for (said, code) in [
        ("Tomas got 45 euros.", "model_unsupported"),
        ("Tomas got 45 euros [1][2].", "model_unsupported"),
        ("Tomas got 40 euros [77].", "model_unsupported"),
        ("Zebedee got 40 euros [1][2].", "model_unsupported"),
        ("", "model_empty"),
    ] {
        let (daemon, _model) = answering(move |_| Act::Say(said.to_owned()));
        let answer = ask(&daemon, PAID);
        assert_eq!(answer["response"], own["response"], "{said}");
        assert_eq!(answer["answered"], own["answered"]);
        assert_eq!(answer["answerer"], "embedded");
        assert_eq!(answer["fallback"]["code"], code, "{said}: {answer}");
    }
}

#[test]
fn faults_of_the_server_cost_no_answer() {
    type Fault = fn(&Asked) -> Act;
    let faults: [(Fault, &str); 7] = [
        (|_| Act::Raw(401, Vec::new(), Vec::new()), "model_refused"),
        (|_| Act::Raw(500, Vec::new(), Vec::new()), "model_failing"),
        (|_| Act::Silence, "model_timed_out"),
        (|_| Act::Drip, "model_timed_out"),
        (|_| Act::Die(vec!["You paid ", "40"]), "model_broke_off"),
        (|_| Act::Flood("lalala ".repeat(500)), "model_too_long"),
        (
            |_| Act::Raw(200, Vec::new(), b"{\"x\"".to_vec()),
            "model_garbled",
        ),
    ];
    for (fault, code) in faults {
        let (daemon, _model) = answering(fault);
        let answer = ask(&daemon, PAID);
        assert_eq!(answer["answerer"], "embedded", "{answer}");
        assert_eq!(answer["fallback"]["code"], code, "{answer}");
        let (said, streamed) = events(&streamed(&daemon, PAID));
        assert_eq!(
            said.concat(),
            answer["response"].as_str().unwrap_or_default()
        );
        assert_eq!(streamed["answerer"], "embedded");
    }
}

#[test]
fn what_a_small_model_says_without_a_citation_is_given_one() {
    let (daemon, _model) = answering(|_| {
        Act::Say("The boat is sold for 2,500 euros. The boat is sold for 2,600 euros.".to_owned())
    });
    let answer = ask(&daemon, "What is the boat sold for?");
    assert_eq!(answer["answerer"], "llm", "{answer}");
    assert_eq!(answer["response"], "The boat is sold for 2,500 euros [1].");
    let borne_out = answer["memories"][0]["content"]["narrative"].as_str();
    assert!(borne_out.is_some_and(|n| n.contains("2,500")), "{answer}");
}

#[test]
fn a_model_that_does_not_come_to_the_point_is_not_heard_out() {
    let (daemon, _model) = answering(|_| Act::Flood("Let me think about it. ".to_owned()));
    let answer = ask(&daemon, PAID);
    assert_eq!(answer["answerer"], "embedded");
    assert_eq!(answer["fallback"]["code"], "model_unsupported", "{answer}");
}

#[test]
fn a_small_model_is_given_fewer_memories() {
    let given = |asked: &Asked| asked.data()["memories"].as_array().map_or(0, Vec::len);
    let (daemon, model) = answering(move |asked| match given(asked) {
        1 => Act::Say("You sold the boat for 2,500 euros [1].".to_owned()),
        _ => {
            let said = r#"{"error": "the request exceeds the available context size"}"#;
            Act::Raw(400, Vec::new(), said.into())
        }
    });
    let answer = ask(&daemon, "What is the boat sold for?");
    assert_eq!(answer["answerer"], "llm", "{answer}");
    let given: Vec<usize> = model.asked().iter().map(given).collect();
    assert_eq!(given, [2, 1]);
}

#[test]
fn the_model_may_say_that_the_memories_do_not_hold_it() {
    let (daemon, _model) = answering(|_| Act::Say("NO ANSWER".to_owned()));
    let answer = ask(&daemon, PAID);
    assert_eq!(
        (&answer["answered"], &answer["answerer"]),
        (&false.into(), &"llm".into())
    );
    assert!(
        answer["response"]
            .as_str()
            .is_some_and(|r| r.contains("no memory of this"))
    );
    let (empty, model) = (Daemon::start_with(&[]), Model::saying("x"));
    assert_eq!(ask(&empty, PAID)["answered"], false);
    assert!(model.asked().is_empty(), "no memories, no call");
}

#[test]
fn sentences_are_streamed_as_they_stand() {
    let (daemon, _model) = answering(|asked| {
        let n = number(asked, "40 euros");
        Act::Say(format!(
            "You paid 40 euros for the tulips [{n}]. You paid 41 euros [{n}]. They were for the tulips [{n}]."
        ))
    });
    let (said, answer) = events(&streamed(&daemon, PAID));
    assert_eq!(
        said,
        [
            "You paid 40 euros for the tulips [1].",
            " They were for the tulips [1]."
        ]
    );
    assert_eq!(answer["response"], said.concat());
    assert_eq!(answer["answerer"], "llm");
}

#[test]
fn what_stood_before_the_server_died_stands() {
    let (daemon, _model) = answering(|asked| match number(asked, "40 euros") {
        1 => Act::Die(vec!["You paid 40 euros for the tulips [1]. ", "And then "]),
        _ => Act::Die(vec!["You paid 40 euros for the tulips [2]. ", "And then "]),
    });
    let (said, answer) = events(&streamed(&daemon, PAID));
    assert_eq!(said, ["You paid 40 euros for the tulips [1]."]);
    assert_eq!(
        (&answer["answered"], &answer["answerer"]),
        (&true.into(), &"llm".into())
    );
    assert_eq!(answer["fallback"]["code"], "model_broke_off");
}

#[test]
fn without_a_model_the_answer_comes_as_events_too() {
    let daemon = Daemon::start();
    daemon.add("note", NOTE);
    let own = ask(&daemon, PAID);
    let (said, answer) = events(&streamed(&daemon, PAID));
    assert_eq!(said, [own["response"].as_str().unwrap_or_default()]);
    assert_eq!(answer["response"], own["response"]);
    assert_eq!(answer["answerer"], "embedded");
    let wrong = daemon.post(ASK, &Form::new());
    let wrong = wrong.header("accept", "text/event-stream").send();
    wrong.problem(400, "missing_field");
}

#[test]
fn a_client_that_leaves_ends_the_work() {
    for accept in ["text/event-stream", "application/json"] {
        let (slow, daemon) = crate::mcp_cancelled::slow();
        let address = daemon.url().trim_start_matches("http://");
        let mut stream = std::net::TcpStream::connect(address).expect("a connection");
        let body = "text=tulips";
        let head = format!(
            "POST {ASK} HTTP/1.1\r\nhost: {address}\r\nx-api-key: {}\r\naccept: {accept}\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
            memo_tests::daemon::KEY,
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it goes");
        until("the model is asked", || {
            (!slow.asked().is_empty()).then_some(())
        });
        if accept == "text/event-stream" {
            let mut some = [0; 16];
            stream.read_exact(&mut some).expect("a head");
        }
        drop(stream);
        until("the model is left", || (slow.lost() > 0).then_some(()));
    }
}
