//! Answers of several memories.

use super::*;

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
    assert_eq!(
        ask("What does Bo have to do?", &tasks).response,
        "paint [1]"
    );
    // two of one memory
    tasks[0].narrative = "In my notes “Boat”: To do: buy oars; To do: sell the sail".to_owned();
    let reply = ask("What do I have to do by 5 June?", &tasks);
    let told = "call the mill by 4 June [1]; buy oars [2]; sell the sail [2]";
    assert_eq!((reply.response.as_str(), reply.used), (told, vec![1, 0]));
}

#[test]
fn items_of_a_list_answer_one_by_one() {
    let noted = memory(
        "In my notes “Call with Ida”: Assessor is Philip Nunn; Excess is £350; She'll mail a form",
        "2024-05-01",
    );
    let reply = ask("What is the excess?", &[noted]);
    assert!(
        reply.response.starts_with("£350. Excess is £350."),
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
fn where_no_task_is_due_what_else_there_is_on_the_day_is_told() {
    let dentist = [memory(
        "I have “Dentist” on Friday 7 June 2024 from 15:30 to 16:00.",
        "2024-06-07 15:30/2024-06-07 16:00",
    )];
    let reply = ask("What do I have to do on Friday?", &dentist);
    assert!(reply.response.contains("Dentist"), "{}", reply.response);
    let reply = ask("What do I have to do on Monday?", &dentist);
    assert!(!reply.answered, "{}", reply.response);
}
