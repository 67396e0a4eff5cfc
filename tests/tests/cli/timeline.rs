use crate::NOTE;
use jiff::{ToSpan, Zoned, civil::Date, tz::TimeZone};
use memo_tests::sandbox::Sandbox;

fn today() -> Date {
    Zoned::now().with_time_zone(TimeZone::UTC).date()
}

/// A calendar of what takes place every day from a day on.
fn swimming(from: Date) -> String {
    let day = from.strftime("%Y%m%d");
    format!(
        "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:s\nDTSTART:{day}T070000\nDTEND:{day}T080000\n\
         RRULE:FREQ=DAILY\nSUMMARY:Swimming\nEND:VEVENT\nEND:VCALENDAR\n"
    )
}

#[test]
fn a_period_is_told_in_order_with_what_repeats_on_each_day() {
    let memo = Sandbox::new();
    memo.add("note.md", NOTE);
    memo.add("swimming.ics", &swimming(Date::constant(2026, 10, 2)));
    let told = memo
        .memo(["timeline", "2026-10-01..2026-10-04"])
        .ok()
        .stdout;
    let at = |text: &str| told.find(text).unwrap_or_else(|| panic!("{text}: {told}"));
    let order = [
        "Friday 2 October 2026",
        "07:00 to 08:00",
        "Saturday 3 October 2026",
        "Sunday 4 October 2026",
    ];
    assert!(order.map(at).is_sorted(), "{told}");
    assert!(
        (at(order[2])..at(order[3])).contains(&at("observatory")),
        "{told}"
    );
    assert_eq!(told.matches("Swimming").count(), 3, "{told}");
    let json = memo.memo(["timeline", "2026-10", "--json"]).ok().json();
    let entries = json["entries"].as_array().expect("entries");
    assert_eq!(entries.len(), 31);
    assert_eq!(entries[0]["when"], "2026-10-02 07:00/2026-10-02 08:00");
    let few = memo.memo(["timeline", "2026-10", "-n", "2"]).ok();
    assert!(few.stderr.contains("--limit"), "{few:#?}");
    let narrowed = memo.memo(["timeline", "2026-10", "--place", "lisbon"]).ok();
    assert!(!narrowed.stdout.contains("Swimming"), "{narrowed:#?}");
    // The numbers are those of the last answer.
    memo.memo(["timeline", "2026-10-03"]).ok();
    let shown = memo.memo(["show", "1", "--source"]).ok().stdout;
    assert!(shown.contains("note-md-"), "{shown}");
}

#[test]
fn today_is_told_with_the_same_day_in_other_years() {
    let memo = Sandbox::new();
    memo.memo(["today"]).code(1);
    let before = |years: i32| {
        let day = today().checked_sub(years.years()).expect("a day");
        day.strftime("%-d %B %Y").to_string()
    };
    // 29 February has none in the years beside it.
    let years = if today().strftime("%d%m").to_string() == "2902" {
        4
    } else {
        1
    };
    memo.add(
        "boat.md",
        &format!(
            "On {} I sold the boat to Rosalind Achterberg.",
            before(years)
        ),
    );
    memo.add("kiln.md", &format!("On {} I repaired the kiln.", before(0)));
    for args in [&["today"][..], &["timeline"], &["timeline", "today"]] {
        let told = memo.memo(args).ok().stdout;
        let (now, then) = told.split_once("On this day in other years").expect("both");
        assert!(now.contains("kiln") && then.contains("boat"), "{told}");
    }
    let json = memo.memo(["today", "--json"]).ok().json();
    assert_eq!(json["entries"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["other_years"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_is_no_period_is_refused_with_what_to_say() {
    let memo = Sandbox::new();
    for (args, hint) in [
        (&["timeline", "someday"][..], "last week"),
        (&["timeline", "2026-10-04..2026-10-01"], "first day"),
        (&["timeline", "2026-10..someday"], "last week"),
        (&["timeline", "today", "--since", "2026"], "twice"),
        (&["timeline", "--until", "2026"], "--since"),
        (&["timeline", "--limit", "0"], "limit"),
    ] {
        let refused = memo.memo(args).code(2);
        assert!(refused.stderr.contains(hint), "{refused:#?}");
    }
    memo.memo(["timeline", "2001..2026"]).code(4);
    memo.memo(["timeline", "--since", "2026-10"]).code(1);
}
