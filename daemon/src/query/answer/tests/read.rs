//! What the reader found, and whether it is of the kind that is asked for.

use super::*;

#[test]
fn the_words_that_answer_come_first() {
    for (question, narrative, answer) in [
        (
            "Who repairs the sail?",
            "Ida Roy repairs the sail in the boat house.",
            "Ida Roy",
        ),
        (
            "Where did I meet Dan?",
            "I met Gus in Kiel. I met Dan in Cork.",
            "Cork",
        ),
        (
            "How much does the oak cost?",
            "The oak costs $640 extra.",
            "$640",
        ),
    ] {
        let reply = ask(question, &[memory(narrative, "2024-05-03")]);
        assert!(reply.answered, "{question}: {}", reply.response);
        let first = reply.response.split(". ").next().unwrap_or("");
        assert!(first.contains(answer), "{question}: {}", reply.response);
    }
}

#[test]
fn nothing_is_asserted_in_scripts_that_are_not_read() {
    let key = memory(
        "ليلى told me: “المفتاح عند الجيران” I told ليلى: “شكرا”",
        "2024-05-03",
    );
    let reply = ask("أين المفتاح؟", &[key]);
    assert!(!reply.answered, "{}", reply.response);
}

#[test]
fn where_a_number_is_asked_for_a_number_answers() {
    let hall = memory(
        "Bo ordered the chairs for the hall from the mill.",
        "2024-05-03",
    );
    let reply = ask("How many chairs did Bo order?", &[hall]);
    assert!(
        !reply.answered && reply.response.contains("chairs"),
        "{}",
        reply.response
    );
    let hall = memory("Bo ordered forty chairs for the hall.", "2024-05-03");
    assert!(ask("How many chairs did Bo order?", &[hall]).answered);
}

#[test]
fn tells_what_changed() {
    let memories = [
        memory(
            "The rent of the boat shed is 900 euros a month.",
            "2023-01-10",
        ),
        memory(
            "The rent of the boat shed is 950 euros a month.",
            "2024-04-02",
        ),
    ];
    let reply = ask("How much is the rent of the boat shed?", &memories);
    assert!(
        reply.response.starts_with("950 euros")
            && reply.response.contains("it changed, and was 900 euros"),
        "{}",
        reply.response
    );
    let reply = ask("How much was the rent of the boat shed in 2023?", &memories);
    assert!(!reply.response.contains("it changed"), "{}", reply.response);
    let boats = [
        memory("The boat costs us 340 euros a day.", "2024-05-03"),
        memory("Ida sold her old boat for 900 euros.", "2024-05-20"),
    ];
    let reply = ask("How much does the boat cost?", &boats);
    assert!(!reply.response.contains("it changed"), "{}", reply.response);
}
