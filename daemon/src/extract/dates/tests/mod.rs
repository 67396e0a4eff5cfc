//! Sentences in and times out, over all rules together.

use super::*;
use proptest::prelude::*;

mod hours;
mod languages;
mod tenses;
mod years;

fn reference() -> Reference {
    // a Wednesday
    Reference::at(jiff::civil::date(2024, 5, 8).at(10, 30, 0, 0))
}

fn check(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        let found: Vec<String> = find(text, &reference())
            .iter()
            .map(|f| f.when.to_string())
            .collect();
        assert_eq!(found, *expected, "{text}");
    }
}

#[test]
fn leaves_alone_what_is_no_date() {
    check(&[
        ("You may march in the sun for a second.", &[]),
        ("Release 2024.19.3 runs on 10.0.12.5.", &[]),
        ("Stuck since upgrade to 1.22.", &[]),
        ("Broken since 1.22.", &[]),
        ("Will be in 2.1.", &[]),
        ("It takes 4.2 s since 2.1.", &[]),
        ("Breaks on 3.11 only.", &[]),
        ("It cost $2019 or 12.50 a head.", &[]),
        ("Call 555-0134 or +44 20 7946 0018.", &[]),
        ("The first thing I did was sit.", &[]),
        ("Room 12, page 4 of 20, 3/4 cup", &[]),
        ("It took two hours.", &[]),
        ("A correction on page 3 of the March issue.", &[]),
        ("Five players, 2h40, no break.", &[]),
        ("2h10 by bus.", &[]),
        ("Both pumps are on 2.3, and 24 Euro each.", &[]),
        ("They reply within 24 h.", &[]),
    ]);
}

#[test]
fn what_stands_beside_a_day_says_which_it_is() {
    check(&[
        ("It is Thursday now (16th) at 10am.", &["2024-05-16 10:00"]),
        (
            "sat 18 may, the car park 9.30 to 12, we have a table",
            &["2024-05-18", "2024-05-08 09:30/2024-05-08 12:00"],
        ),
        ("The paint was 4.30 to 12.75 a tin.", &[]),
        ("It was a Monday when we met.", &[]),
        ("in the last minutes of the match", &[]),
        ("We are in week 20.", &["2024-05-13/2024-05-19"]),
        ("U17, week 44 of the season", &[]),
        ("Wir treffen uns am 1.2. im Hafen.", &["2025-02-01"]),
        (
            "Das Update kommt bis 15.3. und nicht später.",
            &["2025-03-15"],
        ),
        // 11 March, though the text is English
        ("review on Monday 11.03. at 9:30", &["2024-03-11 09:30"]),
        (
            "the first preview will be Fri 7.30pm then",
            &["2024-05-10 19:30"],
        ),
        ("next Saturday (the 11th), her barn", &["2024-05-11"]),
        ("the twenty third, that's a Thursday", &["2024-05-23"]),
        ("last Tuesday was long", &["2024-04-30"]),
        ("Tev called: choir moves to Monday", &["2024-05-13"]),
        ("it has been postponed to the Tuesday", &["2024-05-14"]),
        ("She moved to Lisbon on Monday.", &["2024-05-06"]),
        ("sprint on 6 and 7 May in Leeds", &["2024-05-06/2024-05-07"]),
        ("2024-05-04/05 at home", &["2024-05-04/2024-05-05"]),
        ("at the end of the second act", &[]),
        ("Tuesday night the fourteenth it rained", &["2024-05-14"]),
        ("Tuesday evening the 14th at seven", &["2024-05-14 19:00"]),
        ("I go with Anh-Thu and Jean-May", &[]),
        (
            "Move weekend = Sat 18 – Sun 19 May, all on site",
            &["2024-05-18/2024-05-19"],
        ),
        (
            "Move weekend    Sat 18 – Sun 19 May, all on site",
            &["2024-05-18/2024-05-19"],
        ),
        (
            "on Friday the 7th of June, at fourteen hours",
            &["2024-06-07 14:00"],
        ),
        ("on Tuesday (15h, the small room)", &["2024-05-07 15:00"]),
        (
            "Saturday 1 June, 13-17h",
            &["2024-06-01 13:00/2024-06-01 17:00"],
        ),
        ("cut 2 = 2h20, and we met at 4pm", &["2024-05-08 16:00"]),
        (
            "Review on Monday 3 June at 10:30. 8.30 on the same morning at the gate",
            &["2024-06-03 10:30", "2024-06-03 08:30"],
        ),
        ("he comes an hour earlier", &[]),
        (
            "Exam on 3 June, results the Monday after.",
            &["2024-06-03", "2024-06-10"],
        ),
        ("dad drives me tuesday to town", &["2024-05-14"]),
        ("hier est venu mon oncle", &["2024-05-07"]),
        ("@due(24-06-03 14:00)", &["2024-06-03 14:00"]),
        ("Loaded everything in 40 min, all wet", &[]),
        (
            "closed from 18 to 20 June, so they put us in for the Friday.",
            &["2024-06-18/2024-06-20", "2024-06-21"],
        ),
    ]);
}

#[test]
fn calendar_dates() {
    check(&[
        ("It rained on 3 June 2023.", &["2023-06-03"]),
        ("Monday January 15th, 2024", &["2024-01-15"]),
        ("the 3rd of May, 2021", &["2021-05-03"]),
        ("May twenty-first", &["2024-05-21"]),
        ("Signed 02/22/2016", &["2016-02-22"]),
        ("2016-jan-5", &["2016-01-05"]),
        ("sales_report-2002-10-09.xlsx", &["2002-10-09"]),
        ("Oct/2", &["2024-10-02"]),
        ("4oct2018", &["2018-10-04"]),
        ("in 8/2019", &["2019-08"]),
        ("2016 April", &["2016-04"]),
        ("April of last year", &["2023-04"]),
        ("the twenties", &["1920/1929"]),
        ("the '90s", &["1990/1999"]),
        ("13 Sept nineteen seventy two", &["1972-09-13"]),
        ("Mon, 13 May", &["2024-05-13"]),
        ("Tue 14/5 10:00", &["2024-05-14 10:00"]),
        (
            "Handover on Monday 25 November, 14.30, at the shop",
            &["2024-11-25 14:30"],
        ),
        ("fitting tomorrow 2.15 in the attic", &["2024-05-09 14:15"]),
        ("church sat 13:00 sharp", &["2024-05-04 13:00"]),
        ("Thu 5 - Sun 8 September", &["2024-09-05/2024-09-08"]),
        ("Fri 12 to Sun 14 July", &["2024-07-12/2024-07-14"]),
        ("Fri Oct 11 17:48:12 2019 +0300", &["2019-10-11 17:48"]),
        ("12. 12. 2018", &["2018-12-12"]),
        ("12.XI.2024", &["2024-11-12"]),
        ("3. viii. 2025", &["2025-08-03"]),
        ("19.vii.25", &["2025-07-19"]),
    ]);
}
#[test]
fn days_from_the_one_told_last() {
    check(&[
        (
            "The party is on Sat 14 June and I land the day before at 18:20.",
            &["2024-06-14", "2024-06-13 18:20"],
        ),
        (
            "On 3 May we sailed. The next morning it rained; that evening we ate.",
            &["2024-05-03", "2024-05-04", "2024-05-04"],
        ),
        (
            "We met on 2 May and again two weeks later.",
            &["2024-05-02", "2024-05-16"],
        ),
        (
            "The day before the party of 3 May was calm.",
            &["2024-05-03"],
        ),
    ]);
    let told = Reference {
        told: Told {
            days: Some((
                jiff::civil::date(2024, 6, 14),
                jiff::civil::date(2024, 6, 14),
            )),
            stay: None,
        },
        ..reference()
    };
    assert_eq!(
        find("The day before, we packed.", &told)[0]
            .when
            .to_string(),
        "2024-06-13"
    );
}

#[test]
fn dates_from_today() {
    check(&[
        ("the day before yesterday", &["2024-05-06"]),
        ("We met last Friday.", &["2024-05-03"]),
        ("We will meet next Friday.", &["2024-05-17"]),
        ("this coming Friday", &["2024-05-10"]),
        ("two weeks from Monday", &["2024-05-27"]),
        ("a week ago yesterday", &["2024-04-30"]),
        ("in a year and a half", &["2025-11-08"]),
        ("half an hour ago", &["2024-05-08 10:00"]),
        ("the last 2 quarters", &["2023-10/2024-03"]),
        ("the previous 4 business days", &["2024-05-02/2024-05-07"]),
        ("two Sundays from now", &["2024-05-19"]),
        ("the Friday before Christmas 2024", &["2024-12-20"]),
        ("the week after next", &["2024-05-20/2024-05-26"]),
        ("the Thursday after next", &["2024-05-16"]),
        ("the Wednesday after next", &["2024-05-22"]),
        ("the Tuesday before last", &["2024-04-30"]),
    ]);
}
#[test]
fn parts_of_the_calendar() {
    check(&[
        ("the first Monday of June", &["2024-06-03"]),
        ("the last day of the month", &["2024-05-31"]),
        ("the 15th of last month", &["2024-04-15"]),
        ("mid-May", &["2024-05-11/2024-05-21"]),
        ("the end of next week", &["2024-05-16/2024-05-19"]),
        ("week 3 of 2027", &["2027-01-18/2027-01-24"]),
        ("the week of 16 September", &["2024-09-16/2024-09-22"]),
        ("Q3 2020", &["2020-07/2020-09"]),
        ("the first half of 2019", &["2019-01/2019-06"]),
        ("summer of 2017", &["2017-06/2017-08"]),
        ("the weekend of 12 May", &["2024-05-11/2024-05-12"]),
        ("Labor Day weekend 2021", &["2021-09-04/2021-09-06"]),
        ("Easter 2018", &["2018-04-01"]),
        ("later this month", &["2024-05-08/2024-05-31"]),
    ]);
}
#[test]
fn ranges() {
    check(&[
        ("from 4 to 22 January 1995", &["1995-01-04/1995-01-22"]),
        ("November 19-20", &["2023-11-19/2023-11-20"]),
        ("Sat 20 – Sun 21 April", &["2024-04-20/2024-04-21"]),
        (
            "between 9 and 12 tomorrow",
            &["2024-05-09 09:00/2024-05-09 12:00"],
        ),
        ("tomorrow, 8-10pm", &["2024-05-09 20:00/2024-05-09 22:00"]),
        ("from 2014 to 2018", &["2014/2018-01-01"]),
        ("since last week", &["2024-04-29/2024-05-08"]),
        (
            "Will you call? It has been leaking since Tuesday.",
            &["2024-05-07/2024-05-08"],
        ),
        ("We will meet since Friday is free.", &["2024-05-10"]),
        ("from May 5 for 3 days", &["2024-05-05/2024-05-07"]),
        ("year to date", &["2024-01-01/2024-05-08"]),
    ]);
}

#[test]
fn a_name_is_no_month_and_a_length_no_hour() {
    check(&[
        ("Jun showed the dry run.", &[]),
        ("Jan and Jun came in June.", &["2024-06"]),
        ("In Jun we move.", &["2024-06"]),
        ("Due: 3 Jun", &["2024-06-03"]),
        ("It took 6h 20m.", &[]),
    ]);
}

#[test]
fn finds_several_in_order() {
    check(&[(
        "Yesterday I wrote; on 3 June 2024 at 9.30am we meet, until next week.",
        &["2024-05-07", "2024-06-03 09:30", "2024-05-13/2024-05-19"],
    )]);
}

proptest! {
    #[test]
    fn never_panics_and_stays_in_bounds(text in ".{0,200}") {
        bounds(&text);
    }

    #[test]
    fn survives_any_order_of_its_words(words in prop::collection::vec(
        prop::sample::select(vec![
            "next", "last", "Friday", "3", "31", "2024", "May", "the", "of", "to", "-", "/", ".", ":", "30", "half",
            "past", "in", "weeks", "99999999", "ago", "from", "between", "and", "Easter", "Q1", "first", "end", "99",
            "century", "for", "hours", "since", "12", "am", "h", "'90s", "\n", "weekend", "after", "before", "0",
        ]), 0..40), spaced in any::<bool>()) {
        bounds(&words.join(if spaced { " " } else { "" }));
    }
}

fn bounds(text: &str) {
    let mut after = 0;
    for found in find(text, &reference()) {
        assert!(found.span.start >= after && found.span.end > found.span.start);
        assert!(text.get(found.span.clone()).is_some(), "{text:?} {found:?}");
        after = found.span.end;
    }
    for found in durations(text) {
        assert!(text.get(found.span).is_some());
    }
    order(text);
    lean(text);
}

/// What the rules try hardest at; quadratic time would take minutes.
#[test]
fn takes_linear_time() {
    for unit in [
        "a week after ",
        "1-",
        "3/",
        "next last ",
        "from 3 to ",
        "the first of the ",
    ] {
        let text = unit.repeat(20_000 / unit.len());
        let start = std::time::Instant::now();
        find(&text, &reference());
        assert!(
            start.elapsed().as_secs() < 10,
            "{unit:?} took {:?}",
            start.elapsed()
        );
    }
}

#[test]
fn what_is_reported_was_and_what_is_not_allowed_is_to_be() {
    check(&[
        ("Report from Friday at the club.", &["2024-05-03"]),
        (
            "I'm not allowed to lift a kettle till Friday.",
            &["2024-05-10"],
        ),
        (
            "Guten Morgen in die Runde, gestern war Abriss.",
            &["2024-05-07"],
        ),
    ]);
}
