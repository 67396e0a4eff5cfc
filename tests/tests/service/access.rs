//! Keys, users and hosts (specification 5, 7).

use crate::{garden, upload};
use memo_common::{client::ClientError, paths};
use memo_tests::{
    binaries::binary,
    daemon::{Daemon, Form, KEY, until},
};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Every call that needs a key: method, path.
const CALLS: [(&str, &str); 15] = [
    ("POST", "/v1/memorize"),
    ("POST", "/v1/memories/recall"),
    ("POST", "/v1/memories/ask"),
    ("POST", "/v1/memories/feedback"),
    (
        "GET",
        "/v1/projects/local/locations/local/workflows/memory-extraction/executions/x",
    ),
    ("GET", "/v1/documents"),
    ("GET", "/v1/documents/garden"),
    ("GET", "/v1/documents/garden/text"),
    ("DELETE", "/v1/documents/garden"),
    ("GET", "/v1/memories"),
    ("GET", "/v1/memories/garden_memory_0"),
    ("DELETE", "/v1/memories/garden_memory_0"),
    ("GET", "/v1/keys"),
    ("POST", "/v1/keys"),
    ("POST", "/v1/admin/compact"),
];

#[test]
fn a_missing_or_invalid_key_is_401_with_one_body() {
    let daemon = garden();
    for (method, path) in CALLS {
        let missing = daemon.request(method, path).without("x-api-key").send();
        let problem = missing.problem(401, "missing_or_invalid_key");
        assert_eq!(missing.header("www-authenticate"), Some("ApiKey"));
        for key in ["", "wrong", &KEY[1..], &KEY.to_uppercase(), "caf\u{e9}"] {
            let wrong = daemon.request(method, path).header("x-api-key", key).send();
            assert_eq!(
                wrong.problem(401, "missing_or_invalid_key"),
                problem,
                "{method} {path} {key}"
            );
        }
    }
    assert_eq!(daemon.recall("tulips").len(), 1);
}

#[test]
fn the_first_key_lies_in_the_data_folder_for_its_owner_alone() {
    let daemon = Daemon::start();
    let key = paths::read_key(&daemon.data())
        .expect("readable")
        .expect("a key");
    assert!(key.len() > 40 && key.bytes().all(|b| b.is_ascii_graphic()));
    let keys = daemon.client_with(&key).keys().expect("it opens");
    assert!(keys.keys.iter().any(|k| k.admin && k.current));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| path.metadata().expect("there").permissions().mode() & 0o777;
        assert_eq!(mode(&paths::key_file(&daemon.data())), 0o600);
        assert_eq!(mode(&daemon.data()), 0o700);
    }
}

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
fn users_neither_see_nor_change_each_others_memory() {
    let daemon = garden();
    let made = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    assert_eq!(made.info.user_id, "tomas");
    let other = daemon.client_with(&made.api_key);
    let found = other
        .recall("tulips", None, &Default::default())
        .expect("an envelope");
    assert!(found.memories.is_empty());
    assert!(
        other
            .documents(None, None)
            .expect("a page")
            .documents
            .is_empty()
    );
    assert!(
        other
            .memories(&Default::default(), None, None)
            .expect("a page")
            .memories
            .is_empty()
    );
    let run = daemon
        .client()
        .document("garden")
        .expect("a document")
        .run
        .name;
    let refused = |result: Result<(), ClientError>| match result {
        Err(ClientError::Problem(p)) => assert_eq!(p.code, "not_found"),
        other => panic!("{other:?}"),
    };
    refused(other.execution(&run).map(drop));
    refused(other.document("garden").map(drop));
    refused(other.document_text("garden").map(drop));
    refused(other.memory("garden_memory_0").map(drop));
    refused(other.feedback("garden_memory_0", 1, "tulips").map(drop));
    refused(other.forget_memory("garden_memory_0").map(drop));
    refused(other.forget_document("garden").map(drop));
    // The same name is another document with another user.
    let form = upload().text("item_id", "garden");
    let sent = daemon
        .post("/v1/memorize", &form)
        .header("x-api-key", &made.api_key)
        .send();
    assert_eq!(sent.ok().json()["user_id"], "tomas");
    assert_eq!(daemon.recall("tulips").len(), 1);
}

#[test]
fn keys_are_made_listed_and_revoked() {
    let daemon = Daemon::start();
    let client = daemon.client();
    let made = client.create_key(Some("phone"), None).expect("a key");
    let phone = daemon.client_with(&made.api_key);
    assert!(
        phone
            .keys()
            .expect("keys")
            .keys
            .iter()
            .any(|k| k.current && k.name == "phone")
    );
    let revoked = client.revoke_key(&made.info.key_id).expect("revoked");
    assert_eq!(revoked.key_id, made.info.key_id);
    assert!(matches!(phone.keys(), Err(ClientError::Problem(p)) if p.status == 401));
    assert!(
        matches!(client.revoke_key("nothing"), Err(ClientError::Problem(p)) if p.status == 404)
    );
    assert!(
        matches!(client.revoke_key("configured"), Err(ClientError::Problem(p)) if p.status == 400)
    );
}

#[test]
fn another_users_key_makes_no_keys_for_others() {
    let daemon = Daemon::start();
    let made = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    assert!(!made.info.admin);
    let tomas = daemon.client_with(&made.api_key);
    assert!(tomas.create_key(None, None).is_ok());
    let refused = tomas.create_key(None, Some("ines"));
    assert!(
        matches!(refused, Err(ClientError::Problem(p)) if p.field.as_deref() == Some("user_id"))
    );
    assert!(
        tomas
            .keys()
            .expect("keys")
            .keys
            .iter()
            .all(|k| k.user_id == "tomas")
    );
}

#[test]
fn keys_and_users_outlive_a_restart() {
    let mut daemon = Daemon::start();
    let made = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    let first = paths::read_key(&daemon.data()).expect("readable");
    daemon.restart();
    assert_eq!(paths::read_key(&daemon.data()).expect("readable"), first);
    assert!(daemon.client_with(&made.api_key).keys().is_ok());
}

#[test]
fn a_foreign_host_is_refused() {
    let daemon = garden();
    for host in ["evil.example", "127.0.0.1.evil.example", ""] {
        for path in ["/v1/documents", "/healthz", "/nothing"] {
            let reply = daemon.request("GET", path).header("host", host).send();
            reply.problem(403, "foreign_host");
        }
    }
    let port = daemon.url().rsplit(':').next().expect("a port");
    let local = format!("localhost:{port}");
    daemon
        .request("GET", "/healthz")
        .header("host", &local)
        .send()
        .ok();
}

#[test]
fn another_sites_page_is_refused() {
    let daemon = garden();
    let form = Form::new().text("text", "tulips");
    let request = |origin: &str| {
        let request = daemon.post("/v1/memories/recall", &form);
        request.header("origin", origin).send()
    };
    request("https://evil.example").problem(403, "foreign_host");
    request("null").problem(403, "foreign_host");
    request(daemon.url()).ok();
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

#[test]
fn an_allowed_host_is_answered() {
    let daemon = Daemon::start_with(&[("MEMO_ALLOWED_HOSTS", "memo.example, other.example")]);
    let request = daemon.request("GET", "/healthz");
    request.header("host", "memo.example:8443").send().ok();
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

#[cfg(unix)]
#[test]
fn files_are_their_owners_alone_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let mut daemon = Daemon::prepare(&[]);
    daemon.limit_files(1000);
    daemon.restart();
    daemon.add("long", &"I planted tulips with Tomas. ".repeat(1000));
    let all = all_in(&daemon.data());
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

#[test]
fn one_users_ratings_move_nothing_for_another() {
    let daemon = Daemon::start();
    let made = daemon.client().create_key(None, Some("tomas"));
    let other = daemon.client_with(&made.expect("a key").api_key);
    let texts = [
        ("first", "I planted tulips with Tomas."),
        ("second", "I planted tulips with Ines."),
    ];
    for (name, text) in texts {
        daemon.add(name, text);
        let form = Form::new()
            .text("user_name", "Tomas Brandt")
            .text("item_id", name)
            .file("notes.txt", text);
        let key = made_key(&daemon, "tomas");
        let sent = daemon
            .post("/v1/memorize", &form)
            .header("x-api-key", &key)
            .send()
            .ok()
            .json();
        let run = sent["workflow_execution"]
            .as_str()
            .expect("a path")
            .to_owned();
        until("it is worked on", || {
            let run = other.execution(&run).expect("a run");
            run.end_time.map(drop)
        });
    }
    let seen = || -> Vec<(String, String)> {
        let found = daemon
            .client()
            .recall("who planted tulips", None, &Default::default());
        let memories = found.expect("an envelope").memories;
        memories
            .into_iter()
            .map(|m| (m.custom_id, m.score.to_string()))
            .collect()
    };
    let before = seen();
    assert_eq!(before.len(), 2);
    for n in 0..50 {
        for (id, _) in &before {
            let rating = if id.starts_with("first") {
                i32::MIN
            } else {
                i32::MAX
            };
            other
                .feedback(id, rating, "who planted tulips")
                .expect("rated");
            other
                .feedback(id, rating, &format!("tulips {n}"))
                .expect("rated");
        }
    }
    assert_eq!(seen(), before);
}

/// Another key of a user.
fn made_key(daemon: &Daemon, user: &str) -> String {
    let made = daemon.client().create_key(None, Some(user));
    made.expect("a key").api_key
}

#[test]
fn listening_beyond_this_machine_says_what_that_means() {
    let daemon = Daemon::prepare(&[]);
    let mut child = Command::new(binary("memod"))
        .args(["--listen", "0.0.0.0:0", "--data-dir"])
        .arg(daemon.data())
        .env("MEMO_CONFIG", daemon.data().join("config.toml"))
        .stderr(Stdio::piped())
        .spawn()
        .expect("memod starts");
    let log = BufReader::new(child.stderr.take().expect("its log"));
    let said = log
        .lines()
        .take(3)
        .any(|l| l.is_ok_and(|l| l.contains("in the clear")));
    child.kill().expect("it ends");
    child.wait().expect("it ends");
    assert!(said);
}
