use super::*;
use crate::ingest::{Kind, PersonId};
use proptest::prelude::*;

const MAIL: &str = "Received: from mx.example (mx.example [192.0.2.1]); Mon, 3 Mar 2025 09:12:00 +0000\r\n\
From: =?UTF-8?Q?Ann_L=C3=A9e?= <ann@x.example>\r\nTo: \"Holm, Ida\" <ida@y.example>, Bo Chen <bo@x.example>\r\n\
Subject: Re: Boat\r\nDate: Mon, 3 Mar 2025 09:12:00 +0000\r\nMessage-ID: <1@x.example>\r\nMIME-Version: 1.0\r\n\
Content-Type: multipart/alternative; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\
Content-Transfer-Encoding: quoted-printable\r\n\r\nHi Ida,\r\n\r\nthe boat comes on Friday at ten, and Bj=C3=B6rn brings the oars that =\r\n\
you left.\r\n\r\n- Bring rope.\r\n- Bring tea.\r\n\r\nBest,\r\nAnn\r\n\r\nOn Sun, 2 Mar 2025, Ida Holm wrote:\r\n> When?\r\n\
--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Hi Ida,</p>\r\n--b--\r\n";

fn oslo() -> Zoned {
    "2025-03-05T12:00:00[Europe/Oslo]".parse().expect("a time")
}

fn said(document: &Document) -> Vec<(Option<&str>, &str)> {
    let name = |id: PersonId| document.people[id].name.as_deref();
    document
        .passages
        .iter()
        .map(|p| (p.speaker.and_then(name), p.text.as_str()))
        .collect()
}

/// When each passage was written, as far as it says so.
fn days(document: &Document) -> Vec<String> {
    let whens = document.passages.iter().filter_map(|p| p.when);
    whens.map(|w| w.to_string()).collect()
}

#[test]
fn a_copied_window() {
    let document = read(
        "Boat\nInbox\n\nAnn Lee <ann@x.example>\nTue, 4 Mar, 21:14 (1 day ago)\nto me\n\nThe boat is free on Friday.\n\n\
         Ida Holm\nWed, 5 Mar, 07:50 (2 hours ago)\nto Ann\n\nThen I will come on Friday.\n",
        &oslo(),
    );
    assert_eq!(
        said(&document),
        [
            (Some("Ann Lee"), "The boat is free on Friday."),
            (Some("Ida Holm"), "Then I will come on Friday."),
        ]
    );
    assert_eq!(document.title.as_deref(), Some("Boat"));
}

#[test]
fn a_message_as_a_program_displays_it() {
    let text = "From: Ann Lee <ann@x.example>\nSent: Thursday, March 6, 2025 8:31 AM\nTo: Ida Holm <ida@y.example>\nSubject: RE: Boat\n\n\
        Bring the oars on Friday, please.\n\nAnn Lee | Boats\nLee Boats\n+44 113 496 0000\n\n\
        From: Ida Holm <ida@y.example>\nSent: Wednesday, March 5, 2025 5:45 PM\nTo: Ann Lee <ann@x.example>\nSubject: Boat\n\n\
        When do we go?\n\nlove, Ida x\n\nSent from my iPad\n";
    let document = read(text, &oslo());
    assert_eq!(
        said(&document),
        [
            (Some("Ann Lee"), "Bring the oars on Friday, please."),
            (Some("Ida Holm"), "When do we go?"),
        ]
    );
    let when = document.passages[0].when.map(|w| w.to_string());
    assert_eq!(when.as_deref(), Some("2025-03-06 08:31"));
}

#[test]
fn reads_a_message() {
    let document = read(MAIL, &oslo());
    assert_eq!(
        said(&document),
        [
            (
                Some("Ann Lée"),
                "the boat comes on Friday at ten, and Björn brings the oars that you left."
            ),
            (Some("Ann Lée"), "Bring rope."),
            (Some("Ann Lée"), "Bring tea."),
        ]
    );
    let first = &document.passages[0];
    assert!(
        MAIL[first.span.clone()].starts_with("the boat comes")
            && MAIL[first.span.clone()].ends_with("you left.")
    );
    assert_eq!(
        first.when.map(|w| w.to_string()).as_deref(),
        Some("2025-03-03 10:12")
    );
    assert_eq!(
        first.kind,
        Kind::Message {
            subject: Some("Boat".into())
        }
    );
    let to: Vec<_> = first
        .audience
        .iter()
        .map(|id| document.people[*id].name.as_deref())
        .collect();
    assert_eq!(to, [Some("Ida Holm"), Some("Bo Chen")]);
}

#[test]
fn reads_a_mailbox() {
    let mail = "From ann@x.example Mon Mar  3 10:12:00 2025\nFrom: Ann <ann@x.example>\nSubject: One\nMessage-ID: <1@x>\n\nFirst.\n\n\
        From bo@x.example Tue Mar  4 10:12:00 2025\nFrom: Bo <bo@x.example>\nSubject: Two\nMessage-ID: <2@x>\n\nSecond.\n";
    let document = read(mail, &oslo());
    assert_eq!(
        said(&document),
        [(Some("Ann"), "First."), (Some("Bo"), "Second.")]
    );
    assert_eq!(
        document
            .passages
            .iter()
            .map(|p| p.thread)
            .collect::<Vec<_>>(),
        [0, 1]
    );
    assert_eq!(&mail[document.passages[1].span.clone()], "Second.");
}

#[test]
fn reads_a_pasted_conversation() {
    let text = "From: Ann Lee\nSent: Monday, 3 March 2025 10:12\nTo: Ida Holm\nSubject: RE: Boat\n\nIt comes on Friday.\n\nAnn\n\n\
        From: Ida Holm\nSent: Sunday, 2 March 2025 20:00\nTo: Ann Lee\nSubject: Boat\n\nWhen does the boat come?\n";
    let document = read(text, &oslo());
    assert_eq!(
        said(&document),
        [
            (Some("Ann Lee"), "It comes on Friday."),
            (Some("Ida Holm"), "When does the boat come?")
        ]
    );
    assert_eq!(
        document.passages[1].when.map(|w| w.to_string()).as_deref(),
        Some("2025-03-02 20:00")
    );
}

#[test]
fn a_forwarded_message_is_content() {
    let text = "From: Ann Lee <ann@x.example>\nTo: Ida Holm <ida@y.example>\nSubject: Fwd: Boat\nMessage-ID: <1@x>\n\nSee below.\n\n\
        ---------- Forwarded message ---------\nFrom: Bo Chen <bo@x.example>\nDate: Mon, 3 Mar 2025 at 10:12\nSubject: Boat\nTo: Ann Lee <ann@x.example>\n\n\
        The boat is blue.\n\n-- \nBo\n";
    assert_eq!(
        said(&read(text, &oslo())),
        [
            (Some("Ann Lee"), "See below."),
            (Some("Bo Chen"), "The boat is blue.")
        ]
    );
}

#[test]
fn a_copied_conversation_keeps_what_its_quotes_quote() {
    let text = "Boat trip\nInbox\n\nAnn Lee <ann@x.example>\nTue, 4 Feb, 21:14 (10 hours ago)\nto me, Bo\n\nThe boat is back.\n\n\
        On Tue, 4 Feb 2025 at 18:02, Bo Chen <bo@x.example> wrote:\n\n> Where was it?\n>\n\
        > On Mon, 3 Feb 2025 at 07:40, Ida Holm <ida@y.example> wrote:\n>\n>> The boat is gone.\n";
    let document = read(text, &oslo());
    let told: Vec<(Option<&str>, &str)> = said(&document);
    for one in [
        (Some("Ann Lee"), "The boat is back."),
        (Some("Bo Chen"), "Where was it?"),
        (Some("Ida Holm"), "The boat is gone."),
    ] {
        assert!(told.contains(&one), "{told:?}");
    }
    assert_eq!(
        days(&document),
        ["2025-02-04 21:14", "2025-02-04 18:02", "2025-02-03 07:40"]
    );
}

#[test]
fn who_is_quoted_without_an_address_is_known_by_name() {
    let text = "From: Ann Lee <ann@x.example>\nTo: Bo Chen <bo@x.example>\nSubject: Boat\n\nIt is back.\n\n\
        On 4 Feb 2025, at 18:02, Bo Chen wrote:\n> Hi Ann,\n> the boat is gone.\n> Bo\n";
    let document = read(text, &oslo());
    assert_eq!(
        said(&document),
        [
            (Some("Ann Lee"), "It is back."),
            (Some("Bo Chen"), "the boat is gone.")
        ]
    );
}

#[test]
fn a_quote_says_below_its_marks_whose_it_is() {
    let text = "From: Ann Lee <ann@x.example>\nSubject: Re: Boat\nDate: 5 August 2025 at 17:42:10 CEST\nTo: Bo Chen <bo@x.example>\n\n\
        It is back.\n\n> On 5 Aug 2025, at 12.10, Bo Chen <bo@x.example> wrote:\n> \n> Where is the boat?\n\
        >> On 4 Aug 2025, at 20:00, Ann Lee <ann@x.example> wrote:\n>> \n>> The boat is gone.\n";
    let document = read(text, &oslo());
    assert_eq!(
        said(&document),
        [
            (Some("Ann Lee"), "It is back."),
            (Some("Bo Chen"), "Where is the boat?"),
            (Some("Ann Lee"), "The boat is gone."),
        ]
    );
    assert_eq!(
        days(&document),
        ["2025-08-05 17:42", "2025-08-05 12:10", "2025-08-04 20:00"]
    );
    let unsaid =
        "From: Ann Lee <ann@x.example>\nTo: Bo Chen <bo@x.example>\n\nYes.\n\n> Is it blue?\n";
    assert_eq!(said(&read(unsaid, &oslo())), [(Some("Ann Lee"), "Yes.")]);
}

#[test]
fn words_answered_piece_by_piece_stay_their_writers() {
    let text = "From: Ann Lee <ann@x.example>\nTo: Bo Chen <bo@x.example>\nSubject: Re: Boat\n\n\
        On 4/2/25 21:14, Bo Chen wrote:\n> How long is it?\n\nTwo metres.\n\n> I can bring the oars.\n\nGreat, on Friday.\n";
    assert_eq!(
        said(&read(text, &oslo())),
        [
            (Some("Bo Chen"), "How long is it?"),
            (Some("Ann Lee"), "Two metres."),
            (Some("Bo Chen"), "I can bring the oars."),
            (Some("Ann Lee"), "Great, on Friday."),
        ]
    );
}

#[test]
fn html_below_an_answer_has_a_head() {
    let text = "From: Ann Lee <ann@x.example>\nTo: Bo Chen <bo@x.example>\nSubject: Boat\nContent-Type: text/html\n\n\
        <p>It is back.</p><div><p><b>From:</b> Bo Chen<br><b>Sent:</b> Monday, August 4, 2025 5:00 PM<br><b>To:</b> Ann Lee<br>\
        <b>Subject:</b> Boat</p><p>Where is it?</p></div>";
    assert_eq!(
        said(&read(text, &oslo())),
        [
            (Some("Ann Lee"), "It is back."),
            (Some("Bo Chen"), "Where is it?")
        ]
    );
}

#[test]
fn html_alone_is_read() {
    let text = "From: Ann <ann@x.example>\nMessage-ID: <1@x>\nContent-Type: text/html\n\n<div style='display:none'>x</div><p>Come <b>soon</b>.</p>\
        <blockquote>Old</blockquote>";
    assert_eq!(said(&read(text, &oslo())), [(Some("Ann"), "Come soon.")]);
}

proptest! {
    #[test]
    fn any_text_is_read(text in "(From: |Subject: |Content-Type: multipart/mixed; boundary=b\n|--b|--b--|\n|\n\n|> |>> |On 3 March 2025 Ann wrote:|> On 3 March 2025, at 9.15, Ann wrote:|Date: 3 March 2025 at 9.15
|=\n|=C3|\\PC){0,60}") {
        for passage in read(&text, &oslo()).passages {
            prop_assert!(text.get(passage.span).is_some());
        }
    }

    #[test]
    fn a_mutated_mail_is_read(at in 0..MAIL.len(), len in 0..80usize, put in "\\PC{0,6}|\n|--b\r\n|: ") {
        let mut text = MAIL.to_owned();
        let (from, to) = (text.floor_char_boundary(at), text.floor_char_boundary((at + len).min(MAIL.len())));
        text.replace_range(from..to.max(from), &put);
        for passage in read(&text, &oslo()).passages {
            prop_assert!(text.get(passage.span).is_some());
        }
    }
}

#[test]
fn reads_quotes_within_quotes_of_a_pasted_thread() {
    let text = "Ida Holm <ida@y.example>\nMon, 3 Mar, 21:14 (2 hours ago)\nto me, Bo\n\nThe boat comes on Friday.\n\n\
        On Sun, 2 Mar 2025 at 18:02, Bo Chen <bo@x.example> wrote:\n\n> When does it come, Ida?\n>\n\
        > On Sat, 1 Mar 2025 at 07:40, Ann Lee <ann@x.example> wrote:\n>\n>> We have bought the old boat.\n";
    let document = read(text, &oslo());
    assert_eq!(
        said(&document),
        [
            (Some("Ida Holm"), "The boat comes on Friday."),
            (Some("Bo Chen"), "When does it come, Ida?"),
            (Some("Ann Lee"), "We have bought the old boat."),
        ]
    );
    let to: Vec<_> = document.passages[0]
        .audience
        .iter()
        .filter_map(|id| document.people[*id].name.as_deref())
        .collect();
    assert_eq!(to, ["me", "Bo"]);
    assert_eq!(
        document.passages[2].when.map(|w| w.to_string()).as_deref(),
        Some("2025-03-01 07:40")
    );
}

#[test]
fn an_upload_is_in_utf8_whatever_a_part_says_it_was_in() {
    let reference = "2025-03-05T12:00:00[UTC]".parse().expect("a time");
    for charset in ["iso-8859-1", "utf-8", "koi8-r"] {
        let text = format!(
            "From: Ann Lee <ann@x.example>\nTo: ida@y.example\nSubject: Keys\nDate: Wed, 5 Mar 2025 09:00:00 +0000\n\
             Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n\nDer Schlüssel liegt bei Grünwald.\n"
        );
        let document = read(&text, &reference);
        assert_eq!(
            document.passages[0].text, "Der Schlüssel liegt bei Grünwald.",
            "{charset}"
        );
    }
}
