//! `POST /v1/memories/recall` (specification 2.1, 2.2, 2.3, 4.2).

use crate::garden;
use memo_common::api::Filter;
use memo_tests::daemon::{Daemon, Form};

fn query(text: &str) -> Form {
    Form::new().text("text", text)
}

const RECALL: &str = "/v1/memories/recall";

#[test]
fn answers_the_envelope_with_every_field() {
    let daemon = garden();
    let body = daemon.post(RECALL, &query("tulips")).send().ok().json();
    assert_eq!(body["qa"], serde_json::json!([]));
    assert_eq!(body["chunks"], serde_json::json!([]));
    let memory = &body["memories"][0];
    assert_eq!(memory["item_id"], "garden");
    let id = memory["custom_id"].as_str().expect("an id");
    let index = id.strip_prefix("garden_memory_").expect("the shape");
    assert!(index.parse::<u32>().is_ok());
    let score = memory["score"].as_f64().expect("a score");
    assert!((0.0..=1.0).contains(&score));
    let content = &memory["content"];
    assert!(
        content["narrative"]
            .as_str()
            .is_some_and(|n| n.contains("tulips"))
    );
    for list in ["participants", "entities", "tags"] {
        assert!(content[list].is_array(), "{list}: {content}");
    }
    assert!(content["when"].is_string());
    assert!(content["where"].is_string() || content["where"].is_null());
    assert!(content.as_object().is_some_and(|o| o.contains_key("where")));
}

#[test]
fn is_empty_when_nothing_was_uploaded_or_nothing_matches() {
    let daemon = Daemon::start();
    let body = daemon.post(RECALL, &query("tulips")).send().ok().json();
    assert_eq!(body["memories"], serde_json::json!([]));
}

#[test]
fn takes_urlencoded_forms_too() {
    let daemon = garden();
    let kind = "application/x-www-form-urlencoded";
    let request = daemon
        .request("POST", RECALL)
        .body(kind, "text=tulips%20in+May&limit=1");
    let body = request.send().ok().json();
    assert_eq!(body["memories"].as_array().map(Vec::len), Some(1));
}

#[test]
fn text_is_required_and_has_at_most_1000_characters() {
    let daemon = Daemon::start();
    let send = |form: &Form| daemon.post(RECALL, form).send();
    assert_eq!(
        send(&Form::new().text("limit", "1")).problem(400, "missing_field")["field"],
        "text"
    );
    send(&query("é".repeat(1000).as_str())).ok();
    send(&query(&format!("  {}  ", "a".repeat(1000)))).ok();
    for bad in ["é".repeat(1001).as_str(), "", " \n "] {
        assert_eq!(
            send(&query(bad)).problem(400, "invalid_field")["field"],
            "text"
        );
    }
    send(&query("a").text("text", "b")).problem(400, "duplicate_field");
}

#[test]
fn other_body_types_are_415() {
    let daemon = Daemon::start();
    let request = daemon
        .request("POST", RECALL)
        .body("application/json", "{\"text\":\"a\"}");
    request.send().problem(415, "unsupported_media_type");
}

#[test]
fn limit_is_1_to_100_and_10_by_default() {
    let daemon = Daemon::start();
    for n in 0..12 {
        daemon.add(
            &format!("bread-{n}"),
            &format!("I baked bread number {n} at home with Ines."),
        );
    }
    let count = |form: &Form| {
        let body = daemon.post(RECALL, form).send().ok().json();
        body["memories"].as_array().map(Vec::len)
    };
    assert_eq!(count(&query("bread")), Some(10));
    assert_eq!(count(&query("bread").text("limit", "3")), Some(3));
    assert_eq!(count(&query("bread").text("limit", "100")), Some(12));
    for bad in ["0", "101", "-1", "many", "1.5"] {
        let reply = daemon
            .post(RECALL, &query("bread").text("limit", bad))
            .send();
        assert_eq!(
            reply.problem(400, "invalid_field")["field"],
            "limit",
            "{bad}"
        );
    }
}

#[test]
fn scores_never_rise_down_the_list() {
    let daemon = Daemon::start();
    daemon.add("one", "I baked bread with Ines.");
    daemon.add(
        "two",
        "I baked bread and cake with Ines in the old kitchen.",
    );
    daemon.add("three", "I bought a kitchen table.");
    let found = daemon
        .client()
        .recall("bread in the kitchen", None, &Filter::default());
    let scores: Vec<f64> = found
        .expect("an envelope")
        .memories
        .iter()
        .map(|m| m.score)
        .collect();
    assert!(
        scores.len() > 1 && scores.is_sorted_by(|a, b| a >= b),
        "{scores:?}"
    );
}

#[test]
fn a_person_is_found_who_wrote_was_written_to_or_is_mentioned() {
    let daemon = Daemon::start();
    daemon.add(
        "mail",
        "From: Jörg Brandt <joerg@brandt.example>\nTo: Ines Duarte <ines@duarte.example>\nSubject: The berth\n\
         Date: Tue, 3 Nov 2026 09:15:00 +0000\nMessage-ID: <a@b.example>\n\n\
         The fee for the berth goes up in May. The office says that Tomas Lind pays it.\n",
    );
    daemon.add("other", "On 9 June 2024 I planted roses in the yard.");
    let client = daemon.client();
    for name in ["Jörg Brandt", "jorg", "Ines", "Tomas Lind"] {
        let filter = Filter {
            participant: Some(name.to_owned()),
            ..Filter::default()
        };
        let recalled = client.recall("the fee for the berth", None, &filter);
        let listed = client.memories(&filter, None, None);
        for memories in [
            recalled.expect("an envelope").memories,
            listed.expect("a page").memories,
        ] {
            let items: Vec<_> = memories.iter().map(|m| m.item_id.as_str()).collect();
            assert_eq!(items, ["mail"], "{name}");
        }
    }
}

#[test]
fn filters_narrow_what_is_looked_at() {
    let daemon = Daemon::start();
    daemon.add("may", "On 3 May 2024 I planted tulips with Tomas Brandt.");
    daemon.add(
        "june",
        "On 9 June 2024 I planted roses with Ines Duarte in Porto.",
    );
    let items = |filter: Filter| -> Vec<String> {
        let found = daemon.client().recall("what did I plant", None, &filter);
        found
            .expect("an envelope")
            .memories
            .into_iter()
            .map(|m| m.item_id)
            .collect()
    };
    let since = Some("2024-06".to_owned());
    let until = Some("2024-05-31".to_owned());
    assert_eq!(
        items(Filter {
            since,
            ..Filter::default()
        }),
        ["june"]
    );
    assert_eq!(
        items(Filter {
            until,
            ..Filter::default()
        }),
        ["may"]
    );
    let item_id = Some("june".to_owned());
    assert_eq!(
        items(Filter {
            item_id,
            ..Filter::default()
        }),
        ["june"]
    );
    let participant = Some("tomas".to_owned());
    assert_eq!(
        items(Filter {
            participant,
            ..Filter::default()
        }),
        ["may"]
    );
    for (place, found) in [("porto", &["june"][..]), ("Lisbon", &[])] {
        let place = Some(place.to_owned());
        assert_eq!(
            items(Filter {
                place,
                ..Filter::default()
            }),
            found
        );
    }
    let source_type = Some(memo_common::api::SourceType::Slack);
    assert!(
        items(Filter {
            source_type,
            ..Filter::default()
        })
        .is_empty()
    );
    let reply = daemon
        .post(RECALL, &query("a").text("since", "yesterday"))
        .send();
    assert_eq!(reply.problem(400, "invalid_field")["field"], "since");
    let reply = daemon
        .post(RECALL, &query("a").text("source_type", "fax"))
        .send();
    assert_eq!(reply.problem(400, "invalid_field")["field"], "source_type");
}

#[test]
fn words_are_found_in_text_without_spaces() {
    let daemon = Daemon::start();
    daemon.add(
        "kyoto",
        "昨日、妹と京都に行って、清水寺の近くで抹茶を飲んだ。",
    );
    daemon.add(
        "osaka",
        "来週は大阪で部長と会議がある。資料は金曜までに送る。",
    );
    for (asked, told) in [("京都", "清水寺"), ("会議 いつ", "大阪")] {
        let found = daemon.recall(asked);
        assert!(found[0].contains(told), "{asked}: {found:?}");
    }
}
