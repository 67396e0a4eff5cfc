use crate::NOTE;
use memo_tests::sandbox::Sandbox;

#[test]
fn a_memory_is_rated_for_the_query_that_showed_it() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let id = memo.memory("observatory");
    let ran = memo.memo(["feedback", &id, "--up"]).ok();
    assert_eq!(
        ran.stderr,
        "rated as helpful for the query \"observatory\"\n"
    );
    let json = memo.memo(["feedback", &id, "--down", "--json"]).ok().json();
    assert_eq!(
        (&json["memory_id"], &json["rating"]),
        (&id.as_str().into(), &(-1).into())
    );
    memo.memo(["feedback", &id, "--rating", "-5", "--query", "telescopes"])
        .ok();
    let ran = memo
        .memo(["feedback", &id, "--rating", "0", "--query", "telescopes"])
        .ok();
    assert!(ran.stderr.starts_with("rating withdrawn"), "{ran:#?}");
}

#[test]
fn the_last_query_that_showed_the_memory_is_meant() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let id = memo.memory("observatory");
    memo.memo(["ask", "Where did I have lunch with Ana?"]).ok();
    let ran = memo.memo(["feedback", &id, "--up"]).ok();
    assert!(ran.stderr.contains("lunch with Ana"), "{ran:#?}");
}

#[test]
fn without_a_query_or_a_memory_it_says_which_is_missing() {
    let memo = Sandbox::new();
    let id = format!("{}_memory_0", memo.add("note.md", NOTE));
    let ran = memo.memo(["feedback", &id, "--up"]).code(2);
    assert!(ran.stderr.contains("--query"), "{ran:#?}");
    memo.memo(["feedback", "nowhere_memory_0", "--up"]).code(1);
    memo.memo(["feedback", "nowhere_memory_0", "--up", "--query", "x"])
        .code(1);
}

#[test]
fn a_rating_is_needed_and_is_a_number() {
    let memo = Sandbox::new();
    memo.memo(["feedback", "x_memory_0"]).code(2);
    memo.memo(["feedback", "x_memory_0", "--up", "--down"])
        .code(2);
    memo.memo(["feedback", "x_memory_0", "--rating", "good"])
        .code(2);
}
