//! What is done on the pages: a memory is put right, rated, forgotten.

use crate::garden;
use memo_tests::visit::Visit;

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
