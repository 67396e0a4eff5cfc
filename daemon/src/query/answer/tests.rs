use super::*;

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
    let sources: Vec<Source> = memories
        .iter()
        .enumerate()
        .map(|(at, content)| Source {
            content,
            speaker: None,
            user_name: "Ana Roy",
            source_type: SourceType::Text,
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
    answer_on(jiff::civil::date(2024, 6, 1), question, &sources, rarity)
}

#[test]
fn the_price_of_something_else_is_no_answer() {
    let bridge = memory(
        "Dulas Bridge will close for repairs that cost £2.3m.",
        "2024-05-01",
    );
    let memories = std::slice::from_ref(&bridge);
    assert!(!ask("How much does the cabin cost per night?", memories).answered);
    let reply = ask("What do the repairs of the bridge cost?", memories);
    assert!(reply.response.starts_with("£2.3m"), "{}", reply.response);
    let ticket = memory(
        "Bo committed “Prices”: “Asked for in ticket TR-311.”",
        "2024-05-01",
    );
    let reply = ask("How much were the tickets?", &[ticket]);
    assert!(!reply.response.starts_with("311"), "{}", reply.response);
}

#[test]
fn open_tasks_are_listed_those_to_come_first() {
    let mut tasks = [
        memory(
            "In my notes “Boat”: To do: buy oars; Done: sell the sail",
            "2024-05-20",
        ),
        memory(
            "In my notes: To do for Bo: paint; To do for me: call the mill by 4 June",
            "2024-06-04",
        ),
        memory(
            "I have to do “sand the hull”, due on 9 June 2024.",
            "2024-06-09",
        ),
    ];
    for task in &mut tasks {
        task.tags.push("todo".to_owned());
    }
    assert_eq!(
        ask("What do I have to do?", &tasks).response,
        "call the mill by 4 June [1]; “sand the hull”, due on 9 June 2024 [2]; buy oars [3]"
    );
    let reply = ask("What do I have to do by 5 June?", &tasks);
    assert_eq!(reply.response, "call the mill by 4 June [1]; buy oars [2]");
    // two of one memory
    tasks[0].narrative = "In my notes “Boat”: To do: buy oars; To do: sell the sail".to_owned();
    let reply = ask("What do I have to do by 5 June?", &tasks);
    let told = "call the mill by 4 June [1]; buy oars [2]; sell the sail [2]";
    assert_eq!((reply.response.as_str(), reply.used), (told, vec![1, 0]));
}

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
fn of_two_sums_the_one_that_is_meant() {
    let rent = "The rent will increase from £875 to £915 per month.";
    assert_eq!(
        fact(
            "How much will the rent increase per month?",
            rent,
            &[],
            None
        ),
        "£915"
    );
    assert_eq!(
        fact(
            "How much was the rent per month before the increase?",
            rent,
            &[],
            None
        ),
        "£875"
    );
    let spent = "Budget: £4,200 of £6,000 spent so far.";
    assert_eq!(
        fact("How much of the budget is spent?", spent, &[], None),
        "£4,200"
    );
}

#[test]
fn a_label_is_no_sum_and_a_code_makes_one() {
    let repaired = [
        memory("The forklift 3 is down, said Bo.", "2024-05-03"),
        memory(
            "The forklift is back, the repair was EUR 240.",
            "2024-05-03",
        ),
    ];
    let reply = ask("How much did the repair of the forklift cost?", &repaired);
    assert!(reply.response.starts_with("EUR 240"), "{}", reply.response);
}

#[test]
fn the_name_of_a_feast_is_no_time() {
    let fair = "Christmas fair: Saturday 7 December, 11am to 2pm in the hall.";
    let told = fact("When is the Christmas fair?", fair, &[], None);
    assert!(told.starts_with("7 December 2024"), "{told}");
}

#[test]
fn items_of_a_list_answer_one_by_one() {
    let noted = memory(
        "In my notes “Call with Ida”: Assessor is Philip Nunn; Excess is £350; She'll mail a form",
        "2024-05-01",
    );
    let reply = ask("What is the excess?", &[noted]);
    assert!(
        reply.response.starts_with("Excess is £350"),
        "{}",
        reply.response
    );
}

#[test]
fn a_titles_time_is_no_more_than_its_name() {
    let review = memory(
        "I have “Q1 budget review” with Bo on Wednesday 8 May 2024 from 10:00 to 11:00.",
        "2024-05-08 10:00/2024-05-08 11:00",
    );
    let reply = ask("When is the budget review?", &[review]);
    assert!(
        reply.response.starts_with("8 May 2024"),
        "{}",
        reply.response
    );
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
    assert_eq!(
        reply.response,
        "the week before 9 June 2024. \
         Last week (27 May 2024 to 2 June 2024) I gave a speech at the harbour school. [1]"
    );
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
    let told = "£85. The lamp from the harbour shop cost £85. [1]";
    assert_eq!(reply.response, told);
    assert_eq!(reply.used, [0]);
}

#[test]
fn tells_of_a_list_what_is_near() {
    let list = "the bike is green; the ladder is 3 m long; the kettle is red; the saw is blunt; the rope came from Bo";
    let reply = ask("What colour is the kettle?", &[memory(list, "2024-05-03")]);
    assert!(
        reply.response.contains("the kettle is red"),
        "{}",
        reply.response
    );
    assert!(!reply.response.contains("Bo"), "{}", reply.response);
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
fn tells_sums_with_their_currency() {
    let memories = [memory(
        "The deposit for the boat shed (£1,250) is due in 30 days.",
        "2024-05-03",
    )];
    let reply = ask("How much is the deposit for the boat shed?", &memories);
    assert!(reply.response.starts_with("£1,250"), "{}", reply.response);
}

#[test]
fn computes_how_long_it_has_been() {
    let memories = [memory(
        "I have known Bo since 2016, from the harbour choir.",
        "2024-05-03",
    )];
    let reply = ask("How long have I known Bo?", &memories);
    assert_eq!(
        reply.response,
        "about 8 years, since 2016. I have known Bo since 2016, from the harbour choir. [1]"
    );
    let reply = ask("How long ago did I get to know Bo at the choir?", &memories);
    assert!(
        reply
            .response
            .starts_with("about 8 years ago, 2016. I have"),
        "{}",
        reply.response
    );
}

#[test]
fn computes_how_long_it_was_between_two_days() {
    let memories = [
        memory("I moved to the harbour on 3 May 2024.", "2024-05-03"),
        memory("The boat fair opened on 20 May 2024.", "2024-05-20"),
    ];
    let reply = ask(
        "How many days passed between the move to the harbour and the boat fair?",
        &memories,
    );
    assert_eq!(
        reply.response,
        "17 days, from 3 May 2024 to 20 May 2024 [1][2]"
    );
}

#[test]
fn counts_ages_on_to_today() {
    let memories = [memory(
        "My daughter Cleo turned 9 today.",
        "2022-03-04 10:00",
    )];
    let reply = ask("How old is my daughter Cleo?", &memories);
    assert_eq!(
        reply.response,
        "11; 9 on 4 March 2022. My daughter Cleo turned 9 today. [1]"
    );
    let reply = ask("How old was my daughter Cleo?", &memories);
    assert_eq!(reply.response, "9. My daughter Cleo turned 9 today. [1]");
    let memories = [memory(
        "Bo Lund was born on 7 July 1990 in Visby.",
        "2024-05-03",
    )];
    let reply = ask("How old is Bo Lund?", &memories);
    assert_eq!(
        reply.response,
        "33, born 7 July 1990. Bo Lund was born on 7 July 1990 in Visby. [1]"
    );
}

#[test]
fn chooses_between_two_things_offered() {
    let memories = [memory("I bought the blue kayak from Bo.", "2024-05-03")];
    let reply = ask("Did I buy the red or the blue kayak?", &memories);
    assert!(
        reply.response.starts_with("blue kayak"),
        "{}",
        reply.response
    );
}

#[test]
fn counts_memories_of_different_days() {
    let memories = [
        memory("I swam in the quarry lake.", "2024-05-03"),
        memory("I swam in the quarry lake with Bo.", "2024-05-10"),
        memory("I swam in the quarry lake, 900 metres.", "2024-05-10"),
    ];
    let reply = ask("How many times did I swim in the quarry lake?", &memories);
    assert_eq!(reply.response, "twice: 3 May 2024, 10 May 2024 [1][2]");
}

#[test]
fn lists_what_happened_in_a_period() {
    let alone = Content {
        participants: Vec::new(),
        ..memory("I planted tulips.", "2024-05-21")
    };
    let memories = [
        memory("I met Bo at the sauna.", "2024-05-23"),
        alone,
        memory("I sold the boat.", "2024-04-02"),
    ];
    let reply = ask("What happened last week?", &memories);
    assert_eq!(
        reply.response,
        "21 May 2024: I planted tulips [1]; 23 May 2024: I met Bo at the sauna [2]"
    );
    assert_eq!(reply.used, [1, 0]);
    let reply = ask("What did I do with Bo last week?", &memories);
    assert_eq!(reply.response, "23 May 2024: I met Bo at the sauna [1]");
    assert!(!ask("What happened in 2019?", &memories).answered);
}

#[test]
fn tells_what_is_known_of_somebody() {
    let memories = [
        memory("Bo Lund repairs organs in Visby.", "2024-05-03"),
        memory("It rained. Bo Lund is allergic to nuts.", "2024-05-04"),
        memory("I baked bread.", "2024-05-05"),
    ];
    let reply = ask("What do I know about Bo Lund?", &memories);
    assert!(
        reply.response.contains("repairs organs in Visby [1]"),
        "{}",
        reply.response
    );
    assert!(
        reply.response.contains("allergic to nuts [2]"),
        "{}",
        reply.response
    );
    assert_eq!(reply.used.len(), 2);
    assert!(!ask("What do I know about Priscilla?", &memories).answered);
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
    let changed = "950 euros; it changed, and was 900 euros on 10 January 2023";
    assert!(reply.response.starts_with(changed), "{}", reply.response);
    let reply = ask("How much was the rent of the boat shed in 2023?", &memories);
    assert!(!reply.response.contains("it changed"), "{}", reply.response);
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
fn sums_have_their_signs_and_the_whole_its_total() {
    let told = "I wrote to Bo about the kitchen: The oak costs $640 extra. The total comes to NZ$8,460 with the fitting.";
    assert_eq!(
        fact("How much does the kitchen cost?", told, &[], None),
        "NZ$8,460"
    );
    assert_eq!(fact("How much does the oak cost?", told, &[], None), "$640");
    let told = "I asked for a raise of 6% for Bo.";
    assert_eq!(fact("How much is the raise for Bo?", told, &[], None), "6%");
}

#[test]
fn a_day_that_the_question_names_is_answered_with_the_hour() {
    let told = "I told Bo Lund: “The train gets in on Saturday [4 May 2024] at 11:20.”";
    let asked = "When does the train get in on Saturday?";
    assert!(fact(asked, told, &[], None).starts_with("11:20"));
    assert!(fact("When does the train get in?", told, &[], None).contains("4 May 2024"));
}

#[test]
fn a_place_is_of_the_sentence_that_answers() {
    let located = |narrative: &str, places: &[&str]| {
        let entity = |name: &&str| memo_common::api::Entity {
            name: (*name).to_owned(),
            kind: EntityType::Location,
        };
        Content {
            place: places.first().map(|p| (*p).to_owned()),
            entities: places.iter().map(entity).collect(),
            ..memory(narrative, "2024-05-03")
        }
    };
    let met = [located(
        "I met Gus in Kiel. I met Dan in Cork.",
        &["Kiel", "Cork"],
    )];
    assert!(
        ask("Where did I meet Dan?", &met)
            .response
            .starts_with("Cork")
    );
    assert!(
        ask("Where did I meet Gus?", &met)
            .response
            .starts_with("Kiel")
    );
}

#[test]
fn a_bound_is_no_price_and_another_matter_no_change() {
    let costs = [memory(
        "The hotel costs 90 euros a night. Ana has to approve anything above 500 euros for the hotel.",
        "2024-05-03",
    )];
    let reply = ask("How much does the hotel cost?", &costs);
    assert!(
        reply.response.starts_with("90 euros."),
        "{}",
        reply.response
    );
    let boats = [
        memory("The boat costs us £340 a day.", "2024-05-03"),
        memory("Ida sold her old boat for £900.", "2024-05-20"),
    ];
    let reply = ask("How much does the boat cost?", &boats);
    assert!(!reply.response.contains("it changed"), "{}", reply.response);
}

#[test]
fn a_day_that_is_ruled_out_is_not_when() {
    let pilot = [memory(
        "They will not let us moor, so the pilot cannot begin on 19 May. I booked the pilot for 27 May.",
        "2024-05-03",
    )];
    let reply = ask("When does the pilot take place?", &pilot);
    assert!(
        reply.response.starts_with("27 May 2024"),
        "{}",
        reply.response
    );
}
