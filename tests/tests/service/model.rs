//! Memories told by a language model: a stand-in that serves well.

use memo_common::api::{Execution, MemoryDetail};
use memo_tests::{
    daemon::{Daemon, Form, until},
    model::{Act, Asked, Model, echo, faithful},
};
use serde_json::{Value, json};

pub(crate) const NOTE: &str = "On 3 May 2024 I planted tulips with Tomas Brandt behind the shed. \
    He paid 40 euros for them.\n\n\
    On 12 June 2024 I met Rosalind Achebe in Leeds. We agreed to sell the boat for 2,500 euros.\n";

pub(crate) fn start(model: &Model) -> Daemon {
    Daemon::start_with(&model.environment())
}

/// All memories of a document, in its order.
pub(crate) fn memories(daemon: &Daemon, run: &Execution) -> Vec<MemoryDetail> {
    let count = run.memories.unwrap_or_default();
    let one = |n| {
        daemon
            .client()
            .memory(&format!("{}_memory_{n}", run.item_id))
    };
    (0..count).map(|n| one(n).expect("a memory")).collect()
}

pub(crate) fn way(run: &Execution) -> &str {
    run.extractor.as_deref().unwrap_or_default()
}

pub(crate) fn code(run: &Execution) -> &str {
    run.fallback.as_ref().map_or("", |f| f.code.as_str())
}

/// A script that says something else of every passage.
fn telling(tell: impl Fn(&Value, &mut Value) + Send + Sync + 'static) -> Model {
    Model::start(move |asked| {
        let data = asked.data();
        let passages = data["passages"].as_array();
        let memories: Vec<Value> = passages
            .into_iter()
            .flatten()
            .map(|passage| {
                let mut memory = echo(passage);
                tell(passage, &mut memory);
                memory
            })
            .collect();
        Act::Say(json!({"memories": memories}).to_string())
    })
}

#[test]
fn the_model_tells_and_what_it_says_is_stored_with_its_source() {
    let model = telling(|passage, memory| {
        let text = passage["text"].as_str().unwrap_or_default();
        memory["narrative"] = format!("Told anew: {text}")
            .replace("Told anew: ", "")
            .into();
        memory["tags"] = json!(["tulips", "boat"]);
    });
    let mut environment = model.environment();
    environment.push(("MEMO_LLM_API_KEY", "sk-hush-hush"));
    let daemon = Daemon::start_with(&environment);
    let run = daemon.add("note", NOTE);
    assert_eq!((way(&run), code(&run)), ("llm", ""), "{run:?}");
    let asked = &model.asked()[0];
    assert_eq!(asked.path, "/v1/chat/completions");
    assert!(asked.head.contains("Bearer sk-hush-hush"), "{}", asked.head);
    assert_eq!(asked.body["model"], "stand-in");
    assert_eq!(asked.body["response_format"]["type"], "json_schema");
    assert!(asked.is_for_memories() && asked.data()["user"] == "Mira Halloran");
    for memory in memories(&daemon, &run) {
        let source: String = memory.source.iter().map(|s| s.text.as_str()).collect();
        assert!(
            !source.is_empty() && NOTE.contains(source.trim()),
            "{memory:?}"
        );
        let tags = &memory.memory.content.tags;
        assert_eq!(tags.len(), 1, "the other stands elsewhere: {tags:?}");
    }
    assert!(daemon.recall("tulips")[0].contains("40 euros"));
}

#[test]
fn what_the_model_leaves_out_stays() {
    let model = Model::start(|asked: &Asked| {
        let first = echo(&asked.data()["passages"][0]);
        Act::Say(json!({"memories": [first]}).to_string())
    });
    let daemon = start(&model);
    let run = daemon.add("note", NOTE);
    assert_eq!((way(&run), code(&run)), ("mixed", ""));
    assert!(daemon.recall("boat")[0].contains("2,500 euros"));
    assert!(daemon.recall("tulips")[0].contains("40 euros"));
    let half = telling(|passage, memory| {
        let text = passage["text"].as_str().unwrap_or_default();
        let half = text.char_indices().nth(text.chars().count() / 2);
        memory["narrative"] = text[..half.map_or(0, |(at, _)| at)].into();
    });
    let daemon = start(&half);
    assert_eq!(way(&daemon.add("note", NOTE)), "mixed");
    let found = daemon.recall("Who paid 40 euros?");
    assert!(found.iter().any(|n| n.contains("40 euros")), "{found:?}");
}

#[test]
fn what_the_source_does_not_say_is_not_stored() {
    let model = telling(|passage, memory| {
        let text = passage["text"].as_str().unwrap_or_default();
        memory["narrative"] = format!(
            "{text} Zebedee Crane was there. It cost 99 dollars. See https://evil.example/x."
        )
        .into();
        memory["participants"] = json!(["Mira Halloran", "Zebedee Crane"]);
        memory["when"] = "1999-01-01".into();
        memory["where"] = "Atlantis".into();
        memory["entities"] = json!([{"name": "Zebedee Crane", "type": "person"}]);
        memory["tags"] = json!(["conspiracy"]);
    });
    let daemon = start(&model);
    let run = daemon.add("note", NOTE);
    assert_eq!(way(&run), "llm", "{run:?}");
    let plain = Daemon::start();
    let embedded = plain.add("note", NOTE);
    for (told, own) in memories(&daemon, &run)
        .iter()
        .zip(memories(&plain, &embedded))
    {
        let (told, own) = (&told.memory.content, own.memory.content);
        let all = serde_json::to_string(told).expect("JSON");
        for made_up in ["Zebedee", "99", "evil", "Atlantis", "1999", "conspiracy"] {
            assert!(!all.contains(made_up), "{made_up}: {all}");
        }
        assert_eq!(told.participants, own.participants);
        assert_eq!((&told.when, &told.place), (&own.when, &own.place));
        assert_eq!((&told.entities, &told.tags), (&own.entities, &own.tags));
    }
}

#[test]
fn a_long_document_is_read_in_windows_and_nothing_is_told_twice() {
    let model = Model::start(|asked| Act::Say(faithful(asked)));
    let daemon = start(&model);
    let text: String = (0..120)
        .map(|n| format!("On day {n} I counted {} herons at pond number {n}, and wrote the count down for the club.\n\n", 1000 + n))
        .collect();
    let run = daemon.add("herons", &text);
    assert_eq!((way(&run), code(&run)), ("llm", ""));
    assert!(model.asked().len() > 1);
    let told: String = memories(&daemon, &run)
        .iter()
        .map(|m| m.memory.content.narrative.clone() + "\n")
        .collect();
    for n in 0..120 {
        let count = format!("counted {} herons", 1000 + n);
        assert_eq!(told.matches(&count).count(), 1, "{count}");
    }
}

#[test]
fn a_reply_of_another_form_is_mended_once() {
    let model =
        Model::start(
            |asked: &Asked| match asked.message("user").contains("cannot be used") {
                true => Act::Say(format!("Sorry!\n```json\n{}\n```", faithful(asked))),
                false => Act::Say("Here are your memories: 1. Tulips".into()),
            },
        );
    let daemon = start(&model);
    let run = daemon.add("note", NOTE);
    assert_eq!((way(&run), code(&run)), ("llm", ""));
    assert_eq!(model.asked().len(), 2);
    assert!(model.asked()[1].message("assistant").contains("Tulips"));
}

#[test]
fn a_server_that_knows_no_schema_is_asked_without_one_from_then_on() {
    let model = Model::start(|asked: &Asked| {
        let said = br#"{"error":{"message":"response_format: unknown"}}"#;
        match asked.body["response_format"]["type"].as_str() {
            None => Act::Say(faithful(asked)),
            Some("json_schema") => Act::Raw(500, Vec::new(), said.to_vec()),
            Some(_) => Act::Raw(400, Vec::new(), said.to_vec()),
        }
    });
    let daemon = start(&model);
    assert_eq!(way(&daemon.add("one", NOTE)), "llm");
    let calls = model.asked().len();
    assert_eq!(way(&daemon.add("two", NOTE)), "llm");
    assert_eq!(model.asked().len(), calls + 1);
}

#[test]
fn it_makes_no_memories_where_it_is_for_answers_alone() {
    let model = Model::start(|asked| Act::Say(faithful(asked)));
    let mut environment = model.environment();
    environment.push(("MEMO_LLM_USE", "answer"));
    let daemon = Daemon::start_with(&environment);
    assert_eq!(way(&daemon.add("note", NOTE)), "embedded");
    assert!(model.asked().is_empty());
}

#[test]
fn a_stop_in_the_middle_costs_nothing() {
    let model = Model::start(|_| Act::Silence);
    let mut daemon = start(&model);
    let form = Form::new()
        .text("user_name", "Mira Halloran")
        .text("item_id", "note")
        .file("notes.txt", NOTE);
    let accepted = daemon.post("/v1/memorize", &form).send().ok().json();
    let run = accepted["workflow_execution"]
        .as_str()
        .expect("a path")
        .to_owned();
    for n in 1..=7 {
        until("the model is asked", || {
            (model.asked().len() >= n).then_some(())
        });
        #[cfg(unix)]
        {
            let (status, took) = daemon.stop();
            assert!(status.success() && took.as_secs() < 5, "{took:?}");
        }
        daemon.restart();
    }
    daemon.client().forget_document("note").expect("forgotten");
    assert_eq!(
        daemon.wait(&run).error.map(|e| e.code).as_deref(),
        Some("deleted")
    );
}
