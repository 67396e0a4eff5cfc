//! `memo watch`: what the daemon keeps up with by itself.

use crate::NOTE;
use memo_tests::{daemon::until, sandbox::Sandbox};
use std::{fs, net::TcpListener};

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

/// The files that say how passwords are come by.
fn logins(memo: &Sandbox) -> Vec<String> {
    let files = fs::read_dir(memo.data().join("watches"));
    let files = files.into_iter().flatten().flatten().map(|f| f.path());
    let logins = files.filter(|path| path.extension().is_some_and(|e| e == "login"));
    logins
        .map(|path| fs::read_to_string(path).expect("text"))
        .collect()
}

#[test]
fn a_mailbox_is_watched_with_a_password_that_a_program_tells_or_standard_input() {
    let memo = Sandbox::new();
    // Nothing listens there any more.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    drop(listener);
    let address = format!("imaps://ana@x.example@127.0.0.1:{port}");
    let by_program = [
        "watch",
        "add",
        &address,
        "--password-command",
        "pass 'my mail'",
    ];
    // What is not watched leaves no password behind.
    let ran = memo.memo(by_program).code(4);
    assert!(ran.stderr.contains("--allow-private"), "{ran:#?}");
    assert!(logins(&memo).is_empty());
    let more = ["--allow-private", "--folder", "INBOX", "--folder", "Sent"];
    let ran = memo.memo(by_program.into_iter().chain(more)).ok();
    assert!(
        ran.stderr
            .contains("watching imaps://ana%40x.example@127.0.0.1"),
        "{ran:#?}"
    );
    assert_eq!(logins(&memo), [r#"{"command":["pass","my mail"]}"#]);
    until("it fails", || {
        let ran = memo.memo(["watch", "status", &address]).ok();
        let is_told = ran
            .stdout
            .contains("the command that tells what opens it cannot be started");
        let is_shown = ran.stdout.contains("(INBOX, Sent)") && ran.stdout.contains("0 mails read");
        (is_told && is_shown).then_some(())
    });
    let ran = memo.memo_with(["watch", "add", &address, "--allow-private"], b"hunter2\n");
    ran.ok();
    assert_eq!(logins(&memo), [r#"{"password":"hunter2"}"#]);
    until("it fails otherwise", || {
        let ran = memo.memo(["watch", "status", &address]).ok();
        ran.stdout.contains("nothing listens there").then_some(())
    });
    // Said anew without one, it stays.
    let again = [
        "watch",
        "add",
        &address,
        "--allow-private",
        "--on-delete",
        "forget",
    ];
    memo.memo(again).ok();
    assert_eq!(logins(&memo), [r#"{"password":"hunter2"}"#]);
    memo.memo(["watch", "remove", &address]).ok();
    assert!(logins(&memo).is_empty());
}

#[test]
fn what_is_no_mailbox_is_told_without_its_password() {
    let memo = Sandbox::new();
    memo.write("notes/a.md", NOTE);
    for (arguments, why) in [
        (
            &["imaps://ana:hunter2@mail.example"][..],
            "does not belong into an address",
        ),
        (&["imap://ana@mail.example"], "TLS"),
        (&["imaps://mail.example"], "whose mailbox"),
        (&["imaps://ana@mail.example/INBOX"], "--folder"),
        (&["imaps://ana@mail.example"], "there is no password"),
        (
            &[
                "imaps://ana@mail.example",
                "--password-command",
                "pass | head",
            ],
            "needs a shell",
        ),
        (
            &[
                "imaps://ana@mail.example",
                "--token-command",
                "oama access; true",
            ],
            "--token-command: it needs a shell",
        ),
        (&["notes", "--folder", "INBOX"], "for mailboxes alone"),
        (&["notes", "--token-command", "oama"], "for mailboxes alone"),
    ] {
        let all = ["watch", "add"].iter().chain(arguments);
        let ran = memo.memo(all).code(2);
        assert!(
            ran.stderr.contains(why) && !ran.stderr.contains("hunter2"),
            "{ran:#?}"
        );
    }
    assert!(logins(&memo).is_empty());
}
