//! Questions and memories in, answers out.

mod lists;
mod read;
mod times;

use super::*;
use crate::encoder::{Reading, Threads, reader};
use memo_common::api::{Content, EntityType, SourceType};

pub(super) fn memory(narrative: &str, when: &str) -> Content {
    Content {
        narrative: narrative.to_owned(),
        participants: vec!["Ana Roy".to_owned(), "Bo Lund".to_owned()],
        when: when.to_owned(),
        place: None,
        entities: Vec::new(),
        tags: Vec::new(),
    }
}

/// The answer of 1 June 2024 from these memories, best first, among a thousand in which other words are rare.
pub(super) fn ask(question: &str, memories: &[Content]) -> Reply {
    ask_of(question, memories, 0.75)
}

/// The same where recall's score of the best is this.
fn ask_of(question: &str, memories: &[Content], score: f32) -> Reply {
    let threads = Threads::new();
    let read = |m: &Content| reader().read(question, &m.narrative, &threads);
    let readings: Vec<Reading> = memories.iter().map(|m| read(m).expect("read")).collect();
    let sources: Vec<Source> = memories
        .iter()
        .enumerate()
        .map(|(at, content)| Source {
            content,
            user_name: "Ana Roy",
            source_type: SourceType::Text,
            score: score - 0.05 * at as f32,
            reading: Some(&readings[at]),
            before: None,
            after: None,
        })
        .collect();
    let having = |term: &str| {
        memories
            .iter()
            .filter(|m| words::words(&m.narrative).iter().any(|w| w.stem == term))
            .count() as u64
    };
    let rarity = Rarity {
        memories: 1000,
        having: &having,
    };
    answer_on(jiff::civil::date(2024, 6, 1), question, &sources, rarity)
}

#[test]
fn says_so_when_nothing_answers() {
    let memories = [memory("I met Bo for a walk. It was windy.", "2024-05-03")];
    let reply = ask("Which insurance company covers the greenhouse?", &memories);
    assert!(!reply.answered);
    assert!(reply.response.starts_with("I have no memory of this."));
    assert!(!ask("Who?", &[]).answered);
}

#[test]
fn asserts_nothing_of_memories_that_hardly_hold_the_answer() {
    let memories = [memory("I met Bo at the pier. It was windy.", "2024-05-03")];
    let asked = "Where did I meet Bo?";
    assert!(ask_of(asked, &memories, 0.75).answered);
    let unlikely = ask_of(asked, &memories, 0.001);
    assert!(!unlikely.answered && unlikely.response.contains("pier"));
}

#[test]
fn cites_what_it_used() {
    let memories = [
        memory("I bought a blue kayak from Bo.", "2024-05-03"),
        memory("It rained all day.", "2024-05-04"),
    ];
    let reply = ask("What did Ana buy from Bo?", &memories);
    assert!(reply.response.contains("kayak"), "{}", reply.response);
    assert!(reply.response.contains("[1]"), "{}", reply.response);
    assert_eq!(reply.used.first(), Some(&0));
}

#[test]
fn tells_the_fact_and_the_sentences_it_rests_on() {
    let memories = [
        memory(
            "I collected the lamp. The lamp from the harbour shop cost £85. It rained.",
            "2024-05-03",
        ),
        memory("I baked bread.", "2024-05-04"),
    ];
    let reply = ask(
        "How much did the lamp from the harbour shop cost?",
        &memories,
    );
    let told = "£85. The lamp from the harbour shop cost £85. It rained. I collected the lamp. [1]";
    assert_eq!(reply.response, told);
    assert_eq!(reply.used, [0]);
}

#[test]
fn of_two_things_offered_the_sentence_says_which() {
    let memories = [memory("I bought the blue kayak from Bo.", "2024-05-03")];
    let reply = ask("Did I buy the red or the blue kayak?", &memories);
    assert_eq!(reply.response, "I bought the blue kayak from Bo. [1]");
}

/// The first words of an answer from one memory that names these.
fn fact(
    question: &str,
    narrative: &str,
    entities: &[(&str, EntityType)],
    place: Option<&str>,
) -> String {
    let mut one = memory(narrative, "2024-05-03");
    one.place = place.map(str::to_owned);
    one.entities = entities
        .iter()
        .map(|(name, kind)| memo_common::api::Entity {
            name: (*name).to_owned(),
            kind: *kind,
        })
        .collect();
    let response = ask(question, &[one]).response;
    response
        .split_once(". ")
        .map_or(response.clone(), |(fact, _)| fact.to_owned())
}
