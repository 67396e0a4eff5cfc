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
