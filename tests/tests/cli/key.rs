use memo_tests::sandbox::{Sandbox, run};

#[test]
fn a_key_is_made_shown_once_listed_and_revoked() {
    let memo = Sandbox::new();
    let made = memo.memo(["key", "create", "--name", "laptop"]).ok();
    let secret = made.stdout.trim();
    assert!(
        !secret.is_empty() && secret.lines().count() == 1,
        "only the key, for scripts: {made:#?}"
    );
    let with_key = || {
        let mut command = memo.command(["list"]);
        command.env("MEMO_API_KEY", secret);
        run(command, b"")
    };
    with_key().code(1);
    let list = memo.memo(["key", "list", "--json"]).ok();
    assert!(!list.stdout.contains(secret));
    let keys = list.json()["keys"].as_array().cloned().unwrap_or_default();
    let laptop = keys
        .iter()
        .find(|k| k["name"] == "laptop")
        .expect("it is listed");
    assert!(memo.memo(["key", "list"]).ok().stdout.contains("laptop"));
    memo.memo(["key", "revoke", laptop["key_id"].as_str().expect("an id")])
        .ok();
    with_key().code(4);
    memo.memo(["key", "revoke", "nowhere"]).code(1);
}

#[test]
fn another_users_key_opens_another_memory() {
    let memo = Sandbox::new();
    memo.add("note.md", crate::NOTE);
    let made = memo
        .memo(["key", "create", "--user", "yuki", "--json"])
        .ok()
        .json();
    let mut command = memo.command(["recall", "observatory"]);
    command.env("MEMO_API_KEY", made["api_key"].as_str().expect("a key"));
    run(command, b"").code(1);
}

#[test]
fn who_revokes_the_key_in_use_is_told_how_to_come_in_again() {
    let memo = Sandbox::new();
    memo.memo(["list"]).code(1);
    let keys = memo.memo(["key", "list", "--json"]).ok().json();
    let id = keys["keys"][0]["key_id"].as_str().expect("an id");
    memo.memo(["key", "revoke", id]).ok();
    let refused = memo.memo(["list"]).code(4);
    assert!(
        refused.stderr.contains("memo daemon restart"),
        "{refused:#?}"
    );
    let doctor = memo.memo(["doctor"]).code(1);
    let mend = "mend: memo daemon restart";
    assert!(doctor.stdout.contains(mend), "{doctor:#?}");
    memo.memo(["daemon", "restart"]).ok();
    memo.memo(["list"]).code(1);
    memo.memo(["doctor"]).ok();
}

#[test]
fn a_user_without_a_name_gets_no_key() {
    let memo = Sandbox::new();
    let refused = memo.memo(["key", "create", "--user", ""]).code(4);
    assert!(refused.stdout.is_empty(), "{refused:#?}");
    assert!(refused.stderr.contains("is empty"), "{refused:#?}");
}

#[test]
fn a_key_that_may_only_read_recalls_and_is_told_why_it_adds_nothing() {
    let memo = Sandbox::new();
    memo.add("note.md", crate::NOTE);
    let made = memo.memo(["key", "create", "--read-only", "--json"]);
    let made = made.ok().json();
    assert_eq!(made["read_only"], true);
    let with_key = |args: &[&str]| {
        let mut command = memo.command(args);
        command.env("MEMO_API_KEY", made["api_key"].as_str().expect("a key"));
        run(command, b"")
    };
    with_key(&["recall", "observatory"]).ok();
    with_key(&["list"]).ok();
    let refused = with_key(&["forget", "note.md", "--yes"]);
    assert!(refused.code != 0);
    memo.write("other.md", "I sold the boat.");
    let refused = with_key(&["add", "other.md"]).code(5);
    assert!(refused.stderr.contains("may only read"), "{refused:#?}");
    assert!(
        memo.memo(["key", "list"])
            .ok()
            .stdout
            .contains("only reads")
    );
    memo.memo(["show", "note.md"]).ok();
}
