use super::*;
use crate::extract::{Context, Draft, extract};
use crate::ingest;
use memo_common::api::SourceType;
use proptest::prelude::*;

fn drafts(text: &str, user: &str, source_type: SourceType) -> Vec<Draft> {
    let reference = "2024-05-16T12:30:00[UTC]".parse().expect("a time");
    let document = ingest::read(text, Some(source_type), None, &reference);
    let context = Context {
        user_name: user.to_owned(),
        reference,
    };
    extract(&document, &context).expect("in proportion")
}

fn narratives(text: &str, user: &str) -> Vec<String> {
    drafts(text, user, SourceType::Stream)
        .into_iter()
        .map(|d| d.narrative)
        .collect()
}

#[test]
fn long_turns_stand_by_themselves() {
    let told = narratives(
        "Conversation between Ida and Bo\nDate: 1:56 pm on 8 May, 2023\n\n\
         Ida: I finally finished the blue boat that my grandfather had left half built in the barn behind our house.\n\
         Bo: Wow, that is wonderful news, and how long did it take you to build the second half of it?\n\
         Ida: Thanks, Bo!\nIda: It took two winters, since the wood had to dry and I only had the summers for it.\n",
        "Ida Ek",
    );
    assert_eq!(
        told,
        [
            "I told Bo: “I finally finished the blue boat that my grandfather had left half built in the barn behind our house.”",
            "Bo asked me: “Wow, that is wonderful news, and how long did it take you to build the second half of it?”",
            "I told Bo: “It took two winters, since the wood had to dry and I only had the summers for it.”",
        ]
    );
}

#[test]
fn short_turns_make_an_exchange() {
    let told = narratives(
        "Ida: Good morning.\nBo: Morning.\nIda: How much is a sensor?\nBo: Two hundred dollars. I put it on the card.\nLea: Okay.\n",
        "Ida Ek",
    );
    assert_eq!(
        told,
        [
            "I asked: “How much is a sensor?” Bo told us: “Two hundred dollars. I put it on the card.”"
        ]
    );
}

#[test]
fn a_numbered_voice_is_the_user() {
    let told = narratives(
        "[00:00:04] Speaker 1: Hello, I'm Orla Byrne, the vet.\n[00:00:09] Speaker 2: The dog limps since Saturday.\n",
        "Ida Ek",
    );
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("I told Orla: “The dog limps"), "{told:?}");
}

#[test]
fn numbered_voices_are_told_apart() {
    let told = narratives(
        "Speaker 1: Did anybody mend the boiler of the hall?\nSpeaker 2: I mended it before the frost came.\n\
         Speaker 1: Then the choir can sing there again.\n",
        "Ida Ek",
    );
    let all = told.join("\n");
    assert!(all.contains("Speaker 1 asked Speaker 2: “Did"), "{all}");
    assert!(all.contains("Speaker 2 told Speaker 1: “I mended"), "{all}");
}

#[test]
fn a_numbered_voice_has_the_name_that_it_is_called_by() {
    let told = narratives(
        "[00:00:04] Ida Ek: Good evening. The hall is booked for the twelfth.\n\
         [00:00:09] Speaker 2: Does it have an organ that somebody can tune before?\n\
         [00:00:15] Ida Ek: It does. Lindiwe, while I have you. Would you sing the solo in June?\n\
         [00:00:21] Speaker 2: Yes, but I need help with the Latin words of it.\n\
         [00:00:29] Bo Roe: Then I will bring the scores to the hall on the twelfth.\n",
        "Ida Ek",
    );
    let all = told.join("\n");
    assert!(all.contains("Lindiwe"), "{all}");
    assert!(!all.contains("Speaker"), "{all}");
}

#[test]
fn questions_are_known_behind_a_picture() {
    assert!(asks("Did you like it? [shares a photo of a cake]"));
    assert!(asks("I asked: “Really?”"));
    assert!(!asks("It was good."));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn never_panics(text in "\\PC{0,300}", user in "\\PC{1,20}") {
        for kind in [SourceType::Stream, SourceType::Slack] {
            for draft in drafts(&text, &user, kind) {
                prop_assert!(draft.spans.iter().all(|s| text.get(s.clone()).is_some()));
            }
        }
    }

    #[test]
    fn turns_never_panic(turns in proptest::collection::vec(("[A-Z][a-z]{1,5}", "[a-zA-Z ,.?!é“]{0,80}"), 0..30)) {
        let text: String = turns.iter().map(|(n, t)| format!("{n}: {t}\n")).collect();
        drafts(&text, "Ida Ek", SourceType::Stream);
    }
}

#[test]
fn you_is_the_user_in_an_answer_to_them() {
    let told = drafts(
        "[12/11/2026, 18:02:11] Ida Ek: I am at the station at nine, is anybody there with a car?\n\
         [12/11/2026, 18:06:01] Bo: Sure. Lea will pick you up with the old van.\n\
         [12/11/2026, 18:08:40] Lea: I have the van until ten, so do not be late this time.\n",
        "Ida Ek",
        SourceType::Stream,
    );
    let mut found = told.iter().filter(|d| d.narrative.contains("pick you up"));
    let mut people = found.next().expect("told").participants.clone();
    people.sort();
    assert_eq!(people, ["Bo", "Ida Ek", "Lea"]);
}

#[test]
fn a_voice_without_a_name_is_somebody() {
    let told = narratives(
        "Ida Ek  00:00\nThe roof man came this morning and wants half of his money by the end of this week, before he begins.\n\n\
         Unknown Speaker  00:20\nAnd where will you find so much money, if you have not even paid for the boat that you bought?\n",
        "Ida Ek",
    );
    assert!(
        told.len() == 2 && told[0].starts_with("I said: "),
        "{told:?}"
    );
    assert!(told[1].starts_with("Somebody asked me: "), "{told:?}");
}

#[test]
fn a_short_question_in_a_chat_has_its_answer_and_what_is_typed_at_once_is_one() {
    let told = narratives(
        "2021/05/14, 17:52 - Ida Ek: Tomorrow we walk the long loop by the mill, clockwise, so the track comes last\n\
         2021/05/14, 17:55 - Bo Alm: Time and place?\n\
         2021/05/14, 17:57 - Ida Ek: Quarter to six at the gate of the park, and bring the lamps\n\
         2021/05/15, 07:48 - Bo Alm: Lea is down, she slipped on the wet rock at the crossing, and where are you all\n\
         2021/05/15, 07:49 - Bo Alm: Her ankle is like a mango already, and we are carrying her up to the road between us\n",
        "Ida Ek",
    );
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("Time and place?") && told[0].contains("Quarter to six"));
    assert!(told[1].contains("crossing") && told[1].contains("mango"));
}

/// The words are those of advertisements, and somebody said them.
#[test]
fn what_somebody_says_is_no_boilerplate() {
    let told = drafts(
        "John Lee: I've been working hard on my online store and just teamed up with a local artist for some cool designs. \
         Check 'em out!\n\
         Ida Ek: Thanks for your support! Feel free to reach out any time.\n",
        "Ida Ek",
        SourceType::Stream,
    );
    let told: String = told.iter().map(|d| d.narrative.as_str()).collect();
    assert!(
        told.contains("my online store") && told.contains("Check 'em out"),
        "{told}"
    );
}
