use super::*;
use jiff::Zoned;
use proptest::prelude::*;

fn guess(text: &str, filename: Option<&str>) -> SourceType {
    let reference: Zoned = "2024-09-18T18:00:00[UTC]".parse().expect("a time");
    source_type(
        text,
        &About {
            filename,
            reference: &reference,
        },
    )
}

#[test]
fn knows_each_type_by_its_content() {
    use SourceType::*;
    for (text, type_) in [
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nHi", Stream),
        ("1\n00:00:01,000 --> 00:00:02,000\nHi", Stream),
        ("0:00:01.000,0:00:02.000\nHi", Stream),
        (
            "12/03/2024, 21:04 - Ida: on my way\n12/03/2024, 21:05 - Bo: ok\n",
            Stream,
        ),
        (
            "[12.03.24, 21:04:11] Ida: on my way\n[12.03.24, 21:05:00] Bo: ok\n",
            Stream,
        ),
        (
            "Ida: Hello.\nBo: Hello.\nIda: Shall we?\nBo: Yes.\n",
            Stream,
        ),
        ("BEGIN:VCALENDAR\r\nEND:VCALENDAR", Calendar),
        (
            "From: Ida <ida@a.example>\nTo: bo@a.example\nSubject: Soup\n\nHi",
            Email,
        ),
        (
            "---------- Forwarded message ---------\nFrom: Ida <ida@a.example>\nDate: 3 May 2024\nSubject: Soup\n\nHi",
            Email,
        ),
        (
            "Begin forwarded message:\n\nFrom: Ida <ida@a.example>\nSubject: Soup\nDate: 3 May 2024\n\nHi",
            Email,
        ),
        (
            "From: Ida <notifications@github.com>\nTo: a/b <b@c.example>\nSubject: [a/b] Soup\n\nHi",
            Github,
        ),
        (
            r#"[{"type":"message","user":"U1","text":"hi","ts":"1516454398.000069"}]"#,
            Slack,
        ),
        (
            r#"{"action":"opened","issue":{"number":1,"title":"Soup","body":"Boils over.","user":{"login":"ida"},"html_url":"https://github.com/a/b/issues/1"}}"#,
            Github,
        ),
        (
            r#"{"data":[{"entity":"/a.rs","time":1726651800.0,"project":"x"}]}"#,
            Vscode,
        ),
        (r#"{"requests":[{"message":{"text":"hi"}}]}"#, Vscode),
        (
            r#"{"type":"assistant","message":{"role":"assistant","content":"See https://github.com/a/b"}}"#,
            Vscode,
        ),
        (
            "commit 1234567890abcdef1234567890abcdef12345678\nAuthor: A <a@b.example>\n",
            Vscode,
        ),
        ("1a2b3c4 Mend the pump\n9f8e7d6 Add the pump\n", Vscode),
        (
            "Thursday, May 16th\n\n\nIda\n  9:47 AM\nsoup?\n\nBo\n  9:49 AM\nyes\n",
            Slack,
        ),
        ("<!DOCTYPE NETSCAPE-Bookmark-file-1>", Browser),
        (
            "<div class=\"content-cell\">Watched Oars<br>Jan 4, 2024, 10:15:22 AM CET<br></div>",
            Browser,
        ),
        ("url,title,visit_time\nhttps://a.example,A,1\n", Browser),
        ("channel,ts,user,text\na,1,b,c\n", Slack),
        ("start\tend\ttext\n0.0\t1.0\tHi\n", Stream),
        ("[00:00.000 --> 00:04.200]  Hi there", Stream),
        (
            "Ida  [9:07 AM]\nsoup?\n\nBo  [9:09 AM]\nyes\n[9:10 AM]\nwith bread\n",
            Slack,
        ),
        (
            "Ida Ek\n\nFrom:     Bo Alm <bo@a.example>\nSent:     Monday\nTo:       Ida Ek\n\nHi",
            Email,
        ),
        (
            "Ida Ek <ida@a.example> Mon, Aug 4, 2025 at 9:14 AM\nTo: Bo <bo@a.example>\n\nHi",
            Email,
        ),
        (
            ": 1717405200:0;make soup\n: 1717405260:0;make bread\n",
            Vscode,
        ),
        (
            "Soup committee\nDate: 3 June\nPlace: Hall\nPresent: Ida, Bo\nExcused: Cy\nDecision: Leek.\n",
            Text,
        ),
        (
            r#"[{"id":1,"start":"20240504T080000Z","end":"20240504T093000Z","tags":["soup"]}]"#,
            Text,
        ),
        (
            r#"{"value":[{"subject":"Soup","bodyPreview":"Bring bread.","start":{"dateTime":"2024-05-04T08:00:00","timeZone":"UTC"},"createdDateTime":"2024-05-01T08:00:00Z"}]}"#,
            Calendar,
        ),
        (
            "(A) 2024-05-02 Mend the pot +kitchen\nx 2024-05-04 2024-05-01 Buy leek @shop\n(B) 2024-05-03 Sow due:2024-06-01\n",
            Vscode,
        ),
        (
            "De : Ida Ek <ida@a.example>\nEnvoyé : mardi 5 mars 2024 10:22\nÀ : Bo\nObjet : Soupe\n\nBonjour,\nvoici la soupe.\n",
            Email,
        ),
        (
            "Soup\nBo Alm\nunread,\nJul 21, 2024, 4:12:09 PM\nto soup-users\nIs it hot?\n\nIda Ek\nunread,\nJul 21, 2024, 6:40:51 PM\nto Bo Alm, soup-users\nIt is.\n",
            Email,
        ),
        (
            "Montag, 4. August\nIda Ek\n09:14 Uhr\nDas Treffen ist in Köln.\nAnna Roth\n09:20 Uhr\nIch habe den Zug gebucht.\n",
            Slack,
        ),
        (
            "Term starts: Monday 1st September\nHalf term: Monday 27th October\nTerm ends: Friday 19th December\nTerm starts: Tuesday 6th January\nHalf term: Monday 16th February\nTerm ends: Friday 27th March\n",
            Text,
        ),
        (
            "Soup tasting\nWhen: Sat 23 Nov 2024 7pm – 9pm\nWhere: Hall, Pot Street 7\nWho: Ida Ek - organiser\n",
            Calendar,
        ),
        (
            "ida_ek says:\nJune 9, 2024 at 9:14 pm\nLovely soup, thank you for the leek.\n\nbo_alm says:\nJune 10, 2024 at 8:40 am\nThank you, there is more of it.\n",
            Browser,
        ),
        (
            "Soup board (2024-08-04) - Transcript\nAttendees\nIda Ek, Bo Alm\n\nTranscript\n\n00:00:00\nIda Ek: It is hot.\n\n00:05:00\nBo Alm: It simmers.\n",
            Stream,
        ),
        ("Page one\u{c}Page two", Pdf),
        ("Today I walked to the lake. It was cold.", Text),
        (
            "# 2026-11-26\nLunch with Ines.\n\n# 2026-11-18\nFixed the gate.\n",
            Text,
        ),
        ("ida@pier:~# ls\nsoup\nida@pier:~# ls -a\n", Vscode),
        ("", Text),
    ] {
        assert_eq!(guess(text, None), type_, "{text}");
    }
}

proptest! {
    #[test]
    fn never_panics(text in "\\PC{0,200}", name in "\\PC{0,20}") {
        guess(&text, Some(&name));
    }
}
