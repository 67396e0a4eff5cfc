//! Torn and garbled files: whatever is damaged where, the daemon serves all it was given, or says what is wrong and what
//! mends it; and that mends it.
//!
//! `MEMO_CAMPAIGN=400 cargo test -p memo-tests --test service torn` damages each kind of file so often.

use memo_common::api::Filter;
use memo_tests::daemon::{Daemon, until};
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
};

/// Places that are damaged for each kind of file, unless the environment says otherwise.
const PLACES: usize = 6;

fn places() -> usize {
    let told = std::env::var("MEMO_CAMPAIGN").ok();
    told.and_then(|n| n.parse().ok()).unwrap_or(PLACES)
}

/// A text of `d{n}`; every fifth is too long for the store.
fn text(n: usize) -> String {
    let more = if n.is_multiple_of(5) { 200 } else { 2 };
    let day = 1 + n % 28;
    format!(
        "On {day} May 2024 I saw heron{n} with Tomas Brandt in Lisbon. {}",
        format!("It stood on weir {n}. ").repeat(more)
    )
}

const DOCUMENTS: usize = 12;

/// A daemon with documents, killed.
fn filled() -> Daemon {
    let mut daemon = working();
    daemon.kill();
    daemon
}

/// A daemon with documents.
fn working() -> Daemon {
    let daemon = Daemon::start();
    for n in 0..DOCUMENTS {
        daemon.add(&format!("d{n}"), &text(n));
    }
    let client = daemon.client();
    client
        .feedback("d0_memory_0", 1, "which heron?")
        .expect("rated");
    client.forget_memory("d1_memory_0").expect("removed");
    daemon
}

/// A daemon on a copy of another's folder.
fn copy_of(daemon: &Daemon) -> Daemon {
    let copy = Daemon::prepare(&[]);
    super::crash::copy(&daemon.data(), &copy.data());
    copy
}

/// Everything is as it was given.
fn check(daemon: &Daemon, damage: &str, texts_lost: usize) {
    until("it is level", || {
        (daemon.get("/readyz").status == 200).then_some(())
    });
    let client = daemon.client();
    let mut lost = 0;
    for n in 0..DOCUMENTS {
        let id = format!("d{n}");
        match client.document_text(&id) {
            Ok(found) => assert_eq!(found, text(n), "{damage}"),
            Err(_) => lost += 1,
        }
        let memories = client.document(&id).expect(damage).memories;
        let filter = Filter {
            item_id: Some(id),
            ..Filter::default()
        };
        let page = client.memories(&filter, Some(100), None).expect(damage);
        assert_eq!(page.memories.len() as u64, memories, "{damage}");
        if n != 1 {
            let found = daemon.recall(&format!("heron{n}"));
            assert!(found[0].contains(&format!("heron{n} ")), "{damage}");
        }
    }
    assert_eq!(lost, texts_lost, "{damage}");
    assert!(client.memory("d1_memory_0").is_err(), "{damage}");
    daemon.add("more", "I baked bread with Ines Duarte.");
}

/// Has `memod` mend the folder; what it says.
fn repair(daemon: &Daemon) -> String {
    let mut command = daemon.command();
    command.arg("--repair");
    memo_tests::sandbox::run(command, b"").ok().stdout
}

/// Starts it until it is ready, and ends it; what it says where it gives up.
fn starts(daemon: &Daemon) -> Result<(), String> {
    starts_until(daemon, |_| true)
}

/// Starts it until it has read all of its store, and ends it; what it says where it gives up.
fn reads_all(daemon: &Daemon) -> Result<(), String> {
    starts_until(daemon, |url| {
        let address = url.trim_start_matches("http://");
        let Ok(mut stream) = TcpStream::connect(address) else {
            return false;
        };
        let ask = format!("GET /metrics HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        let mut told = String::new();
        // It may end in the middle of its answer.
        let _ = stream.write_all(ask.as_bytes());
        let _ = stream.read_to_string(&mut told);
        told.contains("\nmemo_store_checked 1\n")
    })
}

fn starts_until(daemon: &Daemon, far_enough: impl Fn(&str) -> bool) -> Result<(), String> {
    let mut command = daemon.command();
    command.stderr(Stdio::piped());
    let mut child = command.spawn().expect("memod starts");
    let mut log = child.stderr.take().expect("its words");
    let said = thread::spawn(move || {
        let mut text = String::new();
        let _ = log.read_to_string(&mut text);
        text
    });
    let ended = until("it is ready, or ends", || {
        let ended = child.try_wait().expect("its state");
        let ready = memo_common::paths::DaemonFile::read(&daemon.data());
        match (ended, ready) {
            (Some(_), _) => Some(true),
            (None, Some(file)) if file.pid == child.id() && far_enough(&file.url) => Some(false),
            _ => None,
        }
    });
    if !ended {
        child.kill().expect("killed");
    }
    child.wait().expect("gone");
    let said = said.join().expect("its words");
    if ended { Err(said) } else { Ok(()) }
}

/// Ways to damage a file at a place.
fn damaged(whole: &[u8], at: usize, how: usize) -> Vec<u8> {
    let mut content = whole.to_vec();
    match how % 3 {
        0 => content.truncate(at),
        1 => content[at] ^= 0x10,
        _ => {
            let end = content.len().min(at + 512);
            content[at..end].fill(0);
        }
    }
    content
}

/// Damages a file of the folder at places from its begin to its end, and hands over a daemon on each.
fn campaign(name: &Path, mut on: impl FnMut(&mut Daemon, &str)) {
    let from = filled();
    let whole = fs::read(from.data().join(name)).expect("a file");
    let places = places();
    for n in 0..places {
        let at = whole.len() * n / places + n % 7;
        let at = at.min(whole.len() - 1);
        let mut daemon = copy_of(&from);
        let damage = format!(
            "{} at {at} of {}, way {}",
            name.display(),
            whole.len(),
            n % 3
        );
        fs::write(daemon.data().join(name), damaged(&whole, at, n)).expect("written");
        on(&mut daemon, &damage);
    }
}

#[test]
fn a_damaged_log_of_the_store_loses_nothing() {
    campaign(Path::new("store/1/db"), |daemon, damage| {
        if let Err(said) = starts(daemon) {
            assert!(said.contains("memo doctor --repair"), "{damage}: {said}");
            let told = repair(daemon);
            assert!(told.contains("nothing is lost"), "{damage}: {told}");
        }
        daemon.restart();
        check(daemon, damage, 0);
    });
}

#[test]
fn a_store_whose_settings_are_damaged_is_made_anew() {
    campaign(Path::new("store/1/conf"), |daemon, damage| {
        if let Err(said) = starts(daemon) {
            assert!(said.contains("memo doctor --repair"), "{damage}: {said}");
            let told = repair(daemon);
            assert!(told.contains("nothing is lost"), "{damage}: {told}");
            assert!(daemon.data().join("set-aside").exists(), "{damage}");
        }
        daemon.restart();
        check(daemon, damage, 0);
    });
}

#[test]
fn a_damaged_journal_is_begun_anew() {
    campaign(Path::new("store/1.journal"), |daemon, damage| {
        reads_all(daemon).expect(damage);
        // It is whole again: the store can be made of it alone.
        fs::remove_file(daemon.data().join("store/1/db")).expect("removed");
        let told = repair(daemon);
        assert!(told.contains("nothing is lost"), "{damage}: {told}");
        daemon.restart();
        check(daemon, damage, 0);
        daemon.restart();
        check(daemon, damage, 0);
    });
}

#[test]
fn what_a_disk_damages_without_a_trace_is_found_soon_after_the_start() {
    let mut from = working();
    assert!(from.stop().0.success());
    assert!(from.data().join("store/1.clean").exists());
    for name in ["store/1/db", "store/1.journal"] {
        let path = from.data().join(name);
        let whole = fs::read(&path).expect("a file");
        let mut found = 0;
        for n in 0..places() {
            let at = (whole.len() * n / places() + n % 7).min(whole.len() - 1);

            // The very folder: a copy has other times.
            let daemon = Daemon::prepare(&[]);
            copy_with_times(&from.data(), &daemon.data());
            // Its length tells of a file that was cut off.
            let how = 1 + n % 2;
            let damage = format!("{name} at {at}, way {how}");
            let damaged = damaged(&whole, at, how);
            let path = daemon.data().join(name);
            let before = fs::metadata(&path)
                .expect("there")
                .modified()
                .expect("a time");
            fs::write(&path, damaged).expect("written");
            let file = fs::File::options().write(true).open(&path).expect("open");
            file.set_modified(before).expect("set");
            drop(file);
            let mut daemon = daemon;
            if let Err(said) = reads_all(&daemon) {
                found += 1;
                assert!(said.contains("memo doctor --repair"), "{damage}: {said}");
                let told = repair(&daemon);
                assert!(told.contains("nothing is lost"), "{damage}: {told}");
            }
            daemon.restart();
            check(&daemon, &damage, 0);
        }
        // What lies in a place that is not used any more harms nothing; a journal is mended without a word.
        assert_eq!(found > 0, name.ends_with("db"), "{name}: {found}");
    }
}

/// Copies a folder, and the times of its files.
fn copy_with_times(from: &Path, to: &Path) {
    super::crash::copy(from, to);
    let mut files = Vec::new();
    list(from, &mut files);
    for file in files {
        let copy = to.join(file.strip_prefix(from).expect("inside"));
        let time = fs::metadata(&file).and_then(|about| about.modified());
        let copy = fs::File::options().write(true).open(copy).expect("open");
        copy.set_modified(time.expect("a time")).expect("set");
    }
}

#[test]
fn missing_files_are_noticed() {
    let from = filled();
    for (name, refused) in [
        ("store/1/db", true),
        // sled writes it anew, as it was.
        ("store/1/conf", false),
        ("store/1", true),
        ("store/1.journal", false),
        ("index", false),
        ("lock", false),
    ] {
        let mut daemon = copy_of(&from);
        let path = daemon.data().join(name);
        match path.is_dir() {
            true => fs::remove_dir_all(path).expect("removed"),
            false => fs::remove_file(path).expect("removed"),
        }
        let started = starts(&daemon);
        assert_eq!(started.is_err(), refused, "{name}: {started:?}");
        if refused {
            let told = repair(&daemon);
            assert!(told.contains("nothing is lost"), "{name}: {told}");
        }
        daemon.restart();
        check(&daemon, name, 0);
    }
}

#[test]
fn where_both_are_damaged_what_is_left_is_kept_and_the_rest_is_said() {
    let from = filled();
    let daemon = copy_of(&from);
    fs::remove_file(daemon.data().join("store/1/db")).expect("removed");
    let journal = daemon.data().join("store/1.journal");
    let content = fs::read(&journal).expect("a journal");
    // In the middle of a line that tells of a document.
    let words = b"heron4 with Tomas";
    let at = content.windows(words.len()).position(|w| w == words);
    fs::write(&journal, damaged(&content, at.expect("there"), 1)).expect("written");
    let said = starts(&daemon).expect_err("it cannot serve");
    assert!(said.contains("memo doctor --repair"), "{said}");
    let told = repair(&daemon);
    assert!(
        told.starts_with("lost\n") && told.contains("of the journal cannot be read"),
        "{told}"
    );
    let mut daemon = daemon;
    daemon.restart();
    for n in (0..DOCUMENTS).filter(|n| *n != 4) {
        let found = daemon.client().document_text(&format!("d{n}"));
        assert_eq!(found.expect("a text"), text(n));
    }
    daemon.add("more", "I baked bread with Ines Duarte.");
}

#[test]
fn a_damaged_index_is_made_anew_wherever_it_is_damaged() {
    let from = filled();
    let mut files = Vec::new();
    list(&from.data().join("index"), &mut files);
    files.sort();
    for n in 0..places().max(files.len()) {
        let file = &files[n % files.len()];
        let name = file.strip_prefix(from.data()).expect("inside");
        let whole = fs::read(file).expect("a file");
        if whole.is_empty() {
            continue;
        }
        let at = (whole.len() * (n + 1) * 7 / 11) % whole.len();
        let mut daemon = copy_of(&from);
        fs::write(daemon.data().join(name), damaged(&whole, at, n)).expect("written");
        daemon.restart();
        check(
            &daemon,
            &format!("{} at {at}, way {}", name.display(), n % 3),
            0,
        );
    }
}

#[test]
fn a_question_waits_for_an_index_that_is_built_anew() {
    let from = filled();
    let mut daemon = copy_of(&from);
    fs::remove_dir_all(daemon.data().join("index")).expect("removed");
    daemon.restart();
    for n in (0..DOCUMENTS).filter(|n| *n != 1) {
        let found = daemon.recall(&format!("heron{n}"));
        assert!(found[0].contains(&format!("heron{n} ")), "{found:?}");
    }
}

#[test]
fn a_damaged_text_is_said_and_set_aside_and_nothing_else_suffers() {
    let from = filled();
    let mut files = Vec::new();
    list(&from.data().join("bodies"), &mut files);
    for n in 0..places() {
        let file = &files[n % files.len()];
        let name = file.strip_prefix(from.data()).expect("inside");
        let whole = fs::read(file).expect("a file");
        let at = whole.len() * n / places();
        let mut daemon = copy_of(&from);
        fs::write(daemon.data().join(name), damaged(&whole, at, n)).expect("written");
        let damage = format!("{} at {at}", name.display());
        daemon.restart();
        check(&daemon, &damage, 1);
        let lost: Vec<_> = (0..DOCUMENTS)
            .map(|n| daemon.get(&format!("/v1/documents/d{n}/text")))
            .filter(|reply| reply.status != 200)
            .collect();
        let detail = lost[0].problem(500, "internal")["detail"].to_string();
        assert!(detail.contains("memo doctor --repair"), "{detail}");
        daemon.kill();
        let told = repair(&daemon);
        assert!(told.contains("its memories are kept"), "{told}");
        daemon.restart();
        check(&daemon, &damage, 1);
        // The same text again mends it.
        let n = (0..DOCUMENTS).find(|n| {
            let path = format!("/v1/documents/d{n}/text");
            daemon.get(&path).status != 200
        });
        let n = n.expect("one is lost");
        daemon.add(&format!("again{n}"), &text(n));
        check(&daemon, &damage, 0);
    }
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => list(&path, files),
            false => files.push(path),
        }
    }
}
