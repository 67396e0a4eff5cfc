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
