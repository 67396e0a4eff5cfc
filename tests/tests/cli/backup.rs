use crate::NOTE;
use memo_tests::{
    daemon::{Daemon, until},
    sandbox::{Sandbox, run},
};
use std::{fs, path::Path};

fn mode(path: &Path) -> u32 {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).expect("there").permissions().mode() & 0o777
    }
    #[cfg(not(unix))]
    {
        assert!(path.exists());
        0o600
    }
}

#[test]
fn a_backup_comes_back_elsewhere_with_all_its_users_and_keys() {
    let (from, to) = (Sandbox::new(), Sandbox::new());
    let id = from.add("note.md", NOTE);
    let long = "I met a quagga in the old zoo with Ines Duarte on 4 May 2024.\n\n".repeat(100);
    from.add("long.md", &long);
    let key = from
        .memo(["key", "create", "--user", "tomas", "--json"])
        .ok()
        .json();
    let key = key["api_key"].as_str().expect("a key").to_owned();
    let as_tomas = |memo: &Sandbox, args: &[&str]| {
        let mut command = memo.command(args);
        command.env("MEMO_API_KEY", &key);
        run(command, b"")
    };
    from.write("heron.md", "I saw a heron at the weir on 2 July 2024.\n");
    as_tomas(&from, &["add", "heron.md"]).ok();
    let refused = as_tomas(&from, &["backup", "mine"]).code(4);
    assert!(
        refused.stderr.contains("takes an administrator's key"),
        "{refused:#?}"
    );
    assert!(!from.work().join("mine").exists());
    from.memo(["backup", "."]).ok();
    let file = fs::read_dir(from.work())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.extension().is_some_and(|e| e == "backup"))
        .expect("a backup");
    assert_eq!(mode(&file), 0o600);
    let file = file.to_str().expect("text");

    let ran = to.memo(["restore", file]).ok();
    assert!(ran.stderr.contains("restored 3 documents, "), "{ran:#?}");
    // What a restored folder has not yet is no damage.
    let ran = to.memo(["doctor"]).ok();
    assert!(!ran.stdout.contains("BAD"), "{ran:#?}");
    assert_eq!(mode(&to.data().join("key")), 0o600);
    to.memo(["show", &id]).ok();
    // The index is being built.
    until("it is found", || {
        let found = to.memo(["recall", "observatory"]).stdout;
        found.contains("observatory").then_some(())
    });
    assert!(to.memo(["recall", "quagga"]).ok().stdout.contains("quagga"));
    to.memo(["recall", "heron"]).code(1);
    assert!(
        as_tomas(&to, &["recall", "heron"])
            .ok()
            .stdout
            .contains("heron")
    );
    let exported = |memo: &Sandbox| {
        let text = memo.memo(["export", "--quiet"]).ok().stdout;
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(exported(&from), exported(&to));

    // A folder that is served, or holds a memory, is left alone unless told.
    let ran = to.memo(["restore", "--replace", file]).code(4);
    assert!(ran.stderr.contains("memo daemon stop"), "{ran:#?}");
    to.memo(["daemon", "stop"]).ok();
    let ran = to.memo(["restore", file]).code(4);
    assert!(ran.stderr.contains("--replace"), "{ran:#?}");
    to.memo(["forget", "--yes", &id]).ok();
    to.memo(["daemon", "stop"]).ok();
    to.memo(["restore", "--replace", file]).ok();
    to.memo(["show", &id]).ok();
    let aside = fs::read_dir(to.data().join("set-aside")).expect("a folder");
    assert_eq!(aside.count(), 1);
}

#[test]
fn a_damaged_backup_is_refused_and_changes_nothing() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    memo.memo(["backup", "whole"]).ok();
    let whole = fs::read(memo.work().join("whole")).expect("a backup");
    let to = Daemon::prepare(&[]);
    let restore = |content: &[u8]| {
        let file = memo.write("damaged", content);
        let mut command = to.command();
        command.arg("--restore").arg(file);
        run(command, b"")
    };
    for n in 0..24 {
        let at = whole.len() * n / 24;
        let ran = restore(&whole[..at]).code(1);
        assert!(ran.stderr.contains("damaged, line"), "{ran:#?}");
        let mut garbled = whole.clone();
        garbled[at] ^= 0x04;
        restore(&garbled).code(1);
    }
    assert!(!to.data().join("store").exists());
    restore(&whole).ok();
    assert!(to.data().join("store").exists());
}

#[test]
fn a_backup_under_load_is_of_one_moment() {
    let daemon = Daemon::start();
    let to = Sandbox::new();
    let files: Vec<_> = std::thread::scope(|scope| {
        scope.spawn(|| {
            for n in 0..16 {
                let text = format!("I met quokka{n} at the zoo. {}", "It slept. ".repeat(100));
                daemon.add(&format!("d{n}"), &text);
            }
        });
        (0..3)
            .map(|n| {
                let file = to.work().join(format!("{n}.backup"));
                let mut from = daemon.client().backup().expect("a backup");
                let mut into = fs::File::create(&file).expect("a file");
                std::io::copy(&mut from, &mut into).expect("copied");
                file
            })
            .collect()
    });
    for file in files {
        let mut restored = Daemon::prepare(&[]);
        let mut command = restored.command();
        command.arg("--restore").arg(file);
        run(command, b"").ok();
        restored.restart();
        let client = restored.client();
        let page = client.documents(Some(100), None).expect("a page");
        for document in page.documents {
            let run = restored.wait(&document.run.name);
            assert_eq!(run.error, None);
            let text = client.document_text(&document.item_id).expect("its text");
            let number = &document.item_id[1..];
            assert!(text.contains(&format!("quokka{number} ")), "{number}");
        }
    }
    let made = daemon
        .client()
        .create_key(None, Some("tomas"))
        .expect("a key");
    let client = daemon.client_with(&made.api_key);
    assert!(client.backup().is_err(), "an administrator's alone");
    let left = fs::read_dir(daemon.data()).expect("a folder");
    assert!(
        left.filter_map(Result::ok)
            .all(|e| !e.file_name().to_string_lossy().contains("backup"))
    );
}

#[test]
fn a_backup_can_be_sent_on_instead_of_kept() {
    let (from, to) = (Sandbox::new(), Sandbox::new());
    let id = from.add("note.md", NOTE);
    let sent = from.memo(["backup", "-"]).ok();
    assert!(!from.work().join("-").exists());
    to.write("memo.backup", sent.stdout);
    to.memo(["restore", "memo.backup"]).ok();
    to.memo(["show", &id]).ok();
}

#[test]
fn a_backup_takes_the_place_of_none_unless_told() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let other = memo.write("memo.backup", "something else");
    let ran = memo.memo(["backup", "memo.backup"]).code(2);
    assert!(ran.stderr.contains("--replace"), "{ran:#?}");
    assert_eq!(fs::read(&other).expect("there"), b"something else");
    memo.memo(["backup", "memo.backup", "--replace"]).ok();
    assert!(fs::read(&other).expect("there").starts_with(b"{"));
}
