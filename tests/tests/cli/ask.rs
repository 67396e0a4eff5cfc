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

#[test]
fn a_line_that_cannot_be_asked_does_not_end_the_others() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let question = b"Where did I have lunch with Ana?\n";
    let long = [&[b'a'; 4001][..], b"\n"].concat();
    let input = [question, &long[..], b"\xe9t\xe9?\n", question].concat();
    let ran = memo.memo_with(["ask", "--json"], &input).code(5);
    let lines = ran.json_lines();
    assert_eq!(lines.len(), 4, "{ran:#?}");
    assert!(lines[0]["answered"] == true && lines[3]["answered"] == true);
    assert_eq!(
        (&lines[1]["line"], &lines[1]["error"]["exit"]),
        (&2.into(), &4.into())
    );
    assert_eq!(lines[2]["line"], 3);
    let told = lines[2]["error"]["message"].as_str();
    assert!(told.is_some_and(|m| m.contains("UTF-8")), "{ran:#?}");
    let ran = memo.memo_with(["ask"], &input).code(5);
    assert_eq!(ran.stdout.matches("_memory_0").count(), 2, "{ran:#?}");
    for line in ["line 2: ", "line 3: "] {
        assert!(ran.stderr.contains(line), "{ran:#?}");
    }
}
