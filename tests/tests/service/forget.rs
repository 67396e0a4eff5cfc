//! Forgetting: gone from every answer at once.

use crate::garden;
use memo_common::api::Filter;
use memo_tests::daemon::{Daemon, Form, until};
use std::path::PathBuf;

const NOWHERE: [PathBuf; 0] = [];

#[test]
fn a_deleted_document_is_gone_from_every_answer_at_once() {
    let mut daemon = garden();
    let body = daemon
        .request("DELETE", "/v1/documents/garden")
        .send()
        .ok()
        .json();
    assert_eq!(body["status"], "success");
    assert_eq!(body["memories"], 1);
    let gone = |daemon: &Daemon| {
        assert!(daemon.recall("tulips").is_empty());
        let client = daemon.client();
        assert!(
            !client
                .ask("who planted tulips?", None, &Filter::default())
                .expect("an answer")
                .answered
        );
        assert!(
            client
                .memories(&Filter::default(), None, None)
                .expect("a page")
                .memories
                .is_empty()
        );
        assert!(
            client
                .documents(None, None)
                .expect("a page")
                .documents
                .is_empty()
        );
        for path in [
            "/v1/documents/garden",
            "/v1/documents/garden/text",
            "/v1/memories/garden_memory_0",
        ] {
            daemon.get(path).problem(404, "not_found");
        }
        let rating = Form::new()
            .text("memory_id", "garden_memory_0")
            .text("rating", "1")
            .text("query_text", "a");
        daemon
            .post("/v1/memories/feedback", &rating)
            .send()
            .problem(404, "not_found");
    };
    gone(&daemon);
    daemon
        .request("DELETE", "/v1/documents/garden")
        .send()
        .problem(404, "not_found");
    daemon.restart();
    gone(&daemon);
}

#[test]
fn a_removed_memory_is_gone_and_the_others_stay() {
    let mut daemon = Daemon::start();
    let text = "# 3 May 2024\n\nI planted tulips with Tomas Brandt behind the shed.\n\n# 9 June 2024\n\nI baked rye bread with Ines Duarte in Lisbon.\n";
    daemon.add("diary", text);
    let with_more = format!("{text}\n# 10 June 2024\n\nI swam in the lake.\n");
    let client = daemon.client();
    let filter = Filter {
        item_id: Some("diary".into()),
        ..Filter::default()
    };
    let all = client
        .memories(&filter, None, None)
        .expect("a page")
        .memories;
    assert!(all.len() >= 2, "{all:?}");
    let tulips = all
        .iter()
        .find(|m| m.content.narrative.contains("tulips"))
        .expect("it");
    client.forget_memory(&tulips.custom_id).expect("removed");
    let path = format!("/v1/memories/{}", tulips.custom_id);
    for again in [false, true] {
        if again {
            daemon.restart();
        }
        assert!(
            daemon
                .recall("tulips")
                .iter()
                .all(|n| !n.contains("tulips"))
        );
        assert!(daemon.recall("bread").iter().any(|n| n.contains("bread")));
        daemon.get(&path).problem(404, "not_found");
        let left = daemon
            .client()
            .document("diary")
            .expect("a document")
            .memories;
        assert_eq!(left, all.len() as u64 - 1);
    }
    // Nor does the document bring it back when it is written on, or comes with another time.
    let later = Form::new()
        .file("notes.txt", &with_more)
        .text("item_id", "diary")
        .text("user_name", "Mira");
    let earlier = later.clone().text("reference_time", "2024-07-01T10:00:00Z");
    for form in [later, earlier] {
        daemon.wait(&daemon.upload(&form));
        let told = daemon.recall("tulips");
        assert!(told.iter().all(|n| !n.contains("tulips")), "{told:?}");
        assert!(daemon.recall("lake").iter().any(|n| n.contains("lake")));
    }
}

#[test]
fn a_deleted_name_can_be_used_again() {
    let daemon = garden();
    daemon
        .client()
        .forget_document("garden")
        .expect("forgotten");
    daemon.add("garden", "I planted roses with Ines.");
    let found = daemon.recall("what did I plant").join(" ");
    assert!(
        found.contains("roses") && !found.contains("tulips"),
        "{found}"
    );
}

/// What is there; `None` where the daemon has removed it since it was listed.
fn there<T>(read: std::io::Result<T>) -> Option<T> {
    match read {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => None,
        other => Some(other.expect("readable")),
    }
}

/// The files of the daemon's folder that hold the bytes.
fn on_disk(daemon: &Daemon, text: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![daemon.data()];
    while let Some(folder) = folders.pop() {
        for entry in there(std::fs::read_dir(folder)).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let content = there(std::fs::read(&path)).unwrap_or_default();
            if content.windows(text.len()).any(|w| w == text.as_bytes()) {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn what_was_forgotten_is_gone_from_disk_after_a_compaction() {
    let mut daemon = garden();
    let long = "I met a quagga in the old zoo with Ines Duarte. ".repeat(200);
    daemon.add("short", "I met a quagga in the old zoo.");
    daemon.add("long", &long);
    let client = daemon.client();
    client.forget_document("short").expect("forgotten");
    client.forget_document("long").expect("forgotten");
    assert_ne!(on_disk(&daemon, "quagga"), NOWHERE);
    let done = client.compact().expect("compacted");
    assert!(done.bytes_after > 0);
    assert_eq!(on_disk(&daemon, "quagga"), NOWHERE);
    daemon.add("later", "I baked bread.");
    for again in [false, true] {
        if again {
            daemon.restart();
        }
        assert!(daemon.recall("tulips")[0].contains("tulips"));
        assert!(daemon.recall("bread")[0].contains("bread"));
        daemon.add("more", "I saw a kingfisher.");
    }
}

#[test]
fn a_compaction_under_load_loses_nothing() {
    let daemon = Daemon::start();
    std::thread::scope(|scope| {
        for worker in 0..3 {
            let daemon = &daemon;
            scope.spawn(move || {
                for n in 0..6 {
                    let text = format!(
                        "I met quokka{worker}x{n} at the zoo. {}",
                        "It slept. ".repeat(300)
                    );
                    daemon.add(&format!("w{worker}-{n}"), &text);
                }
            });
        }
        for _ in 0..3 {
            daemon.client().compact().expect("compacted");
        }
    });
    for worker in 0..3 {
        for n in 0..6 {
            let id = format!("w{worker}-{n}");
            let text = daemon.client().document_text(&id).expect("its text");
            assert!(text.contains(&format!("quokka{worker}x{n} ")), "{id}");
        }
    }
}

#[test]
fn only_an_administrator_compacts() {
    let daemon = Daemon::start();
    let made = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    let request = daemon.request("POST", "/v1/admin/compact");
    request
        .header("x-api-key", &made.api_key)
        .send()
        .problem(403, "administrator_only");
}

#[test]
fn a_forgotten_text_is_in_no_file_and_in_no_backup_made_later() {
    let mut daemon = garden();
    let client = daemon.client();
    let words = ["zyzzyva", "xoanon", "qwyjibo"];
    let [inline, long, asked] = words;
    daemon.add(
        "inline",
        &format!("I met a {inline} in the old zoo with Ines Duarte."),
    );
    let text = format!("I met a {long} in the old zoo with Ines Duarte. ");
    daemon.add("long", &text.repeat(200));
    // Replaced, failed to be replaced, rated, asked for: every way into the files.
    daemon.add(
        "inline",
        &format!("I met the {inline} again in the old zoo."),
    );
    let rated = client.recall(inline, None, &Filter::default());
    let rated = &rated.expect("an envelope").memories[0].custom_id;
    client.feedback(rated, 1, asked).expect("rated");
    client
        .ask(&format!("Who met the {inline}?"), None, &Filter::default())
        .expect("an answer");
    for word in words {
        assert_ne!(on_disk(&daemon, word), NOWHERE, "{word}");
    }
    for id in ["inline", "long"] {
        client.forget_document(id).expect("forgotten");
    }
    client.compact().expect("compacted");
    let mut kept = Vec::new();
    let mut backup = client.backup().expect("a backup");
    std::io::Read::read_to_end(&mut backup, &mut kept).expect("read");
    let mut exported = client.export().expect("an export");
    std::io::Read::read_to_end(&mut exported, &mut kept).expect("read");
    assert!(kept.windows(6).any(|w| w == b"tulips"));
    for again in [false, true] {
        if again {
            daemon.restart();
        }
        for word in words {
            assert_eq!(on_disk(&daemon, word), NOWHERE, "{word}");
            let found = kept.windows(word.len()).any(|w| w == word.as_bytes());
            assert!(!found, "{word} is in a backup or an export");
        }
    }
}

#[test]
fn a_forgotten_name_is_in_no_file() {
    let mut daemon = garden();
    let client = daemon.client();
    let names = ["zyzzyva-txt", "xoanon-txt"];
    for name in names {
        daemon.add(name, "I met Ines Duarte in the old zoo.");
        // Each upload has a run, and each run a name.
        daemon.add(name, "I met Ines Duarte in the new zoo.");
        assert_ne!(on_disk(&daemon, name), NOWHERE);
        client.forget_document(name).expect("forgotten");
    }
    client.compact().expect("compacted");
    for again in [false, true] {
        if again {
            daemon.restart();
        }
        for name in names {
            assert_eq!(on_disk(&daemon, name), NOWHERE, "{name}");
        }
        // What is there keeps its run.
        let garden = daemon.client().document("garden").expect("it is there");
        assert_eq!(garden.run.item_id, "garden");
    }
    // What was forgotten before the end goes at the next start by itself.
    daemon.add(names[0], "I met Ines Duarte in the old zoo.");
    daemon
        .client()
        .forget_document(names[0])
        .expect("forgotten");
    daemon.restart();
    until("it is compacted", || {
        (on_disk(&daemon, names[0]) == NOWHERE).then_some(())
    });
}

#[test]
fn a_removed_memory_takes_its_ratings_along() {
    let daemon = garden();
    let client = daemon.client();
    client
        .feedback("garden_memory_0", 1, "qwyjibo")
        .expect("rated");
    client.forget_memory("garden_memory_0").expect("removed");
    client.compact().expect("compacted");
    assert_eq!(on_disk(&daemon, "qwyjibo"), NOWHERE);
}

#[test]
fn what_one_user_forgets_another_keeps_to_the_byte() {
    let daemon = garden();
    daemon.add(
        "kitchen",
        "On 4 May 2024 I baked rye bread with Ines Duarte in Lisbon.",
    );
    let made = daemon.client().create_key(None, Some("tomas"));
    let key = made.expect("a key").api_key;
    let other = daemon.client_with(&key);
    let mut lines = String::new();
    let mut export = daemon.client().export().expect("an export");
    std::io::Read::read_to_string(&mut export, &mut lines).expect("read");
    other.import(lines.as_bytes()).expect("imported");
    other
        .feedback("garden_memory_0", 1, "what did I plant?")
        .expect("rated");
    daemon.wait_for_vectors_of(4);
    let sees = || {
        let mut all = Vec::new();
        for path in [
            "/v1/documents",
            "/v1/memories",
            "/v1/documents/garden/text",
            "/v1/memories/garden_memory_0",
        ] {
            let reply = daemon.request("GET", path).header("x-api-key", &key).send();
            all.push(reply.ok().body);
        }
        for (path, text) in [
            ("/v1/memories/recall", "what did I plant?"),
            ("/v1/memories/ask", "Who baked bread?"),
        ] {
            let form = Form::new().text("text", text);
            let reply = daemon.post(path, &form).header("x-api-key", &key).send();
            all.push(reply.ok().body);
        }
        let mut export = String::new();
        let mut from = other.export().expect("an export");
        std::io::Read::read_to_string(&mut from, &mut export).expect("read");
        // The first line says when it was written.
        all.extend(export.lines().skip(1).map(str::to_owned));
        all
    };
    let before = sees();
    let client = daemon.client();
    for document in client.documents(None, None).expect("a page").documents {
        client
            .forget_document(&document.item_id)
            .expect("forgotten");
    }
    assert_eq!(sees(), before);
    client.compact().expect("compacted");
    assert_eq!(sees(), before);
    assert!(daemon.recall("tulips").is_empty());
}
