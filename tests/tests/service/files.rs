//! What lies on the disk: whose it is, and what of a request is in it.

use crate::{garden, upload};
use memo_common::paths;
use memo_tests::daemon::{Daemon, Form, KEY, until};
use std::{
    fs,
    path::{Path, PathBuf},
};

#[test]
fn no_key_and_no_text_is_stored_or_logged_in_the_clear() {
    let mut daemon = garden();
    daemon
        .client()
        .recall("what about the rhubarb", None, &Default::default())
        .expect("an envelope");
    let made = daemon
        .client()
        .create_key(Some("mine"), None)
        .expect("a key");
    daemon.kill();
    let mut folders = vec![daemon.data()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let content = String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned();
            assert!(
                !content.contains(KEY) && !content.contains(&made.api_key),
                "{path:?}"
            );
            if path.extension().is_some_and(|e| e == "log") {
                assert!(
                    !content.contains("tulips") && !content.contains("rhubarb"),
                    "{content}"
                );
            }
        }
    }
}

#[test]
fn what_is_sent_makes_no_line_of_the_log() {
    let mut daemon = garden();
    let line = "%0A%7B%22level%22%3A%22forged%22%7D%0A";
    for path in [
        "/v1/documents/",
        "/v1/memories/",
        "/",
        "/v1/documents?page_token=",
    ] {
        daemon.request("GET", &format!("{path}{line}")).send();
    }
    let id = "forged \u{1b}[2K line";
    let reply = daemon
        .request("POST", "/v1/nothing")
        .header("x-request-id", id);
    assert_ne!(reply.send().header("x-request-id"), Some(id));
    let form = Form::new()
        .text("user_name", "Mira\n{\"level\":\"forged\"}")
        .text("item_id", "a\n{\"level\":\"forged\"}")
        .file("a\n{\"level\":\"forged\"}.txt", "Tulips.");
    assert_eq!(daemon.post("/v1/memorize", &form).send().status, 400);
    daemon.restart();
    let logs = all_in(&paths::log_dir(&daemon.data()));
    let logs = logs.iter().filter(|path| path.is_file());
    let text: String = logs
        .filter_map(|path| fs::read_to_string(path).ok())
        .collect();
    assert!(text.contains("answered"), "{text}");
    for line in text.lines() {
        let read: serde_json::Value = serde_json::from_str(line).expect(line);
        assert!(
            read["level"] != "forged" && !line.contains("forged"),
            "{line}"
        );
    }
}

/// Everything in a folder.
fn all_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    let mut at = 0;
    while let Some(path) = found.get(at).cloned() {
        at += 1;
        let inside = fs::read_dir(path).into_iter().flatten().flatten();
        found.extend(inside.map(|entry| entry.path()));
    }
    found
}

/// Nothing below this folder, nor the folder itself, is open to other accounts.
#[cfg(unix)]
#[track_caller]
fn are_their_owners_alone(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let all = all_in(folder);
    assert!(all.len() > 10);
    for path in all {
        // Some go while they are looked at.
        if let Ok(about) = path.metadata() {
            let mode = about.permissions().mode() & 0o777;
            let allowed = if about.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode & !allowed, 0, "{path:?} {mode:o}");
        }
    }
}

#[cfg(unix)]
#[test]
fn files_are_their_owners_alone_whatever_the_umask() {
    let mut daemon = Daemon::prepare(&[]);
    daemon.limit_files(1000);
    daemon.restart();
    daemon.add("long", &"I planted tulips with Tomas. ".repeat(300));
    are_their_owners_alone(&daemon.data());
    daemon.client().compact().expect("compacted");
    daemon.add("later", &"I sold the boat to Rosalind. ".repeat(300));
    are_their_owners_alone(&daemon.data());
    // After a kill, without an index, with half of a journal.
    daemon.kill();
    fs::remove_dir_all(daemon.data().join("index")).expect("removed");
    let store = all_in(&daemon.data().join("store")).into_iter();
    let mut journals = store.filter(|p| p.extension().is_some_and(|e| e == "journal"));
    let journal = journals.next().expect("a journal");
    let length = journal.metadata().expect("there").len();
    let file = fs::File::options().write(true).open(&journal);
    file.and_then(|f| f.set_len(length / 2)).expect("cut");
    daemon.restart();
    assert!(!daemon.recall("boat").is_empty());
    are_their_owners_alone(&daemon.data());
}

#[test]
fn names_never_become_paths() {
    let daemon = garden();
    let before = all_in(daemon.data().parent().expect("a folder"));
    for bad in [
        "../../key",
        "..",
        "/etc/passwd",
        "a/b",
        "a\\b",
        "C:x",
        "a.b",
    ] {
        let form = upload().text("item_id", bad);
        let reply = daemon.post("/v1/memorize", &form).send();
        reply.problem(400, "invalid_field");
        let user = Form::new().text("user_id", bad);
        daemon
            .post("/v1/keys", &user)
            .send()
            .problem(400, "invalid_field");
    }
    for bad in [
        "..%2f..%2fkey",
        "%2e%2e",
        "key",
        "..%5ckey",
        "%2fetc%2fpasswd",
    ] {
        for path in ["documents", "memories", "keys"] {
            let reply = daemon
                .request("DELETE", &format!("/v1/{path}/{bad}"))
                .send();
            reply.problem(404, "not_found");
        }
        daemon
            .get(&format!("/v1/documents/{bad}/text"))
            .problem(404, "not_found");
    }
    // A file's name is only looked at.
    let form = Form::new()
        .text("user_name", "Mira Halloran")
        .text("item_id", "named")
        .file("../../../evil.txt", "I met Ines.");
    let accepted = daemon.post("/v1/memorize", &form).send().ok().json();
    daemon.wait(accepted["workflow_execution"].as_str().expect("a path"));
    let after = all_in(daemon.data().parent().expect("a folder"));
    assert!(after.iter().all(|p| !p.ends_with("evil.txt")));
    assert!(
        before
            .iter()
            .filter(|p| p.ends_with("key"))
            .all(|p| p.exists())
    );
}

#[cfg(unix)]
#[test]
fn a_folder_of_another_account_is_not_served() {
    use std::os::unix::fs::chown;
    let daemon = Daemon::prepare(&[]);
    fs::create_dir(daemon.data()).expect("a folder");
    // Nobody's number. Who may not give a folder away is served no other's either.
    if chown(daemon.data(), Some(2_000_000), None).is_err() {
        return;
    }
    let mut child = daemon.command().spawn().expect("memod starts");
    let ended = until("it gives up", || {
        let served = daemon.data().join("daemon.json").exists();
        served.then(|| child.kill().expect("it ends"));
        child.try_wait().expect("its state")
    });
    assert_eq!(ended.code(), Some(1), "it serves the folder");
    let mut said = String::new();
    let mut log = child.stderr.take().expect("its words");
    std::io::Read::read_to_string(&mut log, &mut said).expect("read");
    for told in ["another account", "2000000", "chown"] {
        assert!(said.contains(told), "{said}");
    }
    assert_eq!(fs::read_dir(daemon.data()).expect("a folder").count(), 0);
    // What the command line would make for it is not made, either.
    let memo = memo_tests::sandbox::Sandbox::new();
    let mut command = memo.command(["list"]);
    command.env("MEMO_DATA_DIR", daemon.data());
    let ran = memo_tests::sandbox::run(command, b"").code(3);
    assert!(ran.stderr.contains("another account"), "{ran:#?}");
    assert_eq!(fs::read_dir(daemon.data()).expect("a folder").count(), 0);
}

#[cfg(unix)]
#[test]
fn no_file_is_written_through_a_link_in_its_drafts_place() {
    let mut daemon = Daemon::prepare(&[]);
    fs::create_dir(daemon.data()).expect("a folder");
    let victim = daemon.data().with_file_name("victim");
    fs::write(&victim, "mine").expect("written");
    for name in ["key.new", "daemon.json.new", "lock.pid.new", "lock.pid"] {
        std::os::unix::fs::symlink(&victim, daemon.data().join(name)).expect("a link");
    }
    daemon.restart();
    assert_eq!(fs::read_to_string(&victim).expect("it is there"), "mine");
    for name in ["key", "daemon.json", "lock.pid"] {
        let about = fs::symlink_metadata(daemon.data().join(name)).expect("it is there");
        assert!(about.is_file(), "{name}");
    }
}
