//! Users: nobody sees, changes or spoils another's memory.

use crate::{garden, upload};
use memo_common::client::ClientError;
use memo_tests::daemon::{Daemon, Form, until};

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
    let ours = daemon.client().keys().expect("keys").keys;
    for key in ours.iter().filter(|k| k.user_id != "tomas") {
        refused(other.revoke_key(&key.key_id).map(drop));
    }
    // What narrows a call, or says where to go on, leads nowhere else.
    let as_tomas = |method, path: &str| {
        let request = daemon.request(method, path);
        request.header("x-api-key", &made.api_key)
    };
    let garden = Form::new().text("text", "tulips").text("item_id", "garden");
    for path in ["/v1/memories/recall", "/v1/memories/ask"] {
        let reply = as_tomas("POST", path).form(&garden).send().ok();
        assert!(!reply.body.contains("shed"), "{reply:?}");
        assert_eq!(reply.json()["memories"], serde_json::json!([]));
    }
    for query in [
        "memories?item_id=garden",
        "memories?cursor=",
        "memories?cursor=00",
        "memories?cursor=ffffffffffffffff",
        "documents?cursor=",
        "documents?cursor=%00",
        "documents?cursor=..%00garden",
        "export",
    ] {
        let reply = as_tomas("GET", &format!("/v1/{query}")).send().ok();
        assert!(!reply.body.contains("garden"), "{query}: {reply:?}");
    }
    // What is everybody's is the administrator's alone.
    for (method, path) in [
        ("POST", "/v1/admin/compact"),
        ("GET", "/v1/admin/backup"),
        ("POST", "/v1/model/test"),
        ("POST", "/v1/embedding/test"),
    ] {
        let refused = as_tomas(method, path).send();
        refused.problem(403, "administrator_only");
    }
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
fn an_empty_user_gets_no_key() {
    let daemon = Daemon::start();
    let keys = || daemon.client().keys().expect("keys").keys.len();
    let before = keys();
    for user in ["", " \t"] {
        let form = Form::new().text("user_id", user);
        let refused = daemon.post("/v1/keys", &form).send();
        let problem = refused.problem(400, "invalid_field");
        assert_eq!(problem["field"], "user_id");
    }
    let kind = "application/x-www-form-urlencoded";
    let coded = daemon.request("POST", "/v1/keys").body(kind, "user_id=");
    coded.send().problem(400, "invalid_field");
    assert_eq!(keys(), before);
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
    daemon.wait_for_vectors_of(4);
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
