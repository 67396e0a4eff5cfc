use super::super::tests::read_on;
use crate::ingest::told::told;

#[test]
fn a_channel_window() {
    let document = read_on(
        "Thursday, May 16th\n\n\nida 🌍\n  9:47 AM\nwho took the van\n9:48\nbecause it is gone\n:heart:\n3\n\n\nBo Alm (extern)\n  9:52 AM\n\
         me, back by noon\n(edited)\n2 replies\nLast reply today at 11:02 AM\n\n\nGiphy\nAPP  10:52 AM\nbye (67 kB)\nPosted using /giphy\n\n\n\
         Message #vans\nShift + Return to add a new line\n",
        "2024-05-17T12:30:00[UTC]",
    );
    assert_eq!(
        told(&document),
        [
            "2024-05-16 09:47 ida: who took the van",
            "2024-05-16 09:48 ida: because it is gone",
            "2024-05-16 09:52 Bo Alm: me, back by noon",
        ]
    );
}

#[test]
fn a_thread_window_and_its_relative_days() {
    let document = read_on(
        "Thread\n#lakes\n\n\nIda Ek\n  Yesterday at 9:12 AM\nsoup?\nsoup.png\n\n\n2 replies\n\n\nBo Alm\n  Today at 7:58 AM\naye\nmore\n\nReply…\nAlso send to #lakes\n",
        "2025-03-05T09:05:00[UTC]",
    );
    assert_eq!(
        told(&document),
        [
            "2025-03-04 09:12 Ida Ek: soup?",
            "2025-03-05 07:58 Bo Alm: aye\nmore"
        ]
    );
    assert_eq!(document.title.as_deref(), Some("#lakes"));
}

#[test]
fn other_windows() {
    let document = read_on(
        "Ida — Today at 9:47 AM\nsoup?\n\nBo Alm [9:50 AM]\nyes\n\n[9:51 AM] Ida: good\n",
        "2025-03-05T19:05:00[UTC]",
    );
    assert_eq!(
        told(&document),
        [
            "2025-03-05 09:47 Ida: soup?",
            "2025-03-05 09:50 Bo Alm: yes",
            "2025-03-05 09:51 Ida: good"
        ]
    );
}

#[test]
fn names_and_colons_in_lines_of_their_own() {
    let document = read_on(
        "March 4, 2025\n\n[9:08 PM]\nida ek\n:\nsoup is off\n[9:10 PM]\nRota\nAPP\n:\nstir\n[9:16 PM]\nbo 🥄\nSTIRRER\n:\nthen bread\n",
        "2025-03-05T19:05:00[UTC]",
    );
    assert_eq!(
        told(&document),
        [
            "2025-03-04 21:08 ida ek: soup is off",
            "2025-03-04 21:16 bo: then bread"
        ]
    );
}

#[test]
fn a_messengers_export() {
    let line = "[16/11/24, 19:02:41] Ida Ek: soup?\n[16/11/24, 19:03:15] Bo: \u{200e}image omitted\n[16/11/24, 19:04:15] Bo: yes\n";
    let document = read_on(&line.repeat(2), "2024-11-17T10:00:00[UTC]");
    assert_eq!(document.passages.len(), 4);
    assert_eq!(document.people.len(), 2);
}

#[test]
fn days_and_months_before_the_hour() {
    let document = read_on(
        "Tuesday, 4 March\n\nIda Ek\n04/03 08:41\nsoup is off\n2 Sad reactions.\nhas context menu\n\nBo Alm\n04/03 08:50\nthen bread\nEdited\n",
        "2025-03-05T19:05:00[UTC]",
    );
    assert_eq!(
        told(&document),
        [
            "2025-03-04 08:41 Ida Ek: soup is off",
            "2025-03-04 08:50 Bo Alm: then bread"
        ]
    );
}

#[test]
fn a_status_stands_before_the_hour() {
    let document = read_on(
        "Tuesday, March 4th\n\nIda Ek\n:climbing:  8:41 AM\nsoup is off\nBo Alm\n🌴  8:50 AM\nthen bread\nIda Ek\n:climbing:  8:55 AM\nyes\nBo Alm\n🌴  8:56 AM\nok\n",
        "2025-03-05T19:05:00[UTC]",
    );
    assert_eq!(told(&document)[1], "2025-03-04 08:50 Bo Alm: then bread");
    assert_eq!(document.passages.len(), 4);
}

#[test]
fn a_dump_tells_its_times_in_utc() {
    let document = read_on(
        "> Ida Ek [U01ID] @ 03/03/2025 07:41:00 Z:\nsoup is off\n\n|   > Bo Alm [U02BO] @ 03/03/2025 07:50:00 Z:\n|   then bread\n\n> Rota [B0CAL] @ 03/03/2025 08:00:00 Z:\nReminder\n",
        "2025-03-05T19:05:00+01:00[+01:00]",
    );
    assert_eq!(
        told(&document),
        [
            "2025-03-03 08:41 Ida Ek: soup is off",
            "2025-03-03 08:50 Bo Alm: then bread",
        ]
    );
}

#[test]
fn no_blank_lines_between_messages() {
    let told_of = |text: &str| told(&read_on(text, "2025-03-05T19:05:00[UTC]"));
    let expected = [
        "2025-03-05 09:14 Ida Ek: soup is off",
        "2025-03-05 09:16 Bo Alm: why?",
        "2025-03-05 09:17 Bo Alm: it was good\nLunch 12:30",
        "2025-03-05 09:20 Ida Ek: salt",
    ];
    for between in [
        "  ",
        "\n  ",
        "\n",
        "\n05/03 ",
        "\n — \n",
        " — Today at ",
        "\t",
    ] {
        let head = |who: &str, at: &str| format!("{who}{between}{at}\n");
        let text = [
            head("Ida Ek", "9:14 AM") + "soup is off\n",
            head("Bo Alm", "9:16 AM") + "why?\n9:17\nit was good\nLunch 12:30\n",
            head("Ida Ek", "9:20 AM") + "salt\n",
        ];
        assert_eq!(told_of(&text.concat()), expected, "{between:?}");
    }
}

#[test]
fn a_day_right_above_its_messages_and_reactions_as_pictures() {
    let document = read_on(
        "Yesterday\nIda Ek  5:02 PM\nsoup?\n👍\n2\nToday\nIda Ek  8:01 AM\nno soup\n",
        "2025-03-05T19:05:00[UTC]",
    );
    assert_eq!(
        told(&document),
        [
            "2025-03-04 17:02 Ida Ek: soup?",
            "2025-03-05 08:01 Ida Ek: no soup"
        ]
    );
}

#[test]
fn clocks_of_other_languages() {
    for (heading, yesterday, half_past, edited) in [
        ("martes, 4 de marzo", "Ayer", "9:30 a. m.", "(editado)"),
        ("Dienstag, 4. März", "Gestern", "09:30 Uhr", "(bearbeitet)"),
        ("mardi 4 mars", "Hier", "9 h 30", "(modifié)"),
    ] {
        let text = format!(
            "{heading}\nIda Ek\n  {half_past}\nLa soupe\n09:31\nsalt\nBo Alm\n  {half_past}\nbread {edited}\n{yesterday}\nIda Ek\n  {half_past}\nleek\n"
        );
        assert_eq!(
            told(&read_on(&text, "2025-03-06T19:05:00[UTC]")),
            [
                "2025-03-04 09:30 Ida Ek: La soupe",
                "2025-03-04 09:31 Ida Ek: salt",
                "2025-03-04 09:30 Bo Alm: bread",
                "2025-03-05 09:30 Ida Ek: leek"
            ],
            "{heading}"
        );
    }
}

#[test]
fn the_same_person_goes_on_below_a_time_in_brackets() {
    let document = read_on(
        "ida — 04/03/2025 09:14\nsoup is off\nBo Alm — 04/03/2025 09:16\nwhy?\n[09:17]\nit was good\n\nida  [9:20 AM]\nsalt\n[9:21]\nand leek\n",
        "2025-03-05T19:05:00[UTC]",
    );
    assert_eq!(
        told(&document),
        [
            "2025-03-04 09:14 ida: soup is off",
            "2025-03-04 09:16 Bo Alm: why?",
            "2025-03-04 09:17 Bo Alm: it was good",
            "2025-03-04 09:20 ida: salt",
            "2025-03-04 09:21 ida: and leek",
        ]
    );
}

#[test]
fn a_comma_before_the_day() {
    let document = read_on(
        "Ida Ek, Mon 9:14 AM\nsoup is off\nYou, Mon 9:20 AM\nwhy?\nBo Alm, Yesterday 7:00 PM\nsalt\n",
        "2025-03-05T19:05:00[UTC]",
    );
    assert_eq!(
        told(&document),
        [
            "2025-03-03 09:14 Ida Ek: soup is off",
            "2025-03-03 09:20 You: why?",
            "2025-03-04 19:00 Bo Alm: salt",
        ]
    );
}

#[test]
fn names_before_bare_times_and_posts_of_programs() {
    let told_of = |text: &str| told(&read_on(text, "2025-03-05T19:05:00[UTC]"));
    assert_eq!(
        told_of(
            "Wednesday, Mar 5\n\nIda Ek 11:04am\nIda Ek Soup is off\nBo Alm 11:09am\nBo Alm why?\nBo Alm 11:10am\nThe key is with Eve.\n\
             Eve Berg 1:47pm\nI open at 8.\nIda Ek 1:50pm\ngood\n"
        ),
        [
            "2025-03-05 11:04 Ida Ek: Soup is off",
            "2025-03-05 11:09 Bo Alm: why?",
            "2025-03-05 11:10 Bo Alm: The key is with Eve.",
            "2025-03-05 13:47 Eve Berg: I open at 8.",
            "2025-03-05 13:50 Ida Ek: good"
        ]
    );
    assert_eq!(
        told_of(
            "Rota Bot\nAPP  9:00 AM\n@Ida Ek posted a stand-up\nStirred the soup\n\nBo Alm\n  9:14 AM\ngood\n"
        ),
        [
            "2025-03-05 09:00 Ida Ek: Stirred the soup",
            "2025-03-05 09:14 Bo Alm: good"
        ]
    );
    assert_eq!(
        told_of(
            "=====\nGuild: Lakes\n=====\n\n[3/4/2025 6:02 PM] ida\nsoup?\n\n{Reactions}\n👍 (2) 🎉\n\n[3/4/2025 6:11 PM] bo (pinned)\nyes\n\n\
             {Attachments}\nhttps://a.example/soup.jpg\n\n=====\nExported 2 message(s)\n=====\n"
        ),
        ["2025-03-04 18:02 ida: soup?", "2025-03-04 18:11 bo: yes"]
    );
}

#[test]
fn weekdays_above_bracketed_heads_and_what_the_window_says_of_itself() {
    for (earlier, before) in [("Monday", "Yesterday"), ("Montag", "Gestern")] {
        let document = read_on(
            &format!(
                "Bo Alm\nDirect message  ·  Only you and Bo can see this\n\n\n{earlier}\n[4:41 PM] Bo Alm\nsoup?\n\n[4:43 PM] Ida Ek\nyes\n\n{before}\n[8:58 AM] Ida Ek\nleek\n\n\
                 Slackbot\n[9:00 AM] Reminder: stir (you asked me to remind you every Tuesday at 9)\n\n[9:12 AM] Bo Alm\nsalt\n\nAa  @  :)   Send now\n"
            ),
            "2025-03-05T19:05:00[UTC]",
        );
        assert_eq!(
            told(&document),
            [
                "2025-03-03 16:41 Bo Alm: soup?",
                "2025-03-03 16:43 Ida Ek: yes",
                "2025-03-04 08:58 Ida Ek: leek",
                "2025-03-04 09:12 Bo Alm: salt",
            ]
        );
        assert_eq!(document.people.len(), 2);
    }
}

#[test]
fn what_a_window_puts_below_a_day_above_a_name_and_behind_a_time() {
    let read = |text: &str| told(&read_on(text, "2025-03-05T19:05:00[UTC]"));
    assert_eq!(
        read(
            "soup-kitchen\n42 members\nMonday, March 3rd\nTill Bot  APP  11:58 PM\nSold 12. View report\nTuesday, March 4th\nNew\nIda Ek\n:bread:  7:02 AM\nsoup?\n\
             :leek: 4  :cry: 2\nBo Alm  7:05 AM\nyes\nMessage soup-kitchen\nAa  @  :smile:\n"
        ),
        [
            "2025-03-04 07:02 Ida Ek: soup?",
            "2025-03-04 07:05 Bo Alm: yes"
        ]
    );
    assert_eq!(
        read(
            "ida.e — 3/4/2025 6:41 PM\nsoup?\n\nPot 🌻\nBOT\n — 3/4/2025 7:00 PM\nstir it\n\nida.e — Today at 7:30 AM\nwith leek\n"
        ),
        [
            "2025-03-04 18:41 ida.e: soup?",
            "2025-03-05 07:30 ida.e: with leek"
        ]
    );
    assert_eq!(
        read("3 March 2025\n\nI\n18:41\nIda Ek\nsoup?\n\n18:42\nat ten\n\nB\n18:55\nBo Alm\nyes\n"),
        [
            "2025-03-03 18:41 Ida Ek: soup?",
            "2025-03-03 18:42 Ida Ek: at ten",
            "2025-03-03 18:55 Bo Alm: yes"
        ]
    );
    assert_eq!(
        read(
            "Ida Ek, Mon 4:02 PM\nsoup?\n\nBo Alm, Mon 4:06 PM, Edited\nyes\nYou, 10:15 AM\nwhere?\nHistory is on\n"
        ),
        [
            "2025-03-03 16:02 Ida Ek: soup?",
            "2025-03-03 16:06 Bo Alm: yes",
            "2025-03-03 10:15 You: where?"
        ]
    );
}

#[test]
fn a_messengers_window_names_whoever_sends_twice() {
    assert_eq!(
        told(&read_on(
            "Bo Alm\nActive 2h ago\nMar 3, 2025, 6:12 PM\nBo\nBo Alm\nsoup at ten\nYou sent\nwith leek?\nMon 8:01 AM\nBo\nBo Alm\nyes\nYou sent\ngood\nEnter\n",
            "2025-03-05T19:05:00[UTC]",
        )),
        [
            "2025-03-03 18:12 Bo Alm: soup at ten",
            "2025-03-03 18:12 You: with leek?",
            "2025-03-03 08:01 Bo Alm: yes",
            "2025-03-03 08:01 You: good",
        ]
    );
}

#[test]
fn times_that_tell_how_long_ago() {
    assert_eq!(
        told(&read_on(
            "Thread\n\nIda Ek\n  Yesterday at 2:10 PM\nsoup?\n\nBo Alm\n  2 hours ago\nyes\n2 days ago\n\nIda Ek\n  30 minutes ago\nleek\n",
            "2025-03-05T19:05:00[UTC]",
        )),
        [
            "2025-03-04 14:10 Ida Ek: soup?",
            "2025-03-05 17:05 Bo Alm: yes\n2 days ago",
            "2025-03-05 18:35 Ida Ek: leek",
        ]
    );
}
