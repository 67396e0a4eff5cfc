//! Times, lengths of time and ages.

use super::*;

#[test]
fn the_name_of_a_feast_is_no_time() {
    let fair = "Christmas fair: Saturday 7 December, 11am to 2pm in the hall.";
    let told = fact("When is the Christmas fair?", fair, &[], None);
    assert!(told.starts_with("7 December 2024"), "{told}");
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
    assert_eq!(
        reply.response,
        "2 May 2024. I planted tulips yesterday (2 May 2024)! [1]"
    );
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
fn a_day_that_the_question_names_is_answered_with_the_hour() {
    let told = "I told Bo Lund: “The train gets in on Saturday [4 May 2024] at 11:20.”";
    let asked = "When does the train get in on Saturday?";
    assert!(fact(asked, told, &[], None).starts_with("11:20"));
    assert!(fact("When does the train get in?", told, &[], None).contains("4 May 2024"));
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

#[test]
fn a_month_asked_about_bounds_the_day() {
    let memories = [
        memory("I went rowing with Bo on 3 May 2024.", "2024-05-03"),
        memory("I went rowing with Ida on 9 July 2023.", "2023-07-09"),
    ];
    for (question, day) in [
        ("When did I go rowing in July?", "9 July 2023"),
        ("When did I go rowing in May 2024?", "3 May 2024"),
    ] {
        let reply = ask(question, &memories);
        assert!(reply.response.starts_with(day), "{}", reply.response);
    }
}

#[test]
fn what_was_once_is_over() {
    for (narrative, day) in [
        (
            "The fair was on 3 May 2024, and now the fair is on 10 May 2024.",
            "10 May 2024",
        ),
        (
            "The fair is moved from 3 May 2024 to 10 May 2024.",
            "10 May 2024",
        ),
    ] {
        let reply = ask("When is the fair?", &[memory(narrative, "2024-05-01")]);
        assert!(reply.response.starts_with(day), "{}", reply.response);
    }
}

#[test]
fn the_hour_asked_about_says_which_memory() {
    let memories = [
        memory(
            "On 3 May 2024 I worked on the kiln drawings from 08:00 to 09:30.",
            "2024-05-03 08:00/2024-05-03 09:30",
        ),
        memory(
            "On 3 May 2024 I worked on the ferry timetable from 18:00 to 19:30.",
            "2024-05-03 18:00/2024-05-03 19:30",
        ),
    ];
    for (part, told) in [("morning", "kiln"), ("evening", "ferry")] {
        let question = format!("What did I work on in the {part} of 3 May 2024?");
        let reply = ask(&question, &memories);
        let first = reply.response.split('.').next().unwrap_or("");
        assert!(first.contains(told), "{}", reply.response);
    }
}
