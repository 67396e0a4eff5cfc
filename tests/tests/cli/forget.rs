use crate::NOTE;
use memo_tests::sandbox::Sandbox;

#[test]
fn a_document_goes_with_its_memories() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", NOTE);
    let ran = memo.memo(["forget", "--yes", &id]).ok();
    assert_eq!(
        ran.stderr,
        format!("forgot the document {id} with 1 memory\n")
    );
    memo.memo(["recall", "observatory"]).code(1);
    memo.memo(["show", &id]).code(1);
    assert!(
        memo.work().join("note.md").exists(),
        "the file is not touched"
    );
}

#[test]
fn of_several_the_one_that_is_not_there_is_named() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", NOTE);
    let ran = memo.memo(["forget", "--yes", "nope", &id]).code(1);
    assert!(ran.stderr.contains("called \"nope\""), "{ran:#?}");
    memo.memo(["show", &id]).code(1);
}

#[test]
fn a_memory_goes_alone() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", NOTE);
    let memory = memo.memory("observatory");
    let json = memo
        .memo(["forget", "--yes", "--json", &memory])
        .ok()
        .json();
    assert_eq!(
        (&json["status"], &json["memories"]),
        (&"forgotten".into(), &1.into())
    );
    memo.memo(["recall", "observatory"]).code(1);
    memo.memo(["show", &id]).ok();
}

#[test]
fn nobody_to_ask_needs_yes() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", NOTE);
    let ran = memo.memo(["forget", &id]).code(2);
    assert!(ran.stderr.contains("--yes"), "{ran:#?}");
    memo.memo(["show", &id]).ok();
}

#[test]
fn what_is_not_there_is_told_and_the_rest_goes() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", NOTE);
    let ran = memo.memo(["forget", "--yes", "nowhere", &id]).code(1);
    assert!(ran.stderr.contains("forgot the document"), "{ran:#?}");
    memo.memo(["show", &id]).code(1);
}

#[test]
fn all_of_it_goes_and_another_users_stays() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    memo.add(
        "other.md",
        "I saw a kingfisher at the weir on 2 July 2024.\n",
    );
    memo.memo(["recall", "observatory"]).ok();
    let key = memo
        .memo(["key", "create", "--user", "tomas", "--json"])
        .ok()
        .json();
    let key = key["api_key"].as_str().expect("a key").to_owned();
    let as_tomas = |args: &[&str]| {
        let mut command = memo.command(args);
        command.env("MEMO_API_KEY", &key);
        memo_tests::sandbox::run(command, b"")
    };
    as_tomas(&["add", "note.md"]).ok();
    memo.memo(["forget", "--all"]).code(2);
    memo.memo(["forget", "--all", "--yes", "some-id"]).code(2);
    let ran = memo.memo(["forget", "--all", "--yes"]).ok();
    assert_eq!(ran.stderr, "forgot 2 documents with 2 memories\n");
    memo.memo(["recall", "observatory"]).code(1);
    assert!(!memo.data().join("recent-queries.jsonl").exists());
    assert!(
        as_tomas(&["recall", "observatory"])
            .ok()
            .stdout
            .contains("observatory")
    );
    let json = memo
        .memo(["forget", "--all", "--yes", "--json"])
        .ok()
        .json();
    assert_eq!(json["documents"], 0);
}
