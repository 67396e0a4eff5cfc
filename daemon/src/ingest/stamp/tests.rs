use super::*;
use jiff::civil::{date, time};
use proptest::prelude::*;

#[test]
fn reads_the_stamps_of_programs() {
    let day = date(2023, 5, 8);
    for text in [
        "1:56 pm on 8 May, 2023",
        "8 May 2023 at 13:56",
        "2023-05-08 13:56",
        "2023-05-08T13:56:00Z",
        "May 8, 2023, 1:56 PM",
        "Monday, May 8th, 2023 13:56",
        "8 de mayo de 2023, 13:56",
        "8. Mai 2023 um 13:56 Uhr",
        "8 mai 2023 à 13 h 56",
        "8 de mayo de 2023, 1:56 p.\u{a0}m.",
    ] {
        let stamp = whole(text).unwrap_or_default();
        assert_eq!(stamp.day, Some(Day::Exact(day)), "{text}");
        assert_eq!(stamp.time, Some(time(13, 56, 0, 0)), "{text}");
    }
}

#[test]
fn refuses_other_text() {
    for text in ["", "Hello", "we met on 8 May 2023", "three at 5"] {
        assert_eq!(whole(text), None, "{text}");
    }
}

#[test]
fn finds_times_in_file_names() {
    let expect = |name: &str, utc: bool, at: Time| {
        let (stamp, is_utc) = in_file_name(name).expect("a date");
        assert_eq!(stamp.day, Some(Day::Exact(date(2024, 9, 18))), "{name}");
        assert_eq!((stamp.time, is_utc), (Some(at), utc), "{name}");
    };
    expect("GMT20240918-140302_Recording.vtt", true, time(14, 3, 2, 0));
    expect(
        "Recording 2024-09-18 14.03.02.txt",
        false,
        time(14, 3, 2, 0),
    );
    expect("call_2024-09-18_14-03-02.txt", false, time(14, 3, 2, 0));
    assert_eq!(in_file_name("notes.txt"), None);
}

#[test]
fn decides_the_order_from_the_document() {
    let stamps = |texts: &[&str]| -> Vec<Stamp> { texts.iter().map(|t| take(t).0).collect() };
    assert!(!month_first(
        stamps(&["03/04/2024 10:00", "25/04/2024 10:00"]).into_iter()
    ));
    assert!(month_first(
        stamps(&["03/04/2024 10:00", "04/25/2024 10:00"]).into_iter()
    ));
    assert!(month_first(stamps(&["03/04/24, 9:10 PM"]).into_iter()));
    assert!(month_first(
        stamps(&["02/11/24 09:10", "03/01/24 09:10"]).into_iter()
    ));
}

proptest! {
    #[test]
    fn never_panics(text in "\\PC{0,60}") {
        take(&text);
        whole(&text);
        in_file_name(&text);
        month(&text);
    }
}
