use crate::NOTE;
use memo_tests::sandbox::{Ran, Sandbox, run};
use std::time::{Duration, Instant};

#[test]
fn every_shell_has_a_script() {
    let memo = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(
            memo.memo(["completions", shell])
                .ok()
                .stdout
                .contains("memo"),
            "{shell}"
        );
    }
    memo.memo(["completions", "cmd"]).code(2);
}

/// What bash gets when it completes the last of these words.
fn complete(memo: &Sandbox, words: &[&str]) -> Ran {
    let mut command = memo.command(["--"]);
    command
        .args(words)
        .env("COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
        .env("_CLAP_COMPLETE_COMP_TYPE", "9")
        .env("_CLAP_IFS", "\n");
    run(command, b"")
}

#[test]
fn ids_complete_from_the_daemon() {
    let memo = Sandbox::new();
    let id = memo.add("note.md", NOTE);
    assert!(
        complete(&memo, &["memo", "show", "note"])
            .ok()
            .stdout
            .contains(&id)
    );
    assert!(
        complete(&memo, &["memo", "recall", "--item", ""])
            .ok()
            .stdout
            .contains(&id)
    );
    let memory = format!("{id}_memory_0");
    assert!(
        complete(&memo, &["memo", "feedback", "note"])
            .ok()
            .stdout
            .contains(&memory)
    );
    for (command, typed) in [
        ("show", "note"),
        ("show", id.as_str()),
        ("show", &format!("{id}_")),
        ("forget", &format!("{id}_mem")),
        ("forget", &format!("{id}_memory_")),
        ("feedback", &format!("{id}_m")),
    ] {
        let ids = complete(&memo, &["memo", command, typed]).ok().stdout;
        assert!(
            ids.lines().any(|id| id == memory),
            "{command} {typed}: {ids}"
        );
    }
    // A document whose id begins with another's does not hide that one's memories.
    memo.write("longer.md", NOTE);
    memo.memo(["add", "longer.md", "--item-id", &format!("{id}-2")])
        .ok();
    let ids = complete(&memo, &["memo", "show", &id]).ok().stdout;
    assert!(ids.lines().any(|id| id == memory), "{ids}");
}

#[test]
fn people_places_and_tags_complete_from_the_memories() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let json = memo.memo(["list", "--memories", "--json"]).ok().json();
    let content = &json["memories"][0]["content"];
    let tag = content["tags"][0].as_str().expect("a tag");
    for (flag, typed, whole) in [
        ("--with", "an", "Ana\\ Lima"),
        (
            "--place",
            "Lis",
            content["where"].as_str().expect("a place"),
        ),
        ("--tag", &tag[..2], tag),
    ] {
        let said = complete(&memo, &["memo", "list", "-m", flag, typed])
            .ok()
            .stdout;
        assert!(said.lines().any(|line| line == whole), "{flag}: {said}");
    }
}

#[test]
fn without_a_daemon_nothing_completes_and_nothing_is_said_or_started() {
    let memo = Sandbox::new();
    let begun = Instant::now();
    let ran = complete(&memo, &["memo", "show", "x"]).ok();
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    // Far above what it takes, far below a daemon's start or a timeout of the network.
    assert!(begun.elapsed() < Duration::from_secs(3));
    assert!(!memo.data().exists());
}
