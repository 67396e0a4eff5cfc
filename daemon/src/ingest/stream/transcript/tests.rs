use super::super::tests::read_plain;
use crate::ingest::told::told;

#[test]
fn a_conversation_with_its_header() {
    let document = read_plain(
        "Conversation between Ida and Bo\nDate: 1:56 pm on 8 May, 2023\n\nIda: Hey Bo! Note: it rains.\nBo: Hi.\n",
    );
    assert_eq!(
        told(&document),
        [
            "2023-05-08 13:56 Ida: Hey Bo! Note: it rains.",
            "2023-05-08 13:56 Bo: Hi."
        ]
    );
    assert_eq!(document.present.len(), 2);
}

#[test]
fn stamped_turns_count_from_the_start() {
    let document = read_plain(
        "walk.m4a\n3 May 2024 at 17:36\n3 min 14 s\n\n[00:00:04] Speaker 1: I'm Orla, Orla Byrne.\n\n[00:02:05] Speaker 2: [laughs] Hello\nthere.\n",
    );
    assert_eq!(
        told(&document),
        [
            "2024-05-03 17:36 Orla Byrne: I'm Orla, Orla Byrne.",
            "2024-05-03 17:38 Speaker 2: Hello\nthere."
        ]
    );
}

#[test]
fn names_above_their_words_and_call_chat() {
    let document = read_plain("Ida Ek  0:03\nWe go now.\n\nBo (0:12)\nFine.\nReally.\n");
    assert_eq!(
        told(&document),
        ["Ida Ek: We go now.", "Bo: Fine.\nReally."]
    );
    let chat = read_plain(
        "Date: 2024-05-03\n14:03:02 From Ida Ek to Everyone: slides are up\n14:04:00 From Bo to Everyone: thanks\n",
    );
    assert_eq!(
        told(&chat),
        [
            "2024-05-03 14:03 Ida Ek: slides are up",
            "2024-05-03 14:04 Bo: thanks"
        ]
    );
}

#[test]
fn speech_with_no_speakers() {
    let document = read_plain("We went to the\nlake at noon.\n\nThen home.\n");
    assert_eq!(
        told(&document),
        ["We went to the lake at noon.", "Then home."]
    );
}

#[test]
fn what_is_told_before_the_first_speaker_is_kept() {
    let document = read_plain(
        "Pump talk\nThe pump has stood still since May.\n\nIda: Who mends it?\nBo: I do.\nIda: Good.\n",
    );
    assert_eq!(document.title.as_deref(), Some("Pump talk"));
    let told = told(&document);
    assert_eq!(told.len(), 4);
    assert!(told[0].ends_with("The pump has stood still since May."));
}

#[test]
fn a_sentence_that_reports_is_no_speaker() {
    let document = read_plain(
        "I moved in May.\nBo wrote to me: The boiler is broken.\nBo wrote to me: It is cold.\n",
    );
    assert_eq!(told(&document).len(), 1, "one voice that tells all of it");
    assert!(told(&document)[0].contains("I moved in May."));
}

#[test]
fn marks_of_how_far_the_talk_is() {
    let document = read_plain(
        "Date: 8 May 2023 18:30\n\n00:00:00\n\nIda: We begin.\nBo: Yes.\n\n00:03:10\n\nIda: The lid.\n",
    );
    assert_eq!(
        told(&document),
        [
            "2023-05-08 18:30 Ida: We begin.",
            "2023-05-08 18:30 Bo: Yes.",
            "2023-05-08 18:33 Ida: The lid."
        ]
    );
}

#[test]
fn a_header_tells_the_place_and_how_long_is_no_time_of_day() {
    let document = read_plain(
        "Date: 8 May 2023\nRaum: Blue room\nDuration: 1:02:03\n\nIda: Hey Bo!\nBo: Hi.\n",
    );
    assert_eq!(
        told(&document),
        ["2023-05-08 Ida: Hey Bo!", "2023-05-08 Bo: Hi."]
    );
    assert_eq!(document.place.as_deref(), Some("Blue room"));
}

#[test]
fn names_alone_above_their_times() {
    let document = read_plain(
        "Soup call\nThu, Jun 13, 2024 - 48 mins\n\nTranscript\n\nIda Ek\n00:04\nSoup, Bo?\nBo Alm\n00:12\nIt came in at 4,200.\n\
         00:31\nBut they want leek.\nIda Ek\n01:40\nI call them on Monday.\n",
    );
    assert_eq!(
        told(&document),
        [
            "2024-06-13 Ida Ek: Soup, Bo?",
            "2024-06-13 Bo Alm: It came in at 4,200.",
            "2024-06-13 Bo Alm: But they want leek.",
            "2024-06-13 Ida Ek: I call them on Monday."
        ]
    );
    assert_eq!(document.title.as_deref(), Some("Soup call"));
}

#[test]
fn times_before_names_and_within_the_line() {
    let document = read_plain(
        "Soup review - July 29\n\n0:02 - Bo Alm (Leek Ltd)\n  It is down.\n\n0:15 - Ida Ek\n  Good.\n  ACTION ITEM: Split it - WATCH: https://a.example/?t=1\n\n0:20 - Bo Alm (Leek Ltd)\n  Yes.\n",
    );
    assert_eq!(
        told(&document),
        [
            "2024-07-29 Bo Alm: It is down.",
            "2024-07-29 Ida Ek: Good.\nACTION ITEM: Split it",
            "2024-07-29 Bo Alm: Yes."
        ]
    );
    let document =
        read_plain("Ida Ek [00:00:01] So it was sold?\n\nBo Alm [00:00:04] In 1968, to Mr Pym.\n");
    assert_eq!(
        told(&document),
        ["Ida Ek: So it was sold?", "Bo Alm: In 1968, to Mr Pym."]
    );
}

#[test]
fn fragments_between_times() {
    let document = read_plain(
        "Transcript\n\n\n0:00\nhello and welcome today we're\n0:03\nmending a tap\n0:09\nturn off the water.\n0:12\nI forgot that\n",
    );
    assert_eq!(
        told(&document),
        [
            "hello and welcome today we're mending a tap turn off the water.",
            "I forgot that"
        ]
    );
}

#[test]
fn a_legend_says_who_is_meant() {
    let document = read_plain(
        "Soup History Project\nEdda Holm (EH) tells it to Ida Ek (IE)\nDate: 11 July 2024\nPlace: Fell Cottage\n\n\
         IE: Where was it?\n\nEH: In the village.\n\n[phone rings, 00:14:20]\n\nEH: Two miles.\n\nIE: Aye.\n",
    );
    assert_eq!(
        told(&document),
        [
            "2024-07-11 Ida Ek: Where was it?",
            "2024-07-11 Edda Holm: In the village.",
            "2024-07-11 Edda Holm: Two miles.",
            "2024-07-11 Ida Ek: Aye."
        ]
    );
    assert_eq!(document.place.as_deref(), Some("Fell Cottage"));
    let document = read_plain(
        "Soup hour\nPublished July 22, 2024\n\nHOST (Ida Ek): Welcome. Today Bo is here.\n\nBO ALM: Hello Ida.\n\nIDA EK: How so?\n\nBO ALM: So.\n",
    );
    assert_eq!(
        told(&document)[..2],
        [
            "2024-07-22 Ida Ek: Welcome. Today Bo is here.",
            "2024-07-22 Bo Alm: Hello Ida."
        ]
    );
    assert_eq!(document.people.len(), 2);
}

#[test]
fn names_that_begin_paragraphs() {
    let document = read_plain(
        "House of Soup\nTuesday 18 June 2024\nThe House met at noon.\n\nLeek\n\n1. Ida Ek (Northmoor) (LD)\nWill he buy the leek?\n\n\
         The Minister for Soup (Bo Alm)\nWe buy it.\n\nIda Ek\nI thank him.\n\nBo Alm\nI am happy to.\n\nMr Speaker\nI call the next.\n",
    );
    assert_eq!(
        told(&document),
        [
            "2024-06-18 The House met at noon.",
            "2024-06-18 Ida Ek: Will he buy the leek?",
            "2024-06-18 Bo Alm: We buy it.",
            "2024-06-18 Ida Ek: I thank him.",
            "2024-06-18 Bo Alm: I am happy to.",
            "2024-06-18 Mr Speaker: I call the next."
        ]
    );
}

#[test]
fn days_between_turns_and_days_of_the_head() {
    let document = read_plain(
        "—————  2024-06-12  —————\n\nBo Alm  19:02\nSoup.\n\nIda Ek  19:05\nGood.\n\n—————  2024-06-14  —————\n\nIda Ek  08:30\nIt broke.\n",
    );
    assert_eq!(
        told(&document),
        [
            "2024-06-12 19:02 Bo Alm: Soup.",
            "2024-06-12 19:05 Ida Ek: Good.",
            "2024-06-14 08:30 Ida Ek: It broke."
        ]
    );
    let document = read_plain("New Recording 12\n4 Jun 2024 at 18:52\n\nI buy it tomorrow.\n");
    assert_eq!(told(&document), ["2024-06-04 18:52 I buy it tomorrow."]);
}

#[test]
fn what_programs_gather_round_a_talk() {
    let document = read_plain(
        "Meeting Title: Soup prep\nDate: Mar 4, 2025, 10:00 AM\nDuration: 14 mins\n\nTranscript\n\n00:00 - Ida Ek\nIs the pot here?\n\n00:05 - Bo Alm\nIt came at noon.\n\n\
         00:43 - Ida Ek\nGood then.\n\nAction items\nIda Ek\nOrder leek (00:20)\nBo Alm\nFix The Lid (00:13)\n\nView this talk\n",
    );
    assert_eq!(
        told(&document),
        [
            "2025-03-04 10:00 Ida Ek: Is the pot here?",
            "2025-03-04 10:00 Bo Alm: It came at noon.",
            "2025-03-04 10:00 Ida Ek: Good then.",
        ]
    );
    assert_eq!(document.title.as_deref(), Some("Soup prep"));
    let document = read_plain(
        "Mar 4, 2025\nSoup board - Transcript\nAttendees\nIda Ek, Bo Alm\nTranscript\n00:00:00\n\nIda Ek: The pot is lost.\nBo Alm: Since when?\n",
    );
    assert_eq!(document.title.as_deref(), Some("Soup board"));
    assert_eq!(document.passages.len(), 2);
}

#[test]
fn times_before_what_one_says_alone() {
    let document = read_plain(
        "Memo 12.m4a\nDuration 1:02 · Language: en\n\n0:00 So I am walking home,\n0:07 we ate on the balcony.\n0:13 The soup was late.\n0:20 It was good.\n",
    );
    assert_eq!(
        told(&document),
        [
            "So I am walking home, we ate on the balcony.",
            "The soup was late.",
            "It was good."
        ]
    );
    assert_eq!(document.title.as_deref(), Some("Memo 12"));
}

#[test]
fn days_of_heads_beside_a_length_or_a_place() {
    let document = read_plain(
        "Soup talk\nSun, Mar 3, 2024 4:12PM • 3:08\n\nIda Ek  00:01\nHot.\n\nBo Alm  00:12\nCold.\n\nIda Ek  01:16\nWarm.\n",
    );
    assert_eq!(
        document.written.map(|w| w.to_string()).as_deref(),
        Some("2024-03-03 16:12")
    );
    let document = read_plain("INTERVIEW – 4 March 2024, Kiel\n\nIda: Hot.\nBo: Cold.\n");
    assert_eq!(
        document.written.map(|w| w.to_string()).as_deref(),
        Some("2024-03-04")
    );
}
