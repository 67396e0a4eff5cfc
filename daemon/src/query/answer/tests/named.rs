//! People, places and what has a form of its own.

use super::*;

#[test]
fn who_came_is_who_was_there() {
    let mut club = memory(
        "I was at “Dinner club #14” on 14 May 2024 at 19:00 with Bo Lund and Tor.",
        "2024-05-14 19:00",
    );
    club.participants.push("Tor".to_owned());
    let reply = ask("Who came to the dinner club?", &[club]);
    assert!(
        reply.response.starts_with("Bo Lund and Tor"),
        "{}",
        reply.response
    );
}

#[test]
fn tells_where_a_memory_was() {
    let fair = Content {
        place: Some("Quay Hall, Visby".to_owned()),
        ..memory("The boat fair opens at ten.", "2024-05-03")
    };
    let reply = ask("Where is the boat fair?", std::slice::from_ref(&fair));
    assert_eq!(
        reply.response,
        "Quay Hall, Visby. The boat fair opens at ten. [1]"
    );
    let reply = ask("Where in Quay Hall, Visby is the boat fair?", &[fair]);
    assert!(
        !reply.response.starts_with("Quay Hall"),
        "{}",
        reply.response
    );
}

#[test]
fn names_people_with_their_titles_and_never_the_asker() {
    let told = Content {
        participants: vec!["Ana Roy".to_owned(), "Dra. Inés Peel".to_owned()],
        ..memory("Ana Roy was driven home by Dra. Inés Peel.", "2024-05-03")
    };
    let reply = ask("Who drove me home?", &[told]);
    assert!(
        reply.response.starts_with("Dra. Inés Peel."),
        "{}",
        reply.response
    );
}

#[test]
fn names_the_person_first() {
    let memories = [memory(
        "Cleo Marsh asked us: “Who takes the harbour tour?” Bo Lund told us: “I'll take the harbour tour.”",
        "2024-05-03 10:00",
    )];
    let reply = ask("Who takes the harbour tour?", &memories);
    assert!(reply.response.starts_with("Bo Lund"), "{}", reply.response);
}

#[test]
fn people_who_stand_together_answer_together() {
    let people = [
        ("Ines Ott", EntityType::Person),
        ("Milo", EntityType::Person),
    ];
    let told = "Ines Ott and Milo came over for dinner, and it rained.";
    assert_eq!(
        fact("Who came for dinner?", told, &people, None),
        "Ines Ott and Milo"
    );
}

#[test]
fn a_place_that_the_question_leads_to_answers() {
    let places = [
        ("Halden", EntityType::Location),
        ("Lund", EntityType::Location),
    ];
    let told = "Milo left his job in Halden and wants to open a bakery in Lund.";
    let asked = "Where does Milo want to open a bakery?";
    assert_eq!(fact(asked, told, &places, Some("Halden")), "Lund");
}

#[test]
fn a_telephone_number_answers_for_whom_it_is_of() {
    let phone = [("07700 900461", EntityType::Phone)];
    let told = "Our fitter will be Milo Ott, his mobile is 07700 900461.";
    for asked in [
        "What is Milo's number?",
        "What is Milo Ott's telephone number?",
    ] {
        assert_eq!(fact(asked, told, &phone, None), "07700 900461", "{asked}");
    }
    assert_ne!(
        fact("What is Zoe's number?", told, &phone, None),
        "07700 900461"
    );
}

#[test]
fn a_place_is_of_the_sentence_that_answers() {
    let places = [
        ("Kiel", EntityType::Location),
        ("Cork", EntityType::Location),
    ];
    let met = "I met Gus in Kiel. I met Dan in Cork.";
    let of = |question: &str| fact(question, met, &places, Some("Kiel"));
    assert_eq!(of("Where did I meet Dan?"), "Cork");
    assert_eq!(of("Where did I meet Gus?"), "Kiel");
}

#[test]
fn who_is_a_person() {
    use EntityType::{Organization, Person};
    for (question, narrative, entities, answer) in [
        (
            "Who repairs the sail?",
            "The smith at Bolton knows who repairs the sail, and Ida Roy does it.",
            &[("Bolton", Person), ("Ida Roy", Person)][..],
            "Ida Roy",
        ),
        (
            "Who leads the choir?",
            "Salle Merle is where Ida Roy leads the choir.",
            &[("Salle Merle", Person), ("Ida Roy", Person)],
            "Ida Roy",
        ),
        (
            "Who audits the ferry line?",
            "The Lund Committee asked Ida Roy, who audits the ferry line.",
            &[
                ("Lund Committee", Organization),
                ("Lund", Person),
                ("Ida Roy", Person),
            ],
            "Ida Roy",
        ),
        (
            "Who has the late shift?",
            "Tor's late shift has Ida Roy now.",
            &[("Tor", Person), ("Ida Roy", Person)],
            "Ida Roy",
        ),
        (
            "Who treated Bo in the clinic?",
            "BO MERLE was treated in the clinic by Ida Roy.",
            &[("Bo Merle", Person), ("Ida Roy", Person)],
            "Ida Roy",
        ),
    ] {
        assert_eq!(
            fact(question, narrative, entities, None),
            answer,
            "{question}"
        );
    }
}

#[test]
fn a_name_of_the_question_counts_before_the_rest() {
    let memories = [
        memory(
            "I collected the drawings of the kiln on 3 May 2024 and paid.",
            "2024-05-03",
        ),
        memory(
            "The kiln at Elm Row is collected on 9 May 2024.",
            "2024-05-04",
        ),
    ];
    let reply = ask("When is the kiln collected at Elm Row?", &memories);
    assert!(
        reply.response.starts_with("9 May 2024"),
        "{}",
        reply.response
    );
}
