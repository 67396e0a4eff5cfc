use super::*;
use proptest::prelude::*;

/// `when|line|line` of each entry.
fn entries(text: &str) -> Vec<String> {
    let now = jiff::civil::date(2024, 11, 17).at(12, 0, 0, 0);
    let agenda = read(text, now, None).unwrap_or_default();
    let shown = agenda.entries.iter().map(|e| {
        let lines: Vec<&str> = e.lines.iter().map(|(l, _)| l.as_str()).collect();
        format!("{}|{}", e.when, lines.join("|"))
    });
    shown.collect()
}

#[test]
fn a_schedule_with_its_days_in_halves() {
    let text = "Create\nMini calendar\n\n18\nNov, Mon\n8:30am – 12pm\nHome visits, Leith\n\n1:15 – 2pm\nReview w/ Ida\n\n\
        19\nNov, Tue\nAll day\nBo in Oslo\n\nShowing events until 23 November\n\n\
        Home visits, Leith\nMonday, 18 November⋅8:30am – 12:00pm\nLeith Walk 3\n2 guests\n";
    assert_eq!(
        entries(text),
        [
            "2024-11-18 08:30/2024-11-18 12:00|Home visits, Leith",
            "2024-11-18 13:15/2024-11-18 14:00|Review w/ Ida",
            "2024-11-19|Bo in Oslo",
            "2024-11-18 08:30/2024-11-18 12:00|Home visits, Leith|Leith Walk 3|2 guests",
        ]
    );
}

#[test]
fn days_in_thirds_and_what_is_of_several_days() {
    let text = "Mon\n18\nNOV\n9 – 10am\nBank\n2 – 2:30pm\nIda\n\nTue\n19\nNOV\n12 – 1pm\nLunch\n\n\
        Wed 20 November – Sat 23 November\nField work\nbring boots\n";
    assert_eq!(
        entries(text),
        [
            "2024-11-18 09:00/2024-11-18 10:00|Bank",
            "2024-11-18 14:00/2024-11-18 14:30|Ida",
            "2024-11-19 12:00/2024-11-19 13:00|Lunch",
            "2024-11-20/2024-11-23|Field work|bring boots",
        ]
    );
}

#[test]
fn a_history_with_times_before_and_behind() {
    let before = "Today - Sunday, March 10, 2024\n9:52 PM\nSoup | Pot\npot.example\n9:44 PM\nBread | Pot\npot.example\n";
    let behind = "Today - Sunday, March 10, 2024\nSoup | Pot\npot.example\n9:52 PM\nBread | Pot\npot.example\n9:44 PM\n";
    let told = [
        "2024-03-10 21:52|Soup | Pot|pot.example",
        "2024-03-10 21:44|Bread | Pot|pot.example",
    ];
    assert_eq!(entries(before), told);
    assert_eq!(entries(behind), told);
}

#[test]
fn planners_and_programs() {
    assert_eq!(
        entries(
            "Week of 18 November\n\nMonday\n- 09:00 Stand-up\n- buy oats\n\nTuesday\n- 18:00 Choir\n  bring the folder\n"
        ),
        [
            "2024-11-18 09:00|Stand-up",
            "2024-11-18|buy oats",
            "2024-11-19 18:00|Choir|bring the folder"
        ]
    );
    assert_eq!(
        entries(
            "Mon Nov 18   9:00am  Dentist\n            11:30am  Bank\n\nTue Nov 19            Bo's birthday\n"
        ),
        [
            "2024-11-18 09:00|Dentist",
            "2024-11-18 11:30|Bank",
            "2024-11-19|Bo's birthday"
        ]
    );
    assert_eq!(
        entries("* Dentist\n  <2024-11-18 Mon 10:00-11:00>\n* Choir\n  SCHEDULED: <2024-11-19 Tue 18:00>\n* Bank\n  <2024-11-20 Wed 09:00>\n").len(),
        3
    );
}

#[test]
fn views_of_apps_and_plans_without_marks() {
    assert_eq!(
        entries(
            "MONDAY, NOVEMBER 18\nDentist\n9:00 AM – 9:45 AM\n12 Storgata, Oslo\n\nLunch with Bo\n12:30 PM – 1:30 PM\nCafe Lille\n\nFRIDAY, NOVEMBER 22\nall-day\nCy's birthday\n"
        ),
        [
            "2024-11-18 09:00/2024-11-18 09:45|Dentist|12 Storgata, Oslo",
            "2024-11-18 12:30/2024-11-18 13:30|Lunch with Bo|Cafe Lille",
            "2024-11-22|Cy's birthday",
        ]
    );
    assert_eq!(
        entries(
            "WEEK PLAN  18 - 24 November 2024\n\nMON\n  gym\n  14:00 physio, Hall St\n  call Mum\nTUE\n  19:30 choir (bring Fauré)\nTHU\nFRI\n  train to York, with Bo\n"
        ),
        [
            "2024-11-18|gym",
            "2024-11-18 14:00|physio, Hall St",
            "2024-11-18|call Mum",
            "2024-11-19 19:30|choir (bring Fauré)",
            "2024-11-22|train to York, with Bo",
        ]
    );
}

#[test]
fn agendas_of_other_languages() {
    let told = [
        "2024-11-18 08:30/2024-11-18 09:00|Dentiste",
        "2024-11-18 18:00/2024-11-18 19:30|Yoga",
        "2024-11-18 20:00|Film",
    ];
    for text in [
        "Lundi 18 novembre 2024\n08h30 – 09h00 : Dentiste\n18h – 19h30 : Yoga\n20h : Film\n",
        "Montag, 18. November 2024\n8.30 – 9 Uhr: Dentiste\n18 – 19.30 Uhr: Yoga\n20 Uhr: Film\n",
        "Lunes, 18 de noviembre de 2024\n8:30 – 9:00 h: Dentiste\n18 h – 19:30 h: Yoga\n20:00 h: Film\n",
    ] {
        assert_eq!(entries(text), told, "{text}");
    }
}

#[test]
fn prose_is_no_list() {
    assert!(entries("Monday was wet.\n\nOn 18 November we met at 9:00 and talked.\n").is_empty());
}

proptest! {
    #[test]
    fn spans_are_of_the_text(lines in proptest::collection::vec(prop_oneof![
        Just("18"), Just("Nov, Mon"), Just("9:52 PM"), Just("8:30 – 9pm"), Just("All day"), Just(""), Just("- é"), Just("Soup, Leith"),
        Just("Saturday, 23 November⋅7:30 – 11:00pm"), Just("2024-11-18 | 09:00 | Dentist"), Just("Week of 18 November"), Just("Tuesday"), Just("18h – 19h30 : é"), Just("8 Uhr"),
    ], 0..24)) {
        let text = lines.join("\n");
        let now = jiff::civil::date(2024, 11, 17).at(12, 0, 0, 0);
        for entry in read(&text, now, Some(Lean::Future)).unwrap_or_default().entries {
            prop_assert!(text.get(entry.span.clone()).is_some());
            prop_assert!(!entry.lines.is_empty());
        }
    }
}

#[test]
fn long_lists_take_linear_time() {
    let now = jiff::civil::date(2024, 11, 17).at(12, 0, 0, 0);
    let list = format!("18 November 2024\n{}", "09:00\nSoup\n".repeat(10_000));
    assert_eq!(
        read(&list, now, None).map(|a| a.entries.len()),
        Some(10_000)
    );
}
