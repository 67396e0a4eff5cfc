//! What is done on the pages: a memory is put right, rated, forgotten; who is who is said; a watch is ended.

use crate::garden;
use memo_tests::{
    daemon::{Form, until},
    visit::Visit,
};

#[test]
fn a_memory_is_put_right_and_says_what_was_read_again() {
    let daemon = garden();
    let visit = Visit::new(&daemon);
    let path = "memory/garden_memory_0";
    let now = || daemon.client().memory("garden_memory_0").expect("a memory");
    let before = now();
    let fields = |when: &'static str| {
        let content = &before.memory.content;
        [
            ("narrative", content.narrative.clone()),
            (
                "participants",
                "Ines Moreau\r\n\r\n Tomas Brandt".to_owned(),
            ),
            ("when", when.to_owned()),
            ("where", "Porto".to_owned()),
            ("tags", content.tags.join("\r\n")),
        ]
    };
    let send = |when| {
        let fields = fields(when);
        let fields: Vec<_> = fields.iter().map(|(n, v)| (*n, v.as_str())).collect();
        visit.post(&format!("{path}/correct"), &fields).send()
    };
    let refused = send("soon");
    assert_eq!(refused.status, 400, "{refused:?}");
    for typed in [
        "value=\"soon\"",
        "value=\"Porto\"",
        "Ines Moreau",
        "as precise as is known",
        "<details open",
    ] {
        assert!(refused.body.contains(typed), "{typed}: {refused:?}");
    }
    assert_eq!(now(), before);
    let done = send("2024-05-04");
    assert_eq!(done.status, 303, "{done:?}");
    let page = visit.page(&format!("{path}?said=right"));
    for words in [
        "It is put right",
        "4 May 2024",
        "Ines Moreau",
        "at",
        "Porto",
        "As it was read",
        "2024-05-03",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let content = now().memory.content;
    assert_eq!(content.participants, ["Ines Moreau", "Tomas Brandt"]);
    assert_eq!(
        (content.when.as_str(), content.place.as_deref()),
        ("2024-05-04", Some("Porto"))
    );
    let read = now().read.expect("what was read");
    assert!(
        read.narrative.is_none() && read.tags.is_none(),
        "what was not changed is not meant"
    );
    assert!(
        visit.page("day/2024-05-04").contains("shed")
            && visit.page("place?name=Porto").contains("shed")
    );
    for field in ["participants", "when", "where"] {
        let done = visit
            .post(&format!("{path}/undo"), &[("field", field)])
            .send();
        assert_eq!(done.status, 303, "{done:?}");
    }
    assert_eq!(now(), before);
    let odd = visit
        .post(&format!("{path}/undo"), &[("field", "nothing")])
        .send();
    assert_eq!(odd.status, 400, "{odd:?}");
}

#[test]
fn a_memory_is_rated_and_forgotten() {
    let daemon = garden();
    let visit = Visit::new(&daemon);
    let path = "memory/garden_memory_0";
    let rate = |rating| {
        let fields = [("rating", rating), ("query_text", "where are the tulips?")];
        visit.post(&format!("{path}/rate"), &fields).send()
    };
    let ratings = || {
        let export = daemon.get("/v1/export").ok().body;
        export.matches("where are the tulips?").count()
    };
    let rated = rate("1");
    assert_eq!(rated.status, 303, "{rated:?}");
    assert!(
        rated
            .header("location")
            .is_some_and(|to| to.contains("said=rated&for=where"))
    );
    assert_eq!(ratings(), 1);
    assert!(
        visit
            .page(&format!("{path}?said=rated"))
            .contains("Your rating is kept")
    );
    rate("0");
    assert_eq!(ratings(), 0);
    assert_eq!(rate("x").status, 400);
    let none = visit
        .post(&format!("{path}/rate"), &[("rating", "1")])
        .send();
    assert_eq!(none.status, 400, "{none:?}");
    let forgotten = visit.post(&format!("{path}/forget"), &[]).send();
    assert_eq!(forgotten.status, 303, "{forgotten:?}");
    let page = visit.page("document/garden?said=forgotten");
    assert!(
        page.contains("The memory is forgotten") && !page.contains("<mark>"),
        "{page}"
    );
    assert!(daemon.recall("tulips").is_empty());
    assert_eq!(visit.request("GET", path).send().status, 404);
}

#[test]
fn it_is_said_who_is_who() {
    let daemon = garden();
    daemon.add(
        "letter",
        "On 4 May 2024 I rang Tom Brandt about the tulips, and Ines Moreau came by.",
    );
    let visit = Visit::new(&daemon);
    let say =
        |what: &str, fields: &[(&str, &str)]| visit.post(&format!("person/{what}"), fields).send();
    let shown = |name: &str| visit.page(&format!("person?name={}", name.replace(' ', "+")));
    let both = [("name", "Tomas Brandt"), ("other", "Tom Brandt")];
    let merged = say("merge", &both);
    assert_eq!(merged.status, 303, "{merged:?}");
    let to = merged.header("location").expect("a page");
    assert!(
        to.ends_with("person?name=Tomas%20Brandt&said=merged"),
        "{to}"
    );
    let page = shown("Tomas Brandt");
    assert!(
        page.contains("2 memories") && page.contains("Tom Brandt"),
        "{page}"
    );
    // What goes wrong is told on the page of that person.
    let refused = say(
        "merge",
        &[("name", "Tomas Brandt"), ("other", "Nobody <b>")],
    );
    assert_eq!(refused.status, 400, "{refused:?}");
    assert!(
        refused.body.contains("Nobody in your memories is called")
            && refused.body.contains("&lt;b&gt;")
    );
    assert!(
        refused.body.contains("<h1><bdi>Tomas Brandt"),
        "{refused:?}"
    );
    let split = say("split", &both);
    assert_eq!(split.status, 303, "{split:?}");
    assert!(shown("Tomas Brandt").contains("1 memory"));
    let renamed = say(
        "rename",
        &[("name", "Tomas Brandt"), ("shown", "Uncle Tomas")],
    );
    assert!(
        renamed
            .header("location")
            .is_some_and(|to| to.contains("Uncle%20Tomas&said=renamed")),
        "{renamed:?}"
    );
    assert!(shown("Uncle Tomas").contains("Show their own name again"));
    let taken = say(
        "rename",
        &[("name", "Uncle Tomas"), ("shown", "Ines Moreau")],
    );
    assert_eq!(taken.status, 400, "{taken:?}");
    say("rename", &[("name", "Uncle Tomas"), ("shown", "")]);
    assert!(shown("Tomas Brandt").contains("1 memory"));
    let own = say("me", &[("name", "Tom Brandt")]);
    assert_eq!(own.status, 303, "{own:?}");
    let page = shown("Tom Brandt");
    assert!(
        page.contains("This is you") && !page.contains("person/me\""),
        "{page}"
    );
}

#[test]
fn what_is_watched_is_among_the_sources_and_can_be_ended() {
    let daemon = garden();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().canonicalize().expect("a folder");
    let source = folder.to_str().expect("a path");
    let form = Form::new().text("source", source).text("user_name", "Mira");
    let id = daemon.post("/v1/watches", &form).send().ok().json()["watch_id"].clone();
    let id = id.as_str().expect("an id");
    let visit = Visit::new(&daemon);
    let page = until("it is looked at", || {
        let page = visit.page("sources");
        page.contains("last looked at").then_some(page)
    });
    assert!(
        page.contains(source) && page.contains("up to date") && page.contains("0 files"),
        "{page}"
    );
    let ended = visit.post("sources/unwatch", &[("watch_id", id)]).send();
    assert_eq!(ended.status, 303, "{ended:?}");
    assert!(!visit.page("sources").contains(source));
    assert_eq!(
        visit
            .post("sources/unwatch", &[("watch_id", id)])
            .send()
            .status,
        404
    );
}

#[test]
fn a_persons_page_offers_them() {
    let daemon = crate::suggestions::alike();
    let visit = Visit::new(&daemon);
    let page = visit.page("person?name=Jonas+Weber");
    assert!(page.contains("the only Jonas"), "{page}");
    assert!(!visit.page("person?name=Ana+Lima").contains("the only"));
    let decide = |one: &str| {
        let fields = [("name", "Jonas"), ("into", "Jonas Weber"), ("one", one)];
        visit.post("person/decide", &fields).send()
    };
    let two = decide("false");
    assert!(
        two.header("location")
            .is_some_and(|to| to.ends_with("said=apart")),
        "{two:?}"
    );
    assert!(
        !visit
            .page("person?name=Jonas+Weber")
            .contains("the only Jonas")
    );
    let one = decide("true");
    assert_eq!(one.status, 303, "{one:?}");
    assert!(visit.page("person?name=Jonas+Weber").contains("2 memories"));
}
