use super::*;
use crate::ingest::Title;
use proptest::prelude::*;

fn now() -> DateTime {
    jiff::civil::date(2024, 5, 8).at(12, 0, 0, 0)
}

fn texts(text: &str) -> Vec<String> {
    read(text, now())
        .passages
        .into_iter()
        .map(|p| p.text)
        .collect()
}

#[test]
fn a_day_below_the_title_is_when_it_was_written() {
    for (text, written) in [
        (
            "New recording\nMill Road\n4 May 2024 at 18:52\n\nI buy leek tomorrow.\n",
            Some("2024-05-04 18:52"),
        ),
        (
            "Soup board\nSat, May 4, 2024, 10:00 AM CEST\n\nIt is hot.\n",
            Some("2024-05-04 10:00"),
        ),
        ("Soup tasting\n4 June 2024\n\nBring bread.\n", None),
        (
            "Soup\nOn 4 May 2024 it was too hot to eat it\n\nBread.\n",
            None,
        ),
    ] {
        let document = read(text, now());
        let found = document.written.map(|w| w.to_string());
        assert_eq!(found.as_deref(), written, "{text}");
    }
}

#[test]
fn reads_the_notes_of_a_meeting() {
    let document = read(
        "# Roof\n\n**Date:** 3 May 2024, 10:00\n**Where:** Loft\n\n## Attendees\n- Ann Brook (chair)\n- Tom Beck\n\n\
         ## 1. Tiles\n\nRed ones.\n\n- [ ] **Tom** – order them\n",
        now(),
    );
    assert_eq!(document.title.as_deref(), Some("Roof"));
    assert_eq!(
        document.written.map(|w| w.to_string()).as_deref(),
        Some("2024-05-03 10:00")
    );
    assert_eq!(document.place.as_deref(), Some("Loft"));
    assert_eq!(document.present.len(), 2);
    let told: Vec<_> = document
        .passages
        .iter()
        .map(|p| (p.text.as_str(), p.headings.join("/")))
        .collect();
    assert_eq!(
        told,
        [
            ("Red ones.", "Tiles".to_owned()),
            ("Tom – order them", "Tiles".to_owned())
        ]
    );
}

#[test]
fn a_title_has_the_day_behind_it() {
    let text = "Protokoll Vorstand, 3.5.2024, 19:30 Uhr, Loft\n\nAnwesend: Ann Brook, Bo Alm\n\nTOP 1 Dach\nRot.\n\nTOP 2 Geld\nKeins.\n";
    let document = read(text, now());
    let headings: Vec<_> = document
        .passages
        .iter()
        .map(|p| p.headings.join("/"))
        .collect();
    assert_eq!(headings, ["Dach", "Geld"]);
    let noted = read(
        "Call w/ Ida (Aviva) re: claim 3 May 14:20\n\nNo. 7\n",
        now(),
    );
    assert_eq!(
        noted.written.map(|w| w.to_string()).as_deref(),
        Some("2024-05-03 14:20")
    );
    assert_eq!(noted.people[0].name.as_deref(), Some("Ida"));
}

#[test]
fn a_line_over_a_list_heads_it() {
    let document = read(
        "# Boat\n\nTo buy:\n- oars\n- a sail\n\nIt is old.\n\n3 May: rain\n4 May: sun\nand wind\n",
        now(),
    );
    let told: Vec<_> = document
        .passages
        .iter()
        .map(|p| {
            let when = p.when.map(|w| w.to_string()).unwrap_or_default();
            (p.text.as_str(), p.headings.join("/"), when)
        })
        .collect();
    let plain = |text, when: &str| (text, String::new(), when.to_owned());
    assert_eq!(
        told,
        [
            ("oars", "To buy".to_owned(), String::new()),
            ("a sail", "To buy".to_owned(), String::new()),
            plain("It is old.", ""),
            plain("rain", "2024-05-03"),
            plain("sun\nand wind", "2024-05-04"),
        ]
    );
}

#[test]
fn a_heading_with_nothing_under_it_is_a_note() {
    assert_eq!(texts("I'll go back tomorrow\n"), ["I'll go back tomorrow"]);
    assert_eq!(
        texts("# Plans\n\n## Call the bank\n\n## Paint\n\nGreen.\n"),
        ["Call the bank", "Green."]
    );
    assert_eq!(texts("# Plans\n\n## Paint\n\nGreen.\n"), ["Green."]);
}

#[test]
fn joins_wrapped_lines_and_keeps_short_ones() {
    let wrapped = "we walked all the way up to the old mill and had tea there\nwith Rosa.\n";
    assert_eq!(
        texts(wrapped),
        ["we walked all the way up to the old mill and had tea there with Rosa."]
    );
    assert_eq!(texts("milk.\neggs.\n"), ["milk.\neggs."]);
}

#[test]
fn the_first_day_of_a_diary_is_no_title() {
    let document = read(
        "# 4 October 2026\n\nRain.\n\n# 5 October 2026\n\nSun.\n",
        now(),
    );
    assert_eq!(document.title, None);
    let headings = document.passages.into_iter().map(|p| p.headings);
    let headings: Vec<Vec<Title>> = headings.collect();
    assert_eq!(headings, [["4 October 2026"], ["5 October 2026"]]);
    let titled = read("# The boat\n\nRain.\n\n# 5 October 2026\n\nSun.\n", now());
    assert_eq!(titled.title.as_deref(), Some("The boat"));
}

#[test]
fn leaves_out_what_a_template_added() {
    assert_eq!(
        texts("Rain.\n\nDaily prompt: describe a door.\n"),
        ["Rain."]
    );
}

#[test]
fn leaves_out_remarks_that_are_not_shown() {
    assert_eq!(
        texts("Rain.\n\n%% ask Bo %%\n\n<!--\nhidden\n-->\n\nSun.\n"),
        ["Rain.", "Sun."]
    );
    assert_eq!(texts("Rain.\n\n%% ask Bo\n"), ["Rain.", "%% ask Bo"]);
}

proptest! {
    #[test]
    fn spans_are_in_bounds(text in "(#{1,3} |- |\\[ \\] |Date: |Present: |\n|\\PC|---\n|\\*\\*|3 Nov: |07:30 |2026-11-03 - |TOP 1 |2[.] |25/14  RATS|Ann Brook\n|Tom|minutes of x held on 3 May 2024 in the Hut\n|=+\n){0,80}") {
        for passage in read(&text, now()).passages {
            prop_assert!(text.get(passage.span.clone()).is_some());
        }
    }
}

#[test]
fn what_stands_above_a_whole_text_is_its_title() {
    let title = "Physiotherapy 12 Nov 2026 (Mia Nwosu and Tom, at the Rowan Surgery)";
    let text = format!("{title}\n\nThe knee bends again.\n\nMia was glad (as was I)\n");
    let document = read(&text, now());
    assert_eq!(document.title.as_deref(), Some(title));
    assert_eq!(
        texts(&text),
        ["The knee bends again.", "Mia was glad (as was I)"]
    );
}

#[test]
fn a_talk_announced_in_one_line_is_told() {
    let line = "Date: 3 May. Venue: the Old Hut. Speaker: Ann Brook.\n";
    assert!(texts(line).iter().any(|t| t.contains("Speaker: Ann Brook")));
}

#[test]
fn what_programs_write_beside_the_words_is_told_in_words() {
    let told = texts(
        "# Log\n- [ ] #task buy soup 📅 2025-09-10 ⏫\n- [>] write to Ida ^a1\n- [-] sell the boat\n\n> [!note] Idea\n> Use the attic.\n",
    );
    assert_eq!(
        told,
        [
            "buy soup by 2025-09-10",
            "write to Ida",
            "cancelled: sell the boat",
            "Use the attic."
        ]
    );
}
