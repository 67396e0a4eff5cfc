//! Corrections: found as they say at once, kept when the document is read again, taken along, and taken back.

use memo_common::api::{Correction, Filter, MemoryDetail, MemoryPatch};
use memo_tests::daemon::{Daemon, Form};
use serde_json::{Value, json};
use std::{io::Read, process::Command};

const DIARY: &str = "# 3 May 2024\n\nI planted tulips with Tomas Brandt behind the shed.\n\n# 9 June 2024\n\nI baked rye \
                     bread with Ines Duarte in Lisbon.\n";

fn diary() -> Daemon {
    let daemon = Daemon::start();
    daemon.add("diary", DIARY);
    daemon
}

/// The id of the memory whose account, as it was read, has these words.
fn memory(daemon: &Daemon, words: &str) -> String {
    let page = daemon.client().memories(&Filter::default(), None, None);
    let memories = page.expect("a page").memories;
    let found = memories.iter().find(|m| {
        let detail = daemon.client().memory(&m.custom_id).expect("a memory");
        let read = detail.read.and_then(|read| read.narrative);
        read.unwrap_or(detail.memory.content.narrative)
            .contains(words)
    });
    found
        .unwrap_or_else(|| panic!("{words}: {memories:?}"))
        .custom_id
        .clone()
}

fn edit(daemon: &Daemon, id: &str, patch: &Value) -> Value {
    let request = daemon.request("PATCH", &format!("/v1/memories/{id}"));
    request
        .body("application/json", patch.to_string())
        .send()
        .ok()
        .json()
}

fn with(daemon: &Daemon, filter: Filter) -> Vec<String> {
    let found = daemon.client().recall("what was baked", None, &filter);
    let found = found.expect("an envelope").memories;
    let listed = daemon.client().memories(&filter, None, None);
    let mut ids: Vec<_> = found.into_iter().map(|m| m.custom_id).collect();
    let mut list: Vec<_> = listed
        .expect("a page")
        .memories
        .into_iter()
        .map(|m| m.custom_id)
        .collect();
    ids.sort();
    list.sort();
    assert_eq!(ids, list);
    ids
}

fn of(participant: &str) -> Filter {
    Filter {
        participant: Some(participant.into()),
        ..Filter::default()
    }
}

#[test]
fn what_is_counted_follows_at_once() {
    let daemon = diary();
    let client = daemon.client();
    let id = memory(&daemon, "rye bread");
    let counted = |filter: &Filter| {
        let facets = client.facets(None, "", filter, None, None);
        facets.expect("facets").memories
    };
    let june = |day: &str| {
        let filter = Filter {
            since: Some(day.into()),
            ..Filter::default()
        };
        let page = client.timeline(&filter, None, None).expect("a page");
        page.entries.len()
    };
    assert_eq!((counted(&of("Duarte")), june("2024-06-09")), (1, 1));
    let patch = json!({"participants": ["Wanda Kowalska"], "when": "2024-06-10"});
    edit(&daemon, &id, &patch);
    assert_eq!(counted(&of("Kowalska")), 1);
    assert_eq!((june("2024-06-09"), june("2024-06-10")), (0, 1));
    let people = client.people(Some("wanda"), None, None).expect("a page");
    assert_eq!(people.people.len(), 1);
    edit(&daemon, &id, &json!({"participants": null, "when": null}));
    assert_eq!((counted(&of("Kowalska")), june("2024-06-09")), (0, 1));
}

#[test]
fn recall_filters_answers_and_times_follow_at_once() {
    let daemon = diary();
    let id = memory(&daemon, "rye bread");
    let before = daemon.client().memory(&id).expect("a memory");
    let patch = json!({
        "narrative": "I baked a sourdough loaf with Wanda Kowalska in Porto.",
        "participants": ["Mira Halloran", "Wanda Kowalska"],
        "when": "2024-06-10 18:00",
        "where": "Porto",
        "tags": ["#sourdough"],
    });
    let body = edit(&daemon, &id, &patch);
    assert_eq!(body["content"]["when"], "2024-06-10 18:00");
    assert_eq!(body["content"]["tags"], json!(["sourdough"]));
    assert_eq!(
        body["read"]["where"],
        json!(before.memory.content.place.clone().unwrap_or_default())
    );
    // The source's words stay.
    assert_eq!(body["source"], json!(before.source));
    assert!(daemon.recall("sourdough loaf")[0].contains("Wanda"));
    assert_eq!(with(&daemon, of("Kowalska")), [id.as_str()]);
    let place = |place: &str| Filter {
        place: Some(place.into()),
        ..Filter::default()
    };
    assert_eq!(with(&daemon, place("porto")), [id.as_str()]);
    assert!(with(&daemon, place("lisbon")).is_empty());
    let tag = Filter {
        tag: Some("sourdough".into()),
        ..Filter::default()
    };
    assert_eq!(with(&daemon, tag), [id.as_str()]);
    let day = |day: &str| Filter {
        since: Some(day.into()),
        until: Some(day.into()),
        ..Filter::default()
    };
    assert_eq!(with(&daemon, day("2024-06-10")), [id.as_str()]);
    assert!(with(&daemon, day("2024-06-09")).is_empty());
    let asked = daemon
        .client()
        .ask("What did I do on 10 June 2024?", None, &Filter::default());
    assert!(asked.expect("an answer").response.contains("sourdough"));
    // Field by field, it goes back.
    let body = edit(&daemon, &id, &json!({"narrative": null, "where": null}));
    assert_eq!(
        body["content"]["narrative"],
        json!(before.memory.content.narrative)
    );
    assert_eq!(body["content"]["when"], "2024-06-10 18:00");
    let undo = json!({"participants": null, "when": null, "tags": null});
    let body = edit(&daemon, &id, &undo);
    assert_eq!(body, json!(before));
    assert!(with(&daemon, of("Kowalska")).is_empty());
}

#[test]
fn what_cannot_be_put_right_is_refused() {
    let daemon = diary();
    let id = memory(&daemon, "rye bread");
    let path = format!("/v1/memories/{id}");
    let patch = |body: &str| {
        let request = daemon.request("PATCH", &path);
        request.body("application/json", body).send()
    };
    for body in ["", "[]", "{", "\"when\""] {
        patch(body).problem(400, "invalid_form");
    }
    patch("{}").problem(400, "missing_field");
    for body in [
        r#"{"when": "soon"}"#,
        r#"{"tags": "a"}"#,
        r#"{"narrative": ""}"#,
    ] {
        patch(body).problem(400, "invalid_field");
    }
    let long = json!({"narrative": "a".repeat(20_000)}).to_string();
    patch(&long).problem(400, "invalid_field");
    let huge = json!({"narrative": "a".repeat(2 << 20)}).to_string();
    patch(&huge).problem(413, "body_too_large");
    let form = Form::new().text("when", "2024");
    daemon
        .request("PATCH", &path)
        .form(&form)
        .send()
        .problem(415, "unsupported_media_type");
    let fine = r#"{"when": "2024"}"#;
    for gone in ["diary_memory_99", "other_memory_0", "diary"] {
        let request = daemon.request("PATCH", &format!("/v1/memories/{gone}"));
        request
            .body("application/json", fine)
            .send()
            .problem(404, "not_found");
    }
    let other = daemon
        .client()
        .create_key(None, Some("ana"))
        .expect("a key");
    let request = daemon
        .request("PATCH", &path)
        .header("x-api-key", &other.api_key);
    request
        .body("application/json", fine)
        .send()
        .problem(404, "not_found");
}

/// Uploads the diary again, with these words, as of another time.
fn again(daemon: &Daemon, text: &str, hour: u32) {
    let form = Form::new()
        .file("notes.txt", text)
        .text("item_id", "diary")
        .text("reference_time", format!("2024-07-01T{hour:02}:00:00Z"))
        .text("user_name", "Mira Halloran");
    daemon.wait(&daemon.upload(&form));
}

#[test]
fn a_correction_finds_its_memory_when_the_document_is_read_again() {
    let mut daemon = diary();
    let id = memory(&daemon, "rye bread");
    edit(
        &daemon,
        &id,
        &json!({"where": "Porto", "participants": ["Wanda Kowalska"]}),
    );
    let held = |daemon: &Daemon| with(daemon, of("Kowalska"));
    // Touched, written on before and behind, and changed itself.
    again(&daemon, DIARY, 10);
    assert_eq!(held(&daemon).len(), 1);
    let longer = format!(
        "# 1 April 2024\n\nI swam in the lake with Bo Lund.\n\n{DIARY}\n# 2 July 2024\n\nI saw a kingfisher.\n"
    );
    again(&daemon, &longer, 11);
    assert_eq!(held(&daemon).len(), 1);
    let moved = longer.replace("I baked rye bread", "I baked a dark rye bread");
    again(&daemon, &moved, 12);
    let [now] = held(&daemon).try_into().expect("one");
    let detail = daemon.client().memory(&now).expect("a memory");
    assert!(detail.memory.content.narrative.contains("dark rye"));
    assert_eq!(detail.memory.content.place.as_deref(), Some("Porto"));
    assert_eq!(
        detail.read.and_then(|read| read.place).as_deref(),
        Some("Lisbon")
    );
    // Where its passage is gone nothing is put right; when it comes back, it is.
    let without = moved.replace(
        "I baked a dark rye bread with Ines Duarte in Lisbon.",
        "Nothing.",
    );
    again(&daemon, &without, 13);
    assert!(held(&daemon).is_empty());
    daemon.restart();
    again(&daemon, &moved, 14);
    assert_eq!(held(&daemon).len(), 1);
    // With its document it is forgotten.
    daemon.client().forget_document("diary").expect("forgotten");
    again(&daemon, DIARY, 15);
    assert!(held(&daemon).is_empty());
}

#[test]
fn a_correction_goes_with_its_memory() {
    let daemon = diary();
    let id = memory(&daemon, "rye bread");
    edit(&daemon, &id, &json!({"participants": ["Wanda Kowalska"]}));
    daemon.client().forget_memory(&id).expect("removed");
    let text = export(&daemon);
    assert!(!text.contains("Kowalska"), "{text}");
}

fn export(daemon: &Daemon) -> String {
    let mut text = String::new();
    let mut export = daemon.client().export().expect("an export");
    export.read_to_string(&mut text).expect("to its end");
    text
}

/// What an export says but for when it was written.
fn content(text: &str) -> Vec<&str> {
    text.lines().skip(1).collect()
}

#[test]
fn corrections_are_exported_and_imported() {
    let from = diary();
    let id = memory(&from, "rye bread");
    let patch = json!({"narrative": "I baked with Wanda.", "when": "", "where": "Porto"});
    edit(&from, &id, &patch);
    // One waits: its passage is gone.
    let tulips = memory(&from, "tulips");
    edit(&from, &tulips, &json!({"tags": ["bulbs"]}));
    again(
        &from,
        &DIARY.replace(
            "I planted tulips with Tomas Brandt behind the shed.",
            "Nothing.",
        ),
        9,
    );
    let text = export(&from);
    assert!(
        text.contains("\"waiting\"") && text.contains("bulbs"),
        "{text}"
    );
    let mut to = Daemon::start();
    to.client().import(text.as_bytes()).expect("imported");
    for restarted in [false, true] {
        if restarted {
            to.restart();
        }
        assert_eq!(content(&export(&to)), content(&text));
    }
    let id = memory(&to, "rye bread");
    let detail = to.client().memory(&id).expect("a memory");
    assert_eq!(detail.memory.content.narrative, "I baked with Wanda.");
    again(&to, DIARY, 10);
    let tags = to
        .client()
        .memory(&memory(&to, "tulips"))
        .expect("a memory")
        .memory
        .content
        .tags;
    assert_eq!(tags, ["bulbs"]);
    let id = memory(&to, "rye bread");
    let undo = json!({"narrative": null, "when": null, "where": null});
    assert_eq!(edit(&to, &id, &undo)["read"], Value::Null);

    // Into a memory that has the document already, what is missing comes.
    let here = Daemon::start();
    here.client().import(text.as_bytes()).expect("imported");
    let id = memory(&here, "rye bread");
    edit(&here, &id, &undo);
    here.client().import(text.as_bytes()).expect("imported");
    let detail = here.client().memory(&id).expect("a memory");
    assert_eq!(detail.memory.content.place.as_deref(), Some("Porto"));
}

#[test]
fn corrections_are_in_a_backup() {
    let daemon = diary();
    let id = memory(&daemon, "rye bread");
    edit(&daemon, &id, &json!({"where": "Porto"}));
    let mut backup = Vec::new();
    daemon
        .client()
        .backup()
        .expect("a backup")
        .read_to_end(&mut backup)
        .expect("read");
    let mut restored = Daemon::prepare(&[]);
    let file = restored.data().with_extension("backup");
    std::fs::write(&file, backup).expect("written");
    let mut command: Command = restored.command();
    command.arg("--restore").arg(&file);
    memo_tests::sandbox::run(command, b"").code(0);
    restored.restart();
    let key = std::fs::read_to_string(restored.data().join("key")).expect("its key");
    let client = restored.client_with(key.trim());
    let undo = MemoryPatch {
        place: Some(None),
        ..MemoryPatch::default()
    };
    let detail: MemoryDetail = client.memory(&id).expect("a memory");
    assert_eq!(detail.memory.content.place.as_deref(), Some("Porto"));
    let read = Correction {
        place: Some("Lisbon".into()),
        ..Correction::default()
    };
    assert_eq!(detail.read, Some(read));
    let detail = client.edit_memory(&id, &undo).expect("edited");
    assert_eq!(detail.memory.content.place.as_deref(), Some("Lisbon"));
}

#[test]
fn what_repeats_goes_on_at_another_hour_and_not_on_another_day() {
    let daemon = Daemon::start();
    let calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\n\
                    DTSTART:20260105T180000\r\nDTEND:20260105T190000\r\nRRULE:FREQ=WEEKLY\r\nSUMMARY:Choir practice\r\n\
                    END:VEVENT\r\nEND:VCALENDAR\r\n";
    daemon.add("choir", calendar);
    let id = "choir_memory_0";
    let on = |day: &str| {
        let filter = Filter {
            since: Some(day.into()),
            until: Some(day.into()),
            ..Filter::default()
        };
        let page = daemon.client().memories(&filter, None, None);
        page.expect("a page").memories.len()
    };
    assert_eq!(on("2026-02-02"), 1);
    edit(
        &daemon,
        id,
        &json!({"when": "2026-01-05 19:30/2026-01-05 20:30"}),
    );
    assert_eq!(on("2026-02-02"), 1);
    edit(&daemon, id, &json!({"when": "2026-01-06 19:30"}));
    assert_eq!((on("2026-02-02"), on("2026-01-06")), (0, 1));
    edit(&daemon, id, &json!({"when": null}));
    assert_eq!((on("2026-02-02"), on("2026-01-06")), (1, 0));
}
