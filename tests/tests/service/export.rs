//! Exports and imports: everything comes back under its own name, once, and what was removed stays removed.

use memo_common::api::{Filter, ImportReport, RunState};
use memo_tests::daemon::{Daemon, Form, until};
use serde_json::Value;
use std::io::Read;

/// A daemon with two documents, a rating, and a removed memory.
fn filled() -> Daemon {
    let daemon = Daemon::start();
    daemon.add(
        "diary",
        "# 3 May 2024\n\nI planted tulips with Tomas Brandt behind the shed.\n\n# 9 June 2024\n\nI baked rye bread with \
         Ines Duarte in Lisbon.\n\n# 2 July 2024\n\nI saw a kingfisher at the weir.\n",
    );
    let long = "I met a quagga in the old zoo with Ines Duarte on 4 May 2024.\n\n".repeat(100);
    daemon.add("long", &long);
    let client = daemon.client();
    let memory = |words: &str| {
        let found = client.recall(words, None, &Filter::default());
        found.expect("an envelope").memories[0].custom_id.clone()
    };
    client
        .feedback(&memory("rye bread"), 1, "what did I bake?")
        .expect("rated");
    client
        .forget_memory(&memory("kingfisher"))
        .expect("removed");
    daemon
}

fn export(daemon: &Daemon) -> String {
    let mut text = String::new();
    let mut export = daemon.client().export().expect("an export");
    export.read_to_string(&mut text).expect("to its end");
    text
}

fn import(daemon: &Daemon, text: &str) -> ImportReport {
    daemon.client().import(text.as_bytes()).expect("imported")
}

/// What an export says but for when it was written.
fn content(text: &str) -> Vec<&str> {
    text.lines().skip(1).collect()
}

#[test]
fn an_export_makes_the_same_memory_elsewhere() {
    let (from, mut to) = (filled(), Daemon::start());
    let text = export(&from);
    let done = import(&to, &text);
    assert_eq!((done.documents, done.ratings), (2, 1));
    assert_eq!(done.status, "success");
    for again in [false, true] {
        if again {
            to.restart();
        }
        assert_eq!(content(&export(&to)), content(&text));
        assert!(to.recall("rye bread")[0].contains("rye bread"));
        assert!(!to.recall("kingfisher").join(" ").contains("kingfisher"));
        let client = to.client();
        let texts = ["diary", "long"].map(|id| client.document_text(id).expect("a text"));
        let before = from.client();
        assert_eq!(
            texts,
            ["diary", "long"].map(|id| before.document_text(id).expect("a text"))
        );
        let document = client.document("diary").expect("a document");
        assert_eq!(document.run.state, RunState::Succeeded);
        let was = before.document("diary").expect("a document");
        assert_eq!(
            (document.created_at, document.memories),
            (was.created_at, was.memories)
        );
    }
    // The rating counts as it did.
    let scores = |daemon: &Daemon| {
        daemon.wait_for_vectors();
        let found = daemon
            .client()
            .recall("what did I bake?", None, &Filter::default());
        let memories = found.expect("an envelope").memories;
        memories
            .into_iter()
            .map(|m| (m.custom_id, m.score))
            .collect::<Vec<_>>()
    };
    assert_eq!(scores(&from), scores(&to));
}

#[test]
fn an_import_again_changes_nothing_and_what_is_here_stays() {
    let (from, to) = (filled(), Daemon::start());
    let text = export(&from);
    import(&to, &text);
    let client = to.client();
    let bread = client
        .recall("rye bread", None, &Filter::default())
        .expect("an envelope");
    let bread = &bread.memories[0].custom_id;
    // Rated, removed and replaced here since.
    client
        .feedback(bread, -1, "what did I bake?")
        .expect("rated");
    let tulips = client
        .recall("tulips", None, &Filter::default())
        .expect("an envelope");
    client
        .forget_memory(&tulips.memories[0].custom_id)
        .expect("removed");
    to.add("long", "I saw a heron on 1 May 2026.");
    let before = export(&to);
    let done = import(&to, &text);
    assert_eq!((done.documents, done.unchanged, done.kept), (0, 1, 1));
    assert_eq!(done.ratings, 0);
    assert_eq!(content(&export(&to)), content(&before));
}

#[test]
fn memories_that_were_removed_in_any_order_stay_removed() {
    let (from, to) = (filled(), Daemon::start());
    let memories = from.client().memories(&Filter::default(), None, None);
    let memories = memories.expect("a page").memories;
    let first = memories.iter().find(|m| m.custom_id == "diary_memory_0");
    let first = &first.expect("the tulips").custom_id;
    from.client().forget_memory(first).expect("removed");
    let text = export(&from);
    assert!(text.contains(r#""removed":[0,2]"#), "{text}");
    import(&to, &text);
    assert_eq!(content(&export(&to)), content(&text));
    // As it was written before, in the order of their removal.
    let (before, to) = (text.replace("[0,2]", "[2,0]"), Daemon::start());
    assert_eq!(import(&to, &before).documents, 2);
    assert_eq!(content(&export(&to)), content(&text));
}

#[test]
fn an_import_puts_back_what_the_disk_has_lost_of_a_text() {
    let daemon = filled();
    let text = export(&daemon);
    let long = daemon.client().document_text("long").expect("its text");
    std::fs::remove_dir_all(daemon.data().join("bodies")).expect("removed");
    let lost = daemon.get("/v1/documents/long/text");
    let problem = lost.problem(404, "not_found");
    let detail = problem["detail"].as_str().unwrap_or_default();
    assert!(detail.contains("adding the file again"), "{detail}");
    assert_eq!(import(&daemon, &text).unchanged, 2);
    let back = daemon.client().document_text("long");
    assert_eq!(back.expect("its text"), long);
}

#[test]
fn an_import_into_a_filled_store_replaces_what_is_older() {
    let to = Daemon::start();
    to.add("diary", "I met a walrus with Bo Ekberg on 1 May 2020.");
    to.add("other", "I saw a heron on 1 May 2026.");
    let from = filled();
    let done = import(&to, &export(&from));
    assert_eq!((done.documents, done.kept), (2, 0));
    assert!(!to.recall("walrus").join(" ").contains("walrus"));
    assert!(to.recall("heron")[0].contains("heron"));
    assert!(to.recall("rye bread")[0].contains("rye bread"));
}

#[test]
fn a_document_without_memories_is_worked_on() {
    let to = Daemon::start();
    let text = concat!(
        r#"{"type":"memo_export","version":1,"memo":"0.1.0","exported_at":"2026-11-21T17:00:00.000Z"}"#,
        "\n",
        r#"{"type":"document","item_id":"garden","user_name":"Mira","created_at":"2026-11-21T17:00:00.000Z","text":"On 3 May 2024 I planted tulips with Tomas Brandt."}"#,
        "\n",
        r#"{"type":"end","documents":1,"memories":0,"ratings":0}"#,
    );
    assert_eq!(import(&to, text).queued, 1);
    let run = to.client().document("garden").expect("a document").run;
    assert_eq!(to.wait(&run.name).state, RunState::Succeeded);
    assert!(to.recall("tulips")[0].contains("tulips"));
    assert_eq!(import(&to, text).unchanged, 1);
}

#[test]
fn one_user_exports_their_own_alone() {
    let daemon = filled();
    let made = daemon.client().create_key(None, Some("tomas"));
    let other = daemon.client_with(&made.expect("a key").api_key);
    let read = || {
        let mut text = String::new();
        let mut export = other.export().expect("an export");
        export.read_to_string(&mut text).expect("to its end");
        text
    };
    assert_eq!(read().lines().count(), 2);
    let text = export(&daemon);
    other.import(text.as_bytes()).expect("imported");
    assert_eq!(content(&read()), content(&text));
    for item in ["diary", "long"] {
        other.forget_document(item).expect("forgotten");
    }
    assert_eq!(content(&export(&daemon)), content(&text));
}

#[test]
fn who_reads_an_export_slowly_leaves_places_for_others() {
    let daemon = Daemon::start();
    daemon.add_more_than_buffers_hold();
    let begin = || {
        let mut stream = daemon.request("GET", "/v1/export").begin(0);
        let mut status = [0; 12];
        stream.read_exact(&mut status).expect("it begins");
        (stream, String::from_utf8_lossy(&status).into_owned())
    };
    // As many as there are places.
    let mut slow: Vec<_> = (0..4).map(|_| begin()).collect();
    let statuses: Vec<_> = slow.iter().map(|(_, status)| status.as_str()).collect();
    assert_eq!(statuses[0], "HTTP/1.1 200");
    assert!(statuses[1..].iter().all(|s| *s == "HTTP/1.1 429"));
    let refused = daemon.get("/v1/export");
    refused.problem(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), Some("1"));
    for other in ["tomas", "ines"] {
        let made = daemon.client().create_key(None, Some(other));
        let other = daemon.client_with(&made.expect("a key").api_key);
        let mut text = String::new();
        let mut export = other.export().expect("a place");
        export.read_to_string(&mut text).expect("to its end");
        assert_eq!(text.lines().count(), 2);
    }
    // Who goes away leaves the place.
    slow.clear();
    until("there is a place again", || {
        (begin().1 == "HTTP/1.1 200").then_some(())
    });
}

#[test]
fn a_wrong_line_is_told_and_whole_documents_before_it_stand() {
    let text = export(&filled());
    let lines: Vec<&str> = text.lines().collect();
    let long = lines
        .iter()
        .position(|l| l.contains(r#""item_id":"long""#))
        .expect("a document");
    let json = |line: &str| -> Value { serde_json::from_str(line).expect("a line") };
    let mut cases = vec![
        // Without the first line, with a missing memory, with garbage, with a memory of another document.
        (lines[1..].join("\n"), 1),
        ([&lines[..=long], &lines[long + 2..]].concat().join("\n"), 0),
        ([&lines[..=long], &["{]"]].concat().join("\n"), long + 2),
        (
            [&lines[..=long], &lines[2..3]].concat().join("\n"),
            long + 2,
        ),
    ];
    for (field, value) in [
        ("item_id", "../escape"),
        ("user_name", ""),
        ("created_at", "yesterday"),
        ("reference_time", "yesterday"),
        ("text", " "),
        ("text", "a\0b"),
    ] {
        let mut document = json(lines[long]);
        document[field] = value.into();
        let document = document.to_string();
        cases.push((
            [&lines[..long], &[document.as_str()]].concat().join("\n"),
            long + 1,
        ));
    }
    let mut header = json(lines[0]);
    header["version"] = 2.into();
    cases.push((header.to_string(), 1));
    for (text, number) in cases {
        let mut to = Daemon::start();
        let reply = to
            .request("POST", "/v1/import")
            .body("application/x-ndjson", text.clone())
            .send();
        assert_eq!(reply.status, 400, "{reply:?}");
        let detail = reply.json()["detail"].to_string();
        if number > 0 {
            assert!(detail.contains(&format!("Line {number}:")), "{detail}");
        }
        for again in [false, true] {
            if again {
                to.restart();
            }
            let there = to.client().documents(None, None).expect("a page");
            let names: Vec<_> = there.documents.iter().map(|d| d.item_id.as_str()).collect();
            let whole: &[&str] = if number == 1 { &[] } else { &["diary"] };
            assert_eq!(names, whole, "{detail}");
        }
    }
    let to = Daemon::start();
    to.post("/v1/import", &Form::new().text("a", "b"))
        .send()
        .problem(415, "unsupported_media_type");
}
