use crate::NOTE;
use memo_tests::sandbox::Sandbox;
use std::process::Stdio;

#[test]
fn off_a_terminal_there_is_no_colour_and_no_progress() {
    let memo = Sandbox::new();
    memo.write("note.md", NOTE);
    let added = memo.memo(["add", "note.md"]).ok();
    let found = memo.memo(["recall", "observatory"]).ok();
    for text in [&added.stdout, &added.stderr, &found.stdout, &found.stderr] {
        assert!(!text.contains('\u{1b}') && !text.contains('\r'), "{text:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let mut child = memo
        .command(["recall", "observatory"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn help_shows_examples_and_exit_codes_and_is_no_error() {
    let memo = Sandbox::new();
    let help = memo.memo(["--help"]).ok().stdout;
    assert!(
        help.contains("Examples:") && help.contains("Exit codes:"),
        "{help}"
    );
    for command in [
        "add",
        "recall",
        "ask",
        "feedback",
        "list",
        "show",
        "forget",
        "status",
        "key",
        "config",
        "daemon",
        "completions",
        "doctor",
    ] {
        let help = memo.memo([command, "--help"]).ok().stdout;
        assert!(help.contains("Examples:"), "{command}: {help}");
    }
    assert_eq!(
        memo.memo(["--version"]).ok().stdout,
        format!("memo {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn wrong_usage_says_what_is_right() {
    let memo = Sandbox::new();
    memo.memo::<&str>([]).code(2);
    let ran = memo.memo(["recal", "x"]).code(2);
    assert!(ran.stderr.contains("recall"), "{ran:#?}");
    memo.memo(["recall"]).code(2);
    memo.memo(["recall", "x", "--limit", "0"]).code(2);
    memo.memo(["recall", "x", "--since", "someday"]).code(2);
}

#[test]
fn errors_are_json_too_when_json_is_asked_for() {
    let memo = Sandbox::new();
    let ran = memo.memo(["show", "nowhere", "--json"]).code(1);
    assert!(ran.stdout.is_empty());
    let error: serde_json::Value = serde_json::from_str(&ran.stderr).expect("JSON");
    assert_eq!(
        (&error["error"]["exit"], &error["error"]["code"]),
        (&1.into(), &"not_found".into())
    );
}
