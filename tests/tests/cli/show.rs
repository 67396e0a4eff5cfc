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

#[test]
fn a_file_the_beginning_of_an_id_or_a_number_of_the_last_answer_will_do() {
    let memo = Sandbox::new();
    let id = memo.add("trips/note.md", NOTE);
    let pier = memo.add(
        "pier.md",
        "On 5 November 2026 I met Yuki Brandt at the pier.\n",
    );
    let shown = |name: &str| memo.memo(["show", name, "--json"]).ok().json()["item_id"].clone();
    for name in ["note.md", "trips/note.md", &id[..9], "not"] {
        assert_eq!(shown(name), id.as_str(), "{name}");
    }
    let memory = memo.memory("pier");
    let first = memo.memo(["show", "1", "--json"]).ok().json();
    assert_eq!(first["custom_id"], memory.as_str());
    let ran = memo.memo(["feedback", "1", "--up"]).ok();
    assert!(ran.stderr.contains("\"pier\""), "{ran:#?}");
    let prefix = format!("{}_memory_0", &pier[..6]);
    let by_prefix = memo.memo(["show", &prefix, "--json"]).ok().json();
    assert_eq!(by_prefix["custom_id"], memory.as_str());
    memo.write(
        "notes.md",
        "On 6 November 2026 I met Ines Duarte at the mill.\n",
    );
    memo.memo(["add", "notes.md"]).ok();
    let several = memo.memo(["show", "not"]).code(2);
    assert!(
        several.stderr.contains("\"not\" may mean note-md-"),
        "{several:#?}"
    );
    // With nobody to ask only a whole id is forgotten.
    memo.memo(["forget", "--yes", "1"]).code(1);
    memo.memo(["show", "9"]).code(1);
}
