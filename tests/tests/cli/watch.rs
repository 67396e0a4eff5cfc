//! `memo watch`: what the daemon keeps up with by itself.

use crate::NOTE;
use memo_tests::{daemon::until, sandbox::Sandbox};

#[test]
fn a_folder_is_watched_told_about_and_let_go() {
    let memo = Sandbox::new();
    memo.write("notes/a.md", NOTE);
    memo.memo(["watch", "list"]).code(1);
    let ran = memo
        .memo(["watch", "add", "notes", "--on-delete", "forget"])
        .ok();
    assert!(ran.stderr.contains("watching"), "{ran:#?}");
    let status = until("the note is read", || {
        let status = memo
            .memo(["watch", "status", "notes", "--json"])
            .ok()
            .json();
        (status["state"] == "watching" && status["documents"] == 1).then_some(status)
    });
    assert_eq!(status["on_delete"], "forget");
    until("its memory", || {
        let ran = memo.memo(["recall", "observatory"]);
        ran.stdout.contains("observatory").then_some(())
    });
    let ran = memo.memo(["watch", "status"]).ok();
    assert!(ran.stdout.contains("1 file read, 1 document"), "{ran:#?}");
    let ran = memo.memo(["watch", "list"]).ok();
    assert!(
        ran.stdout.contains("notes") && ran.stdout.contains("forget"),
        "{ran:#?}"
    );
    // A command that adds it, too, finds that it is there.
    let ran = memo.memo(["add", "notes", "--json"]).ok();
    assert_eq!(ran.json()["status"], "unchanged");
    memo.memo(["watch", "remove", "elsewhere"]).code(1);
    let ran = memo.memo(["watch", "remove", "notes"]).ok();
    assert!(ran.stderr.contains("stays"), "{ran:#?}");
    memo.memo(["watch", "list"]).code(1);
}

#[test]
fn what_cannot_be_watched_is_told_before_anything_is() {
    let memo = Sandbox::new();
    memo.write("notes/a.md", NOTE);
    let ran = memo.memo(["watch", "add", "notes", "nothing"]).code(2);
    assert!(ran.stderr.contains("nothing"), "{ran:#?}");
    memo.memo(["watch", "list"]).code(1);
    // Paths are those of the daemon's machine.
    let ran = memo.memo(["watch", "add", "notes", "--url", "http://127.0.0.1:9"]);
    assert!(ran.code(2).stderr.contains("this machine"));
    memo.memo(["watch", "add", "notes", "--on-delete", "shred"])
        .code(2);
    memo.memo(["watch", "add", "file:///etc/passwd"]).code(4);
}
