//! Vectors by a model: a stand-in that serves well, and badly.

use memo_tests::{
    daemon::{Daemon, until},
    model::{Act, Asked, Model},
};
use serde_json::{Value, json};
use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// What each axis of the stand-in's vectors is about: words of notes, and one that stands in none.
const TOPICS: [[&str; 2]; 12] = [
    ["tulips", "zorblat"],
    ["boat", "wivverny"],
    ["bread", "quomple"],
    ["piano", "drusk"],
    ["ladder", "fenwobble"],
    ["insurance", "grunth"],
    ["bicycle", "plivvet"],
    ["curtains", "mordwick"],
    ["passport", "skennel"],
    ["dentist", "ubbleton"],
    ["chess", "yandle"],
    ["kitchen", "throop"],
];

/// A vector of this many numbers: one for each topic that the text speaks of.
fn vector(text: &str, width: usize) -> Vec<f32> {
    let mut vector = vec![0.01; width];
    for (at, words) in TOPICS.iter().enumerate() {
        if words.iter().any(|word| text.contains(word)) {
            vector[at] = 1.0;
        }
    }
    vector
}

fn inputs(asked: &Asked) -> Vec<String> {
    let inputs = asked.body["input"].as_array();
    let texts = inputs.into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

/// A reply as the protocol has it.
fn reply(asked: &Asked, width: usize) -> Act {
    let each = inputs(asked).into_iter().enumerate();
    let data: Vec<Value> = each
        .map(|(n, text)| json!({"object": "embedding", "index": n, "embedding": vector(&text, width)}))
        .collect();
    Act::Raw(
        200,
        Vec::new(),
        json!({"data": data}).to_string().into_bytes(),
    )
}

fn environment<'a>(model: &'a Model, name: &'a str) -> [(&'a str, &'a str); 2] {
    [
        ("MEMO_EMBED_BASE_URL", model.url()),
        ("MEMO_EMBED_MODEL", name),
    ]
}

fn add_notes(daemon: &Daemon) {
    for (n, [topic, _]) in TOPICS.iter().enumerate() {
        daemon.add(
            &format!("note{n}"),
            &format!(
                "On {} May 2024 Tomas Brandt and I talked about the {topic}.",
                n + 1
            ),
        );
    }
}

fn about(daemon: &Daemon) -> Value {
    daemon.get("/v1/embedding").ok().json()
}

/// Waits until all memories have their vector and questions use them.
fn complete(daemon: &Daemon, memories: u64) -> Value {
    until("all vectors", || {
        let about = about(daemon);
        let all = about["done"] == memories && about["total"] == memories;
        (all && about["in_use"] == true).then_some(about)
    })
}

/// All texts that the server was sent, but for the one of nobody's.
fn sent(model: &Model) -> Vec<String> {
    let texts = model.asked().iter().flat_map(inputs).collect::<Vec<_>>();
    texts.into_iter().filter(|text| text != "memory").collect()
}

#[test]
fn memories_get_their_vectors_and_questions_use_them() {
    let model = Model::start(|asked| reply(asked, 16));
    let mut environment = environment(&model, "stand-in").to_vec();
    environment.push(("MEMO_EMBED_API_KEY", "sk-hush-hush"));
    let mut daemon = Daemon::start_with(&environment);
    add_notes(&daemon);
    let state = complete(&daemon, 12);
    assert_eq!(state["dimensions"], 16);
    let api = crate::contract::document(&daemon);
    let schema = crate::contract::answers(&api, "/v1/embedding", "get");
    crate::contract::fits(&api, &schema, &state, "an embedding");
    let asked = &model.asked()[0];
    assert_eq!(asked.path, "/v1/embeddings");
    assert!(asked.head.contains("Bearer sk-hush-hush"), "{}", asked.head);
    assert_eq!(asked.body["model"], "stand-in");
    // Words that stand in no memory: by the model alone.
    for [topic, word] in TOPICS {
        let found = daemon.recall(&format!("what of the {word}?"));
        assert!(found[0].contains(topic), "{word}: {found:?}");
    }
    // One that comes later is found at once, and has its vector soon.
    daemon.add("late", "On 3 June 2024 I sold the boat to Rosalind.");
    assert!(daemon.recall("sold to Rosalind")[0].contains("boat"));
    complete(&daemon, 13);
    daemon.request("DELETE", "/v1/documents/note0").send().ok();
    complete(&daemon, 12);
    let found = daemon.recall("what of the zorblat?");
    assert!(
        found.iter().all(|text| !text.contains("tulips")),
        "{found:?}"
    );
    let metrics = daemon.get("/metrics").ok().body;
    assert!(metrics.contains("memo_embedded_memories 12\n"), "{metrics}");
    for purpose in ["memories", "answers"] {
        let labels = format!("makes=\"vectors\",purpose=\"{purpose}\",outcome=\"ok\"");
        let line = format!("memo_model_calls_total{{{labels}}} ");
        assert!(metrics.contains(&line), "{metrics}");
    }
    // What has its vector keeps it over a restart; each text was sent once.
    daemon.restart();
    complete(&daemon, 12);
    let texts = sent(&model);
    let (memories, questions): (Vec<_>, Vec<_>) =
        texts.iter().partition(|text| text.contains("2024"));
    assert_eq!(memories.len(), 13, "{memories:?}");
    // What is asked again is not sent again.
    assert_eq!(questions.len(), TOPICS.len() + 1, "{questions:?}");
    assert!(!daemon.logs().contains("hush"));
}

#[test]
fn another_model_makes_all_vectors_anew() {
    let model = Model::start(|asked| match asked.body["model"].as_str() {
        Some("narrow") => reply(asked, 12),
        _ => reply(asked, 24),
    });
    let mut daemon = Daemon::start_with(&environment(&model, "narrow"));
    add_notes(&daemon);
    complete(&daemon, 12);
    let before = sent(&model).len();
    daemon.stop();
    daemon.set_environment(&environment(&model, "wide"));
    daemon.restart();
    let about = complete(&daemon, 12);
    assert_eq!(
        (&about["dimensions"], &about["model"]),
        (&24.into(), &"wide".into())
    );
    assert_eq!(sent(&model).len(), before + 12);
    assert!(daemon.recall("what of the zorblat?")[0].contains("tulips"));
}

#[test]
fn one_text_that_is_refused_holds_up_no_other() {
    const TOO_LONG: &str = "the input length exceeds the context length";
    for (status, said) in [
        (400, "too long"),
        (500, "too long"),
        (400, TOO_LONG),
        (413, TOO_LONG),
    ] {
        let said = json!({ "error": said }).to_string();
        let model = Model::start(move |asked| {
            match inputs(asked).iter().any(|text| text.contains("chess")) {
                true => Act::Raw(status, Vec::new(), said.clone().into_bytes()),
                false => reply(asked, 16),
            }
        });
        let daemon = Daemon::start_with(&environment(&model, "stand-in"));
        add_notes(&daemon);
        complete(&daemon, 12);
        assert!(daemon.recall("what of the drusk?")[0].contains("piano"));
        assert!(daemon.recall("chess")[0].contains("chess"));
    }
}

/// Uploads and questions go on with a server that serves like this from the first call.
#[track_caller]
fn goes_on(act: impl Fn(&Asked) -> Act + Send + Sync + 'static, code: &str) {
    let model = Model::start(act);
    let mut environment = environment(&model, "stand-in").to_vec();
    environment.push(("MEMO_EMBED_TIMEOUT", "1"));
    let daemon = Daemon::start_with(&environment);
    daemon.add("note", "On 3 May 2024 I planted tulips behind the shed.");
    assert!(daemon.recall("tulips")[0].contains("tulips"));
    let about = until("a failure", || {
        let about = about(&daemon);
        about["last_error"].is_object().then_some(about)
    });
    assert_eq!(about["last_error"]["code"], code, "{about}");
    assert_eq!(about["in_use"], false, "{about}");
}

#[test]
fn a_server_that_serves_badly_costs_nothing() {
    let raw = |status, body: &str| Act::Raw(status, Vec::new(), body.as_bytes().to_vec());
    goes_on(move |_| raw(401, "no"), "model_refused");
    goes_on(move |_| raw(404, "no such model"), "model_refused");
    goes_on(move |_| raw(500, "oh dear"), "model_failing");
    goes_on(move |_| raw(200, "not JSON"), "model_garbled");
    goes_on(move |_| raw(200, "{\"data\":[]}"), "model_garbled");
    let flat = "{\"data\":[{\"embedding\":[0,0,0]}]}";
    goes_on(move |_| raw(200, flat), "model_garbled");
    let bytes = || Act::Bytes(b"SSH-2.0-OpenSSH_9.2\r\n".to_vec());
    goes_on(move |_| bytes(), "model_broke_off");
    goes_on(|_| Act::Silence, "model_timed_out");
    goes_on(|_| Act::Drip, "model_timed_out");
}

#[test]
fn nobody_there_costs_nothing() {
    let daemon = Daemon::start_with(&[
        ("MEMO_EMBED_BASE_URL", "http://127.0.0.1:9/v1"),
        ("MEMO_EMBED_MODEL", "none"),
    ]);
    daemon.add("note", "On 3 May 2024 I planted tulips behind the shed.");
    assert!(daemon.recall("tulips")[0].contains("tulips"));
    assert_eq!(about(&daemon)["in_use"], false);
}

/// A server that goes bad under questions, in the ways that `bad` counts; the table answers meanwhile, in time, and the
/// model again when it is well.
#[test]
fn a_server_that_goes_bad_is_left_alone_until_it_is_well() {
    let bad = Arc::new(AtomicUsize::new(0));
    let now = bad.clone();
    let model = Model::start(move |asked| match now.load(Ordering::SeqCst) {
        0 => reply(asked, 16),
        1 => Act::Silence,
        2 => reply(asked, 17),
        _ => Act::Raw(
            200,
            Vec::new(),
            b"{\"data\":[{\"embedding\":[1e99]}]}".to_vec(),
        ),
    });
    let daemon = Daemon::start_with(&environment(&model, "stand-in"));
    add_notes(&daemon);
    complete(&daemon, 12);
    for (way, [topic, word]) in TOPICS.iter().enumerate().skip(1).take(3) {
        bad.store(way, Ordering::SeqCst);
        let start = Instant::now();
        // Each one anew: the vector of what was asked before is known.
        for n in 0..6 {
            let found = daemon.recall(&format!("which piano, the {way}{n}th"));
            assert!(found[0].contains("piano"), "{found:?}");
        }
        // Two calls show it, of a second at most; the others do not wait.
        assert!(
            start.elapsed() < Duration::from_secs(6),
            "{:?}",
            start.elapsed()
        );
        assert_eq!(about(&daemon)["state"], "resting");
        bad.store(0, Ordering::SeqCst);
        let test = daemon
            .request("POST", "/v1/embedding/test")
            .send()
            .ok()
            .json();
        assert_eq!(
            (&test["ok"], &test["dimensions"]),
            (&true.into(), &16.into())
        );
        let found = daemon.recall(&format!("what of the {word}?"));
        assert!(found[0].contains(topic), "{found:?}");
    }
    let asked: HashSet<String> = model.asked().iter().map(|a| a.path.clone()).collect();
    assert_eq!(asked, HashSet::from(["/v1/embeddings".to_owned()]));
}

#[test]
fn without_a_model_nothing_is_sent_and_nothing_to_test() {
    let daemon = Daemon::start();
    assert_eq!(about(&daemon)["configured"], false);
    let test = daemon.request("POST", "/v1/embedding/test").send();
    test.problem(404, "not_found");
}

/// What the encoder within the daemon has read, and questions that share no word with it.
const IN_OWN_WORDS: [[&str; 2]; 6] = [
    [
        "On 3 May 2024 the plumber replaced our boiler.",
        "who mended the heating?",
    ],
    [
        "On 9 May 2024 Ida's cello lesson was moved to Thursdays.",
        "when does my girl practise her instrument?",
    ],
    [
        "On 12 May 2024 the landlord kept 400 euros of our deposit.",
        "money we never got back for the old flat",
    ],
    [
        "On 20 May 2024 Rex had to be put to sleep at the vet's.",
        "the day the dog died",
    ],
    [
        "On 2 June 2024 my passport was stolen on the night train.",
        "how did I lose my papers on the way?",
    ],
    [
        "Am 7. Juni 2024 haben wir die Küche neu gestrichen.",
        "was haben wir in der Wohnung renoviert?",
    ],
];

#[test]
fn without_a_model_memories_are_found_by_meaning_too() {
    let mut daemon = Daemon::start();
    for (n, [text, _]) in IN_OWN_WORDS.iter().enumerate() {
        daemon.add(&format!("note{n}"), text);
    }
    let found_all = |daemon: &Daemon| {
        for [text, question] in IN_OWN_WORDS {
            let found = daemon.recall(question);
            let last = text.rsplit(' ').next().unwrap_or_default();
            let telling = last.trim_end_matches('.');
            assert!(
                found.first().is_some_and(|f| f.contains(telling)),
                "{question}: {found:?}"
            );
        }
    };
    let state = complete(&daemon, 6);
    assert_eq!(state["dimensions"], 384);
    found_all(&daemon);
    let metrics = daemon.get("/metrics").ok().body;
    for line in ["memo_embedded_memories 6\n", "memo_memories_to_embed 0\n"] {
        assert!(metrics.contains(line), "{metrics}");
    }
    // Where the index is lost, vectors are made again.
    daemon.stop();
    std::fs::remove_dir_all(daemon.data().join("index")).expect("an index");
    daemon.restart();
    complete(&daemon, 6);
    found_all(&daemon);
}
