use crate::NOTE;
use memo_tests::sandbox::Sandbox;

#[test]
fn documents_are_listed_with_their_memories_and_files() {
    let memo = Sandbox::new();
    let none = memo.memo(["list"]).code(1);
    assert!(
        none.stdout.is_empty() && none.stderr.contains("memo add"),
        "{none:#?}"
    );
    let id = memo.add("note.md", NOTE);
    let ran = memo.memo(["list"]).ok();
    let line = ran
        .stdout
        .lines()
        .find(|l| l.starts_with(&id))
        .expect("its line");
    assert!(
        line.contains("text") && line.ends_with("note.md"),
        "{ran:#?}"
    );
    let json = memo.memo(["list", "--json"]).ok().json();
    assert_eq!(json["documents"][0]["memories"], 1);
}

#[test]
fn memories_are_listed_by_time_and_narrowed() {
    let memo = Sandbox::new();
    memo.add("a.md", NOTE);
    memo.add(
        "b.md",
        "On 5 November 2026 I met Yuki Brandt at the pier.\n",
    );
    let all = memo.memo(["list", "--memories", "--json"]).ok().json();
    let whens: Vec<_> = all["memories"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|m| m["content"]["when"].clone())
        .collect();
    assert_eq!(whens, ["2026-11-05", "2026-10-03"]);
    let some = memo.memo(["list", "--memories", "--until", "2026-10"]).ok();
    assert!(
        some.stdout.contains("Lisbon") && !some.stdout.contains("pier"),
        "{some:#?}"
    );
    memo.memo(["list", "--memories", "--with", "Zebedee"])
        .code(1);
    // what only memories have lists them
    let hers = memo.memo(["list", "--with", "Yuki"]).ok();
    assert!(
        hers.stdout.contains("pier") && !hers.stdout.contains("Lisbon"),
        "{hers:#?}"
    );
}

#[test]
fn more_documents_than_a_page_holds_are_all_listed() {
    let memo = Sandbox::new();
    for i in 0..120 {
        memo.write(
            &format!("many/{i}.txt"),
            format!("I saw heron number {i}.\n"),
        );
    }
    memo.memo(["add", "-q", "many"]).ok();
    let json = memo.memo(["list", "--json"]).ok().json();
    assert_eq!(json["documents"].as_array().map(Vec::len), Some(120));
    let json = memo.memo(["list", "--json", "--limit", "7"]).ok().json();
    assert_eq!(json["documents"].as_array().map(Vec::len), Some(7));
}

#[test]
fn documents_are_listed_by_type_and_id_the_last_first() {
    let memo = Sandbox::new();
    let note = memo.add("note.md", NOTE);
    let event = memo.add(
        "a.ics",
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nDTSTART:20261003T100000Z\nSUMMARY:Swimming\n\
         END:VEVENT\nEND:VCALENDAR\n",
    );
    let ids = |args: &[&str]| -> Vec<String> {
        let json = memo.memo(args.iter().chain(&["--json"])).ok().json();
        let all = json["documents"].as_array().expect("a list").clone();
        let id = |d: &serde_json::Value| d["item_id"].as_str().expect("an id").to_owned();
        all.iter().map(id).collect()
    };
    assert_eq!(ids(&["list"]), [event.clone(), note.clone()]);
    assert_eq!(ids(&["list", "--source-type", "calendar"]), [event]);
    assert_eq!(ids(&["list", "--item", &note]), [note.as_str()]);
    // by its file's name, or how its id begins
    assert_eq!(ids(&["list", "--item", "note.md"]), [note]);
    memo.memo(["list", "--source-type", "github"]).code(1);
}

#[test]
fn memories_are_narrowed_by_place() {
    let memo = Sandbox::new();
    memo.add("a.md", NOTE);
    memo.add("b.md", "On 5 November 2026 I met Yuki Brandt in Porto.\n");
    for command in [&["list", "--memories"][..], &["recall", "I met somebody"]] {
        let at = |place| {
            memo.memo(command.iter().copied().chain(["--place", place]))
                .stdout
        };
        assert!(
            at("porto").contains("Yuki") && !at("porto").contains("Ana"),
            "{command:?}"
        );
        assert!(at("Faro").is_empty(), "{command:?}");
    }
}
