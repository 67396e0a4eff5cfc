//! `kill -9` at any moment, damaged and missing indexes, folders of earlier versions: nothing that was acknowledged is
//! lost, and nothing comes back.

use memo_common::api::{Filter, RunState};
use memo_tests::daemon::{Daemon, Form, count_documents, until};
use std::fs;

fn send(daemon: &Daemon, item_id: &str, text: &str) -> String {
    let form = Form::new()
        .text("user_name", "Mira Halloran")
        .text("item_id", item_id)
        .file("a.txt", text);
    daemon.upload(&form)
}

#[test]
fn what_was_acknowledged_finishes_after_a_kill_exactly_once() {
    let mut daemon = Daemon::start();
    let line =
        |n: usize| format!("On 3 May 2024 I saw heron number {n} with Tomas Brandt in Lisbon.\n\n");
    let long: String = (0..200).map(line).collect();
    let mut runs = vec![send(&daemon, "long", &long)];
    for n in 0..20 {
        runs.push(send(
            &daemon,
            &format!("d{n}"),
            &format!("I met quokka{n} at the zoo."),
        ));
    }
    daemon.restart();
    for run in &runs {
        assert_eq!(daemon.wait(run).state, RunState::Succeeded);
    }
    for n in 0..20 {
        let filter = Filter {
            item_id: Some(format!("d{n}")),
            ..Filter::default()
        };
        let page = daemon
            .client()
            .memories(&filter, None, None)
            .expect("a page");
        assert_eq!(page.memories.len(), 1, "d{n}");
        let found = daemon.recall(&format!("quokka{n}"));
        assert!(found[0].contains(&format!("quokka{n} ")), "{found:?}");
    }
}

#[test]
fn a_missing_index_is_made_anew_while_the_daemon_answers() {
    let mut daemon = crate::garden();
    daemon.kill();
    fs::remove_dir_all(daemon.data().join("index")).expect("removed");
    daemon.restart();
    daemon.get("/healthz").ok();
    until("it is level", || {
        (daemon.get("/readyz").status == 200).then_some(())
    });
    assert_eq!(daemon.recall("tulips").len(), 1);
}

#[test]
fn a_damaged_index_is_made_anew() {
    let mut daemon = crate::garden();
    daemon.kill();
    let mut folders = vec![daemon.data().join("index")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                fs::write(&path, b"nonsense").expect("written");
            }
        }
    }
    daemon.restart();
    until("it is level", || {
        (daemon.get("/readyz").status == 200).then_some(())
    });
    assert_eq!(daemon.recall("tulips").len(), 1);
}

#[test]
fn an_index_of_another_past_is_made_anew() {
    let mut daemon = crate::garden();
    daemon.kill();
    let (index, kept) = (daemon.data().join("index"), daemon.data().join("kept"));
    copy(&index, &kept);
    daemon.restart();
    daemon.add("kitchen", "I baked bread with Ines.");
    daemon.kill();
    fs::remove_dir_all(&index).expect("removed");
    fs::rename(&kept, &index).expect("put back");
    daemon.restart();
    until("it is level", || {
        (daemon.get("/readyz").status == 200).then_some(())
    });
    assert!(daemon.recall("bread")[0].contains("bread"));
    assert!(daemon.recall("tulips")[0].contains("tulips"));
}

#[test]
fn a_half_written_snapshot_does_no_harm() {
    let mut daemon = crate::garden();
    daemon.kill();
    fs::write(
        daemon.data().join("store/1/snap.00000000.generating"),
        b"half",
    )
    .expect("written");
    daemon.restart();
    assert_eq!(daemon.recall("tulips").len(), 1);
}

#[test]
fn a_kill_in_the_middle_of_a_long_document_leaves_no_half() {
    let mut daemon = Daemon::start();
    let line =
        |n: usize| format!("On 3 May 2024 I saw heron number {n} with Tomas Brandt in Lisbon.\n\n");
    let long: String = (0..300).map(line).collect();
    let run = send(&daemon, "long", &long);
    until("it is stored in part", || {
        let stage = daemon
            .client()
            .execution(&run)
            .expect("a run")
            .progress
            .stage;
        matches!(stage.as_str(), "storing" | "indexing" | "done").then_some(())
    });
    daemon.kill();
    daemon.restart();
    assert_eq!(daemon.wait(&run).state, RunState::Succeeded);
    let memories = daemon
        .client()
        .document("long")
        .expect("a document")
        .memories;
    let (mut seen, mut cursor) = (std::collections::HashSet::new(), None);
    let filter = Filter::default();
    loop {
        let page = daemon
            .client()
            .memories(&filter, Some(100), cursor.as_deref())
            .expect("a page");
        for memory in page.memories {
            assert!(seen.insert(memory.custom_id), "twice");
        }
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen.len() as u64, memories);
}

/// The folders were written by the first version of each format that could be installed.
#[test]
fn folders_of_all_formats_open() {
    for format in ["format-1", "format-2"] {
        a_folder_of_an_earlier_version_opens(format);
    }
}

fn a_folder_of_an_earlier_version_opens(format: &str) {
    let mut daemon = Daemon::prepare(&[]);
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/service");
    let fixture = tests.join(format);
    copy(&fixture, &daemon.data());
    daemon.restart();
    until("it is level", || {
        (daemon.get("/readyz").status == 200).then_some(())
    });
    let key = fs::read_to_string(fixture.join("key")).expect("its key");
    let client = daemon.client_with(key.trim());
    let found = client.recall("who planted tulips", None, &Filter::default());
    let memories = found.expect("an envelope").memories;
    assert_eq!(memories[0].item_id, "garden");
    let long = client.document_text("long").expect("its text");
    assert!(long.len() > 4096 && long.contains("kingfisher"));
    assert_eq!(
        client.document("garden").expect("a document").run.state,
        RunState::Succeeded
    );
    let page = client.documents(None, None).expect("a page");
    assert_eq!(page.documents.len(), 2);
    client.forget_document("garden").expect("forgotten");
    daemon.add("new", "I baked bread with Ines.");
    daemon.restart();
    assert!(daemon.recall("bread")[0].contains("bread"));
    let client = daemon.client_with(key.trim());
    assert_eq!(count_documents(&client), 2);
}

#[test]
fn a_folder_of_a_later_version_is_refused() {
    let mut daemon = crate::garden();
    let file = daemon.data().join("later.backup");
    let mut backup = String::new();
    let mut from = daemon.client().backup().expect("a backup");
    std::io::Read::read_to_string(&mut from, &mut backup).expect("read");
    daemon.kill();
    let later = backup.replacen("\"format\":4", "\"format\":5", 1);
    fs::write(&file, later).expect("written");
    let mut command = Daemon::prepare(&[]).command();
    command.arg("--restore").arg(&file);
    let ran = memo_tests::sandbox::run(command, b"").code(1);
    assert!(ran.stderr.contains("upgrade memo"), "{ran:#?}");
}

pub(crate) fn copy(from: &std::path::Path, to: &std::path::Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("copied");
        }
    }
}
