use crate::NOTE;
use memo_tests::sandbox::Sandbox;

#[test]
fn a_card_shows_when_where_who_what_and_the_id() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", NOTE);
    let ran = memo.memo(["recall", "new", "observatory"]).ok();
    for part in [
        "[1] 0.",
        "2026-10-03",
        "Ana Lima",
        "observatory",
        &format!("{id}_memory_0"),
    ] {
        assert!(ran.stdout.contains(part), "{part}: {ran:#?}");
    }
    assert_eq!(ran.stderr, "");
}

#[test]
fn json_is_the_interfaces_envelope() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let json = memo.memo(["recall", "observatory", "--json"]).ok().json();
    assert_eq!(
        (&json["qa"], &json["chunks"]),
        (&serde_json::json!([]), &serde_json::json!([]))
    );
    assert!(
        json["memories"][0]["score"]
            .as_f64()
            .is_some_and(|s| (0.0..=1.0).contains(&s))
    );
}

#[test]
fn nothing_found_is_exit_code_one() {
    let ran = Sandbox::new().memo(["recall", "zebra"]).code(1);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str()),
        ("", "no memory matches\n")
    );
}

#[test]
fn memories_can_be_narrowed() {
    let memo = Sandbox::new();
    let lisbon = memo.add("a.md", NOTE);
    memo.add(
        "b.md",
        "On 5 November 2026 I had lunch with Yuki Brandt at the pier.\n",
    );
    let found = |flags: &[&str]| -> usize {
        let args = [&["recall", "lunch", "--json"], flags].concat();
        memo.memo(args).json()["memories"]
            .as_array()
            .map_or(0, Vec::len)
    };
    assert_eq!(found(&[]), 2);
    assert_eq!(found(&["--limit", "1"]), 1);
    assert_eq!(found(&["--since", "2026-11"]), 1);
    assert_eq!(found(&["--until", "2026-10-03"]), 1);
    assert_eq!(found(&["--with", "Yuki"]), 1);
    assert_eq!(found(&["--item", &lisbon]), 1);
    assert_eq!(found(&["--source-type", "email"]), 0);
    assert_eq!(found(&["--tag", "nosuchtag"]), 0);
    assert_eq!(found(&["--tag", "#nosuchtag"]), 0);
    // Tags are shown with a # before them.
    let all = memo.memo(["recall", "observatory", "--json"]).ok().json();
    let tag = all["memories"][0]["content"]["tags"][0]
        .as_str()
        .expect("a tag");
    assert_eq!(
        found(&["--tag", tag]),
        found(&["--tag", &format!("#{tag}")])
    );
    assert!(found(&["--tag", tag]) > 0);
}

#[test]
fn a_query_that_is_too_long_is_refused() {
    let memo = Sandbox::new();
    let ran = memo.memo(["recall", &"x ".repeat(700)]).code(4);
    assert!(
        ran.stderr.contains("1,000") || ran.stderr.contains("1000"),
        "{ran:#?}"
    );
}
