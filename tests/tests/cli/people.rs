use memo_tests::sandbox::Sandbox;

#[test]
fn names_are_listed_merged_renamed_and_split() {
    let memo = Sandbox::new();
    memo.memo(["people", "list"]).code(1);
    memo.add(
        "a.md",
        "On 3 October 2026 I had lunch with Bettina Okafor in Lisbon.\n",
    );
    memo.add(
        "b.md",
        "On 4 October 2026 I repaired the pump with B. Okafor.\n",
    );
    let ran = memo.memo(["people", "list"]).ok();
    assert!(
        ran.stdout.contains("Mira Halloran (you)") && ran.stdout.contains("B. Okafor"),
        "{ran:#?}"
    );
    let ran = memo
        .memo(["people", "merge", "B. Okafor", "Bettina Okafor"])
        .ok();
    assert_eq!(ran.stdout, "Bettina Okafor: 2 memories, as B. Okafor\n");
    assert!(
        memo.memo(["recall", "pump", "--with", "Bettina"])
            .ok()
            .stdout
            .contains("Bettina Okafor")
    );
    let ran = memo
        .memo(["people", "rename", "Bettina Okafor", "Tina"])
        .ok();
    assert!(ran.stdout.starts_with("Tina: 2 memories"), "{ran:#?}");
    memo.memo(["people", "rename", "Tina", "--undo"]).ok();
    let json = memo.memo(["people", "list", "bett", "--json"]).ok().json();
    assert_eq!(json["people"][0]["merged"][0], "B. Okafor");
    memo.memo(["people", "split", "B. Okafor"]).ok();
    let ran = memo
        .memo(["people", "merge", "Nobody", "B. Okafor"])
        .code(1);
    assert!(ran.stderr.contains("Nobody in your memories"), "{ran:#?}");
    assert!(ran.stderr.contains("memo people list"), "{ran:#?}");
    memo.memo(["people", "rename", "B. Okafor"]).code(2);
    let ran = memo.memo(["people", "me", "B. Okafor"]).ok();
    assert!(ran.stdout.starts_with("Mira Halloran: "), "{ran:#?}");
}

#[test]
fn names_that_may_be_one_persons_are_offered_with_the_reason() {
    let memo = Sandbox::new();
    memo.memo(["people", "suggest"]).code(1);
    memo.add(
        "a.md",
        "On 3 October 2026 I had lunch with Bettina Okafor in Lisbon.\n",
    );
    memo.add(
        "b.md",
        "On 4 October 2026 I repaired the pump with B. Okafor.\n",
    );
    let ran = memo.memo(["people", "suggest"]).ok();
    assert!(
        ran.stdout.contains("with an initial") && ran.stderr.contains("memo people merge"),
        "{ran:#?}"
    );
    let json = memo.memo(["people", "suggest", "--json"]).ok().json();
    assert_eq!(json["suggestions"][0]["name"], "B. Okafor", "{json}");
    memo.memo(["people", "dismiss", "B. Okafor", "Bettina Okafor"])
        .ok();
    memo.memo(["people", "suggest"]).code(1);
    memo.memo(["people", "dismiss", "B. Okafor", "Nobody"])
        .code(1);
    // What was said can be said otherwise.
    let ran = memo
        .memo(["people", "merge", "B. Okafor", "Bettina Okafor"])
        .ok();
    assert_eq!(ran.stdout, "Bettina Okafor: 2 memories, as B. Okafor\n");
}
