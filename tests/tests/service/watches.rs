//! What the daemon keeps up with by itself: folders, mailboxes, calendars' addresses; and who may say so.

use crate::contract;
use memo_common::{
    api::{OnDelete, Watch, WatchState},
    client::{Client, ClientError},
};
use memo_tests::{
    daemon::{Daemon, Form, count_documents, documents, has, until},
    model::{Act, Model},
};
use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};

const USER: &str = "Mira Halloran";

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
}

fn watch(client: &Client, folder: &Path, on_delete: OnDelete) -> Watch {
    let source = folder.to_str().expect("a path");
    let added = client.add_watch(source, USER, on_delete, false);
    added.expect("a watch")
}

/// A watch, once it is as wanted.
fn state(client: &Client, id: &str, what: &str, wanted: impl Fn(&Watch) -> bool) -> Watch {
    until(what, || {
        let watch = client.watch(id).expect("a watch");
        wanted(&watch).then_some(watch)
    })
}

#[test]
fn a_watched_folder_is_kept_up_with_also_after_a_restart() {
    let mut daemon = Daemon::start();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(
        folder,
        "tulips.md",
        "On 3 May 2026 I planted tulips with Tomas.",
    );
    write(folder, ".memoignore", "private/\n");
    write(folder, "private/diary.md", "On 4 May 2026 I hid the key.");
    let client = daemon.client();
    let watch = watch(&client, folder, OnDelete::Forget);
    let all = documents(&daemon.client(), "the tulips", |all| has(all, "tulips"));
    let (tulips, _) = &all[0];
    assert_eq!(all.len(), 1);
    let memory = format!("{tulips}_memory_0");
    until("its memory", || client.memory(&memory).ok());
    client.feedback(&memory, 1, "tulips").expect("a rating");

    // New, changed, and renamed together with its folder.
    write(
        folder,
        "garden/weeds.md",
        "On 5 May 2026 I pulled weeds with Ana.",
    );
    documents(&daemon.client(), "the weeds", |all| {
        has(all, "weeds with Ana")
    });
    write(
        folder,
        "garden/weeds.md",
        "On 5 May 2026 I pulled weeds with Bo.",
    );
    let all = documents(&daemon.client(), "the change", |all| {
        has(all, "weeds with Bo")
    });
    assert_eq!(all.len(), 2, "{all:?}");
    fs::rename(folder.join("garden"), folder.join("yard")).expect("renamed");
    fs::rename(folder.join("tulips.md"), folder.join("yard/bulbs.md")).expect("renamed");
    let read = |watch: &Watch| watch.state == WatchState::Watching && watch.files == 2;
    let name = || {
        client
            .document(tulips)
            .ok()?
            .filename
            .filter(|n| n == "bulbs.md")
    };
    until("the new name", name);
    state(&client, &watch.watch_id, "all is read", read);
    let all = documents(&daemon.client(), "both", |all| all.len() == 2);
    assert!(has(&all, "tulips") && has(&all, "weeds with Bo"));
    assert!(client.memory(&memory).is_ok());

    // While it is away, one goes and one comes.
    daemon.kill();
    fs::remove_file(folder.join("yard/weeds.md")).expect("removed");
    write(
        folder,
        "yard/pond.md",
        "On 6 May 2026 I dug a pond with Yuki.",
    );
    daemon.restart();
    let all = documents(&daemon.client(), "the pond, and no weeds", |all| {
        has(all, "pond") && !has(all, "weeds")
    });
    assert_eq!(all.len(), 2, "{all:?}");
    let client = daemon.client();
    assert_eq!(client.watches().expect("a list").watches.len(), 1);
    let removed = client.remove_watch(&watch.watch_id).expect("it was there");
    assert_eq!(removed.source, watch.source);
    assert!(client.watch(&watch.watch_id).is_err());
    assert_eq!(count_documents(&client), 2);
}

#[test]
fn what_is_deleted_stays_remembered_unless_it_is_to_be_forgotten() {
    let daemon = Daemon::start();
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.md", "On 3 May 2026 I met Tomas.");
    write(folder.path(), "b.md", "On 4 May 2026 I met Ana.");
    let client = daemon.client();
    let id = watch(&client, folder.path(), OnDelete::Keep).watch_id;
    documents(&daemon.client(), "both", |all| all.len() == 2);
    fs::remove_file(folder.path().join("a.md")).expect("removed");
    state(&client, &id, "one file", |watch| watch.files == 1);
    assert_eq!(count_documents(&client), 2);
    // Said anew, it holds for what is deleted from now on.
    let again = watch(&client, folder.path(), OnDelete::Forget);
    assert_eq!(
        (again.watch_id.as_str(), again.on_delete),
        (id.as_str(), OnDelete::Forget)
    );
    fs::remove_file(folder.path().join("b.md")).expect("removed");
    let all = documents(&daemon.client(), "one document", |all| all.len() == 1);
    assert!(has(&all, "Tomas"));
    // A folder that is gone as a whole may be a disk that is not there.
    write(folder.path(), "c.md", "On 5 May 2026 I met Yuki.");
    documents(&daemon.client(), "another", |all| all.len() == 2);
    let away = folder.path().with_extension("away");
    fs::rename(folder.path(), &away).expect("moved");
    let failing = state(&client, &id, "it is missed", |w| {
        w.state == WatchState::Failing
    });
    assert!(failing.error.is_some_and(|e| e.contains("not there")));
    assert_eq!(count_documents(&client), 2);
    fs::rename(&away, folder.path()).expect("moved back");
}

#[test]
fn mailboxes_are_read_mail_by_mail_as_they_grow() {
    let daemon = Daemon::start();
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mail = |n: u32, said: &str| {
        format!(
            "From: Ana Lima <ana@x.example>\nTo: Mira <mira@x.example>\nDate: {n} May 2026 10:00:00 +0000\n\
             Message-ID: <{n}@x.example>\nSubject: Note {n}\n\n{said}\n\n"
        )
    };
    for part in ["cur", "new", "tmp", ".Sent/cur", ".Sent/new", ".Sent/tmp"] {
        fs::create_dir_all(folder.join("mail").join(part)).expect("made");
    }
    write(folder, "mail/dovecot-uidlist", "3 V1 N2\n1 :1.host\n");
    write(
        folder,
        "mail/.Sent/cur/1.host:2,S",
        &mail(1, "The key is with Bo."),
    );
    write(folder, "mail/tmp/2.host", &mail(2, "Half a ma"));
    write(
        folder,
        "list.mbox",
        &format!(
            "From ana Fri May  3 10:00:00 2026\n{}",
            mail(3, "The boat leaves at six.")
        ),
    );
    let client = daemon.client();
    let id = watch(&client, folder, OnDelete::Keep).watch_id;
    let all = documents(&daemon.client(), "both mails", |all| all.len() == 2);
    assert!(has(&all, "key is with Bo") && has(&all, "boat leaves"));
    let (sent, _) = all
        .iter()
        .find(|(_, text)| text.contains("key"))
        .expect("the sent one");
    // Delivered; its flags change, as when it is answered; and the list has one more.
    fs::rename(
        folder.join("mail/tmp/2.host"),
        folder.join("mail/new/2.host"),
    )
    .expect("moved");
    write(folder, "mail/new/2.host", &mail(2, "Bring the ladder."));
    let (from, to) = ("mail/.Sent/cur/1.host:2,S", "mail/.Sent/cur/1.host:2,RS");
    fs::rename(folder.join(from), folder.join(to)).expect("renamed");
    let mut list = File::options()
        .append(true)
        .open(folder.join("list.mbox"))
        .expect("the list");
    let more = format!(
        "From ana Sat May  4 10:00:00 2026\n{}",
        mail(4, "The boat is late.")
    );
    list.write_all(more.as_bytes()).expect("written");
    let all = documents(&daemon.client(), "four mails", |all| {
        has(all, "ladder") && has(all, "boat is late")
    });
    assert_eq!(all.len(), 4, "{all:?}");
    state(&client, &id, "all is read", |w| {
        w.state == WatchState::Watching && w.documents == 4
    });
    let name = || {
        client
            .document(sent)
            .ok()?
            .filename
            .filter(|n| n.ends_with(",RS"))
    };
    until("the flags", name);
}

const CALENDAR: &str = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y\r\nBEGIN:VEVENT\r\nUID:1@x\r\nDTSTAMP:20260501T000000Z\r\n\
    DTSTART:20260503T100000Z\r\nDTEND:20260503T110000Z\r\nSUMMARY:Dentist with Dr Okafor\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";

#[test]
fn a_calendars_address_is_asked_for_and_read_where_it_has_changed() {
    let daemon = Daemon::start();
    let client = daemon.client();
    let server =
        Model::start(
            |asked| match asked.head.to_lowercase().contains("if-none-match: \"one\"") {
                true => Act::Raw(304, Vec::new(), Vec::new()),
                false => Act::Raw(200, vec![("etag", "\"one\"".into())], CALENDAR.into()),
            },
        );
    let address = format!("{}/ana.ics", server.url());
    let refused = client.add_watch(&address, USER, OnDelete::Keep, false);
    let told = refused.expect_err("it is of this machine").to_string();
    assert!(told.contains("--allow-private"), "{told}");
    let add = || client.add_watch(&address, USER, OnDelete::Keep, true);
    let watch = add().expect("a watch");
    let all = documents(&daemon.client(), "the calendar", |all| has(all, "Dentist"));
    assert_eq!(all.len(), 1);
    let read = |w: &Watch| w.state == WatchState::Watching && w.documents == 1;
    state(&client, &watch.watch_id, "it is read", read);
    // Said anew, it is asked for at once.
    add().expect("the same watch");
    until("the second question", || {
        (server.asked().len() == 2).then_some(())
    });
    let watch = state(&client, &watch.watch_id, "it is as it was", read);
    let api = contract::document(&daemon);
    let shown = daemon
        .get(&format!("/v1/watches/{}", watch.watch_id))
        .ok()
        .json();
    let described = contract::answers(&api, "/v1/watches/{watch_id}", "get");
    contract::fits(&api, &described, &shown, "a watch");
    let shown = daemon.get("/v1/watches").ok().json();
    let described = contract::answers(&api, "/v1/watches", "get");
    contract::fits(&api, &described, &shown, "watches");
}

#[test]
fn no_calendars_server_leads_the_daemon_to_what_is_within() {
    let daemon = Daemon::start();
    let client = daemon.client();
    let within = Model::start(|_| Act::Raw(200, Vec::new(), CALENDAR.into()));
    let port = within.url().to_owned();
    // By a number, and by a name that leads to it.
    let by_name = port.replace("127.0.0.1", "localhost");
    let by_number = port.replace("127.0.0.1", "127.0.0.2");
    let server = Model::start(move |asked| {
        let to = match asked.path.as_str() {
            "/v1/name" => by_name.clone(),
            "/v1/number" => by_number.clone(),
            "/v1/long" => return Act::Raw(200, Vec::new(), CALENDAR.repeat(80_000).into()),
            "/v1/page" => return Act::Raw(200, Vec::new(), b"<html>no calendar".to_vec()),
            _ => return Act::Raw(404, Vec::new(), Vec::new()),
        };
        Act::Raw(302, vec![("location", to)], Vec::new())
    });
    for (path, why) in [
        ("name", "private network"),
        ("number", "private network"),
        ("long", "10 MiB"),
        ("page", "no iCalendar"),
        ("none", "404"),
    ] {
        let address = format!("{}/{path}", server.url());
        let watch = client.add_watch(&address, USER, OnDelete::Keep, true);
        let id = watch.expect("a watch").watch_id;
        let failing = state(&client, &id, path, |w| w.state == WatchState::Failing);
        let error = failing.error.expect("words");
        assert!(error.contains(why), "{path}: {error}");
    }
    assert!(within.asked().is_empty());
    assert!(
        client
            .documents(None, None)
            .expect("a page")
            .documents
            .is_empty()
    );
}

#[test]
fn the_daemon_reads_files_for_its_own_account_alone() {
    let daemon = Daemon::start();
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.md", "On 3 May 2026 I met Tomas.");
    let source = folder.path().to_str().expect("a path");
    let client = daemon.client();
    let another = client.create_key(None, Some("ana")).expect("a key").api_key;
    let reader = client
        .create_read_only_key(None, None)
        .expect("a key")
        .api_key;
    let id = watch(&client, folder.path(), OnDelete::Keep).watch_id;
    for key in [another, reader] {
        let other = daemon.client_with(&key);
        let refused = [
            other.add_watch(source, USER, OnDelete::Forget, true).err(),
            other.watches().err(),
            other.watch(&id).err(),
            other.remove_watch(&id).err(),
        ];
        for error in refused {
            let Some(ClientError::Problem(problem)) = error else {
                panic!("{error:?}");
            };
            assert_eq!(problem.status, 403);
        }
    }
    // With the right key, but from elsewhere, as a proxy says.
    let form = Form::new().text("source", source).text("user_name", USER);
    let passed_on = daemon.post("/v1/watches", &form);
    let passed_on = passed_on.header("x-forwarded-for", "203.0.113.7").send();
    passed_on.problem(403, "administrator_only");
    assert_eq!(client.watches().expect("a list").watches.len(), 1);
}

#[test]
fn what_is_no_source_is_refused_with_the_reason() {
    let daemon = Daemon::start();
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "within/a.md", "On 3 May 2026 I met Tomas.");
    let client = daemon.client();
    let within = folder.path().join("within");
    watch(&client, &within, OnDelete::Keep);
    let data = daemon.data();
    let path = |path: &Path| path.to_str().expect("a path").to_owned();
    for (source, why) in [
        ("notes".to_owned(), "whole path"),
        (path(&within.join("..")), "whole path"),
        (path(&folder.path().join("none")), "No such file"),
        (path(folder.path()), "watched already"),
        (path(&within.join("a.md")), "watched already"),
        (path(&data), "own folder"),
        ("ftp://a.example/a.ics".to_owned(), "only folders"),
        #[cfg(unix)]
        ("/".to_owned(), "the system"),
        #[cfg(target_os = "linux")]
        ("/proc/self".to_owned(), "the system"),
    ] {
        let refused = client.add_watch(&source, USER, OnDelete::Keep, false);
        let Err(ClientError::Problem(problem)) = refused else {
            panic!("{source}: {refused:?}");
        };
        assert_eq!(
            (problem.status, problem.field.as_deref()),
            (400, Some("source"))
        );
        assert!(problem.detail.contains(why), "{source}: {}", problem.detail);
    }
    let form = Form::new()
        .text("source", path(&within))
        .text("user_name", USER);
    let odd = daemon.post("/v1/watches", &form.clone().text("on_delete", "shred"));
    odd.send().problem(400, "invalid_field");
}
