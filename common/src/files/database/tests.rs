use super::*;
use rusqlite::params;
use std::{fs, path::PathBuf};

/// A program's database, by the schema that it has.
fn database(folder: &Path, name: &str, schema: &str) -> (PathBuf, Connection) {
    let path = folder.join(name);
    let connection = Connection::open(&path).expect("a database");
    connection.execute_batch(schema).expect("made");
    (path, connection)
}

/// The name and the text of each document.
fn read(path: &Path) -> Vec<(String, String)> {
    let inputs = parts(path).expect("readable").expect("known");
    let read = |input: Input| {
        let name = input.path.file_name().expect("a name").to_string_lossy();
        let content = input.read().expect("a document");
        (
            name.into_owned(),
            String::from_utf8(content.bytes).expect("text"),
        )
    };
    inputs.into_iter().map(read).collect()
}

#[test]
fn what_is_written_and_not_in_its_place_yet_is_read_and_nothing_is_changed() {
    let dir = tempfile::tempdir().expect("a folder");
    let schema = "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA locking_mode = EXCLUSIVE;
        CREATE TABLE urls(id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR, hidden INTEGER DEFAULT 0 NOT NULL);
        CREATE TABLE visits(id INTEGER PRIMARY KEY AUTOINCREMENT, url INTEGER NOT NULL, visit_time INTEGER NOT NULL,
            from_visit INTEGER, transition INTEGER DEFAULT 0 NOT NULL);";
    let (path, browser) = database(dir.path(), "History", schema);
    browser
        .execute(
            "INSERT INTO urls VALUES (1, 'https://a.example/', 'Boats', 0)",
            [],
        )
        .expect("written");
    browser
        .execute(
            "INSERT INTO visits VALUES (1, 1, 13422268800000000, 0, 805306369)",
            [],
        )
        .expect("written");
    let state = || -> Vec<_> {
        let mut files: Vec<_> = fs::read_dir(dir.path())
            .expect("a folder")
            .flatten()
            .collect();
        files.sort_by_key(|f| f.file_name());
        let about = |f: fs::DirEntry| (f.file_name(), fs::read(f.path()).expect("read"));
        files.into_iter().map(about).collect()
    };
    let before = state();
    let read = read(&path);
    assert_eq!(read.len(), 1, "{read:?}");
    assert!(
        read[0].1.contains("\"Boats\",\"https://a.example/\""),
        "{read:?}"
    );
    assert_eq!(state(), before);
    // The browser is not held up either.
    browser
        .execute("UPDATE urls SET title = 'Oars'", [])
        .expect("written");
}

#[test]
fn a_made_up_database_ends_and_breaks_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let endless = "CREATE VIEW visits AS WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r) SELECT id FROM r;
        CREATE TABLE urls(id, url, title, hidden);";
    let (path, _) = database(dir.path(), "view", endless);
    assert!(parts(&path).expect("readable").is_none());
    let (path, _) = database(dir.path(), "other", "CREATE TABLE history(id)");
    assert!(parts(&path).expect("readable").is_none());
    let wrong = "CREATE TABLE urls(id); CREATE TABLE visits(id);";
    let (path, _) = database(dir.path(), "wrong", wrong);
    let error = parts(&path).expect_err("no such columns");
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
    let odd = "CREATE TABLE urls(id, url, title, hidden); CREATE TABLE visits(id, url, visit_time, transition);
        INSERT INTO urls VALUES (1, x'ff00', 7, 0), (2, 'https://a.example', NULL, 0);
        INSERT INTO visits VALUES (1, 1, 13422268800000000, 805306369), (2, 2, 9e99, 805306369), (3, 2, 'x', 805306369);";
    let (path, _) = database(dir.path(), "odd", odd);
    let _ = parts(&path);
    let whole = fs::read(&path).expect("read");
    for at in (0..whole.len()).step_by(61) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        fs::write(&path, &damaged).expect("written");
        let _ = parts(&path);
        fs::write(&path, &whole[..at]).expect("written");
        let _ = parts(&path);
    }
}

#[test]
fn the_words_of_an_archived_message() {
    let archive = |length: &[u8], words: &str| {
        let mut bytes = b"\x04\x0bstreamtyped\x81\xe8\x03\x84\x01@\x84\x84\x84\x12NSAttributedString\x00\x84\x84\x08NSObject\x00\x85\x92\
            \x84\x84\x84\x08NSString\x01\x94\x84\x01+"
            .to_vec();
        bytes.extend_from_slice(length);
        bytes.extend_from_slice(words.as_bytes());
        bytes.extend_from_slice(b"\x86\x84\x02iI\x01\x05");
        bytes
    };
    assert_eq!(
        archived::text(&archive(&[5], "Hello")).as_deref(),
        Some("Hello")
    );
    let long = "é".repeat(150);
    assert_eq!(
        archived::text(&archive(&[0x81, 0x2c, 0x01], &long)),
        Some(long.clone())
    );
    let longest = "a".repeat(70_000);
    assert_eq!(
        archived::text(&archive(&[0x82, 0x70, 0x11, 0x01, 0x00], &longest)),
        Some(longest)
    );
    let whole = archive(&[0x81, 0x2c, 0x01], &long);
    for at in 0..whole.len() {
        let _ = archived::text(&whole[..at]);
    }
    assert_eq!(
        archived::text(&archive(&[0x82, 0xff, 0xff, 0xff, 0xff], "a")),
        None
    );
}

#[test]
fn chats_are_told_in_both_clocks_and_without_reactions() {
    let dir = tempfile::tempdir().expect("a folder");
    let schema = "CREATE TABLE handle(ROWID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, id TEXT NOT NULL, service TEXT NOT NULL);
        CREATE TABLE chat(ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, chat_identifier TEXT, display_name TEXT);
        CREATE TABLE message(ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT, attributedBody BLOB,
            handle_id INTEGER DEFAULT 0, date INTEGER, is_from_me INTEGER DEFAULT 0, item_type INTEGER DEFAULT 0,
            associated_message_type INTEGER DEFAULT 0);
        CREATE TABLE chat_message_join(chat_id INTEGER, message_id INTEGER, message_date INTEGER, PRIMARY KEY(chat_id, message_id));
        INSERT INTO handle VALUES (1, '+15550100200', 'iMessage');
        INSERT INTO chat VALUES (1, 'iMessage;-;+15550100200', '+15550100200', NULL);";
    let (path, messages) = database(dir.path(), "chat.db", schema);
    let add = |id: i64, text: &str, date: i64, own: bool, reaction: i64| {
        messages
            .execute(
                "INSERT INTO message VALUES (?1, ?1, ?2, NULL, 1, ?3, ?4, 0, ?5)",
                params![id, text, date, own, reaction],
            )
            .expect("written");
        messages
            .execute(
                "INSERT INTO chat_message_join VALUES (1, ?1, ?2)",
                params![id, date],
            )
            .expect("written");
    };
    // 2016 in seconds, 2026 in billionths of a second
    add(1, "soup?", 484_000_000, false, 0);
    add(
        2,
        "yes\n[05.05.26, 10:00] Bo: no\u{fffc}",
        799_000_000_000_000_000,
        true,
        0,
    );
    add(3, "Loved “yes”", 799_000_001_000_000_000, false, 2000);
    let read = read(&path);
    let names: Vec<&str> = read.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["Messages +15550100200 2016", "Messages +15550100200 2026"]
    );
    assert!(read[0].1.ends_with("] +15550100200: soup?\n"), "{read:?}");
    assert!(
        read[1].1.ends_with("] Me: yes [05.05.26, 10:00] Bo: no\n"),
        "{read:?}"
    );
}
