//! A mailbox at its server, tried with a real one.

#![cfg(unix)]

use memo_common::{
    api::{OnDelete, Watch, WatchState},
    client::{Client, ClientError},
    mailbox::{Login, Mailbox},
};
use memo_tests::{
    daemon::{Daemon, count_documents, documents, has, until},
    dovecot::Dovecot,
    model::{Act, Model},
};
use serde_json::json;
use std::{fs, os::unix::fs::PermissionsExt};

const USER: &str = "Mira Halloran";

fn mail(n: u32, said: &str) -> String {
    format!(
        "From: Ana Lima <ana@x.example>\r\nTo: Mira <mira@x.example>\r\nDate: Sun, 03 May 2026 10:{:02}:00 +0000\r\n\
         Message-ID: <{n}@x.example>\r\nSubject: Note {n}\r\n\r\n{said}\r\n",
        n % 60
    )
}

/// A daemon that trusts the server.
fn trusting(server: &Dovecot) -> Daemon {
    Daemon::start_with(&[("SSL_CERT_FILE", &server.certificate())])
}

fn keep(daemon: &Daemon, server: &Dovecot, login: &Login) {
    let mailbox = Mailbox::parse(&server.address()).expect("an address");
    login.write(&daemon.data(), &mailbox).expect("kept");
}

fn secret() -> Login {
    Login::Password("secret".to_owned())
}

fn watch(client: &Client, server: &Dovecot, on_delete: OnDelete, folders: &[&str]) -> Watch {
    let folders: Vec<String> = folders.iter().map(|f| (*f).to_owned()).collect();
    let added = client.add_mailbox(&server.address(), USER, on_delete, true, &folders);
    added.expect("a watch")
}

fn state(client: &Client, id: &str, what: &str, wanted: impl Fn(&Watch) -> bool) -> Watch {
    until(what, || {
        let watch = client.watch(id).expect("a watch");
        wanted(&watch).then_some(watch)
    })
}

fn id(all: &[(String, String)], words: &str) -> String {
    let found = all.iter().find(|(_, text)| text.contains(words));
    found.expect("the mail").0.clone()
}

#[test]
fn a_mailbox_is_read_and_kept_up_with() {
    let Some(mut server) = Dovecot::start("") else {
        return;
    };
    server.folder("Archive.2026");
    server.folder("Entw&APw-rfe");
    server.folder("Trash");
    server.deliver("", "1", mail(1, "The key is with Bo."));
    server.deliver("Entw&APw-rfe", "2", mail(2, "The boat leaves at six."));
    server.deliver("Trash", "3", mail(3, "Nobody wants this."));
    server.deliver("", "4:2,ST", mail(4, "This is about to be deleted."));
    server.deliver("", "5:2,D", mail(5, "This is not yet sent."));
    // The same mail twice.
    server.deliver("Archive.2026", "1-copy", mail(1, "The key is with Bo."));
    let mut odd = mail(6, "").replace(
        "Subject",
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=koi8-r\r\nSubject",
    );
    odd = odd.replace("<6@x.example>", "\r\n <a-very-long-name-6@x.example>");
    let mut odd = odd.into_bytes();
    // "Ключ дома." in KOI8-R.
    odd.extend_from_slice(b"\xeb\xcc\xc0\xde \xc4\xcf\xcd\xc1.\r\n");
    server.deliver("", "6", odd);
    let attached = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWj\r\n"
        .repeat(210_000);
    let large = mail(7, "").replace(
        "Subject",
        "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=m\r\nSubject",
    );
    let large = format!(
        "{large}--m\r\nContent-Type: text/plain\r\n\r\nHere is the map.\r\n--m\r\nContent-Type: image/png; name=map.png\r\n\
         Content-Transfer-Encoding: base64\r\n\r\n{attached}--m--\r\n"
    );
    assert!(large.len() > 15 << 20);
    server.deliver("", "7", large);

    let mut daemon = trusting(&server);
    keep(&daemon, &server, &secret());
    let client = daemon.client();
    let watched = watch(&client, &server, OnDelete::Forget, &[]);
    let watch_id = watched.watch_id.as_str();
    let all = documents(&client, "what there is", |all| all.len() == 4);
    for said in [
        "key is with Bo",
        "boat leaves",
        "Ключ дома.",
        "Here is the map",
    ] {
        assert!(has(&all, said), "{said}");
    }
    let map = &all
        .iter()
        .find(|(_, text)| text.contains("the map"))
        .expect("it")
        .1;
    assert!(
        map.contains("map.png") && !map.contains("iVBORw0KGgo"),
        "{} {}",
        map.len(),
        &map[map.len().saturating_sub(300)..]
    );
    let read = |w: &Watch| w.state == WatchState::Watching && (w.files, w.documents) == (5, 4);
    let shown = state(&client, watch_id, "it waits for more", read);
    assert_eq!((shown.error, shown.folders.len()), (None, 0));

    // New mail comes long before the next look at everything.
    server.deliver("", "8", mail(8, "Bring the ladder."));
    let all = documents(&client, "the new one", |all| has(all, "ladder"));
    let ladder = id(&all, "ladder");
    let memory = format!("{ladder}_memory_0");
    until("its memory", || client.memory(&memory).ok());
    client.feedback(&memory, 1, "ladder").expect("a rating");

    // What is moved stays what it is; what is deleted everywhere goes, and a copy keeps it.
    server.move_to("", "8", "Archive.2026");
    server.delete("", "1");
    server.delete("Entw&APw-rfe", "2");
    server.deliver("", "9", mail(9, "The dinner is off."));
    let all = documents(&client, "the boat is forgotten", |all| {
        has(all, "dinner") && !has(all, "boat leaves")
    });
    assert!(has(&all, "key is with Bo") && has(&all, "ladder"));
    assert_eq!(id(&all, "ladder"), ladder);
    assert!(client.memory(&memory).is_ok());

    // What happens while the daemon is away is seen when it is back.
    daemon.kill();
    server.delete("", "9");
    server.deliver("", "10", mail(10, "The pond is deep."));
    server.folder("New");
    server.move_to("Archive.2026", "1-copy", "New");
    daemon.restart();
    let client = daemon.client();
    let all = documents(&client, "the pond, and no dinner", |all| {
        has(all, "pond") && !has(all, "dinner")
    });
    assert!(
        has(&all, "key is with Bo") && has(&all, "ladder"),
        "{all:?}"
    );
    assert_eq!(all.len(), 5);

    // A server that is gone has deleted nothing.
    server.stop();
    let gone = state(&client, watch_id, "it is missed", |w| {
        w.state == WatchState::Failing
    });
    let error = gone.error.expect("words");
    assert!(error.contains("nothing listens"), "{error}");
    assert_eq!(count_documents(&client), 5);
    server.deliver("", "11", mail(11, "The bridge is open."));
    server.restart();
    documents(&client, "it is back", |all| has(all, "bridge"));
    let removed = client.remove_watch(watch_id).expect("it was there");
    assert_eq!(removed.source, server.address());
    assert_eq!(count_documents(&client), 6);
    let mailbox = Mailbox::parse(&server.address()).expect("an address");
    assert_eq!(Login::read(&daemon.data(), &mailbox).expect("read"), None);
}

#[test]
fn an_interrupted_first_fetch_goes_on_and_new_numbers_are_no_new_mails() {
    const ALL: u32 = 300;
    let Some(mut server) = Dovecot::start("") else {
        return;
    };
    for n in 1..=ALL {
        server.deliver("", &n.to_string(), mail(n, &format!("Letter {n} is here.")));
    }
    let mut daemon = trusting(&server);
    keep(&daemon, &server, &secret());
    let watch_id = watch(&daemon.client(), &server, OnDelete::Forget, &["INBOX"]).watch_id;
    state(&daemon.client(), &watch_id, "some mails", |w| w.done >= 100);
    daemon.kill();
    daemon.restart();
    let client = daemon.client();
    let read = |w: &Watch| {
        w.state == WatchState::Watching && (w.files, w.documents) == (ALL.into(), ALL.into())
    };
    state(&client, &watch_id, "all mails", read);
    assert_eq!(count_documents(&client), ALL as usize);

    // One is deleted while all are numbered anew: nobody can tell that it was, so it stays.
    server.stop();
    server.renumber("");
    server.delete("", "17");
    server.deliver("", "301", mail(301, "One more is here."));
    server.restart();
    documents_of(&client, "the new one", ALL + 1);
    state(&client, &watch_id, "all mails again", read);
    // What was on its way when the daemon was killed was given twice, and nothing else.
    server.stop();
    let given = until("what was given", || {
        Some(server.given()).filter(|given| *given > ALL.into())
    });
    assert!(given <= u64::from(ALL) + 1 + 50, "{given}");
}

#[test]
fn a_mailbox_that_wants_a_token_is_opened_with_one() {
    // As a provider's address that tells whose token is which.
    let tokens = Model::start(|asked| {
        let is_good = asked.path.ends_with("token=ya29.good");
        let (status, told) = match is_good {
            true => (200, json!({"email": "ana"})),
            false => (400, json!({"error": "invalid_token"})),
        };
        let kind = ("content-type", "application/json".to_owned());
        Act::Raw(status, vec![kind], told.to_string().into_bytes())
    });
    let provider = tempfile::NamedTempFile::new().expect("a file");
    let settings = format!(
        "tokeninfo_url = {}/?token=\nusername_attribute = email\nopenid_configuration_url = https://login.x.example/\n",
        tokens.url()
    );
    fs::write(provider.path(), settings).expect("written");
    let readable = fs::Permissions::from_mode(0o644);
    fs::set_permissions(provider.path(), readable).expect("set");
    let Some(server) = Dovecot::start(&format!(
        "auth_mechanisms = xoauth2\npassdb {{\n driver = oauth2\n mechanisms = xoauth2\n args = {}\n}}",
        provider.path().display()
    )) else {
        return;
    };
    server.deliver("", "1", mail(1, "The key is with Bo."));
    let daemon = Daemon::start_with(&[
        ("SSL_CERT_FILE", &server.certificate()),
        ("MEMO_LOG", "trace"),
    ]);
    let client = daemon.client();
    let token = |token: &str| Login::Token(["/bin/echo", token].map(str::to_owned).into());
    keep(&daemon, &server, &token("ya29.stale"));
    let watch_id = watch(&client, &server, OnDelete::Keep, &[]).watch_id;
    state(&client, &watch_id, "it is not let in", |w| {
        let why = "does not take the user, the password or the token";
        w.error.as_ref().is_some_and(|e| e.contains(why))
    });
    keep(&daemon, &server, &token("ya29.good"));
    watch(&client, &server, OnDelete::Keep, &[]);
    documents(&client, "what is there", |all| has(all, "key is with Bo"));
    let logs = daemon.logs();
    assert!(!logs.contains("ya29"), "{logs}");
}

fn documents_of(client: &Client, what: &str, count: u32) {
    until(what, || {
        (count_documents(client) == count as usize).then_some(())
    });
}

#[test]
fn what_is_wrong_with_a_mailbox_is_told_in_plain_words() {
    let Some(server) = Dovecot::start("") else {
        return;
    };
    server.deliver("", "1", mail(1, "The key is with Bo."));
    let fails = |client: &Client, id: &str, why: &str| {
        state(client, id, why, |w| {
            w.error.as_ref().is_some_and(|e| e.contains(why))
        })
    };
    // Of its certificate nobody knows.
    let stranger = Daemon::start();
    keep(&stranger, &server, &secret());
    let client = stranger.client();
    let watched = watch(&client, &server, OnDelete::Keep, &[]);
    fails(&client, &watched.watch_id, "certificate is not accepted");

    let daemon = Daemon::start_with(&[
        ("SSL_CERT_FILE", &server.certificate()),
        ("MEMO_LOG", "trace"),
    ]);
    let client = daemon.client();
    let refused = client.add_mailbox(&server.address(), USER, OnDelete::Keep, false, &[]);
    // Its name leads to this machine.
    let Err(ClientError::Problem(problem)) = refused else {
        panic!("{refused:?}");
    };
    assert!(problem.detail.contains("--allow-private"), "{problem:?}");
    let watched = watch(&client, &server, OnDelete::Keep, &[]);
    let watch_id = watched.watch_id.as_str();
    fails(&client, watch_id, "no password is kept");
    for (login, why) in [
        (
            Login::Password("hunter2".to_owned()),
            "does not take the user, the password",
        ),
        (
            Login::Command(vec!["/bin/false".to_owned()]),
            "the command that tells what opens it failed",
        ),
        (
            Login::Command(vec!["/nowhere/pass".to_owned()]),
            "cannot be started",
        ),
    ] {
        keep(&daemon, &server, &login);
        watch(&client, &server, OnDelete::Keep, &[]);
        fails(&client, watch_id, why);
    }
    let told = ["/bin/echo", "secret"].map(str::to_owned);
    keep(&daemon, &server, &Login::Command(told.into()));
    watch(&client, &server, OnDelete::Keep, &["INBOX", "Nowhere"]);
    let shown = fails(&client, watch_id, "there is no folder Nowhere");
    assert_eq!(shown.folders, ["INBOX", "Nowhere"]);
    documents(&client, "what is there", |all| has(all, "key is with Bo"));

    // Neither the passwords nor the mail's words were logged, whatever is asked for.
    let logs = daemon.logs();
    assert!(logs.contains("ready"));
    for secret in ["hunter2", "secret", "key is with Bo"] {
        assert!(!logs.contains(secret), "{secret}");
    }
    let list = fs::read_to_string(daemon.data().join("watches/list.json")).expect("a list");
    assert!(list.contains("Nowhere") && !list.contains("secret") && !list.contains("echo"));

    let address = server.address().replace("imaps", "imap");
    for (source, folders, why) in [
        (address.replace("localhost", "mail.example"), "", "TLS"),
        (
            "imaps://ana:hunter2@mail.example".to_owned(),
            "",
            "password",
        ),
        ("imaps://mail.example".to_owned(), "", "whose mailbox"),
        (
            "https://mail.example/a.ics".to_owned(),
            "INBOX",
            "mailboxes",
        ),
    ] {
        let folders: Vec<String> = folders.lines().map(str::to_owned).collect();
        let refused = client.add_mailbox(&source, USER, OnDelete::Keep, false, &folders);
        let Err(ClientError::Problem(problem)) = refused else {
            panic!("{source}: {refused:?}");
        };
        let told = &problem.detail;
        assert_eq!(problem.status, 400);
        assert!(told.contains(why) && !told.contains("hunter2"), "{told}");
    }
}

#[test]
fn a_server_that_tells_of_nothing_by_itself_is_asked() {
    let Some(server) = Dovecot::start("imap_capability = IMAP4rev1 UIDPLUS") else {
        return;
    };
    server.deliver("", "1", mail(1, "The key is with Bo."));
    let daemon = trusting(&server);
    server.set_password("sécret");
    keep(&daemon, &server, &Login::Password("sécret".to_owned()));
    let client = daemon.client();
    let watched = watch(&client, &server, OnDelete::Forget, &[]);
    documents(&client, "the first", |all| has(all, "key is with Bo"));
    let read = |w: &Watch| w.state == WatchState::Watching && w.files == 1;
    state(&client, &watched.watch_id, "all is read", read);
    server.deliver("", "2", mail(2, "The boat leaves at six."));
    // Said anew, it is looked at at once.
    watch(&client, &server, OnDelete::Forget, &[]);
    documents(&client, "the second", |all| has(all, "boat leaves"));
    // One connection was enough.
    assert_eq!(server.log().matches("Login: user=<ana>").count(), 1);
}

#[test]
fn a_second_mail_of_a_message_id_takes_no_others_place() {
    let Some(server) = Dovecot::start("") else {
        return;
    };
    server.deliver("", "1", mail(1, "The key is with Bo."));
    let daemon = trusting(&server);
    keep(&daemon, &server, &secret());
    let client = daemon.client();
    watch(&client, &server, OnDelete::Forget, &[]);
    documents(&client, "the first", |all| has(all, "key is with Bo"));
    server.deliver("", "2", mail(1, "The key is with the thief."));
    server.deliver("", "3", mail(3, "The boat leaves at six."));
    let all = documents(&client, "the last", |all| has(all, "boat leaves"));
    assert!(has(&all, "key is with Bo") && all.len() == 2, "{all:?}");
}
