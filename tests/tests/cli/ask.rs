use crate::NOTE;
use memo_tests::sandbox::Sandbox;

#[test]
fn an_answer_comes_with_the_memories_it_rests_on() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let ran = memo
        .memo(["ask", "Where", "did I have lunch with Ana?"])
        .ok();
    assert!(
        ran.stdout.contains("Lisbon") && ran.stdout.contains("_memory_"),
        "{ran:#?}"
    );
    let json = memo
        .memo(["ask", "--json", "Where did I have lunch with Ana?"])
        .ok()
        .json();
    assert_eq!(json["answered"], true);
    assert_eq!(json["question"], "Where did I have lunch with Ana?");
    assert!(json["memories"][0]["custom_id"].is_string());
}

#[test]
fn what_no_memory_holds_is_not_answered() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let ran = memo
        .memo(["ask", "Which telescope did Zebedee buy?"])
        .code(1);
    assert!(!ran.stdout.trim().is_empty(), "it says so: {ran:#?}");
}

#[test]
fn questions_can_come_line_by_line() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let input = b"Where did I have lunch with Ana?\n\nWho showed me the observatory?\n";
    let ran = memo.memo_with(["ask", "--json"], input).ok();
    let lines = ran.json_lines();
    assert_eq!(lines.len(), 2, "{ran:#?}");
    assert_eq!(lines[1]["question"], "Who showed me the observatory?");
    memo.memo_with(["ask"], b"\n").code(2);
    memo.memo_with(
        ["ask"],
        b"Where did I have lunch with Ana?\nWhich telescope did Zebedee buy?\n",
    )
    .code(1);
}
