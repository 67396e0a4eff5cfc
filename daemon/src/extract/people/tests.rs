use super::*;
use crate::ingest::document::{Document, Kind, Passage};
use memo_common::api::SourceType;
use proptest::prelude::*;

pub(super) fn document(people: &[(&str, &str, &str)], text: &str) -> Document {
    let mut document = Document::new(SourceType::Text);
    let given = |s: &'static str| (!s.is_empty()).then_some(s);
    for (name, email, handle) in people {
        let leak = |s: &str| -> &'static str { String::from(s).leak() };
        document.person(given(leak(name)), given(leak(email)), given(leak(handle)));
    }
    document
        .passages
        .push(Passage::new(Kind::Prose, text, 0..text.len()));
    document
}

fn names(people: &People, text: &str) -> Vec<String> {
    people
        .mentions(text)
        .into_iter()
        .map(|m| people.name(m.person).to_owned())
        .collect()
}

#[test]
fn first_names_lead_to_full_names() {
    let text = "I met Zanele Dube and Bob Ortega. Zanele laughed; Ortega did not, and robert left.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(
        names(&people, text),
        [
            "Zanele Dube",
            "Bob Ortega",
            "Zanele Dube",
            "Bob Ortega",
            "Bob Ortega"
        ]
    );
    assert_eq!(
        people.name(people.resolve("Robert Ortega").expect("is there")),
        "Bob Ortega"
    );
}

#[test]
fn a_family_name_behind_anothers_given_name_is_theirs() {
    let text = "Congratulations to Ella Dubois (4B). Dubois was glad, and Claire too.";
    let people = People::new(&document(&[], text), "Claire Dubois");
    let named = people.mentions(text);
    let own = named.iter().filter(|m| m.person == people.user());
    let own: Vec<&str> = own.map(|m| &text[m.span.clone()]).collect();
    assert_eq!(own, ["Claire"]);
}

#[test]
fn structure_gives_the_fullest_name() {
    let people = People::new(
        &document(
            &[
                ("Lindqvist, Tove", "t.lindqvist@x.example", ""),
                ("", "", "adaq"),
                ("Sam Roe (he/him)", "", "sroe"),
            ],
            "Thanks Tove! @sroe and Piotr \"Pio\" Nowak agree. Pio signs.",
        ),
        "Ada Quist",
    );
    assert_eq!(people.name(people.of(0)), "Tove Lindqvist");
    assert_eq!(people.of(1), people.user());
    assert_eq!(people.name(people.of(2)), "Sam Roe");
    assert!(people.is_user("@adaq") && people.is_user("ada"));
    assert_eq!(
        names(&people, "@sroe told Tove and Pio"),
        ["Sam Roe", "Tove Lindqvist", "Piotr Nowak"]
    );
}

#[test]
fn two_of_one_name_stay_as_written() {
    let text = "Anna Berg and Anna Holm came. Then Anna left.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(names(&people, text), ["Anna Berg", "Anna Holm", "Anna"]);
}

#[test]
fn lower_case_notes_name_people_too() {
    let text = "walked the loop with mikkel. mikkel was slow.\nthe will was good";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(names(&people, text), ["mikkel", "mikkel"]);
    let text = "called mrs brzoza about it. mrs brzoza has a jar.\nthe will was good";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(names(&people, text), ["mrs brzoza", "mrs brzoza"]);
}

#[test]
fn a_firm_in_short_is_nobody() {
    let text = "Nordvik Flyt ApS asks 48.500 DKK. Please tell Nordvik Flyt yes.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert!(
        names(&people, text).is_empty(),
        "{:?}",
        names(&people, text)
    );
    assert_eq!(
        people.things().get("Nordvik Flyt").map(|(name, _)| name),
        Some("Nordvik Flyt ApS")
    );
}

#[test]
fn names_of_no_list_are_known_by_where_they_stand() {
    let text = "I sold the boat to Qevvin Drostan. Walked with Zuqiri, past Brolmont.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(names(&people, text), ["Qevvin Drostan", "Zuqiri"]);
}

#[test]
fn a_second_family_name_may_be_left_out() {
    let text = "Marta Roca Vidal came, then D. Pedro Solans. Dña. Marta Roca spoke.";
    let people = People::new(&document(&[], text), "Marta Roca Vidal");
    assert_eq!(
        names(&people, text),
        ["Marta Roca Vidal", "Pedro Solans", "Marta Roca Vidal"]
    );
}

#[test]
fn whoever_has_a_verb_of_several_behind_them_is_no_one_person() {
    let text = "Calder Pipes have quoted £310. Anna have you seen it? We met at Garth House. Haven't told her.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(names(&people, text), ["Anna"]);
}

#[test]
fn german_forms_of_address_and_cellars_are_no_names() {
    let text =
        "Herr Özdemir kommt zu Ihnen. Der Zähler ist im Keller, und Herr Özdemir tauscht ihn.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(names(&people, text), ["Herr Özdemir", "Herr Özdemir"]);
}

#[test]
fn a_couple_is_two_people() {
    let text =
        "Lunch with Mr. and Mrs. Kassab. Mrs. Kassab likes sunflowers, Mr. Kassab has cedar.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(
        names(&people, text),
        ["Mr. Kassab", "Mrs. Kassab", "Mrs. Kassab", "Mr. Kassab"]
    );
}

#[test]
fn a_list_that_holds_somebody_holds_people() {
    let text = "For the dive: me, Bea, and Dodongo? My sister Zuqiri comes.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(names(&people, text), ["Bea", "Dodongo", "Zuqiri"]);
}

#[test]
fn family_names_in_capitals_stand_first_on_tickets() {
    let text = "Travelling: LEMMENS Saskia, BERGMANS Anna\nThe X-ray is at nine. Permit WX-2207.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(names(&people, text), ["Saskia Lemmens", "Anna Bergmans"]);
}

#[test]
fn a_noun_before_a_name_that_stands_alone_elsewhere_is_no_name() {
    let text = "Elternabend Tobias 3b.\nTobias has swimming. Tobias is ill.";
    let people = People::new(&document(&[], text), "Ada Quist");
    let mut found = names(&people, text);
    found.dedup();
    assert_eq!(found, ["Tobias"]);
    let text = "Gottesdienst mit Taufe Emil Jaschke";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(names(&people, text), ["Emil Jaschke"]);
}

#[test]
fn firms_products_and_oaths_are_nobody() {
    for text in [
        "got it back with OpenTalk from two phones",
        "it crashes with SyntaxError: no end",
        "an upright piano (Steinweg & Holm, 1961)",
        "rang Tregenna Books, right ones come on Monday",
        "Oh, Christ.",
    ] {
        let people = People::new(&document(&[], text), "Ada Quist");
        assert!(names(&people, text).is_empty(), "{text}");
    }
    for (text, who) in [
        ("lunch with DeShawn McKay", "DeShawn McKay"),
        ("rang Zuqiri, she comes on Monday", "Zuqiri"),
        ("Tandarts mevr. Zuqiri", "mevr. Zuqiri"),
    ] {
        let people = People::new(&document(&[], text), "Ada Quist");
        assert_eq!(names(&people, text), [who], "{text}");
    }
}

#[test]
fn the_first_of_two_hyphenated_family_names_is_enough() {
    let text = "2 Zanele Dube, 3 Bob Ortega";
    let people = People::new(&document(&[], text), "Zanele Dube-Roe");
    assert_eq!(names(&people, text), ["Zanele Dube-Roe", "Bob Ortega"]);
}

proptest! {
    #[test]
    fn never_panics(name in "\\PC{0,30}", text in "\\PC{0,200}") {
        let people = People::new(&document(&[(&name, "", ""), ("", &name, "")], &text), "Ada Quist");
        for m in people.mentions(&text) {
            prop_assert!(text.get(m.span).is_some());
        }
        let _ = people.resolve(&name);
    }
}

#[test]
fn who_is_owed_took_no_part() {
    let took = |text: &str| {
        let document = document(&[], text);
        let people = People::new(&document, "Ada Quist");
        let read = [people.read(text, crate::extract::entities::token::tokens(text))];
        let said = [Said {
            text,
            speaker: Some(people.user()),
            audience: &[],
        }];
        participants(&said, &read, None, &people)
    };
    for (text, bob) in [
        ("I must pay Bob Ortega back the money he lent us.", false),
        ("Bob Ortega came by. Luckily he lent us the money.", true),
        ("Not here: Bob Ortega. We lost.", false),
        ("Here: Bob Ortega. We lost.", true),
    ] {
        let named = took(text).iter().any(|n| n == "Bob Ortega");
        assert_eq!(named, bob, "{text}");
    }
}

#[test]
fn the_user_talks_under_the_letters_of_their_name() {
    let talk = |labels: &[&str]| {
        let mut document = Document::new(SourceType::Slack);
        for label in labels {
            let id = document.person(Some(label), None, None);
            let mut passage = Passage::new(Kind::Turn, "soup?", 0..5);
            passage.speaker = Some(id);
            document.passages.push(passage);
        }
        let people = People::new(&document, "Greta Mackay");
        (0..labels.len())
            .map(|id| people.of(id) == people.user())
            .collect::<Vec<_>>()
    };
    assert_eq!(talk(&["gmac", "bo.alm"]), [true, false]);
    assert_eq!(talk(&["gmac", "gmack"]), [false, false], "two fit");
    assert_eq!(talk(&["gmac", "Gus Macher"]), [false, false]);
    assert_eq!(talk(&["gmac", "Greta Mackay"]), [false, true]);
    assert_eq!(talk(&["ghost", "bo.alm"]), [false, false]);
}

#[test]
fn behind_a_title_any_word_is_a_name() {
    let text = "I called Mr Rug and rang Pak Mat here.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(names(&people, text), ["Mr Rug", "Pak Mat"]);
}

#[test]
fn german_nouns_and_articles_are_no_names() {
    let text = "Frau Odermatt von der Alder Kunstversicherung kam mit Kontrolle, und er hat Jessica das Piratenbild \
        geschenkt. Wir sahen Herrn Roth vom Patienten aus.";
    let people = People::new(&document(&[], text), "Ada Quist");
    assert_eq!(
        names(&people, text),
        ["Frau Odermatt", "Jessica", "Herr Roth"]
    );
}

#[test]
fn a_list_of_people_is_nobody() {
    assert!(written::impersonal("Alder U11 parents", Some("u11")));
    assert!(written::impersonal("Grade 3 Parents", None));
    assert!(written::impersonal("Brickell Language Desk", None));
    assert!(!written::impersonal("Ida Parent", Some("ida")));
}
