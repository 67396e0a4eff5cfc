//! What is no regular file is neither waited for, nor replaced, nor followed out of where it lies.

use crate::NOTE;
use memo_tests::{daemon::until, sandbox::Sandbox};
use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    os::unix::fs::{FileTypeExt, symlink},
    path::Path,
    process::{Command, Stdio},
    thread,
};

/// A pipe that nobody writes into, or reads from.
fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo runs").success());
}

fn is_pipe(path: &Path) -> bool {
    let about = fs::symlink_metadata(path).expect("it is there");
    about.file_type().is_fifo()
}

#[test]
fn an_export_takes_the_place_of_files_alone() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    let work = memo.work();
    let fifo = work.join("fifo");
    pipe(&fifo);
    for (link, to) in [
        ("to-pipe", "fifo"),
        ("to-device", "/dev/null"),
        ("to-nothing", "nowhere"),
    ] {
        symlink(to, work.join(link)).expect("a link");
    }
    for command in ["export", "backup"] {
        for place in ["fifo", "to-pipe", "to-device", "to-nothing", "/dev/null"] {
            let ran = memo.memo([command, place]).code(2);
            assert!(ran.stderr.contains(place), "{ran:#?}");
        }
    }
    assert!(is_pipe(&fifo));
    for link in ["to-pipe", "to-device", "to-nothing"] {
        let about = fs::symlink_metadata(work.join(link)).expect("it is there");
        assert!(about.is_symlink(), "{link}");
    }
    // A link to a file is one to the file that is written.
    memo.write("real.jsonl", "old");
    symlink("real.jsonl", work.join("link.jsonl")).expect("a link");
    memo.memo(["export", "link.jsonl"]).ok();
    let about = fs::symlink_metadata(work.join("link.jsonl")).expect("it is there");
    let written = fs::read_to_string(work.join("real.jsonl")).expect("written");
    assert!(
        about.is_symlink() && written.contains("memo_export"),
        "{written}"
    );
    drafts_are_gone(&work);
}

#[track_caller]
fn drafts_are_gone(folder: &Path) {
    let names = fs::read_dir(folder).expect("a folder").flatten();
    let names: Vec<_> = names
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(
        !names.iter().any(|name| name.ends_with(".new")),
        "{names:?}"
    );
}

#[test]
fn an_export_that_is_interrupted_leaves_nothing_behind() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            // The request fits into one read; the answer begins, and does not go on.
            let _ = stream.read(&mut [0; 4096]);
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/jsonl\r\ncontent-length: 1000\r\n\r\n{";
            let _ = stream.write_all(head.as_bytes());
            let _ = stream.read(&mut [0]);
        }
    });
    let memo = Sandbox::new();
    for command in ["export", "backup"] {
        let mut running = memo
            .command([command, "file.jsonl", "--url", &url])
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        until("a draft is there", || {
            let names = fs::read_dir(memo.work()).expect("a folder").flatten();
            let mut names = names.map(|e| e.file_name());
            names.find(|name| name.to_string_lossy().ends_with(".new"))
        });
        let told = Command::new("kill")
            .args(["-INT", &running.id().to_string()])
            .status();
        assert!(told.expect("kill runs").success());
        let ended = running.wait().expect("it ends");
        assert_eq!(ended.code(), Some(130), "{ended:?}");
        drafts_are_gone(&memo.work());
    }
}

#[test]
fn a_pipe_or_a_device_is_not_waited_for() {
    let memo = Sandbox::new();
    pipe(&memo.work().join("fifo"));
    symlink("/dev/zero", memo.work().join("zero")).expect("a link");
    for name in ["fifo", "zero", "/dev/zero"] {
        let ran = memo.memo(["add", name]).code(5);
        assert!(ran.stderr.contains("no regular file"), "{ran:#?}");
        let ran = memo.memo(["import", name]).code(2);
        assert!(ran.stderr.contains("no regular file"), "{ran:#?}");
    }
    // Where it can be opened at all, it has nothing more to say at some time.
    memo.memo(["add", "/proc/kmsg"]).code(5);
}

#[test]
fn rules_that_cannot_be_read_leave_their_folder_out() {
    let memo = Sandbox::new();
    memo.write("notes/good.md", NOTE);
    for (folder, make) in [
        ("notes/piped", (|rules: &Path| pipe(rules)) as fn(&Path)),
        ("notes/endless", |rules| {
            symlink("/dev/zero", rules).expect("a link")
        }),
        ("notes/vast", |rules| {
            let file = fs::File::create(rules).expect("a file");
            file.set_len(1 << 40).expect("a file with nothing in it");
        }),
    ] {
        memo.write(
            &format!("{folder}/secret.md"),
            "I met Ines in secret on 3 May 2024.",
        );
        make(&memo.work().join(folder).join(".memoignore"));
        for named in ["notes", folder] {
            let ran = memo.memo(["add", named]).code(5);
            assert!(ran.stderr.contains(".memoignore"), "{ran:#?}");
            assert!(!ran.stdout.contains("secret.md"), "{ran:#?}");
        }
    }
    let list = memo.memo(["list"]).ok().stdout;
    assert!(list.contains("good") && !list.contains("secret"), "{list}");
}

#[test]
fn a_slack_export_does_not_lead_out_of_itself() {
    let memo = Sandbox::new();
    let day = r#"[{"type":"message","user":"U0000001","ts":"1767261600.0","text":"The password is swordfish."}]"#;
    let users = r#"[{"id":"U0000001","team_id":"T1","profile":{"real_name":"Ana Lima"}}]"#;
    let outside = memo.write("outside.json", day);
    memo.write("slack/users.json", users);
    memo.write(
        "slack/general/2026-01-01.json",
        day.replace("swordfish", "lunchtime"),
    );
    let channel = memo.work().join("slack/general");
    symlink(&outside, channel.join("2026-01-02.json")).expect("a link");
    pipe(&channel.join("2026-01-03.json"));
    symlink(memo.work(), memo.work().join("slack/other")).expect("a link");
    memo.memo(["import", "slack"]).ok();
    let export = memo.memo(["export"]).ok().stdout;
    assert!(
        export.contains("lunchtime") && !export.contains("swordfish"),
        "{export}"
    );
    let elsewhere = memo.write("users.json", users);
    fs::remove_file(memo.work().join("slack/users.json")).expect("removed");
    symlink(elsewhere, memo.work().join("slack/users.json")).expect("a link");
    memo.memo(["import", "slack"]).code(5);
}
