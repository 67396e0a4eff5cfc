use super::*;
use crate::{extract::evidence::agree, when::When};
use memo_common::api::SourceType;
use serde_json::{Value, json};
use std::ops::ControlFlow;

const NOTE: &str = "On 3 May 2024 I planted tulips with Tomas Brandt behind the shed. \
    He paid 40 euros for them.\n\n\
    On 12 June 2024 I met Rosalind Achebe in Leeds. We agreed to sell the boat for 2,500 euros.\n";

/// What becomes of a reply about the note: each memory's narrative, and which way it was made.
fn told(memories: &Value) -> (Vec<Draft>, Way) {
    let reference: jiff::Zoned = "2024-06-20T12:00:00Z[UTC]".parse().expect("a time");
    let document = crate::ingest::read(NOTE, Some(SourceType::Text), None, &reference);
    let context = Context {
        user_name: "Mira Halloran".into(),
        reference,
    };
    let on = |_, _| ControlFlow::Continue(());
    let read = read(&document, &context, &on, |draft, source| Unit {
        draft,
        source,
    });
    let read = read.expect("in proportion");
    let units: Vec<(usize, &Unit)> = read.made.iter().enumerate().collect();
    assert_eq!(units.len(), 2);
    let shared = shared(&document, &context);
    let mut whole = shared.clone();
    for (_, unit) in &units {
        check::add_unit(&mut whole, unit);
    }
    let reply = json!({ "memories": memories }).to_string();
    let reply = reply::read(&reply).expect("it reads");
    let memories = reply.memories.into_iter();
    let told: Vec<Told> = memories
        .filter_map(|m| check::check(m, &units, &whole, &shared, &read))
        .collect();
    let clock = read.clock;
    let joined = join::join(read.made, told, &shared, clock);
    (joined.drafts, joined.way)
}

fn both() -> Value {
    json!([
        {"narrative": "On 3 May 2024 Tomas Brandt and I planted tulips behind the shed. He paid 40 euros for them.",
         "when": "2024-05-03", "sources": [1]},
        {"narrative": "I met Rosalind Achebe in Leeds on 12 June 2024. We agreed to sell the boat for 2,500 euros.",
         "where": "Leeds", "sources": [2]},
    ])
}

#[test]
fn what_tells_all_takes_the_place_of_the_embedded_memories() {
    let (drafts, way) = told(&both());
    assert_eq!((drafts.len(), way), (2, Way::Llm));
    assert!(drafts[0].narrative.starts_with("On 3 May 2024 Tomas"));
    assert_eq!(drafts[1].place.as_deref(), Some("Leeds"));
    assert!(NOTE[drafts[1].spans[0].clone()].contains("Rosalind"));
}

#[test]
fn it_is_told_by_the_user_and_not_of_them() {
    let mut memories = both();
    memories[0]["narrative"] =
        "On 3 May 2024 Mira Halloran planted tulips with Tomas Brandt behind the shed. He paid 40 euros for them."
            .into();
    let (drafts, way) = told(&memories);
    assert_eq!((drafts.len(), way), (2, Way::Mixed));
    assert!(drafts.iter().all(|d| !d.narrative.contains("Mira")));
    memories[0]["narrative"] =
        "On 3 May 2024 I, Mira Halloran, planted tulips with Tomas Brandt behind the shed. He paid me 40 euros for them."
            .into();
    let (drafts, _) = told(&memories);
    assert!(!drafts[0].narrative.contains("Mira"), "{drafts:?}");
}

#[test]
fn what_leaves_a_number_out_stands_beside_the_embedded_memory() {
    let mut memories = both();
    memories[0]["narrative"] = "Tomas Brandt and I planted tulips behind the shed.".into();
    let (drafts, way) = told(&memories);
    assert_eq!((drafts.len(), way), (3, Way::Mixed));
    assert!(
        drafts[1].narrative.contains("40 euros"),
        "in the document's order"
    );
}

#[test]
fn the_same_told_twice_is_told_once() {
    let mut memories = both();
    let again = memories[0].clone();
    memories.as_array_mut().expect("a list").push(again);
    assert_eq!(told(&memories).0.len(), 2);
}

#[test]
fn one_memory_may_rest_on_several_units() {
    let text = format!(
        "{} {}",
        both()[0]["narrative"].as_str().unwrap_or_default(),
        both()[1]["narrative"].as_str().unwrap_or_default()
    );
    let (drafts, way) = told(&json!([{"narrative": text, "sources": [2, 1, 1, 9]}]));
    assert_eq!((drafts.len(), way), (1, Way::Llm));
    let spans: String = drafts[0].spans.iter().map(|s| &NOTE[s.clone()]).collect();
    assert!(spans.contains("tulips") && spans.contains("boat"));
}

#[test]
fn a_day_of_its_own_making_is_the_embedded_one() {
    for when in ["2024-05-04", "1999", "soon", "", "2024-05-03 14:00"] {
        let mut memories = both();
        memories[0]["when"] = when.into();
        let (drafts, _) = told(&memories);
        let known: When = "2024-05-03".parse().expect("a day");
        assert!(
            drafts[0]
                .when
                .is_some_and(|w| agree(w, known) && w.days() == known.days()),
            "{when}"
        );
    }
}

#[test]
fn nothing_told_changes_nothing() {
    let (drafts, way) = told(&json!([]));
    assert_eq!((drafts.len(), way), (2, Way::Embedded));
}
