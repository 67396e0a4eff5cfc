use crate::NOTE;
use memo_tests::sandbox::Sandbox;

#[test]
fn a_document_shows_its_memories_and_with_source_its_text() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", NOTE);
    let ran = memo.memo(["show", &id]).ok();
    assert!(
        ran.stdout.contains("told as Mira Halloran") && ran.stdout.contains("_memory_0"),
        "{ran:#?}"
    );
    let ran = memo.memo(["show", &id, "--source"]).ok();
    assert!(ran.stdout.contains("    1  On 3 October 2026"), "{ran:#?}");
    let json = memo.memo(["show", &id, "--source", "--json"]).ok().json();
    assert_eq!(
        (&json["item_id"], &json["text"]),
        (&id.as_str().into(), &NOTE.into())
    );
}

#[test]
fn a_memory_shows_the_lines_it_comes_from() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", &format!("# Travels\n\n{NOTE}"));
    let memory = memo.memory("observatory");
    assert!(memory.starts_with(&id));
    let ran = memo.memo(["show", &memory, "--source"]).ok();
    assert!(
        ran.stdout.contains(", line") && ran.stdout.contains("    3  On 3 October"),
        "{ran:#?}"
    );
    let json = memo.memo(["show", &memory, "--json"]).ok().json();
    assert_eq!(json["custom_id"], memory);
    assert!(json["source"].is_array());
}

#[test]
fn what_is_not_there_is_not_found() {
    let memo = Sandbox::new();
    memo.memo(["show", "nowhere"]).code(1);
    memo.memo(["show", "nowhere_memory_0"]).code(1);
    memo.memo(["show"]).code(2);
}

#[test]
fn a_document_may_be_named_like_a_memory() {
    let memo = Sandbox::new();
    memo.write("note.md", NOTE);
    memo.memo(["add", "note.md", "--item-id", "trip_memory_7"])
        .ok();
    assert!(
        memo.memo(["show", "trip_memory_7"])
            .ok()
            .stdout
            .contains("note.md")
    );
}
