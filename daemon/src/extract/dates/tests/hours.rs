//! Hours of the day, as they are written and said.

use super::check;

#[test]
fn times_of_day() {
    check(&[
        ("tomorrow at 5", &["2024-05-09 17:00"]),
        ("tomorrow at half past nine", &["2024-05-09 09:30"]),
        ("quarter to six tomorrow", &["2024-05-09 17:45"]),
        ("tomorrow at 9.30am", &["2024-05-09 09:30"]),
        ("at 1430 tomorrow", &["2024-05-09 14:30"]),
        ("noon on Saturday", &["2024-05-04 12:00"]),
        ("Friday 24th May, 6pm", &["2024-05-24 18:00"]),
        ("by end of day Friday", &["2024-05-10 23:59"]),
        ("2024-05-03T14:30:00Z", &["2024-05-03 14:30"]),
        ("Sunday late evening at 10:00", &["2024-05-05 22:00"]),
    ]);
}

#[test]
fn an_hour_with_a_full_stop_stands_behind_its_day() {
    check(&[
        (
            "The visit is still on for Monday (13th), 9.30 at the gate.",
            &["2024-05-13 09:30"],
        ),
        (
            "Fair on 18 May 2024, 10.15 in the hall.",
            &["2024-05-18 10:15"],
        ),
        ("It grew to 3.50 in 2024, 9.75 at most.", &["2024"]),
    ]);
}

#[test]
fn a_length_in_words_is_no_hour() {
    check(&[
        ("I finished in three fifty-two.", &[]),
        ("Up all twelve locks in 2h 35.", &[]),
        ("Once round the lake in 1h45 today.", &["2024-05-08"]),
        ("It took 1h45 by train.", &[]),
    ]);
}

#[test]
fn an_occasion_tells_the_half_of_the_day() {
    check(&[
        ("Dinner on 18 May at seven thirty.", &["2024-05-18 19:30"]),
        (
            "I booked dinner, Friday 17 May at 8.",
            &["2024-05-17 20:00"],
        ),
        ("Breakfast on 18 May at 6.", &["2024-05-18 06:00"]),
        ("The meeting is on 17 May at 8.", &["2024-05-17 08:00"]),
        (
            "AGM on 17 May, 7.30, at the scout hall.",
            &["2024-05-17 19:30"],
        ),
        (
            "Die Vorstandssitzung ist am 17. Mai um halb acht.",
            &["2024-05-17 19:30"],
        ),
        (
            "I show it to them on 17 May at 7 in the church hall.",
            &["2024-05-17 19:00"],
        ),
        ("The train is on 17 May at 7.", &["2024-05-17 07:00"]),
        // but not of a late one
        ("The party is on 18 May, from 11:00.", &["2024-05-18 11:00"]),
    ]);
}

#[test]
fn hours_and_days_as_they_are_said() {
    check(&[
        (
            "Le train part à dix-sept heures, pas à huit heures moins le quart.",
            &["2024-05-08 17:00", "2024-05-08 07:45"],
        ),
        (
            "Nous partons de la gare à six heures quarante avec elle.",
            &["2024-05-08 06:40"],
        ),
        ("Le film dure deux heures et nous avons ri.", &[]),
        ("Nous avons roulé seize heures sans elle.", &[]),
        ("dans les vingt-quatre heures, il est mort", &[]),
        (
            "The train arrives at sixteen twenty, I fetch him.",
            &["2024-05-08 16:20"],
        ),
        ("We eat around half six with Ida", &["2024-05-08 18:30"]),
        (
            "the regatta, Sat 18 + Sun 19 May",
            &["2024-05-18/2024-05-19"],
        ),
        (
            "The fair is on 11 May, a Saturday, in the park.",
            &["2024-05-11"],
        ),
        ("It will be in 4.2, out on 2 June.", &["2024-06-02"]),
        ("It was done at the last minute.", &[]),
        ("Pain since fall on wet steps in January 2024", &["2024-01"]),
        ("She said yes for Friday", &["2024-05-10"]),
        ("ordered, here Friday", &["2024-05-10"]),
        ("They moved here Friday", &["2024-05-03"]),
        ("Thanks for Friday, it was lovely", &["2024-05-03"]),
        (
            "She said yes for Friday, 2:30 in studio B",
            &["2024-05-10 14:30"],
        ),
    ]);
}

#[test]
fn two_bare_numbers_are_hours_only_where_something_comes_or_opens() {
    check(&[
        (
            "The courier comes between 8 and 10, be there.",
            &["2024-05-08 08:00/2024-05-08 10:00"],
        ),
        (
            "Es en el club, de tres a siete.",
            &["2024-05-08 15:00/2024-05-08 19:00"],
        ),
        ("There were between 8 and 10 of us.", &[]),
        ("Es un niño de tres a siete años.", &[]),
        ("They voted 4-1 on Tuesday to close.", &["2024-05-07"]),
        ("We won 3-2 on Saturday at the ground.", &["2024-05-04"]),
        (
            "We are open 9-5 on Saturday.",
            &["2024-05-11 09:00/2024-05-11 17:00"],
        ),
    ]);
}

#[test]
fn who_gets_up_does_so_in_the_morning() {
    check(&[
        ("Up at 4:45.", &["2024-05-08 04:45"]),
        ("I woke at five.", &["2024-05-08 05:00"]),
        ("Alarm set for 5:15 tomorrow.", &["2024-05-09 05:15"]),
        ("The bus picks us up at 5 tomorrow.", &["2024-05-09 17:00"]),
    ]);
}

#[test]
fn the_small_hours_of_last_night_are_of_today() {
    check(&[
        ("The dog barked last night at 2.", &["2024-05-08 02:00"]),
        ("The dog barked last night at 11.", &["2024-05-07 23:00"]),
    ]);
}

#[test]
fn points_part_hours_in_a_span_behind_a_day() {
    check(&[
        (
            "Fair on 18 May 14.00-15.30",
            &["2024-05-18 14:00/2024-05-18 15:30"],
        ),
        (
            "Fair on 18 May from 14.00 to 15.30",
            &["2024-05-18 14:00/2024-05-18 15:30"],
        ),
        ("Training Friday 6.30.", &["2024-05-03 18:30"]),
        ("Tickets were 12.50-15.50 each.", &[]),
        ("My blood pressure, one forty-five over ninety-two.", &[]),
        (
            "Dentist, the nineteenth, Sunday, quarter past four.",
            &["2024-05-19 16:15"],
        ),
    ]);
}

#[test]
fn degrees_are_no_days() {
    check(&[
        ("sáb 4 mayo - 17º, viento flojo", &["2024-05-04"]),
        ("sam 4 mai - 17°", &["2024-05-04"]),
        ("Sa 4. Mai - 17 Grad", &["2024-05-04"]),
        ("el 15º aniversario", &[]),
        ("run mag03 and mar05 again", &[]),
    ]);
}

#[test]
fn two_numbers_beside_their_weekday_are_a_day() {
    check(&[
        ("6/6 Thurs hot. Bees.", &["2024-06-06"]),
        ("6/6 of them came", &[]),
        ("6/6 Fri hot", &["2024-05-03"]),
    ]);
}

#[test]
fn what_is_counted_behind_a_part_of_the_day_is_no_hour() {
    check(&[
        (
            "Dead battery this morning, 11 kids on the bus.",
            &["2024-05-08"],
        ),
        (
            "Dead battery this morning, 11 sharp.",
            &["2024-05-08 11:00"],
        ),
        ("See you tonight, 8 at the latest.", &["2024-05-08 20:00"]),
    ]);
}
