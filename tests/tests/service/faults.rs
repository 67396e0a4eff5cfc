//! Writes that fail: whichever of them, what was acknowledged is there once the disk is well again.
//!
//! `MEMO_CAMPAIGN=100` tries so many places for each kind of fault, `MEMO_CAMPAIGN=1` ten times as many as without.

use memo_common::api::{Filter, RunState};
use memo_tests::daemon::{Daemon, Form};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Places that are tried for each kind of fault, alone and with all behind it.
const PLACES: usize = 2;

/// How long a daemon may take to be ready, or to give up, with a disk that fails.
const READY: Duration = Duration::from_secs(30);

/// How long a compaction may take to be refused: it waits for what is to be removed, and then for a disk that hangs.
const REFUSED: Duration = Duration::from_secs(50);

fn shim(folder: &Path) -> PathBuf {
    let library = folder.join("faults.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("faults/faults.c");
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(source)
        .arg("-ldl")
        .status();
    assert!(built.expect("a C compiler").success());
    library
}

fn text(n: usize) -> String {
    let more = if n.is_multiple_of(3) { 300 } else { 2 };
    format!("I saw heron{n} at the weir. {}", "It stood. ".repeat(more))
}

/// Starts a daemon on a failing disk; `None` where it gives up, with its last words.
fn start(daemon: &Daemon, faults: &[(&str, String)]) -> Result<(Child, String), String> {
    let mut command = daemon.command();
    let faults = faults.iter().map(|(name, value)| (name, value));
    let mut child = command
        .envs(faults)
        .stderr(Stdio::piped())
        .spawn()
        .expect("memod starts");
    let end = Instant::now() + READY;
    while Instant::now() < end {
        if let Some(file) = memo_common::paths::DaemonFile::read(&daemon.data())
            && file.pid == child.id()
        {
            // Nobody reads what it says; it must not wait for that.
            drop(child.stderr.take());
            return Ok((child, file.url));
        }
        if child.try_wait().expect("its state").is_some() {
            let said = child.wait_with_output().expect("its words");
            return Err(String::from_utf8_lossy(&said.stderr).into_owned());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("killed");
    child.wait().expect("gone");
    panic!("it neither serves nor gives up");
}

/// What was acknowledged.
#[derive(Default)]
struct Outcome {
    acknowledged: Vec<usize>,
    /// The last document's deletion.
    forgotten: bool,
}

/// Uploads some, forgets one and compacts. Every answer has to be one of the interface, and come in time.
fn work(daemon: &mut Daemon, faults: &[(&str, String)], at: &str) -> Outcome {
    let (mut child, url) = match start(daemon, faults) {
        Ok(started) => started,
        Err(said) => {
            assert!(said.contains("memod: "), "{at}: {said}");
            return Outcome::default();
        }
    };
    daemon.set_url(url);
    let mut acknowledged = Vec::new();
    for n in 0..8 {
        let form = Form::new()
            .text("user_name", "Mira Halloran")
            .text("item_id", format!("d{n}"))
            .file("a.txt", text(n));
        let reply = daemon.post("/v1/memorize", &form).send();
        match reply.status {
            200 => acknowledged.push(n),
            500 | 503 | 507 => {}
            _ => panic!("{at}: {reply:?}"),
        }
    }
    // What was forgotten is to go from the files, too.
    let removed = daemon.request("DELETE", "/v1/documents/d7").send();
    assert!(
        matches!(removed.status, 200 | 404 | 500 | 503 | 507),
        "{at}: {removed:?}"
    );
    // Where it was refused, it may have come about all the same.
    acknowledged.retain(|n| *n != 7);
    let began = Instant::now();
    let compacted = daemon.request("POST", "/v1/admin/compact").send();
    assert!(
        matches!(compacted.status, 200 | 500 | 503 | 507),
        "{at}: {compacted:?}"
    );
    assert!(began.elapsed() < REFUSED, "{at}: {:?}", began.elapsed());
    // Questions are answered meanwhile.
    let found = daemon.client().recall("heron", None, &Filter::default());
    assert!(found.is_ok(), "{at}: {found:?}");
    child.kill().expect("killed");
    child.wait().expect("gone");
    Outcome {
        acknowledged,
        forgotten: removed.status == 200,
    }
}

#[test]
fn a_write_that_fails_loses_nothing_that_was_acknowledged() {
    fails_and_loses_nothing("eio");
}

#[test]
fn a_disk_that_is_full_loses_nothing_that_was_acknowledged() {
    fails_and_loses_nothing("enospc");
}

#[test]
fn a_write_that_is_cut_short_loses_nothing_that_was_acknowledged() {
    fails_and_loses_nothing("short");
}

/// Tries a kind of fault at several writes, at one of them or at all behind it.
fn fails_and_loses_nothing(kind: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let library = shim(folder.path());
    let faults = |daemon: &Daemon, more: &[(&'static str, String)]| {
        let mut faults = vec![
            ("LD_PRELOAD", library.display().to_string()),
            ("FAULT_DIR", daemon.data().display().to_string()),
        ];
        faults.extend_from_slice(more);
        faults
    };
    let count = folder.path().join("count");
    let mut daemon = Daemon::prepare(&[]);
    let counting = faults(&daemon, &[("FAULT_COUNT", count.display().to_string())]);
    let well = work(&mut daemon, &counting, "no fault");
    assert!(well.forgotten && well.acknowledged.len() == 7);
    let writes = fs::read_to_string(&count).expect("a count");
    let writes: usize = writes.trim().parse().expect("a number");
    let places = crate::campaign(PLACES);
    for all in [false, true] {
        for n in 0..places {
            // Behind what a first start writes: before that there is nothing to lose.
            let at = 40 + (writes - 40) * n / places + usize::from(all);
            let told = format!("{kind} at write {at} of {writes}, all after it: {all}");
            let mut daemon = Daemon::prepare(&[]);
            let mut more = vec![("FAULT_AT", at.to_string()), ("FAULT_KIND", kind.into())];
            more.extend(all.then(|| ("FAULT_ALL", "1".to_owned())));
            let failing = faults(&daemon, &more);
            let done = work(&mut daemon, &failing, &told);
            daemon.restart();
            if done.forgotten {
                let gone = daemon.get("/v1/documents/d7");
                assert_eq!(gone.status, 404, "{told}");
            }
            for n in done.acknowledged {
                let document = daemon.client().document(&format!("d{n}")).expect(&told);
                let run = daemon.wait(&document.run.name);
                assert_eq!(run.state, RunState::Succeeded, "{told}");
                let there = daemon.client().document_text(&format!("d{n}"));
                assert_eq!(there.expect(&told), text(n), "{told}");
                let found = daemon.recall(&format!("heron{n}"));
                assert!(found[0].contains(&format!("heron{n} ")), "{told}");
            }
        }
    }
}
