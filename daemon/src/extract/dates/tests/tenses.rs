//! Whether a day is the one before or the one to come.

use super::check;

#[test]
fn what_is_so_in_the_present_is_to_come() {
    check(&[
        ("The shop is closed on Friday.", &["2024-05-10"]),
        ("The choir meets on Monday.", &["2024-05-13"]),
        ("The choir met on Monday.", &["2024-05-06"]),
        ("Lunch on Sunday week", &["2024-05-19"]),
        ("It ends a year from today.", &["2025-05-08"]),
        ("The bill is due a week today.", &["2024-05-15"]),
        ("The lease runs out two weeks tomorrow.", &["2024-05-23"]),
        ("It is three weeks today since we met.", &["2024-04-17"]),
        ("The shop will be closed on Boxing Day.", &["2024-12-26"]),
        ("I was off sick yest", &["2024-05-07"]),
        ("Fire drill, Friday 10 May, 1400 hrs", &["2024-05-10 14:00"]),
    ]);
}

#[test]
fn the_tense_decides() {
    check(&[
        ("I saw her on Monday.", &["2024-05-06"]),
        ("I'll see her on Monday.", &["2024-05-13"]),
        (
            "I'm afraid the wind on Monday took the roof.",
            &["2024-05-06"],
        ),
        ("The girls are back for march past.", &[]),
        ("It was fixed in March.", &["2024-03"]),
        ("She leaves in March.", &["2025-03"]),
        ("Who is coming on Saturday?", &["2024-05-11"]),
        ("due by Friday", &["2024-05-10"]),
        ("We sat there on Monday night.", &["2024-05-06"]),
        ("Travel sorted: I land on Monday.", &["2024-05-13"]),
        ("They live within five minutes of the station.", &[]),
        ("By Friday it had reached 118.", &["2024-05-03"]),
        ("By Friday we need 118.", &["2024-05-10"]),
        ("Tam's in for you on Saturday.", &["2024-05-11"]),
        ("I rang him and he's in on Saturday.", &["2024-05-11"]),
    ]);
}

#[test]
fn a_week_that_is_over_holds_no_plan() {
    check(&[(
        "I did forty lines last week. The parade will be on Friday.",
        &["2024-04-29/2024-05-05", "2024-05-10"],
    )]);
}

#[test]
fn nobody_plans_for_a_leap_day_years_away() {
    check(&[("Please add a test for 29 February.", &[])]);
}

#[test]
fn a_day_cut_short_may_be_a_verb_or_the_sun() {
    check(&[
        ("I will do the market sat, if it's dry.", &["2024-05-11"]),
        ("Can you water the plants sun?", &["2024-05-12"]),
        ("It should be done by sat.", &["2024-05-11"]),
        ("The dog sat. Then we sat, and talked.", &[]),
        ("I will lie in the sun.", &[]),
    ]);
}

#[test]
fn plans_and_thanks_tell_which_day() {
    check(&[
        ("See you Friday!", &["2024-05-10"]),
        ("I'm off on Friday.", &["2024-05-10"]),
        (
            "We present it to the board on Friday 11:00.",
            &["2024-05-10 11:00"],
        ),
        ("Did we present it on Friday?", &["2024-05-03"]),
        ("Call the surgery Friday.", &["2024-05-10"]),
        ("Call with Ann Friday, tired.", &["2024-05-03"]),
        ("Friday works for me.", &["2024-05-10"]),
        ("I've got physio on Friday.", &["2024-05-10"]),
        ("I got the letter on Friday.", &["2024-05-03"]),
        ("Sorry about Friday.", &["2024-05-03"]),
        ("Thanks for coming on Friday.", &["2024-05-03"]),
        (
            "Since the upgrade on Friday labels are scanned wrong.",
            &["2024-05-03"],
        ),
        (
            "For the 23rd I have the pumps, I asked already.",
            &["2024-05-23"],
        ),
    ]);
}

#[test]
fn a_day_that_is_the_new_one_is_to_come() {
    check(&[
        (
            "The shower is moved, was Monday, now Friday noon.",
            &["2024-05-06", "2024-05-08 10:30", "2024-05-10 12:00"],
        ),
        (
            "On Tue 7 May it tripped at 2:15 on Wednesday morning.",
            &["2024-05-07", "2024-05-08 02:15"],
        ),
        ("Mighty turnout at the reading on Friday.", &["2024-05-03"]),
    ]);
}

#[test]
fn what_comes_of_what_was_done_is_to_come() {
    // on a Wednesday
    check(&[
        ("Handed in the thesis, defence on Friday.", &["2024-05-10"]),
        ("Sold the van, pick-up on Monday.", &["2024-05-13"]),
        ("Ida rang; blood results on Thursday", &["2024-05-09"]),
        (
            "Filling replaced, next check-up on 14 January.",
            &["2025-01-14"],
        ),
        ("Chairs ordered, delivery in December.", &["2024-12"]),
        ("The courier brings my chair on Friday.", &["2024-05-10"]),
        ("Had lunch with Bo, then a film on Friday.", &["2024-05-03"]),
        ("We saw a film on Friday.", &["2024-05-03"]),
        (
            "Drove on Thursday, walked home on Friday.",
            &["2024-05-02", "2024-05-03"],
        ),
        (
            "The pump is on the new valve since 31 October.",
            &["2023-10-31/2024-05-08"],
        ),
    ]);
}

#[test]
fn what_another_clause_tells_says_nothing_of_the_day() {
    check(&[
        ("Gas goes up in August, the firm wrote to us.", &["2024-08"]),
        ("In August, the firm wrote to us.", &["2023-08"]),
        ("It was ill in August, the vet wrote.", &["2023-08"]),
    ]);
}

#[test]
fn german_verbs_tell_which_day() {
    check(&[
        ("Der Techniker kommt am Montag.", &["2024-05-13"]),
        ("Die Maler kommen am Montag in die Küche.", &["2024-05-13"]),
        ("Der Techniker kam am Montag.", &["2024-05-06"]),
        (
            "Das Sofa ist bestellt, Lieferung am Freitag.",
            &["2024-05-10"],
        ),
        ("Herd repariert, Abnahme am Freitag.", &["2024-05-10"]),
        ("Ich habe das Sofa am Montag bestellt.", &["2024-05-06"]),
        (
            "Das Sofa wurde geliefert, und zwar am Montag.",
            &["2024-05-06"],
        ),
    ]);
}
