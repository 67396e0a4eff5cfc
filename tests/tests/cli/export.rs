use crate::NOTE;
use memo_tests::sandbox::Sandbox;
use std::fs;

#[test]
fn an_export_moves_to_another_machine() {
    let (from, to) = (Sandbox::new(), Sandbox::new());
    let id = from.add("note.md", NOTE);
    from.memo([
        "feedback",
        &from.memory("observatory"),
        "--up",
        "--query",
        "observatory",
    ]);
    let ran = from.memo(["export", "all.jsonl"]).ok();
    assert!(
        ran.stderr.starts_with("exported 1 document, 1 memory"),
        "{ran:#?}"
    );
    let file = from.work().join("all.jsonl");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(&file).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let text = fs::read_to_string(&file).expect("text");
    let piped = from.memo(["export", "--quiet"]).ok().stdout;
    let but_its_time = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(but_its_time(&piped), but_its_time(&text));
    let ran = to.memo_with(["import", "-"], text.as_bytes()).ok();
    assert!(
        ran.stderr.starts_with("imported 1 document, 1 memory"),
        "{ran:#?}"
    );
    to.memo(["show", &id]).ok();
    to.memo(["recall", "observatory"]).ok();
    let json = to
        .memo_with(["import", "-", "--json"], text.as_bytes())
        .ok()
        .json();
    assert_eq!(
        (&json["documents"], &json["unchanged"]),
        (&0.into(), &1.into())
    );
}

#[test]
fn a_short_export_is_told_and_other_files_are_refused() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let text = memo.memo(["export"]).ok().stdout;
    let cut = text.rsplit_once("{\"type\":\"end\"").expect("an end").0;
    let ran = memo.memo_with(["import", "-"], cut.as_bytes()).code(5);
    assert!(ran.stderr.contains("cut short"), "{ran:#?}");
    let ran = memo.memo_with(["import", "-"], NOTE.as_bytes()).code(2);
    assert!(ran.stderr.contains("no export"), "{ran:#?}");
    for archive in [
        "From a@b.example Thu Jan  1 10:00:00 2026\nSubject: Pump\n\nIt works.\n",
        "PK\u{3}\u{4}\u{14}",
    ] {
        let ran = memo.memo_with(["import", "-"], archive.as_bytes()).code(2);
        assert!(ran.stderr.contains("save it to a file"), "{ran:#?}");
    }
    memo.memo(["import", "nothing.jsonl"]).code(2);
}

#[test]
fn other_programs_archives_come_in_and_once() {
    let memo = Sandbox::new();
    memo.write(
        "all.mbox",
        "From ana@a.example Thu Jan  1 10:00:00 2026\nFrom: Ana Lima <ana@a.example>\nTo: Mira Halloran <m@b.example>\n\
         Date: Thu, 1 Jan 2026 10:00:00 +0000\nMessage-ID: <1@a>\nSubject: Pump\n\nThe pump house key is with Ines Duarte.\n\n\
         From bo@b.example Fri Jan  2 10:00:00 2026\nFrom: Bo Ekberg <bo@b.example>\nTo: Mira Halloran <m@b.example>\n\
         Date: Fri, 2 Jan 2026 10:00:00 +0000\nMessage-ID: <2@b>\nSubject: Boat\n\nThe boat is painted green now.\n",
    );
    memo.write(
        "slack/users.json",
        r#"[{"id":"U0000001A","team_id":"T1","name":"ana","profile":{"real_name":"Ana Lima"}}]"#,
    );
    memo.write(
        "slack/general/2026-01-01.json",
        r#"[{"type":"message","user":"U0000001A","ts":"1767261600.0","text":"I bought a kayak in Lisbon yesterday."}]"#,
    );
    for status in ["added", "unchanged"] {
        let ran = memo.memo(["import", "all.mbox", "--json"]).ok();
        let lines = ran.json_lines();
        assert_eq!(lines.len(), 2, "{ran:#?}");
        assert!(
            lines.iter().all(|line| line["status"] == status),
            "{ran:#?}"
        );
        let ran = memo.memo(["import", "slack", "--json"]).ok();
        assert_eq!(ran.json()["status"], status);
    }
    assert!(
        memo.memo(["recall", "painted boat"])
            .ok()
            .stdout
            .contains("Bo Ekberg")
    );
    assert!(
        memo.memo(["recall", "kayak"])
            .ok()
            .stdout
            .contains("Ana Lima")
    );
}

/// What an archive unpacks to may be a thousand times its size, and a tree of its values a hundred times that.
#[cfg(target_os = "linux")]
#[test]
fn an_export_of_empty_things_takes_little_memory() {
    use memo_tests::sandbox::run;
    use std::process::Command;
    let memo = Sandbox::new();
    let user = r#"{"id":"U0000001A","profile":{"real_name":"Ana Lima"},"a":[{"b":{}}]}"#;
    let users = format!("[{}{user}]", format!("{user},").repeat(700_000));
    memo.write("slack/users.json", users);
    let day =
        r#"[{"type":"message","user":"U0000001A","ts":"1767261600.0","text":"I bought a kayak."}]"#;
    memo.write("slack/general/2026-01-01.json", day);
    // The daemon has its own bounds.
    memo.memo(["daemon", "start"]).ok();
    let plain = memo.command(["import", "slack", "--json"]);
    let mut limited = Command::new("/bin/sh");
    limited
        .args(["-c", "ulimit -v 1200000 && exec \"$0\" \"$@\""])
        .arg(plain.get_program())
        .args(plain.get_args())
        .current_dir(memo.work())
        .env_clear()
        .envs(
            plain
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
    assert_eq!(run(limited, b"").ok().json()["status"], "added");
}
