//! `POST /v1/memorize`: fields, limits and what is refused (specification 2.4, 4.1, 7, 8).

use crate::upload;
use memo_common::api::RunState;
use memo_tests::daemon::{Daemon, Form};

const LIMIT: usize = 10 * 1024 * 1024;

fn with(name: &str, value: &str) -> Form {
    upload().text(name, value)
}

#[test]
fn accepts_a_document_and_names_its_run() {
    let daemon = Daemon::start();
    let body = daemon
        .post("/v1/memorize", &with("item_id", "a-Z_09"))
        .send()
        .ok()
        .json();
    assert_eq!(body["status"], "success");
    assert_eq!(body["item_id"], "a-Z_09");
    assert!(body["user_id"].as_str().is_some_and(|u| !u.is_empty()));
    let path = body["workflow_execution"].as_str().expect("a path");
    let parts: Vec<&str> = path.split('/').collect();
    let names: Vec<&str> = parts.iter().step_by(2).copied().collect();
    assert_eq!(names, ["projects", "locations", "workflows", "executions"]);
    assert_eq!(parts.len(), 8);
    assert_eq!(body.as_object().map(|o| o.len()), Some(4));
}

#[test]
fn what_is_on_disk_is_worked_on_though_its_sender_went_away() {
    let daemon = Daemon::start();
    let post = |n: usize| {
        let form = Form::new()
            .text("user_name", "Mira Halloran")
            .text("item_id", format!("gone-{n}"))
            .file("notes.txt", format!("I met Ida Holm at pier {n}."));
        daemon.post("/v1/memorize", &form)
    };
    for n in 0..64 {
        drop(post(n).begin(0));
    }
    // What had arrived is the same document, and its run comes to an end.
    let again: Vec<_> = (0..64).map(|n| post(n).send().ok().json()).collect();
    for accepted in again {
        let run = daemon.wait(accepted["workflow_execution"].as_str().expect("a path"));
        assert_eq!(run.state, RunState::Succeeded, "{run:?}");
    }
}

#[test]
fn makes_an_item_id_when_none_is_given() {
    let daemon = Daemon::start();
    let id = || {
        let body = daemon.post("/v1/memorize", &upload()).send().ok().json();
        body["item_id"].as_str().expect("an id").to_owned()
    };
    let (first, second) = (id(), id());
    assert_ne!(first, second);
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    assert!(first.len() <= 100 && first.chars().all(allowed));
}

#[test]
fn takes_fields_in_any_order_and_ignores_unknown_ones() {
    let daemon = Daemon::start();
    let form = Form::new()
        .text("colour", "green")
        .file("notes.txt", "I planted tulips.")
        .text("item_id", "late")
        .text("user_name", "Mira Halloran");
    let body = daemon.post("/v1/memorize", &form).send().ok().json();
    assert_eq!(body["item_id"], "late");
}

#[test]
fn file_is_required() {
    let daemon = Daemon::start();
    let form = Form::new().text("user_name", "Mira");
    let problem = daemon.post("/v1/memorize", &form).send();
    let problem = problem.problem(400, "missing_field");
    assert_eq!(problem["field"], "file");
}

#[test]
fn file_as_plain_text_is_refused() {
    let daemon = Daemon::start();
    let form = Form::new().text("user_name", "Mira").text("file", "hello");
    let problem = daemon.post("/v1/memorize", &form).send();
    assert_eq!(problem.problem(400, "invalid_field")["field"], "file");
}

#[test]
fn user_name_is_required_and_bounded() {
    let daemon = Daemon::start();
    let send = |form: &Form| daemon.post("/v1/memorize", form).send();
    let file = || Form::new().file("a.txt", "I planted tulips.");
    assert_eq!(
        send(&file()).problem(400, "missing_field")["field"],
        "user_name"
    );
    for bad in ["", "  ", "a\u{7}b", &"é".repeat(201)] {
        let problem = send(&file().text("user_name", bad));
        assert_eq!(
            problem.problem(400, "invalid_field")["field"],
            "user_name",
            "{bad:?}"
        );
    }
    send(&file().text("user_name", "é".repeat(200))).ok();
}

#[test]
fn item_id_has_a_charset_and_at_most_100_characters() {
    let daemon = Daemon::start();
    let send = |id: &str| daemon.post("/v1/memorize", &with("item_id", id)).send();
    send(&"a".repeat(100)).ok();
    for bad in ["a b", "a/b", "é", "a.b", &"a".repeat(101)] {
        let problem = send(bad);
        assert_eq!(
            problem.problem(400, "invalid_field")["field"],
            "item_id",
            "{bad:?}"
        );
    }
}

#[test]
fn source_type_takes_nine_values_and_lists_them() {
    let daemon = Daemon::start();
    let send = |t: &str| daemon.post("/v1/memorize", &with("source_type", t)).send();
    let types = [
        "text", "email", "pdf", "stream", "browser", "vscode", "calendar", "github", "slack",
    ];
    for known in types {
        send(known).ok();
    }
    let problem = send("fax").problem(400, "invalid_field");
    assert_eq!(problem["field"], "source_type");
    let detail = problem["detail"].as_str().expect("words");
    assert!(types.iter().all(|t| detail.contains(t)), "{detail}");
}

#[test]
fn reference_time_is_rfc_3339() {
    let daemon = Daemon::start();
    let send = |t: &str| {
        daemon
            .post("/v1/memorize", &with("reference_time", t))
            .send()
    };
    send("2024-05-03T14:30:00+02:00").ok();
    let problem = send("yesterday").problem(400, "invalid_field");
    assert_eq!(problem["field"], "reference_time");
}

#[test]
fn a_known_field_given_twice_is_refused() {
    let daemon = Daemon::start();
    let send = |form: &Form| daemon.post("/v1/memorize", form).send();
    let twice = send(&with("user_name", "Other"));
    assert_eq!(twice.problem(400, "duplicate_field")["field"], "user_name");
    let twice = send(&upload().file("more.txt", "more"));
    assert_eq!(twice.problem(400, "duplicate_field")["field"], "file");
}

#[test]
fn ten_mebibytes_are_accepted_and_a_byte_more_is_400() {
    let daemon = Daemon::start();
    let send = |bytes: usize| {
        let mut text = "word ".repeat(bytes / 5 + 1);
        text.truncate(bytes);
        let form = Form::new().text("user_name", "Mira").file("big.txt", text);
        daemon.post("/v1/memorize", &form).send()
    };
    send(LIMIT).ok();
    let problem = send(LIMIT + 1).problem(400, "file_too_large");
    assert_eq!(problem["field"], "file");
    send(3 * LIMIT).problem(400, "file_too_large");
}

#[test]
fn what_is_not_utf8_text_is_400_and_says_where() {
    let daemon = Daemon::start();
    let send = |content: &[u8]| {
        let form = Form::new().text("user_name", "Mira").file("a.txt", content);
        daemon.post("/v1/memorize", &form).send()
    };
    for (content, said) in [
        (b"caf\xe9".as_slice(), "byte 3"),
        (b"%PDF-1.7\n...", "a PDF"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0", "JPEG"),
        (b"ab\0cd", "byte 2"),
    ] {
        let problem = send(content).problem(400, "file_not_text");
        let detail = problem["detail"].as_str().expect("words");
        assert!(detail.contains(said), "{detail}");
        assert_eq!(problem["field"], "file");
    }
}

#[test]
fn empty_files_are_400() {
    let daemon = Daemon::start();
    for content in ["", " \n\t\r\n", "\u{feff}"] {
        let form = Form::new().text("user_name", "Mira").file("a.txt", content);
        let reply = daemon.post("/v1/memorize", &form).send();
        reply.problem(400, "file_empty");
    }
}

#[test]
fn a_byte_order_mark_is_dropped() {
    let daemon = Daemon::start();
    daemon.add("bom", "\u{feff}I planted tulips with Tomas.");
    let text = daemon.client().document_text("bom").expect("the text");
    assert_eq!(text, "I planted tulips with Tomas.");
}

#[test]
fn other_body_types_are_415() {
    let daemon = Daemon::start();
    let send = |kind: &str, body: &str| {
        daemon
            .request("POST", "/v1/memorize")
            .body(kind, body)
            .send()
    };
    send("application/json", "{}").problem(415, "unsupported_media_type");
    let form = "application/x-www-form-urlencoded";
    send(form, "user_name=a&file=b").problem(415, "unsupported_media_type");
    let none = daemon.request("POST", "/v1/memorize").send();
    none.problem(415, "unsupported_media_type");
}

#[test]
fn malformed_multipart_is_400() {
    let daemon = Daemon::start();
    let send = |kind: &str, body: &str| {
        daemon
            .request("POST", "/v1/memorize")
            .body(kind, body)
            .send()
    };
    send("multipart/form-data", "x").problem(400, "invalid_form");
    let kind = "multipart/form-data; boundary=b";
    send(kind, "no boundary here").problem(400, "invalid_form");
    let cut = "--b\r\nContent-Disposition: form-data; name=\"user_name\"\r\n\r\nMir";
    send(kind, cut).problem(400, "invalid_form");
}

#[test]
fn many_fields_that_are_too_large_together_are_413() {
    let daemon = Daemon::start();
    let form = upload().text("note", "x".repeat(2 << 20));
    let reply = daemon.post("/v1/memorize", &form).send();
    reply.problem(413, "body_too_large");
}

#[test]
fn the_same_upload_again_is_not_worked_on_again() {
    let daemon = Daemon::start();
    let first = daemon.add("same", "I planted tulips with Tomas.");
    let again = daemon.add("same", "I planted tulips with Tomas.");
    assert_eq!(first.name, again.name);
    let other = daemon.add("same", "I planted roses with Tomas.");
    assert_ne!(first.name, other.name);
}

#[test]
fn a_replaced_document_changes_over() {
    let daemon = Daemon::start();
    daemon.add("plan", "I planted tulips behind the shed.");
    daemon.add("plan", "I planted roses before the house.");
    let found = daemon.recall("what did I plant").join(" ");
    assert!(
        found.contains("roses") && !found.contains("tulips"),
        "{found}"
    );
    let page = daemon.client().documents(None, None).expect("a page");
    assert_eq!(page.documents.len(), 1);
}
