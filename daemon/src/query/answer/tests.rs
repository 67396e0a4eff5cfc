use super::*;

fn memory(narrative: &str, when: &str) -> Content {
    Content {
        narrative: narrative.to_owned(),
        participants: vec!["Ana Roy".to_owned(), "Bo Lund".to_owned()],
        when: when.to_owned(),
        place: None,
        entities: Vec::new(),
        tags: Vec::new(),
    }
}

/// The answer from these memories, best first, among a thousand in which other words are rare.
fn ask(question: &str, memories: &[Content]) -> Reply {
    let sources: Vec<Source> = memories
        .iter()
        .enumerate()
        .map(|(at, content)| Source {
            content,
            speaker: None,
            user_name: "Ana Roy",
            score: 0.95 - 0.1 * at as f32,
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
    answer(question, &sources, rarity)
}

#[test]
fn tells_the_day_that_a_relative_word_means() {
    let memories = [
        memory(
            "I told Bo Lund: “I planted tulips yesterday [2 May 2024]!”",
            "2024-05-02",
        ),
        memory("Bo Lund told me: “I bake on Sundays.”", "2024-05-03 10:00"),
    ];
    let reply = ask("When did I plant tulips?", &memories);
    assert_eq!(reply.response, "2 May 2024 [1]");
    assert!(reply.answered);
    assert_eq!(reply.used, [0]);
}

#[test]
fn tells_loose_times_loosely() {
    let memories = [memory(
        "On 9 June 2024: Last week [27 May 2024 to 2 June 2024] I gave a speech at the harbour school.",
        "2024-05-27/2024-06-02",
    )];
    let reply = ask(
        "When did Ana give a speech at the harbour school?",
        &memories,
    );
    assert_eq!(reply.response, "the week before 9 June 2024 [1]");
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
fn names_the_person_first() {
    let memories = [memory(
        "Cleo Marsh asked us: “Who takes the harbour tour?” Bo Lund told us: “I'll take the harbour tour.”",
        "2024-05-03 10:00",
    )];
    let reply = ask("Who takes the harbour tour?", &memories);
    assert!(reply.response.starts_with("Bo Lund"), "{}", reply.response);
}

#[test]
fn tells_sums_with_their_currency() {
    let memories = [memory(
        "The deposit for the boat shed (£1,250) is due in 30 days.",
        "2024-05-03",
    )];
    let reply = ask("How much is the deposit for the boat shed?", &memories);
    assert!(reply.response.starts_with("£1,250"), "{}", reply.response);
}
