use crate::extract::draft::tests::drafts;
use memo_common::api::SourceType;

/// When the memories of a text were, in order.
pub(in crate::extract) fn whens(source: SourceType, text: &str) -> Vec<String> {
    let drafts = drafts(source, text).into_iter();
    let said = drafts.map(|d| d.when.map(|w| w.to_string()).unwrap_or_default());
    said.collect()
}

#[test]
fn a_day_that_an_assistant_names_is_no_event() {
    let text = r#"{"role":"user","created":1791874800,"content":"the pump stops at the change of the clock"}
{"role":"assistant","created":1791874860,"content":[{"type":"text","text":"Mended, with a test of 12 December 2026."}]}"#;
    assert_eq!(whens(SourceType::Vscode, text), ["2026-10-13 07:00"]);
}

#[test]
fn two_dates_of_a_letter_are_two_memories() {
    let text = "The last sale is on 21 November 2026 in the ring.\n\nA talk will be held in the hall on 9 December 2026. \
        Helpers who want a key have to ask by 14 December 2026.\n";
    assert_eq!(
        whens(SourceType::Text, text),
        ["2026-11-21", "2026-12-09", "2026-12-14"]
    );
}

#[test]
fn a_commit_is_when_it_is_made_unless_people_did_what_it_tells() {
    let log = |body: &str| {
        format!(
            "commit 1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b\nAuthor: Bo Alm <bo@a.example>\n\
             Date:   Tue Nov 10 21:04:00 2026 +0000\n\n    Read days first\n\n    {body}\n"
        )
    };
    let at = |body: &str| whens(SourceType::Vscode, &log(body)).remove(0);
    assert_eq!(at("Yesterday we threw 40 tins away."), "2026-11-09");
    assert_eq!(at("Mends the drift of 3 November."), "2026-11-10 21:04");
}

#[test]
fn a_day_that_is_given_up_is_none() {
    let when = |text: &str| whens(SourceType::Text, text).remove(0);
    assert_eq!(when("The knee was 9 Nov, now Wed 25 Nov."), "2026-11-25");
    assert_eq!(
        when("Choir is no longer on Tuesday but on Thursday 19 November."),
        "2026-11-19"
    );
}

#[test]
fn a_day_until_which_something_lasts_is_no_time_of_talk() {
    let text = "Bo Alm  9:02 AM\nno voice till Sunday, says the doctor\n";
    assert_eq!(whens(SourceType::Slack, text), ["2026-11-17 09:02"]);
}

#[test]
fn an_entry_of_what_was_done_is_of_its_day() {
    let when = |entry: &str| {
        let text = format!("# Sunday 4 October 2026\n\n{entry}\n");
        whens(SourceType::Text, &text).swap_remove(0)
    };
    let drove = "Drove Ida to the clinic. It took two hours, and she can go home on Friday.";
    assert_eq!(when(drove), "2026-10-04");
    let plans = "Dug the potatoes with Ida, who wants to try garlic this winter.";
    assert_eq!(when(plans), "2026-10-04");
    let hours = "Parents' evening at 7 pm. The trip is on 4 May 2027.";
    assert_eq!(when(hours), "2026-10-04 19:00");
    let headed = "Q1 2019. The pump was bought.";
    assert_eq!(when(headed), "2019-01/2019-03");
    let heard = "Ida called. Her operation is on the 21st of October at 7:30.";
    assert_eq!(when(heard), "2026-10-21 07:30");
    let off = "Bo rang me at 2pm, he has cut his hand. Off till Monday.";
    assert_eq!(when(off), "2026-10-04 14:00");
}

#[test]
fn many_days_in_one_sentence_take_linear_time() {
    let days = "2024-05-03 ".repeat(9) + "\n";
    assert!(!whens(SourceType::Text, &days.repeat(400)).is_empty());
}

#[test]
fn a_birth_years_ago_is_no_event() {
    let when = |text: &str| whens(SourceType::Text, text).remove(0);
    let today = "2026-11-17";
    assert_eq!(when("She is born 3-12-2008, so she was 15."), today);
    assert_eq!(when("The lease is with Ida Ek, b. 11.2.1946."), today);
    assert_eq!(when("Mit Frau Ida Ek, geb. 11.02.1946, gesprochen."), today);
    assert_eq!(when("Our son was born on 3 November 2026."), "2026-11-03");
}

#[test]
fn what_has_been_so_since_an_hour_happened_then() {
    let when = |text: &str| whens(SourceType::Slack, text).remove(0);
    let gauge = "Bo Alm  9:02 AM\ngauge 4 has been flatlining since sunday ~22:00. battery is ok\n";
    assert_eq!(when(gauge), "2026-11-15 22:00");
    let silent = "Bo Alm  9:02 AM\nsorry for not writing since last week, the pump is mended\n";
    assert_eq!(when(silent), "2026-11-17 09:02");
}

#[test]
fn a_line_of_a_days_log_is_of_its_hour_whatever_day_it_names() {
    let log = "# 2026-11-03\n\n- 09:15 Stand-up with Ida: the launch slips to 2026-12-19\n\
        - 12:30 Lunch with Ana (back from Rome on Thursday)\n- 18:00 swam\n";
    assert_eq!(
        whens(SourceType::Text, log),
        ["2026-11-03 09:15", "2026-11-03 12:30", "2026-11-03 18:00"]
    );
}

#[test]
fn what_is_done_has_no_hour_of_the_line_above_and_no_day_of_the_one_below() {
    let log = "# 2026-11-03\n\n- 09:15 Stand-up\n- 17:00 Yoga\n- [x] renew the card\n- [ ] call the plumber\n\
        Yesterday's bread was stale.\n";
    let told = whens(SourceType::Text, log);
    assert_eq!(
        told.last().map(String::as_str),
        Some("2026-11-03"),
        "{told:?}"
    );
}

#[test]
fn a_feast_beyond_which_nothing_waits_is_no_day() {
    let text = "# 2026-11-03\n\nHe said not to wait beyond Christmas.\n";
    assert_eq!(whens(SourceType::Text, text), ["2026-11-03"]);
}

#[test]
fn what_was_done_is_of_its_day_whatever_comes_of_it() {
    let when = |entry: &str| {
        let text = format!("# 2026-11-11\n\n{entry}\n");
        whens(SourceType::Text, &text).swap_remove(0)
    };
    for (entry, day) in [
        ("Chairs ordered, delivery in December.", "2026-11-11"),
        ("Vaccinated the cat, next jab on 14 February.", "2026-11-11"),
        (
            "Met Ida at 9:15 at the quay, she sails back on 2 December at 7:40.",
            "2026-11-11 09:15",
        ),
        ("The chairs come on Friday.", "2026-11-13"),
        (
            "Ida rang: choir is on 20 November at 19:00",
            "2026-11-20 19:00",
        ),
    ] {
        assert_eq!(when(entry), day, "{entry}");
    }
}
