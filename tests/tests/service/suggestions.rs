//! Names that may be one person's: offered, with the reason, until they are merged or said to be two.

use memo_common::api::Suggestion;
use memo_tests::daemon::{Daemon, Form};
use std::io::Read;

fn offered(daemon: &Daemon) -> Vec<Suggestion> {
    let page = daemon.client().people_suggestions(None, None);
    page.expect("a page").suggestions
}

fn mail(daemon: &Daemon, id: &str, from: &str, said: &str) {
    let text = format!(
        "From: {from}\r\nTo: Mira Halloran <mira@x.example>\r\nDate: Mon, 4 May 2026 10:00:00 +0000\r\n\
         Message-ID: <{id}@x.example>\r\nSubject: Boat\r\n\r\n{said}\r\n"
    );
    daemon.add(id, &text);
}

/// A daemon with two names that may be one person's.
pub(crate) fn alike() -> Daemon {
    let daemon = Daemon::start();
    daemon.add(
        "diary",
        "On 3 May 2024 I had lunch with Jonas Weber at the station in Leeds.",
    );
    daemon.add(
        "note",
        "On 9 June 2024 Jonas repaired the pump in the harbour with Ana Lima.",
    );
    daemon
}

#[test]
fn names_are_offered_over_all_documents_and_a_dismissal_is_kept() {
    let daemon = alike();
    let found = offered(&daemon);
    assert_eq!(found.len(), 1, "{found:?}");
    let only = &found[0];
    assert_eq!(
        (only.name.as_str(), only.into.as_str()),
        ("Jonas", "Jonas Weber")
    );
    assert!(only.reason.contains("the only Jonas"), "{only:?}");
    let dismiss = |name: &str, into: &str| {
        let form = Form::new().text("name", name).text("into", into);
        daemon.post("/v1/people/suggestions/dismiss", &form).send()
    };
    dismiss("Nobody", "Jonas").problem(404, "not_found");
    // In whichever order.
    dismiss("jonas weber", "Jonas").ok();
    assert_eq!(offered(&daemon), []);
    // Nobody is shown otherwise for that, and it goes along with an export.
    let people = daemon.client().people(Some("jonas"), None, None);
    assert_eq!(people.expect("a page").people.len(), 2);
    let mut export = String::new();
    let all = daemon.client().export();
    all.expect("an export")
        .read_to_string(&mut export)
        .expect("read");
    let other = Daemon::start();
    other.client().import(export.as_bytes()).expect("taken in");
    assert_eq!(offered(&other), []);
    // A second one makes it nobody's.
    daemon.add(
        "third",
        "On 10 June 2024 I met Bob Smith and Robert Smith at the quay in Leeds.",
    );
    let found = offered(&daemon);
    assert!(
        found
            .iter()
            .all(|s| s.name.contains("Smith") && s.into.contains("Smith")),
        "{found:?}"
    );
}

#[test]
fn two_names_with_one_address_are_offered() {
    let daemon = Daemon::start();
    mail(
        &daemon,
        "one",
        "Jonas Weber <captain@x.example>",
        "The boat leaves at six on Tuesday.",
    );
    mail(
        &daemon,
        "two",
        "The Boatman <captain@x.example>",
        "The boat is late, I wait at the quay.",
    );
    let found = offered(&daemon);
    let mails = found
        .iter()
        .filter(|s| s.reason.contains("captain@x.example"));
    assert_eq!(mails.count(), 1, "{found:?}");
}

#[test]
fn another_users_names_are_not_offered() {
    let daemon = alike();
    let key = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    let reply = daemon
        .request("GET", "/v1/people/suggestions")
        .header("x-api-key", &key.api_key)
        .send();
    assert_eq!(reply.ok().json()["suggestions"], serde_json::json!([]));
}
