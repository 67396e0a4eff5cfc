use crate::NOTE;
use memo_tests::sandbox::{Sandbox, USER};
use std::{fs, time::Duration};

#[test]
fn a_file_becomes_memories_that_are_there_when_the_command_ends() {
    let memo = Sandbox::new();
    memo.write("note.md", NOTE);
    let added = memo.memo(["add", "note.md"]).ok();
    assert!(
        added
            .stdout
            .starts_with("added     note.md  1 memory  note-md-"),
        "{added:#?}"
    );
    assert_eq!(added.stderr, "1 added\n");
    assert!(
        memo.memo(["recall", "observatory"])
            .ok()
            .stdout
            .contains("Ana Lima")
    );
}

#[test]
fn memorize_is_another_name_for_it() {
    let memo = Sandbox::new();
    memo.write("note.md", NOTE);
    memo.memo(["memorize", "note.md"]).ok();
}

#[test]
fn json_is_one_document_a_file() {
    let memo = Sandbox::new();
    memo.write("a.md", NOTE);
    memo.write("bin", b"a\0b");
    let ran = memo
        .memo(["add", "--json", "a.md", "bin", "nowhere"])
        .code(5);
    let mut lines = ran.json_lines();
    lines.sort_by_key(|l| l["path"].to_string());
    assert_eq!(lines[0]["status"], "added");
    assert_eq!(lines[0]["memories"], 1);
    let run = lines[0]["run"].as_str().expect("a run");
    assert!(
        run.starts_with("projects/local/locations/local/workflows/memory-extraction/executions/")
    );
    assert_eq!(
        (&lines[1]["status"], &lines[1]["reason"]),
        (
            &"failed".into(),
            &"it is a binary file: memo reads text, PDF, .docx, .odt and the zipped exports of chats"
                .into()
        )
    );
    assert_eq!(lines[2]["reason"], "there is no such file or folder");
}

#[test]
fn what_a_memoignore_leaves_out_is_reported() {
    let memo = Sandbox::new();
    for name in ["n/a.md", "n/a.log", "n/sub/b.log", "n/old/c.md", "n/.d.md"] {
        memo.write(name, NOTE);
    }
    memo.write("n/.memoignore", "*.log\nold/\n");
    let ran = memo.memo(["add", "n"]).ok();
    for told in [
        "skipped   n/a.log, n/old, n/sub/b.log: named in a .memoignore\n",
        "skipped   n/.d.md: hidden\n",
        "1 added, 4 skipped\n",
    ] {
        assert!(ran.stderr.contains(told), "{told}: {ran:#?}");
    }
    let lines = memo.memo(["add", "--json", "n"]).ok().json_lines();
    let named = |l: &&serde_json::Value| l["reason"] == "named in a .memoignore";
    let paths: Vec<_> = lines.iter().filter(named).map(|l| &l["path"]).collect();
    assert_eq!(paths, ["n/a.log", "n/old", "n/sub/b.log"]);
}

#[test]
fn without_waiting_only_what_is_new_is_said_to_be_worked_on() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let unchanged = memo.memo(["add", "--no-wait", "note.md"]).ok();
    assert_eq!(unchanged.stderr, "1 unchanged\n");
    memo.write("note.md", NOTE.replace("lunch", "dinner"));
    let changed = memo.memo(["add", "--no-wait", "note.md"]).ok();
    assert!(changed.stderr.contains("works on it"), "{changed:#?}");
}

// Other systems have no such names.
#[cfg(target_os = "linux")]
#[test]
fn a_file_name_that_is_no_unicode_is_told_as_well_as_it_can_be() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let memo = Sandbox::new();
    let folder = memo.work().join("many");
    fs::create_dir(&folder).expect("a folder");
    for name in [&b"caf\xe9.md"[..], b"empty\xe9.md", b"plain.md"] {
        let text = if name.starts_with(b"empty") { "" } else { NOTE };
        fs::write(folder.join(OsStr::from_bytes(name)), text).expect("written");
    }
    let ran = memo.memo(["add", "--json", "many"]).ok();
    let mut told: Vec<_> = ran
        .json_lines()
        .iter()
        .map(|l| (l["path"].to_string(), l["status"].to_string()))
        .collect();
    told.sort();
    let own = |path: &str, status: &str| (format!("{path:?}"), format!("{status:?}"));
    assert_eq!(
        told,
        [
            own("many/caf\u{fffd}.md", "added"),
            own("many/empty\u{fffd}.md", "skipped"),
            own("many/plain.md", "added"),
        ]
    );
}

#[test]
fn what_is_unchanged_is_skipped_and_what_changed_replaces_its_memories() {
    let memo = Sandbox::new();
    let path = memo.write("note.md", NOTE);
    let first = memo.memo(["add", "--json", "note.md"]).ok().json();
    let again = memo.memo(["add", "--json", "note.md"]).ok().json();
    assert_eq!(again["status"], "unchanged");
    assert_eq!(
        (&again["run"], &again["memories"]),
        (&first["run"], &first["memories"])
    );
    fs::write(&path, NOTE.replace("Lisbon", "Porto")).expect("written");
    let changed = memo
        .memo(["add", "--json", path.to_str().expect("a path")])
        .ok()
        .json();
    assert_eq!(changed["status"], "replaced");
    assert_eq!(changed["item_id"], first["item_id"]);
    assert!(
        memo.memo(["recall", "observatory"])
            .ok()
            .stdout
            .contains("Porto")
    );
    assert_eq!(
        memo.memo(["list", "--json"]).ok().json()["documents"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[test]
fn a_folder_is_searched_and_what_is_left_out_is_told_with_the_reason() {
    let memo = Sandbox::new();
    memo.write("notes/a.md", NOTE);
    memo.write("notes/deep/b.txt", "Yuki phoned me about the parrot.\n");
    memo.write("notes/.git/config", "[core]\n");
    memo.write("notes/photo.jpg", b"\xff\xd8\xff\0\0");
    memo.write("notes/empty.txt", "");
    let ran = memo.memo(["add", "notes"]).ok();
    assert_eq!(ran.stdout.lines().count(), 2, "{ran:#?}");
    for told in [
        ".git: hidden",
        "photo.jpg: a binary file: memo reads",
        "empty.txt: empty",
        "2 added, 3 skipped",
    ] {
        assert!(ran.stderr.contains(told), "{told}: {ran:#?}");
    }
}

#[test]
fn patterns_that_the_shell_left_alone_are_resolved() {
    let memo = Sandbox::new();
    memo.write("a.md", NOTE);
    memo.write("b.txt", "not this one");
    assert_eq!(memo.memo(["add", "*.md"]).ok().stdout.lines().count(), 1);
    let none = memo.memo(["add", "*.org"]).code(5);
    assert!(
        none.stderr.contains("nothing matches this pattern"),
        "{none:#?}"
    );
}

#[test]
fn standard_input_is_a_document_and_the_same_one_twice_is_one() {
    let memo = Sandbox::new();
    let first = memo
        .memo_with(["add", "-", "--json"], NOTE.as_bytes())
        .ok()
        .json();
    let again = memo
        .memo_with(["add", "-", "--json"], NOTE.as_bytes())
        .ok()
        .json();
    assert_eq!(first["status"], "added");
    assert_eq!(
        (&again["status"], &again["item_id"]),
        (&"unchanged".into(), &first["item_id"])
    );
    memo.memo_with(["add", "-"], b"").code(5);
}

#[test]
fn item_id_names_one_document() {
    let memo = Sandbox::new();
    memo.write("a.md", NOTE);
    memo.write("b.md", NOTE);
    let added = memo
        .memo(["add", "--json", "a.md", "--item-id", "my_note-1"])
        .ok()
        .json();
    assert_eq!(added["item_id"], "my_note-1");
    memo.memo(["add", "a.md", "b.md", "--item-id", "x"]).code(2);
    memo.memo(["add", "a.md", "--item-id", "no spaces"]).code(2);
}

#[test]
fn source_type_is_one_of_nine() {
    let memo = Sandbox::new();
    memo.write("a.md", NOTE);
    let id = memo
        .memo(["add", "--json", "a.md", "--source-type", "stream"])
        .ok()
        .json()["item_id"]
        .clone();
    let shown = memo
        .memo(["show", "--json", id.as_str().expect("an id")])
        .ok()
        .json();
    assert_eq!(shown["source_type"], "stream");
    let wrong = memo.memo(["add", "a.md", "--source-type", "fax"]).code(2);
    assert!(wrong.stderr.contains("calendar"), "{wrong:#?}");
}

#[test]
fn user_name_comes_from_flag_over_environment_over_settings() {
    let memo = Sandbox::new();
    let user = |id: &str| memo.memo(["show", "--json", id]).ok().json()["user_name"].clone();
    memo.write("a.md", NOTE);
    memo.memo([
        "add",
        "a.md",
        "--item-id",
        "a",
        "--user-name",
        "Yuki Brandt",
    ])
    .ok();
    assert_eq!(user("a"), "Yuki Brandt");
    memo.memo(["add", "a.md", "--item-id", "b"]).ok();
    assert_eq!(user("b"), USER);
    memo.memo(["config", "set", "user_name", "Ana Lima"]).ok();
    let mut command = memo.command(["add", "a.md", "--item-id", "c"]);
    command.env_remove("MEMO_USER_NAME");
    memo_tests::sandbox::run(command, b"").ok();
    assert_eq!(user("c"), "Ana Lima");
}

#[test]
fn relative_dates_are_read_from_the_files_own_time() {
    let memo = Sandbox::new();
    let path = memo.write("a.md", "Yesterday I visited the lighthouse with Yuki.\n");
    let written = std::time::UNIX_EPOCH + Duration::from_secs(1_600_000_000); // 2020-09-13
    let file = fs::File::options()
        .write(true)
        .open(path)
        .expect("the file");
    file.set_modified(written).expect("a time");
    memo.memo(["add", "a.md"]).ok();
    let found = memo.memo(["recall", "--json", "lighthouse"]).ok().json();
    assert_eq!(found["memories"][0]["content"]["when"], "2020-09-12");
}

#[test]
fn no_wait_ends_once_the_document_is_safe() {
    let memo = Sandbox::new();
    memo.write("a.md", NOTE);
    let ran = memo
        .memo(["add", "--no-wait", "--json", "a.md"])
        .ok()
        .json();
    assert_eq!(
        (&ran["status"], &ran["memories"]),
        (&"added".into(), &serde_json::Value::Null)
    );
    let run = ran["run"].as_str().expect("a run");
    assert_eq!(
        memo.memo(["status", "--json", "--wait", run]).ok().json()["state"],
        "SUCCEEDED"
    );
}

#[test]
fn many_files_at_once() {
    let memo = Sandbox::new();
    for i in 0..60 {
        memo.write(
            &format!("many/{i}.txt"),
            format!("On day {i} I counted {i} herons with Yuki.\n"),
        );
    }
    let ran = memo.memo(["add", "many"]).ok();
    assert_eq!(ran.stderr, "60 added: 60 memories\n");
    assert_eq!(ran.stdout, "");
    memo.write("many/60.txt", "On day 60 I counted 60 herons with Yuki.\n");
    let ran = memo.memo(["add", "--verbose", "many"]).ok();
    assert_eq!(ran.stderr, "1 added, 60 unchanged\n");
    assert!(ran.stdout.starts_with("added     many/60.txt"), "{ran:#?}");
    assert_eq!(ran.stdout.lines().count(), 1);
}

#[test]
fn a_file_over_the_limit_fails_alone() {
    let memo = Sandbox::new();
    memo.write("a.md", NOTE);
    memo.write("large.txt", "x".repeat((10 << 20) + 1));
    let ran = memo.memo(["add", "a.md", "large.txt"]).code(5);
    assert!(
        ran.stderr.contains("large.txt: it is longer than 10 MiB"),
        "{ran:#?}"
    );
    assert!(ran.stdout.contains("a.md"), "{ran:#?}");
}

#[test]
fn quiet_says_nothing_when_all_is_well() {
    let memo = Sandbox::new();
    memo.write("a.md", NOTE);
    let ran = memo.memo(["add", "-q", "a.md"]).ok();
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
    let ran = memo.memo(["add", "-q", "a.md", "nowhere"]).code(5);
    assert_eq!(
        ran.stderr,
        "failed    nowhere: there is no such file or folder\n"
    );
}

#[test]
fn nothing_to_add_is_wrong_usage() {
    Sandbox::new().memo(["add"]).code(2);
}

#[test]
fn an_mbox_is_the_same_documents_whether_added_or_imported() {
    let memo = Sandbox::new();
    memo.write(
        "mail.mbox",
        "From ana@a.example Sat Oct  3 10:00:00 2026\nMessage-ID: <1@a>\nFrom: Ana Lima <ana@a.example>\n\
         Date: Sat, 3 Oct 2026 10:00:00 +0000\nSubject: Lunch\n\nWe had lunch in Lisbon, by the observatory.\n\n\
         From bo@b.example Sun Oct  4 10:00:00 2026\nMessage-ID: <2@b>\nFrom: Bo Ekberg <bo@b.example>\n\
         Date: Sun, 4 Oct 2026 10:00:00 +0000\nSubject: Boat\n\nThe boat was sold on Friday.\n",
    );
    assert!(
        memo.memo(["add", "mail.mbox"])
            .ok()
            .stderr
            .ends_with("2 added\n")
    );
    let again = memo.memo(["import", "mail.mbox"]).ok();
    assert!(again.stderr.ends_with("2 unchanged\n"), "{again:#?}");
    // The file as a whole has no name to give to several documents.
    memo.memo(["add", "mail.mbox", "--item-id", "mails"])
        .code(2);
}

#[test]
fn without_a_name_an_administrators_memories_are_nobodys() {
    let memo = Sandbox::new();
    memo.write("note.md", NOTE);
    let mut command = memo.command(["add", "note.md"]);
    command.env_remove("MEMO_USER_NAME");
    let ran = memo_tests::sandbox::run(command, b"");
    match ran.code {
        2 => assert!(ran.stderr.contains("memo config set user_name"), "{ran:#?}"),
        _ => assert!(
            !memo
                .memo(["recall", "observatory"])
                .ok()
                .stdout
                .contains("root")
        ),
    }
}
