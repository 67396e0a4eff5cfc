//! Who is who: names that are one person's, and the name that is shown, in memories old and new, filters and answers.

use memo_common::api::{FacetKind, Filter, Memory, Person};
use memo_tests::daemon::{Daemon, Form};
use std::io::Read;

fn station() -> Daemon {
    let daemon = Daemon::start();
    daemon.add(
        "diary",
        "On 3 May 2024 I had lunch with Bettina Okafor at the station in Leeds.",
    );
    daemon.add(
        "note",
        "On 9 June 2024 I repaired the pump with B. Okafor in the harbour.",
    );
    daemon.add(
        "other",
        "On 1 July 2024 I baked rye bread with Bettina Lund.",
    );
    daemon
}

fn everybody(daemon: &Daemon) -> Vec<Person> {
    let page = daemon.client().people(None, None, None);
    page.expect("a page").people
}

fn person(daemon: &Daemon, name: &str) -> Person {
    let all = everybody(daemon);
    let found = all.iter().find(|p| p.name == name);
    found.unwrap_or_else(|| panic!("{name}: {all:?}")).clone()
}

fn of(participant: &str) -> Filter {
    Filter {
        participant: Some(participant.into()),
        ..Filter::default()
    }
}

/// The documents of the memories that this filter leaves, the same for recall and lists.
fn with(daemon: &Daemon, participant: &str) -> Vec<String> {
    let filter = of(participant);
    let found = daemon.client().recall("lunch pump bread", None, &filter);
    let listed = daemon.client().memories(&filter, None, None);
    let ids = |memories: Vec<Memory>| {
        let mut ids: Vec<_> = memories.into_iter().map(|m| m.item_id).collect();
        ids.sort();
        ids
    };
    let found = ids(found.expect("an envelope").memories);
    assert_eq!(
        found,
        ids(listed.expect("a page").memories),
        "{participant}"
    );
    found
}

fn participants(daemon: &Daemon, id: &str) -> Vec<String> {
    let memory = daemon.client().memory(&format!("{id}_memory_0"));
    memory.expect("a memory").memory.content.participants
}

#[test]
fn two_names_become_one_person_and_two_again() {
    let mut daemon = station();
    let before = everybody(&daemon);
    assert!(person(&daemon, "Mira Halloran").me);
    assert_eq!(with(&daemon, "Bettina Okafor"), ["diary"]);
    let client = daemon.client();
    // Whatever the case of its letters.
    let merged = client
        .merge_people("b. okafor", "bettina okafor")
        .expect("merged");
    assert_eq!(
        (merged.name.as_str(), merged.memories),
        ("Bettina Okafor", 2)
    );
    assert_eq!(merged.merged, ["B. Okafor"]);
    for restarted in [false, true] {
        if restarted {
            daemon.restart();
        }
        assert_eq!(
            participants(&daemon, "note"),
            ["Mira Halloran", "Bettina Okafor"]
        );
        assert_eq!(with(&daemon, "Bettina Okafor"), ["diary", "note"]);
        assert_eq!(with(&daemon, "B."), ["diary", "note"]);
        assert_eq!(with(&daemon, "Bettina"), ["diary", "note", "other"]);
        assert_eq!(with(&daemon, "Lund"), ["other"]);
    }
    let text = daemon.get("/v1/documents/note/text").ok();
    assert!(
        text.body.contains("with B. Okafor"),
        "the source's words stay"
    );
    daemon.add("new", "On 4 August 2024 I swam in the lake with B. Okafor.");
    assert_eq!(
        participants(&daemon, "new"),
        ["Mira Halloran", "Bettina Okafor"]
    );
    daemon.client().forget_document("new").expect("forgotten");
    daemon.client().split_person("B. Okafor").expect("split");
    assert_eq!(everybody(&daemon), before);
    assert_eq!(with(&daemon, "Bettina Okafor"), ["diary"]);
}

#[test]
fn questions_find_people_by_all_their_names() {
    let daemon = station();
    let client = daemon.client();
    client
        .merge_people("B. Okafor", "Bettina Okafor")
        .expect("merged");
    client
        .rename_person("Bettina Okafor", Some("Tina"))
        .expect("renamed");
    assert_eq!(participants(&daemon, "diary"), ["Mira Halloran", "Tina"]);
    assert_eq!(with(&daemon, "Tina"), ["diary", "note"]);
    daemon.wait_for_vectors();
    let found = daemon.recall("what did I do with Tina?");
    let place = |words: &str| found.iter().position(|n| n.contains(words)).unwrap_or(99);
    assert!(
        place("lunch") < place("rye") && place("pump") < place("rye"),
        "{found:?}"
    );
    let answer = client.ask(
        "Where did I have lunch with Tina?",
        None,
        &Filter::default(),
    );
    let answer = answer.expect("an answer");
    assert!(answer.response.contains("station"), "{answer:?}");
    // By the name that this memory does not have and that is not shown.
    let answer = client.ask(
        "When did I last repair the pump with Bettina Okafor?",
        None,
        &Filter::default(),
    );
    let answer = answer.expect("an answer");
    assert!(
        answer.response.starts_with("Sunday 9 June 2024"),
        "{answer:?}"
    );
    client.rename_person("Tina", None).expect("renamed");
    assert_eq!(
        participants(&daemon, "diary"),
        ["Mira Halloran", "Bettina Okafor"]
    );
}

#[test]
fn facets_and_the_timeline_go_by_it() {
    let daemon = station();
    // Where a memory has both names, its person is in it once.
    let both = "On 2 August 2024 I met B. Okafor. Bettina Okafor had the keys.";
    daemon.add("both", both);
    let client = daemon.client();
    let people = || {
        let facets = client.facets(Some(FacetKind::People), "", &Filter::default(), None, None);
        let values = facets.expect("facets").people.expect("people").values;
        let named = values.into_iter().filter(|v| v.value.contains("Okafor"));
        named.map(|v| (v.value, v.memories)).collect::<Vec<_>>()
    };
    let before = people();
    assert_eq!(before.len(), 2, "{before:?}");
    client
        .merge_people("B. Okafor", "Bettina Okafor")
        .expect("merged");
    let one = person(&daemon, "Bettina Okafor");
    assert_eq!(people(), [("Bettina Okafor".to_owned(), one.memories)]);
    let year = Filter {
        since: Some("2024".into()),
        ..of("Bettina Okafor")
    };
    let page = client.timeline(&year, None, None).expect("a page");
    let days: u64 = client.days(&year).expect("days").days.len() as u64;
    let counted = client.facets(None, "", &of("Bettina Okafor"), None, None);
    assert_eq!(counted.expect("facets").memories, one.memories);
    assert_eq!((days, page.entries.len() as u64), (3, one.memories));
    for entry in page.entries {
        let names = entry.memory.content.participants;
        assert!(!names.contains(&"B. Okafor".to_owned()), "{names:?}");
    }
    client.split_person("B. Okafor").expect("split");
    assert_eq!(people(), before);
}

#[test]
fn another_name_of_ones_own() {
    let daemon = station();
    daemon.add(
        "mail",
        "On 5 May 2024 Tomas Brandt met Mimi Duval in Porto.",
    );
    let client = daemon.client();
    let me = client.merge_into_me("Mimi Duval").expect("merged");
    assert!(me.me && me.name == "Mira Halloran", "{me:?}");
    assert!(with(&daemon, "Mira").contains(&"mail".to_owned()));
}

#[test]
fn what_is_nobodys_name_is_refused() {
    let daemon = station();
    let post = |path: &str, fields: &[(&str, &str)]| {
        let form = fields
            .iter()
            .fold(Form::new(), |form, (n, v)| form.text(n, v));
        daemon.post(&format!("/v1/people/{path}"), &form).send()
    };
    post("merge", &[("name", "B. Okafor")]).problem(400, "missing_field");
    post("merge", &[("name", "Nobody"), ("into", "B. Okafor")]).problem(404, "not_found");
    post("merge", &[("name", "B. Okafor"), ("into", "Nobody")]).problem(404, "not_found");
    post("split", &[("name", "B. Okafor")]).problem(404, "not_found");
    post("rename", &[("name", "Nobody"), ("shown", "A")]).problem(404, "not_found");
    let taken = [("name", "B. Okafor"), ("shown", "Bettina Lund")];
    post("rename", &taken).problem(400, "invalid_field");
    let long = "a".repeat(201);
    post("rename", &[("name", "B. Okafor"), ("shown", &long)]).problem(400, "invalid_field");
    post("me", &[("name", "Nobody")]).problem(404, "not_found");
    daemon
        .get("/v1/people?cursor=x")
        .problem(400, "invalid_field");
    daemon
        .get("/v1/people?limit=0")
        .problem(400, "invalid_field");
    // To merge what is one already changes nothing.
    let same = post("merge", &[("name", "B. Okafor"), ("into", "b. okafor")])
        .ok()
        .json();
    assert_eq!(same["merged"], serde_json::json!([]));
}

#[test]
fn people_are_listed_in_pages_and_everybody_has_their_own() {
    let daemon = station();
    daemon
        .client()
        .merge_people("B. Okafor", "Bettina Okafor")
        .expect("merged");
    let all = everybody(&daemon);
    let (mut paged, mut cursor) = (Vec::new(), None);
    loop {
        let page = daemon
            .client()
            .people(None, Some(2), cursor.as_deref())
            .expect("a page");
        paged.extend(page.people);
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(paged, all);
    let begun = daemon
        .client()
        .people(Some("bettina l"), None, None)
        .expect("a page");
    assert_eq!(begun.people.len(), 1);
    let other = daemon
        .client()
        .create_key(None, Some("ana"))
        .expect("a key");
    let other = daemon.client_with(&other.api_key);
    assert!(
        other
            .people(None, None, None)
            .expect("a page")
            .people
            .is_empty()
    );
    assert!(other.split_person("B. Okafor").is_err());
}

#[test]
fn people_are_exported_and_imported() {
    let from = station();
    from.client()
        .merge_people("B. Okafor", "Bettina Okafor")
        .expect("merged");
    from.client()
        .rename_person("B. Okafor", Some("Tina"))
        .expect("renamed");
    let mut text = String::new();
    from.client()
        .export()
        .expect("an export")
        .read_to_string(&mut text)
        .expect("read");
    let to = Daemon::start();
    for _ in 0..2 {
        to.client().import(text.as_bytes()).expect("imported");
        assert_eq!(everybody(&to), everybody(&from));
        assert_eq!(participants(&to, "note"), ["Mira Halloran", "Tina"]);
    }
    // What was said here counts.
    to.client()
        .rename_person("Tina", Some("Betty"))
        .expect("renamed");
    to.client().import(text.as_bytes()).expect("imported");
    assert_eq!(participants(&to, "note"), ["Mira Halloran", "Betty"]);
}

#[test]
fn a_name_taken_over_as_it_is_shown_follows_later() {
    let daemon = station();
    let client = daemon.client();
    client
        .rename_person("B. Okafor", Some("Tina"))
        .expect("renamed");
    let path = "/v1/memories/note_memory_0";
    let body = r#"{"participants": ["Tina", "Ines Duarte"]}"#;
    daemon
        .request("PATCH", path)
        .body("application/json", body)
        .send()
        .ok();
    assert_eq!(participants(&daemon, "note"), ["Tina", "Ines Duarte"]);
    client.rename_person("Tina", None).expect("renamed");
    assert_eq!(participants(&daemon, "note"), ["B. Okafor", "Ines Duarte"]);
}
