use super::*;
use proptest::prelude::*;

fn left(text: &str, source: SourceType) -> String {
    without(text, Medium::of(source)).into_owned()
}

#[test]
fn knows_what_nobody_wrote() {
    for said in [
        "If you are not the intended recipient, please delete this message.",
        "Sent from my iPhone",
        "Unsubscribe: https://click.example/u/1",
        "Diese E-Mail kann vertrauliche Informationen enthalten.",
        "Envoyé de mon iPhone",
        "Reply | Reply all | Forward",
        "3 attachments • Scanned by Gmail",
        "[EXTERNAL] Be careful with links and attachments.",
        "Ce courriel est confidentiel et réservé à son destinataire, toute divulgation est interdite.",
        "CONFIDENTIAL - do not circulate outside the harbour office",
    ] {
        assert_eq!(left(said, SourceType::Email), "", "{said}");
    }
    for said in [
        "This report may not be disclosed to third parties without our written consent.",
        "Page 3 of 5",
        "Form H-22 v.9",
    ] {
        assert_eq!(left(said, SourceType::Pdf), "", "{said}");
    }
    for said in [
        "- [x] I have searched the existing issues",
        "Thanks for opening your first issue! Somebody will look at it.",
    ] {
        assert_eq!(left(said, SourceType::Github), "", "{said}");
    }
}

#[test]
fn knows_bars_and_offers() {
    assert_eq!(
        left(
            "Soup Notes Lite - Backup created 17.08.2023 21:52 - 214 entries",
            SourceType::Text
        ),
        ""
    );
    assert_eq!(
        left("[ Soup card v2 · tap to add photo ]", SourceType::Text),
        ""
    );
    assert_eq!(left("Keep   Undo", SourceType::Vscode), "");
    assert_eq!(
        left(
            "The soup is hot.\nYou may also like\nCold soup in a bowl\nA pot with a lid\n\nThe bread was cold, and so was the butter that Bo had brought along from his home by the sea.",
            SourceType::Browser
        ),
        "The soup is hot.\n\nThe bread was cold, and so was the butter that Bo had brought along from his home by the sea."
    );
    for kept in [
        "Ann - 12 people - Saturday",
        "More from Ann tomorrow, she said.",
        "Popular with children: the swing, the pond",
    ] {
        assert_eq!(left(kept, SourceType::Browser), kept);
    }
}

#[test]
fn keeps_what_stands_beside_it() {
    assert_eq!(
        left(
            "The crane comes on Friday. This email was sent to ann@x.example.\nPlease bring both oars and a sail, the green one.",
            SourceType::Email
        ),
        "The crane comes on Friday.\nPlease bring both oars and a sail, the green one."
    );
    assert_eq!(
        left(
            "I tried to unsubscribe from their list, in vain.",
            SourceType::Email
        ),
        "I tried to unsubscribe from their list, in vain."
    );
}

/// Sentences as people write them, some with words that furniture has, too.
const PROSE: [&str; 12] = [
    "I sent it from my desk on Monday.",
    "The wedding is on Saturday, and Rosa brings the cake.",
    "Call me when the boat is back.",
    "The tenant may not sublet to third parties without the consent of the landlord.",
    "Maria joined the team last week and already fixed the pump.",
    "Please do not forget the oars.",
    "We saved 15 % on the paint because Tom asked twice.",
    "My reply to Bo was too long, as usual.",
    "Status: the roof is finished, the gutter is not.",
    "The weather was foul, so we walked 3 km only and drove home.",
    "Deposit of 200 euros is due on 3 May, the rest in June.",
    "He shared his file with all of us and left the meeting at ten.",
];

proptest! {
    #[test]
    fn prose_survives_in_every_medium(
        chosen in proptest::sample::subsequence(PROSE.to_vec(), 1..PROSE.len()),
        lines in any::<bool>(),
    ) {
        let text = chosen.join(if lines { "\n" } else { " " });
        for source in [
            SourceType::Email, SourceType::Calendar, SourceType::Slack, SourceType::Stream, SourceType::Github,
            SourceType::Browser, SourceType::Vscode, SourceType::Pdf, SourceType::Text,
        ] {
            prop_assert_eq!(left(&text, source), text.clone());
        }
        prop_assert_eq!(without(&text, Medium::OFFICE), text.clone());
    }

    #[test]
    fn any_text_is_looked_through(text in "(\\PC|\n|Unsubscribe\\. |I'm |View thread\n|confidential recipient delete ){0,60}") {
        for source in [SourceType::Email, SourceType::Slack, SourceType::Pdf, SourceType::Text] {
            let kept = left(&text, source);
            prop_assert!(kept.split_whitespace().all(|w| text.contains(w)));
        }
    }
}

#[test]
fn what_programs_say_around_a_text_goes_and_what_sounds_like_it_stays() {
    for (said, source, goes) in [
        ("You're all caught up", SourceType::Slack, true),
        ("Send a message to Ann Roe, Bo Alm", SourceType::Slack, true),
        (
            "Send a message to Bo that the party moved to 7pm",
            SourceType::Slack,
            false,
        ),
        ("Ann changed this group's icon", SourceType::Stream, true),
        (
            "Sorry, this message was deleted by mistake, I'll be there at 5",
            SourceType::Stream,
            false,
        ),
        ("Chair: ____________", SourceType::Pdf, true),
        ("Date: ____ 12 May 2024", SourceType::Pdf, false),
        ("Pg 1 / 2", SourceType::Pdf, true),
        (
            "Processing triggers for man-db (2.11.2) ...",
            SourceType::Vscode,
            true,
        ),
    ] {
        assert_eq!(left(said, source).is_empty(), goes, "{said}");
    }
}

#[test]
fn what_those_who_meet_say_of_their_line_goes_and_what_they_say_besides_stays() {
    for said in [
        "Ann, you're on mute.",
        "Is my sound better now?",
        "Somebody's microphone is crackling.",
        "We can see your screen, Bo.",
        "The little red light is on, so it works.",
        "How do I stop this thing?",
        "Tu es en mute.",
        "Du bist noch stumm, Ida.",
        "Sottotitoli a cura di Quay",
    ] {
        assert_eq!(left(said, SourceType::Stream), "", "{said}");
    }
    for said in [
        "You are quiet about the money.",
        "The light in the shed is on, so Bo is home.",
        "Can you see us on Friday?",
        "My camera was stolen in Hull.",
        "We see your cousin on Monday.",
        "I press apples on Sunday.",
        "Is the boat going on Monday?",
    ] {
        assert_eq!(left(said, SourceType::Stream), said);
    }
    assert_eq!(
        left(
            "Can everybody hear me okay now? Bo sold it.",
            SourceType::Stream
        ),
        "Bo sold it."
    );
}

#[test]
fn what_papers_print_below_goes_and_what_they_agree_on_stays() {
    for said in [
        "Any amendment to this contract must be made in writing.",
        "Änderungen bedürfen der Schriftform.",
        "Calls to and from us may be recorded.",
        "Prices in SEK including VAT.",
        "Disputes are subject to Hull jurisdiction only.",
        "Terms B-4, edition of 2 May 2021, apply.",
        "ISO 9001 certified company",
        "The office is not liable for loss of valuables.",
        "This receipt is computer generated and needs no stamp.",
    ] {
        assert_eq!(left(said, SourceType::Pdf), "", "{said}");
    }
    for said in [
        "The tenant must send the form in writing by 3 May 2026.",
        "Prices include breakfast and the trip to the island.",
        "The call with the surveyor was on 3 May, and Ann recorded it.",
        "The insurer is not liable for the boat house.",
        "Ann is certified as a diver.",
        "Ann Lee is a member of the Diving Federation.",
        "The society is a member of the project that rebuilds the pier.",
        "Interest on the overdue accounts was waived, and the overdue invoices were paid.",
    ] {
        assert_eq!(left(said, SourceType::Pdf), said);
    }
    assert_eq!(
        left(
            "Any amendment to this contract must be made in writing. Bo has the key.",
            SourceType::Pdf
        ),
        "Bo has the key."
    );
}

#[test]
fn words_of_the_day_and_prompts_go() {
    assert_eq!(
        left(
            "The boat leaks.\nQuote of the day\nStill waters run deep. — Anon\n\nI rowed.",
            SourceType::Text
        ),
        "The boat leaks.\n\nI rowed."
    );
    for (said, goes) in [
        ("✨ Reflect: What made you smile today?", true),
        (
            "2 photos (IMG_1.jpg, IMG_2.jpg) could not be exported.",
            true,
        ),
        ("Zuletzt bearbeitet: 3. Mai 2024, 21:14", true),
        ("Question: who brings the oars?", false),
        ("2 photos of the boat are on the wall.", false),
    ] {
        assert_eq!(left(said, SourceType::Text).is_empty(), goes, "{said}");
    }
}

#[test]
fn messages_that_were_taken_back_are_nobodys_words() {
    for line in [
        "Ce message a été supprimé",
        "This message was deleted.",
        "(This message was deleted)",
        "Diese Nachricht wurde gelöscht.",
        "Se eliminó este mensaje",
        "Это сообщение удалено",
    ] {
        assert!(is_line(line, Medium::of(SourceType::Stream)), "{line}");
        assert!(is_line(line, Medium::of(SourceType::Slack)), "{line}");
    }
    assert!(!is_line(
        "This message was deleted by mistake, I send it again",
        Medium::of(SourceType::Slack)
    ));
}

#[test]
fn what_a_trackers_window_says_is_nobodys_words() {
    for (line, goes) in [
        ("Dashboards  Projects  Issues  Boards  Create", true),
        ("Pro tip: press M to comment", true),
        ("Add internal note / Reply to customer", true),
        ("Watchers:  4 Stop watching this issue", true),
        ("Please register or sign in to reply", true),
        ("Watchers saw 4 herons", false),
        (
            "Please register the boat before you sign in to the fair",
            false,
        ),
    ] {
        assert_eq!(
            is_line(line, Medium::of(SourceType::Github)),
            goes,
            "{line}"
        );
    }
    let page = Medium::of(SourceType::Browser);
    assert!(is_line(
        "Page created in 0.083 seconds with 22 queries.",
        page
    ));
    assert!(!is_line("The page was created in 4 days by Bo.", page));
}

#[test]
fn a_sentence_goes_on_in_the_next_line() {
    let paper = Medium::of(SourceType::Pdf);
    assert_eq!(
        without(
            "The boat is sold. If you have received this fax in error, please call the sender,\nand destroy it. \
             The oars stay in the shed until the fifth of May, when Bo comes for them with his new van, and so do the sails.",
            paper
        ),
        "The boat is sold.\nThe oars stay in the shed until the fifth of May, when Bo comes for them with his new van, and so do the sails."
    );
    assert!(!is_line("(c)  Upper floor:   ceilings down.", paper));
    assert!(is_line("(c) 2024 Harbour Ltd", paper));
    let legal = "Nothing herein shall be construed as an admission of liability, and all rights are reserved.";
    assert_eq!(without(legal, paper), "");
}

#[test]
fn knows_calls_nobody_took_and_what_senders_and_services_put_last() {
    for said in [
        "Llamada perdida de grupo a las 20:36",
        "Missed group video call",
        "Verpasster Sprachanruf um 20:36",
        "Appel vocal manqué à 20:36",
        "In reply to this message",
    ] {
        assert_eq!(left(said, SourceType::Slack), "", "{said}");
    }
    for said in [
        "Gesendet von Outlook für Android",
        "Enviado desde mi iPhone",
        "Envoyé depuis l'application Mail Orange",
        "Get Outlook for iOS",
    ] {
        assert_eq!(left(said, SourceType::Email), "", "{said}");
    }
    for said in [
        "Unlock unlimited transcripts with Otter Business",
        "Ida Ek a arrêté la transcription",
    ] {
        assert_eq!(left(said, SourceType::Stream), "", "{said}");
    }
    for said in [
        "I missed your call at ten, sorry",
        "We unlock the boat house at nine",
    ] {
        assert_eq!(left(said, SourceType::Slack), said);
    }
}
