use crate::NOTE;
use memo_tests::sandbox::{Sandbox, run};

#[test]
fn a_memory_is_put_right_field_by_field_and_back() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", NOTE);
    let memory = memo.memory("observatory");
    let ran = memo
        .memo([
            "edit",
            &memory,
            "--when",
            "2026-10-04",
            "--where",
            "Porto",
            "--participant",
            "Ana Luz",
            "--tag",
            "#stars",
        ])
        .ok();
    assert!(
        ran.stdout.contains("2026-10-04 · Porto · Ana Luz"),
        "{ran:#?}"
    );
    assert!(
        memo.memo(["recall", "observatory", "--with", "Luz"])
            .ok()
            .stdout
            .contains("#stars")
    );
    // As `memo show` takes it: a number of the last answer.
    let json = memo
        .memo(["edit", "1", "--undo", "when", "--undo", "tags", "--json"])
        .ok()
        .json();
    assert_eq!(json["content"]["when"], "2026-10-03");
    assert_eq!(json["read"]["where"], "Lisbon");
    let json = memo
        .memo(["edit", &memory, "--undo", "all", "--json"])
        .ok()
        .json();
    assert_eq!(json["read"], serde_json::Value::Null);
    assert_eq!(json["content"]["where"], "Lisbon");
    for (args, code) in [
        (vec!["edit", memory.as_str()], 2),
        (vec!["edit", id.as_str(), "--when", "2026"], 2),
        (vec!["edit", "nowhere_memory_0", "--when", "2026"], 1),
        (vec!["edit", memory.as_str(), "--when", "soon"], 4),
        (vec!["edit", memory.as_str(), "--undo", "speaker"], 2),
    ] {
        memo.memo(args).code(code);
    }
}

#[cfg(unix)]
#[test]
fn an_editor_opens_on_a_terminal() {
    use expectrl::{Eof, Expect, session::OsSession};
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let memory = memo.memory("observatory");
    let edited = |editor: &str| {
        let mut command = memo.command(["edit", &memory]);
        command.env("EDITOR", editor).env("TERM", "xterm-256color");
        let mut session = OsSession::spawn(command).expect("it starts");
        session.set_expect_timeout(Some(std::time::Duration::from_secs(60)));
        let all = session.expect(Eof).expect("it ends");
        String::from_utf8_lossy(all.as_bytes()).into_owned()
    };
    let text = edited("sed -i s/Lisbon/Porto/");
    assert!(text.contains("Porto"), "{text}");
    assert!(edited("true").contains("nothing was changed"));
    assert!(edited("false").contains("ended with an error"));
    assert!(edited("no-such-editor").contains("no editor was run"));
    // What the daemon refuses is not lost.
    assert!(edited("sed -i s/2026-10-03/soon/").contains("what you wrote is in"));
    let mut command = memo.command(["show", &memory]);
    command.env("NO_COLOR", "1");
    assert!(run(command, b"").code(0).stdout.contains("Porto"));
}
