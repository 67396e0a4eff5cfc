use memo_tests::sandbox::{Sandbox, run};
use std::fs;

#[test]
fn all_is_well_with_and_without_a_daemon() {
    let memo = Sandbox::new();
    assert!(memo.memo(["doctor"]).ok().stdout.contains("not running"));
    assert!(!memo.data().exists(), "it changes nothing");
    memo.memo(["daemon", "start"]).ok();
    let json = memo.memo(["doctor", "--json"]).ok().json();
    assert_eq!(json["ok"], true);
}

#[test]
fn a_wrong_key_is_found_with_what_mends_it() {
    let memo = Sandbox::new();
    memo.memo(["daemon", "start"]).ok();
    let mut command = memo.command(["doctor"]);
    command.env("MEMO_API_KEY", "wrong");
    let ran = run(command, b"").code(1);
    assert!(ran.stdout.contains("unset MEMO_API_KEY"), "{ran:#?}");
}

#[test]
fn a_file_in_the_folders_place_is_found() {
    let memo = Sandbox::new();
    fs::write(memo.data(), "x").expect("written");
    let ran = memo.memo(["doctor"]).code(1);
    assert!(ran.stdout.contains("is no folder"), "{ran:#?}");
}
