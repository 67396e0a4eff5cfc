//! Databases that programs keep for themselves: read with the schemas that these programs have.

use memo_tests::{
    daemon::until,
    sandbox::{Ran, Sandbox},
};
use rusqlite::{Connection, params};
use serde_json::json;
use std::fs;

/// 3 May 2026, 10:00 UTC.
const DAY: i64 = 1_777_802_400;

fn database(memo: &Sandbox, name: &str, schema: &str) -> Connection {
    let connection = Connection::open(memo.work().join(name)).expect("a database");
    connection.execute_batch(schema).expect("made");
    connection
}

fn firefox(memo: &Sandbox) -> Connection {
    let schema = "PRAGMA journal_mode = WAL;
        CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, rev_host LONGVARCHAR,
            visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT NULL, typed INTEGER DEFAULT 0 NOT NULL,
            frecency INTEGER DEFAULT -1 NOT NULL, last_visit_date INTEGER, guid TEXT, foreign_count INTEGER DEFAULT 0 NOT NULL,
            url_hash INTEGER DEFAULT 0 NOT NULL, description TEXT, preview_image_url TEXT, site_name TEXT, origin_id INTEGER);
        CREATE TABLE moz_historyvisits (id INTEGER PRIMARY KEY, from_visit INTEGER, place_id INTEGER, visit_date INTEGER,
            visit_type INTEGER, session INTEGER, source INTEGER DEFAULT 0 NOT NULL, triggeringPlaceId INTEGER);
        CREATE INDEX moz_historyvisits_dateindex ON moz_historyvisits (visit_date);";
    database(memo, "places.sqlite", schema)
}

fn visit(browser: &Connection, url: &str, title: &str, at: i64, kind: u8) {
    browser
        .execute(
            "INSERT INTO moz_places (url, title) VALUES (?1, ?2)",
            [url, title],
        )
        .expect("written");
    let place = browser.last_insert_rowid();
    let values = params![place, at * 1_000_000, kind];
    browser
        .execute(
            "INSERT INTO moz_historyvisits (place_id, visit_date, visit_type) VALUES (?1, ?2, ?3)",
            values,
        )
        .expect("written");
}

fn statuses(ran: &Ran) -> Vec<String> {
    let of = |line: &serde_json::Value| line["status"].as_str().expect("a status").to_owned();
    ran.json_lines().iter().map(of).collect()
}

#[test]
fn a_browsers_days_come_in_and_grow_while_it_runs() {
    let memo = Sandbox::new();
    // It stays open: what it writes is in the file beside its own.
    let browser = firefox(&memo);
    let heron = "https://ana:pw@birds.example/herons?sid=Zk3mQ9xT7vB2nL5pW8rY1c#top";
    visit(&browser, heron, "Herons at the weir", DAY, 1);
    visit(&browser, heron, "Herons at the weir", DAY + 60, 9);
    visit(&browser, heron, "Herons at the weir", DAY + 90, 1);
    visit(
        &browser,
        "https://ads.example/frame",
        "A frame",
        DAY + 95,
        4,
    );
    visit(
        &browser,
        "https://www.google.com/search?q=boat+paint&ei=x",
        "boat paint - Google Search",
        DAY + 86_400,
        2,
    );
    visit(&browser, "about:config", "Settings", DAY + 86_500, 2);
    let ran = memo
        .memo(["import", "--dry-run", "places.sqlite", "--json"])
        .ok();
    assert_eq!(ran.json()["kinds"], json!({"days of Firefox's history": 2}));
    let ran = memo.memo(["import", "places.sqlite", "--json"]).ok();
    assert_eq!(statuses(&ran), ["added", "added"], "{ran:#?}");
    let lines = ran.json_lines();
    let mut ids = lines.iter().filter_map(|line| line["item_id"].as_str());
    let id = ids.find(|id| id.starts_with("Firefox-2026-05-03"));
    let id = id.expect("the day's");
    let ran = memo.memo(["recall", "herons", "--json"]).ok();
    let found = ran.json();
    let told = found["memories"][0]["content"]["narrative"]
        .as_str()
        .expect("told");
    assert!(
        told.contains("3 May 2026 at 10:00") && told.contains("Herons at the weir"),
        "{told}"
    );
    let ran = memo.memo(["show", "Firefox 2026-05-03", "--source"]).ok();
    let text = ran.stdout;
    assert!(text.contains("https://birds.example/herons"), "{text}");
    assert!(
        !text.contains("pw@") && !text.contains("Zk3m") && !text.contains("frame"),
        "{text}"
    );
    assert_eq!(text.matches("Herons at the weir").count(), 1, "{text}");
    assert!(
        memo.memo(["recall", "boat paint"])
            .ok()
            .stdout
            .contains("searched Google")
    );

    // The day has gone on, and what is expired of another stays.
    visit(
        &browser,
        "https://quay.example/oars",
        "Oars for the skiff",
        DAY + 3_600,
        1,
    );
    browser
        .execute(
            "DELETE FROM moz_historyvisits WHERE visit_date > ?1",
            [(DAY + 80_000) * 1_000_000],
        )
        .expect("written");
    let ran = memo.memo(["import", "places.sqlite", "--json"]).ok();
    assert_eq!(statuses(&ran), ["replaced"], "{ran:#?}");
    assert!(
        memo.memo(["recall", "oars skiff"])
            .ok()
            .stdout
            .contains("Oars for the skiff")
    );
    assert!(
        memo.memo(["recall", "boat paint"])
            .ok()
            .stdout
            .contains("searched Google")
    );
    let ran = memo.memo(["import", "places.sqlite", "--json"]).ok();
    assert_eq!(statuses(&ran), ["unchanged"]);

    // A day that was forgotten stays so.
    memo.memo(["forget", id, "--yes"]).ok();
    let ran = memo.memo(["import", "places.sqlite", "--json"]).ok();
    assert_eq!(statuses(&ran), ["skipped"], "{ran:#?}");
    // What a folder holds is left alone.
    fs::create_dir(memo.work().join("profile")).expect("a folder");
    drop(browser);
    fs::copy(
        memo.work().join("places.sqlite"),
        memo.work().join("profile/places.sqlite"),
    )
    .expect("copied");
    let ran = memo.memo(["add", "profile", "--json"]);
    assert!(ran.stdout.contains("named themselves"), "{ran:#?}");
}

#[test]
fn a_browser_that_is_watched_is_kept_up_with() {
    let memo = Sandbox::new();
    let browser = firefox(&memo);
    // What is long past is taken to be read already.
    let now = jiff::Timestamp::now().as_second() - 600;
    visit(
        &browser,
        "https://birds.example/",
        "Herons at the weir",
        now,
        1,
    );
    memo.memo(["watch", "add", "places.sqlite"]).ok();
    let finds = |query: &'static str, words: &'static str| {
        until(words, || {
            let ran = memo.memo(["recall", query]);
            ran.stdout.contains(words).then_some(())
        });
    };
    finds("herons", "Herons at the weir");
    visit(
        &browser,
        "https://quay.example/oars",
        "Oars for the skiff",
        now + 200,
        1,
    );
    finds("oars", "Oars for the skiff");
}

#[test]
fn chats_of_messages_come_in_by_year() {
    let memo = Sandbox::new();
    let schema = "CREATE TABLE handle (ROWID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, id TEXT NOT NULL, country TEXT,
            service TEXT NOT NULL, uncanonicalized_id TEXT, UNIQUE (id, service));
        CREATE TABLE chat (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, style INTEGER, state INTEGER,
            chat_identifier TEXT, service_name TEXT, room_name TEXT, display_name TEXT);
        CREATE TABLE message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT,
            handle_id INTEGER DEFAULT 0, attributedBody BLOB, date INTEGER, is_from_me INTEGER DEFAULT 0,
            item_type INTEGER DEFAULT 0, associated_message_type INTEGER DEFAULT 0);
        CREATE TABLE chat_message_join (chat_id INTEGER REFERENCES chat (ROWID), message_id INTEGER, message_date INTEGER,
            PRIMARY KEY (chat_id, message_id));
        INSERT INTO handle (id, service) VALUES ('bo.alm@x.example', 'iMessage');
        INSERT INTO chat (guid, chat_identifier) VALUES ('iMessage;-;bo.alm@x.example', 'bo.alm@x.example');";
    let messages = database(&memo, "chat.db", schema);
    let say = |text: Option<&str>, body: Option<&[u8]>, at: i64, own: bool| {
        let sent = (at - 978_307_200) * 1_000_000_000;
        messages
            .execute(
                "INSERT INTO message (guid, text, attributedBody, handle_id, date, is_from_me) VALUES (?1, ?2, ?3, 1, ?4, ?5)",
                params![at.to_string(), text, body, sent, own],
            )
            .expect("written");
        let id = messages.last_insert_rowid();
        messages
            .execute(
                "INSERT INTO chat_message_join VALUES (1, ?1, ?2)",
                [id, sent],
            )
            .expect("written");
    };
    let body = b"\x04\x0bstreamtyped\x81\xe8\x03\x84\x01@\x84\x84\x84\x12NSAttributedString\x00\x84\x84\x08NSObject\x00\x85\x92\x84\x84\x84\
        \x08NSString\x01\x94\x84\x01+\x2bThe key to the pump house is with Marguerit\x86\x84\x02iI\x01\x2b";
    say(Some("Where is the key to the pump house?"), None, DAY, true);
    say(None, Some(body), DAY + 60, false);
    let ran = memo.memo(["import", "chat.db", "--json"]).ok();
    assert_eq!(statuses(&ran), ["added"], "{ran:#?}");
    let ran = memo.memo(["recall", "key to the pump house"]).ok();
    assert!(ran.stdout.contains("Marguerit"), "{ran:#?}");
    say(
        Some("Then I ask her on Monday."),
        None,
        DAY + 400 * 86_400,
        true,
    );
    let ran = memo.memo(["import", "chat.db", "--json"]).ok();
    assert_eq!(statuses(&ran), ["unchanged", "added"], "{ran:#?}");
}

#[test]
fn commands_of_atuin_come_in_by_day_without_their_secrets() {
    let memo = Sandbox::new();
    let schema = "CREATE TABLE history (id text primary key, timestamp integer not null, duration integer not null,
            exit integer not null, command text not null, cwd text not null, session text not null, hostname text not null,
            deleted_at integer, unique(timestamp, cwd, command));";
    let atuin = database(&memo, "history.db", schema);
    let run = |command: &str, cwd: &str, at: i64, deleted: Option<i64>| {
        let values = params![at.to_string(), at * 1_000_000_000, command, cwd, deleted];
        atuin
            .execute(
                "INSERT INTO history VALUES (?1, ?2, 5, 0, ?3, ?4, 's', 'quay:ana', ?5)",
                values,
            )
            .expect("written");
    };
    run("make soup", "/home/ana/soup kitchen", DAY, None);
    run("make soup", "/home/ana/soup kitchen", DAY + 5, None);
    run(
        "export STOVE_TOKEN=abc123 && stove --password hunter2 on",
        "/home/ana/soup kitchen",
        DAY + 10,
        None,
    );
    run("rm recipe", "/home/ana", DAY + 20, Some(1));
    let ran = memo.memo(["import", "history.db", "--json"]).ok();
    assert_eq!(statuses(&ran), ["added"], "{ran:#?}");
    let text = memo
        .memo(["show", "Commands 2026-05-03", "--source"])
        .ok()
        .stdout;
    for line in [
        "[2026-05-03 10:00:00] me@quay:~/soup_kitchen$ make soup",
        "[2026-05-03 10:00:10] me@quay:~/soup_kitchen$ export STOVE_TOKEN=*** && stove --password *** on",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert!(
        text.matches("make soup").count() == 1 && !text.contains("recipe"),
        "{text}"
    );
    let ran = memo.memo(["recall", "make soup"]).ok();
    assert!(ran.stdout.contains("make soup"), "{ran:#?}");
}

#[test]
fn a_database_that_is_none_of_these_or_damaged_is_told() {
    let memo = Sandbox::new();
    let schema = "CREATE TABLE cookies (host TEXT, value TEXT); INSERT INTO cookies VALUES ('a.example', 'secret')";
    drop(database(&memo, "Cookies", schema));
    let ran = memo.memo(["import", "Cookies"]).code(5);
    assert!(ran.stderr.contains("does not know"), "{ran:#?}");
    memo.write("broken.sqlite", "SQLite format 3\0 and no more");
    let ran = memo.memo(["import", "broken.sqlite"]).code(5);
    assert!(ran.stderr.contains("damaged"), "{ran:#?}");
}
