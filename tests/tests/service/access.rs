//! Keys (specification 5).

use crate::garden;
use memo_common::{client::ClientError, paths};
use memo_tests::daemon::{Daemon, Form, KEY, Reply, Request};
use std::{
    io::{Read, Write},
    path::Path,
};

#[cfg(unix)]
/// Calls that need no key from this machine.
const OPEN: [&str; 3] = ["/healthz", "/readyz", "/openapi.json"];

/// Every call of the interface that needs a key: method, path.
fn calls(daemon: &Daemon) -> Vec<(String, String)> {
    let api = crate::contract::document(daemon);
    let paths = api["paths"].as_object().expect("paths");
    let mut calls = Vec::new();
    for (path, methods) in paths.iter().filter(|(p, _)| !OPEN.contains(&p.as_str())) {
        let parts = path.split('/').map(|part| match part.starts_with('{') {
            true => "x",
            false => part,
        });
        let path = parts.collect::<Vec<_>>().join("/");
        for method in methods.as_object().expect("methods").keys() {
            calls.push((method.to_uppercase(), path.clone()));
        }
    }
    assert!(calls.len() > 20, "{calls:?}");
    calls
}

#[test]
fn a_missing_or_invalid_key_is_401_with_one_body() {
    let daemon = garden();
    for (method, path) in &calls(&daemon) {
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
fn keys_are_made_listed_and_revoked() {
    let mut daemon = Daemon::start();
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
    // The disk knows it, too, whatever happens behind the answer.
    daemon.restart();
    let phone = daemon.client_with(&made.api_key);
    assert!(matches!(phone.keys(), Err(ClientError::Problem(p)) if p.status == 401));
}

/// The answer to a request whose key is taken back between its head and its body.
fn revoked_meanwhile(daemon: &Daemon, request: impl Fn() -> Request) -> Reply {
    let made = daemon.client().create_key(None, None).expect("a key");
    let request = || {
        let request = request().header("x-api-key", &made.api_key);
        request.header("expect", "100-continue")
    };
    let mut stream = request().begin(usize::MAX);
    // The daemon says so once it wants the body: it has looked at the key.
    let mut wanted = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    stream.read_exact(&mut wanted).expect("it goes on");
    let revoked = daemon.client().revoke_key(&made.info.key_id);
    revoked.expect("revoked");
    // Where it has answered already, it may not take the rest.
    let _ = stream.write_all(&request().end(usize::MAX));
    Reply::read(&mut stream)
}

#[test]
fn what_arrives_with_a_key_that_was_taken_back_meanwhile_is_refused() {
    let daemon = garden();
    let before = daemon.client().keys().expect("keys").keys.len();
    let lines = "{\"type\":\"memo_export\",\"version\":1}\n".repeat(3);
    let uploads = Form::new()
        .text("item_id", "late")
        .text("user_name", "Mira Halloran")
        .file("notes.txt", "I sold the boat to Rosalind.");
    let question = Form::new().text("text", "tulips");
    let rating = Form::new()
        .text("memory_id", "garden_memory_0")
        .text("query_text", "tulips")
        .text("rating", "7");
    for (path, form) in [
        // With a new key, a thief would be back at once.
        ("/v1/keys", Form::new().text("name", "thief")),
        ("/v1/memorize", uploads),
        ("/v1/memories/recall", question.clone()),
        ("/v1/memories/ask", question),
        ("/v1/memories/feedback", rating),
    ] {
        let reply = revoked_meanwhile(&daemon, || daemon.post(path, &form));
        reply.problem(401, "missing_or_invalid_key");
    }
    let import = || {
        let request = daemon.request("POST", "/v1/import");
        request.body(memo_common::export::MEDIA_TYPE, lines.clone())
    };
    revoked_meanwhile(&daemon, import).problem(401, "missing_or_invalid_key");
    assert_eq!(daemon.client().keys().expect("keys").keys.len(), before);
    assert!(daemon.get("/v1/documents/late").status == 404);
}

#[test]
fn an_export_ends_with_its_key() {
    let daemon = Daemon::start();
    daemon.add_more_than_buffers_hold();
    let made = daemon.client().create_key(None, None).expect("a key");
    let export = daemon.request("GET", "/v1/export");
    let mut stream = export.header("x-api-key", &made.api_key).begin(0);
    let mut begun = String::new();
    while !begun.contains("memo_export") {
        let mut some = [0; 64];
        stream.read_exact(&mut some).expect("it begins");
        begun += &String::from_utf8_lossy(&some);
    }
    let revoked = daemon.client().revoke_key(&made.info.key_id);
    revoked.expect("revoked");
    let mut rest = Vec::new();
    // It breaks off.
    let _ = stream.read_to_end(&mut rest);
    let rest = String::from_utf8_lossy(&rest);
    assert!(!rest.contains("\"type\":\"end\""), "it goes on");
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

/// Where the key of this secret opens nothing.
fn opens_nothing(daemon: &Daemon, secret: &str) {
    let refused = daemon.client_with(secret).keys();
    assert!(matches!(refused, Err(ClientError::Problem(p)) if p.status == 401));
}

/// The key that lies in the folder of data.
fn lying(daemon: &Daemon) -> String {
    let key = paths::read_key(&daemon.data()).expect("readable");
    key.expect("a key")
}

/// Revokes the key of this secret, with itself.
fn revoke_itself(daemon: &Daemon, secret: &str) {
    let client = daemon.client_with(secret);
    let keys = client.keys().expect("it opens").keys;
    let own = keys.iter().find(|k| k.current).expect("itself");
    client.revoke_key(&own.key_id).expect("revoked");
}

#[test]
fn no_start_takes_a_revoked_secret_for_valid() {
    let mut daemon = garden();
    let first = lying(&daemon);
    // The only one that is stored, and then one of several: it is all the same.
    let mut revoked = vec![first.clone()];
    for others in [false, true] {
        let now = lying(&daemon);
        if others {
            daemon.client().create_key(None, None).expect("a key");
        }
        revoke_itself(&daemon, &now);
        opens_nothing(&daemon, &now);
        daemon.restart();
        let next = lying(&daemon);
        assert!(!revoked.contains(&next), "a new one is made");
        // It opens what the first one did, as an administrator.
        let client = daemon.client_with(&next);
        assert!(client.document("garden").is_ok());
        let keys = client.keys().expect("it opens").keys;
        assert!(keys.iter().any(|k| k.current && k.admin), "{keys:?}");
        for secret in &revoked {
            opens_nothing(&daemon, secret);
        }
        revoked.push(next);
    }
    // Put back where the command line looks, it is no better.
    std::fs::write(paths::key_file(&daemon.data()), first.as_bytes()).expect("written");
    daemon.restart();
    opens_nothing(&daemon, &first);
    assert!(daemon.client_with(&lying(&daemon)).keys().is_ok());
}

#[test]
fn a_revoked_key_opens_nothing_even_where_it_is_set_for_the_daemon() {
    let mut daemon = Daemon::start();
    let made = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    daemon.set_environment(&[("MEMO_API_KEY", &made.api_key)]);
    daemon.restart();
    // While it is valid it opens what it was made for, and no more.
    let keys = daemon.client_with(&made.api_key).keys().expect("it opens");
    assert!(keys.keys.iter().all(|k| k.user_id == "tomas" && !k.admin));
    let admin = daemon.client_with(&lying(&daemon));
    admin.revoke_key(&made.info.key_id).expect("revoked");
    daemon.restart();
    opens_nothing(&daemon, &made.api_key);
    assert!(daemon.client_with(&lying(&daemon)).keys().is_ok());
}
