//! A folder of data that is damaged, and what comes of it.

use memo_common::api::Filter;
use memo_tests::daemon::{Daemon, KEY, until};
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::Stdio,
    thread,
};

/// Places that are damaged for each kind of file: one for each way.
pub(super) const PLACES: usize = 3;

pub(super) fn places() -> usize {
    crate::campaign(PLACES)
}

/// A text of `d{n}`; every fifth is too long for the store.
pub(super) fn text(n: usize) -> String {
    let more = if n.is_multiple_of(5) { 250 } else { 2 };
    let day = 1 + n % 28;
    format!(
        "On {day} May 2024 I saw heron{n} with Tomas Brandt in Lisbon. {}",
        format!("It stood on weir {n}. ").repeat(more)
    )
}

pub(super) const DOCUMENTS: usize = 6;

/// A daemon with documents, killed.
pub(super) fn filled() -> Daemon {
    let mut daemon = working();
    daemon.kill();
    daemon
}

/// A daemon with documents.
pub(super) fn working() -> Daemon {
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
pub(super) fn copy_of(daemon: &Daemon) -> Daemon {
    let copy = Daemon::prepare(&[]);
    crate::crash::copy(&daemon.data(), &copy.data());
    copy
}

/// Everything is as it was given.
pub(super) fn check(daemon: &Daemon, damage: &str, texts_lost: usize) {
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
pub(super) fn repair(daemon: &Daemon) -> String {
    let mut command = daemon.command();
    command.arg("--repair");
    memo_tests::sandbox::run(command, b"").ok().stdout
}

/// Starts it until it is ready, and ends it; what it says where it gives up.
pub(super) fn starts(daemon: &Daemon) -> Result<(), String> {
    starts_until(daemon, |_| true)
}

/// Starts it until it has read all of its store, and ends it; what it says where it gives up.
pub(super) fn reads_all(daemon: &Daemon) -> Result<(), String> {
    starts_until(daemon, |url| {
        let address = url.trim_start_matches("http://");
        let Ok(mut stream) = TcpStream::connect(address) else {
            return false;
        };
        let ask = format!(
            "GET /metrics HTTP/1.1\r\nhost: {address}\r\nx-api-key: {KEY}\r\nconnection: close\r\n\r\n"
        );
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
pub(super) fn damaged(whole: &[u8], at: usize, how: usize) -> Vec<u8> {
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
pub(super) fn campaign(name: &Path, mut on: impl FnMut(&mut Daemon, &str)) {
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

/// Copies a folder, and the times of its files.
pub(super) fn copy_with_times(from: &Path, to: &Path) {
    crate::crash::copy(from, to);
    let mut files = Vec::new();
    list(from, &mut files);
    for file in files {
        let copy = to.join(file.strip_prefix(from).expect("inside"));
        let time = fs::metadata(&file).and_then(|about| about.modified());
        let copy = fs::File::options().write(true).open(copy).expect("open");
        copy.set_modified(time.expect("a time")).expect("set");
    }
}

pub(super) fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => list(&path, files),
            false => files.push(path),
        }
    }
}
